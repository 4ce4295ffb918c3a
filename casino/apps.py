from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """Pages that read across apps, the commands that run everything, and the task broker."""

    name = "casino"
    verbose_name = "Casino"

    def ready(self) -> None:
        # Sending a task needs the Celery app with its broker. An import in casino/__init__.py would slow even commands
        # that load no apps.
        import casino.celery  # noqa: F401
