"""A demo facility with all the methods that plan its story."""

from .founding import Founding
from .programs import Programs
from .sittings import Sittings


class Scene(Founding, Programs, Sittings):
    pass
