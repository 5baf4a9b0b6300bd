"""One printed row: what was measured, the figure, and the bound it is meant to stay within."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    bound: float
    unit: str = "x"

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.bound else "ABOVE"
        return f"{self.name:<62} {self.value:>9.3f} {self.unit:<4} bound {self.bound:g} {self.unit}  {verdict}"
