"""Checks the health of a book or repertoire: searches its positions, most likely first, longer than before, stores the
values, backs them up, and turns changed verdicts into lessons.

    for report in findings(HealthJob(open_library), HealthRequest(own=True), context): ...
    undo(library, report)
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Set
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import chess

from books import graph
from books.analysis import Analysis
from books.choice.judging import moves_by_rows
from books.choice.layers import LayeredMove, join
from books.choice.library import Library
from books.entry import LOSING_CP, Layer, PositionRow
from books.key import decode, encode, position_key
from books.learning.evaluations import StoredAnalyser
from books.learning.learn import Learner
from books.learning.mistakes import MISTAKE_CP
from books.learning.verdicts import CERTAIN_NODES, reached_by
from books.progress import Progress
from books.progress import report as tell
from books.repertoire import book_check as doctor
from books.repertoire import check_report as health
from books.repertoire.book_check import BookFinding, BookProblem, Visit
from books.repertoire.check_positions import has_own_word, is_any, is_own, most_positions, own_keys, unreached_rows
from books.repertoire.check_report import CheckReport
from books.repertoire.lines import Spots, grow
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import Repertoire
from books.store.book_file import BookFile
from books.store.connecting import Access
from books.store.database import IN_MEMORY
from engine.game.stopper import Stopper
from engine.ground.codec import Within
from engine.ground.errors import RatsuError
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from engine.play.book.search_ahead import ParallelAnalyser
from engine.play.identity import own_identity

SURVEY = 10  # divides the nodes of a first search; only doubtful moves are searched longer
MOST_SUSPECTED = 20  # positions searched again in one check
_Count = Annotated[int, Within(1, 2**53)]


@dataclass(frozen=True)
class HealthRequest:
    """The request for a check of a repertoire (its name or number), one book (user, learned, shipped, or a file), the positions
    of the user's and the learned books (`own`), or else all books together. With `own`, only moves of these books are judged.
    Findings are proposals and the book is not changed, unless the user confirmed that (`writes`) and there are CERTAIN_NODES
    nodes. Without `engine`, the check finds only conflicts and entries that no line reaches."""

    repertoire: str = ""
    book: str = ""
    own: bool = False
    writes: bool = False
    positions: _Count | None = option(None, "stop after the N likeliest positions", metavar="N")
    minutes: float | None = option(None, "stop after M minutes; the next check continues quickly", metavar="M")
    nodes: _Count = option(
        CERTAIN_NODES, "nodes that prove a mistake; a tenth of it for a first look (default: %(default)s)"
    )
    at_once: _Count = option(1, "search P positions at a time (default: 1)", "--processes", metavar="P")
    evaluations: Path | None = option(None, "file that keeps what was searched (default: all evaluations)")
    engine: bool = option(True, "only conflicts of books, and rows that no line reaches", "--no-engine")


WALKED_AT_ONCE = 500  # positions walked between two looks at finished searches and at the clock


class HealthJob(Job[HealthRequest, CheckReport]):
    """Yields the report after each position. It is saved at every finding, so that a killed check with the same request resumes
    from it."""

    cumulative = True

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library

    def run(self, request: HealthRequest, context: Context) -> Iterator[CheckReport]:
        """:raises RatsuError: there is no such repertoire or book."""
        library = self._open()
        repertoire = _repertoire(library, request.repertoire) if request.repertoire else None
        searching = Stopper()  # closed with the job, which also ends the searches
        with ExitStack() as opened, context.stopper.reaching(searching.stop):
            book = _book(library, request.book, opened) if request.book else None
            run = _HealthCheck(library, request, context.progress, searching, repertoire, book)
            opened.callback(run.close)
            yield from run.go()


def _repertoire(library: Library, name: str) -> Repertoire:
    for found in RepertoireStore(library).all():
        if name.casefold() in (found.name.casefold(), str(found.id)):
            return found
    raise RatsuError("You have no repertoire called %1. ratsu book train --due lists them.", name)


def _book(library: Library, name: str, opened: ExitStack) -> BookFile:
    layers = {"user": library.user, "learned": library.learned, "shipped": library.shipped}
    if name not in layers:
        return opened.enter_context(BookFile(Path(name), Access.READ))
    found = layers[name]
    if found is None:
        raise RatsuError("The book %1 could not be opened.", name)
    return found


class _HealthCheck:
    """One check in progress."""

    def __init__(
        self,
        library: Library,
        request: HealthRequest,
        progress: Progress,
        stopper: Stopper,
        repertoire: Repertoire | None,
        book: BookFile | None,
    ) -> None:
        self._library, self._wish, self._progress = library, request, progress
        self._repertoire, self._book = repertoire, book
        self._folder = library.user.path.parent if library.user is not None else None
        scope = repertoire.name if repertoire else book.path.stem if book else "own" if request.own else "all"
        self._report = health.continued(self._folder, scope, request.nodes)
        self._ends = None if request.minutes is None else time.monotonic() + 60 * request.minutes
        kept = request.evaluations or (data_folder() / EVALUATIONS if self._folder is not None else IN_MEMORY)
        self._quick = ParallelAnalyser(max(1, request.nodes // SURVEY), stopper, request.at_once)
        self._slow = ParallelAnalyser(request.nodes, stopper)
        self._survey = StoredAnalyser(kept, own_identity(), self._quick, self._quick.nodes)
        self._sure = StoredAnalyser(kept, own_identity(), self._slow, self._slow.nodes)
        there = library.learned is not None and library.learned.writable
        self._teaches = request.writes and there and not self._report.proposes
        self._began = time.monotonic()
        self._values: dict[int, Analysis] = {}  # the longest search of each position, by key
        self._best: dict[int, Analysis] = {}  # the longest search over all moves, by key
        self._below: dict[int, list[int]] = {}
        self._seen: dict[int, Visit] = {}  # those searched
        self._reached: set[int] = set()

    def close(self) -> None:
        for part in (self._survey, self._sure, self._quick, self._slow):
            part.close()

    def go(self) -> Iterator[CheckReport]:
        self._report = replace(self._report, positions=0, left_s=0, total=self._total())
        yield self._report
        if self._wish.engine:
            self._look_again()
        whole = yield from self._walk()
        if whole and self._repertoire is None and self._book is None:
            self._found(unreached_rows(self._library, self._reached))
        if self._wish.engine:
            self._back_up()
        self._report = replace(self._report, whole=True, left_s=0)
        self._save()
        yield self._report

    def _look_again(self) -> None:
        """Searches suspected positions again, to confirm or clear them."""
        if not self._teaches:
            return
        learner, never = Learner(self._library), int(time.time())
        lessons = learner.recheck(self._quick, MOST_SUSPECTED, self._far, never, self._report.number)
        self._found(
            [
                BookFinding(BookProblem.SUSPECTED, lesson.fen, move, lesson.reason, lesson=lesson.id)
                for lesson in lessons
                if (move := decode(lesson.board, lesson.move)) is not None
            ]
        )

    def _walk(self) -> Generator[CheckReport, None, bool]:
        """Walks the positions. Returns True at the end of the walk, False if stopped."""
        coming: deque[Visit] = deque()
        visits = self._visits()
        looked_at = 0
        self._began = time.monotonic()
        while True:
            most = self._wish.positions
            more = self._gather(visits, coming, looked_at)
            if not coming and not more:
                return True
            if not coming or (most is not None and looked_at >= most) or self._is_late():
                return False
            tell(self._progress, looked_at, self._report.total)
            looked_at += 1
            self._look(coming.popleft())
            searched, left_s = self._survey.searched + self._sure.searched, self._left_s(looked_at)
            self._report = replace(self._report, positions=looked_at, searched=searched, left_s=left_s)
            yield self._report

    def _gather(self, visits: Iterator[Visit | None], coming: deque[Visit], looked_at: int) -> bool:
        """Fills the queue of coming positions and prefetches their searches. If the next position is far, searches the queued
        ones first. Returns whether there may be more."""
        for visit in visits:
            if visit is not None:
                coming.append(visit)
                if self._wish.engine and self._wish.at_once > 1 and not self._survey.knows(visit.board):
                    self._quick.ahead(visit.board)
            elif coming or self._is_late():
                return True
            else:
                tell(self._progress, looked_at, self._report.total)
            if len(coming) >= 2 * self._wish.at_once:
                return True
        return False

    def _total(self) -> int:
        if self._repertoire is not None:
            found = len(self._spots())
        elif self._book is not None:
            found = self._book.count_positions()
        else:
            found = len(own_keys(self._library)) if self._wish.own else most_positions(self._library)
        return min(found, self._wish.positions or found)

    def _left_s(self, done: int) -> int:
        """The time that is left, in seconds, by the time that the positions took so far."""
        now = time.monotonic()
        left_s = (now - self._began) / done * max(0, self._report.total - done)
        return round(left_s if self._ends is None else max(0.0, min(left_s, self._ends - now)))

    def _spots(self) -> Spots:
        assert self._repertoire is not None
        return grow(self._repertoire, self._library.moves_on, self._library.titles())

    def _is_late(self) -> bool:
        return self._ends is not None and time.monotonic() > self._ends

    def _visits(self) -> Iterator[Visit | None]:
        """The positions to search, with a None now and then while the next one is far."""
        request, library = self._wish, self._library
        if self._repertoire is not None:
            yield from doctor.of_repertoire(self._spots(), library.moves_on)
            return
        ways: list[Callable[[LayeredMove], bool]] = [is_own, is_any] if request.own else [is_any]
        left = own_keys(library) if request.own else set()
        # Searches take longer than look-ups of positions without moves, and own lines are few.
        some = request.engine or request.own or request.positions is not None
        known = None if some else set((self._book or library).keys())
        walked = 0
        for way in ways:  # the own lines first: the shipped book is large
            for visit in doctor.walk(self._moves_on, follow=way, known=known):
                walked += 1
                if walked % WALKED_AT_ONCE == 0:
                    yield None
                new = visit.key not in self._reached
                self._reached.add(visit.key)  # whether or not it is searched
                if new and (not request.own or has_own_word(visit)):
                    yield self._own_part(visit) if request.own else visit
                left.discard(visit.key)
                if request.own and not left:
                    return

    def _own_part(self, visit: Visit) -> Visit:
        """The own moves and replies of a position. Others are only counted, since the user does not play them."""
        own = tuple(pair for pair in visit.moves if is_own(pair[1]))
        self._report = replace(self._report, passed=self._report.passed + len(visit.moves) - len(own))
        return replace(visit, moves=own)

    def _moves_on(self, board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
        book = self._book
        if book is None:
            return self._library.moves_on(board)
        return moves_by_rows(lambda key: join([(Layer.BOOK, book.rows(key))]))(board)

    def _look(self, visit: Visit) -> None:
        if not self._wish.engine:
            self._found(doctor.conflicts(visit))
            return
        self._seen[visit.key] = visit
        if visit.board.is_game_over():
            return
        found = doctor.blunders(visit, self._noted, self._noted_surely)
        leaves = doctor.bad_leaves(visit, self._moves_on, self._noted, self._noted_surely)
        found += self._surely(visit, {leaf.move for leaf in leaves} - {finding.move for finding in found})
        named = {finding.move for finding in found}  # one flag per move is enough
        found += [leaf for leaf in leaves if leaf.move not in named]
        found += doctor.gaps(visit, self._noted)
        self._below[visit.key] = [reached_by(visit.board, move) for move, entry in visit.moves if entry.flag.playable]
        self._found([*found, *(doctor.conflicts(visit) if self._repertoire is None else ())])
        self._store_value(visit)

    def _noted(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        return self._note(board, root_moves, self._survey(board, root_moves, times))

    def _noted_surely(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        return self._note(board, root_moves, self._sure(board, root_moves, times))

    def _note(self, board: chess.Board, root_moves: Sequence[chess.Move], found: Analysis) -> Analysis:
        """Records the value of a position: this one, or the one after the search's only move."""
        if not root_moves:
            key = position_key(board)
            _keep(self._values, key, found)
            _keep(self._best, key, found)
        elif len(root_moves) == 1:
            _keep(self._values, reached_by(board, root_moves[0]), found._replace(centipawns=-found.centipawns))
        return found

    def _found(self, findings: Iterable[BookFinding]) -> None:
        """Saves the findings, and learns from them if the user confirmed that. Those learned in an earlier run are not learned
        again: the user may have undone them."""
        known = list(self._report.findings)
        for finding in findings:
            place = next((place for place, one in enumerate(known) if _same(finding, one)), len(known))
            taught = finding.lesson is None and self._teaches and finding.problem in health.TAUGHT
            if known[place:] and (known[place].lesson is not None or not taught):
                continue
            lesson = health.learn(self._library, self._report.number, finding) if taught else finding.lesson
            known[place : place + 1] = [health.with_choice(self._library, replace(finding, lesson=lesson))]
        if tuple(known) != self._report.findings:
            self._report = replace(self._report, findings=tuple(known))
            self._save()

    def _store_value(self, visit: Visit) -> None:
        value = self._values[visit.key]
        if self._teaches and not self._turns(visit.key, value.centipawns):
            row = health.value_row(visit.key, value, int(time.time()))
            health.store_values(self._library, self._report.number, [row], "value of a position")

    def _turns(self, key: int, centipawns: int) -> bool:
        """Whether a value alone would set or clear the `?` of a move to this position. Only a lesson may do that."""
        known = self._library.position_at(key).worth
        return (centipawns >= -LOSING_CP) != (known is not None and known >= -LOSING_CP)

    def _back_up(self) -> None:
        """Backs values up through the graph. A move that looks bad by these alone is searched at length before it is reported."""
        values = {key: value.centipawns for key, value in self._values.items()}
        exits = {key: self._best[key] for key in self._below if self._leads_out(self._seen[key])}
        backed = graph.back_up(self._below, values, {key: value.centipawns for key, value in exits.items()})
        rows = []
        for key in self._below:
            visit = self._seen[key]
            self._found(self._turned(visit, backed))
            if key not in backed or self._turns(key, backed[key]):
                continue
            out = exits.get(key)
            way = (encode(visit.board, out.move), out.centipawns) if out is not None else (None, None)
            rows.append(PositionRow(key, backed=backed[key], exit_move=way[0], exit_value=way[1]))
        if self._teaches:
            health.store_values(self._library, self._report.number, rows, "values backed up")

    def _leads_out(self, visit: Visit) -> bool:
        return self._best[visit.key].move not in [move for move, _ in visit.moves]

    def _turned(self, visit: Visit, backed: dict[int, int]) -> list[BookFinding]:
        """The playable moves that look like mistakes by backed-up values, and are confirmed."""
        if visit.key not in backed:
            return []
        reached = {
            move: backed.get(reached_by(visit.board, move)) for move, entry in visit.moves if entry.flag.playable
        }
        worst = backed[visit.key] - MISTAKE_CP
        return self._surely(visit, {move for move, value in reached.items() if value is not None and -value <= worst})

    def _surely(self, visit: Visit, doubted: Set[chess.Move]) -> list[BookFinding]:
        """The results of long searches of some moves of a position."""
        moves = tuple(pair for pair in visit.moves if pair[0] in doubted)
        return doctor.blunders(replace(visit, moves=moves), self._noted_surely) if moves else []

    def _far(self, _done: int, _total: int) -> bool:
        return self._progress(0, self._report.total)

    def _save(self) -> None:
        if self._folder is not None:
            self._report.save(self._folder)


def _keep(known: dict[int, Analysis], key: int, value: Analysis) -> None:
    """Stores the longer of two searches of a position."""
    if key not in known or value.nodes > known[key].nodes:
        known[key] = value


def _same(one: BookFinding, other: BookFinding) -> bool:
    return (one.problem, one.fen, one.move) == (other.problem, other.fen, other.move)


def confirmed(report: CheckReport) -> HealthRequest:
    """Returns the request that writes what a check of the window's kinds found; its searches are remembered."""
    own, name = report.scope == "own", "" if report.scope in ("own", "all") else report.scope
    return HealthRequest(name, own=own, writes=True, positions=report.positions or None, nodes=report.nodes)


JOB = HealthJob
