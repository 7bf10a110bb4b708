"""Unlabelled training positions from PGN files, or from games of the engine against itself (`ratsu train positions`).

Positions with few pieces are taken more often: games reach them rarely, and a network that saw few of them errs by whole pawns.
`ratsu train widen --judge` makes labelled positions near them, so scores are 0 or those of the engine's own search.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from engine.evaluation.network import shipped
from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_main_lines
from engine.rules.board import CoreBoard
from engine.search.searcher import PvLine
from engine.training.packing import pack
from engine.training.tuning.selfplay import alpha_beta_player, play_out, random_opening

Shares: TypeAlias = Sequence[tuple[int, float]]

FIRST_PLY = 8  # earlier positions are the same in many games
SHARES = (
    (5, 0.4),
    (8, 1.0),
    (12, 0.6),
    (20, 0.3),
    (32, 0.2),
)  # (most pieces, share of such positions that is taken)
TO_THE_END = 30_000  # centipawns: no game ends early


def wanted(pieces: int, dice: random.Random, shares: Shares = SHARES) -> bool:
    """Decides by chance whether to take a position with this number of pieces."""
    return dice.random() < next(share for most, share in shares if pieces <= most)


def of_moves(moves: Iterable[int], dice: random.Random, shares: Shares = SHARES) -> bytes:
    """Returns records of a game from the start position."""
    board, found = CoreBoard.start(), bytearray()
    for ply, move in enumerate(moves):
        if ply >= FIRST_PLY and wanted(board.piece_count, dice, shares):
            found += pack(board, 0, ply)
        if not move:
            break
        board.push(move)
    return bytes(found)


def of_game(game: MainLine, dice: random.Random) -> bytes:
    """Returns records of one game; none if it does not begin at the start position."""
    return b"" if game.start_fen is not None or game.chess960 else of_moves(game.moves, dice)


def of_files(games: Iterable[Path], seed: int) -> Iterator[bytes]:
    """Yields the records of each game.

    :raises PgnError: if a file cannot be read.
    """
    dice = random.Random(seed)
    for path in games:
        for game in read_main_lines(path, headers=(), keys=False):
            yield of_game(game, dice)


def of_own_games(nodes: int, seed: int) -> Iterator[bytes]:
    """Yields records of self-play games with `nodes` a move, from 8 or 9 random plies to the end of the game."""
    dice = random.Random(seed)
    white, black = alpha_beta_player(nodes), alpha_beta_player(nodes)
    for side in (white, black):
        side.searcher.set_network(shipped())
    while True:
        board, _ = random_opening(dice, white.choose)
        found = bytearray()

        def keep(line: PvLine, board: CoreBoard = board, found: bytearray = found) -> None:
            if not board.in_check and wanted(board.piece_count, dice):
                found.extend(pack(board, line.score, 0))

        play_out(board, white.choose, black.choose, keep, TO_THE_END)
        yield bytes(found)
