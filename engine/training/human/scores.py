"""Scores of shallow searches for positions of validation games, from which the second look learns. An interrupted run resumes.

A position, little-endian: number of the game (u32), plies before it (u16), number of moves (u8), and for each move the core move
(u16) and its scores at depths 1 to DEEPEST (i16, centipawns for the side to move).
"""

import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.ground.files import append_durably
from engine.human.search_correction import DEEPEST
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard
from engine.training.human.games import HumanGame, read_games

FIRST_PLY = 10  # as in the measurement: opening moves are left out
HEAD = struct.Struct("<IHB")
MOVE = struct.Struct(f"<H{DEEPEST}h")
GAMES_AT_A_TIME = 50


class Scored(NamedTuple):
    """A position with the scores of its moves, by depth."""

    game: int
    ply: int
    scores: dict[int, tuple[int, ...]]


def collect(games: Path, target: Path, a_game: int, say: Callable[[str], None]) -> int:
    """Scores `a_game` positions of each game and appends them to `target`; returns the number of positions in it.

    :raises RatsuError: if the games cannot be read. :raises OSError: if the file cannot be written.
    """
    held = list(read_scores(target)) if target.exists() else []
    first = held[-1].game // GAMES_AT_A_TIME * GAMES_AT_A_TIME + GAMES_AT_A_TIME if held else 0
    count, search, rows = len(held), ShallowScores(), bytearray()
    every = list(read_games(games))
    for number in range(first, len(every)):
        for row in _scored(every[number], number, a_game, search):
            rows += row
            count += 1
        if (number + 1) % GAMES_AT_A_TIME == 0 or number + 1 == len(every):
            append_durably(target, bytes(rows))
            rows.clear()
            say(f"{number + 1} of {len(every)} games, {count} positions")
    return count


def _scored(game: HumanGame, number: int, a_game: int, search: ShallowScores) -> Iterator[bytes]:
    """Yields the records of some positions of a game, the same ones in each run."""
    plies = range(FIRST_PLY, len(game.moves))
    wanted = set(random.Random(number).sample(plies, min(a_game, len(plies))))
    board = CoreBoard.start()
    for ply, move in enumerate(game.moves):
        if ply in wanted and len(board.legal_moves()) > 1:
            scores = search(board, DEEPEST)
            yield HEAD.pack(number, ply, len(scores)) + b"".join(MOVE.pack(at, *row) for at, row in scores.items())
        board.push(move)


def read_scores(path: Path) -> Iterator[Scored]:
    """Yields the positions of a file that `collect` wrote.

    :raises OSError: if it cannot be read.
    """
    data, at = path.read_bytes(), 0
    while at < len(data):
        game, ply, count = HEAD.unpack_from(data, at)
        at += HEAD.size
        rows = [MOVE.unpack_from(data, at + MOVE.size * index) for index in range(count)]
        at += MOVE.size * count
        yield Scored(game, ply, {row[0]: row[1:] for row in rows})
