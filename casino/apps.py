from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """The front door: pages that read across apps, the commands that run the house, the tasks' broker."""

    name = "casino"
    verbose_name = "House"

    def ready(self) -> None:
        # Whoever sends a task needs the app with its broker. Imported in casino/__init__.py it would slow even the
        # commands that load no apps.
        import casino.celery  # noqa: F401
