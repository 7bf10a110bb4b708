"""Remarks of a person during the game: a few words about what everybody sees on the board, never about an evaluation.

A remark follows one of the person's own moves. Something lost is mentioned only when it is gone, so no remark is a hint. Each
event is mentioned once a game at most, in words that depend on the person's voice.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from books.openings import last_named
from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.reason import OpeningTitle
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.play.people.remark_words import REMARKS, Occasion, PersonVoice
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

MOST = 3  # in a game; with the greeting and the words at the end, five
SPOKEN = 0.85  # the share of events that are mentioned
OPENING_PLIES = range(6, 9)
PIECE = 3  # pawns; less is not worth a word
ENDGAME_PIECES = 10  # both sides, kings and pawns included
_VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


@dataclass(frozen=True)
class Remark:
    """Words of a person after its move of `ply` (counted from 1)."""

    ply: int
    occasion: Occasion
    words: Text


@lru_cache(maxsize=8)
def remarks(voice: PersonVoice, fen: str, chess960: bool, moves: tuple[str, ...], white: bool) -> tuple[Remark, ...]:
    """All remarks of a person who plays White or Black, in a game with these moves (UCI) so far. The same moves give the same
    remarks, and further moves only add to them.

    :raises PositionError: the position is bad. :raises MoveError: a move is not legal.
    """
    found: dict[Occasion, Remark] = {}
    for ply, occasion, values in _events(GamePosition(fen, chess960=chess960).board(), fen == START_FEN, moves, white):
        if occasion in found or len(found) == MOST:
            continue
        dice = random.Random(f"{voice.value} {' '.join(moves[:4])} {occasion.value}")
        if dice.random() < SPOKEN:
            found[occasion] = Remark(ply, occasion, dice.choice(REMARKS[voice, occasion]).with_values(*values))
    return tuple(found.values())


def _events(
    board: CoreBoard, from_start: bool, moves: Sequence[str], white: bool
) -> Iterator[tuple[int, Occasion, tuple[object, ...]]]:
    """The events after each move of the person: ply, occasion, and the values of its words."""
    quiet = balance = _standing(board, white)[0]  # quiet: after the person's last move that took nothing
    keys: list[int] = []
    earlier = latest = ("", False)  # the opponent's last two moves, and whether they gave check
    recapturable = False
    for ply, move in enumerate(moves, 1):
        own, before = board.white_to_move == white, balance
        board.push(board.parse_uci(move))
        keys.append(board.key)
        balance, pieces = _standing(board, white)
        if not own:
            earlier, latest = latest, (move, board.in_check)
            recapturable = any(board.uci(reply)[2:4] == move[2:4] for reply in board.noisy_moves())
            continue
        if balance == before and quiet - balance >= PIECE:
            fork = earlier[1] and earlier[0][2:4] == latest[0][:2]
            skilled = fork or recapturable or len(latest[0]) == 5
            yield ply, Occasion.PRAISE if skilled else Occasion.SLIP, ()
        elif from_start and ply in OPENING_PLIES and (name := last_named(keys)) is not None:
            yield ply, Occasion.OPENING, (OpeningTitle(name.family),)
        elif pieces <= ENDGAME_PIECES and from_start:
            yield ply, Occasion.ENDGAME, ()
        if balance == before:
            quiet = balance


def _standing(board: CoreBoard, white: bool) -> tuple[int, int]:
    """One side's material less the other's, in pawns, and the number of pieces on the board."""
    pieces = Position.of(board.fen(), board.chess960).pieces.values()
    values = [_VALUES[piece.lower()] * (1 if piece.isupper() == white else -1) for piece in pieces]
    return sum(values), len(values)
