"""Analysis projects as a user works on them in the window."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from books.evaluations.projects import MoveMark, Projects
from books.evaluations.store import EvaluationStore
from desktop.services.all_services import Services
from desktop.views.projects.project_dialog import ProjectDialog
from desktop.views.projects.project_panel import ProjectPanel
from engine.game.position import START_POSITION
from engine.game.tree import Game
from engine.play.project.open_project import OpenProject
from tablebases.tables import Tablebases
from tests.desktop.views.conftest import MakeView, Shown

LONG = 30_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The evaluation store."""
    return tmp_path / "evaluations.db"


@pytest.fixture
def panel(make_view: MakeView, compose: Callable[[], Services], file: Path) -> Shown[ProjectPanel]:
    """The panel beside 1. e4 e5 2. Nf3 (2. f4)."""
    services = compose()
    services.projects._open_store = lambda: EvaluationStore(file)
    services.growth._needs = (lambda: EvaluationStore(file), lambda: Tablebases((), built_in=False))
    services.project_games._needs = (lambda: EvaluationStore(file),)
    for move in ("e2e4", "e7e5", "g1f3"):
        services.game.play_move(move)
    services.game.go_back()
    services.game.insert_line(services.game.state.current, ("f2f4",))
    services.game.go_first()
    return make_view(ProjectPanel, services=services, height=900)


def named(qtbot: QtBot, shown: Shown[ProjectPanel], name: str = "mine", *, moves: bool = True) -> None:
    """Makes a project by the dialog."""
    shown.view.new.click()
    dialog = shown.view.findChild(ProjectDialog)
    assert dialog is not None and not dialog._buttons.button(dialog._buttons.StandardButton.Ok).isEnabled()
    dialog.name.setText(name)
    dialog.nodes.setValue(1_000)
    dialog.moves.setChecked(moves)
    dialog.accept()
    qtbot.waitUntil(lambda: shown.services.projects.state.name == name, timeout=LONG)


def texts(shown: Shown[ProjectPanel]) -> list[str]:
    return [row.san for row in shown.services.projects.state.shown.rows]  # type: ignore[union-attr]


def project_names(shown: Shown[ProjectPanel]) -> tuple[str, ...]:
    return shown.services.projects.state.names


def changed(qtbot: QtBot, shown: Shown[ProjectPanel], act: Callable[[], object]) -> None:
    with qtbot.waitSignal(shown.services.projects.changed, timeout=LONG):
        act()


def test_a_project_is_made_of_the_game_and_steered(qtbot: QtBot, panel: Shown[ProjectPanel], file: Path) -> None:
    view = panel.view
    assert "never" not in view.status.text() and not view.moves.isVisible()
    named(qtbot, panel)
    assert texts(panel) == ["", "1. e4", "1... e5", "2. f4", "2. Nf3"]
    view.moves.choose(("e2e4", "e7e5", "f2f4"))
    changed(qtbot, panel, view.prune.click)
    assert view.moves.row is not None and view.moves.row.mark is MoveMark.PRUNED, "the row stays chosen"
    changed(qtbot, panel, view.unmark.click)
    changed(qtbot, panel, view.force.click)
    changed(qtbot, panel, view.lock.click)
    assert view.lock.accessibleName() == "Work from here on again" and view.moves.row.locked
    view.comment.click()
    dialog = view.findChild(QInputDialog)
    assert dialog is not None
    dialog.setTextValue("the gambit")
    changed(qtbot, panel, dialog.accept)
    with EvaluationStore(file) as store:
        tree = OpenProject(store, "mine").tree
        (row,) = [one for one in tree.nodes.values() if one.kept.comment]
        assert (row.kept.comment, row.kept.locked) == ("the gambit", True)
    item = view.moves.currentItem()
    assert item is not None
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole) == "2. f4, forced, locked, the gambit"
    view.moves.itemActivated.emit(item, 0)
    assert panel.services.game.state.game.moves(panel.services.game.state.current) == ("e2e4", "e7e5", "f2f4")
    assert not panel.services.game.state.modified


def test_it_grows_until_it_is_stopped_and_shows_what_it_found(qtbot: QtBot, panel: Shown[ProjectPanel]) -> None:
    named(qtbot, panel, moves=False)
    view, services = panel.view, panel.services
    view.grow.click()
    assert view.bar.isVisible() and view.stop.isVisible()
    qtbot.waitUntil(lambda: services.growth.state.done >= 6, timeout=LONG)
    view.stop.click()
    qtbot.waitUntil(lambda: not services.growth.state.running, timeout=LONG)
    shown = services.projects.state.shown
    assert shown is not None and shown.positions > 3 and shown.value is not None and shown.lines and shown.work
    assert view.grow.isVisible() and "positions" in view.status.text()
    heads = [view.summary.topLevelItem(at).text(0) for at in range(3)]  # type: ignore[union-attr]
    assert heads == ["Best lines", "Changed since you looked", "Most useful work"]
    assert shown.changes and shown.changes[0].seen is None
    changed(qtbot, panel, view.seen.click)
    assert not services.projects.state.shown.changes  # type: ignore[union-attr]


