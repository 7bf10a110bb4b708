"""A listed file that grows: the games of a match that is being played."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.services.engines.tournament_service import TournamentService
from desktop.services.files import growing_file
from desktop.services.files.game_list_service import GameListService
from engine.pgn.edit import append_games, save_games

GAME = '[White "A"]\n[Black "B"]\n[Round "{}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *'


@pytest.fixture
def lists(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameListService]:
    monkeypatch.setattr(growing_file, "GROWTH_MS", 20)
    service = GameListService()
    yield service
    assert service.close()


@pytest.fixture
def path(lists: GameListService, tmp_path: Path, qtbot: QtBot) -> Path:
    """A listed file of three games."""
    path = tmp_path / "match.pgn"
    save_games(path, [GAME.format(number) for number in (1, 2, 3)])
    lists.open(path)
    qtbot.waitUntil(lambda: lists.state.total == 3 and not lists.state.loading)
    return path


def test_moves_and_openings_are_shown_of_a_file_that_has_grown(
    lists: GameListService, path: Path, qtbot: QtBot
) -> None:
    """The columns Moves, ECO and Opening of a running match stayed empty: another program had changed the file."""
    append_games(path, [GAME.format(4)])
    with qtbot.waitSignal(lists.rows_read, timeout=2_000):
        lists.fact(1)
    fact = lists.fact(1)
    assert fact is not None and (fact.plies, fact.eco) == (5, "C60")


def test_the_list_of_a_running_match_grows_with_it(
    lists: GameListService, path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    tournaments = TournamentService(tmp_path)
    tournaments.follow(lists)
    with qtbot.waitSignal(lists.rows_read, timeout=2_000):
        lists.fact(1)
    told: list[int] = []
    lists.changed.connect(lambda state: told.append(len(state.order)))
    for number in (4, 5, 6):
        append_games(path, [GAME.format(number)])
        tournaments.grown.emit(str(path))
    qtbot.waitUntil(lambda: lists.state.total == 6)
    assert lists.whole_row(5)[8] == "6" and min(told) >= 3, "the games listed before never vanish"
    assert lists.fact(1) is not None, "what is known of them stays known"
    lists.search("4")
    qtbot.waitUntil(lambda: list(lists.state.order) == [3])
    append_games(path, [GAME.format(14)])
    tournaments.grown.emit(str(path))
    qtbot.waitUntil(lambda: list(lists.state.order) == [3, 6])
    tournaments.grown.emit(str(tmp_path / "another.pgn"))  # which is not listed
    assert lists.state.total == 7 and tournaments.close()
