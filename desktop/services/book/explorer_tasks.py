"""Look-ups of the explorer on its thread. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.book.explorer import ExampleGame, ExplorerRow, ExplorerState
from desktop.model.game_list import FileGame
from engine.ground.errors import RatsuError

if TYPE_CHECKING:
    import chess

    from books.choice.library import Library
    from books.collection.game_collection import CollectedGame
    from books.explorer.counted import GameFilter, GameRef, MoveStatistics
    from books.explorer.explorer import Explorer


class ExplorerTasks:
    """Holds the collections open between look-ups; for one thread."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open_library = open_library
        self._paths: tuple[Path, ...] = ()
        self._explorer: Explorer | None = None

    def close(self) -> None:
        if self._explorer is not None:
            self._explorer.close()
            self._explorer = None

    def look_up(self, paths: tuple[Path, ...], fen: str, chess960: bool, choice: GameFilter) -> ExplorerState:
        """Returns the moves of a position. :raises RatsuError: a collection cannot be read."""
        return self._answer(paths, fen, chess960, choice, transpositions=False)

    def transposed(self, paths: tuple[Path, ...], fen: str, chess960: bool, choice: GameFilter) -> ExplorerState:
        """Returns the same with the games that reached the positions after the moves by other moves. Takes a few tenths
        of a second."""
        return self._answer(paths, fen, chess960, choice, transpositions=True)

    def examples(self, refs: Sequence[tuple[int, int]]) -> tuple[ExampleGame, ...]:
        """Returns what a list shows of games; none if the sources have changed."""
        from books.explorer.counted import GameRef

        found = []
        for source, number in refs if self._explorer is not None else ():
            for game in self._of([GameRef(source, number)]):
                elos = (game.white_elo, game.black_elo)
                found.append(ExampleGame(source, number, game.white, game.black, elos, game.result, game.date))
        return tuple(found)

    def game(self, source: int, number: int, fen: str) -> FileGame:
        """Reads a game, to be shown at the position. :raises RatsuError: it cannot be read."""
        from books.collection.export import text_of
        from books.explorer.counted import GameRef
        from engine.pgn.reader import games_of
        from engine.pgn.recognise import best_reading
        from engine.rules.fen import identity, read_fields

        ref = GameRef(source, number)
        (found,) = self._of([ref]) or (None,)
        if found is None or self._explorer is None:
            raise RatsuError("This game is no longer in the collection.")
        content = text_of(self._explorer.collection(ref), found).encode()
        game = best_reading(games_of(content, "collection")[0], content, file="collection")
        wanted = identity(read_fields(fen))
        line = [game.root, *game.main_line()]
        ply = next((at for at, node in enumerate(line) if identity(read_fields(game.fen(node.id))) == wanted), 0)
        return FileGame("", number - 1, content, game, ply)

    def _of(self, refs: Sequence[GameRef]) -> list[CollectedGame]:
        return self._explorer.games(refs) if self._explorer is not None else []

    def _answer(
        self, paths: tuple[Path, ...], fen: str, chess960: bool, choice: GameFilter, *, transpositions: bool
    ) -> ExplorerState:
        import chess

        from books.explorer.explorer import Explorer
        from engine.rules.board import CoreBoard

        if self._explorer is None or paths != self._paths:
            self.close()
            self._explorer, self._paths = Explorer.opened(paths), paths
        core, board = CoreBoard.from_fen(fen, chess960), chess.Board(fen, chess960=chess960)
        found = self._explorer.moves(core, choice)
        games = sum(row.games for row in found)
        ended = sum(row.games for row in found if not row.move)
        if transpositions:
            found = self._explorer.transposed(core, found, choice)
        mine = self._repertoire(board)
        rows = [_row(board, core.uci(row.move), row, mine) for row in found if row.move]
        known = {row.uci for row in rows}
        rows += [ExplorerRow(uci, board.san(chess.Move.from_uci(uci)), 0, mine=True) for uci in mine - known]
        return ExplorerState(fen, tuple(rows), games, ended)

    def _repertoire(self, board: chess.Board) -> set[str]:
        """Returns the playable moves of the user's own books; none if they cannot be read, which the book reports."""
        try:
            found = self._open_library().look_up(board)
        except RatsuError:
            return set()
        return {board.uci(entry.move) for entry in found if entry.mine and not entry.off}


def _row(board: chess.Board, uci: str, found: MoveStatistics, mine: set[str]) -> ExplorerRow:
    import chess

    refs = dict.fromkeys((*found.top_games, *found.latest_games))
    return ExplorerRow(
        uci,
        board.san(chess.Move.from_uci(uci)),
        found.games,
        *found.results,
        found.average_elo,
        found.performance,
        found.last_year,
        found.transposed.games,
        uci in mine,
        tuple((ref.source, ref.number) for ref in refs),
        found.by_rating,
    )
