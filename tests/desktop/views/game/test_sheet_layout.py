"""The layout of the sheet is that of Qt, which is the judge here, and an edit costs what it changes."""

import gc
import random

import pytest
from PySide6.QtCore import QEvent, QPointF, QSizeF, Qt
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.views.game.notation_view import NotationView
from desktop.views.game.sheet_layout import SheetLayout, _in_use
from engine.game.tree import ROOT, Game
from engine.pgn.reader import first_game
from tests.helpers.large_games import repertoire

WORDS = "A comment that is longer than a line of the sheet, and therefore is broken into several of them. " * 2
TEXT = (
    f"{{{WORDS}}} 1. e4 {{[%emt 0:00:09]}} e5 (1... c5 {{Sicilian}} 2. Nf3 $16 (2. f4 d6 3. Nf3 {{{WORDS}}}) 2... d6) "
    f"2. Nf3 {{{WORDS}}} Nc6 3. Bb5 a6 {{שלום}} 4. Ba4 Nf6 {{{'x' * 90}}} 5. O-O Be7 1-0"
)
POINTS = 300
EDITS = 40


def shown(qtbot: QtBot, game: Game, width: int = 300) -> NotationView:
    view = NotationView()
    qtbot.addWidget(view)
    view.resize(width, 400)
    view.show()
    view.show_game(game, ROOT)
    qtbot.waitUntil(lambda: view.settled, timeout=60_000)
    return view


def layout_of(view: NotationView) -> SheetLayout:
    found = view.document().documentLayout()
    assert isinstance(found, SheetLayout)
    return found


def by_qt(view: NotationView) -> QTextDocument:
    """The same text with Qt's own layout."""
    document = view.document()
    copy = document.clone()
    copy.setDefaultFont(document.defaultFont())
    copy.setDefaultTextOption(document.defaultTextOption())
    copy.documentLayout().setPaintDevice(view.viewport())
    copy.setPageSize(QSizeF(document.pageSize().width(), -1))
    return copy


def lines_of(document: QTextDocument) -> list[tuple[float, ...]]:
    """Each line: where its text begins, and its place and size in the document."""
    found, block = list[tuple[float, ...]](), document.firstBlock()
    while block.isValid():
        top = document.documentLayout().blockBoundingRect(block)
        layout = block.layout()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            text = line.naturalTextRect().translated(layout.position())
            found.append(
                (block.position() + line.textStart(), *map(round, (top.x(), text.x(), text.y(), text.width())))
            )
        block = block.next()
    return found


def is_laid_out(view: NotationView) -> None:
    """To the pixel: Qt rounds each line to 1/64 of one, and gives rectangles in whole ones."""
    copy = by_qt(view)
    ours, theirs = lines_of(view.document()), lines_of(copy)
    assert [line[0] for line in ours] == [line[0] for line in theirs]
    for number, (line, wanted) in enumerate(zip(ours, theirs, strict=True)):
        assert all(abs(one - other) <= 1 + number / 32 for one, other in zip(line[1:], wanted[1:], strict=True))
    heights = layout_of(view).documentSize().height(), copy.documentLayout().documentSize().height()
    assert abs(heights[0] - heights[1]) <= 1 + len(ours) / 32


@pytest.mark.parametrize("width", [180, 300, 520])
@pytest.mark.parametrize("running", [False, True])
def test_every_line_is_where_qt_puts_it(qtbot: QtBot, width: int, running: bool) -> None:
    view = shown(qtbot, first_game(TEXT), width)
    view.set_running(running)
    is_laid_out(view)
    for other in (width + 35, width - 30):
        view.resize(other, 400)
        QApplication.processEvents()
        is_laid_out(view)


def in_a_line(document: QTextDocument, point: QPointF) -> bool:
    """Whether a point is at the height of text. Between lines Qt goes to the next one, and the sheet to the one above."""
    tops = [(line[3], line[0]) for line in lines_of(document)]
    height = document.firstBlock().layout().lineAt(0).height()
    return any(top + 1 < point.y() < top + height - 2 for top, _ in tops)


def test_points_are_hit_as_by_qt(qtbot: QtBot) -> None:
    view = shown(qtbot, first_game(TEXT))
    ours, copy = layout_of(view), by_qt(view)
    chance, size = random.Random(3), ours.documentSize()
    hits = 0
    for _ in range(POINTS):
        point = QPointF(chance.uniform(0, size.width()), chance.uniform(0, size.height() - 12))
        for accuracy in (Qt.HitTestAccuracy.FuzzyHit, Qt.HitTestAccuracy.ExactHit):
            wanted = copy.documentLayout().hitTest(point, accuracy)
            exact = accuracy is Qt.HitTestAccuracy.ExactHit
            assert not (exact or in_a_line(copy, point)) or ours.hitTest(point, accuracy) == wanted, (point, accuracy)
            hits += exact and wanted >= 0
    assert hits > POINTS / 10


def test_after_edits_and_other_widths_every_line_is_where_qt_puts_it(qtbot: QtBot) -> None:
    game, chance = repertoire(60), random.Random(5)
    view = shown(qtbot, game)
    for _ in range(EDITS):
        node = chance.randrange(1, game.table.size)
        game = game.with_node(game.node(node).changed(comment="word " * chance.randrange(30)))
        view.show_game(game, node)
        if chance.random() < 0.3:
            view.fold([node], folded=chance.random() < 0.7)
        if chance.random() < 0.3:
            view.resize(chance.randrange(150, 600), 400)
        QApplication.processEvents()
        is_laid_out(view)


def test_an_edit_and_another_width_lay_out_only_what_they_change(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    game = repertoire(1_500)
    view = shown(qtbot, game)
    laid: list[int] = []
    one = SheetLayout._lay_out

    def noted(self: SheetLayout, block: QTextBlock) -> tuple[float, float]:
        laid.append(block.blockNumber())
        return one(self, block)

    monkeypatch.setattr(SheetLayout, "_lay_out", noted)
    for node in (1, game.table.size // 2, game.end()):
        view.show_game(game.with_node(game.node(node).changed(comment="a word")), node)
        view.show_game(game, node)
        assert 0 < len(laid) < 30
        laid.clear()
    view.resize(380, 400)
    QApplication.processEvents()
    assert len(laid) < 30


def test_chosen_text_is_painted_and_copied(qtbot: QtBot) -> None:
    view = shown(qtbot, first_game("1. e4 e5 *"))
    before = view.viewport().grab().toImage()
    cursor = QTextCursor(view.document())
    cursor.select(QTextCursor.SelectionType.Document)
    view.setTextCursor(cursor)
    assert view.viewport().grab().toImage() != before
    assert view.createMimeDataFromSelection().text().split() == ["1.", "e4", "e5"]


def test_layouts_live_as_long_as_their_documents(qtbot: QtBot) -> None:
    gc.collect()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    before, games = len(_in_use), [repertoire(size) for size in (3, 800)]
    for number in range(4):
        view = NotationView()
        view.show()
        for game in games:
            view.show_game(game, ROOT)
            gc.collect()
            QApplication.processEvents()
        view.close()
        view.deleteLater()
        del view
        gc.collect(number % 3)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert len(_in_use) == before
