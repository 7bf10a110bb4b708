"""`ratsu tactics`: puzzles of your rating, by theme, in streaks and in cycles; also guessed games and blindfold tasks."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

from engine.coach.puzzles import shipped_puzzles
from engine.console.deck import opened_deck
from engine.console.pgn.common import add_json
from engine.console.run_drill import QUITS, Show, read_move, run_drill
from engine.console.tactics_training import progress_data, progress_text, train
from engine.console.typed_move import parse_move
from engine.drill.session import Session
from engine.drill.sources import guess as guessing
from engine.drill.sources import visualise as seeing
from engine.drill.sources.guess import (
    GuessGame,
    GuessQuestion,
    GuessSource,
    GuessWorth,
    next_game,
    note_of,
    shipped_games,
)
from engine.drill.sources.puzzles import SOURCE, PuzzleMode, PuzzleSelection
from engine.drill.sources.visualise import VisualKind, VisualSource, VisualTask, progress_of
from engine.drill.verdict import AnswerVerdict
from engine.game.limits import Limits
from engine.ground.errors import MoveError, RatsuError
from engine.pgn.reader import read_games
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.tactics.progress import rating_change
from engine.play.tactics.puzzle_files import puzzles_of

HELP = "trains tactics with puzzles: by rating, theme, in streaks and cycles"


NODES = 200_000  # for each position that is compared


def guess(source: GuessSource, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
    """Asks the moves of a game until its end, or until the user leaves. :raises RatsuError: an answer cannot be saved."""
    game = source.game
    tell(
        f"{game.white_player} - {game.black_player}, {game.year}. Moves as Nf3 or g1f3; 'hint' (half the points), 'quit'."
    )
    session = Session(source)
    if run_drill(session, _GuessShow(session, source, ask, tell)):
        tell(f"The game is over. Best result in it: {note_of(source.file.value(), game).best} %")


def visualise(source: VisualSource, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
    """Asks tasks until the user leaves. :raises RatsuError: an answer cannot be saved."""
    tell("Squares as d2 e4, colours as light or dark, moves as Nf3; 'quit'.")
    session = Session(source)
    run_drill(session, _VisualShow(source, ask, tell))


class _GuessShow(Show[GuessQuestion]):
    """The printed game."""

    def __init__(
        self,
        session: Session[GuessQuestion],
        source: GuessSource,
        ask: Callable[[str], str],
        tell: Callable[[str], object],
    ) -> None:
        super().__init__(ask, tell)
        self._session, self._source = session, source

    def ask_move(self, question: GuessQuestion) -> str | None:
        board = question.board
        before = board.copy()
        last = before.pop()
        side = "White" if board.turn else "Black"
        self.tell(f"\n{before.san(last)} was played.\n{board}\n{side} to move.")
        return read_move(board, self, lambda: self._hint(question))

    def _hint(self, question: GuessQuestion) -> str:
        self._session.hint()
        return question.look.value

    def show_verdict(self, question: GuessQuestion, uci: str, verdict: AnswerVerdict[GuessQuestion]) -> None:
        """Prints the points, and the move that was played."""
        worth, board = verdict.why, question.board
        assert isinstance(worth, GuessWorth), "the source's own"
        played = board.san(board.parse_uci(question.played))
        note = note_of(self._source.file.value(), question.game)
        self.tell(f"{played} was played. {worth.points} of 10 points; {note.points} in this round.")


class _VisualShow(Show[VisualTask]):
    """The printed tasks."""

    def __init__(self, source: VisualSource, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
        super().__init__(ask, tell)
        self._source = source
        self._before = 0.0  # the rating

    def ask_move(self, question: VisualTask) -> str | None:
        self._before = progress_of(self._source.file.value()).glicko.rating
        if question.kind is VisualKind.COLOUR:
            self.tell(f"\nWhich colour is {question.start}?")
        elif question.kind is VisualKind.KNIGHT:
            self.tell(f"\nBring a knight from {question.start} to {question.goal} by the shortest way.")
        else:
            self.tell(f"\n{question.fen}\nFrom here: {question.told_text} And now?")
        while True:
            try:
                text = self.ask("your answer: ").strip()
            except EOFError:
                return None
            if text in QUITS:
                return None
            if question.kind is not VisualKind.BLINDFOLD:
                return text or "-"
            try:
                return parse_move(question.board, text).uci()
            except MoveError as refused:
                self.tell(str(refused))

    def show_verdict(self, question: VisualTask, uci: str, verdict: AnswerVerdict[VisualTask]) -> None:
        after = progress_of(self._source.file.value()).glicko.rating
        said = "Right." if verdict.right else f"Wrong: {question.solution}."
        self.tell(f"{said} Your rating: {rating_change(self._before, after)}.")


def add_drills(parser: argparse.ArgumentParser) -> None:
    """Adds one sub-parser for each kind; without one, the command asks puzzles."""
    actions = parser.add_subparsers(metavar="KIND", title="instead of puzzles")
    game = actions.add_parser("guess", help="the moves of a game, scored by winning chances")
    game.add_argument("file", type=Path, nargs="?", help="PGN file with your own games (default: games of masters)")
    game.add_argument("--game", type=int, default=0, metavar="N", help="the game's number (default: the next one)")
    game.add_argument("--side", choices=("white", "black"), help="whose moves (default: the winner's)")
    game.add_argument("--list", action="store_true", help="only list the games of masters")
    game.set_defaults(action=_guess)
    mind = actions.add_parser(
        "visualise", help="colours of squares, knight paths, moves without a board; with a rating"
    )
    kinds = tuple(kind.value for kind in VisualKind)
    mind.add_argument("--kind", choices=kinds, action="append", help="only such questions (may be repeated)")
    mind.add_argument("--show", action="store_true", help="only show your rating")
    mind.add_argument("--seed", type=int, help="the same seed draws the same questions")
    add_json(mind)
    mind.set_defaults(action=_visualise)


def _guess(arguments: argparse.Namespace) -> int:
    """Asks one game. The window uses the same progress. Raises RatsuError."""
    games = shipped_games()
    if arguments.list:
        for number, game in enumerate(games, 1):
            print(f"{number:>3}  {game.white_player} - {game.black_player}, {game.year}")
        return 0
    file = opened_deck(guessing.SOURCE)
    if arguments.file is not None:
        games = _games_of(arguments.file, arguments.side)
    elif arguments.side:
        raise RatsuError("--side needs a file")
    if arguments.game and not 1 <= arguments.game <= len(games):
        raise RatsuError("there is no game %1; there are %2", arguments.game, len(games))
    chosen = games[arguments.game - 1] if arguments.game else next_game(file.value(), games)

    @cache
    def judge() -> PositionJudge:
        return own_judge(Limits(nodes=NODES), None)

    guess(GuessSource(chosen, judge, file), input, print)
    return 0


def _games_of(path: Path, side: str | None) -> tuple[GuessGame, ...]:
    """The games of a file that are long enough. :raises RatsuError: none is."""
    found = (GuessGame.of(game, side == "white" if side else game.result != "0-1") for game in read_games(path))
    games = tuple(game for game in found if game.asked)
    if not games:
        raise RatsuError("%1 has no game that is long enough to guess its moves", path)
    return games


def _visualise(arguments: argparse.Namespace) -> int:
    """Runs a session, or prints the progress. The window uses the same file. Raises RatsuError."""
    file = opened_deck(seeing.SOURCE)
    if arguments.show or arguments.json:
        progress = seeing.progress_of(file.value())
        rating, deviation = round(progress.glicko.rating), round(progress.glicko.deviation)
        row = {"rating": rating, "deviation": deviation, "solved": progress.solved, "failed": progress.failed}
        tried = progress.solved + progress.failed
        text = f"rating   {rating} ± {2 * deviation}\nsolved   {progress.solved} of {tried} at the first try"
        print(json.dumps(row) if arguments.json else text)
        return 0
    kinds = tuple(map(VisualKind, arguments.kind)) if arguments.kind else tuple(VisualKind)
    visualise(VisualSource(file, random.Random(arguments.seed), kinds), input, print)
    return 0


def configure(parser: argparse.ArgumentParser) -> None:
    courses = tuple(course.value for course in PuzzleMode)
    parser.add_argument(
        "--course", choices=courses, default="rated", help="how the next puzzle is found (default rated)"
    )
    parser.add_argument("--theme", default="", help="only puzzles with this theme of lichess, such as fork or mateIn2")
    parser.add_argument(
        "--new-cycle", action="store_true", help="with --course cycle: other puzzles than in the last one"
    )
    parser.add_argument(
        "--puzzles", type=Path, metavar="FILE", help="puzzles of a CSV, PGN or EPD file instead of the shipped"
    )
    parser.add_argument("--show", action="store_true", help="only show your rating and what is due")
    parser.add_argument("--seed", type=int, help="the same seed draws the same puzzles")
    add_json(parser)
    add_drills(parser)
    parser.epilog = (
        "examples:\n  ratsu tactics --theme fork\n  ratsu tactics --course streak\n  ratsu tactics --show --json\n"
        "  ratsu tactics guess mine.pgn --game 3 --side black\n  ratsu tactics visualise --kind knight"
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs a session in the terminal, or prints the progress. The window uses the same file. Raises RatsuError."""
    if "action" in arguments:
        return int(arguments.action(arguments))
    file = opened_deck(SOURCE)
    if arguments.show or arguments.json:
        print(json.dumps(progress_data(file.value())) if arguments.json else progress_text(file.value()))
        return 0
    puzzles = puzzles_of(arguments.puzzles) if arguments.puzzles else shipped_puzzles()
    themes = frozenset().union(*(puzzle.themes for puzzle in puzzles))
    if arguments.theme and arguments.theme not in themes:
        raise RatsuError("no puzzle has the theme %1; there are %2", arguments.theme, ", ".join(sorted(themes)))
    name = arguments.puzzles.name if arguments.puzzles else ""
    request, chance = (
        PuzzleSelection(PuzzleMode(arguments.course), arguments.theme, name),
        random.Random(arguments.seed),
    )
    if arguments.new_cycle and request.course is not PuzzleMode.CYCLE:
        raise RatsuError("--new-cycle needs --course cycle")
    train(file, request, chance, input, print, arguments.new_cycle, puzzles if arguments.puzzles else ())
    return 0
