"""The line that is typed into, and what can be taken out of the program: pictures, PDF, paper."""

import re
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import QByteArray, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageReader
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.actions.export_actions import ExportActions
from desktop.views.board.board_export import board_picture, board_svg
from desktop.views.board.board_geometry import Coordinates
from desktop.views.board.board_scene import BoardShape, Brush
from desktop.views.board.piece_sets import SETS
from desktop.views.game.board_panel import BoardPanel
from desktop.views.game.publish_dialog import PublishDialog
from desktop.views.game.publish_steps import PAPER
from desktop.views.main_window import MainWindow
from tests.desktop.views.conftest import MakeView, MakeWindow, Mouse
from tests.desktop.window_doubles import ScriptedChooser


def type_in(window: MainWindow, text: str) -> None:
    entry = window.body.controls.entry
    entry.setFocus()
    QTest.keyClicks(entry, text)
    QTest.keyClick(entry, Qt.Key.Key_Return)


def told(window: MainWindow) -> str:
    return window.body.messages.notices[-1].accessibleName()


def test_questions_are_answered_and_moves_are_played_in_the_same_line(make_window: MakeWindow) -> None:
    window = make_window()
    type_in(window, "knight to f3")
    assert window.services.game.state.node.san == "Nf3"
    type_in(window, "last move")
    assert told(window) == "White played 1.Nf3."
    type_in(window, "white knights")
    assert told(window) == "white knight on b1 f3."
    type_in(window, "nonsense")
    assert "“nonsense” is not a legal move here" in told(window) and "help" in told(window)
    type_in(window, "flip")
    assert window.body.panel.board.flipped
    type_in(window, "rematch")
    assert told(window) == "That cannot be done now."


def test_a_move_that_cannot_be_made_is_told_in_finnish(make_window: MakeWindow) -> None:
    window = make_window(language="fi")
    type_in(window, "nonsense")
    assert told(window).startswith("”nonsense” ei ole laillinen siirto tässä. ”ohje”")


