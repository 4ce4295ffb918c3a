"""Django's admin: for the installation's owner to look, never to write around the services."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest

from .models import Key, Staff


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows a model, and changes nothing."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        # Hashes of secrets are nobody's to look at.
        hidden = ("password", "pin", "digest") if self.model in (Staff, Key) else ()
        return [field.name for field in self.model._meta.fields if field.name not in hidden]


def register_read_only(app: str) -> None:
    """Let the admin show every model of an app."""
    for model in apps.get_app_config(app).get_models():
        admin.site.register(model, ReadOnlyAdmin)


register_read_only("compliance")
admin.site.site_header = "Criss Cross back office: for looking only"
