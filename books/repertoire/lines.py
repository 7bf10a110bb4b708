"""A repertoire: the moves of one side from a start position by the chosen books, as a graph for training."""

import heapq
import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Protocol

import chess

from books.choice.layers import LayeredMove, is_own
from books.entry import Flag, Layer, MoveRow, Presence
from books.key import position_key
from books.learning.mistakes import numbered_san
from books.openings import OpeningName
from books.repertoire.trainer_values import (
    MAX_POSITIONS,
    MINE,
    OWN_BOOK,
    OWN_PLIES,
    LargestGap,
    LeftOut,
    Repertoire,
    ReplySource,
)
from engine.ground.values import dataclass

MovesOn = Callable[[chess.Board], Sequence[tuple[chess.Move, LayeredMove]]]
"""Returns the legal moves of the books in a position, each judged by the position that it reaches."""
NameAt = Callable[[int], OpeningName | None]
REPLY_SHARE = 0.03  # of the games: rarer replies are trained only if the user's own lines have them
BOOK_PLIES = 24  # limit in plies for lines of other books; OWN_PLIES for the user's


class ChosenBooks:
    """The books of a repertoire, as layers."""

    def __init__(self, books: Sequence[str], titles: Mapping[str, str]) -> None:
        """`titles`: titles of the user's other books, by path."""
        self._user = MINE in books or OWN_BOOK in books
        self._every = MINE in books
        self._titles = {titles[path] for path in books if path in titles}
        self._rest = {layer for layer in (Layer.LEARNED, Layer.SHIPPED) if layer.value in books}

    def has(self, entry: LayeredMove) -> bool:
        return any(self._chosen(layer, row) or layer in self._rest for layer, row in _said(entry))

    def has_as_own(self, entry: LayeredMove) -> bool:
        return any(self._chosen(layer, row) for layer, row in _said(entry))

    def meets(self, entry: LayeredMove) -> bool:
        """Whether a book that was chosen by itself has games with the move, as preparation for an opponent has."""
        return not entry.off and any(
            row.presence is Presence.SEEN and row.games and row.source in self._titles
            for layer, row in entry.rows
            if layer is Layer.BOOK
        )

    def leaves_open(self, entry: LayeredMove) -> bool:
        """Whether a chosen book of the user has the move unchecked."""
        return not entry.off and any(
            row.flag is Flag.UNCHECKED and row.presence is Presence.IN and self._chosen(layer, row)
            for layer, row in entry.rows
        )

    def _chosen(self, layer: Layer, row: MoveRow) -> bool:
        if layer is Layer.USER:
            return self._user
        return layer is Layer.BOOK and (self._every or row.source in self._titles)


def _said(entry: LayeredMove) -> list[tuple[Layer, MoveRow]]:
    """Returns the rows that make a move part of a repertoire; none if its line is switched off."""
    return [
        (layer, row)
        for layer, row in (() if entry.off else entry.rows)
        if row.presence is Presence.REPLY or (row.flag is not Flag.UNCHECKED and row.presence is Presence.IN)
    ]


@dataclass
class RepertoirePosition:
    """A position of the repertoire; `path` leads there from `root` (a FEN), `opening` is the last name on the way.

    `answers` are the moves asked for (own side to move): every move of the user's lines, strongest flag first; without
    any, the move that the other chosen books recommend most. `accepted` are other right moves: playable in the chosen
    books, or in any book of the user. `marked` and `unchecked` are own moves that are not asked for: those with `$` or
    `?`, and unchecked ones; `off` is the number of moves whose lines are switched off. `replies` are the opponent's moves
    with their frequency (0-1). `mine`: the moves of the user's own lines. `chance`: how likely a game comes here (0-1).
    """

    board: chess.Board
    own: bool
    path: tuple[chess.Move, ...]
    root: str = chess.STARTING_FEN
    opening: str = ""
    answers: tuple[chess.Move, ...] = ()
    accepted: tuple[chess.Move, ...] = ()
    marked: tuple[chess.Move, ...] = ()
    unchecked: tuple[chess.Move, ...] = ()
    replies: dict[chess.Move, float] = field(default_factory=dict)
    mine: frozenset[chess.Move] = frozenset()
    off: int = 0
    chance: float = 1.0

    @cached_property
    def key(self) -> int:
        return position_key(self.board)

    @property
    def name(self) -> tuple[int, bool]:
        """The name of its card: the position and the side."""
        return self.key, bool(self.board.turn)


Spots = dict[int, RepertoirePosition]


