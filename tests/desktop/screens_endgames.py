"""The pictures of the endgame tables, the endgame trainer and the position editor."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

ENDGAMES = (
    Screen("tables-light", "tables"),
    Screen("tables-dark-2x", "tables", 1024, 700, "dark", 2.0),
    Screen("tables-line-light", "tables-line", 1400, 900),
    Screen("tables-files-light", "tables-files"),
    Screen("train-choose-light", "train-choose"),
    Screen("train-slip-light", "train-slip"),
    Screen("train-lesson-light", "train-lesson"),
    Screen("train-lesson-dark", "train-lesson", 960, 540, "dark"),
    Screen("practice-light", "practice"),
    Screen("train-children-light", "train-children"),
    Screen("position-light", "position"),
    Screen("position-dark", "position", scheme="dark"),
    Screen("position-faults-dark", "position-faults", scheme="dark"),
    Screen("train-slip-dark-2x", "train-slip", 1024, 700, "dark", 2.0),
)


def _tables(window: "MainWindow") -> "QWidget":
    from desktop.model.endgame import TablesAnswer
    from desktop.views.window.mode_bar import Mode

    window.services.files.set_position("8/8/2k5/8/8/3KP3/8/7r w - - 0 1")
    window.show_mode(Mode.TABLES)
    wait(lambda: window.services.tablebases.state.answer is TablesAnswer.KNOWN, 20_000)
    return window


def _tables_line(window: "MainWindow") -> "QWidget":
    _tables(window)
    window.services.tablebases.ask_line()
    wait(lambda: bool(window.services.tablebases.state.line), 20_000)
    return window


def _tables_files(window: "MainWindow") -> "QWidget":
    from PySide6.QtWidgets import QDialog

    from desktop.views.tables.tables_dialog import TablesDialog

    window.services.make(TablesDialog, parent=window).open()
    tables = window.services.tablebases
    wait(lambda: bool(tables.tables.lines), 20_000)
    tables.verify()
    wait(lambda: tables.tables.checked >= 30, 20_000)
    dialog = window.findChild(QDialog)
    assert isinstance(dialog, QDialog)
    return dialog


def _train_choose(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode

    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("endgames")
    wait(lambda: bool(window.services.endgames.state.signatures), 20_000)
    wait(lambda: window.services.endgames.state.themes is not None, 20_000)
    return window


def _practice(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode

    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("practice")
    wait(lambda: window.services.practice.state.deck is not None, 20_000)
    return window


def _train_slip(window: "MainWindow") -> "QWidget":
    from desktop.model.drill import DrillPhase
    from desktop.model.endgame import ExerciseRequest

    _train_choose(window)
    services = window.services
    services.endgames.begin(ExerciseRequest("KQvKR", shortest=8, longest=30))
    wait(lambda: services.endgames.state.phase is DrillPhase.ASKING, 20_000)
    for _ in range(2):
        wait(lambda: services.tablebases.state.fen == services.game.state.fen, 20_000)
        wait(lambda: bool(services.tablebases.state.rows), 20_000)
        services.match.user_move(services.tablebases.state.rows[0].uci)
        wait(lambda: services.endgames.state.phase is DrillPhase.ASKING, 20_000)
    wait(lambda: services.tablebases.state.fen == services.game.state.fen, 20_000)
    wait(lambda: bool(services.tablebases.state.rows), 20_000)
    services.match.user_move(services.tablebases.state.rows[-1].uci)
    wait(lambda: services.endgames.state.phase is DrillPhase.WRONG, 20_000)
    return window


def _train_lesson(window: "MainWindow") -> "QWidget":
    from desktop.model.drill import DrillPhase
    from tablebases.lessons import LESSONS

    _train_choose(window)
    trainer, match = window.services.endgames, window.services.match
    trainer.begin_lesson(next(number for number, lesson in enumerate(LESSONS) if lesson.theme == "lucena"))
    wait(lambda: trainer.state.phase is DrillPhase.ASKING, 20_000)
    match.user_move("f1f4")
    wait(lambda: trainer.state.phase is DrillPhase.ASKING and trainer.state.moves == 1, 20_000)
    match.user_move("f4f1")
    wait(lambda: trainer.state.moves == 2, 20_000)
    return window


def _train_children(window: "MainWindow") -> "QWidget":
    from desktop.model.drill import DrillPhase
    from tablebases.lessons import LESSONS

    window.services.settings.set("children", True)
    _train_choose(window)
    trainer = window.services.endgames
    trainer.begin_lesson(next(number for number, lesson in enumerate(LESSONS) if lesson.theme == "skewer"))
    wait(lambda: trainer.state.phase is DrillPhase.ASKING, 20_000)
    trainer.show_hint()
    wait(lambda: trainer.state.hint > 0, 20_000)
    return window


def _position(window: "MainWindow") -> "QWidget":
    return _editor(window, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 9")


def _position_faults(window: "MainWindow") -> "QWidget":
    return _editor(window, "P3k2r/8/8/8/4R3/8/8/R3K3 w KQkq e6 0 1")


def _editor(window: "MainWindow", fen: str) -> "QWidget":
    from PySide6.QtWidgets import QDialog

    window.action_groups.positions.edit(fen, chess960=False)
    dialog = window.findChild(QDialog)
    assert isinstance(dialog, QDialog)
    return dialog


ENDGAME_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "tables": _tables,
    "tables-line": _tables_line,
    "tables-files": _tables_files,
    "train-choose": _train_choose,
    "train-slip": _train_slip,
    "train-lesson": _train_lesson,
    "train-children": _train_children,
    "practice": _practice,
    "position": _position,
    "position-faults": _position_faults,
}
