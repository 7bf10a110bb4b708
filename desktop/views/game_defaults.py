"""The game that is ready when the program starts: what the user chose last."""

import random

from desktop.model.clock import Side, TimeControl
from desktop.model.match import NewGame, level_of
from desktop.model.settings import Settings


def side_of(name: str) -> Side:
    """The side that the setting names; `random` is drawn by lot."""
    return random.choice((Side.WHITE, Side.BLACK)) if name == "random" else Side(name)


def time_control(minutes: int, increment: int) -> TimeControl:
    """Base and increment; no minutes means no clock."""
    return TimeControl(minutes * 60_000, increment * 1_000) if minutes else TimeControl()


def game_of(settings: Settings) -> NewGame:
    """A game with the side, level and clock of the settings."""
    return NewGame(
        human=side_of(settings.text("side")),
        level=level_of(settings.text("level")),
        control=time_control(settings.number("base_minutes"), settings.number("increment_seconds")),
        human_name=settings.text("player_name"),
    )
