"""Games of a collection as PGN."""

import sys
from array import array
from pathlib import Path

from books.collection.game_collection import CollectedGame, CollectionError
from engine.errors import PositionError
from engine.pgn.moves import nodes_of
from engine.pgn.values import PgnGame
from engine.pgn.writer import written_game
from engine.rules.board import CoreBoard


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
        board = CoreBoard.start() if game.start_fen is None else CoreBoard.from_fen(game.start_fen, game.chess960)
    except PositionError as error:
        raise _damaged(collection, game, error) from error
    root = nodes_of(board, moves)
    read, last = 0, root
    while last.children:
        read, last = read + 1, last.children[0]
    if read < len(moves):
        raise _damaged(collection, game, f"half move {read + 1} cannot be played")
    return written_game(PgnGame(headers, root, game.result, game.start_fen, game.chess960))


def _damaged(collection: Path, game: CollectedGame, finding: object) -> CollectionError:
    return CollectionError(
        f"{collection} is damaged (game {game.id}: {finding}); move it away and import its PGN files into a new collection"
    )
