from .rounds import Round, RoundVoid
from .totals import HourlyTotal
from .violations import Violation

__all__ = ["HourlyTotal", "Round", "RoundVoid", "Violation"]
