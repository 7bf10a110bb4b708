"""Books of format 1, as the program before wrote them (`format1/*.sql`): what becomes of them, and what never may."""

import argparse
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag, Layer
from books.errors import BookError, NewerBookError, ReadOnlyBookError
from books.key import encode, position_key
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from books.store import journal, old_schema, schema, upgrade
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.game.reason_words import english
from tests.books.helpers import after, line

FORMAT_1 = Path(__file__).parents[1] / "format1"
START = chess.Board()


def run(command: ModuleType, *words: str) -> int:
    """A sub-command as the console runs it."""
    parser = argparse.ArgumentParser()
    command.configure(parser)
    arguments = parser.parse_args(words)
    return int(arguments.action(arguments))


def old_book(folder: Path, name: str) -> Path:
    """A file of format 1."""
    path = folder / f"{name}.ratsubook"
    connection = sqlite3.connect(path)
    connection.executescript((FORMAT_1 / f"{name}.sql").read_text())
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    return path


def dump(path: Path) -> list[str]:
    """Everything that a file holds, and its format."""
    connection = sqlite3.connect(path)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    lines = [f"format {version}", *connection.iterdump()]
    connection.close()
    return lines


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    user, learned = old_book(tmp_path, "user"), old_book(tmp_path, "learned")
    opened = Library(user, learned)
    assert opened.problems == ()
    yield opened
    opened.close()


def inherits(book: BookFile, san: str) -> int | None:
    row = book.row(position_key(START), encode(START, START.parse_san(san)))
    return row.inherits if row and row.flag is not Flag.UNCHECKED else None


# What the old user did: the line 1.e4 e5 2.Nf3 and 1.c4 added; 1.d4 and 1.Nf3 flagged normal by hand; 1.g3 locked; 1.b3
# commented; 1.a3 added and deleted; 1.h3 added and undone; a PGN with 1.c4! e5 2.g3 merged.
PRESENT, CHOSEN = ("e4", "c4", "g3"), ("d4", "Nf3")


def test_a_blank_that_nobody_chose_inherits_and_a_chosen_one_stays(library: Library) -> None:
    assert library.user is not None
    assert {san: inherits(library.user, san) for san in (*PRESENT, *CHOSEN, "b3", "a3")} == {
        **dict.fromkeys(PRESENT, 1),
        **dict.fromkeys(CHOSEN, 0),
        "b3": None,
        "a3": None,
    }
    found = {entry.san: (entry.flag, entry.decided_by) for entry in library.look_up(START)}
    assert found["e4"] == (Flag.STRONG, Layer.SHIPPED)
    assert found["d4"] == found["Nf3"] == (Flag.NORMAL, Layer.USER)


def test_the_same_holds_where_the_old_file_can_only_be_read(tmp_path: Path) -> None:
    path = old_book(tmp_path, "user")
    before = path.read_bytes()
    with BookFile(path, Access.READ) as book:
        assert {san: inherits(book, san) for san in (*PRESENT, *CHOSEN)} == {
            **dict.fromkeys(PRESENT, 1),
            **dict.fromkeys(CHOSEN, 0),
        }
        rows = list(book.all_rows())
    assert path.read_bytes() == before
    with BookFile(path) as book:
        assert list(book.all_rows()) == rows


def test_a_book_built_by_the_old_program_changes_no_flag_that_stands(library: Library, tmp_path: Path) -> None:
    before = {entry.san: entry.flag for entry in library.look_up(START)}
    library.list_book(old_book(tmp_path, "built"))
    after = {entry.san: entry.flag for entry in library.look_up(START)}
    assert {san: after[san] for san in before} == before
    assert not any(english(entry.reason) == "your flag" for entry in library.look_up(START) if entry.san not in CHOSEN)


def test_what_the_old_program_did_can_still_be_undone_exactly(library: Library) -> None:
    assert library.user is not None
    while library.undo() is not None:
        pass
    assert list(library.user.all_rows()) == []
    while library.redo() is not None:
        pass
    assert {san: inherits(library.user, san) for san in (*PRESENT, *CHOSEN)} == {
        **dict.fromkeys(PRESENT, 1),
        **dict.fromkeys(CHOSEN, 0),
    }


def test_a_copy_is_made_before_an_old_book_is_changed(library: Library, tmp_path: Path) -> None:
    for name in ("user", "learned"):
        copy = tmp_path / "backups" / f"{name}-format1.ratsubook"
        connection = sqlite3.connect(copy)
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    assert not list((tmp_path / "backups").glob("*.part"))


def test_no_copy_no_change(tmp_path: Path) -> None:
    path = old_book(tmp_path, "user")
    before = dump(path)
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(ReadOnlyBookError, match="no copy could be made"):
        BookFile(path)
    library = Library(path, tmp_path / "learned.ratsubook")
    assert dump(path) == before
    assert str(library.problems[0]).startswith(f"The book {path} has an older format")
    assert at_start(library)["e4"] is Flag.STRONG  # it is used all the same, for reading
    library.close()


def test_an_upgrade_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_book(tmp_path, "user")
    before = dump(path)
    monkeypatch.setattr(old_schema, "TO_2", old_schema.TO_2 + "; INSERT INTO nowhere VALUES (1)")
    with pytest.raises(ReadOnlyBookError, match="It is unchanged and opened for reading only"):
        BookFile(path)
    library = Library(path, tmp_path / "learned.ratsubook")
    assert at_start(library)["e4"] is Flag.STRONG
    library.close()
    assert dump(path) == before
    monkeypatch.undo()
    with BookFile(path) as book:  # the next start
        assert inherits(book, "e4") == 1