def grow(
    repertoire: Repertoire,
    moves_on: MovesOn,
    titles: Mapping[str, str] | None = None,
    name_at: NameAt = lambda key: None,
    most: int = MAX_POSITIONS,
    starts: Sequence[str] = (),
) -> Spots:
    """Returns the repertoire's positions by key, each with the likeliest path, most likely first. `starts`: positions
    where chapters begin (FEN), in addition to the repertoire's own.
    :raises ValueError: the FEN is invalid."""
    chosen = ChosenBooks(repertoire.books, titles or {})
    spots: Spots = {}
    order = itertools.count()
    queue = []
    for fen in dict.fromkeys((repertoire.fen, *starts)):
        start = chess.Board(fen, chess960=False)
        queue.append((-1.0, next(order), RepertoirePosition(start, start.turn == repertoire.white, (), fen)))
    while queue and len(spots) < most:
        rank, _, spot = heapq.heappop(queue)
        if spot.key in spots:
            continue
        named = name_at(spot.key)
        spot.opening = named.name if named else spot.opening
        spot.chance = -rank
        _fill(spot, moves_on(spot.board), chosen)
        spots[spot.key] = spot
        for move, share in _shares(spot).items():
            if len(spot.path) < (OWN_PLIES if move in spot.mine else BOOK_PLIES):
                heapq.heappush(queue, (rank * share, next(order), _after(spot, move)))
    return spots


def _after(spot: RepertoirePosition, move: chess.Move) -> RepertoirePosition:
    board = spot.board.copy(stack=False)
    board.push(move)
    return RepertoirePosition(board, not spot.own, (*spot.path, move), spot.root, spot.opening)


def _shares(spot: RepertoirePosition) -> dict[chess.Move, float]:
    """Returns the probability of each continuation: equal for our answers, by frequency for the opponent's replies."""
    return dict.fromkeys(spot.answers, 1 / len(spot.answers)) if spot.answers else spot.replies


class ReplyWorld(Protocol):
    """The games or people whose replies count."""

    source: ReplySource

    def shares(self, board: chess.Board, legal: Sequence[tuple[chess.Move, LayeredMove]]) -> dict[chess.Move, float]:
        """Returns how often each reply is played (0-1), rare ones included. `legal`: the books' moves; `board` has its
        moves from the repertoire's start."""

    def games(self, board: chess.Board) -> int:
        """Returns the number of games that reached a position; 0 if the world has no games of its own."""

    def close(self) -> None:
        """Closes what it holds open."""


class BookWorld:
    """The games of the books themselves."""

    source = ReplySource()

    def shares(self, board: chess.Board, legal: Sequence[tuple[chess.Move, LayeredMove]]) -> dict[chess.Move, float]:
        return reply_shares(legal)

    def games(self, board: chess.Board) -> int:
        """Returns 0."""
        return 0

    def close(self) -> None:
        """Does nothing."""


@dataclass(frozen=True)
class Prospect:
    """The reach of a repertoire. `answered[n]`: the share of the games (0-1) in which our n-th move from the
    repertoire's start is still in the book. `gaps`: the positions without an answer, most frequent first."""

    answered: dict[int, float]
    gaps: tuple[LargestGap, ...] = ()


OWN_MOVES = (3, 5, 8)
GAP_PLIES = 20  # later ends of lines are not gaps
LEAST_MET = 0.002  # of the games: positions that fewer reach are not followed
MOST_GAPS = 10


@dataclass
class _Reached:
    """A position of one length, with the probability that a game comes here (0-1), and the reply that leads here."""

    spot: RepertoirePosition
    chance: float = 0.0
    reply: str = ""


