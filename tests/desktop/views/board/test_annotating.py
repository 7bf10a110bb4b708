"""Comments, signs, tags and drawings by mouse and keyboard; each is one step of undo and is kept in the PGN."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QLineEdit, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from desktop.views.board.board_scene import BoardShape, Brush
from desktop.views.board.position_scene import square_number
from desktop.views.book.book_pages import CommentDialog
from desktop.views.game.annotate_dialog import NAG_NAMES, AnnotateDialog
from desktop.views.games.headers_dialog import HeadersDialog
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.main_window import MainWindow
from desktop.views.setup.position_dialog import PositionDialog
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeWindow, Mouse

PGN = (
    "1. e4 {[%clk 0:10:00] king's pawn} e5 {[%clk 0:09:30][%csl Rd5][%cal Gg1f3,Bb1c3]} 2. Nf3 (2. f4 exf4) 2... Nc6 *"
)


def opened(make_window: MakeWindow) -> MainWindow:
    window = make_window()
    assert window.services.files.paste(PGN)
    return window


def go_to(window: MainWindow, san: str) -> None:
    game = window.services.game.state.game
    window.services.game.go_to(next(node.id for node in game.table if node.san == san))


def test_a_comment_and_signs_are_typed_and_are_one_step_of_undo(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = opened(make_window)
    go_to(window, "e4")
    before = window.services.game.state.game
    window.actions_by_key["annotate"].trigger()
    dialog = window.findChild(AnnotateDialog)
    assert isinstance(dialog, AnnotateDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.comment.toPlainText() == "king's pawn"
    QTest.keyClicks(dialog.comment, " indeed")
    assert dialog.comment.toPlainText() == "king's pawn indeed", "what is typed comes behind what is there"
    dialog.comment.selectAll()
    QTest.keyClicks(dialog.comment, "best by test")
    QTest.keyClicks(dialog.before, "to begin with")
    QTest.mouseClick(dialog.signs[2], Qt.MouseButton.LeftButton)
    QTest.mouseClick(dialog.signs[3], Qt.MouseButton.LeftButton)
    QTest.mouseClick(dialog.signs[10], Qt.MouseButton.LeftButton)
    QTest.keyClick(dialog.comment, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    text = window.services.files.pgn_text()
    assert "{to begin with} 1. e4 $3 $10 {[%clk 0:10:00] best by test}" in text
    window.actions_by_key["undo"].trigger()
    assert window.services.game.state.game is before


def test_a_comment_is_written_to_its_own_game_and_beside_what_has_come(make_window: MakeWindow) -> None:
    """A file was opened behind the dialog, and got the comment; what a review had written meanwhile was gone."""
    window = opened(make_window)
    go_to(window, "e4")
    game, tab = window.services.game, window.services.game.state.tab
    dialog, headers = window.services.make(AnnotateDialog), window.services.make(HeadersDialog)
    node = game.state.node
    game.annotate(tab, node.id, "[%eval 0.3] king's pawn", "", (4, 13))
    assert window.services.files.paste("1. d4 d5 *")
    shown = game.state
    dialog.before.setPlainText("to begin with")
    dialog.signs[3].setChecked(True)
    dialog.accept()
    white = headers.fields["White"]
    assert isinstance(white, QLineEdit)
    white.setText("Me")
    headers.accept()
    state = game.state_of(tab)
    assert game.state == shown and state is not None and state.game.header("White") == "Me"
    node = state.game.node(node.id)
    assert (node.comment, node.comment_before, node.nags) == ("[%eval 0.3] king's pawn", "to begin with", (3, 13))


SIGNS = (
    ("e4", "", 36, "$36"), ("e5", "", 36, "$37"), ("e5", "", 40, "$41"), ("e5", "", 44, "$45"), ("e5", "", 138, "$139"),
    ("e5", "", 32, "$33"), ("e5", "", 132, "$133"), ("e5", "", 22, "$22"), ("e4", "", 22, "$23"), ("e5", "", 146, "$146"),
    ("e5", "", 14, "$14"), ("e4", " $37", 36, ""),
)  # fmt: skip


def test_a_sign_of_one_side_is_written_for_the_side_that_it_speaks_of(
    make_window: MakeWindow,
) -> None:
    """Whoever moved has the initiative, whoever is to move is in zugzwang; one of the other side's in the file is cleared."""
    window = make_window()
    for move, there, sign, written in SIGNS:
        assert window.services.files.paste("1. e4 e5 *".replace(move, move + there))
        go_to(window, move)
        dialog = window.services.make(AnnotateDialog)
        at = list(NAG_NAMES).index(sign)
        button = list(dialog.signs.values())[at]
        assert button.isChecked() is bool(there)
        button.click()
        dialog.accept()
        state = window.services.game.state
        assert [f"${nag}" for nag in state.node.nags] == written.split(), (move, there, sign)


