from django.db import models


class Heartbeat(models.Model):
    """When something that must run by itself was last seen to do so."""

    name = models.CharField(max_length=40, unique=True)
    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.beaten_at}"
