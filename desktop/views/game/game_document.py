"""A game as a page of a chess book: heading, main line bold, comments, variations, diagrams; for paper and PDF."""

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QPixmap,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
    QTextOption,
)

from desktop.model.board.score_pieces import Kind, Piece, pieces
from desktop.model.game.match import player_of
from desktop.model.game.state import GameState
from desktop.services.files.game_facts import opening_of
from desktop.views.board.diagram import diagram_picture
from desktop.views.kit import words
from desktop.views.kit.notation_text import claim_text, result_text, unbreakable
from engine.game.tree import ROOT, Game
from engine.rules.fen import START_FEN

# Narrow serif faces of the systems that are about; the last is everywhere and wide.
_FAMILIES = ("Liberation Serif", "Nimbus Roman", "TeX Gyre Termes", "Times New Roman", "Noto Serif", "DejaVu Serif")
_SIZE, _SMALL, _TITLE = 10.0, 8.0, 13.0  # points
_DIAGRAM_MM = 54.0
_SQUARE, _MANY, _SQUARE_OF_MANY = 72, 60, 36  # pixels of a square, smaller ones from so many diagrams on
_OWN_PARAGRAPH = 60  # characters; a comment on the main line that is longer is by itself
_INDENT_MM = 4.0
_LONG_NAME = 36  # characters; shorter ones stand on one line with their Elo
_ONE_BLOCK = str.maketrans(dict.fromkeys("\r\n\u2028\u2029\ufdd0\ufdd1\ufffc", " "))  # what Qt takes for more than text
_BRACKETS = ("()", "[]")
_COMMENTS = (Kind.COMMENT, Kind.REMARK, Kind.CLAIM, Kind.UNREAD)


def game_document(state: GameState, dots_per_inch: float) -> QTextDocument:
    """The whole game. Where it asks for no diagram, the shown position has one. `dots_per_inch`: of the device that it is
    for."""
    document = QTextDocument()
    font = QFont()
    font.setFamilies(list(_FAMILIES))
    font.setPointSizeF(_SIZE)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # no line runs out of the page
    document.setDefaultTextOption(option)
    document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, title_of(state.game))
    _Page(document, state, dots_per_inch / 25.4).write()
    return document


def title_of(game: Game) -> str:
    """`Tal – Botvinnik`, empty where neither is known."""
    names = [words.player(player_of(game.header(side))).translate(_ONE_BLOCK) or "?" for side in ("White", "Black")]
    return "" if set(names) == {"?"} else " – ".join(names)


