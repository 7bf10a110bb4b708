"""The explorer's service: stale look-ups are dropped, the repertoire is marked, and files are read with progress."""

from pathlib import Path

import chess
import pytest
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.entry import Flag
from books.explorer.counted import EVERY_GAME, GameFilter
from desktop.model.book.explorer import ExplorerColumn, ExplorerRow, ExplorerState, SourceKind, in_order
from desktop.model.settings import Settings
from desktop.services.book.explorer_service import ExplorerService
from desktop.services.book.explorer_tasks import ExplorerTasks
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from engine.game.time_control import SpeedClass

GAMES = """[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[White "C"]
[Black "D"]
[Result "0-1"]

1. e4 c5 0-1

[White "E"]
[Black "F"]
[Result "1/2-1/2"]

1. Nf3 e5 2. e4 1/2-1/2
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "games.pgn").write_text(GAMES)
    with Collection(tmp_path / "my.ratsugames", create=True) as collection:
        import_pgn(collection, tmp_path / "games.pgn")
    return tmp_path / "my.ratsugames"


def test_moves_of_the_own_repertoire_are_marked_and_listed_without_games(path: Path, tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", None)
    board = chess.Board()
    library.set_flag(board, chess.Move.from_uci("e2e4"), Flag.STRONG)
    library.set_flag(board, chess.Move.from_uci("c2c4"), Flag.NORMAL)
    tasks = ExplorerTasks(lambda: library)
    found = {row.san: row for row in tasks.look_up((path,), board.fen(), False, EVERY_GAME).rows}
    assert {san for san, row in found.items() if row.mine} == {"e4", "c4"}
    assert (found["e4"].games, found["c4"].games, found["Nf3"].games) == (2, 0, 1)
    tasks.close()
    library.close()


def test_transpositions_follow_while_a_panel_shows_the_position(qtbot: QtBot, path: Path, tmp_path: Path) -> None:
    games = GameService()
    service = ExplorerService(path, None, tmp_path / "index", lambda: Library(None, None))
    seen: list[ExplorerState] = []
    service.changed.connect(seen.append)
    service.want(True)
    for move in ("e2e4", "e7e5"):
        games.play_move(move)
        service.look_at(games.state)
    qtbot.waitUntil(lambda: any(row.transposed for row in service.state.rows))
    assert [(row.san, row.games, row.transposed) for row in service.state.rows if row.games] == [("Nf3", 1, 1)]
    assert service.state.fen == games.state.fen
    assert service.close()


def test_only_the_last_of_many_positions_is_shown(
    qtbot: QtBot, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    answer = ExplorerTasks.look_up

    def look_up(tasks: ExplorerTasks, paths: tuple[Path, ...], fen: str, *rest: object) -> ExplorerState:
        looked.append(fen)
        return answer(tasks, paths, fen, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(ExplorerTasks, "look_up", look_up)
    games = GameService()
    service = ExplorerService(path, None, tmp_path / "index", lambda: Library(None, None))
    shown: list[str] = []
    service.changed.connect(lambda state: shown.append(state.fen) if not state.loading else None)
    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"):
        games.play_move(move)
        service.look_at(games.state)
    qtbot.waitUntil(lambda: service.state.fen == games.state.fen and not service.state.loading)
    assert shown == [games.state.fen]
    assert len(looked) <= 2  # the one that was running, and the last
    assert service.close()


def test_a_source_is_read_once_and_can_be_switched_off(qtbot: QtBot, path: Path, tmp_path: Path) -> None:
    (tmp_path / "more.pgn").write_text('[White "X"]\n[Black "Y"]\n[Result "1-0"]\n\n1. d4 1-0\n')
    games = GameService()
    service = ExplorerService(path, tmp_path / "more.pgn", tmp_path / "index", lambda: Library(None, None))
    service.look_at(games.state)
    qtbot.waitUntil(lambda: service.state.games == 3)
    assert [source.kind for source in service.sources] == [SourceKind.COLLECTION, SourceKind.PLAYED]
    service.switch(str(tmp_path / "more.pgn"), True)
    qtbot.waitUntil(lambda: service.state.games == 4)
    service.set_filter(GameFilter(results=("0-1",)))
    qtbot.waitUntil(lambda: service.state.games == 1)
    service.switch(str(path), False)
    qtbot.waitUntil(lambda: service.state.games == 0 and not service.state.loading)
    assert service.close()


def test_each_collection_of_the_user_can_be_counted(qtbot: QtBot, path: Path, tmp_path: Path) -> None:
    games = GameService()
    files = FileService(games, None)
    collection = CollectionService(path)
    service = ExplorerService(path, tmp_path / "none.pgn", tmp_path / "index", lambda: Library(None, None))
    store = SettingsStore(tmp_path / "settings.json")
    service.follow(collection, files, games, store)
    service.look_at(games.state)
    other = path.with_name("Endings.ratsugames")
    (tmp_path / "more.pgn").write_text('[White "X"]\n[Black "Y"]\n[Result "1-0"]\n\n1. d4 1-0\n')
    with Collection(other, create=True) as more:
        import_pgn(more, tmp_path / "more.pgn")
    collection.open(other)
    names = ["my.ratsugames", "none.pgn", "Endings.ratsugames"]
    qtbot.waitUntil(lambda: [Path(one.path).name for one in service.sources] == names, timeout=60_000)
    assert [one.on for one in service.sources] == [True, False, False]
    service.switch(str(other), True)
    qtbot.waitUntil(lambda: service.state.games == 4, timeout=60_000)
    again = ExplorerService(path, None, tmp_path / "index", lambda: Library(None, None))
    again.configure(store.settings)
    assert [(one.path, one.on) for one in again.sources] == [(str(path), True), (str(other), True)]
    service.switch(str(other), False)
    collection.remove(other)
    qtbot.waitUntil(lambda: [Path(one.path).name for one in service.sources] == names[:2], timeout=60_000)
    for one in (service, again, collection, files):
        assert one.close()


def test_rows_are_sorted_by_any_column_and_those_without_a_value_come_last() -> None:
    rows = (
        ExplorerRow("e2e4", "e4", 5, 2, 2, 1, 2400, 2450, 2001),
        ExplorerRow("d2d4", "d4", 9, 0, 1, 8, None, None, 2010),
        ExplorerRow("a2a3", "a3", 1, 1, 0, 0, 2600, 3400, 1990),
    )

    def order(column: ExplorerColumn, descending: bool = True) -> str:
        return " ".join(row.san for row in in_order(rows, column, descending))

    assert order(ExplorerColumn.GAMES) == "d4 e4 a3"
    assert order(ExplorerColumn.MOVE, False) == "a3 d4 e4"
    assert order(ExplorerColumn.SCORE) == "a3 e4 d4"
    assert order(ExplorerColumn.RATING) == "a3 e4 d4"
    assert order(ExplorerColumn.PERFORMANCE, False) == "e4 a3 d4"
    assert order(ExplorerColumn.LAST) == "d4 e4 a3"


def test_sources_and_filter_are_restored_in_the_next_run(qtbot: QtBot, path: Path, tmp_path: Path) -> None:
    (tmp_path / "more.pgn").write_text('[White "X"]\n[Black "Y"]\n[Result "1-0"]\n\n1. d4 1-0\n')
    (tmp_path / "other.pgn").write_text('[White "X"]\n[Black "Y"]\n[Result "0-1"]\n\n1. c4 0-1\n')
    games = GameService()

    def run() -> tuple[ExplorerService, SettingsStore]:
        store = SettingsStore(tmp_path / "settings.json")
        service = ExplorerService(path, tmp_path / "other.pgn", tmp_path / "index", lambda: Library(None, None))
        service.follow(CollectionService(path), FileService(games, None), games, store)
        service.configure(store.settings)
        return service, store

    first, store = run()
    assert [source.on for source in first.sources] == [True, False]
    first.add_source(tmp_path / "more.pgn")
    first.switch(str(path), on=False)
    first.set_filter(GameFilter(since=1990, results=("1-0",), speeds=(SpeedClass.RAPID,)))
    assert first.close() and store.close()

    second, store = run()
    assert second.sources == first.sources
    assert [(Path(source.path).name, source.on) for source in second.sources] == [
        ("my.ratsugames", False),
        ("other.pgn", False),
        ("more.pgn", True),
    ]
    assert second.choice == GameFilter(since=1990, results=("1-0",), speeds=(SpeedClass.RAPID,))
    second.set_filter(EVERY_GAME)
    second.look_at(games.state)
    qtbot.waitUntil(lambda: [row.san for row in second.state.rows] == ["d4"], timeout=60_000)
    assert second.close() and store.close()


@pytest.mark.parametrize("text", ["{", "[]", '{"sources": 3}', '{"games": {"speeds": ["walk"]}}'])
def test_a_damaged_choice_is_ignored(path: Path, tmp_path: Path, text: str) -> None:
    service = ExplorerService(path, None, tmp_path / "index", lambda: Library(None, None))
    before = service.sources
    service.configure(Settings().with_value("explorer", text))
    assert (service.sources, service.choice) == (before, EVERY_GAME)
    assert service.close()
