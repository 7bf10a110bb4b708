"""A study is listed as chapters with their names, in a file and in a collection; empty columns are hidden."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from books.collection.query import Query
from desktop.model.game_list import BOTTOM, CHAPTER, COMMENT
from desktop.views.games.games_model import COLUMNS
from desktop.views.games.games_page import GamesPage
from desktop.views.games.games_table import GamesTable
from desktop.views.window.mode_bar import Mode
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.games.test_collection import page_of, window  # noqa: F401 - a fixture

MINUTE_MS = 60_000
STUDY = """[Event "Rook endings: Lucena"]
[Site "https://lichess.org/study/abc/1"]
[Result "*"]
[Annotator "Anna"]
[Orientation "white"]

{ The bridge. Learn it first. } 1. e4 e5 *

[Event "Rook endings: Philidor, the third rank"]
[Site "https://lichess.org/study/abc/2"]
[Result "*"]
[Annotator "Anna"]
[Orientation "black"]

1. d4 { Not an introduction. } *

"""
OWN_TAGS = """[Event "?"]
[StudyName "Tactics"]
[ChapterName "Forks"]
[Result "*"]

1. e4 *

[Event "?"]
[StudyName "Tactics"]
[ChapterName "Pins"]
[Result "*"]

1. d4 *

"""


def place(name: str) -> int:
    return next(at for at, column in enumerate(COLUMNS) if column[1] == name)


def shown(table: GamesTable) -> list[str]:
    """The names of the visible columns, from left to right."""
    titles = table.horizontalHeader()
    order = [titles.logicalIndex(at) for at in range(titles.count())]
    return [COLUMNS[at][1] for at in order if not table.isColumnHidden(at)]


def cells(table: GamesTable, name: str) -> list[str]:
    return [table.games.text(row, place(name)) for row in range(table.games.rowCount())]


def listed(qtbot: QtBot, page: GamesPage, total: int) -> GamesTable:
    lists = page._lists
    qtbot.waitUntil(lambda: lists.state.total == total and not lists.state.loading, timeout=MINUTE_MS)
    return page.table


def test_a_study_is_listed_as_chapters(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    made, path = make_window(), tmp_path / "study.pgn"
    path.write_text(STUDY)
    made.show_mode(Mode.GAMES)
    made.services.lists.open(path)
    page = page_of(made)
    table = listed(qtbot, page, 2)
    names = ["Lucena", "Philidor, the third rank"]
    qtbot.waitUntil(lambda: cells(table, CHAPTER) == names, timeout=MINUTE_MS)
    qtbot.waitUntil(lambda: cells(table, COMMENT) == ["The bridge. Learn it first.", ""], timeout=MINUTE_MS)
    assert cells(table, BOTTOM) == ["White", "Black"]
    assert shown(table) == ["#", CHAPTER, COMMENT, BOTTOM, "Moves", "ECO", "Opening", "Site"]
    assert page.title.text() == "Rook endings" and page.line.text() == "2 chapters"


def test_keys_go_from_chapter_to_chapter(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    made, path = make_window(), tmp_path / "study.pgn"
    path.write_text(STUDY)
    lists, games = made.services.lists, made.services.game
    made.show_mode(Mode.GAMES)
    lists.open(path)
    listed(qtbot, page_of(made), 2)
    for key, name in (
        ("next_listed", "Lucena"),
        ("next_listed", "Philidor, the third rank"),
        ("previous_listed", "Lucena"),
    ):
        made.actions_by_key[key].trigger()
        qtbot.waitUntil(lambda name=name: games.state.game.header("Event").endswith(name), timeout=MINUTE_MS)  # type: ignore[misc]


def test_chapters_named_by_their_own_tags(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    made, path = make_window(), tmp_path / "tactics.pgn"
    path.write_text(OWN_TAGS)
    made.show_mode(Mode.GAMES)
    made.services.lists.open(path)
    page = page_of(made)
    table = listed(qtbot, page, 2)
    qtbot.waitUntil(lambda: cells(table, CHAPTER) == ["Forks", "Pins"], timeout=MINUTE_MS)
    assert page.title.text() == "Tactics"


def test_a_list_of_games_hides_only_columns_without_values(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    made, path = make_window(), tmp_path / "two.pgn"
    path.write_text('[Event "Cup"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. e4 *\n\n' * 2)
    made.show_mode(Mode.GAMES)
    made.services.lists.open(path)
    table = listed(qtbot, page_of(made), 2)
    assert shown(table) == ["#", "White", "Black", "Result", "Moves", "ECO", "Opening", "Event"]


@pytest.mark.parametrize("sought", [Query(), Query(event="rook")])
def test_a_study_in_a_collection(qtbot: QtBot, window, tmp_path: Path, sought: Query) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    path, collection = tmp_path / "study.pgn", window.services.collection
    path.write_text(STUDY)
    collection.import_files([path])
    qtbot.waitUntil(lambda: collection.state.games == 62 and not collection.state.importing, timeout=MINUTE_MS)
    collection.search(sought)
    table = listed(qtbot, page_of(window), 62 if sought == Query() else 2)
    if sought == Query():
        assert CHAPTER not in shown(table) and "White" in shown(table)
    else:
        qtbot.waitUntil(lambda: cells(table, CHAPTER) == ["Lucena", "Philidor, the third rank"], timeout=MINUTE_MS)
        qtbot.waitUntil(lambda: cells(table, COMMENT)[0] == "The bridge. Learn it first.", timeout=MINUTE_MS)
        assert "White" not in shown(table)
