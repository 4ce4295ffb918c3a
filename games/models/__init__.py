from .rounds import Round, RoundVoid
from .totals import DayTotal, Figures, HourlyTotal
from .violations import Violation

__all__ = ["DayTotal", "Figures", "HourlyTotal", "Round", "RoundVoid", "Violation"]
