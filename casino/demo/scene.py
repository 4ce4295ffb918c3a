"""A facility of the demo with all the verbs by which its story is told."""

from .evening import Evening
from .founding import Founding


class Scene(Founding, Evening):
    pass
