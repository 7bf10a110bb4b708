"""A game is learned once, and a result bars nothing without evidence: whatever a file of games says of how they ended."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag
from books.key import encode, position_key
from books.learning import lessons
from books.learning.evidence import LOST_CP, result_counts
from books.learning.evidence_weight import LEAST_DEPTH, LEAST_NODES, too_weak, trust
from books.learning.learn import Learner
from books.learning.lessons import LessonState
from books.learning.played import GameSource, LearnedGame, plies
from books.store import journal
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.commands import book as command
from engine.game.reason_words import english
from tests.books.helpers import TRAP, TRAP_BOOK, TableAnalyser, after, line, white_values
from tests.books.store.test_upgrade import run

RUY = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7"
START = chess.Board()
HOW = ("time forfeit", "abandoned", "adjudication", "illegal move", "unterminated", "normal", "rules infraction")
LEVEL = TableAnalyser({position_key(after(RUY)): 40})
LOST = TableAnalyser({position_key(after(RUY)): -90})


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A fresh home, with the shipped book."""
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")
    yield opened
    opened.close()


def chances(library: Library, *lines: str) -> list[dict[str, float]]:
    return [{entry.san: entry.probability for entry in library.look_up(after(text))} for text in lines]


def game(number: int = 1, termination: str = "abandoned", text: str = RUY, **values: object) -> LearnedGame:
    moves = tuple(move.uci() for move in line(text))
    date = f"2026.02.{number:02}"
    return LearnedGame(moves, True, "0-1", termination, 5, date=date, own="Ratsu", opponent="Rival", **values)  # type: ignore[arg-type]


def write(path: Path, count: int, termination: str, moves: str = RUY) -> Path:
    path.write_text(
        "".join(
            f'[Event "Arena"]\n[Date "2026.02.{number:02}"]\n[White "Ratsu"]\n[Black "Rival"]\n[Result "0-1"]\n'
            f'[Termination "{termination}"]\n\n{moves} 0-1\n\n'
            for number in range(1, count + 1)
        )
    )
    return path


ALONG = ("", "1.e4 e5", "1.e4 e5 2.Nf3 Nc6")


@pytest.mark.parametrize("termination", HOW)
def test_a_loss_that_the_last_position_contradicts_bars_nothing(library: Library, termination: str) -> None:
    before = chances(library, *ALONG)
    learner = Learner(library)
    recorded = learner.record_all([game(number, termination) for number in range(1, 9)])
    assert chances(library, *ALONG) == before  # nor before the analysis
    assert learner.analyse_pending(LEVEL) == []
    assert chances(library, *ALONG) == before
    assert [number for number, _, _ in learner.unproven(recorded.new)] == list(recorded.new)
    assert learner.pending() == []


@pytest.mark.parametrize("termination", HOW)
def test_a_loss_that_the_last_position_confirms_bars_the_last_book_move(library: Library, termination: str) -> None:
    learner = Learner(library)
    number = learner.record(game(1, termination))
    board = after("1.e4 e5 2.Nf3 Nc6")
    assert next(entry for entry in library.look_up(board) if entry.san == "Bb5").flag is not Flag.BAD
    found = learner.analyse(number, LOST)
    assert found
    assert learner.unproven([number]) == []
    row = learner.book.row(position_key(START), encode(START, chess.Move.from_uci("e2e4")))
    assert row is not None
    assert row.losses == 1
    lessons.undo_game(learner.book, number)
    assert list(learner.book.all_rows()) == []


def test_minus_eighty_is_evidence_and_less_is_not(library: Library) -> None:
    learner = Learner(library)
    numbers = learner.record_all([game(1), game(2)]).numbers
    learner.analyse(numbers[0], TableAnalyser({position_key(after(RUY)): -79}))
    learner.analyse(numbers[1], TableAnalyser({position_key(after(RUY)): -80}))
    assert [number for number, _, _ in learner.unproven(numbers)] == [numbers[0]]


def test_a_mate_on_the_board_and_the_engines_own_word_are_evidence_at_once(library: Library) -> None:
    library.add_line(START, line(TRAP_BOOK))
    learner = Learner(library)
    learner.record(game(1, "abandoned", TRAP))
    board = after("1.e4 e5 2.Nf3 Nc6")
    assert "was lost with it" in english(next(entry for entry in library.look_up(board) if entry.san == "Bc4").reason)
    learner.record(game(2, "normal", evaluations=(None, None, None, -200, -310)))
    assert "was lost with it" in english(next(entry for entry in library.look_up(board) if entry.san == "Bb5").reason)


