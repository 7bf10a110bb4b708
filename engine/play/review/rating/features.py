"""The features of a player's strength in one game: the likelihood of the moves for people of several ratings, and the losses;
each a second time weighted by the pace of the game. The opponent's features are included, because people are paired with
opponents of similar strength."""

import math
import operator
from collections.abc import Sequence
from statistics import fmean

from engine.play.review.judging import THRESHOLDS, expected_share, move_accuracy
from engine.play.review.rating.move_analyser import RATINGS, MoveFeatures
from engine.play.review.rating.scale import EloScale

TAGS = 6  # the first of the numbers are of tags, colour and length
OPENING_PLIES = 20  # the first ten moves of both sides
FEWEST_MOVES = 5  # of a side: with fewer, nothing is said
MOST_LOST_CP = 600
DECIDED_CP = 600  # beyond this a game is decided, and people play as they like
LONGEST_S = 3_600  # of a time control
USUAL_PACE = 6.3  # the natural logarithm of the seconds of a usual game
AT_RATINGS = (700, 1000, 1300, 1600, 1900, 2200)  # log probabilities at these, by a parabola through those of RATINGS
BELIEFS = (0.3, 0.1, 0.03)  # how far the moves of one game are believed to be chosen independently of each other


def points_lost(look: MoveFeatures) -> float:
    """A move's loss in points of winning probability, 0 to 100."""
    return 0.0 if look.move == look.best else max(0.0, 100 * (expected_share(look.before) - expected_share(look.after)))


def features(
    looks: Sequence[MoveFeatures], white: bool, clock: tuple[int, int], scale: EloScale, with_opponent: bool = True
) -> list[float] | None:
    """The features of one side of a game, those of the opponent last; None if a side made fewer than FEWEST_MOVES. `clock`:
    base time and increment in seconds, ignored on FIDE's scale, whose games have none. Without the opponent (such as a computer)
    the list is shorter."""
    sides = (white, not white) if with_opponent else (white,)
    if any(len(looks[not side :: 2]) < FEWEST_MOVES for side in sides):
        return None
    seconds = 0 if scale is EloScale.FIDE else min(LONGEST_S, clock[0] + 40 * clock[1])
    about = [
        float(scale is EloScale.LICHESS),
        float(scale is EloScale.CHESS_COM),
        math.log(seconds) if seconds else 6.0,
    ]
    about += [float(not seconds), math.log(len(looks)), float(white)]
    pace = about[2] - USUAL_PACE
    for side in sides:
        values = _side(looks, side)
        about += values + [value * pace for value in values]  # what is much in a blitz game is little in a slow one
    return about


def _parabola(at: int) -> tuple[float, ...]:
    """The weights of the values at RATINGS in the value of their parabola at a rating."""
    return tuple(math.prod((at - other) / (own - other) for other in RATINGS if other != own) for own in RATINGS)


_WEIGHTS = tuple(_parabola(at) for at in AT_RATINGS)


def _at_ratings(group: Sequence[MoveFeatures]) -> list[float]:
    """The mean log probability of the moves at each of AT_RATINGS."""
    means = [_mean([look.chances[at] for look in group]) for at in range(len(RATINGS))]
    return [sum(map(operator.mul, weights, means)) for weights in _WEIGHTS]


def _side(looks: Sequence[MoveFeatures], white: bool) -> list[float]:
    own = [(ply, look) for ply, look in enumerate(looks) if (ply % 2 == 0) is white]
    opening = [look for ply, look in own if ply < OPENING_PLIES]
    later = [look for ply, look in own if ply >= OPENING_PLIES]
    open_game = [look for _, look in own if abs(look.before) < DECIDED_CP and look.choices > 1]
    values: list[float] = []
    for group in (opening, later):
        values += _at_ratings(group)
    for group in (opening, later, open_game):
        values += [_mean([float(min(MOST_LOST_CP, look.lost)) for look in group]), _mean(list(map(points_lost, group)))]
    points = [points_lost(look) for look in open_game]
    values += [_mean([float(lost > least) for lost in points]) for least, _ in THRESHOLDS]
    values += [_mean([float(look.move == look.best) for look in open_game]), _mean(list(map(move_accuracy, points)))]
    values += [math.sqrt(_mean([lost * lost for lost in points])), math.log1p(_mean(points))]
    values += [_mean([float(look.endgame) for _, look in own]), _mean([math.log(look.choices) for _, look in own])]
    return values + _foreseen([look for _, look in own]) + _foreseen(open_game)


def _foreseen(group: Sequence[MoveFeatures]) -> list[float]:
    """The mean rating of people who would play these moves, for each of BELIEFS; without moves, the mean of AT_RATINGS."""
    sums = [len(group) * mean for mean in _at_ratings(group)]
    found = []
    for belief in BELIEFS:
        weights = [math.exp(belief * (value - max(sums))) for value in sums]
        found.append(sum(map(operator.mul, weights, AT_RATINGS)) / sum(weights))
    return found


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0
