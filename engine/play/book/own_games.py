"""A player's games of a PGN file, for learning and for comparison with the book."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from books.learning.learn import Learner
from books.learning.played import GameSource, LearnedGame, book_plies_of, plies
from engine.game.outcome import Termination
from engine.game.player_names import side_of
from engine.game.side import Side
from engine.game.tags.ratings import elo_in
from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_games, read_main_lines
from engine.rules.board import CoreBoard


def games_to_learn(learner: Learner, path: Path, player: str) -> list[LearnedGame]:
    """The games of `player`, with the end of the current book, the remaining time and the evaluations in each.

    :raises PgnError: the file cannot be read.
    """
    games = dict(_numbered(path, player))
    noted = _noted(path, games)
    return [
        replace(noted.get(number, game), book_plies=book_plies_of(plies(game), learner.in_book))
        for number, game in games.items()
    ]


def own_games(path: Path, player: str) -> Iterator[LearnedGame]:
    """The games of a player in a PGN file; an empty name means White in every game."""
    return (game for _, game in _numbered(path, player))


def _numbered(path: Path, player: str) -> Iterator[tuple[int, LearnedGame]]:
    """The games of a player with their numbers in the file."""
    for game in read_main_lines(path, keys=False):
        own_white = side_of(player, game.headers.get("White", ""), game.headers.get("Black", "")) if player else True
        if own_white is not None:
            yield game.number, played_game(game, own_white)


def _noted(path: Path, games: Mapping[int, LearnedGame]) -> dict[int, LearnedGame]:
    """The games by number, with the comments on the player's moves: the evaluations (`[%eval]`) and the last clock
    (`[%clk]`)."""
    found = {}
    for read in read_games(path) if games else ():
        game = games.get(read.number)
        if game is None:
            continue
        opponent = Side.BLACK if game.own_white else Side.WHITE  # to move after our moves
        own = [node for node in read.main_line() if node.side_to_move is opponent]
        clocks = [node.clock_ms for node in own if node.clock_ms is not None]
        values = tuple(node.evaluation.score.worth(game.own_white) if node.evaluation else None for node in own)
        known = any(value is not None for value in values)
        left = clocks[-1] / 1000 if clocks else None
        found[read.number] = replace(game, time_left_s=left, evaluations=values if known else ())
    return found


def played_game(game: MainLine, own_white: bool) -> LearnedGame:
    """A game of a PGN file from one side's view. Termination and Elo come from the tags."""
    headers = game.headers
    own, other = ("White", "Black") if own_white else ("Black", "White")
    termination = headers.get("Termination", "normal").lower()
    board = CoreBoard.from_fen(game.start_fen, game.chess960) if game.start_fen else CoreBoard.start()
    fen, moves = board.fen(), []
    for move in game.moves:
        moves.append(sys.intern(board.uci(move)))  # interned: all games of a file are in memory at once
        board.push(move)
    return LearnedGame(
        moves=tuple(moves),
        own_white=own_white,
        result=game.result,
        termination=Termination.FLAG.pgn if "time" in termination else termination,
        fen=fen,
        own=headers.get(own, "?"),
        opponent=headers.get(other, "?"),
        date=headers.get("Date", ""),
        opponent_elo=elo_in(headers.get(f"{other}Elo", "")),
        own_elo=elo_in(headers.get(f"{own}Elo", "")),
        source=GameSource.IMPORTED,
    )
