"""Converts a game to a text document with the pages of a chess book, for paper and PDF."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QPixmap,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
    QTextOption,
)

from desktop.views.board.diagram import diagram_picture
from engine.publishing.document import Block, Diagram, PageHeading, PageParagraph, TextStyle

# Narrow serif fonts of the common systems; the last one is available everywhere, and wide.
_FAMILIES = ("Liberation Serif", "Nimbus Roman", "TeX Gyre Termes", "Times New Roman", "Noto Serif", "DejaVu Serif")
_SIZE, _SMALL, _TITLE = 10.0, 8.0, 13.0  # points
_DIAGRAM_MM = 54.0
_SQUARE, _MANY, _SQUARE_OF_MANY = 72, 60, 36  # pixels of a square; the smaller size from the given number of diagrams
_INDENT_MM = 4.0
KEPT = int(QTextFormat.Property.UserProperty.value)  # property of a block that must not end a column
_ONE_BLOCK = str.maketrans(dict.fromkeys("\r\n\u2028\u2029\ufdd0\ufdd1\ufffc", " "))  # breaks and objects for Qt


def game_document(blocks: Iterable[Block], dots_per_inch: float) -> QTextDocument:
    """Returns the document of one game. `dots_per_inch`: of the output device."""
    document = QTextDocument()
    font = QFont()
    font.setFamilies(list(_FAMILIES))
    font.setPointSizeF(_SIZE)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # no line exceeds the page
    document.setDefaultTextOption(option)
    _DocumentWriter(document, dots_per_inch / 25.4).write(list(blocks))
    return document


class _DocumentWriter:
    """Writes blocks into a document, paragraph by paragraph."""

    def __init__(self, document: QTextDocument, dots_per_mm: float) -> None:
        # Qt measures indents of a paragraph in dots of the device, margins above it and pictures in its own units.
        self._aside, self._dots = dots_per_mm, QPixmap(1, 1).logicalDpiX() / 25.4
        self._document = document
        self._cursor = QTextCursor(document)
        self._written = False  # whether the document has content
        self._after_heading = False
        self._square = _SQUARE

    def write(self, blocks: list[Block]) -> None:
        """Writes all blocks, with a single layout."""
        if sum(isinstance(block, Diagram) for block in blocks) > _MANY:
            self._square = _SQUARE_OF_MANY
        self._cursor.beginEditBlock()
        for block in blocks:
            if isinstance(block, PageHeading):
                self._heading(block)
            elif isinstance(block, Diagram):
                self._diagram(block)
            else:
                self._paragraph(block)
        self._cursor.endEditBlock()

    def _heading(self, heading: PageHeading) -> None:
        if heading.players:
            self._begin(space=1.0, middle=True)
            self._text(heading.players, _look(TextStyle.BOLD, _TITLE))
        for line in heading.lines:
            self._begin(space=0.5, middle=True)
            self._text(line, _look(TextStyle.PLAIN, _SMALL + 1))
        self._after_heading = True

    def _paragraph(self, paragraph: PageParagraph) -> None:
        space = 3.0 if self._after_heading else 0.5 if paragraph.indent else 0.8
        self._after_heading = False
        self._begin(space=space, indent=paragraph.indent)
        for text, look in paragraph.spans:
            self._text(text, _look(look))

    def _text(self, text: str, look: QTextCharFormat) -> None:
        self._cursor.insertText(text.translate(_ONE_BLOCK), look)

    def _begin(self, *, space: float, indent: int = 0, middle: bool = False) -> None:
        """Begins a paragraph with `space` above it, in millimetres."""
        form = QTextBlockFormat()
        form.setTopMargin(space * self._dots if self._written else 0)
        form.setLeftMargin(indent * _INDENT_MM * self._aside)
        form.setLineHeight(108, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        if middle:
            form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            form.setProperty(KEPT, True)
        self._insert(form)

    def _insert(self, form: QTextBlockFormat) -> None:
        if self._written:
            self._cursor.insertBlock(form, _look(TextStyle.PLAIN))
        else:
            self._cursor.setBlockFormat(form)
        self._written = True

    def _diagram(self, diagram: Diagram) -> None:
        name = str(diagram)
        picture = diagram_picture(diagram.fen, diagram.drawings, diagram.turned, self._square)
        self._document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
        form = QTextBlockFormat()
        form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        form.setTopMargin(1.5 * self._dots)
        form.setBottomMargin(1.0 * self._dots)
        self._insert(form)
        image = QTextImageFormat()
        image.setName(name)
        width = _DIAGRAM_MM * self._dots
        image.setWidth(width)
        image.setHeight(width * picture.height() / picture.width())
        self._cursor.insertImage(image)


def _look(look: TextStyle, size: float = _SIZE) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setFontPointSize(_SMALL if look is TextStyle.QUIET else size)
    made.setFontWeight(QFont.Weight.Bold if look is TextStyle.BOLD else QFont.Weight.Normal)
    made.setFontItalic(look is TextStyle.ITALIC)
    made.setForeground(QColor("#555555" if look is TextStyle.QUIET else "black"))
    return made
