"""The moves of an opponent's games by position, with the results from the opponent's point of view."""

from collections.abc import Iterator, Mapping

import chess

from books.explorer.counted import GameFilter, ResultTally
from books.explorer.explorer import Explorer
from books.key import position_key
from books.preparation.opponent import OpponentResults
from engine.game.python_board import core_of

_Known = tuple[OpponentResults, dict[chess.Move, OpponentResults]]


class OpponentMoves:
    """The explorer's statistics of the games of one colour; each position is counted once. For one thread."""

    def __init__(self, explorer: Explorer, choice: GameFilter) -> None:
        """`choice` has the opponent as its player, with a colour."""
        self._explorer, self._choice = explorer, choice
        self._known: dict[int, _Known] = {}

    def at(self, board: chess.Board) -> OpponentResults:
        """Returns the results of the games that reached a position. :raises CollectionError: a source is damaged."""
        return self._look(board)[0]

    def moves(self, board: chess.Board) -> Mapping[chess.Move, OpponentResults]:
        """Returns the moves played in a position, most played first. :raises CollectionError: a source is damaged."""
        return self._look(board)[1]

    def walk(self, plies: int) -> Iterator[tuple[chess.Board, Mapping[chess.Move, OpponentResults]]]:
        """Yields every position of the games up to a depth in plies, once, with its moves."""
        seen, level = set[int](), [chess.Board()]
        for _ in range(plies):
            after = []
            for board in level:
                moves = self.moves(board)
                if moves:
                    yield board, moves
                for move in moves:
                    there = board.copy(stack=False)
                    there.push(move)
                    key = position_key(there)
                    if key not in seen:
                        seen.add(key)
                        after.append(there)
            level = after

    def _look(self, board: chess.Board) -> _Known:
        key = position_key(board)
        if key not in self._known:
            core = core_of(board)
            counts = {
                chess.Move.from_uci(core.uci(row.move)) if row.move else None: self._results(row.results, row.games)
                for row in self._explorer.moves(core, self._choice)
            }
            total = OpponentResults(*map(sum, zip(*counts.values(), strict=True))) if counts else OpponentResults()
            self._known[key] = total, {move: ended for move, ended in counts.items() if move is not None}
        return self._known[key]

    def _results(self, counts: ResultTally, games: int) -> OpponentResults:
        wins, losses = counts.white_wins, counts.black_wins
        if not self._choice.white:
            wins, losses = losses, wins
        return OpponentResults(wins, counts.draws, losses, games - counts.games)
