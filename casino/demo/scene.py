"""A facility of the demo with all the verbs by which its story is told."""

from .founding import Founding
from .play import Play


class Scene(Founding, Play):
    pass
