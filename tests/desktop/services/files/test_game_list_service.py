"""A packed file in the list: used while it loads, kept as far as it could be read, never saved from other bytes."""

import gzip
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.errors import Message
from desktop.model.game_list import OPENING, FileGame, ListState
from desktop.services.files import game_facts, list_tasks
from desktop.services.files.game_list_service import GameListService
from engine.pgn import streams
from engine.pgn.edit import save_games
from engine.pgn.index import GameList
from tests.desktop.services.conftest import Heard

PLAYERS = ("Tal", "Petrosian", "Talkanov", "Smyslov", "Botvinnik")
OPENINGS = ("1. e4 e5 2. Nf3 Nc6 3. Bb5", "1. d4 d5 2. c4 e6", "1. e4 c5 2. Nf3 d6", "1. c4 e5 2. Nc3")
NAMES = ("Ruy Lopez", "Queen's Gambit", "Sicilian Defense", "English Opening")


def game_text(number: int) -> str:
    tags = f'[Event "{number}"]\n[White "{PLAYERS[number % 5]}"]\n[Black "B"]\n[Result "*"]\n'
    return f"{tags}\n{OPENINGS[number % 4]} {{{'game ' * 40}{number}}} *"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A packed file of 2,000 games that is read in a hundred blocks."""
    monkeypatch.setattr(streams, "BLOCK_BYTES", 6_000)
    path = tmp_path / "packed.pgn.gz"
    save_games(path, map(game_text, range(2_000)))
    return path


@pytest.fixture
def lists(qapp: object) -> Iterator[GameListService]:
    service = GameListService()
    yield service
    assert service.close()


def test_games_looked_at_while_a_packed_file_loads_are_right_and_saved_right(
    lists: GameListService, path: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[FileGame] = []
    asked: list[int] = []
    looked = threading.Event()
    unpacked = streams._unpacked

    def waiting(file: BinaryIO, packing: str) -> Iterator[bytes]:
        """On a busy machine the file would be read before anybody looks."""
        for number, block in enumerate(unpacked(file, packing)):
            if number == 50:
                looked.wait(60)
            yield block

    monkeypatch.setattr(streams, "_unpacked", waiting)
    lists.game_read.connect(opened.append)
    monkeypatch.setattr("desktop.services.files.game_list_service.TICK_MS", 1)
    monkeypatch.setattr("desktop.services.files.game_list_service.SLOW_TICK_MS", 3)

    def look(state: ListState) -> None:
        if state.loading and state.total:
            for number in range(0, state.total, 97):
                lists.fact(number)
            asked.append(state.total - 1)
            lists.open_game(asked[-1])
            looked.set()

    lists.changed.connect(look)
    lists.open(path)
    lists.search("tal")
    qtbot.waitUntil(lambda: not lists.state.loading and len(lists.state.order) == 800, timeout=20_000)
    assert asked  # while it loaded; each question replaces the one before
    qtbot.waitUntil(lambda: bool(opened), timeout=20_000)
    lists.open_game(77)
    qtbot.waitUntil(lambda: bool(opened) and opened[-1].number == 77, timeout=20_000)
    for found in opened:
        assert found.content.decode().strip() == game_text(found.number)
        assert found.game.header("Event") == str(found.number)
    lists.fact(1_999)
    qtbot.waitUntil(lambda: all(lists.fact(number) is not None for number in (0, 1, 2, 1_999)), timeout=20_000)
    for number in (0, 1, 2, 1_999):
        fact = lists.fact(number)
        assert fact is not None and fact.opening.startswith(NAMES[number % 4])
    target = tmp_path / "tal.pgn"
    lists.save_as(lists.state.order, target)
    qtbot.waitUntil(lambda: target.exists() and not lists.state.busy, timeout=20_000)
    wanted = [game_text(number) for number in range(2_000) if number % 5 in (0, 2)]
    assert target.read_text() == "".join(f"{text}\n\n" for text in wanted)


def test_what_was_listed_stays_where_an_archive_is_damaged_further_on(
    lists: GameListService, path: Path, qtbot: QtBot
) -> None:
    path.write_bytes(path.read_bytes()[:-9_000])
    heard = Heard(lists.message)
    lists.open(path)
    qtbot.waitUntil(lambda: bool(heard.texts) and not lists.state.loading, timeout=20_000)
    total = lists.state.total
    assert 100 < total < 2_000 and lists.state.path == str(path)
    assert "damaged or incomplete" in heard.texts
    assert f"The games read before that stay in the list: {total:,}." in heard.texts
    opened: list[FileGame] = []
    lists.game_read.connect(opened.append)
    lists.open_game(total - 1)
    qtbot.waitUntil(lambda: bool(opened), timeout=20_000)
    assert opened[0].content.decode().strip() == game_text(total - 1)


def test_a_file_of_which_nothing_can_be_read_leaves_no_list(lists: GameListService, path: Path, qtbot: QtBot) -> None:
    path.write_bytes(gzip.compress(b"x")[:12])
    heard = Heard(lists.message)
    lists.open(path)
    qtbot.waitUntil(lambda: bool(heard.texts), timeout=20_000)
    assert "damaged or incomplete" in heard.texts and not lists.state.listed


def test_a_stopped_list_is_sorted_by_opening(
    lists: GameListService, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists.changed.connect(lambda state: lists.stop() if state.loading and state.total else None)
    monkeypatch.setattr("desktop.services.files.game_list_service.TICK_MS", 1)
    lists.open(path)
    qtbot.waitUntil(lambda: not lists.state.loading, timeout=20_000)
    total = lists.state.total
    assert total
    lists.sort_by(OPENING)
    qtbot.waitUntil(lambda: lists.state.column == OPENING and not lists.state.busy, timeout=20_000)
    qtbot.waitUntil(lambda: list(lists.state.order) != list(range(total)), timeout=20_000)
    assert sorted(lists.state.order) == list(range(total))
    assert all(lists.fact(number) is not None for number in range(total))  # read once: none is asked for again


@pytest.mark.parametrize("gesture", ["open", "copy", "save"])
def test_a_game_that_is_not_the_listed_one_is_neither_opened_nor_copied_nor_saved(
    gesture: str, lists: GameListService, tmp_path: Path, qtbot: QtBot
) -> None:
    path, target = tmp_path / "plain.pgn", tmp_path / "saved.pgn"
    save_games(path, map(game_text, range(20)))
    told: list[Message] = []
    given: list[object] = []
    lists.message.connect(told.append)
    lists.game_read.connect(given.append)
    lists.copied.connect(lambda text, _count: given.append(text))
    lists.open(path)
    qtbot.waitUntil(lambda: lists.state.total == 20 and not lists.state.loading, timeout=20_000)
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b'[White "Tal"]', b'[White "Foe"]'))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # neither its size nor its time tells
    numbers = range(20)
    match gesture:
        case "open":
            lists.open_game(0)
        case "copy":
            lists.copy(numbers)
        case _:
            lists.save_as(numbers, target)
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)
    assert f"game 1 of {path} is not the one that was listed: its White is “Foe”, not “Tal”" in str(told[0].text)
    assert "open the file again" in str(told[0].text)
    assert given == [] and not target.exists() and not lists.state.busy


def test_a_list_that_is_left_gives_its_temporary_file_back_at_the_end(path: Path, qapp: object) -> None:
    """Left and closed at once: nobody had closed the file of the list that was still being read."""
    made: list[GameList] = []

    def noted(file: Path) -> GameList:
        made.append(GameList(file))
        return made[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("desktop.services.files.list_tasks.listed", noted)
        lists = GameListService()
        lists.open(path)
        while not made:
            time.sleep(0.001)
        lists.leave()
        assert lists.close()
    assert made[0]._unpacked is not None and made[0]._unpacked._file.closed


def two_lists(lists: GameListService, tmp_path: Path, qtbot: QtBot) -> tuple[Path, Path]:
    """Two files of twenty games; the first is listed."""
    first, other = tmp_path / "first.pgn", tmp_path / "other.pgn"
    for path in (first, other):
        save_games(path, map(game_text, range(20)))
    lists.open(first)
    qtbot.waitUntil(lambda: lists.state.total == 20 and not lists.state.loading, timeout=20_000)
    return first, other


def test_games_are_saved_though_another_file_is_listed_meanwhile(
    lists: GameListService, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The export was given up without a word, also where a game of the listed file was saved meanwhile."""
    _, other = two_lists(lists, tmp_path, qtbot)
    target, going, told = tmp_path / "target.pgn", threading.Event(), Heard(lists.message)
    save = list_tasks.save

    def slow(*asked: Any) -> bool:
        assert going.wait(60)
        return save(*asked)

    monkeypatch.setattr(list_tasks, "save", slow)
    lists.save_as(range(20), target)
    lists.open(other)
    assert lists.state.busy, "Stop is still for the saving"
    going.set()
    qtbot.waitUntil(lambda: bool(told.all) and not lists.state.busy, timeout=20_000)
    assert "20 games were saved" in told.texts and len(target.read_text().split("[Event ")) == 21
    qtbot.waitUntil(lambda: lists.state.total == 20 and not lists.state.loading, timeout=20_000)


