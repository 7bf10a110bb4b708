"""Games of a collection as PGN."""

import sys
from array import array

import engine.pgn.text.decode  # noqa: F401 - registers the handler of single bytes
from books.collection.game_collection import CollectedGame, Collection, CollectionError
from engine.game.position import Position
from engine.game.tree import Game
from engine.ground.errors import MoveError, PositionError
from engine.ground.text import Text
from engine.pgn.edit import separate_game
from engine.pgn.writer import written_game
from engine.rules.fen import START_FEN


def text_of(collection: Collection, game: CollectedGame) -> str:
    """Returns the PGN of a game: the original text if it is annotated, otherwise headers and moves. An open comment is closed.
    :raises CollectionError: the game is damaged: a broken start position, or an illegal move."""
    text = collection.text(game.id) if game.annotated else None
    if text is not None:
        return separate_game(text.decode("utf-8", "ratsu.single-byte"))
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
            empty = empty.with_header("FEN", headers["FEN"])  # in the spelling of the file
        return written_game(empty.with_line(empty.board(), left))
    except MoveError as error:
        finding = Text("half move %1 is illegal", len(moves) - len(list(left)))
        raise _damage(collection, game, finding) from error


def headers_of(collection: Collection, game: CollectedGame) -> dict[str, str]:
    headers = {"Event": game.event, "Site": game.site, "Date": game.date, "Round": game.round}
    headers |= {"White": game.white, "Black": game.black, "Result": game.result}
    extra = (("WhiteElo", game.white_elo), ("BlackElo", game.black_elo), ("ECO", game.eco))
    headers |= {name: str(value) for name, value in extra if value}
    return headers | dict(collection.tags(game.more).values())


def _damage(collection: Collection, game: CollectedGame, finding: Text | Exception) -> CollectionError:
    return collection.damage_error(Text("game %1: %2", game.id, finding))
