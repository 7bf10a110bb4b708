"""Converts the state of a game to the scene that the board draws."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from desktop.model.game.premove import Premoves, goals_of, pieces_after
from desktop.model.game.state import GameState
from desktop.views.board.board_geometry import square_name
from desktop.views.board.board_scene import BoardScene, BoardShape, Brush, piece_word
from desktop.views.kit.words import moves
from engine.game.position import Position
from engine.game.side import Side
from engine.publishing.signs import MARKS

_JUDGING = range(1, 7)  # PGN's glyphs for a move, `!` to `?!`
_CORNERS = {(4, 7): 6, (4, 0): 2, (60, 63): 62, (60, 56): 58}  # (king, rook): target square of the king
_NO_MOVES: MappingProxyType[int, frozenset[int]] = MappingProxyType({})


class PremoveTargets(Mapping[int, frozenset[int]]):
    """The premove targets of each own piece, computed when a gesture asks."""

    def __init__(self, pieces: Mapping[int, str], white: bool, rights: str, chess960: bool) -> None:
        self._pieces, self._white, self._rights, self._chess960 = pieces, white, rights, chess960

    def __getitem__(self, square: int) -> frozenset[int]:
        if self._pieces[square].isupper() is not self._white:
            raise KeyError(square)
        return goals_of(self._pieces, square, self._rights, self._chess960)

    def __iter__(self) -> Iterator[int]:
        return (square for square, man in self._pieces.items() if man.isupper() is self._white)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class PremovePromotions(Container[tuple[int, int]]):
    """Premoves of a pawn to the last rank."""

    def __init__(self, pieces: Mapping[int, str]) -> None:
        self._pieces = pieces

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, tuple):
            return False
        start, end = move
        return self._pieces.get(start, "") in ("P", "p") and end >> 3 in (0, 7)


def castlings(pieces: Mapping[int, str], chess960: bool) -> Mapping[tuple[int, int], int]:
    """Returns the other squares to which a king may be dropped to castle: its rook; in Chess960, in which the move
    itself goes to the rook, the king's target square and the square two steps aside."""
    if chess960:
        return dict(_chess960_castlings(pieces))
    pairs = _CORNERS.items()
    return {(k, r): goal for (k, r), goal in pairs if pieces.get(k, "") + pieces.get(r, "") in ("KR", "kr")}


def _chess960_castlings(pieces: Mapping[int, str]) -> Iterator[tuple[tuple[int, int], int]]:
    """Only if one rook is on that side of the king: with two of them the move would be ambiguous."""
    for king in (
        square for square, man in pieces.items() if man == ("K" if square < 8 else "k" if square > 55 else "")
    ):
        rook, row = "R" if king < 8 else "r", king & 56
        rooks = [square for square in range(row, row + 8) if pieces.get(square) == rook]
        for side, goal, two in (
            ([square for square in rooks if square > king], row + 6, min(king + 2, row + 7)),
            ([square for square in rooks if square < king], row + 2, max(king - 2, row)),
        ):
            if len(side) == 1:
                yield from (((king, end), side[0]) for end in (goal, two) if end not in pieces)


def scene_with_premoves(scene: BoardScene, state: GameState, premoves: Premoves) -> BoardScene:
    """Returns `scene` with the premoves and the pieces after them."""
    if premoves.tab != state.tab or not (premoves.possible or premoves.moves):
        return scene
    moves = tuple(ends_of(uci, state.position.pieces) for uci in premoves.moves)
    if not premoves.possible:
        return replace(scene, premoves=moves)
    pieces = MappingProxyType(pieces_after(state.position, premoves.moves, state.game.chess960))
    white = premoves.side is Side.WHITE
    return replace(
        scene,
        destinations=PremoveTargets(pieces, white, state.position.castling, state.game.chess960),
        promotions=PremovePromotions(pieces),
        turn_white=white,
        premoves=moves,
        premoves_allowed=True,
        pieces_after_premoves=pieces if moves else None,
        castlings=castlings(pieces, state.game.chess960),
    )


def square_number(name: str) -> int:
    """Returns the number of a square: 28 for `e4`."""
    return ord(name[0]) - 97 + 8 * (int(name[1]) - 1)


def ends_of(uci: str, pieces: Mapping[int, str]) -> tuple[int, int]:
    """Returns start and end of a move that can be played on `pieces`. Castling in Chess960, which is written as going to the
    rook, ends where the king does; at the rook if the king stays."""
    start, end = square_number(uci[:2]), square_number(uci[2:4])
    if pieces.get(start, "") + pieces.get(end, "") not in ("KR", "kr"):
        return start, end
    goal = _king_after_castling(start, end)
    return start, goal if goal != start else end