def test_moves_come_from_the_board_and_from_files_and_go_out_as_a_game(
    qtbot: QtBot, panel: Shown[ProjectPanel], tmp_path: Path
) -> None:
    named(qtbot, panel, moves=False)
    games, projects = panel.services.game, panel.services.projects
    games.go_last()
    changed(qtbot, panel, panel.view.add.click)
    assert texts(panel) == ["", "1. e4", "1... e5", "2. Nf3"]
    path = tmp_path / "more.pgn"
    elsewhere = '[FEN "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra5+ *\n\n'
    path.write_text("1. e4 { [%eval 0.4,12] } c5 2. d4 *\n\n" + elsewhere + "1. d4 *\n")
    changed(qtbot, panel, lambda: projects.add_file(path))
    qtbot.waitUntil(lambda: {"1. d4", "2. d4", "1... c5"} < set(texts(panel)), timeout=LONG)
    assert "games added: 2, without its first position: 1" in panel.view.status.text()
    projects.show_as_game()
    qtbot.waitUntil(lambda: games.state.game.header("Event") == "mine", timeout=LONG)
    pgn = panel.services.files.pgn_text()
    assert "[%eval 0.4,12]" in pgn and pgn.count("%eval") == 1, "nothing is said about moves that nobody looked at"
    games.open_tab(Game.new().with_header("Event", "elsewhere"))
    panel.services.files.set_position("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    panel.view.add.click()
    qtbot.waitUntil(lambda: "does not reach" in panel.view.status.text(), timeout=LONG)


def test_a_long_file_shows_how_far_it_is_and_can_be_stopped(
    qtbot: QtBot, panel: Shown[ProjectPanel], tmp_path: Path
) -> None:
    named(qtbot, panel, moves=False)
    adding, view = panel.services.project_games, panel.view
    path = tmp_path / "many.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n" * 20_000)
    panel.services.projects.add_file(path)
    qtbot.waitUntil(lambda: adding.state.last is not None and 0 < view.bar.value() < view.bar.maximum(), timeout=LONG)
    assert view.stop.isVisible()
    view.stop.click()
    qtbot.waitUntil(lambda: not adding.state.running, timeout=LONG)
    assert adding.state.last is not None and 0 < adding.state.last.games < 20_000
    qtbot.waitUntil(lambda: "5. O-O" in texts(panel), timeout=LONG)  # what was added stays
    assert not view.stop.isVisible() and not view.bar.isVisible()


def test_another_program_and_a_removal(qtbot: QtBot, panel: Shown[ProjectPanel], file: Path) -> None:
    named(qtbot, panel)
    with EvaluationStore(file) as store:
        Projects(store).make("theirs", START_POSITION, ("ratsu",), 1_000)
        changed(qtbot, panel, panel.services.projects.refresh)
        assert project_names(panel) == ("mine", "theirs")
        panel.view.names.setCurrentText("theirs")
        changed(qtbot, panel, lambda: panel.view._open(1))
        assert panel.services.projects.state.name == "theirs"
    panel.view._ask_remove()
    box = panel.view.findChild(QMessageBox)
    assert box is not None and "theirs" in box.text()
    changed(qtbot, panel, lambda: box.buttons()[0].click())
    assert project_names(panel) == ("mine",) and not panel.view.moves.isVisible()


def test_names_that_exist_and_missing_folders_are_told(
    qtbot: QtBot, panel: Shown[ProjectPanel], make_view: MakeView
) -> None:
    named(qtbot, panel)
    panel.services.projects.make("mine", START_POSITION, ("ratsu",), 1_000)
    qtbot.waitUntil(lambda: "already" in panel.view.status.text(), timeout=LONG)
    other = make_view(ProjectPanel)
    qtbot.waitUntil(lambda: "data folder" in other.view.status.text(), timeout=LONG)
    assert not other.view.grow.isVisible() and not other.view.more.isVisible() and not other.view.empty.isVisible()


def test_the_project_opened_last_grows_by_itself_until_the_next_move(
    qtbot: QtBot, panel: Shown[ProjectPanel], monkeypatch: pytest.MonkeyPatch
) -> None:
    named(qtbot, panel)
    services, battery = panel.services, [True]
    monkeypatch.setattr("desktop.services.engines.project_service.on_battery", lambda: battery[0])
    idle = services.projects._idle
    assert idle.isActive() and idle.interval() == 600_000 and services.settings.settings.text("project") == "mine"
    idle.timeout.emit()
    assert services.growth.state.request is None, "not on battery"
    battery[0] = False
    idle.timeout.emit()
    qtbot.waitUntil(lambda: services.growth.state.done >= 2, timeout=LONG)
    services.game.go_last()
    qtbot.waitUntil(lambda: not services.growth.state.running, timeout=LONG)
    assert idle.isActive()
    panel.view.grow.click()
    services.game.go_first()
    assert not services.growth._work.context.stopper.asked(), "what the user has begun goes on"
    services.settings.set("grow_minutes", 0)
    assert not idle.isActive()