def test_exclamation_and_question_mark_set_their_sign(make_window: MakeWindow) -> None:
    window = opened(make_window)
    go_to(window, "Nf3")
    seen = []
    for action in ("good", "mistake", "mistake"):
        window.actions_by_key[action].trigger()
        seen.append(window.services.game.state.node.nags)
    assert seen == [(1,), (2,), ()]


def test_the_sign_of_a_move_is_on_the_square_where_it_ended(make_window: MakeWindow) -> None:
    window = opened(make_window)
    go_to(window, "Nf3")
    board = window.body.panel.board

    def at_the_corner() -> QColor:
        corner, side = board.geometry_now.rect(21).topRight(), board.geometry_now.side
        disc = max(18.0, side * 0.34)
        return board.grab().toImage().pixelColor(QPointF(corner.x() - 0.84 * disc, corner.y() + disc / 2).toPoint())

    before = at_the_corner()
    for key, sign in (("mistake", "?"), ("good", "!")):
        window.actions_by_key[key].trigger()
        assert board.scene.sign == sign and at_the_corner() == QColor(theme.sign_colour(sign))
        window.actions_by_key["flip"].trigger()
        assert at_the_corner() == QColor(theme.sign_colour(sign)), "turned"
        window.actions_by_key["flip"].trigger()
    window.actions_by_key["good"].trigger()
    assert not board.scene.sign and at_the_corner() == before
    window.services.game.go_to(0)
    assert not board.scene.sign


def test_arrows_of_the_file_are_shown_and_drawn_ones_are_kept(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = opened(make_window)
    board = window.body.panel.board
    go_to(window, "e5")
    assert set(board.shapes) == {
        BoardShape(square_number("d5"), square_number("d5"), Brush.RED),
        BoardShape(square_number("g1"), square_number("f3"), Brush.GREEN),
        BoardShape(square_number("b1"), square_number("c3"), Brush.BLUE),
    }
    mouse = Mouse(qtbot, board)
    mouse.draw("f1", "c4")
    mouse.draw("g1", "f3")
    assert "{[%csl Rd5][%cal Bb1c3,Gf1c4] [%clk 0:09:30]}" in window.services.files.pgn_text().replace("\n", " ")
    counts = []
    for move in ("e4", "e5"):
        go_to(window, move)
        counts.append(len(board.shapes))
    mouse.click("h4")
    assert [*counts, len(board.shapes)] == [0, 3, 3]
    window.actions_by_key["undo"].trigger()
    window.actions_by_key["undo"].trigger()
    assert "[%csl Rd5][%cal Gg1f3,Bb1c3]" in window.services.files.pgn_text()


def test_clocks_of_the_file_are_shown_beside_the_players(make_window: MakeWindow) -> None:
    window = opened(make_window)
    go_to(window, "e5")
    panel = window.body.panel
    assert (panel.lower_bar.clock.text, panel.upper_bar.clock.text) == ("10:00", "9:30")


def test_dates_and_refusals_are_as_elsewhere_in_the_window(make_window: MakeWindow) -> None:
    """The date was 2024.05.01, and a refusal said WhiteElo, which is no name of a field."""
    window = make_window(language="fi")
    window.services.files.paste('[White "Ann"]\n[Date "2024.05.01"]\n\n1. e4 *')
    before = window.services.game.state.game
    window.actions_by_key["headers"].trigger()
    dialog = window.findChild(HeadersDialog)
    assert isinstance(dialog, HeadersDialog)
    date, elo = dialog.fields["Date"], dialog.fields["WhiteElo"]
    assert isinstance(date, QLineEdit) and isinstance(elo, QLineEdit) and date.text() == "1.5.2024"
    elo.setText("28x3")
    dialog.accept()
    assert dialog.problem.text().startswith("Valkean Elo: ”28x3” ")
    elo.clear()
    dialog.accept()
    assert dict(window.services.game.state.game.headers) == dict(before.headers)


def test_players_and_event_are_edited_in_one_step(make_window: MakeWindow) -> None:
    window = opened(make_window)
    before = window.services.game.state.game
    window.actions_by_key["headers"].trigger()
    dialog = window.findChild(HeadersDialog)
    assert isinstance(dialog, HeadersDialog)
    for name, value in (("White", "Ann"), ("Date", "1.5.2024"), ("WhiteElo", "abc")):
        field = dialog.fields[name]
        assert isinstance(field, QLineEdit)
        QTest.keyClicks(field, value)
    dialog.accept()
    assert (
        dialog.problem.text() == "White’s Elo: “abc” cannot be read. Write a number up to 4999, or - without a rating."
    )
    assert window.services.game.state.game is before and dialog.isVisible()
    elo = dialog.fields["WhiteElo"]
    assert isinstance(elo, QLineEdit)
    elo.setText("2345")
    result = dialog.fields["Result"]
    assert isinstance(result, QComboBox)
    QTest.keyClick(result, Qt.Key.Key_Down)
    QTest.keyClicks(dialog.new_name, "TimeControl")
    QTest.keyClick(dialog.new_name, Qt.Key.Key_Tab)
    dialog._add_new()
    field = dialog.fields["TimeControl"]
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, "600")
    dialog.accept()
    text = window.services.files.pgn_text()
    for tag in ('[White "Ann"]', '[Black "?"]', '[Date "2024.05.01"]', '[Result "1-0"]', '[TimeControl "600"]'):
        assert tag in text
    window.actions_by_key["undo"].trigger()
    assert window.services.game.state.game is before


