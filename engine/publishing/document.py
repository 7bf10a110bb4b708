"""A game as a page of a chess book, in values for paper, PDF, HTML and LaTeX: heading, paragraphs, diagrams.

The main line is bold, its variations are paragraphs, deeper ones are in brackets; long comments are separate
paragraphs.
"""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from engine.game.position import Position
from engine.game.tree import ROOT, Game
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.publishing.text_pieces import TextKind, TextPiece, pieces
from engine.publishing.wording import Wording, claim_text, result_text, unbreakable, unread_text
from engine.rules.fen import START_FEN

_OWN_PARAGRAPH = 60  # characters; a longer comment on the main line is a separate paragraph
_LONG_NAME = 36  # characters; shorter names share one line with their Elo
_ANSWER = 44  # signs of the line to write on, about as wide as a column
_BRACKETS = ("()", "[]")
_COMMENTS = (TextKind.COMMENT, TextKind.REMARK, TextKind.CLAIM, TextKind.UNREAD)
_DIAGRAMS = (TextKind.DIAGRAM, TextKind.DIAGRAM_TURNED)
_OF_A_MOVE = (TextKind.MOVE, TextKind.MARKS, TextKind.DETAIL)


class TextStyle(Enum):
    """The style of a run of text."""

    PLAIN = "plain"
    BOLD = "bold"  # the main line
    ITALIC = "italic"
    QUIET = "quiet"  # small and grey: evaluations and times


class Span(NamedTuple):
    """Text in one style. `JOINER` and no-break spaces prevent line breaks within a move."""

    text: str
    look: TextStyle = TextStyle.PLAIN


class PageHeading(NamedTuple):
    """The heading of a game: the players, and below them event, opening and annotator, if known."""

    players: str
    lines: tuple[str, ...]


class PageParagraph(NamedTuple):
    """Text with an `indent`: 0 for the main line, 1 for variations."""

    spans: tuple[Span, ...]
    indent: int = 0


class Diagram(NamedTuple):
    """A position; `drawings` on it in PGN's form; `turned`: with Black at the bottom."""

    fen: str
    drawings: tuple[str, ...] = ()
    turned: bool = False


Block = PageHeading | PageParagraph | Diagram


@dataclass(frozen=True)
class PageOptions:
    """Options of a page beyond the game's own requests.

    `every`: a diagram after this number of moves of the main line, 0 for none. `details`: evaluations and times.
    `shown`: a move whose position gets a diagram if no other does, ROOT for none. `exercises`: instead of each game one
    position to solve, with its number, the side to move and a line to write on.
    """

    every: int = 0
    details: bool = True
    shown: int = ROOT
    exercises: bool = False


DEFAULT_OPTIONS = PageOptions()


def title_of(game: Game, wording: Wording) -> str:
    """Returns `Tal – Botvinnik`, empty if neither is known."""
    names = [wording.player(game.header(side)) or "?" for side in ("White", "Black")]
    return "" if set(names) == {"?"} else " – ".join(names)


def blocks(game: Game, wording: Wording, wishes: PageOptions = DEFAULT_OPTIONS, number: int = 1) -> Iterator[Block]:
    """Yields the whole game from its heading to its result, or the exercise with this number."""
    if wishes.exercises:
        yield from _exercise(game, wording, number)
        return
    heading = _heading(game, wording)
    if heading.players or heading.lines:
        yield heading
    if game.start_fen != START_FEN:
        yield Diagram(game.start_fen)
        if not game.main_line():
            yield PageParagraph((Span(_turn(game.start_fen, wording)),))
    yield from _PageBuilder(game, wording, wishes).blocks()


def _exercise(game: Game, wording: Wording, number: int) -> Iterator[Block]:
    """The position from which the game starts, or else the first for which it asks a diagram, or its last one."""
    if game.start_fen != START_FEN:
        shown = Diagram(game.start_fen)
    else:
        line = game.main_line()
        last = Diagram(game.fen(line[-1].id if line else ROOT))
        asked = (block for block in _PageBuilder(game, wording, DEFAULT_OPTIONS).blocks() if isinstance(block, Diagram))
        shown = next(asked, last)
    yield PageHeading(f"{number}. {_turn(shown.fen, wording)}", ())
    yield shown
    yield PageParagraph((Span("_" * _ANSWER),))


def _turn(fen: str, wording: Wording) -> str:
    white = Position.of(fen, chess960=None).white_to_move
    return wording.said(Text("White to move") if white else Text("Black to move"))


