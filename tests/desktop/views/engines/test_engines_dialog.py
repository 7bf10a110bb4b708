"""Engines of others in the window: added, renamed, doubled, set up, taken out, and chosen as an opponent."""

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from desktop.model.engines import EngineEntry, dump, load
from desktop.model.game.match import NewGame, level_of
from desktop.model.tournament import TournamentState
from desktop.services.kit.guarded_file import GuardedFile
from desktop.views.engines.engine_match_dialog import EngineMatchDialog
from desktop.views.engines.engine_options_dialog import EngineOptionsDialog
from desktop.views.engines.engines_dialog import EnginesDialog
from desktop.views.engines.machine_dialog import MachineDialog
from desktop.views.engines.match_setup import MatchSetup
from desktop.views.engines.rating_dialog import RatingDialog
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_room import GameRoom
from engine.game.position import START_POSITION
from engine.game.side import Side
from engine.play.external.launch import Dialect
from engine.play.external.options import EngineOption, OptionKind
from tests.desktop.views.conftest import MakeWindow, Mouse
from tests.helpers.program import ROOT
from tests.helpers.stand_in_ssh import stand_in

BAD = ROOT / "tests/helpers/bad_engine.py"
OPTIONS = (
    EngineOption("Hash", OptionKind.SPIN, "16", 1, 1024),
    EngineOption("OwnBook", OptionKind.CHECK, "false"),
    EngineOption("Style", OptionKind.COMBO, "calm", choices=("calm", "wild")),
    EngineOption("Clear Hash", OptionKind.BUTTON),
    EngineOption("SyzygyPath", OptionKind.STRING),
    EngineOption("<img src='/etc/passwd'>", OptionKind.STRING, "<b>x</b>"),
    EngineOption("MultiPV", OptionKind.SPIN, "1", 1, 500),
)


def entry(behaviour: str = "shuffle", **more: object) -> EngineEntry:
    command = (sys.executable, "-S", str(BAD), behaviour)
    return EngineEntry("key", "Badmouse", command, Dialect.UCI, **{"options": OPTIONS, **more})  # type: ignore[arg-type]


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    return make_window()


def dialog_of(window: MainWindow, key: str) -> QDialog:
    window.actions_by_key[key].trigger()
    return window.findChildren(QDialog)[-1]


def test_an_engine_is_added_by_its_program_alone(window: MainWindow, qtbot: QtBot) -> None:
    dialog = dialog_of(window, "engines")
    assert isinstance(dialog, EnginesDialog)
    assert dialog.list.count() == 0
    layout = dialog.layout()
    assert layout is not None
    layout.activate()
    place = dialog.find_button.mapTo(dialog, dialog.find_button.rect().topLeft())
    window.services.engines.add(shlex.join((sys.executable, "-S", str(BAD), "shuffle")))
    assert dialog.progress.isVisible() and "Starting" in dialog.status.text() and not dialog.add_button.isEnabled()
    layout.activate()
    assert dialog.find_button.mapTo(dialog, dialog.find_button.rect().topLeft()) == place  # no jump under the pointer
    qtbot.waitUntil(lambda: dialog.list.count() == 1, timeout=30_000)
    assert dialog.name.text() == "Bad (shuffle)" and "by nobody" in dialog.facts.text()
    assert not dialog.progress.isVisible() and dialog.add_button.isEnabled()


def test_an_engine_on_another_machine_is_added_through_ssh(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch)
    dialog = dialog_of(window, "engines")
    assert isinstance(dialog, EnginesDialog)
    for machine, line in (("refused", "engine"), ("near", shlex.join((sys.executable, "-S", str(BAD), "shuffle")))):
        dialog.machine_button.click()
        asked = dialog.findChildren(MachineDialog)[-1]
        asked.machine.setText(machine)
        assert not asked.ok_button.isEnabled()
        asked.command.setText(line)
        asked.accept()
        assert f"@ {machine}" in dialog.status.text()
        qtbot.waitUntil(lambda: not dialog.progress.isVisible(), timeout=30_000)
        if machine == "refused":
            assert (
                "no connection to refused" in dialog.status.text() and "“ssh refused” connects" in dialog.status.text()
            )
    assert dialog.name.text() == "Bad (shuffle) @ near" and dialog.facts.text().endswith(line)