def prospect(
    spots: Spots,
    moves_on: MovesOn,
    titles: Mapping[str, str] | None = None,
    books: Sequence[str] = (MINE,),
    world: ReplyWorld | None = None,
) -> Prospect:
    """Follows the replies of a world through a repertoire, from its start. Replies are multiplied along the line before
    any is left out."""
    world, chosen = world or BookWorld(), ChosenBooks(books, titles or {})
    first = next(iter(spots.values()), None)
    answered: dict[int, float] = defaultdict(float)
    missing: dict[int, _Reached] = {}
    level = {first.key: _Reached(first, 1.0)} if first is not None else {}
    while level:
        after: dict[int, _Reached] = {}
        for here in level.values():
            spot = here.spot
            if spot.own and spot.answers:
                answered[(len(spot.path) + 2) // 2] += here.chance
                replies = _shares(spot)
            elif spot.own:
                if len(spot.path) <= GAP_PLIES and any(spot.board.legal_moves):  # mate and stalemate need no answer
                    missing.setdefault(spot.key, _Reached(spot, 0.0, here.reply)).chance += here.chance
                continue
            elif len(spot.path) > GAP_PLIES:
                continue
            else:
                legal = moves_on(spot.board)
                shares, off = world.shares(_with_moves(spot), legal), _off(legal)
                replies = {move: share for move, share in shares.items() if move not in off}
            for move, share in replies.items():
                if here.chance * share > 0:
                    child = _after(spot, move)
                    reply = here.reply if spot.own else numbered_san(spot.board, move)
                    after.setdefault(child.key, _Reached(child, 0.0, reply)).chance += here.chance * share
        level = {key: there for key, there in after.items() if there.chance >= LEAST_MET}
        for key, there in level.items():
            if key in spots:
                there.spot = replace(spots[key], path=there.spot.path)
            else:
                _fill(there.spot, moves_on(there.spot.board), chosen)
    largest = sorted(missing.values(), key=lambda there: -there.chance)[:MOST_GAPS]
    return Prospect(
        {number: min(1.0, answered[number]) for number in OWN_MOVES},
        tuple(_gap(there, world) for there in largest),
    )


def _gap(there: _Reached, world: ReplyWorld) -> LargestGap:
    spot = there.spot
    return LargestGap(
        spot.board.fen(),
        tuple(move.uci() for move in spot.path),
        chess.Board(spot.root, chess960=False).variation_san(spot.path),
        there.reply,
        min(1.0, there.chance),
        world.games(spot.board),
        world.source,
    )


def _with_moves(spot: RepertoirePosition) -> chess.Board:
    """Returns the position with its moves, because people answer the last one."""
    board = chess.Board(spot.root, chess960=False)
    for move in spot.path:
        board.push(move)
    return board


def _fill(spot: RepertoirePosition, legal: Sequence[tuple[chess.Move, LayeredMove]], chosen: ChosenBooks) -> None:
    off = _off(legal)
    spot.off = len(off)
    spot.mine = frozenset(move for move, entry in legal if chosen.has_as_own(entry))
    if spot.own:
        _fill_answers(spot, legal, chosen)
        return
    spot.mine |= {move for move, entry in legal if chosen.meets(entry)}
    shares = reply_shares(legal)
    spot.replies = {
        move: share for move, share in shares.items() if move not in off and (share >= REPLY_SHARE or move in spot.mine)
    }


def _off(legal: Sequence[tuple[chess.Move, LayeredMove]]) -> set[chess.Move]:
    """Returns the moves whose lines the user has switched off."""
    return {move for move, entry in legal if entry.off}


def reply_shares(legal: Sequence[tuple[chess.Move, LayeredMove]]) -> dict[chess.Move, float]:
    """Returns how often an opponent plays each of the books' moves (0-1): by games and, if there are few, also by
    weight."""
    games = {
        move: sum(row.games for _, row in entry.rows) + entry.weight / 1000
        for move, entry in legal
        if entry.rows[0][1].presence is not Presence.OUT
    }
    total = sum(games.values())
    return {move: count / total for move, count in games.items() if total}


def _fill_answers(
    spot: RepertoirePosition, legal: Sequence[tuple[chess.Move, LayeredMove]], chosen: ChosenBooks
) -> None:
    flags = {move: entry.flag for move, entry in legal}
    own = [move for move, entry in legal if is_own(entry.rows)]
    playable = [move for move, entry in legal if chosen.has(entry) and entry.flag.playable]
    answers = sorted((move for move in own if move in spot.mine), key=flags.__getitem__, reverse=True)
    if playable and not answers:
        answers = [max(playable, key=flags.__getitem__)]  # of equal flags the first, which is the heaviest
    spot.answers = tuple(answers)
    spot.accepted = tuple(move for move in dict.fromkeys([*own, *playable]) if move not in answers)
    spot.marked = tuple(move for move, _ in legal if move in spot.mine and move not in own)
    spot.unchecked = tuple(
        move for move, entry in legal if move not in spot.mine and move not in own and chosen.leaves_open(entry)
    )


def left_out(spots: Spots) -> LeftOut:
    """Returns the own moves that a repertoire does not ask for."""
    own = [spot for spot in spots.values() if spot.own]
    beyond = sum(
        _after(spot, move).key not in spots for spot in spots.values() for move in _shares(spot) if move in spot.mine
    )
    off = sum(spot.off for spot in spots.values())
    return LeftOut(sum(len(spot.marked) for spot in own), sum(len(spot.unchecked) for spot in own), beyond, off)
