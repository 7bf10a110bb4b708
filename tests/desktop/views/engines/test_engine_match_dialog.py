"""The window of matches between engines: its list of games, and what the main window says of a match."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from desktop.model.game.match import MatchPlayer
from desktop.model.tournament import EngineStanding, Participant, TournamentPlan, TournamentState
from desktop.views.engines.engine_match_dialog import EngineMatchDialog
from desktop.views.main_window import MainWindow
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.ground.rating import Rating
from engine.ground.text import Text
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
def test_the_list_of_games_names_both_players_in_full(window: MainWindow, names: tuple[str, str]) -> None:
    """With two engines of one name the cut texts did not say who played (found on a screen of 1280 pixels)."""
    dialog = window.services.make(EngineMatchDialog, parent=window)
    dialog.show()
    games = tuple(GameResult(Encounter(number, *sides, 0), WON, 40) for number, sides in ((1, (0, 1)), (2, (1, 0))))
    dialog._update(TournamentState(plan_of(names), finished=games))
    model, header = dialog.list.model(), dialog.list.horizontalHeader()
    texts = [model.headerData(column, dialog.list.horizontalHeader().orientation()) for column in range(4)]
    who = texts.index("White – Black")
    assert [model.index(row, who).data() for row in range(2)] == [" – ".join(names), " – ".join(reversed(names))]
    assert header.sectionSize(who) >= dialog.list.sizeHintForColumn(who)
    result = texts.index("Result")
    assert header.visualIndex(result) < header.visualIndex(who), "a long name pushes no result out of sight"
    dialog.close()


def said(window: MainWindow) -> list[str]:
    return [notice.accessibleName() for notice in window.body.messages.notices]


def test_the_main_window_says_that_a_match_runs_while_its_window_is_closed(window: MainWindow) -> None:
    running = "A match between engines is running."
    service = window.services.tournaments
    window.actions_by_key["engine_match"].trigger()
    (dialog,) = window.findChildren(EngineMatchDialog)
    state = TournamentState(plan_of(("one", "two")), running=True)
    service._tell(state)
    assert running not in said(window)
    dialog.close()
    assert running in said(window)
    window.actions_by_key["engine_match"].trigger()
    assert running not in said(window)
    next(one for one in window.findChildren(EngineMatchDialog) if one.isVisible()).close()
    (notice,) = (one for one in window.body.messages.notices if one.accessibleName() == running)
    notice.dismiss()
    service._tell(state)
    assert running not in said(window), "the user has closed it"
    service._tell(replace(state, running=False))
    service._tell(state)
    assert running in said(window), "another match"
    service._tell(replace(state, running=False))
    assert running not in said(window)


def test_the_problem_of_an_earlier_match_is_withdrawn_when_another_one_begins(window: MainWindow) -> None:
    service = window.services.tournaments
    problem = Text("The match has ended by itself.")
    state = TournamentState(plan_of(("one", "two")), running=True)
    service._tell(state)
    service._tell_error(problem)
    service._tell(replace(state, running=False, problem=problem))
    assert str(problem) in said(window)
    service._tell(state)
    assert str(problem) not in said(window)
    service._tell(TournamentState())


def test_levels_are_found_by_their_elo_and_the_built_in_openings_chosen_again(window: MainWindow) -> None:
    dialog = window.services.make(EngineMatchDialog, parent=window)
    dialog.show()
    listed = dialog.setup.engines
    dialog.setup.search.setText("1600")
    shown = [listed.item(row).text() for row in range(listed.count()) if not listed.item(row).isHidden()]
    assert shown and all("1600 Elo" in text for text in shown)
    assert not dialog.setup.built_in.isVisible()
    dialog.setup.set_openings("/somewhere/mine.pgn")
    assert dialog.setup.built_in.isVisible() and dialog.setup.plan().openings
    dialog.setup.built_in.click()
    assert not dialog.setup.plan().openings and not dialog.setup.built_in.isVisible()
    dialog.close()


def test_the_table_of_a_match_has_one_minus_sign(window: MainWindow) -> None:
    dialog = window.services.make(EngineMatchDialog, parent=window)
    lost = EngineStanding(MatchPlayer("one"), 1.0, 4, 1, 0, 3, Rating(-89.0, -415.0, 237.0, 4))
    dialog._update(TournamentState(plan_of(("one", "two")), standings=(lost,)))
    cells = [dialog.table.item(0, column).text() for column in (3, 4)]  # type: ignore[union-attr]
    assert cells == ["+1 =0 \N{MINUS SIGN}3", "\N{MINUS SIGN}89 ± 326"]
