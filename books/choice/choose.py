"""Chooses the engine's book move and gives the reason.

The highest flag wins; among equal flags the choice is by weight, uniform, or the best score. Now and then a normal move
beside `!` that is hardly worse is played (`ChoiceSettings.normal_share`). `$` and `?` are played only if the user
forces the line.
"""

import random
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

import chess

from books import key as book_key
from books.choice.judging import LosingMove
from books.choice.layers import LayeredMove, is_own
from books.choice.trappiest import Traps, trappiest
from books.entry import Flag, Layer
from books.errors import BookError
from engine.game.reason import BoardMove, Reason, ReasonKind, Share, listed, together
from engine.ground.values import dataclass


class Selection(Enum):
    """The choice among moves with the same flag."""

    WEIGHT = "weight"
    UNIFORM = "uniform"
    BEST = "best"
    TRAPPIEST = "trappiest"


class HabitualMove(NamedTuple):
    """The move that a person plays here by habit, and why."""

    move: chess.Move
    reason: Reason


SOUND_CP = 15
"""A normal move beside `!` may be this much worse than the best of them, in centipawns."""

LEAST_WEIGHT = 5.0
"""The least weight of such a move, against 1000 of the position's heaviest: people play it."""

MORE_OFTEN = 3
"""Such moves are played at most this many times as often as their weight says."""

NORMAL_SHARE = 10
"""The share of the choices beside such a move in which one is played, in per cent, unless the settings say otherwise."""

AgainstStyle = Callable[[chess.Board, Sequence[chess.Move]], Sequence[chess.Move]]


@dataclass(frozen=True)
class ChoiceSettings:
    """The user's settings. `max_ply`: the book is closed from this ply on (0: closed, None: open without limit).
    `min_games`: games that a move needs if only the shipped book has it. `variety` 0-100: 0 stays close to the main
    line, 50 plays by weight, 100 plays all moves alike. `normal_share` 0-100: in this share of the choices at
    most a normal move beside `!` is drawn by its weight, that is by how often people play it, if it is at most `SOUND_CP`
    worse; not if the user chose a flag of the best, and not with `variety` 0.
    `traps` is for TRAPPIEST; without it the best move is chosen.
    `own_first`: if the user's books have a playable move, only their moves are drawn, whatever flag others have.

    `habit` returns the move that a person at the board would play, or None if unknown. The shipped book then only
    confirms that move, and any other move leaves the book: a player rated 1000 does not know nineteen plies of theory.
    The user's own books and learned moves are used as usual.

    `against_style` returns those of the candidate moves that the player's style would not play: they are `$` for this player.
    The moves of the user's own books are never among them.
    """

    selection: Selection = Selection.WEIGHT
    max_ply: int | None = None
    min_games: int = 0
    variety: int = 50
    normal_share: int = NORMAL_SHARE
    traps: Traps | None = None
    habit: Callable[[chess.Board], HabitualMove | None] | None = None
    own_first: bool = False
    against_style: AgainstStyle | None = None


@dataclass(frozen=True)
class BookChoice:
    """The book's answer. Without a `move`, the position is out of book; `excluded` are then the `?` moves and those
    that reach a position known as lost, which the search must not play (empty if that would be every legal move)."""

    move: chess.Move | None
    flag: Flag | None
    reason: Reason
    excluded: tuple[chess.Move, ...] = ()


class PositionSource(Protocol):
    """The part of a library that the chooser needs."""

    def moves_on(self, board: chess.Board) -> Sequence[tuple[chess.Move, LayeredMove]]:
        """Returns the legal moves of the books, each judged by the position that it reaches."""

    def lost_moves(self, board: chess.Board) -> Sequence[LosingMove]:
        """Returns every legal move that reaches a position known as lost."""

    def forced_at(self, key: int) -> int:
        """Returns the code of the move that the user forces here, 0 if none."""

    @property
    def problems(self) -> Sequence[BookError]:
        """The books that could not be read, each as a sentence for the user."""


