"""A repertoire: the moves of one side from a start position by the chosen books, as a graph for training."""

import heapq
import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, NamedTuple, Protocol

import chess

from books.choice.layers import LayeredMove, is_own
from books.entry import Presence
from books.key import position_key
from books.learning.mistakes import numbered_san
from books.openings import OpeningName
from books.repertoire.chosen_books import ChosenBooks
from books.repertoire.trainer_values import (
    MAX_POSITIONS,
    MINE,
    OWN_PLIES,
    LargestGap,
    LeftOut,
    Repertoire,
    ReplySource,
)
from books.store.journal import BookChanges
from engine.ground.codec import FieldCodec
from engine.ground.values import dataclass

MovesOn = Callable[[chess.Board], Sequence[tuple[chess.Move, LayeredMove]]]
"""Returns the legal moves of the books in a position, each judged by the position that it reaches."""
NameAt = Callable[[int], OpeningName | None]
REPLY_SHARE = 0.03  # of the games: rarer replies are trained only if the user's own lines have them
BOOK_PLIES = 24  # limit in plies for lines of other books; OWN_PLIES for the user's


@dataclass
class RepertoirePosition:
    """A position of the repertoire; `path` leads there from `root` (a FEN), `opening` is the last name on the way.

    `answers` are the moves asked for (own side to move): every move of the user's lines, strongest flag first; without
    any, the move that the other chosen books recommend most. `accepted` are other right moves: playable in the chosen
    books, or in any book of the user. `marked` and `unchecked` are own moves that are not asked for: those with `$` or
    `?`, and unchecked ones; `off` is the number of moves whose lines are switched off. `replies` are the opponent's moves
    with their frequency (0-1). `mine`: the moves of the user's own lines. `chance`: how likely a game comes here (0-1).
    `after`: the keys of the positions that the books' moves reach.
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
    after: dict[chess.Move, int] = field(default_factory=dict)

    def __getattr__(self, name: str) -> chess.Board:
        """Makes the board of a position that was stored without it, at the first use."""
        if name != "board":
            raise AttributeError(name)
        board = chess.Board(self.root, chess960=False)
        for move in self.path[:-1]:
            board.push(move)
        board = board.copy(stack=False)  # as after a growth, it knows its last move
        for move in self.path[-1:]:
            board.push(move)
        self.board = board
        return board

    def take(self) -> None:
        """Takes the moves of a position that was stored, before its attributes are copied. Others have theirs."""

    @cached_property
    def key(self) -> int:
        return position_key(self.board)

    @cached_property
    def name(self) -> tuple[int, bool]:
        """The name of its card: the position and the side."""
        made = self.__dict__.get("board")  # a stored position has none before it is asked
        white = made.turn if made is not None else (self.root.split()[1] == "w") is not bool(len(self.path) % 2)
        return self.key, bool(white)


Spots = dict[int, RepertoirePosition]
NONE_KNOWN: Mapping[int, RepertoirePosition] = MappingProxyType({})


def unchanged(spots: Spots, changed: BookChanges) -> Spots:
    """Returns the positions that edits have not changed: neither they nor the values of those after their moves."""
    direct, rows = changed.moves | changed.rows, changed.rows
    return {key: spot for key, spot in spots.items() if key not in direct and rows.isdisjoint(spot.after.values())}


def grow(
    repertoire: Repertoire,
    moves_on: MovesOn,
    titles: Mapping[str, str] | None = None,
    name_at: NameAt = lambda key: None,
    most: int = MAX_POSITIONS,
    starts: Sequence[str] = (),
    known: Mapping[int, RepertoirePosition] = NONE_KNOWN,
) -> Spots:
    """Returns the repertoire's positions by key, each with the likeliest path, most likely first. `starts`: positions
    where chapters begin (FEN), in addition to the repertoire's own. `most`: limit of those outside the user's own lines.
    `known`: positions of an earlier growth that are as they were in the books; they are not looked up again.
    :raises ValueError: the FEN is invalid."""
    chosen = ChosenBooks(repertoire.books, titles or {})
    spots: Spots = {}
    order = itertools.count()
    queue: list[_NextPosition] = []
    for fen in dict.fromkeys((repertoire.fen, *starts)):
        start = chess.Board(fen, chess960=False)
        first = RepertoirePosition(start, start.turn == repertoire.white, (), fen)
        queue.append(_NextPosition(-1.0, next(order), first.key, first, None, True))
    foreign = 0
    while queue:
        place = heapq.heappop(queue)
        if place.key in spots or (not place.mine and foreign >= most):
            continue
        foreign += not place.mine
        spot = _again(known.get(place.key), place, name_at)
        if spot is None:
            spot = place.reached()
            named = name_at(place.key)
            spot.opening = named.name if named else spot.opening
            spot.chance = -place.rank
            legal = moves_on(spot.board)
            _fill(spot, legal, chosen)
            spot.after = {move: _after(spot, move).key for move, _ in legal}
            spot.__dict__["key"] = place.key
        spots[place.key] = spot
        for move, share in _shares(spot).items():
            mine = move in spot.mine
            if len(spot.path) < (OWN_PLIES if mine else BOOK_PLIES):
                heapq.heappush(
                    queue, _NextPosition(place.rank * share, next(order), spot.after[move], spot, move, mine)
                )
    return spots


class _NextPosition(NamedTuple):
    """A position that waits for its turn: `rank` is its negated chance; `move` leads there from `spot` (None: it is `spot`,
    a start). `mine`: the move is in the user's own lines."""

    rank: float
    number: int
    key: int
    spot: RepertoirePosition
    move: chess.Move | None
    mine: bool

    @property
    def path(self) -> tuple[chess.Move, ...]:
        return self.spot.path if self.move is None else (*self.spot.path, self.move)

    def reached(self) -> RepertoirePosition:
        return self.spot if self.move is None else _after(self.spot, self.move)


