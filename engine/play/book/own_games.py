"""A player's games of a PGN file, as they are learned from and compared with the book."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from books.learning.learn import Learner
from books.learning.played import GameSource, PlayedGame, book_plies_of, plies
from engine.game.outcome import Termination
from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_main_lines
from engine.rules.board import CoreBoard


def games_to_learn(learner: Learner, path: Path, player: str) -> list[PlayedGame]:
    """The games of `player` with where the book ended in each, as the books are now. Raises PgnError."""
    games = own_games(path, player)
    return [replace(game, book_plies=book_plies_of(plies(game), learner.in_book)) for game in games]


def own_games(path: Path, player: str) -> Iterator[PlayedGame]:
    """The games of `player` (part of the name) in a PGN file; with an empty name White's are meant."""
    for game in read_main_lines(path, keys=False):
        names = (game.headers.get("White", ""), game.headers.get("Black", ""))
        own_white = player.lower() in names[0].lower()
        if own_white or player.lower() in names[1].lower():
            yield played_game(game, own_white)


def played_game(game: MainLine, own_white: bool) -> PlayedGame:
    """A game of a PGN file from one side's view. Termination and Elo come from the tags."""
    headers = game.headers
    own, other = ("White", "Black") if own_white else ("Black", "White")
    termination = headers.get("Termination", "normal").lower()
    board = CoreBoard.from_fen(game.start_fen, game.chess960) if game.start_fen else CoreBoard.start()
    fen, moves = board.fen(), []
    for move in game.moves:
        moves.append(sys.intern(board.uci(move)))  # a whole file's games are held at once
        board.push(move)
    return PlayedGame(
        moves=tuple(moves),
        own_white=own_white,
        result=game.result,
        termination=Termination.FLAG.pgn if "time" in termination else termination,
        fen=fen,
        own=headers.get(own, "?"),
        opponent=headers.get(other, "?"),
        date=headers.get("Date", ""),
        opponent_elo=_elo(headers.get(f"{other}Elo")),
        own_elo=_elo(headers.get(f"{own}Elo")),
        source=GameSource.IMPORTED,
    )


def _elo(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 4 else None