class Chooser:
    """Chooses book moves. The random source is handed in, so that a seed repeats a game."""

    def __init__(
        self, library: PositionSource, settings: ChoiceSettings | None = None, source: random.Random | None = None
    ) -> None:
        self.settings = settings or ChoiceSettings()
        self._library = library
        self._random = source or random.Random()

    @property
    def problems(self) -> Sequence[BookError]:
        """The books that could not be read."""
        return self._library.problems

    def choose(self, board: chess.Board) -> BookChoice | None:
        """Returns the book's move, or the moves to avoid, or None if the book does not know the position."""
        forced = book_key.decode(board, self._library.forced_at(book_key.position_key(board)))
        moves = self._library.moves_on(board)
        if forced:
            flag = next((entry.flag for move, entry in moves if move == forced), None)
            return BookChoice(forced, flag, Reason(ReasonKind.FORCED))
        candidates = self.candidates(board, [entry for _, entry in moves])
        if not candidates:
            return self._out_of_book(board, moves)
        habit = self.settings.habit(board) if self.settings.habit and not any(map(_own_word, candidates)) else None
        if habit is not None:
            return self._by_habit(board, moves, candidates, habit)
        against = self._against_style(board, [(move, entry) for move, entry in moves if entry in candidates])
        candidates = [entry for entry in candidates if entry not in against.values()]
        shares = probabilities(candidates, self.settings, board)
        chosen = self._random.choices(candidates, shares)[0]
        share = shares[candidates.index(chosen)]
        move = next(move for move, entry in moves if entry is chosen)
        return BookChoice(move, chosen.flag, _choice_reason(chosen, share, len(candidates), board, tuple(against)))

    def _against_style(
        self, board: chess.Board, candidates: Sequence[tuple[chess.Move, LayeredMove]]
    ) -> dict[chess.Move, LayeredMove]:
        """Returns the candidates that the player's style would not play; never all of them."""
        if self.settings.against_style is None or len(candidates) == 1:
            return {}
        unwanted = self.settings.against_style(board, [move for move, _ in candidates])
        against = {move: entry for move, entry in candidates if move in unwanted and not is_own(entry.rows)}
        return against if len(against) < len(candidates) else {}

    def _by_habit(
        self,
        board: chess.Board,
        moves: Sequence[tuple[chess.Move, LayeredMove]],
        candidates: Sequence[LayeredMove],
        habit: HabitualMove,
    ) -> BookChoice | None:
        known = next((entry for move, entry in moves if move == habit.move and entry in candidates), None)
        if known is None:
            return self._out_of_book(board, moves)
        return BookChoice(
            habit.move, known.flag, _flagged(known, known.decision.reason(bool(board.turn)), habit.reason)
        )

    def candidates(self, board: chess.Board, moves: Sequence[LayeredMove]) -> list[LayeredMove]:
        """Returns the moves to draw from: those with the highest playable flag that the settings allow, and sound normal
        moves."""
        if self.settings.max_ply is not None and board.ply() >= self.settings.max_ply:
            return []
        return contenders(moves, self.settings)

    def _out_of_book(self, board: chess.Board, moves: Sequence[tuple[chess.Move, LayeredMove]]) -> BookChoice | None:
        theory = self.settings.habit is None
        flagged = [move for move, entry in moves if entry.flag is Flag.BAD and (theory or not _is_theory(entry))]
        bad = tuple(dict.fromkeys((*flagged, *(lost.move for lost in self._library.lost_moves(board)))))
        if not bad:
            return None
        if len(bad) >= board.legal_moves.count():
            return BookChoice(None, None, Reason(ReasonKind.ALL_BAD))
        return BookChoice(None, None, Reason(ReasonKind.OUT_OF_BOOK, (len(bad),)), bad)


def contenders(moves: Sequence[LayeredMove], settings: ChoiceSettings) -> list[LayeredMove]:
    """Returns the moves with the highest playable flag that were played often enough, of the user's own if they go first;
    then the sound normal moves, if the settings allow any."""
    allowed = [move for move in moves if move.flag.playable and _often_enough(move, settings)]
    if settings.own_first:
        allowed = [move for move in allowed if is_own(move.rows)] or allowed
    best = max((move.flag for move in allowed), default=Flag.BAD)
    first = [move for move in allowed if move.flag is best]
    return first + _sound(first, [move for move in allowed if move.flag is not best], settings)


