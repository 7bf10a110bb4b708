"""The editor of styles: sliders, a board to paint on, curves, the search; with mouse and keys."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from desktop.model.job import JobPhase
from desktop.model.settings import Settings
from desktop.services.engines.style_service import StyleService
from desktop.services.game.game_service import GameService
from desktop.services.kit.job_service import JobService
from desktop.views.setup.level_field import LevelField
from desktop.views.style.style_dialog import StyleDialog
from engine.evaluation.texts.charts import CENTRE_CHARTS
from engine.evaluation.texts.presets import BROWSER, PERUS_SHAKKI, TURSAS
from engine.evaluation.texts.style import Style, StyleSearch
from engine.jobs.style_learning import METHODS, StyleLearningRequest
from engine.rules.fen import START_FEN

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def styles() -> Iterator[StyleService]:
    service = StyleService(None)
    yield service
    assert service.close()


@pytest.fixture
def dialog(qtbot: QtBot, styles: StyleService) -> Iterator[StyleDialog]:
    games = GameService()
    learning: JobService[StyleLearningRequest, Style] = JobService("style_learning")
    made = StyleDialog(styles, games, learning)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    assert games.close() and learning.close()


@pytest.mark.parametrize("how", ["Escape", "its button", "the frame"])
def test_the_editor_closes_and_no_longer_explains(dialog: StyleDialog, styles: StyleService, how: str) -> None:
    state = GameService().state
    assert styles.of_game(state) == styles.style
    if how == "Escape":
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    elif how == "its button":
        buttons = dialog.findChild(QDialogButtonBox)
        assert isinstance(buttons, QDialogButtonBox)
        buttons.button(QDialogButtonBox.StandardButton.Close).click()
    else:
        dialog.close()
    assert not dialog.isVisible() and styles.of_game(state) is None


def test_a_slider_sets_the_weight_of_the_phase(dialog: StyleDialog, styles: StyleService) -> None:
    page = dialog.weights
    page.sliders["centre control"].setValue(200)
    assert styles.style.weight("centre control") == pytest.approx((0.04, 0.04, 0.04))
    page.phase.setCurrentIndex(page.phase.findData(2))
    assert page.sliders["centre control"].value() == 200
    QTest.keyClick(page.sliders["centre control"], Qt.Key.Key_Left)
    assert styles.style.weight("centre control") == pytest.approx((0.04, 0.04, 0.0398))


def test_values_are_painted_on_both_wings_and_taken_up(dialog: StyleDialog, styles: StyleService, qtbot: QtBot) -> None:
    dialog.pages.setCurrentWidget(dialog.squares)
    page, before = dialog.squares, styles.style.table("knight")
    page.table.setCurrentIndex(page.table.findData("knight"))
    page.value.setValue(0.75)
    place = page.board.rect_of(18).center().toPoint()  # c3
    QTest.mousePress(page.board, LEFT, pos=place)
    QTest.mouseMove(page.board, page.board.rect_of(26).center().toPoint())  # c4, with the button held
    QTest.mouseRelease(page.board, LEFT, pos=place)
    painted = styles.style.table("knight")
    assert {at for at in range(64) if painted[at] != before[at]} == {18, 21, 26, 29} and painted[18] == 0.75
    QTest.mouseClick(page.board, Qt.MouseButton.RightButton, pos=page.board.rect_of(0).center().toPoint())
    assert page.value.value() == before[0]
    page.both.setChecked(False)
    page.value.setValue(0.5)
    QTest.keyClick(page.board, Qt.Key.Key_Up)
    QTest.keyClick(page.board, Qt.Key.Key_Space)
    assert (styles.style.table("knight")[8], styles.style.table("knight")[15]) == (0.5, before[15])
    assert page.board.accessibleDescription() == "a2: 0.5"


def test_a_chart_of_the_texts_takes_the_place_of_another(dialog: StyleDialog, styles: StyleService) -> None:
    page = dialog.squares
    page.table.setCurrentIndex(page.table.findData("centre"))
    at = page.chart.findText("chart 6, attacking")
    page.chart.setCurrentIndex(at)
    page.chart.activated.emit(at)
    assert styles.style.table("centre") == CENTRE_CHARTS["chart 6, attacking"]
    charts = dialog.charts
    charts.chart.setCurrentIndex(charts.chart.findData("zones"))
    charts.choice.activated.emit(charts.choice.findText("attacking"))
    assert styles.style.chart("zones") == (8, 8, 4, 2, 1, 0, 0, 0)


def test_a_point_of_a_curve_is_dragged_and_moved_by_keys(dialog: StyleDialog, styles: StyleService) -> None:
    dialog.pages.setCurrentWidget(dialog.charts)
    page = dialog.charts
    page.chart.setCurrentIndex(page.chart.findData("zones"))
    place = page.curve.point_of(2).toPoint()
    QTest.mousePress(page.curve, LEFT, pos=place)
    QTest.mouseMove(page.curve, place + QPoint(0, 40))
    QTest.mouseRelease(page.curve, LEFT, pos=place + QPoint(0, 40))
    zones = styles.style.chart("zones")
    assert zones[2] < 6 and zones[:2] + zones[3:] == PERUS_SHAKKI.chart("zones")[:2] + PERUS_SHAKKI.chart("zones")[3:]
    QTest.keyClick(page.curve, Qt.Key.Key_Right)
    QTest.keyClick(page.curve, Qt.Key.Key_Up)
    assert styles.style.chart("zones")[3] > 5
    page.chart.setCurrentIndex(page.chart.findData("values"))
    QTest.mousePress(page.curve, LEFT, pos=page.curve.point_of(0).toPoint())
    QTest.mouseMove(page.curve, page.curve.point_of(0).toPoint() + QPoint(0, 400))
    assert styles.style.chart("values")[0] == 0.01  # others are divided by it


def test_the_search_is_set_and_a_program_of_the_texts_brings_its_own(dialog: StyleDialog, styles: StyleService) -> None:
    page = dialog.search
    page.plies.setValue(6)
    page.quiescence.setValue(3)
    page.equals.setChecked(True)
    assert styles.style.search == replace(PERUS_SHAKKI.search, depth=6, quiescence=3, equals=True)
    at = dialog.preset.findData("Tursas 2011")
    dialog.preset.activated.emit(at)
    assert styles.style == TURSAS and page.plies.value() == TURSAS.search.depth and dialog.name.text() == "Tursas 2011"


def test_numbers_whose_term_has_no_weight_say_so(dialog: StyleDialog, styles: StyleService) -> None:
    page = dialog.squares
    page.table.setCurrentIndex(page.table.findData("knight"))
    assert page._hint.text().startswith("This counts nothing yet: the weight of “squares” is 0.")
    styles.change(styles.style.with_weight("squares", (1.0, 1.0, 1.0)))
    assert page._hint.text().startswith("Left button")
    assert dialog.charts._words.text().startswith("Drag a point")  # the values of the pieces always count


@pytest.mark.parametrize("method", METHODS)
def test_weights_are_learned_and_used_by_a_click(
    dialog: StyleDialog, styles: StyleService, qtbot: QtBot, method: str
) -> None:
    page, before = dialog.learning, replace(BROWSER, search=StyleSearch(depth=1))
    styles.change(before)
    page.method.setCurrentIndex(page.method.findData(method))
    page.games.setValue(2)
    page.nodes.setValue(100)
    page.start.click()
    qtbot.waitUntil(lambda: page._learning.state.phase is JobPhase.DONE, timeout=60_000)
    assert styles.style.weights == before.weights
    assert page.status.text().startswith("Weights changed: ") and page.take.isEnabled()
    page.take.click()
    assert styles.style.weights == page._learning.state.rows[-1].weights


def test_the_shown_position_is_judged_at_once(dialog: StyleDialog, styles: StyleService) -> None:
    assert dialog.worth.text() == "The shown position: 0.00 (opening)"
    dialog.weights.sliders["tempo"].setValue(100)
    assert dialog.worth.text() == "The shown position: +0.10 (opening)"
    assert dialog._games.state.fen == START_FEN


def test_a_program_of_the_texts_is_an_opponent_at_full_strength(qtbot: QtBot) -> None:
    field = LevelField(Settings())
    qtbot.addWidget(field)
    field.style_box.setCurrentIndex(field.style_box.findData("Tursas 2011"))
    field.style_box.activated.emit(field.style_box.currentIndex())
    assert field.style_key == "Tursas 2011" and field.level.elo is None
    assert field._words.text() == "Full strength ≈ 1900 Elo: its own evaluation and search"
    field.strength.set_elo(1500)
    assert field._words.text().startswith("Limited as at 1500: ") and "not measured" in field._words.text()
    assert not field.people.isVisibleTo(field)


def test_a_saved_style_is_chosen_by_its_name(qtbot: QtBot) -> None:
    field = LevelField(Settings({"style": "my style", "saved_style": "Attack"}), ("Attack", "Defence"))
    qtbot.addWidget(field)
    assert field.style_key == "Attack"
    field.style_box.setCurrentIndex(field.style_box.findData("Defence"))
    field.style_box.activated.emit(field.style_box.currentIndex())
    assert field.style_key == "Defence" and field.level.elo is None


def test_traps_are_written_one_a_line(dialog: StyleDialog, styles: StyleService) -> None:
    page, before = dialog.traps, styles.style.traps
    assert page.traps == before
    page.text.setPlainText("Ba7 pb6\n\nRh1 Kg1\n")
    assert styles.style.traps == ("Ba7 pb6", "Rh1 Kg1") and not page.fault.text()
    page.text.setPlainText("Ba7 pb6\nhorse")
    assert "'horse'" in page.fault.text() and styles.style.traps == ("Ba7 pb6", "Rh1 Kg1")
    page._take_usual()
    assert styles.style.traps == before and not page.fault.text()


def test_save_as_begins_in_the_folder_of_styles(qtbot: QtBot, tmp_path: Path) -> None:
    styles, games = StyleService(tmp_path / "styles" / "my style.json"), GameService()
    styles.begin_with("Tursas 2011")
    learning: JobService[StyleLearningRequest, Style] = JobService("style_learning")
    made = StyleDialog(styles, games, learning)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made._save()
    (asked,) = made.findChildren(QFileDialog)
    assert Path(asked.directory().absolutePath()) == tmp_path / "styles"
    asked.fileSelected.emit(asked.selectedFiles()[0])
    assert list(styles.saved()) == ["Own style"]
    asked.close()
    made.close()
    assert styles.close() and games.close() and learning.close()