@pytest.mark.parametrize("way", ["tree", "games"])
def test_what_is_given_up_reads_no_more_games(
    lists: GameListService, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """*Cancel* took the answer away, and the games were read to the last: of a collection that takes long."""
    two_lists(lists, tmp_path, qtbot)
    begun, going, rows, game = threading.Event(), threading.Event(), list[int](), GameList.game

    def slow(games: GameList, row: int) -> object:
        rows.append(row)
        begun.set()
        assert going.wait(60)
        return game(games, row)

    monkeypatch.setattr(GameList, "game", slow)
    got: list[object] = []
    give_up = lists.reading.cancel
    if way == "tree":
        lists.merge(range(10))
    else:
        give_up = lists.read_games(range(10), got.append, got.append)
    assert begun.wait(60)
    give_up()
    going.set()
    lists.read_games((15,), got.append, got.append)
    qtbot.waitUntil(lambda: len(got) == 1, timeout=20_000)
    assert rows == [0, 15]


def test_what_was_asked_about_other_games_is_not_done_to_those_that_have_come(
    lists: GameListService, tmp_path: Path, qtbot: QtBot
) -> None:
    """Yes to “Delete 3 games from first?” deleted as many from the file that had been opened behind the question."""
    _, other = two_lists(lists, tmp_path, qtbot)
    told, before = Heard(lists.message), other.read_bytes()
    answered = lists.still(lambda: lists.delete((0, 1, 2)))
    lists.open(other)
    qtbot.waitUntil(lambda: lists.state.total == 20 and not lists.state.loading, timeout=20_000)
    answered()
    assert "nothing was done" in told.texts and not lists.state.busy and other.read_bytes() == before
    lists.still(lambda: lists.delete((0, 1, 2)))()
    qtbot.waitUntil(lambda: lists.state.total == 17 and not lists.state.loading, timeout=20_000)


def test_the_moves_of_a_list_are_looked_at_though_those_of_the_one_before_were(
    lists: GameListService, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The columns Moves and Opening stayed empty."""
    _, other = two_lists(lists, tmp_path, qtbot)
    going, facts_of = threading.Event(), game_facts.facts_of

    def slow(games: Any, numbers: Any) -> Any:
        assert going.wait(60)
        return facts_of(games, numbers)

    monkeypatch.setattr(game_facts, "facts_of", slow)
    lists.fact(0)
    qtbot.wait(1)
    lists.open(other)
    qtbot.waitUntil(lambda: lists.state.total == 20 and not lists.state.loading, timeout=20_000)
    assert lists.fact(1) is None
    going.set()
    with qtbot.waitSignal(lists.rows_read, timeout=5_000):
        pass
    assert lists.fact(1) is not None


def test_games_of_another_file_are_gone_through_from_the_first(
    lists: GameListService, tmp_path: Path, qtbot: QtBot
) -> None:
    first, other = two_lists(lists, tmp_path, qtbot)
    opened: list[FileGame] = []
    lists.game_read.connect(opened.append)
    for path, numbers in ((first, [0, 1]), (other, [0])):
        lists.open(path)
        qtbot.waitUntil(lambda: lists.state.total == 20 and not lists.state.loading, timeout=20_000)
        for _ in numbers:
            before = len(opened)
            lists.open_neighbour(1)
            qtbot.waitUntil(lambda before=before: len(opened) > before)  # type: ignore[misc]
    assert [game.number for game in opened] == [0, 1, 0]


def test_facts_that_are_wanted_while_others_are_read_come_too(lists: GameListService, path: Path, qtbot: QtBot) -> None:
    """They stayed wanted for ever: the rows that were scrolled to during the reading had no moves and no opening."""
    lists.open(path)
    qtbot.waitUntil(lambda: not lists.state.loading and lists.state.total > 2, timeout=20_000)
    lists._facts._wanted.add(0)
    lists._facts._look()  # game 0 is being read from here on
    lists.fact(1)
    qtbot.waitUntil(lambda: lists._facts.known(1) is not None, timeout=20_000)
    assert lists._facts.known(0) is not None
