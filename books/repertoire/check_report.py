"""The changes and the report of a book check.

A change is a lesson in the learned book: it can be rejected alone, or with all others of the check. Lessons of a check
have no game: their number is minus the start of the check in seconds since 1970.
"""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated

import chess

from books.analysis import WORDS, Analysis
from books.choice.choose import ChoiceSettings
from books.choice.judging import entry_of
from books.choice.layers import FULL_WEIGHT, LayeredMove
from books.choice.library import Library
from books.entry import Flag, Layer, MoveRow, PositionRow, Presence
from books.errors import BookDiskError, BookError
from books.key import encode, position_key
from books.learning import lessons
from books.learning.lessons import BookStanding, LessonState, NewLesson
from books.learning.verdicts import CERTAIN_NODES, reached_by
from books.repertoire.book_check import BookFinding, BookProblem
from books.store import journal
from books.store.book_file import BookFile
from engine.game.reason import Reason, ReasonKind
from engine.ground.codec import Within, as_json, of_json
from engine.ground.files import read_file, write_atomically
from engine.ground.json_text import parse
from engine.ground.values import dataclass
from engine.ground.write_targets import unwritten

FOLDER = "checks"  # beside the books
SOURCE = "check"  # source of a flag that a check changed
_MOST_BYTES = 20_000_000
_LATEST = 253_402_300_000  # seconds since 1970; the file name has a year of four digits
_Count = Annotated[int, Within(0, 2**62)]
TAUGHT = frozenset((BookProblem.BLUNDER, BookProblem.SURPASSED, BookProblem.UNDERRATED))
"""Problems that change a flag the user did not set. The others are only reported."""

_CHOSEN = frozenset((Layer.USER, Layer.BOOK))


@dataclass(frozen=True)
class CheckReport:
    """A check of the book. `started`: seconds since 1970, which also identifies it; `scope`: what was checked; `nodes`:
    nodes of the deciding searches. `positions`: number visited, `searched`: number of these searched in this run;
    `passed`: moves of other books there that were not judged. `whole`: the check was completed. `total`: the number of
    positions to look at; `left_s`: about how long that takes, in seconds."""

    started: Annotated[int, Within(0, _LATEST)]
    scope: Annotated[str, WORDS]
    nodes: _Count
    positions: _Count = 0
    searched: _Count = 0
    whole: bool = False
    findings: tuple[BookFinding, ...] = ()
    passed: _Count = 0
    total: _Count = 0
    left_s: _Count = 0

    @property
    def learnable(self) -> int:
        """The number of its findings that a confirmed check would learn."""
        wrong = (one for one in self.findings if one.open and not one.chosen)
        return 0 if self.proposes else sum(one.problem in TAUGHT for one in wrong)

    @property
    def proposes(self) -> bool:
        """Whether its searches were too short to change anything: its findings are proposals."""
        return self.nodes < CERTAIN_NODES

    @property
    def learned(self) -> int:
        """The number of its changes that were not undone."""
        return sum(one.lesson is not None and not one.undone for one in self.findings)

    @property
    def number(self) -> int:
        """The number of its lessons, in place of a game."""
        return -self.started

    def save(self, folder: Path) -> None:
        """Writes the dated report into the folder of checks. :raises BookDiskError: it cannot be written."""
        place = folder / FOLDER
        path = place / f"{time.strftime('%Y-%m-%d-%H%M%S', time.localtime(self.started))}.json"
        values = as_json(self)
        for finding in values["findings"]:
            del finding["undone"], finding["repaired"]
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(path, json.dumps(values, indent=1).encode(), private=True)
        except OSError as error:
            raise BookDiskError(unwritten(path, error)) from error


def last_report(folder: Path) -> CheckReport | None:
    """Returns the latest readable report, or None."""
    for path in sorted((folder / FOLDER).glob("*.json"), reverse=True):
        try:
            report = of_json(CheckReport, parse(read_file(path, _MOST_BYTES).decode(), _MOST_BYTES))
            if all(map(_is_legal, report.findings)):
                return report
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return None


def _is_legal(finding: BookFinding) -> bool:
    """Whether its move is legal; without a position no flag may be proposed. :raises ValueError: the FEN is invalid."""
    if not finding.fen:
        return finding.proposal is None
    return chess.Board(finding.fen, chess960=False).is_legal(finding.move)


def continued(folder: Path | None, scope: str, nodes: int) -> CheckReport:
    """Returns the report of an interrupted check of the same kind, otherwise a new one."""
    last = last_report(folder) if folder is not None else None
    if last is not None and not last.whole and (last.scope, last.nodes) == (scope, nodes):
        return replace(last, passed=0)
    earliest = last.started + 1 if last is not None else 0
    return CheckReport(max(int(time.time()), earliest), scope, nodes)


def is_chosen(entry: LayeredMove) -> bool:
    """Whether the user chose the flag: a check then proposes another without changing it."""
    return entry.decision.layer in _CHOSEN and not entry.decision.row.inherits


def with_choice(library: Library, finding: BookFinding) -> BookFinding:
    """Returns the finding, marked if the user chose the flag or locked the move."""
    board = chess.Board(finding.fen, chess960=False) if finding.fen else None
    entry = entry_of(library, board, finding.move) if board is not None else None
    return replace(finding, chosen=entry is not None and (is_chosen(entry) or entry.locked))