def test_what_is_no_engine_is_told_in_the_dialog(window: MainWindow, qtbot: QtBot) -> None:
    dialog = dialog_of(window, "engines")
    assert isinstance(dialog, EnginesDialog)
    window.services.engines.add(str(ROOT / "README.md"))
    qtbot.waitUntil(lambda: bool(dialog.status.text()) and not dialog.progress.isVisible(), timeout=30_000)
    assert "README.md" in dialog.status.text() and "is not a program" in dialog.status.text()


def test_an_engine_is_renamed_doubled_noted_and_removed(window: MainWindow) -> None:
    engines = window.services.engines
    engines._set((entry(),))
    dialog = dialog_of(window, "engines")
    assert isinstance(dialog, EnginesDialog)
    dialog.name.setText("  My   Mouse ")
    dialog.name.editingFinished.emit()
    dialog.elo.setValue(2100)
    dialog.elo.editingFinished.emit()
    dialog.ponder.setChecked(True)
    assert [(one.name, one.elo, one.ponder) for one in engines.entries] == [("My Mouse", 2100, True)]
    dialog.twin_button.click()
    assert [one.name for one in engines.entries] == ["My Mouse", "My Mouse (2)"]
    assert dialog.name.text() == "My Mouse (2)"
    dialog.remove_button.click()
    assert [one.name for one in engines.entries] == ["My Mouse"] and dialog.list.currentRow() == 0


def test_the_options_dialog_is_made_from_what_the_engine_declares(window: MainWindow, qtbot: QtBot) -> None:
    engines = window.services.engines
    engines._set((entry(values=MappingProxyType({"Hash": "64"})),))
    dialog = window.services.make(EngineOptionsDialog, entry=engines.entries[0], parent=window)
    dialog.show()
    spin, box, combo, text = (
        dialog.findChild(kind, name)
        for kind, name in (
            (QSpinBox, "Hash"),
            (QCheckBox, "OwnBook"),
            (QComboBox, "Style"),
            (QLineEdit, OPTIONS[5].name),
        )
    )
    assert isinstance(spin, QSpinBox) and (spin.value(), spin.minimum(), spin.maximum()) == (64, 1, 1024)
    assert isinstance(box, QCheckBox) and isinstance(combo, QComboBox) and isinstance(text, QLineEdit)
    assert text.text() == "<b>x</b>"
    assert dialog.findChild(QSpinBox, "MultiPV") is None  # the program sets it
    dialog.search.setText("sty")
    assert combo.isVisible() and not spin.isVisible()
    dialog.search.clear()
    box.setChecked(True)
    combo.setCurrentText("wild")
    dialog.accept()
    assert dict(engines.entries[0].values) == {"Hash": "64", "OwnBook": "true", "Style": "wild"}
    again = window.services.make(EngineOptionsDialog, entry=engines.entries[0], parent=window)
    again.reset()
    again.accept()
    assert dict(engines.entries[0].values) == {}


def test_options_that_nobody_changed_stay_as_the_engine_declares_them(window: MainWindow) -> None:
    """*Keep* sent 2147483647 to an engine that declared more."""
    wide = EngineOption("Huge", OptionKind.SPIN, "99999999999999", -5, 2**63 - 1)
    text = EngineOption("Path", OptionKind.STRING)
    declared = (wide, text, EngineOption("Caps", OptionKind.CHECK, "true"), EngineOption("Free", OptionKind.SPIN, "7"))
    engines = window.services.engines
    engines._set((entry(options=declared),))
    dialog = window.services.make(EngineOptionsDialog, entry=engines.entries[0], parent=window)
    dialog.accept()
    assert dict(engines.entries[0].values) == {}
    for typed, kept in (("9223372036854775806", "9223372036854775806"), ("-77", "-5"), ("", "9223372036854775806")):
        dialog = window.services.make(EngineOptionsDialog, entry=engines.entries[0], parent=window)
        field = dialog.findChild(QLineEdit, "Huge")
        assert isinstance(field, QLineEdit)
        field.setText(typed)
        dialog.accept()
        assert dict(engines.entries[0].values) == {"Huge": kept}
        engines._set(load(dump(engines.entries)))  # as after a restart
        if typed == "-77":
            engines._set((engines.entries[0].with_value(wide, "9223372036854775806"),))


ELO = (
    EngineOption("UCI_LimitStrength", OptionKind.CHECK, "false"),
    EngineOption("UCI_Elo", OptionKind.SPIN, "1320", 1320, 3190),
)


