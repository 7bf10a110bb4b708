"""The probabilities that a level draws its moves from: people's, with more or less care for what a move loses.

The predictor knows how often people play a move, and what people of each rating lose on average. But levels of exactly these
chances are only half as far apart as people are (docs/levels.md): an error drawn at random is punished by an equal or a weaker
player as well. So the probabilities are multiplied by exp(-care * loss): of all changes that make a level that much stronger or
weaker, this one changes the moves least. The predictor's data ends at 800: weaker levels play the usual moves of people of 800
more often than these, with still less care, so that their mistakes are usual ones.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.human.predicted_player import PredictedPlayer, Site
from engine.play.people.rating_rows import at_rating

M = TypeVar("M")

CARE = (
    (400, -21.0),
    (600, -14.0),
    (800, -5.4),
    (1000, -1.8),
    (1200, -0.8),
    (1400, 0.6),
    (1600, 2.2),
    (1800, 5.2),
    (2000, 6.3),
    (2200, 9.6),
)
"""By rating: the logarithm by which a move becomes rarer that loses the game; below 0 it becomes likelier. Fitted to games
between levels with several cares and powers, so that 200 Elo are worth 200 (docs/levels.md)."""

SHARPNESS = (
    (600, 2.0),
    (800, 1.25),
    (1000, 0.91),
    (1200, 1.0),
    (1400, 0.96),
    (1600, 0.93),
    (1800, 0.86),
    (2000, 0.92),
    (2200, 1.0),
)
"""By rating: the power of people's probabilities, so that the moves are as surprising as people's to Maia-1 (docs/levels.md). Up
to 800 it makes the lost pieces usual mistakes instead of odd ones; from 1400 on it gives back what the cut of the tail and care
take away. Below 800 the steps of 200 Elo came first. CARE was fitted with it."""

LEAST_ELO = 800
"""The predictor is asked for no lower rating."""

CP_PER_LOGIT = 250  # as in engine.human.network_input

TAIL = 0.005
"""Moves that fewer people play are never drawn: one alone is rare, but a game of forty moves would have one of them. Nor does a
lack of care make them likelier."""


def level_player(elo: int) -> PredictedPlayer:
    """Whom the predictor is asked about for a level."""
    asked = max(elo, LEAST_ELO)
    return PredictedPlayer(asked, asked, site=Site.LICHESS)


def with_care(expected: Mapping[M, float], scores: Mapping[M, Sequence[int]], elo: int) -> dict[M, float]:
    """People's probabilities of the moves after the care of a level. `scores`: the moves' at 1 to a few plies, in centipawns
    for the side to move."""
    care, power = at_rating(CARE, elo), at_rating(SHARPNESS, elo)
    won = {move: chance_to_win(scores[move][-1]) for move in expected}
    best = max(won.values(), default=0.0)
    shares = {
        move: chance**power * math.exp(care * (won[move] - best) if care > 0 or chance >= TAIL else 0.0)
        for move, chance in expected.items()
    }
    total = sum(shares.values())
    return {move: share / total for move, share in shares.items()}


def without_tail(chances: Mapping[M, float]) -> dict[M, float]:
    """The moves that may be drawn, with probabilities that sum to 1; all of them if each is rare."""
    left = {move: chance for move, chance in chances.items() if chance >= TAIL} or chances
    total = sum(left.values())
    return {move: chance / total for move, chance in left.items()}


def chance_to_win(score: int) -> float:
    """The probability of winning of a score in centipawns, mates included."""
    return 1 / (1 + math.exp(-max(-3000, min(score, 3000)) / CP_PER_LOGIT))
