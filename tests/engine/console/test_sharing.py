"""The user's data on two computers: every book in the list, a lost file, and what is refused by name."""

import shutil
from pathlib import Path

import chess
import pytest

from books.choice.open_library import library_in
from books.entry import SIDE, Flag
from books.folder import BOOKS
from books.key import position_key
from books.repertoire import shelf
from books.store.book_file import BookFile
from engine.command_line import main
from engine.console.sharing import share_data
from engine.drill.sources import endgames
from engine.ground.user_files import SHARING, TRAINING
from engine.sharing.exchange import Exchange, Exchanged
from tests.engine.sharing.test_training import Trained

E4, D4 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")
NAME = "Äpfel und Öl"


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


def exchanged(data: Path, shared: Path) -> Exchanged:
    with Exchange(data / SHARING, shared, name=data.name) as exchange:
        share_data(exchange, data)
        return exchange.finish()


def with_books(data: Path) -> Path:
    """A computer with a flag in the user's own book, and one in another."""
    library = library_in(data / BOOKS)
    library.set_flag(chess.Board(), E4, Flag.STRONG)
    path = shelf.new_book(library, NAME, white=True)
    library.set_flag(chess.Board(), D4, Flag.STRONG)
    library.close()
    return path


def move_of(path: Path) -> int:
    with BookFile(path) as book:
        (row,) = book.rows(position_key(chess.Board()))
        return row.move


def test_another_book_of_the_user_arrives_switched_off_with_its_title_and_side(tmp_path: Path, shared: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    path = with_books(one)
    exchanged(one, shared)
    assert exchanged(other, shared).came[f"book {NAME}"] > 0
    library = library_in(other / BOOKS)
    (listed,) = library.listed_books()
    library.close()
    assert (listed.path, listed.active) == (other / BOOKS / path.name, False)
    assert move_of(listed.path) == move_of(path)
    with BookFile(listed.path) as book:
        assert (book.meta("title"), book.meta(SIDE)) == (NAME, "white")
        book.put_meta("title", "Cider")
    assert exchanged(other, shared).sent == {f"book {NAME}": 1}
    assert exchanged(one, shared).came == {f"book {NAME}": 1}
    with BookFile(path) as book:
        assert book.meta("title") == "Cider"


def test_a_book_taken_from_the_list_stays_on_the_other_computer_and_does_not_come_back(
    tmp_path: Path, shared: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    path = with_books(one)
    exchanged(one, shared)
    exchanged(other, shared)
    library = library_in(other / BOOKS)
    library.arrange_books([])
    library.close()
    (other / BOOKS / path.name).unlink()
    exchanged(other, shared)
    assert not (other / BOOKS / path.name).exists()
    exchanged(one, shared)
    assert move_of(path)


def test_a_book_whose_file_was_lost_comes_back_instead_of_being_emptied_elsewhere(tmp_path: Path, shared: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    with_books(one)
    exchanged(one, shared)
    exchanged(other, shared)
    shutil.rmtree(other / BOOKS)
    assert exchanged(other, shared).sent == {}
    assert exchanged(one, shared).came == {}
    for data in (one, other):
        library = library_in(data / BOOKS)
        assert [row.flag for row in library.own_flags().rows(position_key(chess.Board()))] == [Flag.STRONG]
        library.close()


def test_training_whose_file_was_lost_comes_back_instead_of_being_emptied_elsewhere(
    tmp_path: Path, shared: Path
) -> None:
    one, other = (Trained(tmp_path, shared, number) for number in (1, 2))
    one.change(lambda deck: endgames.answered(deck, 1, one.clock, right=True))
    one.change(lambda deck: endgames.answered(deck, 2, one.clock, right=False))
    one.exchange()
    other.exchange()
    before = one.value()
    assert before.cards
    (other.home / TRAINING).unlink()
    other.exchange()
    one.exchange()
    assert one.value() == before == other.value()


def test_a_large_book_is_refused_by_name_and_the_rest_is_shared(
    tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = with_books(tmp_path / "one")
    monkeypatch.setattr("engine.console.sharing.MOST_MOVES", 0)
    found = exchanged(tmp_path / "one", shared)
    assert [str(problem) for problem in found.problems] == [f"{path} has more than 0 moves and is not shared."]
    assert list(found.sent) == ["book"]


@pytest.mark.parametrize("name", ["../away", "user", "learned", "a/b", "", "LEARNED-level3"])
def test_a_name_from_outside_is_neither_a_path_nor_a_book_of_the_program(
    name: str, tmp_path: Path, shared: Path
) -> None:
    class Wrong:
        def __init__(self) -> None:
            self.name = f"book {name}"

        def share(self, merge: object) -> None:
            merge({"property\ttitle": "x"})  # type: ignore[operator]

    with Exchange(tmp_path / "one" / SHARING, shared) as exchange:
        exchange.share(Wrong())
        exchange.finish()
    exchanged(tmp_path / "other", shared)
    made = {path.name.partition(".")[0] for path in tmp_path.rglob("*.ratsubook*")}
    assert made == {"user"}


def test_the_terminal_says_what_it_leaves_to_the_window(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.commands.share.data_folder", lambda: tmp_path)
    assert main(["share", str(shared)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "0 changes sent, 0 changes came; 0 other computers.",
        "Settings are exchanged by the window, not here.",
    ]
