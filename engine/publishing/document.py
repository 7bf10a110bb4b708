"""A game as a page of a chess book, in values for paper, PDF, HTML and LaTeX: heading, paragraphs, diagrams.

The main line is bold, its variations are paragraphs, deeper ones are in brackets; long comments are separate
paragraphs.
"""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from engine.game.tree import ROOT, Game
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.publishing.pieces import Kind, Piece, pieces
from engine.publishing.wording import Wording, claim_text, result_text, unbreakable, unread_text
from engine.rules.fen import START_FEN

_OWN_PARAGRAPH = 60  # characters; a longer comment on the main line is a separate paragraph
_LONG_NAME = 36  # characters; shorter names share one line with their Elo
_BRACKETS = ("()", "[]")
_COMMENTS = (Kind.COMMENT, Kind.REMARK, Kind.CLAIM, Kind.UNREAD)
_DIAGRAMS = (Kind.DIAGRAM, Kind.DIAGRAM_TURNED)
_OF_A_MOVE = (Kind.MOVE, Kind.MARKS, Kind.DETAIL)


class Look(Enum):
    """The style of a run of text."""

    PLAIN = "plain"
    BOLD = "bold"  # the main line
    ITALIC = "italic"
    QUIET = "quiet"  # small and grey: evaluations and times


class Span(NamedTuple):
    """Text in one style. `JOINER` and no-break spaces prevent line breaks within a move."""

    text: str
    look: Look = Look.PLAIN


class Heading(NamedTuple):
    """The heading of a game: the players, and below them event, opening and annotator, if known."""

    players: str
    lines: tuple[str, ...]


class Paragraph(NamedTuple):
    """Text with an `indent`: 0 for the main line, 1 for variations."""

    spans: tuple[Span, ...]
    indent: int = 0


class Diagram(NamedTuple):
    """A position; `drawings` on it in PGN's form; `turned`: with Black at the bottom."""

    fen: str
    drawings: tuple[str, ...] = ()
    turned: bool = False


Block = Heading | Paragraph | Diagram


@dataclass(frozen=True)
class Wishes:
    """Options of a page beyond the game's own requests.

    `every`: a diagram after this number of moves of the main line, 0 for none. `details`: evaluations and times.
    `shown`: a move whose position gets a diagram if no other does, ROOT for none.
    """

    every: int = 0
    details: bool = True
    shown: int = ROOT


NOTHING_MORE = Wishes()


def title_of(game: Game, wording: Wording) -> str:
    """Returns `Tal – Botvinnik`, empty if neither is known."""
    names = [wording.player(game.header(side)) or "?" for side in ("White", "Black")]
    return "" if set(names) == {"?"} else " – ".join(names)


def blocks(game: Game, wording: Wording, wishes: Wishes = NOTHING_MORE) -> Iterator[Block]:
    """Yields the whole game from its heading to its result."""
    heading = _heading(game, wording)
    if heading.players or heading.lines:
        yield heading
    if game.start_fen != START_FEN:
        yield Diagram(game.start_fen)
    yield from _Page(game, wording, wishes).blocks()


