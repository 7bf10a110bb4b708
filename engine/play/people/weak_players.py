"""Players below the ratings that the predictor knows: what people of 800 play, with more freedom and less sight.

A weaker player does not see what the opponent answers. So the more a move loses within two plies, the less its probability is
held down by that; which moves come to mind at all remains what people of 800 play.
"""

import math
from collections.abc import Mapping, Sequence

from engine.play.people.rating_rows import at_rating

LEAST_ELO = 800  # from here on the predictor is asked for the rating itself

FREEDOM = ((400, 1.1), (LEAST_ELO, 1.0))
"""The temperature of the probabilities by rating."""

BLINDNESS = ((400, 0.18), (LEAST_ELO, 0.0))
"""The logarithm of the factor by which a move becomes likelier for each pawn that it loses; found by games against the level of
800 (docs/levels.md)."""

OVERLOOKED_CP = 600
"""Larger losses are overlooked no more often."""

REPLY = 1
"""The place of the score that knows the opponent's answer, in the scores at 1 ply, 2 plies, ..."""


def unseeing(chances: Mapping[str, float], scores: Mapping[str, Sequence[int]], elo: int) -> dict[str, float]:
    """The move probabilities of a player of this rating, from those of LEAST_ELO, with the same sum; unchanged from LEAST_ELO
    on. `scores` in centipawns for the side to move, at 1 ply, 2 plies and so on."""
    if elo >= LEAST_ELO or not chances:
        return dict(chances)
    power, blind = 1 / at_rating(FREEDOM, elo), at_rating(BLINDNESS, elo) / 100
    best = max(row[REPLY] for row in scores.values())
    found = {
        move: chance**power * math.exp(blind * min(OVERLOOKED_CP, best - scores[move][REPLY]))
        for move, chance in chances.items()
    }
    total, there = sum(chances.values()), sum(found.values())
    return {move: total * chance / there for move, chance in found.items()}
