"""Ratsu as a library: `import ratsu`.

    import ratsu

    with ratsu.Engine() as engine:
        print(engine.choose("startpos", time_ms=500).move)

A position is a FEN (or `startpos`), a `chess.Board` of python-chess, or a `Game` (its last position). Moves are in
coordinate notation (`e2e4`, `e7e8q`), scores in centipawns, and times in milliseconds, unless a name says otherwise. Every
error is a `RatsuError`. Nothing here imports Qt, opens a window, or reads or writes the user's own books and settings:
what a call needs is given to it. `docs/api.md` says what the versions promise and which object may be used by which thread.

Door: `engine`, `sources`, `games`, `reviews`, `collections`, `matches`. Knows: books, engine.coach, engine.game, engine.human,
engine.jobs, engine.pgn, engine.play, engine.rules, tablebases.
"""

from books.entry import BookMove, Flag
from engine.api.collections import GameCollection
from engine.api.engine import Engine, RunningAnalysis
from engine.api.games import parse_games, read_games, write_games
from engine.api.matches import MatchScore, play_match
from engine.api.positions import PositionLike, board_of
from engine.api.reviews import reason_of, review
from engine.api.sources import Book, HumanPredictor, Tables
from engine.game.info import Info, Score
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.node import Node
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.version import VERSION
from engine.pgn.values import PgnGame
from engine.play.review.values import GameReview, MoveJudgement, MoveReview
from tablebases.wdl import Wdl

__all__ = (
    "VERSION",
    "Book",
    "BookMove",
    "ChoiceSource",
    "Engine",
    "Flag",
    "Game",
    "GameCollection",
    "GameReview",
    "HumanPredictor",
    "Info",
    "MatchScore",
    "MoveChoice",
    "MoveJudgement",
    "MoveReview",
    "Node",
    "PgnGame",
    "PositionLike",
    "RatsuError",
    "RunningAnalysis",
    "Score",
    "Tables",
    "Wdl",
    "board_of",
    "parse_games",
    "play_match",
    "read_games",
    "reason_of",
    "review",
    "write_games",
)