def test_an_engine_that_can_play_weaker_is_asked_for_its_strength(window: MainWindow) -> None:
    """The slider was grey at "Club player 1600", which meant nothing."""
    engines = window.services.engines
    engines._set((entry(options=ELO),))
    for full, elo, sent in (
        (False, 1500, ["true", "1500"]),
        (True, 1500, ["false", None]),
        (False, 3190, ["true", "3190"]),
    ):
        dialog = dialog_of(window, "new_game")
        assert isinstance(dialog, GameRoom)
        dialog.opponents.choose("key")
        strength = dialog.engine.strength
        assert strength.isVisible() and (strength.number.minimum(), strength.number.maximum()) == (1320, 3191)
        strength.set_elo(None if full else elo)
        dialog.sides["white"].click()
        engines._set(load(dump(engines.entries)))
        one = engines.entries[0]
        assert [one.play_values.get(name) for name in ("UCI_LimitStrength", "UCI_Elo")] == sent
        assert one.sent_values == {}  # analysis and matches are at full strength
    engines._set((entry(options=ELO, values=MappingProxyType({"UCI_LimitStrength": "true", "UCI_Elo": "1700"})),))
    assert engines.entries[0].limit == 1700 and engines.entries[0].play_values["UCI_Elo"] == "1700"


def test_a_game_against_a_chosen_engine_is_one_tile_away(window: MainWindow, qtbot: QtBot) -> None:
    window.services.engines._set((entry(),))
    dialog = dialog_of(window, "new_game")
    assert isinstance(dialog, GameRoom)
    dialog.opponents.choose("key")
    assert not dialog.level.isVisible() and not dialog.rated.isVisible() and not dialog.engine.strength.isVisible()
    wanted = dialog.wanted()
    assert (wanted.human, wanted.engine, wanted.engine_name) == (Side.WHITE, "key", "Badmouse")
    dialog.accept()
    window.action_groups.room.start(wanted)
    Mouse(qtbot, window.body.panel.board).click("g1", "f3")
    game = window.services.game
    qtbot.waitUntil(lambda: len(game.state.game.main_line()) == 2, timeout=30_000)
    assert game.state.node.uci == "g8f6" and "Badmouse" in window.windowTitle()


def test_an_engine_that_dies_in_the_game_is_named_above_the_board(window: MainWindow, qtbot: QtBot) -> None:
    window.services.engines._set((entry("dies in go"),))
    dialog = dialog_of(window, "new_game")
    assert isinstance(dialog, GameRoom)
    dialog.opponents.choose("key")
    wanted = dialog.wanted()
    dialog.reject()
    window.action_groups.room.start(wanted)
    Mouse(qtbot, window.body.panel.board).click("g1", "f3")
    qtbot.waitUntil(lambda: window.services.game.state.adjourned, timeout=60_000)
    shown = [notice.accessibleName() for notice in window.body.messages.notices]
    assert any("Badmouse has crashed (SIGSEGV)" in text and "“Resume” tries again" in text for text in shown)
    assert window.actions_by_key["go_on"].isEnabled()


def test_only_a_game_against_a_level_from_the_beginning_can_be_rated(window: MainWindow) -> None:
    dialog = dialog_of(window, "new_game")
    assert isinstance(dialog, GameRoom)
    dialog.rated.setChecked(True)
    dialog.level.strength.set_elo(650)
    assert dialog.wanted().rated and dialog.wanted().match().rated
    dialog.level.strength.set_elo(None)  # full strength: nobody knows its Elo
    assert not dialog.rated.isVisible() and not dialog.wanted().rated
    dialog.level.strength.set_elo(650)
    dialog.opponents.choose("people")
    assert not dialog.wanted().rated
    dialog.reject()


