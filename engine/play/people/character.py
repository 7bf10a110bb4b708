"""The character of a human-like opponent: rating, aggression, repertoire, and when it resigns."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.game.position import Position
from engine.ground.values import dataclass
from engine.play.people.repertoire import PersonRepertoire
from engine.play.people.temperament import Resigning, leaning_of
from engine.rules.board import CoreBoard

AGGRESSION: Mapping[str, float] = MappingProxyType({"normal": 0.0, "aggressive": 1.0, "solid": -0.6, "defensive": -1.0})
"""The aggression of the engine's named styles. A style file changes the evaluation and is not listed."""

# Log factors of a move's probability at full aggression. Hand-set, so that an attacker is seen to attack
# (tests/engine/play/people/test_character.py).
CHECK, CAPTURE, STORM, NEARER, RETREAT, QUEENS_OFF, CASTLE_LATE = 0.6, 0.2, 0.5, 0.35, -0.5, -1.2, -0.2
NEAR = 2  # distance to the opposing king, in king moves


@dataclass(frozen=True)
class Character:
    """`elo`: lichess rating; `style`: a key of AGGRESSION; `repertoire`: openings; `resigning`: when it usually resigns, None:
    as people of its rating do."""

    elo: int
    style: str = "normal"
    repertoire: PersonRepertoire = PersonRepertoire()
    resigning: Resigning | None = None


MANNERS: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {"Opening Taste": PersonRepertoire.of, "Resigns": leaning_of}
)
"""Options of the engine with a character's `repertoire` and `resigning`, and how each is read; they raise OptionError."""


def of_character(chances: Mapping[str, float], board: CoreBoard, character: Character) -> Mapping[str, float]:
    """The probabilities of a board's moves after the character's style, with the same sum."""
    aggression = AGGRESSION.get(character.style, 0.0)
    if not aggression:
        return chances
    attack = _AttackScores(board)
    found = {move: chance * math.exp(aggression * attack.of(board.parse_uci(move))) for move, chance in chances.items()}
    there, total = sum(found.values()), sum(chances.values())
    return {move: total * chance / there for move, chance in found.items()}


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
