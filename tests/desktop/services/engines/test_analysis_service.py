"""The analysis: followed, locked, restricted, by several engines; what was found is remembered."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.model.engines import EngineEntry
from desktop.model.game import rules
from desktop.model.game.analysis import AnalysisState
from desktop.model.settings import Settings
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.engines.engine_analysis import EngineAnalysis
from desktop.services.engines.movers import Movers
from desktop.services.game.game_service import GameService
from engine.game.info import Info, Score
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.reason import text_reason
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.play.external.launch import Dialect

LONG = 20_000


class Noting:
    """Reports one deep line at once, notes what it was asked, and waits for the stop."""

    def __init__(self, asked: list[tuple[GamePosition, Limits]], depths: list[int]) -> None:
        self._asked, self._depths = asked, depths

    def choose(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> MoveChoice:
        self._asked.append((position, limits))
        board = chess.Board(position.fen)
        for move in position.moves:
            board.push_uci(move)
        best = limits.search_moves[0] if limits.search_moves else next(iter(board.legal_moves)).uci()
        depth = self._depths.pop(0) if self._depths else 20
        if on_info:
            on_info(Info(depth, depth, 1, Score(centipawns=30), 1000, 10, (best,), wdl=(300, 500, 200)))
        assert stopper is not None
        stopper.wait(or_hit=False)
        return MoveChoice(best, ChoiceSource.SEARCH, text_reason(""))


class Table:
    """An analysis that follows a game."""

    def __init__(self) -> None:
        self.asked: list[tuple[GamePosition, Limits]] = []
        self.depths: list[int] = []
        self.games = GameService()
        second = AnalysisSource("second", "Second", lambda _lines: Noting(self.asked, self.depths))
        broken = AnalysisSource("broken", "Broken", self._fail)
        self.analysis = AnalysisService(lambda _lines: Noting(self.asked, self.depths))
        self.analysis.set_sources((second, broken))
        self.games.state_changed.connect(self.analysis.look_at)
        self.games.tab_closed.connect(self.analysis.forget_tab)
        self.analysis.look_at(self.games.state)

    @staticmethod
    def _fail(lines: int) -> Noting:
        raise RatsuError("Broken is not there.")

    def moves(self) -> tuple[str, ...]:
        return self.asked[-1][0].moves if self.asked else ("none",)

    def found(self, fen: str = "") -> bool:
        state = self.analysis.state
        return bool(state.lines) and state.game_fen == (fen or self.games.state.fen)


@pytest.fixture
def table(qapp: object) -> Iterator[Table]:
    made = Table()
    yield made
    assert made.analysis.close()


def test_it_follows_the_game_and_old_lines_stay_until_new_ones_come(qtbot: QtBot, table: Table) -> None:
    table.analysis.set_running(True)
    qtbot.waitUntil(table.found, timeout=LONG)
    seen: list[AnalysisState] = []
    table.analysis.changed.connect(seen.append)
    table.games.play_move("e2e4")
    qtbot.waitUntil(lambda: table.moves() == ("e2e4",) and table.found(), timeout=LONG)
    assert all(state.lines for state in seen), "never blinks to empty"
    assert table.analysis.state.lines[0].wdl == (200, 500, 300), "White's, though Black is to move"


def test_a_position_seen_before_shows_its_lines_at_once_and_no_shallower_ones(qtbot: QtBot, table: Table) -> None:
    table.depths = [30, 10, 5]
    table.analysis.set_running(True)
    qtbot.waitUntil(table.found, timeout=LONG)
    table.games.play_move("e2e4")
    qtbot.waitUntil(table.found, timeout=LONG)
    table.games.go_back()
    qtbot.waitUntil(lambda: len(table.asked) == 3, timeout=LONG)
    assert table.found() and table.analysis.state.depth == 30
    qtbot.wait(150)
    assert table.analysis.state.depth == 30, "depth 5 does not replace what was known"


def test_locked_it_stays_while_the_user_leafs_on(qtbot: QtBot, table: Table) -> None:
    table.games.play_move("e2e4")
    table.analysis.set_running(True)
    qtbot.waitUntil(table.found, timeout=LONG)
    fen = table.games.state.fen
    table.analysis.lock(True)
    locked = table.analysis.setup.locked
    assert locked is not None and "1.e4" in locked.words
    table.games.play_move("e7e5")
    qtbot.wait(200)
    assert table.moves() == ("e2e4",) and table.analysis.state.game_fen == fen
    table.analysis.lock(False)
    qtbot.waitUntil(lambda: table.moves() == ("e2e4", "e7e5"), timeout=LONG)


def test_a_closed_tab_keeps_nothing_locked(table: Table) -> None:
    table.games.play_move("e2e4")
    table.analysis.lock(True)
    table.games.close_tab(table.games.state.tab)
    assert table.analysis.setup.locked is None


def test_the_search_is_kept_to_chosen_moves_until_the_position_changes(qtbot: QtBot, table: Table) -> None:
    table.analysis.set_running(True)
    table.analysis.restrict(only=("d2d4",))
    qtbot.waitUntil(lambda: bool(table.asked) and table.asked[-1][1].search_moves == ("d2d4",), timeout=LONG)
    table.analysis.restrict(excluded=("e2e4",))
    qtbot.waitUntil(lambda: len(table.asked[-1][1].search_moves) == 19, timeout=LONG)  # of 20 at the start: chess
    assert "e2e4" not in table.asked[-1][1].search_moves
    table.games.play_move("g1f3")
    qtbot.waitUntil(lambda: table.moves() == ("g1f3",), timeout=LONG)
    assert table.asked[-1][1] == Limits(infinite=True) and not table.analysis.setup.excluded


def test_a_threat_is_the_same_position_with_the_move_given_away(qtbot: QtBot, table: Table) -> None:
    table.analysis.set_running(True)
    table.analysis.set_threat(True)
    qtbot.waitUntil(lambda: table.analysis.state.threat and table.found(), timeout=LONG)
    assert table.asked[-1][0].fen.split(" ")[1] == "b"
    assert table.analysis.state.game_fen == table.games.state.fen


def test_in_check_and_at_the_end_it_says_why_there_is_nothing(qtbot: QtBot, table: Table) -> None:
    table.analysis.set_running(True)
    for move in ("f2f3", "e7e5", "h2h3", "d8h4"):
        table.games.play_move(move)
    table.analysis.set_threat(True)
    qtbot.waitUntil(lambda: "is in check" in str(table.analysis.state.problem), timeout=LONG)
    table.games.go_first()
    qtbot.waitUntil(lambda: not table.analysis.state.problem and table.found(), timeout=LONG)
    table.games.go_last()
    table.games.play_move("g2g3")
    table.games.play_move("h4g3")
    qtbot.waitUntil(lambda: "over" in str(table.analysis.state.problem), timeout=LONG)  # Qxg3 mates: chess
    assert table.analysis.state.result == "0-1"
    table.games.go_first()
    qtbot.waitUntil(lambda: not table.analysis.state.problem, timeout=LONG)
    assert not table.analysis.state.result


def test_a_threat_in_chess960_keeps_the_castling_rights() -> None:
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"  # the first of lichess' Chess960 perft suite
    assert rules.passed(fen, chess960=True).split(" ")[2] == "KQkq"


def test_engines_work_side_by_side_and_a_broken_one_is_told_under_its_name(qtbot: QtBot, table: Table) -> None:
    table.analysis.set_running(True)
    table.analysis.choose(("ratsu", "second", "broken", "nobody"))
    assert [*table.analysis.setup.chosen] == ["ratsu", "second", "broken"]
    qtbot.waitUntil(
        lambda: bool(table.analysis.others[0].lines) and "not there" in str(table.analysis.others[1].problem),
        timeout=LONG,
    )
    assert [state.source for state in table.analysis.others] == ["Second", "Broken"]
    table.analysis.choose(("second",))
    qtbot.waitUntil(table.found, timeout=LONG)
    assert table.analysis.state.source == "Second" and table.analysis.others == ()
    table.analysis.choose(())
    assert [*table.analysis.setup.chosen] == ["ratsu"], "never none"


def test_engines_that_are_taken_away_end_their_threads(qtbot: QtBot, table: Table) -> None:
    table.analysis.set_running(True)
    table.analysis.choose(("ratsu", "second"))
    qtbot.waitUntil(lambda: bool(table.analysis.others[0].lines), timeout=LONG)
    table.analysis.set_sources(())
    assert [source.key for source in table.analysis.setup.sources] == ["ratsu"]
    assert table.analysis.others == ()
    assert not [thread for thread in threading.enumerate() if thread.name == "ratsu-analysis-second"]


@pytest.mark.parametrize("changes", [{"name": "Renamed"}, {"values": {"Hash": "64"}}])
def test_an_engine_that_is_changed_while_it_analyses_goes_on_as_the_other_one(
    qtbot: QtBot, table: Table, changes: dict[str, Any]
) -> None:
    """Renamed it fell silent until the next position; with other options the old process went on until then."""
    entry = EngineEntry("mine", "Mine", ("mine",), Dialect.UCI)
    table.analysis._analyst = lambda _key, _lines: Noting(table.asked, table.depths)
    table.analysis._offer((entry,))
    table.analysis.choose(("mine",))
    table.analysis.set_running(True)
    qtbot.waitUntil(lambda: len(table.asked) == 1 and table.found(), timeout=LONG)
    table.analysis._offer((replace(entry, note="good"),))
    table.analysis._offer((replace(entry, **changes),))
    qtbot.waitUntil(lambda: len(table.asked) == 2 and table.found(), timeout=LONG)
    assert table.analysis.state.running and table.analysis.state.source == changes.get("name", "Mine")


def test_a_hidden_analysis_pauses_until_nothing_hides_it(qtbot: QtBot, table: Table) -> None:
    table.analysis._unseen.setInterval(0)
    table.analysis.set_running(True)
    qtbot.waitUntil(table.found, timeout=LONG)
    table.analysis.set_minimised(True)
    table.analysis.set_covered(True)
    qtbot.waitUntil(lambda: not table.analysis.state.running, timeout=LONG)
    table.games.play_move("e2e4")
    qtbot.wait(150)
    assert table.moves() == (), "nothing is searched meanwhile"
    table.analysis.set_minimised(False)
    qtbot.wait(150)
    assert table.moves() == (), "a page still covers it"
    table.analysis.set_covered(False)
    qtbot.waitUntil(lambda: table.moves() == ("e2e4",) and table.analysis.state.running, timeout=LONG)


def test_a_finished_analysis_gives_its_memory_back_unless_it_goes_on(qtbot: QtBot) -> None:
    released: list[str] = []
    source = AnalysisSource("own", "Own", lambda _lines: Noting([], []), None, lambda: released.append("memory"))
    parent = QObject()
    bench = EngineAnalysis(source, parent)
    bench._release.setInterval(0)
    task = AnalysisState(fen=chess.STARTING_FEN, wanted_lines=1)
    for _ in range(2):
        bench.analyse(GamePosition(chess.STARTING_FEN, (), chess960=False), Limits(infinite=True), task)
        qtbot.waitUntil(lambda: bool(bench.state.lines), timeout=LONG)
    assert not released
    bench.rest()
    qtbot.waitUntil(lambda: released == ["memory"], timeout=LONG)
    assert bench.close()


def test_on_battery_the_analysis_has_one_thread_until_the_machine_is_plugged_in(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battery = [True]
    monkeypatch.setattr("desktop.services.engines.movers.on_battery", lambda: battery[0])
    movers, threads = Movers(tmp_path, Settings({"threads": 3})), list[object]()

    def analyser(lines: int) -> Noting:
        threads.append(movers.analyser(lines)._player.option("Threads"))
        return Noting([], [])

    analysis = AnalysisService(analyser, saves_power=movers.saves_power)
    analysis.look_at(GameService().state)
    analysis.set_running(True)
    qtbot.waitUntil(lambda: threads == [1] and analysis.saving, timeout=LONG)
    analysis._power.timeout.emit()
    battery[0] = False
    analysis._power.timeout.emit()
    qtbot.waitUntil(lambda: threads == [1, 3] and not analysis.saving, timeout=LONG)
    battery[0] = True
    movers.configure(Settings({"threads": 3, "night_battery": True}))
    assert not movers.saves_power(), "the user wants all threads on battery too"
    assert analysis.close()
    movers.close()


def test_another_engine_is_not_started_again_on_battery(qtbot: QtBot) -> None:
    battery = [False]

    def analyser(lines: int) -> Noting:
        return Noting([], [])

    analysis = AnalysisService(analyser, saves_power=lambda: battery[0])
    analysis.set_sources([AnalysisSource("other", "Other", analyser)])
    analysis.choose(["other"])
    analysis.look_at(GameService().state)
    analysis.set_running(True)
    battery[0] = True
    analysis._power.timeout.emit()
    assert not analysis._saving, "each start of a search looks at the battery"
    analysis.choose(["ratsu", "other"])
    qtbot.waitUntil(lambda: analysis.saving, timeout=LONG)
    assert analysis.close()
