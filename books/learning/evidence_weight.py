"""The weight of a game's evidence: by its origin, level and time.

Whether the result counts at all is decided before: books.learning.evidence.
"""

from books.learning.played import GameSource, LearnedGame

IMPORTED = 0.5  # a file does not say with what engine, time and book the game was played
LEVEL = 0.25  # a weakened engine's play says little about the opening; its games go into a separate learned book
TIME_TROUBLE = 0.5
TIME_TROUBLE_S = 5.0  # with less on the own clock the end of the game says little about its opening
# Two Ratsus at 2,000 nodes once taught the full-strength book that 46.Bd6 is bad.
LEAST_NODES = 5_000
LEAST_DEPTH = 8
"""Searches with fewer nodes, or of a smaller fixed depth, teach the book of full strength nothing."""


def trust(game: LearnedGame) -> float:
    """Returns the weight of a game's results and evaluations, from 0 to 1: the product of the reductions."""
    weight = IMPORTED if game.source is GameSource.IMPORTED else 1.0
    if game.level is not None:
        weight *= LEVEL
    if game.time_left_s is not None and game.time_left_s < TIME_TROUBLE_S:
        weight *= TIME_TROUBLE
    return weight


def too_weak(game: LearnedGame) -> bool:
    """Whether our searches were too short for a lesson at full strength. The memory of a level learns from all its games."""
    if game.level is not None:
        return False
    few = game.nodes is not None and game.nodes < LEAST_NODES
    return few or (game.depth is not None and game.depth < LEAST_DEPTH)
