"""Help, Handbook: the chapters of docs/handbook in the language of the window, with their pictures."""

import re
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QResizeEvent, QTextBlock, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QTextBrowser, QWidget

from desktop.services.kit.language import language
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.layouts import in_column, in_row

_PROGRAM = Path(__file__).resolve().parents[3]
# An installed program has a copy in its resources (`setup.py`), a checkout only the original.
_FOLDERS = (_PROGRAM / "desktop" / "resources" / "handbook", _PROGRAM / "docs" / "handbook")


def chapters(code: str) -> list[Path]:
    """The chapters of the handbook in a language, in order; the English ones if it has none."""
    folders = [folder / language for language in (code, "en") for folder in _FOLDERS]
    return next((found for folder in folders if (found := sorted(folder.glob("*.md")))), [])


@cache
def _paragraphs(code: str) -> dict[str, tuple[str, ...]]:
    """The paragraphs of each chapter, by the chapter's file name without ending."""
    return {chapter.stem: tuple(chapter.read_text(encoding="utf-8").split("\n\n")) for chapter in chapters(code)}


def chapter_title(chapter: str) -> str:
    """The heading of a chapter (`05-book`), in the language of the window."""
    paragraphs = _paragraphs(language().code).get(chapter, ("",))
    return paragraphs[0].removeprefix("# ").partition("\n")[0]


def passage(label: str, key: str, chapter: str) -> str:
    """The handbook's sentences about a button or menu entry: those that name it in italics or its key (`Backspace`), of the
    first paragraph that has any. That chapter is searched first. May be empty."""
    names = rf"\*(?:[^*]*, )?{re.escape(label)}(?: …)?\*" + (rf"|`{re.escape(key)}`" if key else "")
    named = re.compile(names, re.IGNORECASE)
    found = _paragraphs(language().code)
    for paragraphs in (found.get(chapter, ()), *found.values()):
        for paragraph in paragraphs:
            if named.search(paragraph) and not paragraph.startswith(("#", "|", "!")):
                sentences = re.split(r"(?<=[.!?:]) +", " ".join(paragraph.split()))
                said = " ".join(sentence for sentence in sentences if named.search(sentence))
                return re.sub(r"\[([^]]*)\]\([^)]*\)|[*`]", r"\1", said)
    return ""


class HandbookDialog(Dialog):
    """A list of chapters beside the open chapter."""

    def __init__(self, parent: QWidget | None = None, chapter: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Handbook"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(theme.size(1000, 720))
        self._chapters = chapters(language().code)
        self.page = _ChapterView()
        self.page.setAccessibleName(self.tr("Chapter"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Chapters"))
        self.list.setFixedWidth(theme.scaled(220))
        self.list.addItems([chapter.read_text(encoding="utf-8").partition("\n")[0][2:] for chapter in self._chapters])
        self.list.currentRowChanged.connect(self._show)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        in_column((in_row(self.list, (self.page, 1), spacing=3), 1), buttons, inside=self, spacing=2)
        names = [found.stem for found in self._chapters]
        self.list.setCurrentRow(names.index(chapter) if chapter in names else 0)

    def _show(self, row: int) -> None:
        self.page.show_chapter(self._chapters[row])


class _ChapterView(QTextBrowser):
    """A chapter, with pictures no wider than the page."""

    def __init__(self) -> None:
        super().__init__()
        self._chapter: Path | None = None

    def show_chapter(self, chapter: Path) -> None:
        """Shows a chapter from its beginning."""
        self._chapter = chapter
        document = QTextDocument(self)
        document.setDefaultFont(theme.font(theme.BODY))
        document.setDocumentMargin(2 * theme.SPACE)
        document.setMarkdown(chapter.read_text(encoding="utf-8"))
        _set_text(document)
        self.setDocument(document)

    def loadResource(self, kind: int, name: QUrl | str) -> QImage | None:
        """Returns a picture scaled to the page, and nothing else: a chapter refers only to pictures."""
        if self._chapter is None or kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        picture = QImage(str(self._chapter.parent / QUrl(name).toString()))
        ratio = self.devicePixelRatioF()
        width = int(min(self.viewport().width() - 6 * theme.SPACE, theme.scaled(640), picture.width()) * ratio)
        picture = picture.scaledToWidth(max(1, width), Qt.TransformationMode.SmoothTransformation)
        picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows the chapter again if the width has changed, because its pictures follow it."""
        super().resizeEvent(event)
        if self._chapter and event.oldSize().width() != event.size().width():
            place = self.verticalScrollBar().value()
            self.show_chapter(self._chapter)
            self.verticalScrollBar().setValue(place)


def _set_text(document: QTextDocument) -> None:
    """Separates paragraphs, and removes the size of a heading from the text after it, to which Qt 6.11 applies it too."""
    cursor = QTextCursor(document)
    while True:
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        if cursor.currentTable() is None:
            spaced = cursor.blockFormat()
            spaced.setBottomMargin(2 * theme.SPACE)
            cursor.setBlockFormat(spaced)
        if not cursor.blockFormat().headingLevel():
            _clear_size(cursor.block(), cursor)
        if not cursor.movePosition(QTextCursor.MoveOperation.NextBlock):
            return


def _clear_size(block: QTextBlock, cursor: QTextCursor) -> None:
    fragments, at = [], block.begin()
    while not at.atEnd():
        fragments.append((at.fragment().position(), at.fragment().length(), at.fragment().charFormat()))
        at += 1
    for start, length, look in fragments:
        look.clearProperty(QTextFormat.Property.FontSizeAdjustment)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(look)
