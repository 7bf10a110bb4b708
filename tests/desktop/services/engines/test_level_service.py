"""The search for the user's level: its games are rated, kept, adjourned and continued; the last one proposes an opponent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.errors import Message
from desktop.model.find_level import LevelState, dump, load
from desktop.model.game.match import MatchTerms, NewGame
from desktop.services.all_services import Services
from desktop.services.engines import level_service
from desktop.services.engines.level_service import LevelService
from engine.game.side import Side
from engine.ground.json_text import JsonError
from engine.play.people.find_level import GAMES, Evidence, LevelSearch, RatingLikelihood
from tests.desktop.window_doubles import close_services, make_services

WEAK: Evidence = (RatingLikelihood(600, -1.0), RatingLikelihood(1500, -9.0))


@pytest.fixture
def services(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.setattr(level_service, "_evidence", lambda _position, _white: WEAK)
    made = make_services()
    yield made
    close_services(made)


def match_of(services: Services) -> MatchTerms:
    match = services.game.state.match
    assert match is not None
    return match


def lose(services: Services, qtbot: QtBot) -> None:
    """A game of the search that is resigned."""
    counted: list[LevelState] = []
    services.level.counted.connect(counted.append)
    services.level.play()
    qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=10_000)
    services.match.resign()
    qtbot.waitUntil(lambda: bool(counted), timeout=10_000)


def test_a_lost_game_lowers_the_level_and_the_next_opponent(services: Services, qtbot: QtBot) -> None:
    first = services.level.state.search.next_elo
    lose(services, qtbot)
    search = services.level.state.search
    assert [(game.opponent, game.points, game.evidence) for game in search.played] == [(first, 0.0, WEAK)]
    assert search.next_elo < first
    services.level.play()
    match = match_of(services)
    assert match.human_side is Side.BLACK and match.rated and match.finding
    assert match.contestant(Side.WHITE).level.elo == search.next_elo


def test_a_game_under_way_is_continued_and_not_begun_again(services: Services, qtbot: QtBot) -> None:
    services.level.play()
    tab = services.game.state.tab
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=10_000)
    services.match.new_game(NewGame())  # its clock runs: the game is adjourned
    assert services.level.state.tab == tab
    services.level.play()
    assert services.game.state.tab == tab and services.game.state.playing


def test_games_with_help_and_other_games_do_not_count(services: Services, qtbot: QtBot) -> None:
    services.level.play()
    services.help.use(lambda: None)
    services.match.resign()
    services.match.new_game(NewGame(rated=True))
    services.match.resign()
    assert services.level.state.search.played == ()


def test_after_ten_games_the_even_opponent_is_proposed(services: Services, qtbot: QtBot) -> None:
    for _ in range(GAMES):
        lose(services, qtbot)
    assert services.level.state.search.done
    assert services.level.proposed.key == "pia"  # the nearest of the children, who are below 800
    assert services.settings.settings.text("person") == "pia"
    services.level.begin_again()
    assert services.level.state.search == LevelSearch()


def test_the_search_is_kept_and_a_damaged_file_is_set_aside(services: Services, tmp_path: Path) -> None:
    path = tmp_path / "level search.json"
    made = [LevelService(services.game, services.match, services.settings, path) for _ in range(3)]
    made[0]._keep(LevelSearch().after(1400, 1.0, WEAK).after(1500, 0.5))
    assert made[1].state.search == made[0].state.search
    path.write_bytes(b'{"version": 1, "games": [[1400, 0.3, []]]}')
    told: list[Message] = []
    made[2].message.connect(told.append)
    assert made[2].state.search == LevelSearch() and len(told) == 1
    assert (tmp_path / "level search.json.damaged").exists()
    for one in made:
        one.close()


@pytest.mark.parametrize("games", ["[[1400, 0.3, []]]", "[[1400, 1, [[900, -1], [600, -1]]]]", '[["x", 1, []]]', "7"])
def test_what_is_no_search_is_refused(games: str) -> None:
    with pytest.raises(JsonError):
        load(f'{{"version": 1, "games": {games}}}'.encode())


def test_what_is_written_is_read() -> None:
    search = LevelSearch().after(1400, 1.0, WEAK).after(1630, 0.0)
    assert load(dump(search)) == search
