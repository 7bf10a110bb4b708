"""Presence is not a flag: what is added, imported or built changes no flag that stands, and is never called the user's."""

import json
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.building import imports
from books.building.build import BuildOptions, MoveCounter, flagged_rows
from books.building.chance_changes import ChanceComparison, positions_of
from books.choice.choose import ChoiceSettings
from books.choice.library import Library
from books.entry import BookMove, Flag, Layer
from books.formats import any_format as source
from books.formats import pgn_book, pgn_writer
from books.formats.games import read_lines
from books.formats.polyglot import PolyglotEntry, read_entries, write_entries
from books.repertoire.trainer_values import Repertoire
from books.store.journal import EditState
from engine.commands import book as command
from engine.drill.sources.openings import Openings
from engine.game.reason_words import english
from tests.books.helpers import after, line, next_asked
from tests.books.store.test_upgrade import run

START = chess.Board()
E4, D4 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")
GAMES = '[Result "0-1"]\n\n1. e4 e5 2. Nf3 0-1\n\n[Result "1-0"]\n\n1. d4 d5 2. c4 1-0\n\n[Result "1-0"]\n\n1. a3 e5 1-0\n\n'


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A fresh home: the shipped book, and two empty ones."""
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")
    yield opened
    opened.close()


def at(library: Library, board: chess.Board, san: str, settings: ChoiceSettings | None = None) -> BookMove:
    return next(entry for entry in library.look_up(board, settings) if entry.san == san)


def standing(library: Library, board: chess.Board = START) -> dict[str, tuple[Flag, float]]:
    return {
        entry.san: (entry.flag, entry.probability)
        for entry in library.look_up(board)
        if entry.flag is not Flag.UNCHECKED
    }


def built(library: Library, folder: Path, name: str, games: str = GAMES, times: int = 4) -> Path:
    path, target = folder / f"{name}.pgn", folder / f"{name}.ratsubook"
    path.write_text(games * times)
    options = BuildOptions(min_games=3)
    with MoveCounter(options) as counter, imports.new_book(target, name) as book:
        for game in read_lines(path, 24):
            counter.add(game)
        book.put_rows(flagged_rows(counter.counts(), options))
    library.list_book(target)
    return target


def test_adding_a_move_of_the_shipped_book_leaves_every_chance_as_it_was(library: Library) -> None:
    before = standing(library)
    assert before["e4"][0] is Flag.STRONG
    assert before["e4"][1] > 0.3
    library.add_move(START, E4)
    assert standing(library) == before
    e4 = at(library, START, "e4")
    assert (e4.decided_by, e4.added) == (Layer.SHIPPED, True)
    assert english(e4.reason).startswith("shipped book: 46883 games")
    library.undo()
    assert not at(library, START, "e4").added


def test_adding_a_line_leaves_every_flag_along_it_as_it_was(library: Library) -> None:
    moves = line("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O")
    boards = [board for board, _ in positions_of(START, moves)]
    before = [standing(library, board) for board in boards]
    with ChanceComparison(library, positions_of(START, moves)) as watch:
        library.add_line(START, moves)
    assert [standing(library, board) for board in boards] == before
    assert all(change.same for change in watch.changes)
    assert watch.text == "no chance to be played changes"


def test_what_adding_changes_is_told_along_the_whole_line(library: Library) -> None:
    moves = line("1.a4 h6 2.h3")
    with ChanceComparison(library, positions_of(START, moves)) as watch:
        library.add_line(START, moves)
    assert [(change.san, change.same, change.outranked) for change in watch.changes if change.asked] == [
        ("1.a4", True, True),
        ("1...h6", False, False),
        ("2.h3", False, False),
    ]
    assert watch.text.startswith("1...h6 0% -> ")
    assert watch.text.endswith("2.h3 0% -> 100%, 1 other move as before")
    assert english(at(library, after("a4"), "h6").reason) == "added by you, without a flag"
    assert library.undo() is not None
    assert library.history()[0].state is EditState.UNDONE
    assert not library.look_up(after("a4 h6"))


def test_a_move_that_only_has_a_comment_can_be_added(library: Library) -> None:
    board, h6 = after("a3"), chess.Move.from_uci("h7h6")
    library.set_comment(board, h6, "odd")
    assert at(library, board, "h6").flag is Flag.UNCHECKED
    library.add_move(board, h6)
    assert (at(library, board, "h6").flag, at(library, board, "h6").comment) == (Flag.NORMAL, "odd")


def test_a_blank_that_the_user_chose_stays_blank(library: Library) -> None:
    library.set_flag(START, E4, Flag.NORMAL)
    assert (at(library, START, "e4").flag, english(at(library, START, "e4").reason)) == (Flag.NORMAL, "your flag")
    library.add_move(START, E4)
    assert at(library, START, "e4").flag is Flag.NORMAL


def test_a_lock_that_is_taken_off_leaves_no_flag_behind(library: Library) -> None:
    library.set_locked(START, E4, True)
    assert (at(library, START, "e4").flag, english(at(library, START, "e4").reason)) == (Flag.STRONG, "locked by you")
    library.set_locked(START, E4, False)
    assert at(library, START, "e4").decided_by is Layer.SHIPPED
    library.set_flag(START, E4, Flag.NORMAL)
    library.set_locked(START, E4, True)
    library.set_locked(START, E4, False)
    assert at(library, START, "e4").flag is Flag.NORMAL


def test_a_built_book_changes_no_flag_that_stands(library: Library, tmp_path: Path) -> None:
    before = {san: flag for san, (flag, _) in standing(library).items()}
    built(library, tmp_path, "mine")
    now = {san: flag for san, (flag, _) in standing(library).items()}
    assert {san: now[san] for san in before} == before
    assert not any("your flag" in english(entry.reason) for entry in library.look_up(START))
    d4, own = at(library, START, "d4"), at(library, after("a3"), "e5")
    assert english(d4.reason).startswith("shipped book")
    assert own.probability > 0


def test_what_only_a_built_book_knows_is_named_after_it(library: Library, tmp_path: Path) -> None:
    built(library, tmp_path, "my openings", '[Result "1-0"]\n\n1. a3 h6 1-0\n\n')
    entry = at(library, after("a3"), "h6")
    assert (entry.decided_by, english(entry.reason)) == (Layer.BOOK, "book my openings: 4 games")


def test_adding_a_move_of_a_built_book_leaves_its_flag(library: Library, tmp_path: Path) -> None:
    built(library, tmp_path, "mine", '[Result "1-0"]\n\n1. a3 h6 2. h3 1-0\n\n', 12)
    board = after("a3 h6")
    before = standing(library, board)
    assert before["h3"][0] is Flag.STRONG
    library.add_line(START, line("1.a3 h6 2.h3"))
    assert standing(library, board) == before


def test_several_active_books_change_no_flag_that_stands(library: Library, tmp_path: Path) -> None:
    before = {san: flag for san, (flag, _) in standing(library).items()}
    for name in ("one", "two", "three"):
        built(library, tmp_path, name)
    assert {san: flag for san, (flag, _) in standing(library).items() if san in before} == before


def test_a_pgn_without_signs_changes_no_flag_and_its_signs_are_the_books(library: Library, tmp_path: Path) -> None:
    before = standing(library)
    path = tmp_path / "plain.pgn"
    path.write_text("1. e4 e5 2. Nf3 (2. f4!? exf4) *\n\n1. c4? e5 *\n")
    target = tmp_path / "plain.ratsubook"
    imports.import_file(path, target)
    library.list_book(target)
    assert standing(library)["e4"][0] is before["e4"][0]
    assert (at(library, START, "c4").flag, english(at(library, START, "c4").reason)) == (Flag.BAD, "book plain")
    f4 = at(library, after("e4 e5"), "f4")
    assert (f4.flag, f4.decided_by) == (Flag.NORMAL, Layer.BOOK)  # `!?` is a sign: somebody said that it is normal


def test_a_polyglot_book_changes_no_flag_that_stands(library: Library, tmp_path: Path) -> None:
    before = {san: flag for san, (flag, _) in standing(library).items()}
    write_entries(
        tmp_path / "p.bin",
        [PolyglotEntry(0x463B96181691FC9C, move, weight, 0) for move, weight in ((796, 9), (731, 3))],
    )
    imports.import_file(tmp_path / "p.bin", tmp_path / "p.ratsubook")
    library.list_book(tmp_path / "p.ratsubook")
    assert {san: flag for san, (flag, _) in standing(library).items()} == before
    assert list(read_entries(tmp_path / "p.bin"))


def test_a_book_merged_into_the_users_own_is_never_called_his_flag(library: Library, tmp_path: Path) -> None:
    before = standing(library)
    path = tmp_path / "club.pgn"
    path.write_text("1. e4 e5 *\n\n1. c4? e5 *\n")
    assert library.user is not None
    library.add_move(START, chess.Move.from_uci("c2c4"))
    imports.merge(source.read_rows(path), library.user, "import of club.pgn", name=path.stem)
    assert standing(library)["e4"][0] is before["e4"][0]
    assert (at(library, START, "c4").flag, english(at(library, START, "c4").reason)) == (Flag.BAD, "book club")


def test_a_chosen_blank_survives_the_flagged_pgn(library: Library, tmp_path: Path) -> None:
    library.set_flag(START, E4, Flag.NORMAL)
    library.add_move(START, chess.Move.from_uci("a2a3"))
    assert library.user is not None
    pgn_writer.write_book(library.user, tmp_path / "b.pgn")
    rows = {row.move: row for row in pgn_book.read_rows(tmp_path / "b.pgn")}
    own = {row.move: row for row in library.user.all_rows()}
    assert {move: (row.flag, row.inherits) for move, row in rows.items()} == {
        move: (row.flag, row.inherits) for move, row in own.items()
    }


def test_a_move_of_the_users_own_book_needs_no_games(library: Library) -> None:
    settings = ChoiceSettings(min_games=45_000)
    assert at(library, START, "d4", settings).probability == 0
    library.add_move(START, D4)
    assert at(library, START, "d4", settings).probability > 0


def test_the_trainer_accepts_every_move_that_its_user_has(library: Library) -> None:
    for text in ("1.e4", "1.b3", "1.a3"):  # shipped strong, shipped normal, known to nobody
        library.add_line(START, line(text))
    library.set_flag(START, chess.Move.from_uci("h2h3"), Flag.BAD)  # in his book as one that he does not play
    trainer = Openings(library)
    repertoire = Repertoire(0, "white", True)
    for text in ("e2e4", "b2b3", "a2a3"):
        session = trainer.session(repertoire)
        question = next_asked(session)
        assert question is not None
        assert question.board == START
        assert session.answer(text, 5000).right, text
        with trainer.store.book.transaction() as connection:
            connection.execute("DELETE FROM cards")
    session = trainer.session(repertoire)
    next_asked(session)
    assert not session.answer("h2h3", 5000).right


def test_the_trainer_asks_for_the_own_move_of_another_book_of_the_user_too(library: Library, tmp_path: Path) -> None:
    built(library, tmp_path, "mine")  # with 1.a3
    trainer, repertoire = Openings(library), Repertoire(0, "white", True)
    session = trainer.session(repertoire)
    question = next_asked(session)
    assert question is not None
    assert question.board == START
    answer = session.answer("a2a3", 5000)
    assert answer.right and answer.then is not None and len(answer.then.wanted) == 1
    assert chess.Move.from_uci("a2a3") in answer.then.named


def test_the_console_shows_before_and_after(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    untouched = Library(None, None)
    e4, d4 = (at(untouched, START, san).probability for san in ("e4", "d4"))
    untouched.close()
    assert run(command, "show", "--folder", str(tmp_path), "--add", "e4") == 0
    assert capsys.readouterr().out.startswith(f"chance to be played: 1.e4! {e4:.0%} as before\n")
    assert run(command, "show", "--folder", str(tmp_path), "--flag", "d4", "?", "--json") == 0
    changes = {change["san"]: change for change in json.loads(capsys.readouterr().out)["changes"]}
    assert (changes["1.d4"]["before"], changes["1.d4"]["after"]) == (pytest.approx(d4, abs=0.01), 0)
    assert changes["1.e4"]["after"] > changes["1.e4"]["before"]
