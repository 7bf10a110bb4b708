"""Games of a collection as PGN."""

import sys
from array import array

import engine.pgn.text.decode  # noqa: F401 - registers the handler of single bytes
from books.collection.game_collection import CollectedGame, Collection, CollectionError
from engine.game.position import Position
from engine.game.tree import Game
from engine.ground.errors import MoveError, PositionError
from engine.ground.text import Text
from engine.pgn.writer import written_game
from engine.rules.fen import START_FEN


def text_of(collection: Collection, game: CollectedGame) -> str:
    """The PGN of a game: as its file had it where it is annotated, else its headers and moves.

    :raises CollectionError: if the game is damaged: its start cannot be set up, or a move cannot be played.
    """
    text = collection.text(game.id) if game.annotated else None
    if text is not None:
        return text.decode("utf-8", "ratsu.single-byte")
    headers = headers_of(collection, game)
    moves = array("H", game.moves)
    if sys.byteorder == "big":
        moves.byteswap()
    try:
        start = Position.of(game.start_fen or START_FEN, game.chess960)
    except PositionError as error:
        raise _damage(collection, game, error) from error
    left = iter(moves)
    try:
        empty = Game.new(start, headers)
        if "FEN" in headers:
            empty = empty.with_header("FEN", headers["FEN"])  # as the file wrote it
        return written_game(empty.with_line(empty.board(), left))
    except MoveError as error:
        finding = Text("half move %1 cannot be played", len(moves) - len(list(left)))
        raise _damage(collection, game, finding) from error


def headers_of(collection: Collection, game: CollectedGame) -> dict[str, str]:
    """The tags of a game that is not annotated."""
    headers = {"Event": game.event, "Site": game.site, "Date": game.date, "Round": game.round}
    headers |= {"White": game.white, "Black": game.black, "Result": game.result}
    extra = (("WhiteElo", game.white_elo), ("BlackElo", game.black_elo), ("ECO", game.eco))
    headers |= {name: str(value) for name, value in extra if value}
    return headers | dict(collection.tags(game.more).values())


def _damage(collection: Collection, game: CollectedGame, finding: Text | Exception) -> CollectionError:
    return collection.damage_error(Text("game %1: %2", game.id, finding))
