"""Games of a collection as PGN."""

import sys
from array import array
from pathlib import Path

from books.collection.game_collection import CollectedGame, CollectionError
from engine.errors import MoveError, PositionError
from engine.game.position import Position
from engine.game.tree import Game
from engine.pgn.writer import written_game
from engine.rules.fen import START_FEN
from engine.text import Text


def text_of(game: CollectedGame, collection: Path) -> str:
    """The PGN of a game of the collection at that path: headers and main line.

    :raises CollectionError: if the game is damaged: its start cannot be set up, or a move cannot be played.
    """
    headers = {"Event": game.event, "Site": game.site, "Date": game.date, "Round": game.round}
    headers |= {"White": game.white, "Black": game.black, "Result": game.result}
    extra = (("WhiteElo", game.white_elo), ("BlackElo", game.black_elo), ("ECO", game.eco))
    headers |= {name: str(value) for name, value in extra if value}
    moves = array("H", game.moves)
    if sys.byteorder == "big":
        moves.byteswap()
    try:
        start = Position.of(game.start_fen or START_FEN, game.chess960)
    except PositionError as error:
        raise _damaged(collection, game, error) from error
    left = iter(moves)
    try:
        empty = Game.new(start, headers)
        return written_game(empty.with_line(empty.board(), left))
    except MoveError as error:
        raise _damaged(collection, game, Text("half move %1 cannot be played", len(moves) - len(list(left)))) from error


def _damaged(collection: Path, game: CollectedGame, finding: Text | Exception) -> CollectionError:
    return CollectionError(
        "%1 is damaged (game %2: %3); move it away and import its PGN files into a new collection",
        collection,
        game.id,
        finding,
    )
