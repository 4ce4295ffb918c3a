from django.db import models


class Patrol(models.Model):
    """A tour through the record that is made a part at a time (patrols.py): how far it has come.

    `turns` counts how often someone went on with it; of two who did so from the same place, the first is right.
    """

    name = models.CharField(max_length=40, unique=True)
    place = models.JSONField(default=dict, blank=True, help_text="Where to go on; empty at the beginning.")
    turns = models.PositiveBigIntegerField(default=0)
    began_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} since {self.began_at}"
