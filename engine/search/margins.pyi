from typing import NamedTuple

class Margin(NamedTuple):
    place: int
    name: str
    network: int
    classical: int
    low: int
    high: int
    step: int

MARGIN_TABLE: tuple[Margin, ...]
