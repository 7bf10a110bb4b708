"""A check of the book: what it finds, teaches and keeps; taking it back; a check that was killed."""

import json
from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag, MoveRow, PositionRow, PositionVerdict
from books.key import encode, position_key
from books.learning import lessons
from books.learning.lessons import BookStanding, NewLesson
from books.repertoire import book_check as doctor
from books.repertoire import check_report as health
from books.repertoire.book_check import BookProblem
from books.repertoire.check_report import CheckReport
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import Repertoire
from books.store.database import IN_MEMORY
from engine.game.reason import text_reason
from engine.game.reason_words import english
from engine.jobs.health import HealthJob, HealthRequest, confirmed
from engine.jobs.job import Context, findings
from tests.books.helpers import TableAnalyser, after, line, white_values

NODES = 20_000
HUNG = "1.e4 e5 2.Ba6"  # a bishop for nothing


@pytest.fixture(autouse=True)
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many nodes count as a full check here: the machine may be busy."""
    monkeypatch.setattr(health, "CERTAIN_NODES", NODES)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line("1.e4 e5 2.Nf3 Nc6 3.Bb5"))
    opened.add_line(chess.Board(), line(HUNG))
    yield opened
    opened.close()


def check(
    library: Library, request: HealthRequest | None = None, context: Context | None = None
) -> Generator[CheckReport]:
    yield from findings(
        HealthJob(lambda: library), request or HealthRequest(nodes=NODES, writes=True), context or Context()
    )


def checked(library: Library, request: HealthRequest | None = None) -> CheckReport:
    return list(check(library, request))[-1]


def flags(library: Library, text: str) -> dict[str, Flag]:
    return {move.uci(): entry.flag for move, entry in library.moves_on(after(text))}


def content(library: Library) -> list[object]:
    assert library.learned is not None
    return [*library.learned.all_rows(), *library.learned.all_positions()]


def test_a_move_that_loses_is_learned_told_and_taken_back(library: Library, tmp_path: Path) -> None:
    before = content(library)
    report = checked(library)
    found = {finding.move.uci(): finding for finding in report.findings if finding.problem is BookProblem.BLUNDER}
    assert report.whole
    assert flags(library, "1.e4 e5")["f1a6"] is Flag.BAD
    assert flags(library, "1.e4 e5")["g1f3"].playable
    assert health.last_report(tmp_path) == report
    assert library.learned is not None
    lesson = lessons.log(library.learned, report.number)[0]
    assert lesson.id == found["f1a6"].lesson
    assert lesson.probability_after == 0 < lesson.probability_before
    assert english(lesson.reason).startswith("check of 2")
    health.undo(library, report, [report.findings.index(found["f1a6"])])
    assert flags(library, "1.e4 e5")["f1a6"] is Flag.NORMAL
    assert health.undone(library, report) == {lesson.id}
    assert content(library) != before  # the values of the other positions stay
    health.undo(library, report)
    assert content(library) == before


def test_fewer_nodes_than_the_full_ones_only_propose(library: Library, tmp_path: Path) -> None:
    before = content(library)
    report = checked(library, HealthRequest(nodes=NODES - 1, writes=True))
    found = {finding.move.uci(): finding for finding in report.findings if finding.problem is BookProblem.BLUNDER}
    assert (found["f1a6"].proposal, found["f1a6"].lesson) == (Flag.BAD, None)
    assert report.proposes and not [finding for finding in report.findings if finding.lesson is not None]
    assert content(library) == before and flags(library, "1.e4 e5")["f1a6"] is Flag.NORMAL
    assert health.last_report(tmp_path) == report
    again = checked(library)  # what was only proposed is learned by a full check
    assert not again.proposes and flags(library, "1.e4 e5")["f1a6"] is Flag.BAD


def test_nothing_is_written_before_the_user_confirms_it(library: Library, tmp_path: Path) -> None:
    before = content(library)
    context = Context()
    reports = list(check(library, HealthRequest(own=True, nodes=NODES), context))
    assert (reports[0].positions, reports[0].total) == (0, 5)  # said before the first search
    assert context.far == (4, 5)
    assert any(report.left_s or report.positions == report.total for report in reports[1:])
    found = reports[-1]
    assert content(library) == before and not found.proposes and found.learnable == 1
    written = checked(library, confirmed(found))
    assert written.searched == 0  # every search was remembered
    assert flags(library, "1.e4 e5")["f1a6"] is Flag.BAD
    assert (written.learnable, written.learned) == (0, 1)
    health.undo(library, written)
    assert content(library) == before


def test_a_check_of_the_own_books_judges_own_moves_and_counts_the_rest(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")
    library.add_line(chess.Board(), line(HUNG))
    report = checked(library, HealthRequest(own=True, nodes=2_000))
    moves = {finding.move.uci() for finding in report.findings if finding.fen == chess.STARTING_FEN}
    assert moves <= {"e2e4"} and "f1a6" in {finding.move.uci() for finding in report.findings}
    assert report.passed > 20
    assert health.last_report(tmp_path) == report
    library.close()


def test_own_positions_are_looked_at_before_the_whole_shipped_book_is_walked(tmp_path: Path) -> None:
    """No line reaches one of them: the walk would go on to the end of the book."""
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")
    for way, move in (("1.e4 e5 2.Nf3", "b8c6"), ("1.h3 h6 2.a3 h5 3.Ra2", "h5h4")):
        library.set_flag(after(way), chess.Move.from_uci(move), Flag.BAD)
    report = checked(library, HealthRequest(own=True, engine=False, minutes=0.1))
    assert report.positions == 1
    library.close()


def test_a_flag_that_the_user_chose_is_only_proposed_to_be_changed(library: Library) -> None:
    library.set_flag(after("1.e4 e5"), chess.Move.from_uci("f1a6"), Flag.STRONG)
    report = checked(library)
    found = next(finding for finding in report.findings if finding.move.uci() == "f1a6")
    assert (found.problem, found.proposal, found.lesson) == (BookProblem.BLUNDER, Flag.BAD, None)
    assert found.chosen and report.learnable == 0
    assert flags(library, "1.e4 e5")["f1a6"] is Flag.STRONG


def test_a_value_alone_changes_no_flag(library: Library) -> None:
    library.set_flag(after("1.e4 e5"), chess.Move.from_uci("f1a6"), Flag.NORMAL)  # stays, though it loses a piece
    before = {key: library.chances_at(key) for key in (position_key(after("1.e4")), position_key(after("1.e4 e5")))}
    report = checked(library)
    assert not [finding for finding in report.findings if finding.lesson]
    assert {key: library.chances_at(key) for key in before} == before
    assert library.position_at(position_key(after("1.e4 e5"))).nodes


def test_a_killed_check_continues_with_its_report_and_its_searches(library: Library, tmp_path: Path) -> None:
    whole = check(library)
    for report in whole:
        if report.findings:
            break
    whole.close()  # as a kill: nothing more is written
    kept = health.last_report(tmp_path)
    assert kept is not None
    assert not kept.whole
    assert [finding.lesson for finding in kept.findings] == [finding.lesson for finding in report.findings]
    health.undo(library, kept)
    again = checked(library)
    assert flags(library, "1.e4 e5")["f1a6"] is Flag.NORMAL  # what the user took back is not learned again
    assert again.started == kept.started
    assert again.findings[: len(kept.findings)] == kept.findings
    assert checked(library).searched == 0  # a third one finds every search made


def test_a_report_that_proposes_a_flag_for_no_position_is_not_read(library: Library, tmp_path: Path) -> None:
    library.set_flag(after("1.e4 e5"), chess.Move.from_uci("f1a6"), Flag.STRONG)
    checked(library)
    (path,) = (tmp_path / health.FOLDER).glob("*.json")
    told = json.loads(path.read_text("utf-8"))
    proposing = next(row for row in told["findings"] if row["proposal"] is not None)
    proposing["fen"] = ""
    path.write_text(json.dumps(told), "utf-8")
    assert health.last_report(tmp_path) is None


def test_a_stopped_check_keeps_what_it_found(library: Library, tmp_path: Path) -> None:
    seen = []

    def progress(done: int, _total: int) -> None:
        seen.append(done)
        if done == 3:
            context.stopper.stop()

    context = Context(shown=progress)
    list(check(library, context=context))
    assert seen[-1] == 3
    assert library.position_at(position_key(chess.Board())).value is not None


def test_a_repertoire_is_asked_for_its_own_moves_and_its_gaps(library: Library) -> None:
    library.add_line(chess.Board(), line("1.e4 c5"))
    RepertoireStore(library).save(Repertoire(0, "mine", True))
    found = checked(library, HealthRequest("mine", nodes=NODES, writes=True)).findings
    gaps = [english(finding.reason) for finding in found if finding.problem is BookProblem.GAP]
    assert [text.partition(";")[0] for text in gaps] == ["1...c5 has no answer, met in 50% of the games"]
    assert {finding.move.uci() for finding in found if finding.lesson} == {"f1a6"}


def test_a_strong_move_that_is_surpassed_becomes_normal(library: Library) -> None:
    board = chess.Board()
    library.add_line(board, line("1.a4"))
    assert library.learned is not None
    rows = [MoveRow(position_key(board), encode(board, move), Flag.STRONG) for move in line("1.a4")]
    library.learned.put_rows(rows)
    findings = doctor.blunders(next(doctor.walk(library.moves_on)), TableAnalyser(white_values("1.e4", value=40)))
    assert [(finding.problem, finding.move.uci(), finding.proposal) for finding in findings] == [
        (BookProblem.SURPASSED, "a2a4", Flag.NORMAL)
    ]
    assert health.learn(library, -1, findings[0])
    assert flags(library, "")["a2a4"] is Flag.NORMAL


def test_suspected_positions_are_looked_at_again_as_a_part_of_the_check(library: Library) -> None:
    board, move = after("1.e4 e5"), chess.Move.from_uci("g1f3")
    key = position_key(after("1.e4 e5 2.Nf3"))
    assert library.learned is not None
    suspected = PositionRow(key, verdict=PositionVerdict.SUSPECTED, lost=1, game=7)
    lesson = NewLesson(7, board, move, (), (suspected,), text_reason("lost"), lambda: BookStanding(None, 0.0))
    lessons.write(library.learned, lesson)
    assert flags(library, "1.e4 e5")["g1f3"] is Flag.BAD
    report = checked(library)
    found = [finding for finding in report.findings if finding.problem is BookProblem.SUSPECTED]
    assert [finding.move for finding in found] == [move]
    assert flags(library, "1.e4 e5")["g1f3"].playable
    health.undo(library, report)
    assert flags(library, "1.e4 e5")["g1f3"] is Flag.BAD


def test_two_searches_at_a_time_find_the_same_and_leave_no_file(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    alone = checked(library)
    health.undo(library, alone)
    both = checked(library, HealthRequest(nodes=NODES, at_once=2, evaluations=IN_MEMORY))
    assert [replace(finding, lesson=None) for finding in both.findings] == [
        replace(finding, lesson=None) for finding in alone.findings
    ]
    assert not list(here.iterdir())


def test_a_damaged_report_is_passed_over(library: Library, tmp_path: Path) -> None:
    report = checked(library, HealthRequest(nodes=NODES, positions=1))
    path = next((tmp_path / health.FOLDER).glob("*.json"))
    values = json.loads(path.read_text())
    (tmp_path / health.FOLDER / "9999.json").write_text(json.dumps(values | {"nodes": "many"}))
    assert health.last_report(tmp_path) == report


def test_a_check_of_the_own_lines_goes_along_them_and_not_through_the_shipped_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")
    library.add_line(chess.Board(), line("1.e4 e5 2.Qh5 Nc6 3.Bc4"))  # few people play this
    walk, reached = doctor.walk, []

    def counted(*arguments: object, **wishes: object) -> Iterator[doctor.Visit]:
        for visit in walk(*arguments, **wishes):  # type: ignore[arg-type]
            reached.append(visit.board.fen())
            assert len(reached) < 100, "the shipped book has hundreds of thousands of positions"
            yield visit

    monkeypatch.setattr(doctor, "walk", counted)
    report = checked(library, HealthRequest(own=True, engine=False, nodes=NODES))
    library.close()
    assert report.whole
    assert report.positions == 5
    assert not [finding for finding in report.findings if finding.problem is BookProblem.UNREACHABLE]
