"""Who plays like people: the rating, whether they attack or hold, and the openings that they like."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import MoveError, OptionError
from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from engine.rules.types import move_from, move_to

AGGRESSION: Mapping[str, float] = MappingProxyType({"normal": 0.0, "aggressive": 1.0, "solid": -0.6, "defensive": -1.0})
"""How much the named styles of the engine attack; a style file is about the evaluation and is none of these."""

LIKED = 30.0  # a liked opening move is played so many times as often as by others of the rating
LONGEST_TASTE = 2_000  # characters

# Powers of e at full aggression. Hand-set, so that an attacker is seen to attack (tests/engine/play/test_character.py).
CHECK, CAPTURE, STORM, NEARER, RETREAT, QUEENS_OFF, CASTLE_LATE = 0.6, 0.2, 0.5, 0.35, -0.5, -1.2, -0.2
NEAR = 2  # squares from the enemy king, as a king moves


@dataclass(frozen=True)
class Character:
    """`elo`: lichess points; `style`: a key of AGGRESSION; `taste`: openings as moves in coordinates from the first on."""

    elo: int
    style: str = "normal"
    taste: tuple[tuple[str, ...], ...] = ()


def taste_of(text: str) -> tuple[tuple[str, ...], ...]:
    """Openings written as moves in coordinates, a comma between two: `e2e4 c7c5, d2d4 d7d5 c2c4`.

    :raises OptionError: a move is not legal there, or the text is too long.
    """
    if len(text) > LONGEST_TASTE:
        raise OptionError("the openings are longer than %1 characters", LONGEST_TASTE)
    lines = tuple(tuple(part.split()) for part in text.split(",") if part.strip())
    try:
        for line in lines:
            CoreBoard.start().push_all_uci(line)
    except MoveError as error:
        raise OptionError(error.text) from error
    return lines


def pulls(board: CoreBoard, position: GamePosition, character: Character) -> Mapping[str, float]:
    """By what each legal move's probability is multiplied; empty where the character has no word to say. `board` is after
    the moves of `position`."""
    aggression = AGGRESSION.get(character.style, 0.0)
    liked = _liked(position, character.taste)
    if not aggression and not liked:
        return {}
    attack = _Attack(board)
    return {
        name: math.exp(aggression * attack.of(move)) * (LIKED if name in liked else 1.0)
        for move, name in ((move, board.uci(move)) for move in board.legal_moves())
    }


def _liked(position: GamePosition, taste: Iterable[tuple[str, ...]]) -> set[str]:
    """The next moves of the liked openings that the game has followed so far."""
    played = position.moves
    if position.fen != START_FEN:
        return set()
    return {line[len(played)] for line in taste if line[: len(played)] == played and len(line) > len(played)}


class _Attack:
    """How much each move of one position attacks."""

    def __init__(self, board: CoreBoard) -> None:
        self._board = board
        self._pieces = Position.of_board(board).pieces
        self._white = board.white_to_move
        king = "k" if self._white else "K"
        self._king = next(square for square, piece in self._pieces.items() if piece == king)
        self._captures = set(board.noisy_moves())

    def of(self, move: int) -> float:
        """The sum of what the move has of an attack, in powers of e."""
        start, end = move_from(move), move_to(move)
        piece = self._pieces[start].lower()
        forward = (end // 8 - start // 8) * (1 if self._white else -1)
        total = CHECK if self._board.gives_check(move) else 0.0
        if move in self._captures:
            queens = piece == "q" and self._pieces.get(end, "").lower() == "q"
            return total + (QUEENS_OFF if queens else CAPTURE)
        if piece == "p":
            return total + (STORM if abs(end % 8 - self._king % 8) <= 1 else 0.0)
        if piece == "k":
            return total + (CASTLE_LATE if abs(end % 8 - start % 8) > 1 else 0.0)
        near, before = _distance(end, self._king), _distance(start, self._king)
        return total + (NEARER if near < before and near <= NEAR + 1 else 0.0) + (RETREAT if forward < 0 else 0.0)


def _distance(one: int, other: int) -> int:
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))
