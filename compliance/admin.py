"""Django admin, read-only: changes go through the services."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth import admin as _groups  # noqa: F401  # registers Group, whenever it is first imported
from django.contrib.auth.models import Group
from django.http import HttpRequest

from .models import Key, Staff

# Hashes of secrets: never shown, and never found out by filtering.
SECRETS = frozenset({"password", "pin", "digest"})


class ReadOnlyAdmin(admin.ModelAdmin):
    """Show a model without changing it."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        hidden = SECRETS if self.model in (Staff, Key) else ()
        return [field.name for field in self.model._meta.fields if field.name not in hidden]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return SECRETS.isdisjoint(lookup.split("__")) and super().lookup_allowed(lookup, value, request)


def register_read_only(app: str) -> None:
    """Register every model of an app, read-only."""
    for model in apps.get_app_config(app).get_models():
        admin.site.register(model, ReadOnlyAdmin)


register_read_only("compliance")
# Roles are postings; a group would give nobody anything, but could be written to.
admin.site.unregister(Group)
admin.site.site_header = "Criss Cross back office (read-only)"
