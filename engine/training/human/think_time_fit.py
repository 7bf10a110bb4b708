"""Fits the tables of `engine.human.think_time` to games with clocks (part "teach"), and measures them (part "test").

Left out are moves with more time than was left, the first two moves, which clocks do not count, and games with clocks above their
time control. The latter are over-the-board games (90+30 in minutes); with them rapid games seemed 1.5 times as slow.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import NormalDist, fmean, pstdev
from typing import NamedTuple

from engine.game.thinking_time import thinking_times
from engine.game.tree import Game
from engine.human.predicted_player import PredictedPlayer, seconds_of
from engine.human.predictor import Predictor
from engine.human.think_time import QUANTILES, ROWS, choice_entropy, class_of, phase_of, seconds, unit_s
from engine.pgn.reader import read_games
from engine.rules.board import CoreBoard
from engine.training.human.games import part_of

ASKED = 0.1  # share of the moves with a hardness: the predictor is slow
FEWEST = 200  # moves: smaller classes are not reported
FIRST_PLY = 4
ROUNDED_S = 1  # clocks count whole seconds
QUICK_S = 1


class ThinkTime(NamedTuple):
    """The time of one move: clock before it, time spent, and hardness of the choice (None: not computed). `whole`: the clock
    shows whole seconds."""

    ply: int
    base_s: int
    increment_s: int
    left_s: float
    spent_s: float
    hard: float | None
    whole: bool


def think_times(source: Path, part: str, most: int) -> Iterator[ThinkTime]:
    """Yields the moves of at most `most` games of a part."""
    predictor, dice, seen = Predictor(), random.Random(1), 0
    for game in read_games(source, language="en"):
        if not game.table.commands or part_of(game.header("White"), game.header("Black")) != part:
            continue
        line = game.main_line()
        if all(node.clock_ms is None for node in line):
            continue
        if seen >= most:
            return
        seen += 1
        yield from _of_game(game, predictor, dice)


def _of_game(game: Game, predictor: Predictor, dice: random.Random) -> list[ThinkTime]:
    base_s, increment_s = seconds_of(game.header("TimeControl"))
    line, times = game.main_line(), thinking_times(game)
    board = CoreBoard.start()
    left = [float(base_s), float(base_s)]
    whole = all((node.clock_ms or 0) % 1000 == 0 for node in line)
    found: list[ThinkTime] = []
    for ply, node in enumerate(line):
        side = ply % 2
        if node.clock_ms is None or not base_s:
            break
        clock = node.clock_ms / 1000
        if clock > left[side] + increment_s + ROUNDED_S:
            return []
        spent = times.get(node.id, -1) / 1000
        if ply >= FIRST_PLY and 0 <= spent <= left[side]:
            hard = None
            if dice.random() < ASKED:
                elo = int(game.headers["WhiteElo" if side == 0 else "BlackElo"])
                question = PredictedPlayer(elo, elo, base_s, increment_s)
                hard = choice_entropy(predictor.chances(board, question).values())
            found.append(ThinkTime(ply, base_s, increment_s, left[side], spent, hard, whole))
        left[side] = clock
        board.push_uci(node.uci)
    return found


def fit(found: list[ThinkTime], say: Callable[[str], None]) -> None:
    """Reports rows for the tables of `engine.human.think_time`."""
    dice = random.Random(3)
    for key, own in _by_class(found):
        shares = sorted(_likely_time(one, dice) / _unit_s(one) for one in own)
        row = [round(shares[int(part * len(shares))], 3) for part in QUANTILES]
        say(f"    {key}: {tuple(row)},  # {len(own)} moves")
    asked = [one for one in found if one.hard is not None]
    for phase in range(3):
        hard = [one.hard or 0.0 for one in asked if phase_of(one.ply) == phase]
        say(f"    hardness in phase {phase}: mean {fmean(hard):.2f}, spread {pstdev(hard):.2f}")
    say(f"    rank correlation of hardness and time: {_correlation(asked):.2f}")


def _likely_time(one: ThinkTime, dice: random.Random) -> float:
    """Returns a time that a clock of whole seconds may have hidden: lichess shows a move of 0.7 s as 0 or 1 s."""
    if not one.whole:
        return one.spent_s
    return one.spent_s + 0.8 * dice.random() - 0.3 if one.spent_s >= ROUNDED_S else 0.1 + 0.9 * dice.random()


def _unit_s(one: ThinkTime) -> float:
    return unit_s(one.left_s, one.base_s, one.increment_s)


def _class(one: ThinkTime) -> tuple[int, bool, int]:
    return class_of(one.ply, one.base_s, one.increment_s)


def _by_class(found: list[ThinkTime]) -> Iterator[tuple[tuple[int, bool, int], list[ThinkTime]]]:
    """Yields the classes with FEWEST moves and more, in the order of the table."""
    for key in ROWS:
        own = [one for one in found if _class(one) == key]
        if len(own) >= FEWEST:
            yield key, own


def _correlation(asked: list[ThinkTime]) -> float:
    """Returns the correlation of hardness and time by normal scores, within each class."""
    pairs: list[tuple[float, float]] = []
    for key in {_class(one) for one in asked}:
        own = [one for one in asked if _class(one) == key]
        times = _ranked([one.spent_s / _unit_s(one) for one in own])
        pairs += zip(times, _ranked([one.hard or 0.0 for one in own]), strict=True)
    return fmean(one * other for one, other in pairs) / fmean(one * one for one, _ in pairs)


def _ranked(values: list[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda index: values[index])
    found = [0.0] * len(values)
    for rank, index in enumerate(order):
        found[index] = NormalDist().inv_cdf((rank + 0.5) / len(values))
    return found


def measure(found: list[ThinkTime], say: Callable[[str], None]) -> None:
    """Reports median and 90th percentile in seconds by class, of people and of drawn think times."""
    dice = random.Random(2)
    for (speed, added, phase), own in _by_class(found):
        people = sorted(_likely_time(one, dice) for one in own)
        drawn = sorted(
            seconds(one.ply, one.base_s, one.increment_s, one.left_s, one.hard, dice.random()) for one in own
        )
        told = [f"{values[int(part * len(values))]:.1f}" for part in (0.5, 0.9) for values in (people, drawn)]
        quick = [f"{100 * sum(one < QUICK_S for one in values) / len(own):.1f}" for values in (people, drawn)]
        say(
            f"{speed} {'+' if added else '-'} {phase} {len(own):7} median {told[0]} drawn {told[1]}, "
            f"90 % {told[2]} drawn {told[3]}, below {QUICK_S} s {quick[0]} drawn {quick[1]} %"
        )