def last_ends_of(uci: str, pieces: Mapping[int, str], san: str = "") -> tuple[int, int] | None:
    """Returns the same of the move that led to `pieces`; None for an empty one. If the king stays, the end is the rook's.

    Without a `san` castling is recognised by the empty square at its end: a rook that stayed there is taken for a rook's move.
    """
    if not uci:
        return None
    start, end = square_number(uci[:2]), square_number(uci[2:4])
    if not (san.startswith("O-O") if san else end not in pieces):
        return start, end
    goal = _king_after_castling(start, end)
    return start, goal if goal != start else goal + (-1 if end > start else 1)


def _king_after_castling(king: int, rook: int) -> int:
    return (king & 56) + (6 if rook > king else 2)


def shape_of(drawing: str) -> BoardShape:
    """Returns the arrow or circle of a PGN drawing: `Ge2e4`, `Rd5`."""
    return BoardShape(square_number(drawing[1:3]), square_number(drawing[-2:]), Brush(drawing[0]))


def drawing_of(shape: BoardShape) -> str:
    """Returns an arrow or a circle in PGN's notation."""
    end = "" if shape.start == shape.end else square_name(shape.end)
    return f"{shape.brush.value}{square_name(shape.start)}{end}"


class LegalMoves(Mapping[int, frozenset[int]]):
    """The legal target squares of each piece, generated on first use, which makes the program's start faster."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._goals: dict[int, frozenset[int]] | None = None

    def _table(self) -> dict[int, frozenset[int]]:
        if self._goals is None:
            goals: dict[int, set[int]] = {}
            for move in self._state.legal_moves:
                goals.setdefault(square_number(move[:2]), set()).add(square_number(move[2:4]))
            self._goals = {start: frozenset(ends) for start, ends in goals.items()}
        return self._goals

    def __getitem__(self, square: int) -> frozenset[int]:
        return self._table()[square]

    def __iter__(self) -> Iterator[int]:
        return iter(self._table())

    def __len__(self) -> int:
        return len(self._table())


class Promotions(Container[tuple[int, int]]):
    """The moves that need a choice of the promotion piece."""

    def __init__(self, state: GameState) -> None:
        self._state = state

    def __contains__(self, move: object) -> bool:
        return any(
            len(legal) == 5 and (square_number(legal[:2]), square_number(legal[2:4])) == move
            for legal in self._state.legal_moves
        )


def scene_of(state: GameState, sign: str = "") -> BoardScene:
    """Returns the shown position with the moves that the user may enter now. `sign`: of a last move that has none."""
    pieces, white = state.position.pieces, state.position.white_to_move
    king = "K" if white else "k"
    check = next((square for square, letter in pieces.items() if letter == king), None) if state.in_check else None
    last = last_ends_of(state.last_move, pieces, state.node.san)
    return BoardScene(
        pieces=pieces,
        destinations=LegalMoves(state) if state.user_may_move else _NO_MOVES,
        promotions=Promotions(state),
        turn_white=white,
        last_move=last,
        sign=next((MARKS[nag] for nag in state.node.nags if nag in _JUDGING), sign) if last else "",
        check=check,
        description=describe(pieces, white, state.node.san),
        castlings=castlings(pieces, state.game.chess960),
        place=place_of(state),
    )


def place_of(state: GameState) -> tuple[int, int]:
    """Returns the game and the shown node; node -1 means the live position of a running game."""
    return state.tab, -1 if state.playing and state.at_live_end else state.current


def describe(pieces: Mapping[int, str], white_to_move: bool, san: str) -> str:
    """Describes the position in words: the last move, the side to move, and every piece with its square."""
    placed: dict[str, list[str]] = {}
    for square in sorted(pieces):
        placed.setdefault(pieces[square], []).append("abcdefgh"[square & 7] + str((square >> 3) + 1))
    last = QCoreApplication.translate("Board", "last move %1")
    words = [last.replace("%1", moves(san))] if san else []
    turn = QCoreApplication.translate("Board", "White to move" if white_to_move else "Black to move")
    words.append(turn)
    words += [f"{piece_word(letter)} {' '.join(placed[letter])}" for letter in "KQRBNPkqrbnp" if letter in placed]
    return ". ".join(words)


_VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}


def captured(position: Position, start: Position, by_white: bool) -> tuple[str, int]:
    """Returns the pieces that a side has captured, most valuable first, and its lead in pawns (0 without a lead).

    Counted against the start position; a promoted pawn counts as captured.
    """
    taken, balance = "", 0
    for letter in "qrbnp":
        theirs = letter if by_white else letter.upper()
        taken += letter * max(0, start.count(theirs) - position.count(theirs))
        balance += _VALUES[letter] * (position.count(letter.upper()) - position.count(letter)) * (1 if by_white else -1)
    return taken, max(0, balance)