def test_a_match_is_set_up_played_and_looked_on(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    service = window.services.tournaments
    service._folder = tmp_path  # the window's services of this test keep nothing else
    service._file = GuardedFile(tmp_path / "last match.json")
    dialog = dialog_of(window, "engine_match")
    assert isinstance(dialog, EngineMatchDialog)
    dialog.start_button.click()
    assert dialog.fault.text() == "Choose two engines or more."
    dialog.setup.choose("ratsu", "ratsu beginner")
    dialog.setup.limit.setCurrentIndex(2)
    dialog.setup.positions.setValue(300)
    dialog.setup.games.setValue(4)
    (tmp_path / "one.fen").write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n")
    dialog.setup.set_openings(str(tmp_path / "one.fen"))
    dialog.start_button.click()
    assert dialog.stop_button.isEnabled() and not dialog.start_button.isEnabled() and not dialog.setup.isEnabled()
    qtbot.waitUntil(lambda: not service.state.running, timeout=120_000)
    assert dialog.table.model().rowCount() == 2 and dialog.list.model().rowCount() == 4
    assert dialog.words.text().startswith("4 of 4 games") and dialog.start_button.isEnabled()
    assert "After 2 games of each pairing the openings begin again" in dialog.words.text()
    assert dialog.table.model().index(0, 0).data() == "Ratsu"
    with qtbot.waitSignal(dialog.pgn_wanted, timeout=5_000) as opened:
        dialog.pgn_button.click()
    assert Path(opened.args[0]).exists()
    assert dialog.board.above.text() and dialog.board.board.scene.pieces
    dialog._update(TournamentState(dialog.setup.plan(), running=True))  # the next match, before its first game
    assert not dialog.board.above.text() and not dialog.board.board.scene.pieces, "it is none of this match"
    window.action_groups.files.open_files([])
    dialog.close()


def test_the_form_of_a_match_says_what_runs_when_it_is_opened_again(window: MainWindow, tmp_path: Path) -> None:
    service = window.services.tournaments
    service._folder, service._file = tmp_path, GuardedFile(tmp_path / "last match.json")
    (tmp_path / "mine & yours.pgn").touch()
    first = window.services.make(MatchSetup)
    first.choose("ratsu", "ratsu beginner")
    for limit in range(4):
        first.limit.setCurrentIndex(limit)
        first.system.setCurrentIndex(limit % 3)
        first.base.setValue(90.25)
        first.increment.setValue(0)
        first.seconds.setValue(0.05)
        first.positions.setValue(1_234_567)
        first.plies.setValue(9)
        first.games.setValue(2 + 2 * limit)
        first.set_openings(str(tmp_path / "mine & yours.pgn") if limit % 2 else "")
        for box in (first.draw, first.resign, first.tablebases, first.sprt):
            box.setChecked(not box.isChecked())
        first.elo0.setValue(-limit)
        plan = first.plan()
        service._state = TournamentState(plan, running=True)
        dialog = window.services.make(EngineMatchDialog, parent=window)
        assert dialog.setup.plan() == plan and not dialog.setup.isEnabled()
        dialog.close()
    damaged = window.services.make(MatchSetup)
    before = damaged.plan()
    damaged.show_plan(replace(before, amount="nan+1e999/0", sprt="x:1"))
    assert damaged.plan().amount == before.amount
    service._state = TournamentState()


def test_the_rating_has_a_number_with_bars_and_its_games(window: MainWindow) -> None:
    dialog = dialog_of(window, "rating")
    assert isinstance(dialog, RatingDialog)
    assert dialog.empty.isVisible() and not dialog.list.isVisible() and not dialog.figures.isVisible()
    window.services.match.new_game(NewGame(Side.WHITE, level_of("casual"), rated=True))
    window.services.match.resign()
    assert re.fullmatch(r"your Elo: \d+ ± \d+, most likely: \d+–\d+, rated games: 1", dialog.figures.text)
    model = dialog.list.model()
    assert model.rowCount() == 1 and model.index(0, 1).data() == "Ratsu (Casual)" and dialog.graph.isVisible()
    assert dialog.words.text() == "Each game makes it more precise."
    dialog.reject()


def test_an_empty_rating_leads_to_a_rated_game_whatever_was_played_last(window: MainWindow) -> None:
    settings = window.services.settings
    for key, value in (("opponent", "people"), ("start", "odds opponent queen"), ("rated", False)):
        settings.set(key, value)
    dialog = dialog_of(window, "rating")
    assert isinstance(dialog, RatingDialog)
    dialog.play_button.click()
    assert not dialog.isVisible()
    room = window.findChildren(GameRoom)[-1]
    assert room.rated.isVisible() and room.rated.isChecked()
    wanted = room.wanted("white")
    assert wanted.rated and wanted.person is not None and wanted.start == START_POSITION
    room.reject()
    assert not settings.settings.flag("rated") and settings.settings.text("opponent") == "people"
