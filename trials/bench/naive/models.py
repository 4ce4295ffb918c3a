"""Store a round, its seats and their wagers, one row each."""

from typing import ClassVar

from django.db import models


class Round(models.Model):
    objects: ClassVar[models.Manager["Round"]] = models.Manager()

    table = models.CharField(max_length=20)
    community = models.JSONField()
    stub = models.PositiveSmallIntegerField(null=True)
    played_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "naive"


class Seat(models.Model):
    objects: ClassVar[models.Manager["Seat"]] = models.Manager()

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    cards = models.JSONField()

    class Meta:
        app_label = "naive"


class Wager(models.Model):
    objects: ClassVar[models.Manager["Wager"]] = models.Manager()

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="wagers")
    kind = models.CharField(max_length=20)
    amount = models.DecimalField(max_digits=9, decimal_places=2)

    class Meta:
        app_label = "naive"
