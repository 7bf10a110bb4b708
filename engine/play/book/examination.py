"""The doctor at work on a library: which positions it visits, with which engine, and writing what it proposes.

for visit, findings in examine(library, Examination(positions=200), analyser): ...
repair(library, findings)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import chess

from books.choice.library import Library
from books.entry import Flag, Layer, MoveRow, Presence
from books.errors import BookError
from books.key import encode, position_key
from books.learning.evaluations import CachedAnalyser
from books.progress import Progress, report, silent
from books.repertoire import doctor
from books.repertoire.doctor import Finding, Problem, Visit
from books.store import journal
from engine.game.reason import Kind, Reason
from engine.play.book.analyser import EngineAnalyser


@dataclass(frozen=True)
class Examination:
    """What is looked at. `positions`: at most so many, the most played first (None: all). `own`: only positions where
    the user's books or what was learned have a say. `engine`: whether moves and leaves are judged by an engine;
    without it conflicts and rows that no line reaches are found. `evaluations`: the file that keeps what was searched."""

    positions: int | None = 200
    own: bool = False
    engine: bool = True
    evaluations: Path | None = None


def examine(
    library: Library, wish: Examination, analyser: EngineAnalyser, progress: Progress = silent
) -> Iterator[tuple[Visit, list[Finding]]]:
    """Every position of the walk with what was found there; rows that no line reaches come last, after a whole walk.

    `progress` is called for each position with how many were examined. Raises CancelledError: what was found is kept.
    """
    cached = CachedAnalyser(wish.evaluations or Path(":memory:"), analyser.effort, analyser, analyser.nodes)
    reached: set[int] = set()
    examined = 0
    try:
        for visit in doctor.walk(library.moves_at):
            reached.add(visit.key)
            report(progress, examined, wish.positions or 0)
            if wish.own and not _has_own_word(visit):
                continue
            if wish.positions is not None and examined >= wish.positions:
                return
            examined += 1
            yield visit, _found(library, visit, cached if wish.engine else None)
        yield from _unreached(library, reached)
    finally:
        cached.close()


def _has_own_word(visit: Visit) -> bool:
    return any(
        layer is not Layer.SHIPPED and row.flag is not Flag.UNCHECKED
        for _, entry in visit.moves
        for layer, row in entry.rows
    )


def _found(library: Library, visit: Visit, analyse: CachedAnalyser | None) -> list[Finding]:
    if analyse is None:
        return doctor.conflicts(visit)
    leaves = doctor.bad_leaves(visit, library.moves_at, analyse)
    blunders = doctor.blunders(visit, analyse)
    named = {finding.move for finding in blunders}  # one word on a move is enough
    return [*blunders, *(leaf for leaf in leaves if leaf.move not in named), *doctor.conflicts(visit)]


def _unreached(library: Library, reached: set[int]) -> Iterator[tuple[Visit, list[Finding]]]:
    keys = {
        row.key
        for file in (library.user, library.learned)
        if file
        for row in file.all_rows()
        if row.flag is not Flag.UNCHECKED
    }
    lost = doctor.unreachable(keys, reached)
    if lost:
        reason = Reason(Kind.UNREACHED, (len(lost),))
        yield Visit(chess.Board(), 0, (), 0), [Finding(Problem.UNREACHABLE, "", chess.Move.null(), reason)]


def repair(library: Library, findings: Iterable[Finding]) -> int:
    """Writes the proposed flags as one edit of the user's book. Returns how many moves changed. Raises BookError."""
    if library.user is None:
        raise BookError("Your own book could not be opened, so the flags were not written.")
    with journal.edit(library.user, "import", "flags proposed by the doctor") as edit:
        for finding in findings:
            if finding.proposal is None:
                continue
            board = chess.Board(finding.fen)
            key, code = position_key(board), encode(board, finding.move)
            row = edit.row(key, code) or MoveRow(key, code, source="doctor")
            value = finding.value
            if value:
                row = row._replace(evaluation=value.centipawns, depth=value.depth, engine=value.engine)
            edit.put(row._replace(flag=finding.proposal, inherits=0, source="doctor", presence=Presence.IN))
        return edit.changed