class _PageBuilder:
    """Collects the pieces of a game into paragraphs."""

    def __init__(self, game: Game, wording: Wording, wishes: PageOptions) -> None:
        self._game, self._wording, self._wishes = game, wording, wishes
        self._spans: list[Span] = []
        self._depth = 0
        self._number = ""  # printed with the next move
        self._glued = False  # no space before the next word

    def blocks(self) -> Iterator[Block]:
        waiting: TextPiece | None = None  # a move, until its signs are known
        held: TextPiece | None = None  # a diagram, until the closing brackets after it are printed
        for piece in self._pieces():
            if waiting is not None:
                self._move(waiting, piece.text if piece.kind is TextKind.MARKS else "")
                waiting = None
            if held is not None and not (piece.kind is TextKind.CLOSE and not self._parts(piece)):
                yield from self._shown(held)
                held = None
            if piece.kind is TextKind.MOVE:
                waiting = piece
            elif piece.kind in _DIAGRAMS:
                held = piece
            elif self._parts(piece):
                yield from self._ended()
                yield from self._alone(piece)
            else:
                self._add(piece)
        if waiting is not None:
            self._move(waiting, "")
        if held is not None:
            yield from self._shown(held)
        yield from self._ended()

    def _pieces(self) -> Iterator[TextPiece]:
        """Yields the pieces of the game, and the requested diagrams."""
        game, every = self._game, self._wishes.every
        found = list(pieces(game))
        asked = any(piece.kind in _DIAGRAMS for piece in found)
        shown = self._wishes.shown if not asked and not every else ROOT
        due = {shown} - {ROOT}
        if every:
            line = [node.id for node in game.main_line()]
            due.update(line[2 * every - 1 :: 2 * every])
            due -= {piece.node for piece in found if piece.kind in _DIAGRAMS}
        for at, piece in enumerate(found):
            yield piece
            behind = found[at + 1] if at + 1 < len(found) else None
            if piece.node in due and piece.kind in _OF_A_MOVE:
                if behind is None or behind.node != piece.node or behind.kind not in _OF_A_MOVE:
                    yield TextPiece(TextKind.DIAGRAM, "", piece.node, piece.depth)

    def _parts(self, piece: TextPiece) -> bool:
        """Whether a piece ends the paragraph: a variation of the main line, a long comment, the result."""
        if piece.kind in (TextKind.OPEN, TextKind.CLOSE):
            return piece.depth == 1
        if piece.kind in _COMMENTS:
            return piece.depth == 0 and (piece.kind is TextKind.UNREAD or len(self._said(piece)) > _OWN_PARAGRAPH)
        return piece.kind is TextKind.RESULT

    def _alone(self, piece: TextPiece) -> Iterator[Block]:
        if piece.kind in (TextKind.OPEN, TextKind.CLOSE):
            self._depth = piece.depth - (piece.kind is TextKind.CLOSE)
        elif piece.kind is TextKind.RESULT:
            yield PageParagraph((Span(unbreakable(result_text(self._game, self._wording)), TextStyle.BOLD),))
        else:
            yield PageParagraph((self._comment(piece),))

    def _add(self, piece: TextPiece) -> None:
        kind = piece.kind
        if kind is TextKind.NUMBER:
            self._number = piece.text
        elif kind is TextKind.DETAIL:
            if self._wishes.details:
                self._word(Span(self._wording.figures(piece.text).replace(" ", "\u00a0"), TextStyle.QUIET))
        elif kind in _COMMENTS:
            self._word(self._comment(piece))
        elif kind in (TextKind.OPEN, TextKind.CLOSE):
            bracket = _BRACKETS[piece.depth % 2]
            if kind is TextKind.OPEN:
                self._word(Span(bracket[0]))
                self._glued = True
            else:
                self._spans.append(Span(bracket[1]))
            self._depth = piece.depth - (kind is TextKind.CLOSE)

    def _move(self, piece: TextPiece, marks: str) -> None:
        self._depth = piece.depth
        number = self._number or ("" if self._spans else piece.more)  # a diagram separates Black's move from White's
        self._number = ""
        text = unbreakable(number + self._wording.moves(piece.text) + marks)
        self._word(Span(text, TextStyle.BOLD if piece.depth == 0 else TextStyle.PLAIN))

    def _comment(self, piece: TextPiece) -> Span:
        return Span(self._said(piece), TextStyle.ITALIC if piece.kind is TextKind.UNREAD else TextStyle.PLAIN)

    def _said(self, piece: TextPiece) -> str:
        if piece.kind is TextKind.REMARK:
            return self._wording.remark(piece.text, piece.more)
        if piece.kind is TextKind.CLAIM:
            return claim_text(self._game, piece, self._wording)
        if piece.kind is TextKind.UNREAD:
            return unread_text(piece, self._wording)
        return piece.text

    def _word(self, span: Span) -> None:
        """Adds text after a space, or at the beginning of a paragraph."""
        if self._spans and not self._glued:
            self._spans.append(Span(" "))
        self._glued = False
        self._spans.append(span)

    def _ended(self) -> Iterator[Block]:
        if self._spans:
            yield PageParagraph(tuple(self._spans), min(self._depth, 1))
        self._spans, self._glued = [], False

    def _shown(self, piece: TextPiece) -> Iterator[Block]:
        """Yields a diagram, below its paragraph."""
        yield from self._ended()
        drawings = tuple(code for code in piece.text.split(",") if code)
        yield Diagram(self._game.fen(piece.node), drawings, piece.kind is TextKind.DIAGRAM_TURNED)


# The heading


def _heading(game: Game, wording: Wording) -> PageHeading:
    names = []
    for side in ("White", "Black"):
        name, elo = wording.player(game.header(side)) or "?", game.header(f"{side}Elo")
        text = f"{name} ({elo})" if elo.strip("?-0 ") else name
        names.append(text.replace(" ", "\u00a0") if len(text) < _LONG_NAME else text)
    lines = (_event(game, wording), _opening(game, wording), _annotator(game, wording))
    return PageHeading(" – ".join(names) if title_of(game, wording) else "", tuple(line for line in lines if line))


def _known(value: str) -> str:
    return value if value.strip("?.-* ") else ""


def _event(game: Game, wording: Wording) -> str:
    """Returns event, place, round and date, as far as known."""
    found = [wording.event(_known(game.header("Event"))), _known(game.header("Site"))]
    number = _known(game.header("Round"))
    if number:
        found.append(wording.said(Text("round %1", number)))
    found.append(wording.date(game.header("Date")))
    return ", ".join(dict.fromkeys(part for part in found if part))


def _opening(game: Game, wording: Wording) -> str:
    from books.openings import opening_of  # imported here: the window's game sheet does not need it

    return wording.opening(" ".join(part for part in opening_of(game) if part))


def _annotator(game: Game, wording: Wording) -> str:
    by = _known(game.header("Annotator"))
    return wording.said(Text("Annotated by %1", by)) if by else ""
