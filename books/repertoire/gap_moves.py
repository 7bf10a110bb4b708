"""Candidate moves to close a gap: from the books, the engine and people, side by side."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import chess

from books.analysis import Analyser, Analysis, score_of, value_after
from books.choice.library import Library
from books.entry import BookMove, Flag
from books.key import position_key
from books.progress import Progress, report, silent
from books.repertoire.book_check import SURPASSED_CP
from books.repertoire.trainer_values import GapMove

People = Callable[[chess.Board], Mapping[str, float]]
"""Returns the probability (0-1) with which people play each move of a position (coordinate notation)."""

MOST = 8
LIKELY = 0.05  # people's moves below this share are not listed


def candidates(
    library: Library,
    board: chess.Board,
    people: People | None = None,
    analyse: Analyser | None = None,
    progress: Progress = silent,
) -> tuple[GapMove, ...]:
    """Returns the candidate moves, the most played first; one is proposed. :raises CancelledError: the user stopped it."""
    known = {entry.move: entry for entry in library.look_up(board)}
    games = sum(entry.games for entry in known.values())
    likely = dict(people(board)) if people is not None else {}
    best = analyse(board).move if analyse is not None and not board.is_game_over() else None
    wanted = sorted(known, key=lambda move: (-known[move].flag, -known[move].games, -known[move].weight))[:MOST]
    wanted += [chess.Move.from_uci(uci) for uci, share in likely.items() if share >= LIKELY]
    wanted += [best] if best is not None else []
    judged: dict[chess.Move, Analysis] = {}
    for number, move in enumerate(dict.fromkeys(wanted)):
        report(progress, number, len(wanted))
        if analyse is not None:
            judged[move] = value_after(board, move, analyse)
    best = max(judged, key=lambda move: judged[move].centipawns, default=best)  # consistent with the values shown
    proposed = _proposed(dict.fromkeys(wanted), known, {move: judged[move].centipawns for move in judged})
    found = [
        replace(
            _candidate(library, board, move, known.get(move), games, likely, judged.get(move), move == best),
            proposed=move == proposed,
        )
        for move in dict.fromkeys(wanted)
    ]
    return tuple(sorted(found, key=lambda candidate: (-candidate.games, -(candidate.people or 0.0))))


def _proposed(
    moves: Iterable[chess.Move], known: Mapping[chess.Move, BookMove], judged: Mapping[chess.Move, int]
) -> chess.Move | None:
    """Returns the move that Ratsu would play: the best flag, then the best value; never a move that a book check would
    call surpassed."""
    least = max(judged.values(), default=0) - SURPASSED_CP

    def rank(move: chess.Move) -> tuple[int, float, float]:
        entry = known.get(move)
        flag = entry.flag if entry is not None and entry.flag.playable else Flag.UNCHECKED
        stored = entry.evaluation if entry is not None else None
        value = judged.get(move, -math.inf if stored is None else stored)
        return flag, value, entry.games if entry is not None else 0.0

    return max((move for move in moves if judged.get(move, least) >= least), key=rank, default=None)


def _candidate(
    library: Library,
    board: chess.Board,
    move: chess.Move,
    entry: BookMove | None,
    games: float,
    likely: Mapping[str, float],
    judged: Analysis | None,
    best: bool,
) -> GapMove:
    after = board.copy(stack=False)
    after.push(move)
    name = library.names.at(position_key(after))
    return GapMove(
        board.uci(move),
        board.san(move),
        _shown(entry.flag) if entry else "",
        round(entry.games) if entry else 0,
        entry.games / games if entry and games else 0.0,
        entry.score if entry else None,
        likely.get(board.uci(move), 0.0) if likely else None,
        score_of(judged.centipawns, bool(board.turn)) if judged else None,
        best,
        name.name if name else "",
    )


def _shown(flag: Flag) -> str:
    """Returns the flag shown beside a move; an unchecked move has a dash, as in the book panel."""
    return " –" if flag is Flag.UNCHECKED else flag.symbol
