"""The app of what is played: rounds and their settlement."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