def test_an_interrupted_settlement_counts_the_result_once(library: Library) -> None:
    learner = Learner(library)
    number = learner.record(game())
    learner.analyse(number, LOST)
    rows = list(learner.book.all_rows())
    assert learner.analyse(number, LOST) == []
    assert list(learner.book.all_rows()) == rows


def test_the_books_end_is_read_before_the_batch_is_learned(library: Library) -> None:
    """Eight losses that prove themselves: each has the book end that it had when the file was opened."""
    learner = Learner(library)
    at = [game(number, "normal", evaluations=(None, None, None, -200, -310)) for number in range(1, 9)]
    learner.record_all(at)
    stored = {tuple(row) for row in learner.book.query("SELECT book_plies, branches FROM games")}
    assert len(stored) == 1
    assert next(entry for entry in library.look_up(START) if entry.san == "e4").probability > 0


def test_the_same_file_learned_three_times_counts_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "eight.pgn", 8, "abandoned")
    folder = tmp_path / "home"
    states = []
    for _ in range(3):
        assert run(command, "learn", str(path), str(path), "--folder", str(folder), "--nodes", "300") == 0
        with BookFile(folder / "learned.ratsubook", Access.READ) as book:
            states.append((list(book.all_rows()), book.query("SELECT count(*) FROM games")))
    assert states[0][1] == [(8,)]
    assert states[0] == states[1] == states[2]
    told = capsys.readouterr().out.splitlines()
    assert "8 of 16 games learned before: skipped (1, 2, 3, 4, 5, 6, 7, 8)" in told
    assert "16 of 16 games learned before: skipped (1, 2, 3, 4, 5, 6, 7, 8)" in told
    assert any("its last position is" in text and "the result bars nothing" in text for text in told)


def test_eight_abandoned_games_leave_the_book_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = write(tmp_path / "eight.pgn", 8, "abandoned"), tmp_path / "home"
    run(command, "show", "--folder", str(folder), "--json")
    before = json.loads(capsys.readouterr().out)["moves"]
    run(command, "learn", str(path), "--folder", str(folder), "--nodes", "2000")
    capsys.readouterr()
    run(command, "show", "--folder", str(folder), "--json")
    after_ = json.loads(capsys.readouterr().out)["moves"]
    assert [(move["san"], move["probability"]) for move in after_] == [
        (move["san"], move["probability"]) for move in before
    ]


def root(library: Library) -> dict[str, float]:
    return {entry.san: 100 * entry.probability for entry in library.look_up(START)}


def moved(library: Library, before: dict[str, float]) -> float:
    """By how many points the percentages at the root have moved, at most."""
    now = root(library)
    return max(abs(now[san] - was) for san, was in before.items())