def test_the_right_button_on_a_move_offers_what_can_be_done_with_it(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)  # the offscreen platform cannot raise windows
    window = opened(make_window)
    notation = window.body.side.notation
    games = window.services.game
    variation = next(node.id for node in games.state.game.table if node.san == "f4")
    place = notation.place_of(variation)
    assert place is not None
    block = notation.document().findBlockByNumber(place[0])
    cursor = notation.textCursor()
    cursor.setPosition(block.position() + place[1] + 1)
    point: QPoint = notation.cursorRect(cursor).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, notation.mapToGlobal(point))
    QApplication.sendEvent(notation.viewport(), event)
    assert games.state.current == variation
    menus = window.body.side.findChildren(QMenu)
    assert any(window.actions_by_key["promote"] in menu.actions() for menu in menus)
    window.actions_by_key["promote"].trigger()
    assert [node.san for node in games.state.game.main_line()][2:3] == ["f4"]


def test_next_moves_are_arrows_where_there_are_variations(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.files.paste("1. e4 e5 (1... c5) 2. Nf3 *")
    games, board = window.services.game, window.body.panel.board

    def arrows() -> set[tuple[int, int, Brush]]:
        return {(shape.start, shape.end, shape.brush) for shape in board.engine_shapes}

    games.go_to(games.state.game.main_line()[0].id)
    ends = [(square_number(start), square_number(end)) for start, end in (("e7", "e5"), ("c7", "c5"))]
    assert arrows() == {(*ends[0], Brush.GREEN), (*ends[1], Brush.BLUE)}
    games.go_forward()
    assert arrows() == set(), "a single next move needs none"
    games.go_back()
    window.services.settings.set("variation_arrows", False)
    assert arrows() == set()


def _escaped(qtbot: QtBot, dialog: Dialog) -> QMessageBox:
    """The question after Escape in a dialog with unsaved work."""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible(), "the work is not lost"
    box = dialog.findChild(QMessageBox)
    assert isinstance(box, QMessageBox) and box.text() == "Discard your changes?"
    return box


def test_escape_asks_before_it_discards_typed_text_or_a_changed_position(make_window: MakeWindow, qtbot: QtBot) -> None:
    """A typed comment was gone without a question."""
    window = opened(make_window)
    go_to(window, "e4")
    before = window.services.game.state.game
    notes, tags = window.services.make(AnnotateDialog), window.services.make(HeadersDialog)
    book, position = CommentDialog("e4", "", lambda _text: None), PositionDialog(START_FEN, chess960=False)
    white = tags.fields["White"]
    typed = {notes: notes.comment, tags: white, book: book.text}
    for dialog in (notes, tags, book, position):
        qtbot.addWidget(dialog)
        dialog.show()
        if dialog is position:
            position.tools["clear"].click()
        else:
            QTest.keyClicks(typed[dialog], "best by test")
        no = _escaped(qtbot, dialog).defaultButton()
        assert no.text().replace("&", "") == "Keep editing"
        no.click()
        assert dialog.isVisible()
        yes = next(button for button in _escaped(qtbot, dialog).buttons() if "Discard" in button.text())
        yes.click()
        assert not dialog.isVisible()
    assert window.services.game.state.game is before


def test_escape_closes_at_once_if_nothing_was_typed_and_cancel_never_asks(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = opened(make_window)
    go_to(window, "e4")
    first, second = window.services.make(AnnotateDialog), window.services.make(AnnotateDialog)
    for dialog in (first, second):
        qtbot.addWidget(dialog)
        dialog.show()
    QTest.keyClick(first, Qt.Key.Key_Escape)
    assert not first.isVisible()
    QTest.keyClicks(second.comment, "best by test")
    box = second.findChild(QDialogButtonBox)
    assert isinstance(box, QDialogButtonBox)
    box.button(QDialogButtonBox.StandardButton.Cancel).click()
    assert not second.isVisible()
