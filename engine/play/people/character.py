"""The character of a human-like opponent: rating, aggression and favourite openings."""

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.ground.errors import MoveError, OptionError
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

AGGRESSION: Mapping[str, float] = MappingProxyType({"normal": 0.0, "aggressive": 1.0, "solid": -0.6, "defensive": -1.0})
"""The aggression of the engine's named styles. A style file changes the evaluation and is not listed."""

LIKED_SHARE = 0.85  # the share of favourite openings among the sound moves, however rare they are otherwise
LONGEST_TASTE = 2_000  # characters

# Log factors of a move's probability at full aggression. Hand-set, so that an attacker is seen to attack
# (tests/engine/play/people/test_character.py).
CHECK, CAPTURE, STORM, NEARER, RETREAT, QUEENS_OFF, CASTLE_LATE = 0.6, 0.2, 0.5, 0.35, -0.5, -1.2, -0.2
NEAR = 2  # distance to the opposing king, in king moves


@dataclass(frozen=True)
class Character:
    """`elo`: lichess rating; `style`: a key of AGGRESSION; `taste`: openings as UCI moves from the start, each a favourite of the
    side that makes its last move."""

    elo: int
    style: str = "normal"
    taste: tuple[tuple[str, ...], ...] = ()


def taste_of(text: str) -> tuple[tuple[str, ...], ...]:
    """Parses openings as UCI moves, separated by commas: `e2e4 c7c5, d2d4 d7d5 c2c4`.

    :raises OptionError: a move is not legal, or the text is too long.
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


def of_character(
    chances: Mapping[str, float], board: CoreBoard, position: GamePosition, character: Character
) -> Mapping[str, float]:
    """The move probabilities after the character's preferences, with the same sum. `board`: after the moves of `position`."""
    aggression = AGGRESSION.get(character.style, 0.0)
    liked = _liked(position, character.taste) & chances.keys()
    total = sum(chances.values())
    found = dict(chances)
    if aggression:
        attack = _AttackScores(board)
        found = {
            move: chance * math.exp(aggression * attack.of(board.parse_uci(move))) for move, chance in found.items()
        }
    parts = [(found.keys() - liked, 1 - LIKED_SHARE), (liked, LIKED_SHARE)] if liked else [(found.keys(), 1.0)]
    parts = parts if all(moves for moves, _ in parts) else [(found.keys(), 1.0)]
    for moves, share in parts:
        there = sum(found[move] for move in moves)
        found |= {move: total * share * found[move] / there for move in moves}
    return found


def _liked(position: GamePosition, taste: Iterable[tuple[str, ...]]) -> set[str]:
    """The next moves of the favourite openings that the game has followed so far."""
    played = position.moves
    if position.fen != START_FEN:
        return set()
    own = [line for line in taste if (len(line) - len(played)) % 2]
    return {line[len(played)] for line in own if line[: len(played)] == played and len(line) > len(played)}


class _AttackScores:
    """The attacking value of each move in a position."""

    def __init__(self, board: CoreBoard) -> None:
        self._board = board
        self._pieces = Position.of(board.fen(), board.chess960).pieces
        self._white = board.white_to_move
        king = "k" if self._white else "K"
        self._king = next(square for square, piece in self._pieces.items() if piece == king)
        self._captures = set(board.noisy_moves())

    def of(self, move: int) -> float:
        """The sum of the move's attacking features, as a log factor."""
        start, end = move & 63, move >> 6 & 63  # see engine/rules/types.py
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
