"""Django admin, read-only: changes go through the services."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest

from .models import Key, Staff


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
        # Never show hashes of secrets.
        hidden = ("password", "pin", "digest") if self.model in (Staff, Key) else ()
        return [field.name for field in self.model._meta.fields if field.name not in hidden]


def register_read_only(app: str) -> None:
    """Register every model of an app, read-only."""
    for model in apps.get_app_config(app).get_models():
        admin.site.register(model, ReadOnlyAdmin)


register_read_only("compliance")
admin.site.site_header = "Criss Cross back office (read-only)"
