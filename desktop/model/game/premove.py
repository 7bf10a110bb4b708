"""Premoves: moves entered while the opponent thinks, to any square the piece could reach on an empty board.

Legality is checked when the premove is played.
"""

from collections.abc import Mapping
from dataclasses import replace

from desktop.model.game.state import GameState
from engine.game.position import Position
from engine.game.side import Side
from engine.ground.values import dataclass

MOST = 20  # moves ahead
_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_LINES = {"R": _STRAIGHT, "B": _DIAGONAL, "Q": _STRAIGHT + _DIAGONAL}


@dataclass(frozen=True)
class Premoves:
    """The premoves of `side`, in coordinates. `possible`: whether more may be entered now."""

    tab: int = 0
    side: Side = Side.WHITE
    moves: tuple[str, ...] = ()
    possible: bool = False

    def with_move(self, uci: str) -> "Premoves":
        return replace(self, moves=(*self.moves, uci)[:MOST])


def may_premove(state: GameState) -> bool:
    """Whether the user may enter premoves: in a match against one engine, on its turn."""
    human = state.match.human_side if state.match is not None else None
    return state.playing and human is not None and state.at_live_end and state.node.side_to_move is not human


def pieces_after(position: Position, moves: tuple[str, ...], chess960: bool) -> dict[int, str]:
    """The pieces by square after the premoves, including castling and promotion; captures simply replace."""
    pieces, rights = dict(position.pieces), position.castling
    for uci in moves:
        start, end = _square(uci[:2]), _square(uci[2:4])
        man = pieces.pop(start, "")
        if not man:
            continue
        if man in "Kk" and end in _castling_goals(pieces, man, start, rights, chess960):
            _castle(pieces, man, start, end)
        else:
            promoted = uci[4:5]
            pieces[end] = (promoted.upper() if man.isupper() else promoted) if promoted else man
        if man in "Kk":  # that castles no more
            rights = "".join(right for right in rights if right.isupper() != man.isupper())
    return pieces


def with_promotion(typed: str, position: Position, moves: tuple[str, ...], chess960: bool) -> str:
    """A typed move after the premoves; a pawn on the last rank becomes a queen by default."""
    last_rank = {"P": "8", "p": "1"}.get(pieces_after(position, moves, chess960).get(_square(typed[:2]), ""))
    return typed + "q" if len(typed) == 4 and typed[3] == last_rank else typed


def goals_of(pieces: Mapping[int, str], square: int, rights: str, chess960: bool) -> frozenset[int]:
    """Every square that the piece could reach on free lines; `rights` is the castling field of the position."""
    man = pieces[square]
    kind = man.upper()
    if kind == "P":
        return frozenset(_pawn_goals(square, man.isupper()))
    if kind == "N":
        return frozenset(_steps(square, _JUMPS))
    if kind == "K":
        return frozenset(_steps(square, _STRAIGHT + _DIAGONAL)) | _castling_goals(pieces, man, square, rights, chess960)
    return frozenset(goal for line in _LINES[kind] for goal in _ray(square, *line))


def _square(name: str) -> int:
    return ord(name[0]) - 97 + 8 * (int(name[1]) - 1)


def _on_board(file: int, rank: int) -> bool:
    return 0 <= file < 8 and 0 <= rank < 8


def _steps(square: int, steps: tuple[tuple[int, int], ...]) -> list[int]:
    file, rank = square & 7, square >> 3
    return [8 * (rank + r) + file + f for f, r in steps if _on_board(file + f, rank + r)]


def _ray(square: int, files: int, ranks: int) -> list[int]:
    file, rank = (square & 7) + files, (square >> 3) + ranks
    found = []
    while _on_board(file, rank):
        found.append(8 * rank + file)
        file, rank = file + files, rank + ranks
    return found


def _pawn_goals(square: int, white: bool) -> list[int]:
    ahead = 1 if white else -1
    steps = [(0, ahead), (1, ahead), (-1, ahead)]
    if square >> 3 == (1 if white else 6):
        steps.append((0, 2 * ahead))
    return _steps(square, tuple(steps))


def _castling_goals(pieces: Mapping[int, str], king: str, square: int, rights: str, chess960: bool) -> frozenset[int]:
    """Two squares to either side of the king's usual square; in Chess960 the own rooks. Only squares of castling moves
    that could become legal.
    """
    own = [right for right in rights if right.isupper() == king.isupper() and right != "-"]
    if not own or square >> 3 != (0 if king.isupper() else 7):
        return frozenset()
    if chess960:
        rook = "R" if king.isupper() else "r"
        return frozenset(place for place, man in pieces.items() if man == rook and place >> 3 == square >> 3)
    return frozenset(square + (2 if right in "Kk" else -2) for right in own if right in "KQkq" and square & 7 == 4)


def _castle(pieces: dict[int, str], king: str, start: int, end: int) -> None:
    row, short = start & 56, end > start
    rook = end if pieces.get(end) == ("R" if king.isupper() else "r") else row + (7 if short else 0)
    man = pieces.pop(rook, "")
    pieces[row + (6 if short else 2)] = king
    if man:
        pieces[row + (5 if short else 3)] = man
