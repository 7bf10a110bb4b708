"""How much a game is believed: by where it comes from, at what level and with how much time it was played.

How it ended is judged before: books.learning.evidence lets a result count wholly or not at all.
"""

from books.learning.played import GameSource, PlayedGame

IMPORTED = 0.5  # a file does not say with what engine, time and book the game was played
LEVEL = 0.25  # what a weakened engine plays says little of the opening; its games go into its own memory
TIME_TROUBLE = 0.5
TIME_TROUBLE_S = 5.0


def trust(game: PlayedGame) -> float:
    """The weight of a game's results and evaluations, from 0 to 1: the product of what speaks against it."""
    weight = IMPORTED if game.source is GameSource.IMPORTED else 1.0
    if game.level is not None:
        weight *= LEVEL
    if game.time_left_s is not None and game.time_left_s < TIME_TROUBLE_S:
        weight *= TIME_TROUBLE
    return weight