def test_each_illegal_move_of_the_mouse_is_answered_with_the_rule(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    mouse = Mouse(qtbot, window.body.panel.board)
    for start, end, rule in (
        ("e2", "e5", "A pawn moves one square straight ahead"),
        ("f1", "b5", "The piece on e2 is in the way."),  # a piece without a legal move
        ("g1", "g3", "A knight moves two squares straight and one to the side."),
        ("d1", "d2", "Your own piece is on d2."),
    ):
        mouse.drag(start, end)
        assert told(window).startswith(rule), (start, end)
        assert window.body.panel.board.selected is None
    mouse.click("a1", "a4")
    assert told(window) == "The piece on a2 is in the way."
    type_in(window, "Ke7")
    assert told(window) == "“Ke7” is not a legal move here. A king moves one square in any direction."
    assert window.services.game.state.fen == chess.STARTING_FEN


def test_a_premove_that_no_piece_can_make_is_answered_too(make_window: MakeWindow, qtbot: QtBot) -> None:
    chooser = ScriptedChooser(hold=True)
    window = make_window(chooser)
    window.services.match.new_game(NewGame())
    type_in(window, "e4")
    Mouse(qtbot, window.body.panel.board).drag("g1", "g3")
    assert told(window) == "A knight moves two squares straight and one to the side."
    chooser.release()


def test_a_file_that_cannot_be_written_is_told_in_finnish(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window(language="fi")
    path = tmp_path / "board.png"
    path.mkdir()
    gestures = window.findChild(ExportActions)
    assert gestures is not None
    gestures.save_picture(path)
    assert "directory" not in told(window) and "kansio" in told(window)


@pytest.mark.parametrize(("language", "end"), [("en", "is read as a move."), ("fi", "luetaan siirtona.")])
def test_the_help_ends_with_one_full_stop(make_window: MakeWindow, language: str, end: str) -> None:
    window = make_window(language=language)
    type_in(window, "help")
    assert told(window).endswith(end)


def test_the_line_is_wide_enough_for_a_question_while_something_is_typed(make_window: MakeWindow) -> None:
    window = make_window(width=1024)
    entry, row = window.body.controls.entry, window.body.controls
    narrow = entry.geometry()
    entry.typing.emit(True)
    QApplication.processEvents()
    assert entry.width() >= 180 and row.rect().contains(entry.geometry())
    entry.typing.emit(False)
    QApplication.processEvents()
    assert entry.geometry() == narrow


def test_questions_can_be_asked_while_the_engine_thinks(make_window: MakeWindow) -> None:
    chooser = ScriptedChooser(hold=True)
    window = make_window(chooser)
    window.services.match.new_game(NewGame())
    type_in(window, "e4")
    type_in(window, "who is to move?")
    assert told(window) == "Black is to move."
    type_in(window, "d4")
    assert "opponent’s turn" in told(window)
    type_in(window, "d2-d4")
    assert window.services.premoves.state.moves == ("d2d4",)
    window.services.settings.set("premoves", False)
    type_in(window, "d2d4")
    assert "engine's turn" in told(window)
    chooser.release()


def test_the_board_becomes_a_picture_of_any_size_and_goes_to_the_clipboard(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.game.play_move("e2e4")
    picture = board_picture(window.body.panel.board, 640)
    assert (picture.width(), picture.height()) == (640, 640)
    window.actions_by_key["copy_picture"].trigger()
    assert QGuiApplication.clipboard().image().width() == 1200


@pytest.mark.parametrize("where", ["outside", "inside"])
def test_coordinates_grow_with_a_large_picture(make_view: MakeView, where: str) -> None:
    """In a picture of 1,200 pixels they were as small as on the screen, and could not be read."""
    shown = make_view(BoardPanel)
    shown.services.settings.set("coordinates", where)
    board = shown.view.board
    board.show_last_move = False
    shown.services.files.set_position("8/8/8/3k4/8/3K4/8/8 w - - 0 1")

    def height(side: int) -> int:
        """Of the number beside the eighth rank."""
        picture = board_picture(board, side)
        width = round((16 if where == "outside" else 10) * side / 480)
        rows = [{picture.pixel(x, y) for x in range(2, width)} for y in range(2, side // 9)]
        return sum(len(colours) > 1 for colours in rows)

    assert height(480) >= 7 and 2 <= height(1200) / height(480) <= 3


def test_a_saved_svg_looks_like_the_board_with_every_set(make_view: MakeView) -> None:
    opened = make_view(BoardPanel)
    opened.services.game.play_move("e2e4")
    board = opened.view.board
    opened.services.settings.set("coordinates", "off")
    board.show_last_move = False
    for drawings in SETS:
        opened.services.settings.set("piece_set", drawings.key)
        board.show_last_move = False
        scene = board.scene
        svg = board_svg(scene, False, Coordinates.OFF)
        renderer = QSvgRenderer(QByteArray(svg))
        assert renderer.isValid()
        drawn = QImage(400, 400, QImage.Format.Format_RGB32)
        from PySide6.QtGui import QPainter

        painter = QPainter(drawn)
        renderer.render(painter)
        painter.end()
        shown = board_picture(board, 400).convertToFormat(QImage.Format.Format_RGB32)
        far = 0
        for x in range(5, 400, 10):
            for y in range(5, 400, 10):
                one, other = drawn.pixelColor(x, y), shown.pixelColor(x, y)
                far += abs(one.lightness() - other.lightness()) > 60
        assert far < 80, drawings.key  # of 1,600 places; the marks of the last move and soft edges differ
    opened.services.settings.set("piece_set", "standard")


def test_arrows_and_coordinates_are_in_the_svg(make_view: MakeView) -> None:
    scene = make_view(BoardPanel).view.board.scene
    svg = board_svg(scene, True, Coordinates.INSIDE, (BoardShape(12, 28), BoardShape(35, 35, Brush.RED))).decode()
    assert svg.count("<polygon") >= 1 and svg.count("<text") == 16
    signed = replace(scene, last_move=(12, 28), sign="?!")
    shown = board_svg(signed, True, Coordinates.INSIDE).decode()
    disc = re.search(r'<circle cx="(?P<x>[\d.]+)" cy="(?P<y>[\d.]+)"[^>]*/><text [^>]*>\?!</text>', shown)
    assert disc is not None
    assert 350 < float(disc["x"]) < 400 and 300 < float(disc["y"]) < 350  # the upper right corner of e4, seen by Black
    assert QSvgRenderer(QByteArray(svg.encode())).isValid()


def test_a_picture_and_a_drawing_are_saved_and_a_failure_is_told(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    for move in ("e2e4", "e7e5", "g1f3"):
        window.services.game.play_move(move)
    part = window.findChild(ExportActions)
    assert isinstance(part, ExportActions)
    part.save_picture(tmp_path / "board.png")
    part.save_picture(tmp_path / "board.svg")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "board.svg").read_bytes().startswith(b"<svg")
    part.save_picture(tmp_path / "nowhere" / "board.png")
    assert told(window).count("board.png was not written") == told(window).count("board.png") == 1


def test_a_file_to_write_is_named_after_the_game(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.files.paste('[White "Anna"]\n[Black "Ben"]\n[Date "2026.05.17"]\n\n1. e4 *')
    window.actions_by_key["save_gif"].trigger()
    (dialog,) = window.findChildren(QFileDialog)
    assert [Path(name).name for name in dialog.selectedFiles()] == ["Anna - Ben 2026.05.17.gif"]
    dialog.reject()


def test_a_game_is_saved_as_a_film_that_shows_every_position(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    window = make_window()
    for move in ("e2e4", "d7d5", "e4d5"):
        window.services.game.play_move(move)
    window.actions_by_key["save_gif"].trigger()
    (dialog,) = (found for found in window.findChildren(QFileDialog) if "gif" in found.defaultSuffix())
    path = tmp_path / "film.gif"
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    qtbot.waitUntil(path.exists, timeout=20_000)
    reader = QImageReader(str(path))
    assert reader.imageCount() == 4
    pictures = [reader.read() for _ in range(4)]
    assert all(picture.size() == QSize(480, 480) for picture in pictures)
    for node, picture in enumerate(pictures):
        window.services.game.go_to(node)
        expected = board_picture(window.body.panel.board, 480)
        for square in ("a1", "d5", "e2", "e4", "h8"):
            column, row = ord(square[0]) - ord("a"), 8 - int(square[1])
            place = QPoint(60 * column + 30, 60 * row + 30)
            shown, wanted = QColor(picture.pixel(place)), QColor(expected.pixel(place))
            apart = abs(shown.red() - wanted.red()) + abs(shown.green() - wanted.green())
            assert apart + abs(shown.blue() - wanted.blue()) < 40, (node, square, shown.name(), wanted.name())
    assert path.stat().st_size < 100_000


def test_the_page_setup_of_the_print_dialog_opens_without_a_warning(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Qt's preview of a page computes with the points of the application's font: -0.25 of one told a warning before."""
    window = make_window()
    window.actions_by_key["publish"].trigger()
    publishing = window.findChild(PublishDialog)
    assert isinstance(publishing, PublishDialog)
    publishing.kind.setCurrentIndex(publishing.kind.findData(PAPER))
    publishing.go.click()
    (dialog,) = (found for found in window.findChildren(QDialog) if found.inherits("QPrintDialog"))
    seen: list[str] = []

    def close_setup() -> None:
        setup = QApplication.activeModalWidget()
        assert setup is not None
        if setup is not dialog:
            setup.grab()
            seen.append(setup.metaObject().className())
            setup.close()

    closing = QTimer(dialog)
    closing.timeout.connect(close_setup)
    closing.start(50)
    (properties,) = (found for found in dialog.findChildren(QPushButton) if "ropert" in found.text())
    properties.click()
    closing.stop()
    dialog.reject()
    publishing.reject()
    assert seen
    qtbot.waitUntil(lambda: not any(found.inherits("QPrintDialog") for found in window.findChildren(QDialog)))


def test_the_dialog_of_the_file_ends_with_the_one_that_it_is_asked_for(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A file that was chosen after its dialog had gone was an internal error."""
    window = make_window()
    window.actions_by_key["publish"].trigger()
    publishing = window.findChild(PublishDialog)
    assert isinstance(publishing, PublishDialog)
    publishing.go.click()
    (files,) = window.findChildren(QFileDialog)
    assert files.parent() is publishing and files.selectedFiles()
    publishing.reject()
    qtbot.waitUntil(lambda: not window.findChildren(QFileDialog), timeout=5_000)