def test_thirty_gifts_move_the_root_by_less_than_three_points(library: Library) -> None:
    """Opponents who hang a piece, give up at once or lose on time say nothing of the opening."""
    before, learner = root(library), Learner(library)
    given = (
        {"evaluations": (*[None] * 3, 30, 870)},
        {"evaluations": (*[None] * 3, 640, 870)},
        {"source": GameSource.IMPORTED},
    )
    for number in range(1, 31):
        how = ("normal", "abandoned", "time forfeit")[number % 3]
        learner.record(replace(game(number, how, **given[number // 3 % 3]), result="1-0"))
    assert learner.analyse_pending(LEVEL) == []
    assert moved(library, before) < 3


def test_thirty_games_of_a_level_move_the_root_by_less_than_three_points(library: Library) -> None:
    """They go into the memory of the level; where they come from a file, they are hardly believed."""
    before, bad = root(library), (None, None, None, -200, -310)
    for number in range(1, 31):
        lost = game(number, "normal", level=600, evaluations=bad)
        Learner(library.at_level(lost.level)).record(lost)
    assert moved(library, before) == 0
    level = library.at_level(600)
    assert level.learned is not None and level.learned is not library.learned
    assert level.learned.query("SELECT count(*) FROM games") == [(30,)]
    assert library.at_level(None) is library
    assert library.at_level(640) is level


def test_a_game_is_believed_by_its_source_level_and_time() -> None:
    full = game(1, "normal")
    assert trust(full) == 1
    less = (
        _other(full, source=GameSource.IMPORTED),
        _other(full, level=1200),
        _other(full, time_left_s=0.5),
    )
    assert all(0 < trust(one) < 1 for one in less)
    assert trust(_other(less[0], level=600, time_left_s=1.0)) < min(map(trust, less))


@pytest.mark.parametrize(
    ("values", "weak"),
    [
        ({}, False),
        ({"nodes": 2_000}, True),
        ({"nodes": LEAST_NODES}, False),
        ({"nodes": 2_000, "level": 1200}, False),
        ({"depth": 3}, True),
        ({"depth": LEAST_DEPTH}, False),
    ],
)
def test_short_searches_say_nothing_of_full_strength(values: dict[str, int], weak: bool) -> None:
    assert too_weak(_other(game(1, "normal"), **values)) is weak


def test_names_dates_and_results_make_other_games(library: Library) -> None:
    learner = Learner(library)
    one = game()
    others = [
        _other(one, opponent="Another"),
        _other(one, date="2026.03.01"),
        _other(one, result="1/2-1/2"),
        _other(one, moves=one.moves[:-1]),
    ]
    assert learner.record_all([one, *others]).known == ()
    assert learner.record_all([_other(one, own="RATSU "), *others]).known == (1, 2, 3, 4, 5)


def _other(one: LearnedGame, **values: object) -> LearnedGame:
    return replace(one, **values)  # type: ignore[arg-type]


def test_a_game_that_was_taken_back_may_be_learned_again(library: Library) -> None:
    learner = Learner(library)
    first = learner.record(game())
    lessons.undo_game(learner.book, first)
    second = learner.record(game())
    assert second != first
    assert learner.record_all([game()]).known == (second,)


def test_a_rejected_lesson_frees_its_game_and_an_accepted_one_holds_it(library: Library) -> None:
    library.add_line(START, line(TRAP_BOOK))
    learner = Learner(library)
    known = TableAnalyser(white_values(TRAP_BOOK + " Nd4", TRAP.removeprefix(TRAP_BOOK + " Nd4 ")))
    first = learner.record(game(1, "normal", TRAP))
    found = learner.analyse(first, known)
    lessons.accept(learner.book, found)
    assert learner.record_all([game(1, "normal", TRAP)]).known == (first,)
    rows = list(learner.book.all_rows())
    lessons.reject(learner.book, found[:1])
    second = learner.record(game(1, "normal", TRAP))
    assert second != first
    learner.analyse(second, known)
    again = [row._replace(evaluated=0, last_played=0, source="") for row in learner.book.all_rows()]
    assert again == [row._replace(evaluated=0, last_played=0, source="") for row in rows]  # counted once


def test_a_lesson_that_undo_took_back_is_told_as_rejected_and_frees_its_game(library: Library) -> None:
    library.add_line(START, line(TRAP_BOOK))
    learner = Learner(library)
    first = learner.record(game(1, "normal", TRAP))
    learner.analyse(first, TableAnalyser(white_values(TRAP_BOOK + " Nd4", TRAP.removeprefix(TRAP_BOOK + " Nd4 "))))
    journal.undo(learner.book)
    assert LessonState.REJECTED in {lesson.state for lesson in lessons.log(learner.book, first)}
    assert learner.record_all([game(1, "normal", TRAP)]).known == ()


def test_a_learned_flag_names_its_game_and_day(library: Library) -> None:
    library.add_line(START, line(TRAP_BOOK))
    learner = Learner(library)
    number = learner.record(game(1, "normal", TRAP))
    learner.analyse(number, TableAnalyser(white_values(TRAP_BOOK + " Nd4", TRAP.removeprefix(TRAP_BOOK + " Nd4 "))))
    entry = next(entry for entry in library.look_up(after(TRAP_BOOK + " Nd4")) if entry.san == "Nxe5")
    assert english(entry.reason).startswith(f"learned (game {number}, 20")
    assert english(entry.reason).endswith("as losing: -3.00 at depth 20; suspected, avoided until a deeper look")


@pytest.mark.parametrize(
    ("last", "counts"), [(LOST_CP, True), (LOST_CP - 1, True), (LOST_CP + 1, None), (90, None), (None, None)]
)
def test_a_loss_counts_at_once_where_our_last_position_was_bad(last: int | None, counts: bool | None) -> None:
    lost = game(evaluations=(20,) * 4 + (last,))
    assert result_counts(lost, plies(lost)) is counts


@pytest.mark.parametrize(("result", "counts"), [("0-1", True), ("1-0", False), ("1/2-1/2", False)])
def test_a_mate_on_the_board_decides_what_a_result_is_worth(result: str, counts: bool) -> None:
    mated = replace(game(text="1.f3 e5 2.g4 Qh4"), result=result)
    assert result_counts(mated, plies(mated)) is counts


def test_a_game_without_a_result_proves_nothing() -> None:
    broken_off = replace(game(), result="*")
    assert result_counts(broken_off, plies(broken_off)) is False
