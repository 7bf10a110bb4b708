"""The window of matches between engines: its list of games, and what the main window says of a match."""

from collections.abc import Sequence

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import MatchPlayer
from desktop.model.tournament import Participant, TournamentPlan, TournamentState
from desktop.views.engines.engine_match_dialog import EngineMatchDialog
from desktop.views.main_window import MainWindow
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.play.match.schedule import Encounter, GameResult
from tests.desktop.views.conftest import MakeWindow

WON = Outcome(Side.WHITE, Termination.CHECKMATE)


def plan_of(names: Sequence[str], pgn: str = "") -> TournamentPlan:
    found = tuple(Participant(name, MatchPlayer(name), f"cmd={name}") for name in names)
    return TournamentPlan(found, limit="nodes", amount="300", pgn=pgn)


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    return make_window()


@pytest.mark.parametrize(
    "names", [("Stockfish 17.1", "Stockfish 15.1"), ("A very long name of an engine " * 3, "B" * 60)]
)
def test_the_list_of_games_names_both_players_in_full(window: MainWindow, qtbot: QtBot, names: tuple[str, str]) -> None:
    """With two engines of one name the cut texts did not say who played (found on a screen of 1280 pixels)."""
    dialog = window.services.make(EngineMatchDialog, parent=window)
    dialog.show()
    games = tuple(GameResult(Encounter(number, *sides, 0), WON, 40) for number, sides in ((1, (0, 1)), (2, (1, 0))))
    dialog._update(TournamentState(plan_of(names), finished=games))
    model, header = dialog.list.model(), dialog.list.horizontalHeader()
    texts = [model.headerData(column, dialog.list.horizontalHeader().orientation()) for column in range(4)]
    who = texts.index("White – Black")
    assert [model.index(row, who).data() for row in range(2)] == [" – ".join(names), " – ".join(reversed(names))]
    qtbot.waitUntil(lambda: header.sectionSize(who) >= dialog.list.sizeHintForColumn(who), timeout=10_000)
    result = texts.index("Result")
    assert header.visualIndex(result) < header.visualIndex(who), "a long name pushes no result out of sight"
    dialog.close()
