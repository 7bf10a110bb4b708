"""Games of a player for the mirror, made up: what is lost follows from the number of the move."""

from engine.coach.claims import ClaimRole, Motif
from engine.ground.rating import Rating
from engine.play.review.mirror import Mirror, OwnGame, OwnMove, mirror_of
from engine.play.review.rating.estimate import RatingEstimate
from engine.play.review.rating.scale import EloScale
from engine.play.review.values import GamePhase

RATING = Rating(1520, 1390, 1650, 12)
OPENINGS = ("Italian Game", "Sicilian Defense", "Queen's Gambit Declined")


def own_move(ply: int, lost: float, clock: float | None = None) -> OwnMove:
    """A move of the middlegame, from ply 21 on; its piece goes by the ply."""
    phase = GamePhase.OPENING if ply <= 20 else GamePhase.MIDDLEGAME if ply < 60 else GamePhase.ENDGAME
    motif = (ClaimRole.ALLOWS, Motif.FORK) if ply % 3 else (ClaimRole.MISSES, Motif.HANGING)
    return OwnMove(ply, lost, "PNBRQK"[ply // 2 % 6], phase, (motif,) if lost > 5 else (), clock)


def own_game(number: int, white: bool = True, plies: int = 70) -> OwnGame:
    """A game in which every seventh move loses a lot."""
    moves = tuple(
        own_move(ply, float(ply % 7 == 0) * (8 + ply / 4), 1 - ply / plies) for ply in range(2 - white, plies, 2)
    )
    return OwnGame(
        number,
        white,
        OPENINGS[number % 3],
        number % 3 / 2,
        1500,
        1480 + 10 * number,
        RatingEstimate(EloScale.LICHESS, 1500, 1510),
        moves,
    )


def mirror(games: int = 12) -> Mirror:
    """What so many of them say."""
    return mirror_of([own_game(number, number % 2 == 0) for number in range(1, games + 1)], {EloScale.LICHESS: RATING})
