"""People are asked on a thread, only while somebody looks, and only the last position is answered."""

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame, level_of
from desktop.model.settings import AS_YOURS, Settings
from desktop.services.all_services import Services
from desktop.services.engines import likely_moves_service
from engine.game.limits import GamePosition
from engine.game.side import Side
from engine.ground.errors import PositionError
from engine.play.people.likely_moves import LikelyHumanMoves, LikelyMove
from tests.desktop.window_doubles import close_services, make_services

LONG = 10_000


class Asked:
    """In place of the predictor: remembers what it was asked, and waits where it is told to."""

    def __init__(self) -> None:
        self.questions: list[tuple[int, int]] = []  # plies, rating
        self.threads: set[str] = set()
        self.go = threading.Event()
        self.go.set()

    def __call__(self, position: GamePosition, elo: int) -> LikelyHumanMoves:
        self.questions.append((len(position.moves), elo))
        self.threads.add(threading.current_thread().name)
        self.go.wait(60)
        if len(position.moves) == 3:
            raise PositionError("no people for %1", position.fen)
        return LikelyHumanMoves("", elo, (LikelyMove("a7a6", "a6", 0.4),))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    made = Asked()
    monkeypatch.setattr(likely_moves_service, "likely_human_moves", made)
    monkeypatch.setattr(likely_moves_service, "with_mistakes", lambda _position, found: found)
    return made


@pytest.fixture
def services(qtbot: QtBot, asked: Asked) -> Iterator[Services]:
    made = make_services()
    made.settings.set("people_moves", True)
    yield made
    close_services(made)


def wait_for(qtbot: QtBot, services: Services, elo: int = 1500) -> None:
    people, game = services.people, services.game
    qtbot.waitUntil(lambda: (people.state.fen, people.state.elo) == (game.state.fen, elo), timeout=LONG)


def test_nobody_is_asked_while_nobody_looks(services: Services, asked: Asked, qtbot: QtBot) -> None:
    services.game.play_move("e2e4")
    qtbot.wait(2 * likely_moves_service.SETTLE_MS)
    assert asked.questions == []
    services.people.want("analysis", True)
    wait_for(qtbot, services)
    assert asked.questions == [(1, 1500)]
    assert asked.threads == {"ratsu-people"}
    services.people.want("analysis", False)
    assert services.people.state == LikelyHumanMoves()


def test_only_the_last_position_is_answered(services: Services, asked: Asked, qtbot: QtBot) -> None:
    told: list[str] = []
    asked.go.clear()
    services.people.want("book", True)
    qtbot.waitUntil(lambda: asked.questions == [(0, 1500)], timeout=LONG)
    services.people.changed.connect(lambda state: told.append(state.fen))
    services.game.play_move("e2e4")
    services.game.play_move("e7e5")
    asked.go.set()
    wait_for(qtbot, services)
    assert asked.questions == [(0, 1500), (2, 1500)]
    assert told == [services.game.state.fen]


def test_a_refused_position_has_its_reason_and_the_next_one_its_answer(
    services: Services, asked: Asked, qtbot: QtBot
) -> None:
    services.people.want("analysis", True)
    for move in ("e2e4", "e7e5", "g1f3"):
        services.game.play_move(move)
    wait_for(qtbot, services)
    assert services.people.state.problem and not services.people.state.moves
    services.game.play_move("b8c6")
    wait_for(qtbot, services)
    assert services.people.state.moves


def test_the_rating_is_the_one_chosen_or_the_users_own(services: Services, asked: Asked, qtbot: QtBot) -> None:
    services.people.want("analysis", True)
    for key, value, elo in (("people_elo", 1200, 1200), ("my_elo", 1830, 1200), ("people_elo", AS_YOURS, 1830)):
        services.settings.set(key, value)
        wait_for(qtbot, services, elo)
    assert Settings({"people_elo": AS_YOURS + 10}).people_elo == 400  # typed between the two


def test_the_setting_switches_it_off(services: Services, asked: Asked, qtbot: QtBot) -> None:
    services.people.want("analysis", True)
    wait_for(qtbot, services)
    services.settings.set("people_moves", False)
    assert services.people.state == LikelyHumanMoves()


def test_the_users_rating_is_the_same_everywhere(services: Services) -> None:
    """“Like you” was 1530 where *Your Elo* said 1534."""
    services.match.new_game(NewGame(Side.WHITE, level_of("club player"), rated=True))
    services.match.user_move("e2e4")
    services.match.resign()
    now = services.rating.state.now
    assert now is not None and services.settings.settings.people_elo == int(f"{now.elo:.0f}") and round(now.elo) % 10


def test_the_users_rating_is_looked_up_for_who_asks_and_not_by_reading_it(services: Services, asked: Asked) -> None:
    services.settings.set("my_elo", 1830)
    assert services.rating.state.now is None
    assert services.settings.settings.number("my_elo") == 1830, "reading changes nothing"
    services.people.want("analysis", True)
    assert services.settings.settings.number("my_elo") == 1500, "no game was rated"
