from .rounds.models import Round, RoundVoid
from .totals.models import DayTotal, Figures, HourlyTotal
from .violations.models import Violation

__all__ = ["DayTotal", "Figures", "HourlyTotal", "Round", "RoundVoid", "Violation"]