def _sound(first: Sequence[LayeredMove], others: Sequence[LayeredMove], settings: ChoiceSettings) -> list[LayeredMove]:
    """Returns the moves below the highest flag that people play and that are hardly worse than the best of it."""
    drawn = settings.selection in (Selection.WEIGHT, Selection.UNIFORM) and settings.variety > 0
    best = max((move.worth for move in first if move.worth is not None), default=None)
    chosen = any(move.decision.layer in (Layer.USER, Layer.BOOK) for move in first)
    if chosen or best is None or not (drawn and settings.normal_share):
        return []
    return [
        move
        for move in others
        if move.worth is not None and best - move.worth <= SOUND_CP and move.weight >= LEAST_WEIGHT
    ]


def _often_enough(move: LayeredMove, settings: ChoiceSettings) -> bool:
    return _own_word(move) or sum(row.games for _, row in move.rows) >= settings.min_games


def _own_word(move: LayeredMove) -> bool:
    return not _is_theory(move) or is_own(move.rows)


def _is_theory(move: LayeredMove) -> bool:
    """Whether the shipped book alone decides."""
    return move.decision.layer is Layer.SHIPPED


def probabilities(
    candidates: Sequence[LayeredMove], settings: ChoiceSettings, board: chess.Board | None = None
) -> list[float]:
    """Returns the share (0-1) of each candidate under the settings. Traps need a `board`."""
    if settings.selection in (Selection.BEST, Selection.TRAPPIEST):
        traps = settings.traps if settings.selection is Selection.TRAPPIEST else None
        best = trappiest(board, candidates, traps) if traps and board else max(candidates, key=_goodness)
        return [float(move is best) for move in candidates]
    flag = max((move.flag for move in candidates), default=None)
    beside = sum(move.weight for move in candidates if move.flag is not flag)
    if beside:
        part = min(settings.normal_share / 100, MORE_OFTEN * beside / sum(move.weight for move in candidates))
        first = iter(probabilities([move for move in candidates if move.flag is flag], settings))
        return [(1 - part) * next(first) if move.flag is flag else part * move.weight / beside for move in candidates]
    power = 0.0 if settings.selection is Selection.UNIFORM else (100 - settings.variety) / 50
    if settings.selection is Selection.WEIGHT and settings.variety == 0:
        best = max(candidates, key=lambda move: move.weight)
        return [float(move is best) for move in candidates]
    weights = [move.weight**power for move in candidates]
    total = sum(weights)
    return [weight / total for weight in weights]


def _goodness(move: LayeredMove) -> tuple[float, float]:
    """A sort key: the evaluation in pawns if known, otherwise the games' score shrunk by four virtual drawn games; then
    the weight."""
    if move.worth is not None:
        return move.worth / 100, move.weight
    games = sum(row.games for _, row in move.rows)
    points = sum(row.wins + row.draws / 2 for _, row in move.rows)
    return ((points + 2) / (games + 4) - 0.5) * 4, move.weight


def _choice_reason(
    chosen: LayeredMove, share: float, count: int, board: chess.Board, against: tuple[chess.Move, ...]
) -> Reason:
    thought_bad = chosen.reached is not None and chosen.reached.lost is not None
    unwanted = [Reason(ReasonKind.MOVE, (BoardMove.of(board, move, numbered=False),)) for move in against]
    return _flagged(
        chosen,
        chosen.decision.reason(bool(board.turn)),
        Reason(ReasonKind.CHOSEN_AMONG, (count, Share(share))) if count > 1 else None,
        Reason(ReasonKind.AGAINST_STYLE, (listed(*unwanted),)) if unwanted else None,
        Reason(ReasonKind.LOCKED_THOUGH_BAD) if chosen.locked and thought_bad else None,
    )


def _flagged(chosen: LayeredMove, *clauses: Reason | None) -> Reason:
    said = together(*clauses)
    return Reason(ReasonKind.FLAGGED, (chosen.flag.mark, said)) if chosen.flag.symbol else said