class _Page:
    """Writes the pieces of one game into a document, paragraph by paragraph."""

    def __init__(self, document: QTextDocument, state: GameState, dots_per_mm: float) -> None:
        # Qt takes what is left of a paragraph in dots of the device, and what is above it and pictures in its own.
        self._aside, self._dots = dots_per_mm, QPixmap(1, 1).logicalDpiX() / 25.4
        self._document, self._game = document, state.game
        self._cursor = QTextCursor(document)
        self._wording = words.wording()
        self._written = False  # something is in the document
        self._open = False  # a paragraph waits for more text
        self._depth = 0
        self._number = ""
        self._pieces = self._with_shown(list(pieces(state.game)), state.current)
        wished = sum(piece.kind in (Kind.DIAGRAM, Kind.DIAGRAM_TURNED) for piece in self._pieces)
        self._square = _SQUARE if wished <= _MANY else _SQUARE_OF_MANY

    @staticmethod
    def _with_shown(found: list[Piece], shown: int) -> list[Piece]:
        """With a diagram behind the shown move, if the game itself asks for none."""
        if shown == ROOT or any(piece.kind in (Kind.DIAGRAM, Kind.DIAGRAM_TURNED) for piece in found):
            return found
        behind = max(
            (at for at, piece in enumerate(found) if piece.node == shown and piece.kind in _OF_A_MOVE), default=-1
        )
        depth = found[behind].depth
        return [*found[: behind + 1], Piece(Kind.DIAGRAM, "", shown, depth), *found[behind + 1 :]]

    def write(self) -> None:
        """The whole page, laid out once."""
        self._cursor.beginEditBlock()
        self._heading()
        if self._game.start_fen != START_FEN:
            self._diagram(Piece(Kind.DIAGRAM, "", ROOT, 0))
        at = 0
        while at < len(self._pieces):
            at += self._piece(at)
        self._cursor.endEditBlock()

    # The heading

    def _heading(self) -> None:
        names = []
        for side in ("White", "Black"):
            name, elo = words.player(player_of(self._game.header(side))) or "?", self._game.header(f"{side}Elo")
            text = f"{name} ({elo})" if elo.strip("?-0 ") else name
            names.append(text.replace(" ", "\u00a0") if len(text) < _LONG_NAME else text)
        if title_of(self._game):
            self._paragraph(space=1.0, middle=True)
            self._text(" – ".join(names), _look(_TITLE, bold=True))
        for line in (_event(self._game), _opening(self._game), _annotator(self._game)):
            if line:
                self._paragraph(space=0.5, middle=True)
                self._text(line, _look(_SMALL + 1))
        if self._written:
            self._paragraph(space=1.0)
        self._open = False

    # The game

    def _piece(self, at: int) -> int:
        """Writes the piece at that place, and what belongs close to it. Returns how many they were."""
        piece = self._pieces[at]
        kind = piece.kind
        if kind is Kind.NUMBER:
            self._number = piece.text
        elif kind is Kind.MOVE:
            behind = self._pieces[at + 1] if at + 1 < len(self._pieces) else piece
            marks = behind.text if behind.kind is Kind.MARKS else ""
            self._move(piece, marks)
            return 2 if marks else 1
        elif kind is Kind.DETAIL:
            self._word(self._wording.figures(piece.text).replace(" ", "\u00a0"), _look(_SMALL, quiet=True))
        elif kind in _COMMENTS:
            self._comment(piece)
        elif kind in (Kind.DIAGRAM, Kind.DIAGRAM_TURNED):
            self._diagram(piece)
        elif kind is Kind.OPEN or kind is Kind.CLOSE:
            self._border(piece)
        elif kind is Kind.RESULT:
            self._paragraph(space=1.0)
            self._text(unbreakable(result_text(self._game, self._wording)), _look(bold=True))
        return 1

    def _move(self, piece: Piece, marks: str) -> None:
        self._depth = piece.depth
        number = self._number or ("" if self._open else piece.more)  # a diagram parts a move of Black's from White's
        text = number + self._wording.moves(piece.text) + marks
        self._number = ""
        self._word(unbreakable(text), _look(bold=piece.depth == 0))

    def _comment(self, piece: Piece) -> None:
        text = piece.text
        if piece.kind is Kind.REMARK:
            text = self._wording.remark(text, piece.more)
        elif piece.kind is Kind.CLAIM:
            text = claim_text(self._game, piece, self._wording)
        elif piece.kind is Kind.UNREAD:
            text = QCoreApplication.translate("Print", "Not read as moves: %1").replace("%1", text)
        long = piece.depth == 0 and (len(text) > _OWN_PARAGRAPH or piece.kind is Kind.UNREAD)
        if long:
            self._open = False
        self._word(text, _look(italic=piece.kind is Kind.UNREAD))
        if long:
            self._open = False

    def _border(self, piece: Piece) -> None:
        """Variations of the main line are paragraphs of their own, deeper ones stand in brackets."""
        if piece.depth == 1:
            self._open = False
            self._depth = piece.depth - (piece.kind is Kind.CLOSE)
            return
        bracket = _BRACKETS[piece.depth % 2]
        if piece.kind is Kind.OPEN:
            self._depth = piece.depth
            self._word(bracket[0], _look())
            self._glued = True
        else:
            self._text(bracket[1], _look())
            self._depth = piece.depth - 1

    # Text

    _glued = False  # nothing is between what was written last and the next word

    def _word(self, text: str, look: QTextCharFormat) -> None:
        """Text in the open paragraph, behind a space; or in a new one."""
        if not self._open:
            self._paragraph(space=0.8 if self._depth == 0 else 0.5, indent=min(self._depth, 1))
        elif not self._glued:
            self._cursor.insertText(" ", _look())
        self._glued = False
        self._text(text, look)

    def _text(self, text: str, look: QTextCharFormat) -> None:
        self._cursor.insertText(text.translate(_ONE_BLOCK), look)

    def _paragraph(self, *, space: float, indent: int = 0, middle: bool = False) -> None:
        """Begins one; `space` above it, in millimetres."""
        form = QTextBlockFormat()
        form.setTopMargin(space * self._dots if self._written else 0)
        form.setLeftMargin(indent * _INDENT_MM * self._aside)
        form.setLineHeight(108, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        if middle:
            form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        if self._written:
            self._cursor.insertBlock(form, _look())
        else:
            self._cursor.setBlockFormat(form)
        self._written = self._open = True
        self._glued = True

    def _diagram(self, piece: Piece) -> None:
        drawings = tuple(code for code in piece.text.split(",") if code)
        turned = piece.kind is Kind.DIAGRAM_TURNED
        fen = self._game.fen(piece.node)
        name = f"{fen}/{piece.text}/{turned}"
        picture = diagram_picture(fen, drawings, turned, self._square)
        self._document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
        form = QTextBlockFormat()
        form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        form.setTopMargin(1.5 * self._dots)
        form.setBottomMargin(1.0 * self._dots)
        self._cursor.insertBlock(form, _look())
        image = QTextImageFormat()
        image.setName(name)
        width = _DIAGRAM_MM * self._dots
        image.setWidth(width)
        image.setHeight(width * picture.height() / picture.width())
        self._cursor.insertImage(image)
        self._open = False


_OF_A_MOVE = (Kind.MOVE, Kind.MARKS, Kind.DETAIL)


def _look(size: float = _SIZE, *, bold: bool = False, italic: bool = False, quiet: bool = False) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFontPointSize(size)
    look.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    look.setFontItalic(italic)
    look.setForeground(QColor("#555555" if quiet else "black"))
    return look


def _known(value: str) -> str:
    return value if value.strip("?.-* ") else ""


def _event(game: Game) -> str:
    """Event, place, round and date, as far as they are known."""
    found = [_known(game.header(tag)) for tag in ("Event", "Site")]
    number = _known(game.header("Round"))
    if number:
        found.append(QCoreApplication.translate("Print", "round %1").replace("%1", number))
    found.append(words.date(game.header("Date")))
    return ", ".join(dict.fromkeys(part for part in found if part))


def _opening(game: Game) -> str:
    eco, name = opening_of(game)
    return " ".join(part for part in (eco, name) if part)


def _annotator(game: Game) -> str:
    by = _known(game.header("Annotator"))
    return QCoreApplication.translate("Print", "Annotated by %1").replace("%1", by) if by else ""