def _again(known: RepertoirePosition | None, place: _NextPosition, name_at: NameAt) -> RepertoirePosition | None:
    """Returns a known position, on the path on which it is reached now; None if it is unknown."""
    if known is None:
        return None
    named, root, path, chance = name_at(place.key), place.spot.root, place.path, -place.rank
    opening = named.name if named else place.spot.opening
    if (known.path, known.root, known.opening, known.chance) == (path, root, opening, chance):
        return known
    return _moved(known, path=path, root=root, opening=opening, chance=chance)


def _moved(known: RepertoirePosition, **values: object) -> RepertoirePosition:
    """Returns a position with other values, as `replace`, but a tenth as slow, and with its key if that is known."""
    made = RepertoirePosition.__new__(RepertoirePosition)
    known.take()
    made.__dict__.update(known.__dict__, **values)
    return made


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


_BY_NUMBER = FieldCodec(
    lambda found: {int(number): share.number(0, 1) for number, share in found.items()},
    lambda shares: {str(number): share for number, share in shares.items()},
)


@dataclass(frozen=True)
class Prospect:
    """The reach of a repertoire. `answered[n]`: the share of the games (0-1) in which our n-th move from the
    repertoire's start is still in the book. `gaps`: the positions without an answer, most frequent first."""

    answered: Annotated[dict[int, float], _BY_NUMBER]
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
                    reached = spots.get(spot.after.get(move, 0))
                    path = (*spot.path, move)
                    child = _after(spot, move) if reached is None else _moved(reached, path=path)
                    reply = here.reply if spot.own else numbered_san(spot.board, move)
                    after.setdefault(child.key, _Reached(child, 0.0, reply)).chance += here.chance * share
        level = {key: there for key, there in after.items() if there.chance >= LEAST_MET}
        for key, there in level.items():
            if key in spots:
                there.spot = _moved(spots[key], path=there.spot.path)
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
        spot.after[move] not in spots
        for spot in spots.values()
        if spot.mine
        for move in spot.answers or spot.replies
        if move in spot.mine
    )
    off = sum(spot.off for spot in spots.values())
    return LeftOut(sum(len(spot.marked) for spot in own), sum(len(spot.unchecked) for spot in own), beyond, off)