def learn(library: Library, number: int, finding: BookFinding, settings: ChoiceSettings | None = None) -> int | None:
    """Sets the flag that the check found, as a lesson of the learned book with the move's value and the better move.
    Returns the lesson's number; None if nothing changes or the user chose the flag.
    :raises BookError: the book cannot be written."""
    board, move = chess.Board(finding.fen, chess960=False), finding.move
    entry = entry_of(library, board, move)
    if finding.proposal is None or finding.value is None or entry is None or is_chosen(entry) or entry.locked:
        return None
    book, now = learned(library), int(time.time())
    better = finding.best.move if finding.best is not None and finding.best.move != move else None
    key = position_key(board)
    known = book.row(key, encode(board, move)) or MoveRow(key, encode(board, move), presence=Presence.SEEN)
    row = known._replace(flag=finding.proposal, source=SOURCE, evaluated=now)
    row = row._replace(better=encode(board, better) if better and not finding.proposal.playable else None)
    if finding.proposal.playable:
        row = row._replace(presence=Presence.IN, weight=row.weight or FULL_WEIGHT)
    rows, positions = [row], [value_row(reached_by(board, move), finding.value, now, after=True)]
    if better and finding.best and not finding.proposal.playable and entry_of(library, board, better) is None:
        added = book.row(key, encode(board, better)) or MoveRow(key, encode(board, better))
        rows.append(added._replace(flag=Flag.NORMAL, weight=FULL_WEIGHT, source=SOURCE, presence=Presence.IN))
        positions.append(value_row(reached_by(board, better), finding.best, now, after=True))

    def standing() -> BookStanding:
        found = entry_of(library, board, move)
        return BookStanding(found.flag if found else None, library.probability(board, move, settings))

    reason = Reason(ReasonKind.AFTER_CHECK, (date(*time.localtime(-number)[:3]), finding.reason))
    told = NewLesson(number, board, move, tuple(rows), tuple(positions), reason, standing)
    return lessons.write(book, told)


def value_row(key: int, value: Analysis, now: int, after: bool = False) -> PositionRow:
    """Returns the row of a position with its search result; `after`: the value is of the move that reached it."""
    centipawns = -value.centipawns if after else value.centipawns
    return PositionRow(key, value=centipawns, depth=value.depth, nodes=value.nodes, engine=value.engine, evaluated=now)


def store_values(library: Library, number: int, rows: Iterable[PositionRow], label: str) -> int:
    """Stores values that come from longer searches than those in the learned book, or are backed up from such. Returns
    how many. They are one edit, undone with the check."""
    with journal.edit(learned(library), "learning", label, number) as edit:
        for row in rows:
            old = edit.position(row.key)
            if row.backed is not None:
                new = old._replace(backed=row.backed, exit_move=row.exit_move, exit_value=row.exit_value)
            elif (row.nodes or 0) > (old.nodes or 0):
                new = old.judged(row._replace(verdict=old.verdict, lost=old.lost, game=old.game))
            else:
                continue
            edit.put_position(new)
        return edit.changed


def repair(library: Library, findings: Iterable[BookFinding]) -> int:
    """Writes the proposed flags as one edit of the user's book. Returns the number of changed moves.
    :raises BookError: the book cannot be written."""
    if library.user is None:
        raise BookError("Your own book could not be opened, so the flags were not written.")
    with journal.edit(library.user, "import", "flags proposed by the doctor") as edit:
        for finding in findings:
            if finding.proposal is None:
                continue
            board = chess.Board(finding.fen, chess960=False)
            key, code = position_key(board), encode(board, finding.move)
            row = edit.row(key, code) or MoveRow(key, code, source="doctor")
            value = finding.value
            if value:
                row = row._replace(evaluation=value.centipawns, depth=value.depth, engine=value.engine)
            edit.put(row._replace(flag=finding.proposal, inherits=0, source="doctor", presence=Presence.IN))
        return edit.changed


def undo(library: Library, report: CheckReport, chosen: Sequence[int] = ()) -> int:
    """Undoes the lessons of the `chosen` findings, or the whole check with every value it stored. Returns the number of
    edits.
    :raises BookError: the book cannot be written."""
    book = learned(library)
    if not chosen:
        return lessons.undo_game(book, report.number)
    wanted = {report.findings[place].lesson for place in chosen if place < len(report.findings)}
    found = [lesson for lesson in lessons.log(book, report.number) if lesson.id in wanted]
    standing = [lesson for lesson in found if lesson.state is not LessonState.REJECTED]
    lessons.reject(book, standing)
    return len(standing)


def undone(library: Library, report: CheckReport) -> frozenset[int]:
    """Returns the lessons of a check that were undone."""
    if library.learned is None:
        return frozenset()
    found = lessons.log(library.learned, report.number)
    return frozenset(lesson.id for lesson in found if lesson.state is LessonState.REJECTED)


def learned(library: Library) -> BookFile:
    """Returns the learned book. :raises BookError: it cannot be written."""
    if library.learned is None or not library.learned.writable:
        raise BookError("The learned book cannot be written, so a check cannot save its findings.")
    return library.learned
