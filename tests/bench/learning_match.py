"""A learning engine against a fixed opponent that repeats its openings: how often is the same game lost twice?

    python -m tests.bench.learning_match [GAMES] [NODES]

Both sides search a fixed number of nodes, so without learning every loss would repeat for ever. The opponent has five
openings with each colour and goes through them again and again; our side has its book and plays what is best there.
Learning analyses each lost game with ten times the nodes. The last line is one JSON object.
"""

import json
import random
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import chess

from books.choice.choose import ChoiceSettings, Selection
from books.choice.library import Library
from books.learning.learn import Learner
from books.learning.played import PlayedGame
from engine.game.limits import GamePosition, Limits
from engine.play.book.analyser import EngineAnalyser
from engine.player import Player

MAX_PLIES = 160
RIVAL = 8  # the opponent searches so many times more: there must be losses to learn from
RESIGN_CP = 700  # three times in a row
FIRST_MOVES = ("e2e4", "d2d4", "c2c4", "g1f3", "b2b3")  # the opponent's as White
FIRST_REPLIES = ("c7c5", "e7e6", "g8f6", "d7d6", "b8c6")  # and as Black, whatever our side played


def opening_of(number: int) -> str:
    """The opponent's first move in a game; our side has White in the even ones."""
    return (FIRST_MOVES if number % 2 else FIRST_REPLIES)[number // 2 % len(FIRST_MOVES)]


def play(library: Library, own: Player, opponent: Player, number: int, nodes: int, rival_nodes: int) -> PlayedGame:
    """One game; our side plays from its book, always the first choice."""
    own_white = number % 2 == 0
    board = chess.Board()
    chooser = library.chooser(ChoiceSettings(Selection.BEST), random.Random(1))
    evaluations: list[int | None] = []
    book_plies, in_book, hopeless = 0, True, 0
    own.new_game()
    opponent.new_game()
    while not board.is_game_over(claim_draw=True) and board.ply() < MAX_PLIES and hopeless < 3:
        moves = tuple(move.uci() for move in board.move_stack)
        if board.turn != own_white:
            board.push_uci(
                opening_of(number)
                if board.ply() < 2
                else opponent.search(GamePosition(chess.STARTING_FEN, moves), Limits(nodes=rival_nodes)).best_move or ""
            )
            continue
        choice = chooser.choose(board)
        if choice and choice.move:
            board.push(choice.move)
            book_plies = board.ply() if in_book else book_plies
            evaluations.append(None)
            continue
        in_book = False
        excluded = tuple(move.uci() for move in choice.excluded) if choice else ()
        result = own.search(GamePosition(chess.STARTING_FEN, moves), Limits(nodes=nodes, exclude_moves=excluded))
        score = result.lines[0].score
        value = score.centipawns if score.centipawns is not None else (10_000 if (score.mate or 0) > 0 else -10_000)
        evaluations.append(value)
        hopeless = hopeless + 1 if value <= -RESIGN_CP else 0
        board.push_uci(result.best_move or "")
    outcome = board.outcome(claim_draw=True)
    result_text = outcome.result() if outcome else ("0-1" if own_white else "1-0") if hopeless >= 3 else "1/2-1/2"
    return PlayedGame(
        tuple(move.uci() for move in board.move_stack), own_white, result_text, "normal", book_plies, tuple(evaluations)
    )


def match(games: int, nodes: int) -> dict[str, object]:
    """The match; our side alternates colours."""
    points: list[float] = []
    lost: Counter[tuple[str, ...]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "user.ratsubook", Path(folder) / "learned.ratsubook")
        learner = Learner(library)
        own, opponent = Player(), Player()
        for number in range(games):
            game = play(library, own, opponent, number, nodes, RIVAL * nodes)
            points.append(game.points if game.points is not None else 0.5)
            if game.lost:
                lost[game.moves] += 1
            learner.record(replace(game, date=str(number)))  # a game of its own, even if it was played before
            learner.analyse_pending(EngineAnalyser(10 * nodes))
            told = f"{opening_of(number)}, {game.result}, book {game.book_plies} plies, {len(game.moves)} plies"
            print(f"game {number + 1}: {told}", flush=True)
        library.close()
    half = games // 2
    repeated = sum(count - 1 for count in lost.values())
    return {
        "games": games,
        "losses": sum(lost.values()),
        "repeated_losses": repeated,
        "first_half": sum(points[:half]),
        "second_half": sum(points[half:]),
    }


if __name__ == "__main__":
    print(
        json.dumps(
            match(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
        )
    )
