"""The games or people whose replies a repertoire meets: collections through the explorer, or people of a rating."""

from collections.abc import Sequence
from contextlib import suppress

import chess

from books.choice.layers import LayeredMove
from books.explorer.explorer import Explorer
from books.key import position_key
from books.repertoire.lines import BookWorld, ReplyWorld
from books.repertoire.trainer_values import ReplySource, ReplyWorldChoice
from engine.game.python_board import core_of
from engine.ground.errors import RatsuError
from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, human_replies

LEAST_REPLIES = 20
LEAST_GAMES = 100
"""With fewer games, people of the rating answer instead, or else the books."""


class GamesWorld:
    """The games of collections; for one thread."""

    def __init__(self, explorer: Explorer, choice: ReplyWorldChoice) -> None:
        self._explorer, self._games = explorer, choice.games
        self.source = ReplySource(choice.names)

    def shares(self, board: chess.Board, legal: Sequence[tuple[chess.Move, LayeredMove]]) -> dict[chess.Move, float]:
        """Returns the shares of the moves that games played. :raises CollectionError: a collection is damaged."""
        core = core_of(board)
        rows = [row for row in self._explorer.moves(core, self._games) if row.move]
        total = sum(row.games for row in rows)
        return {chess.Move.from_uci(core.uci(row.move)): row.games / total for row in rows}

    def games(self, board: chess.Board) -> int:
        """Returns the number of games that reached a position. :raises CollectionError: a collection is damaged."""
        return sum(row.games for row in self._explorer.moves(core_of(board), self._games))

    def close(self) -> None:
        self._explorer.close()


class PeopleWorld:
    """People of a rating, by the predictor: 10 to 20 ms a position, cached."""

    def __init__(self, elo: int) -> None:
        """:raises RatsuError: the predictor cannot be used."""
        elo = min(max(elo, LOWEST_ELO), HIGHEST_ELO)
        self._people = human_replies(elo)
        self._known: dict[int, dict[chess.Move, float]] = {}
        self.source = ReplySource(elo=elo)

    def shares(self, board: chess.Board, legal: Sequence[tuple[chess.Move, LayeredMove]]) -> dict[chess.Move, float]:
        key = position_key(board)
        if key not in self._known:
            self._known[key] = {reply.move: reply.chance for reply in self._people.replies(board)}
        return self._known[key]

    def games(self, board: chess.Board) -> int:
        """Returns 0."""
        return 0

    def close(self) -> None:
        """Does nothing."""


class OpponentReplies:
    """The replies of an opponent in a game: those of the student's games where at least `LEAST_REPLIES` reached the
    position, otherwise those of people rated `elo`. For one thread."""

    def __init__(self, world: ReplyWorld, elo: int) -> None:
        """:raises RatsuError: the predictor cannot be used."""
        self._world, self._people = world, PeopleWorld(elo)

    def __call__(self, board: chess.Board) -> dict[chess.Move, float]:
        """Returns the shares of the replies (0-1). :raises CollectionError: a collection is damaged."""
        if self._world.games(board) >= LEAST_REPLIES:
            return self._world.shares(board, ())
        return self._people.shares(board, ()) if any(board.legal_moves) else {}


def open_world(choice: ReplyWorldChoice) -> ReplyWorld:
    """Opens a choice. :raises RatsuError: a collection or the predictor cannot be used."""
    if choice.collections:
        explorer = Explorer.opened(choice.collections)
        world = GamesWorld(explorer, choice)
        with suppress(RatsuError):
            if world.games(chess.Board()) >= LEAST_GAMES:
                return world
        explorer.close()
    return PeopleWorld(choice.elo) if choice.elo else BookWorld()
