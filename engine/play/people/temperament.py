"""The temperament of a human-like opponent in one game: when it resigns, and how fast it plays.

People differ more from each other than one person's moves do: some resign a lost game at once, many play on until mate. So each
game draws a temperament by its seed, which lasts to its end.
"""

import random
from enum import Enum

from engine.ground.errors import OptionError
from engine.play.people.rating_rows import at_rating


class Resigning(Enum):
    """When a person gives up."""

    EARLY = "early"
    LATE = "late"
    NEVER = "never"


EARLY = ((1400, 0.0), (1900, 0.33), (2300, 0.50))
NEVER = ((1050, 0.45), (1300, 0.20), (1500, 0.12), (1700, 0.06))
"""The shares of people who resign early, and who never do, by rating: so that about as many games end in mate as people's
(docs/levels.md), by `python -m tests.bench.human_resignation`. Below 1400 too many games are saved to resign early."""


USUAL = 0.75
"""The share of games in which a person with a leaning follows it."""


def leaning_of(text: str) -> Resigning | None:
    """The leaning with this name; None for no text. :raises OptionError: there is none of this name."""
    if not text:
        return None
    try:
        return Resigning(text)
    except ValueError:
        raise OptionError("'%1' is not early, late or never", text) from None


def resigning(elo: int, seed: int, leaning: Resigning | None = None) -> Resigning:
    """Returns when a person of a rating gives up in the game with this seed, always the same for a game. `leaning`: what this
    person does in USUAL of the games."""
    if leaning is not None and random.Random(f"{seed} leaning").random() < USUAL:
        return leaning
    drawn = random.Random(f"{seed} resigning").random()
    if drawn < at_rating(EARLY, elo):
        return Resigning.EARLY
    return Resigning.NEVER if drawn >= 1 - at_rating(NEVER, elo) else Resigning.LATE


def habit(seed: int) -> float:
    """Returns how slow a person is in the game with this seed, as a normal deviate; below 0 it hurries."""
    return random.Random(f"{seed} habit").gauss()
