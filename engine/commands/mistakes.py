"""`ratsu mistakes FILE.pgn --player NAME`: the player's mistakes in many games, saved for training in the window."""

import argparse
import json
import sys
from pathlib import Path

from engine.coach.claim_words import english
from engine.console.deck import opened_deck
from engine.console.meter import Meter, exit_code
from engine.console.mirror_text import mirror_text
from engine.console.pgn.common import add_json
from engine.console.pgn.rewriting import numbers_of
from engine.console.reviewing import add_review_arguments, reviewing, tell_unread, unread_of
from engine.drill.sources import mistakes
from engine.ground.text import counted
from engine.pgn.reader import read_games
from engine.play.review.exercises import MistakeExercise, exercises_of, has_one_answer
from engine.play.review.mirror import OwnGame, mirror_of, reviewed_game
from engine.play.review.rating.games import side_of
from engine.play.review.values import GameReview

HELP = "collects your own mistakes from games and saves them to be trained"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    parser.add_argument("--player", required=True, metavar="NAME", help="whose mistakes: the surname or whole name")
    parser.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1 (default: all)")
    add_review_arguments(parser)
    add_json(parser)
    parser.epilog = (
        "example:\n  ratsu mistakes mine.pgn --player Virtanen\n\n"
        "Only mistakes with exactly one good move become exercises. The window asks them under Train, Mistakes."
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints one line per exercise; each game's are saved at once. Raises RatsuError."""
    deck = opened_deck(mistakes.SOURCE)  # a damaged file is reported before the work begins
    chosen = numbers_of(arguments.games) if arguments.games else None
    games, found, new, cut = list[OwnGame](), 0, 0, 0
    with Meter().listening() as meter, reviewing(arguments, meter) as reviews:
        for game in read_games(arguments.file):
            white = side_of(game, arguments.player)
            if white is None or (chosen is not None and game.number not in chosen):
                continue
            review = reviews.review(game)
            if review is None and meter.cancelled:
                break
            if review is None:
                continue
            own = exercises_of(game, review, white)
            kept = tuple(one for one in own if has_one_answer(one, reviews.judge))
            games.append(reviewed_game(game.number, review, white))
            cut += bool(game.unread)
            if game.unread and arguments.json:
                print(json.dumps({"game": game.number, "unread": unread_of(game)}, ensure_ascii=False), flush=True)
            else:
                tell_unread(game)
            found, new = found + len(own), new + mistakes.add(deck, kept)
            for exercise in kept:
                print(_line(exercise, review, as_json=arguments.json), flush=True)
    text = f"{mirror_text(mirror_of(games, {}))}\n\n" if games else ""
    text += f"{counted(len(games), 'game')}, {counted(found, 'mistake')} of {arguments.player}: "
    text += f"{counted(new, 'new exercise')}, {len(mistakes.saved(deck.value()))} saved in all"
    text += f"; {counted(cut, 'game')} not read to the end" if cut else ""
    print(text, file=sys.stderr if arguments.json else sys.stdout)
    return exit_code(meter, reviews.code)


def _line(exercise: MistakeExercise, review: GameReview, *, as_json: bool) -> str:
    why = english(review.moves[len(exercise.moves)].claims, addressed=True)
    if not as_json:
        return f"{exercise.event}: {exercise.played_text}, better {exercise.better_text}\n    {why}"
    row = {"event": exercise.event, "fen": exercise.fen, "played": exercise.played, "better": list(exercise.better)}
    return json.dumps({**row, "why": why}, ensure_ascii=False)
