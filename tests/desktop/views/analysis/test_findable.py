"""A reviewed mistake says whether the better move could be found at the player's rating; never while it is retried."""

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.job import JobPhase
from desktop.services.training import findable_service
from desktop.views.analysis.review_panel import ReviewPanel
from desktop.views.main_window import MainWindow
from engine.game.limits import GamePosition
from engine.game.reason import BoardMove
from engine.pgn.reader import first_game
from engine.play.people.move_difficulty import MoveDifficulty
from tests.desktop.views.conftest import MakeWindow

LONG = 30_000
GAME = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"


def panel_of(window: MainWindow) -> ReviewPanel:
    panel = window.body.side.panel("review")
    assert isinstance(panel, ReviewPanel)
    return panel


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, str, int]]:
    """What the predictor's stand-in was asked: plies, better move, header, the user's own rating."""
    made: list[tuple[int, str, str, int]] = []

    def found(position: GamePosition, better: str, header: str, own: int) -> MoveDifficulty:
        made.append((len(position.moves), better, header, own))
        fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
        return MoveDifficulty(int(header or own), 0.04, BoardMove("g7g6", fen, chess960=False))

    monkeypatch.setattr(findable_service, "_found", found)
    return made


def reviewed(make_window: MakeWindow, qtbot: QtBot, tags: str = "") -> MainWindow:
    window = make_window()
    window.services.game.open_tab(first_game(f"{tags}\n{GAME}"))
    window.actions_by_key["review"].trigger()
    qtbot.waitUntil(lambda: window.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    window.services.game.go_last()
    window.services.game.go_back()  # 3...Nf6??
    return window


def test_the_rating_is_the_one_of_the_game(
    make_window: MakeWindow, qtbot: QtBot, asked: list[tuple[int, str, str, int]]
) -> None:
    window = reviewed(make_window, qtbot, '[WhiteElo "1900"]\n[BlackElo "1150"]\n')
    line = panel_of(window).findable
    qtbot.waitUntil(lambda: line.text.text() == "Few players rated 1150 find 3...g6: 4\u00a0%", timeout=LONG)
    assert asked[-1][0] == 5 and asked[-1][2:] == ("1150", 1500)
    window.services.game.go_back()  # no mistake
    assert line.text.text() == ""


def test_without_one_it_is_the_users_own(
    make_window: MakeWindow, qtbot: QtBot, asked: list[tuple[int, str, str, int]]
) -> None:
    window = reviewed(make_window, qtbot)
    window.services.settings.set("my_elo", 1720)
    line = panel_of(window).findable
    qtbot.waitUntil(lambda: "rated 1720 find" in line.text.text(), timeout=LONG)


def test_nothing_is_given_away_while_the_mistake_is_retried(
    make_window: MakeWindow, qtbot: QtBot, asked: list[tuple[int, str, str, int]]
) -> None:
    window = reviewed(make_window, qtbot)
    qtbot.waitUntil(lambda: window.services.findable.state is not None, timeout=LONG)
    window.actions_by_key["retry_mistakes"].trigger()
    assert window.services.findable.state is None and panel_of(window).findable.isHidden()
