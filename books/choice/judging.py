"""Judges moves by the positions that they reach, whatever layer or move order taught them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

import chess

from books import graph
from books.choice.layers import (
    LayeredMove,
    ReachedPosition,
    as_one,
    first_evaluated,
    is_own,
    is_reply,
    order,
    reached_reason,
)
from books.entry import BookMove, Layer, PositionRow
from books.key import decode, decode_all, encode, position_key
from books.openings import shipped_names
from engine.game.reason import Reason


class LosingMove(NamedTuple):
    """A legal move that leads to a position known as lost, and why."""

    move: chess.Move
    reason: Reason


class Books(Protocol):
    """The part of a library that judging needs."""

    def moves_at(self, key: int, white: bool | None = None, /) -> Sequence[LayeredMove]:
        """Returns the joined moves of a position, best flag and heaviest first. `white`: the side to move, if known."""

    def positions_at(self, keys: Sequence[int], /) -> Mapping[int, Sequence[tuple[Layer, PositionRow]]]:
        """Returns the rows of each layer for these positions, most important layer first."""

    def lost_positions(self) -> Sequence[PositionRow]:
        """Returns the positions learned as lost."""

    def title_of_value(self, key: int, /) -> str:
        """Returns the title of the first of the user's other books that values a position; empty if none does."""


def moves_on(source: Books, board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
    """Returns the books' moves that are legal on `board`, best flag and heaviest first. Illegal ones (damage, colliding
    keys) are left out."""
    legal = moves_by_rows(lambda key: source.moves_at(key, bool(board.turn)))(board)
    reached = _reached(source, board, {entry.code for _, entry in legal}) if legal else {}
    if reached:
        legal = [(move, entry.judged(reached.get(entry.code))) for move, entry in legal]
        legal.sort(key=lambda pair: order(pair[1]))
    return legal


def moves_by_rows(
    moves_at: Callable[[int], Sequence[LayeredMove]],
) -> Callable[[chess.Board], list[tuple[chess.Move, LayeredMove]]]:
    """Returns a function that looks up the legal moves of one book by its rows alone."""

    def on(board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
        entries = moves_at(position_key(board))
        moves = decode_all(board, [entry.code for entry in entries]) if entries else ()
        legal = [(move, entry) for move, entry in zip(moves, entries, strict=True) if move is not None]
        return _once(board, legal) if len({move for move, _ in legal}) < len(legal) else legal

    return on


def _once(board: chess.Board, legal: Sequence[tuple[chess.Move, LayeredMove]]) -> list[tuple[chess.Move, LayeredMove]]:
    """Returns each move once, the best first. A book may have castling in two spellings."""
    spellings: dict[chess.Move, list[LayeredMove]] = {}
    for move, entry in legal:
        spellings.setdefault(move, []).append(entry)
    once = [
        (move, entries[0] if len(entries) == 1 else as_one(encode(board, move), entries))
        for move, entries in spellings.items()
    ]
    return sorted(once, key=lambda pair: order(pair[1]))


def entry_of(source: Books, board: chess.Board, move: chess.Move) -> LayeredMove | None:
    """Returns what the books know of one move; None if none has it."""
    return next((entry for found, entry in moves_on(source, board) if found == move), None)


def lost_moves(source: Books, board: chess.Board) -> list[LosingMove]:
    """Returns every legal move, in the books or not, that reaches a position known as lost, or one from which a reply
    does."""
    found = []
    for code, reached in _reached(source, board, ()).items():
        move = decode(board, code) if reached.lost is not None else None
        if move is not None:
            found.append(LosingMove(move, reached_reason(reached, bool(board.turn))))
    return found


def merged(rows: Sequence[tuple[Layer, PositionRow]], key: int = 0) -> PositionRow:
    """Returns the layers' rows of a position as one: each field from the first layer that has it, the learned value
    first."""
    by_value = sorted(rows, key=lambda pair: pair[0] is not Layer.LEARNED)
    valued = next((row for _, row in by_value if row.worth is not None), PositionRow(key))
    proved = next((row for _, row in rows if row.verdict), valued)
    comment = next((row.comment for _, row in rows if row.comment), None)
    forced = next((row.forced for layer, row in rows if layer is Layer.USER), 0)
    return valued._replace(comment=comment, forced=forced, verdict=proved.verdict, lost=proved.lost, game=proved.game)


def _reached(source: Books, board: chess.Board, valued: Collection[int]) -> dict[int, ReachedPosition]:
    """Returns what is known of the positions after the legal moves, by move code: those learned as lost, and the values
    after the moves `valued`."""
    lost = {row.key: row for row in source.lost_positions()}
    children = graph.children(board, None if lost else valued)  # any move may reach what is lost
    positions = source.positions_at([key for code, key in children.items() if code in valued])
    against = {key for key, row in lost.items() if row.loser < 0}  # lost for the side to move there
    below = graph.replies(board) if against else {}
    found: dict[int, ReachedPosition] = {}
    for code, key in children.items():
        proof = lost.get(key)
        if proof is None or proof.loser < 0:
            proof = next((lost[after] for after in below.get(code, ()) if after in against), None)
        rows = positions.get(key, ())
        if proof is not None or any(row.worth is not None for _, row in rows):
            layer, _ = min(
                ((layer, row) for layer, row in rows if row.worth is not None),
                key=lambda pair: pair[0] is not Layer.LEARNED,
                default=(Layer.LEARNED, None),
            )
            book = source.title_of_value(key) if layer is Layer.BOOK else ""
            found[code] = ReachedPosition(merged(rows, key), layer, proof, book)
    return found


def _own_title(entry: LayeredMove) -> str:
    layer, row = entry.rows[0]
    return row.source or "" if layer is Layer.BOOK else ""


def book_move(board: chess.Board, move: chess.Move, entry: LayeredMove, forced: bool, chance: float) -> BookMove:
    """Returns all that the book panel shows of a move. `chance`: the share (0-1) with which the engine plays it."""
    rows = [row for _, row in entry.rows]
    position = entry.reached.position if entry.reached is not None and entry.reached.worth is not None else None
    judged = position or first_evaluated(entry)
    learned = entry.learned()
    san = board.san(move)
    board.push(move)
    name = shipped_names().at(position_key(board))
    board.pop()
    return BookMove(
        move=move,
        san=san,
        flag=entry.flag,
        decided_by=entry.decision.layer,
        reason=entry.decision.reason(bool(board.turn)),
        layers=tuple(dict.fromkeys(layer for layer, _ in entry.rows)),
        weight=entry.weight,
        wins=sum(row.wins for row in rows),
        draws=sum(row.draws for row in rows),
        losses=sum(row.losses for row in rows),
        evaluation=entry.worth,
        depth=judged.depth if judged else None,
        engine=judged.engine if judged else None,
        evaluated=judged.evaluated if judged else None,
        times_played=sum(row.times_played for row in rows),
        last_played=max((row.last_played for row in rows if row.last_played), default=None),
        locked=entry.locked,
        forced=forced,
        comment=next((row.comment for row in rows if row.comment), ""),
        better=decode(board, learned.better) if learned and learned.better else None,
        name=name.name if name else "",
        probability=chance,
        added=entry.only_added,
        mine=is_own(entry.rows),
        reply=is_reply(entry.rows),
        own_title=_own_title(entry),
        off=entry.off,
    )
