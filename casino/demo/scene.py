"""A facility of the demo with all the verbs by which its story is told."""

from .founding import Founding
from .programs import Programs
from .sittings import Sittings


class Scene(Founding, Programs, Sittings):
    pass
