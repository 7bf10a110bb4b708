"""Positions to train from, unlabelled: out of PGN files, and out of games that the engine plays against itself to the end.

Endings are taken more often: games leave them early, and a network that saw few of them errs by whole pawns there. Scores are 0
(or the own search's), for `ratsu train widen --judge` labels what it makes from these positions.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from engine.evaluation.network import shipped
from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_main_lines
from engine.rules.board import CoreBoard
from engine.search.searcher import Line
from engine.training.packing import pack
from engine.training.tuning.selfplay import opening, own_side, play_out

Shares: TypeAlias = Sequence[tuple[int, float]]

FIRST_PLY = 8  # before it, games are alike
SHARES = (
    (5, 0.4),
    (8, 1.0),
    (12, 0.6),
    (20, 0.3),
    (32, 0.2),
)  # up to so many pieces, the share of positions that is taken
TO_THE_END = 30_000  # centipawns: no game is given up


def wanted(pieces: int, dice: random.Random, shares: Shares = SHARES) -> bool:
    """Whether a position with so many pieces is taken."""
    return dice.random() < next(share for most, share in shares if pieces <= most)


def of_moves(moves: Iterable[int], dice: random.Random, shares: Shares = SHARES) -> bytes:
    """Records of a game from the usual start."""
    board, found = CoreBoard.start(), bytearray()
    for ply, move in enumerate(moves):
        if ply >= FIRST_PLY and wanted(board.men, dice, shares):
            found += pack(board, 0, ply)
        if not move:
            break
        board.push(move)
    return bytes(found)


def of_game(game: MainLine, dice: random.Random) -> bytes:
    """Records of one game; none of a game that begins elsewhere than at the start."""
    return b"" if game.start_fen is not None or game.chess960 else of_moves(game.moves, dice)


def of_files(games: Iterable[Path], seed: int) -> Iterator[bytes]:
    """Records, game by game. :raises PgnError: if a file cannot be opened or unpacked."""
    dice = random.Random(seed)
    for path in games:
        for game in read_main_lines(path, headers=(), keys=False):
            yield of_game(game, dice)


def of_own_games(nodes: int, seed: int) -> Iterator[bytes]:
    """Records of games of the engine against itself with so many nodes a move, from 8 or 9 random plies to the end."""
    dice = random.Random(seed)
    white, black = own_side(nodes), own_side(nodes)
    for side in (white, black):
        side.searcher.set_network(shipped())
    while True:
        board, _ = opening(dice, white.choose)
        found = bytearray()

        def keep(line: Line, board: CoreBoard = board, found: bytearray = found) -> None:
            if not board.in_check and wanted(board.men, dice):
                found.extend(pack(board, line.score, 0))

        play_out(board, white.choose, black.choose, keep, TO_THE_END)
        yield bytes(found)