def test_an_older_program_refuses_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    BookFile(tmp_path / "new.ratsubook").close()
    monkeypatch.setattr(schema, "VERSION", 1)
    with pytest.raises(NewerBookError, match=r"was made by a newer Ratsu \(format 3\)\. Update Ratsu\."):
        BookFile(tmp_path / "new.ratsubook")


def test_a_game_that_the_old_program_learned_is_known(library: Library) -> None:
    learner = Learner(library)
    moves = tuple(move.uci() for move in line("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6"))
    game = LearnedGame(moves, True, "0-1", "abandoned", 5, opponent="Club player", own="Ratsu", date="2026.02.01")
    assert learner.record_all([game]).known == (1,)
    assert learner.book.query("SELECT count(*), count(fingerprint) FROM games") == [(2, 1)]


def test_a_program_of_the_old_format_that_still_runs_is_refused_and_damages_nothing(
    library: Library, tmp_path: Path
) -> None:
    """A window of the program before, open while this one upgrades the file: its change fails as a whole."""
    columns = schema.MOVE_COLUMNS.replace("better, inherits, presence", "barred, better")
    values = [position_key(START), 1234, 3, 1000, *[0] * 3, *[None] * 4, 0, None, 0, None, "user", 0, 0, 0, 0, None]
    assert library.user is not None
    before = list(library.user.all_rows())
    connection = sqlite3.connect(tmp_path / "user.ratsubook")
    with pytest.raises(sqlite3.OperationalError, match="no column named barred"):
        connection.execute(f"INSERT INTO moves ({columns}) VALUES ({', '.join('?' * len(values))})", values)
    connection.close()
    assert list(library.user.all_rows()) == before


def test_a_move_that_the_old_program_barred_is_a_position_that_is_avoided_by_any_order_of_moves(
    library: Library,
) -> None:
    """Game 2 of the file was lost with 3.Bb5 in 1.e4 e5 2.Nf3 Nc6."""
    board = after("1.e4 e5 2.Nf3 Nc6")
    bad = next(entry for entry in library.look_up(board) if entry.san == "Bb5")
    assert bad.flag is Flag.BAD
    assert "game 2 was lost with it" in english(bad.reason)
    other_way = after("1.e4 Nc6 2.Bb5 e5")
    assert next(lost.move for lost in library.lost_moves(other_way)) == other_way.parse_san("Nf3")
    for number in (2, 1):
        lessons.undo_game(Learner(library).book, number)
    assert library.lost_moves(board) == []
    assert list(Learner(library).book.all_rows()) == []
    assert list(Learner(library).book.all_positions()) == []


def test_a_mistake_that_the_old_program_learned_can_be_undone_and_learned_again(tmp_path: Path) -> None:
    """Its `?` belongs to the position now: undone and done again, it may not be on the move as well."""
    path = old_book(tmp_path, "learned")
    connection = sqlite3.connect(path)
    board = after("1.e4 e5 2.Nf3 Nc6")
    place = (position_key(board), encode(board, board.parse_san("Bb5")))
    (text,) = connection.execute(
        "SELECT new FROM changes WHERE key = ? AND move = ? ORDER BY edit DESC, number DESC LIMIT 1", place
    ).fetchone()
    values = json.loads(text)
    learned = [0, *values[1:13], "game 2", *values[14:17], 0, *values[18:]]
    connection.execute("INSERT INTO edits VALUES (3, 1795339645, 'learning', 'lesson', 2, 0)")
    connection.execute(
        "INSERT INTO changes VALUES (3, 0, 0, ?, ?, ?, ?)", (*place, json.dumps(values), json.dumps(learned))
    )
    connection.execute("UPDATE moves SET flag = 0, source = 'game 2', barred = 0 WHERE key = ? AND move = ?", place)
    connection.commit()
    connection.close()
    with BookFile(path) as book:
        rows, positions = list(book.all_rows()), list(book.all_positions())
        reached = book.position(position_key(after("1.e4 e5 2.Nf3 Nc6 3.Bb5")))
        assert reached is not None and reached.game == 2
        assert journal.undo(book) is not None and journal.redo(book) is not None
        assert (list(book.all_rows()), list(book.all_positions())) == (rows, positions)


def at_start(library: Library) -> dict[str, Flag]:
    return {entry.san: entry.flag for entry in library.look_up(START)}


def test_the_copy_is_whole_or_not_there(tmp_path: Path) -> None:
    path = old_book(tmp_path, "user")
    connection = sqlite3.connect(path)
    with pytest.raises((OSError, sqlite3.Error)):
        upgrade.copy_database(connection, tmp_path / "no folder" / "copy")
    connection.close()
    with pytest.raises(BookError):
        upgrade.keep_copy(tmp_path / "missing.ratsubook", 1)
    assert not list((tmp_path / "backups").iterdir())


def test_a_program_that_was_quicker_has_made_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.ratsubook"
    with BookFile(path) as book:
        book.put_meta("a", "b")
    monkeypatch.setattr(BookFile, "_version", _first(0, BookFile._version))  # what the slower one saw before its turn
    with BookFile(path) as book:
        assert book.meta("a") == "b"
        assert book.writable


def _first(value: int, then: Callable[[BookFile], int]) -> Callable[[BookFile], int]:
    """Answers `value` once, and then what `then` says."""
    left = [value]
    return lambda book: left.pop() if left else then(book)
