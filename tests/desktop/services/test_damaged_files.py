"""A damaged book in the window: the engine moves on, the panels stay, and one message tells of it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from books.store.book_file import BookFile
from books.store.connecting import Access
from desktop.compose import Composition
from desktop.model.game.match import FULL_STRENGTH, NewGame
from engine.game.side import Side
from tests.books.damage import columns_spoilt, pages_turned, small_book
from tests.desktop.services.conftest import Heard, folders_in

Spoil = Callable[[Path, Path], None]


def text_in_weight(original: Path, path: Path) -> None:
    """Leaves text in the column `weight`."""
    for spoilt in columns_spoilt(original, ("moves",), path):
        if spoilt.startswith("moves.weight 'text'"):
            return


def page_turned(original: Path, path: Path) -> None:
    """Turns the page over in which the moves of the start position lie, or one on the way to it."""
    for content in pages_turned(original):
        path.write_bytes(content)
        if content[:2000] == original.read_bytes()[:2000]:
            return


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    books = folders_in(tmp_path / "user").data / "books"
    books.mkdir()
    return books


@pytest.fixture
def composition(qapp: object, tmp_path: Path, folder: Path) -> Iterator[Composition]:
    made = Composition(folders_in(tmp_path / "user"), reply_ms=0)
    made.services.settings.set("hash_mb", 16)
    yield made
    assert made.close()


@pytest.mark.parametrize("spoil", [text_in_weight, page_turned])
def test_a_damaged_book_is_told_once_and_the_engine_moves(
    composition: Composition, folder: Path, qtbot: QtBot, spoil: Spoil
) -> None:
    original = folder / "original"
    small_book(original)
    spoil(original, folder / "user.ratsubook")
    services = composition.services
    told = [Heard(source.message) for source in (services.match, services.book, services.tablebases)]
    composition.window_shown()
    services.match.new_game(NewGame(Side.BLACK, replace(FULL_STRENGTH, move_time_ms=200)))
    for moves in (1, 3, 5):
        qtbot.waitUntil(lambda moves=moves: len(services.game.state.game.main_line()) >= moves, timeout=20_000)  # type: ignore[misc]
        qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=20_000)
        services.match.typed_move(services.game.state.legal_moves[0])
    damage = [line for heard in told for line in heard.texts.splitlines() if "damaged" in line]
    assert len(damage) == 1
    assert str(folder / "user.ratsubook") in damage[0]
    services.book.refresh()
    qtbot.waitUntil(lambda: services.book.state.fen == services.game.state.fen, timeout=20_000)
    assert str(services.book.state.problem) == ""
    with BookFile(original, Access.READ) as sound:
        assert sound.count() > 0