class _Page:
    """Collects the pieces of a game into paragraphs."""

    def __init__(self, game: Game, wording: Wording, wishes: Wishes) -> None:
        self._game, self._wording, self._wishes = game, wording, wishes
        self._spans: list[Span] = []
        self._depth = 0
        self._number = ""  # printed with the next move
        self._glued = False  # no space before the next word

    def blocks(self) -> Iterator[Block]:
        """Yields all blocks."""
        waiting: Piece | None = None  # a move, until its signs are known
        held: Piece | None = None  # a diagram, until the closing brackets after it are printed
        for piece in self._pieces():
            if waiting is not None:
                self._move(waiting, piece.text if piece.kind is Kind.MARKS else "")
                waiting = None
            if held is not None and not (piece.kind is Kind.CLOSE and not self._parts(piece)):
                yield from self._shown(held)
                held = None
            if piece.kind is Kind.MOVE:
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

    def _pieces(self) -> Iterator[Piece]:
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
                    yield Piece(Kind.DIAGRAM, "", piece.node, piece.depth)

    def _parts(self, piece: Piece) -> bool:
        """Whether a piece ends the paragraph: a variation of the main line, a long comment, the result."""
        if piece.kind in (Kind.OPEN, Kind.CLOSE):
            return piece.depth == 1
        if piece.kind in _COMMENTS:
            return piece.depth == 0 and (piece.kind is Kind.UNREAD or len(self._said(piece)) > _OWN_PARAGRAPH)
        return piece.kind is Kind.RESULT

    def _alone(self, piece: Piece) -> Iterator[Block]:
        if piece.kind in (Kind.OPEN, Kind.CLOSE):
            self._depth = piece.depth - (piece.kind is Kind.CLOSE)
        elif piece.kind is Kind.RESULT:
            yield Paragraph((Span(unbreakable(result_text(self._game, self._wording)), Look.BOLD),))
        else:
            yield Paragraph((self._comment(piece),))

    def _add(self, piece: Piece) -> None:
        kind = piece.kind
        if kind is Kind.NUMBER:
            self._number = piece.text
        elif kind is Kind.DETAIL:
            if self._wishes.details:
                self._word(Span(self._wording.figures(piece.text).replace(" ", "\u00a0"), Look.QUIET))
        elif kind in _COMMENTS:
            self._word(self._comment(piece))
        elif kind in (Kind.OPEN, Kind.CLOSE):
            bracket = _BRACKETS[piece.depth % 2]
            if kind is Kind.OPEN:
                self._word(Span(bracket[0]))
                self._glued = True
            else:
                self._spans.append(Span(bracket[1]))
            self._depth = piece.depth - (kind is Kind.CLOSE)

    def _move(self, piece: Piece, marks: str) -> None:
        self._depth = piece.depth
        number = self._number or ("" if self._spans else piece.more)  # a diagram separates Black's move from White's
        self._number = ""
        text = unbreakable(number + self._wording.moves(piece.text) + marks)
        self._word(Span(text, Look.BOLD if piece.depth == 0 else Look.PLAIN))

    def _comment(self, piece: Piece) -> Span:
        return Span(self._said(piece), Look.ITALIC if piece.kind is Kind.UNREAD else Look.PLAIN)

    def _said(self, piece: Piece) -> str:
        if piece.kind is Kind.REMARK:
            return self._wording.remark(piece.text, piece.more)
        if piece.kind is Kind.CLAIM:
            return claim_text(self._game, piece, self._wording)
        if piece.kind is Kind.UNREAD:
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
            yield Paragraph(tuple(self._spans), min(self._depth, 1))
        self._spans, self._glued = [], False

    def _shown(self, piece: Piece) -> Iterator[Block]:
        """Yields a diagram, below its paragraph."""
        yield from self._ended()
        drawings = tuple(code for code in piece.text.split(",") if code)
        yield Diagram(self._game.fen(piece.node), drawings, piece.kind is Kind.DIAGRAM_TURNED)


# The heading


def _heading(game: Game, wording: Wording) -> Heading:
    names = []
    for side in ("White", "Black"):
        name, elo = wording.player(game.header(side)) or "?", game.header(f"{side}Elo")
        text = f"{name} ({elo})" if elo.strip("?-0 ") else name
        names.append(text.replace(" ", "\u00a0") if len(text) < _LONG_NAME else text)
    lines = (_event(game, wording), _opening(game), _annotator(game, wording))
    return Heading(" – ".join(names) if title_of(game, wording) else "", tuple(line for line in lines if line))


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


def _opening(game: Game) -> str:
    from books.openings import opening_of  # imported here: the window's game sheet does not need it

    return " ".join(part for part in opening_of(game) if part)


def _annotator(game: Game, wording: Wording) -> str:
    by = _known(game.header("Annotator"))
    return wording.said(Text("Annotated by %1", by)) if by else ""
