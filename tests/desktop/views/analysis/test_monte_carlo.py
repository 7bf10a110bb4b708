"""Monte Carlo tree search chosen in the window: it is what really searches, in analysis and in play, and the panels show it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.game.match import FULL_RATSU, FULL_STRENGTH, NewGame, level_at
from desktop.model.settings import MONTE_CARLO, Settings
from desktop.services.engines.movers import Movers
from desktop.views.analysis.analysis_panel import AnalysisPanel, nodes_text, speed_text
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice
from engine.game.reason_words import english
from engine.game.time_control import FixedLimits
from engine.levels import OpponentSources
from engine.play.mover import RatsuMover
from engine.play.sources.stored_search import ContinuedAnalysis
from engine.player import Player
from engine.search.mcts import TreeSearcher
from engine.search.searcher import Searcher
from tests.desktop import looks
from tests.desktop.services.conftest import folders_in

LONG = 60_000
START = GamePosition(chess.STARTING_FEN, chess960=False)
TREE = Settings().with_value("search", MONTE_CARLO)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window over the real engine."""
    composition = Composition(folders_in(tmp_path / "user"), reply_ms=0)
    composition.services.settings.set("hash_mb", 8)
    made = MainWindow(composition.services)
    qtbot.addWidget(made)
    made.resize(1024, 700)
    made.show()
    qtbot.waitExposed(made)
    composition.window_shown()
    yield made
    assert composition.close()


def searcher_of(mover: object) -> object:
    if isinstance(mover, ContinuedAnalysis):
        mover = mover._mover
    assert isinstance(mover, RatsuMover)
    player = mover._player
    assert isinstance(player, Player)
    return player._searcher_in_use()


def test_analysis_and_play_search_by_the_tree_when_it_is_chosen(tmp_path: Path) -> None:
    rooms = Movers(tmp_path, TREE)
    assert isinstance(searcher_of(rooms.analyser(1)), TreeSearcher)
    assert isinstance(searcher_of(rooms.mover(FULL_RATSU, 1)), TreeSearcher)
    rooms.configure(Settings())
    assert isinstance(searcher_of(rooms.analyser(1)), Searcher)
    assert isinstance(searcher_of(rooms.mover(FULL_RATSU, 1)), Searcher)
    rooms.close()


def test_a_level_keeps_to_alpha_beta(tmp_path: Path) -> None:
    rooms = Movers(tmp_path, TREE)
    assert isinstance(searcher_of(rooms.mover(replace(FULL_RATSU, level=level_at(1400)), 1)), Searcher)
    rooms.close()


def test_the_tree_can_analyse_beside_alpha_beta(tmp_path: Path) -> None:
    rooms = Movers(tmp_path, Settings())
    beside = {source.key: source for source in rooms.other_analysers()}["ratsu-monte carlo"]
    chain = beside.make(2)
    assert isinstance(searcher_of(chain), TreeSearcher)
    assert isinstance(searcher_of(rooms.analyser(1)), Searcher)
    choice = chain.choose(START, Limits(nodes=400))
    assert isinstance(choice, MoveChoice) and choice.result is not None and len(choice.result.lines) == 2
    rooms.close()


def test_the_panel_shows_the_lines_of_the_tree_and_forgets_those_of_the_other_search(
    qtbot: QtBot, window: MainWindow
) -> None:
    analysis, settings = window.services.analysis, window.services.settings
    settings.set("analysis_lines", 3)
    window.show_mode(Mode.ANALYSE)
    qtbot.waitUntil(lambda: analysis.state.depth >= 8, timeout=LONG)
    deep = analysis.state.depth
    window.actions_by_key["monte_carlo"].trigger()
    assert settings.settings.text("search") == MONTE_CARLO
    qtbot.waitUntil(lambda: 0 < analysis.state.depth < deep and len(analysis.state.lines) == 3, timeout=LONG)
    panel = window.body.side.panel("analysis")
    assert isinstance(panel, AnalysisPanel) and panel._title.text() == "Monte Carlo"
    assert looks.scrolls_sideways(window.body.side) == []
    analysis.set_running(False)
    for line in analysis.state.lines:
        board = chess.Board()
        for uci in line.moves:
            board.push_uci(uci)  # raises where a line has a move that cannot be played
        assert line.sans and abs(line.evaluation.score.worth(white=True)) < 300
    firsts = {line.moves[0] for line in analysis.state.lines}
    assert len(firsts) == 3 and "depth" in panel.main.figures.text()
    window.actions_by_key["monte_carlo"].trigger()
    assert panel._title.text() == "Analysis"


def test_the_engine_plays_by_the_tree_and_says_why(qtbot: QtBot, window: MainWindow) -> None:
    services = window.services
    services.settings.set("search", MONTE_CARLO)
    services.match.new_game(
        NewGame(level=FULL_STRENGTH, budget=FixedLimits(nodes=300), chain=OpponentSources(book=False))
    )
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=LONG)
    origin = services.game.state.node.origin
    assert origin is not None and origin.source == "search"
    assert int(english(origin.reason).split()[-2].replace(",", "")) <= 300, "nodes are playouts"


def test_few_nodes_are_not_rounded_to_nothing() -> None:
    assert speed_text(850) == "850 n/s" and speed_text(83_000) == "83 kn/s" and speed_text(0) == ""
    assert nodes_text(640) == "640 n" and nodes_text(420_000) == "420 kn"
