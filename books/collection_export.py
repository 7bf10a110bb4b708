"""Games of a collection as PGN."""

import sys
from array import array

from books.collection import CollectedGame
from engine.core.board import CoreBoard
from engine.core.pgn.moves import nodes_of
from engine.core.pgn.values import PgnGame
from engine.core.pgn.writer import written_game


def text_of(game: CollectedGame) -> str:
    """The game's PGN: headers and main line.

    :raises RatsuError: if the collection is damaged and its start position cannot be set up.
    """
    headers = {"Event": game.event, "Site": game.site, "Date": game.date, "Round": game.round}
    headers |= {"White": game.white, "Black": game.black, "Result": game.result}
    extra = (("WhiteElo", game.white_elo), ("BlackElo", game.black_elo), ("ECO", game.eco))
    headers |= {name: str(value) for name, value in extra if value}
    moves = array("H", game.moves)
    if sys.byteorder == "big":
        moves.byteswap()
    board = CoreBoard.start() if game.start_fen is None else CoreBoard.from_fen(game.start_fen, game.chess960)
    return written_game(PgnGame(headers, nodes_of(board, moves), game.result, game.start_fen, game.chess960))
