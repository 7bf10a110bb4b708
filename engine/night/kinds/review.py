"""Reviews of games: accuracy, faulted moves with their refutations, and the player's mistakes as exercises.

They use the shipped book and tables, never the user's: every machine gives the same answer.
"""

import atexit
import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from books.choice.library import Library
from books.collection.accuracies import Accuracies, store_accuracies
from books.collection.export import text_of
from books.collection.game_collection import Collection, CollectionError, is_collection
from books.collection.query import Query
from books.collection.search import search
from engine.console.deck import opened_deck
from engine.drill.sources import mistakes
from engine.game.limits import GamePosition, Limits
from engine.game.reason import Share
from engine.game.reason_file import move_of
from engine.ground.json_text import JsonValue
from engine.ground.text import NOTHING, Text, joined, why
from engine.jobs.job import Context
from engine.jobs.review import ReviewJob, review_of
from engine.night.evaluations import absorb, with_evaluations
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightError, PlannedTask, Table, TaskAnswer, text_as_json, text_of_json
from engine.pgn.reader import games_of, read_games
from engine.pgn.values import PgnGame
from engine.pgn.writer import written_game
from engine.play.match.openings import HARMLESS
from engine.play.review.exercises import MistakeExercise, exercises_of, has_one_answer
from engine.play.review.own_judge import own_judge
from engine.play.review.rating.games import side_of
from engine.play.review.review_text import review_data
from engine.play.review.values import ReviewRequest
from engine.play.sources.stored_search import GatheredEvaluations
from tablebases.tables import Tablebases

__all__ = ["absorb", "answer", "game", "keep", "lines", "tasks"]


def tasks(files: Sequence[Path], player: str, first: int = 1) -> Iterator[PlannedTask]:
    """A task for each game of PGN files and collections. An unreadable game counts as a failed task.

    `player`: whose mistakes become exercises; empty: no exercises. `first`: the first game of a collection.
    :raises RatsuError: a file cannot be read.
    """
    for path in files:
        for number, game, place in _games(path, first):
            name = f"{path.name} {number}: {game.header('White')} - {game.header('Black')}"
            fault = NOTHING
            if game.refused:
                fault = Text("the game cannot be read: %1", game.problems[0].text)
            elif not game.main_line():
                fault = Text("the game has no moves")
            broken = next((one for one in game.problems if one.kind not in HARMLESS), None)
            unread = text_as_json(broken.text) if broken is not None else ""
            payload = {"pgn": "" if fault else written_game(game), "player": player, "unread": unread, **place}
            yield PlannedTask(name, payload, fault=fault)


def _games(path: Path, first: int) -> Iterator[tuple[int, PgnGame, Table]]:
    """Each game with its number, and with its place in a collection, if it has one, for its accuracy."""
    try:
        collected = is_collection(path)
    except OSError as error:
        raise NightError("%1 cannot be read: %2", path, error) from error
    if not collected:
        yield from ((number, game, {}) for number, game in enumerate(read_games(path), 1))
        return
    with Collection(path) as collection:
        for found in search(collection, Query(), -1):
            if found.id >= first:
                game = games_of(text_of(collection, found))[0]
                yield found.id, game, {"place": [str(path.absolute()), found.id]}


def answer(payload: Table, nodes: int) -> Table:
    """The review as `ratsu review --json` prints it, and the exercises. :raises RatsuError: the game cannot be reviewed."""
    game = games_of(payload["pgn"])[0]
    library, tables = _sources()
    limits = Limits(nodes=nodes)
    position = GamePosition(game.start_fen, tuple(node.uci for node in game.main_line()), chess960=game.chess960)
    gathered = GatheredEvaluations()
    job = ReviewJob(lambda limits: own_judge(limits, tables, lambda: gathered), lambda: library)
    review = review_of(job, ReviewRequest(position, limits), Context())
    if review is None:
        raise NightError("the review was stopped")
    white = side_of(game, payload["player"]) if payload["player"] else None
    own = exercises_of(game, review, white) if white is not None else ()
    judge = own_judge(limits, tables)
    exercises = [asdict(one) for one in own if has_one_answer(one, judge)]
    place = {"place": payload["place"]} if "place" in payload else {}
    answered = {"review": review_data(review), "exercises": exercises, "unread": payload["unread"], **place}
    return with_evaluations(answered, gathered.found)


@functools.cache
def _sources() -> tuple[Library, Tablebases]:
    library, tables = Library(None, None), Tablebases(())
    atexit.register(library.close)
    atexit.register(tables.close)
    return library, tables


def keep(answers: Iterable[TaskAnswer], _options: Table) -> list[ReportLine]:
    """Saves the exercises of a finished job for training, and the accuracies in their collections. Existing exercises remain."""
    exercises: list[MistakeExercise] = []
    judged: dict[str, dict[int, Accuracies]] = {}
    for answer in answers:
        exercises += [mistakes.note_of(JsonValue(row)).exercise for row in answer.value["exercises"]]
        if "place" in answer.value:
            path, number = answer.value["place"]
            players = answer.value["review"]["players"]
            judged.setdefault(path, {})[number] = players["white"]["accuracy"], players["black"]["accuracy"]
    new = mistakes.add(opened_deck(mistakes.SOURCE), exercises) if exercises else 0
    told = [ReportLine(Text("Exercises saved for training: %1 new", new))] if exercises else []
    return told + [_keep_accuracies(Path(path), found) for path, found in judged.items()]


def _keep_accuracies(path: Path, found: dict[int, Accuracies]) -> ReportLine:
    try:
        with Collection(path) as collection:
            return ReportLine(Text("Accuracies written into %1: %2", path.name, store_accuracies(collection, found)))
    except CollectionError as error:
        return ReportLine(why(error))


def game(payload: Table, _answer: Table, _number: int) -> str:
    """The game that was reviewed."""
    return str(payload["pgn"])


def _worst(answer: TaskAnswer) -> int:
    """The half-move with the largest loss."""
    moves = answer.value["review"]["moves"]
    return int(max(moves, key=lambda move: float(move["loss"]))["ply"]) if moves else 0


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """Games with their accuracy, the worst first, and the exercises."""
    games: list[tuple[float, ReportRow]] = []
    faults: list[ReportRow] = []
    exercises: list[ReportRow] = []
    unread: list[ReportRow] = []
    for answer in answers:
        sides = answer.value["review"]["players"]
        accuracies = [side["accuracy"] for side in sides.values()]
        shown = joined(*("-" if one is None else Share(one / 100) for one in accuracies), by=" / ")
        worst = min((one for one in accuracies if one is not None), default=100.0)
        games.append((worst, ReportRow(answer.task, Text("%1: accuracy %2", answer.name, shown), game=1)))
        blunders = sum(side["blunders"] for side in sides.values())
        if blunders:
            faults.append(
                ReportRow(answer.task, Text("%1: blunders: %2", answer.name, blunders), game=1, ply=_worst(answer))
            )
        if answer.value["unread"]:
            unread.append(
                ReportRow(answer.task, Text("%1: %2", answer.name, text_of_json(answer.value["unread"])), game=1)
            )
        for one in answer.value["exercises"]:
            played, better = (move_of(uci, one["fen"], one["chess960"]) for uci in (one["played"], one["better"][0]))
            words = Text("%1: %2, better %3", one["event"], played, better)
            exercises.append(ReportRow(answer.task, words, one["fen"]))
    games.sort(key=lambda pair: pair[0])
    return [
        ReportLine(Text("Games reviewed: %1", len(games)), tuple(row for _, row in games)),
        ReportLine(Text("Games with blunders: %1", len(faults)), tuple(faults)),
        *([ReportLine(Text("Exercises found: %1", len(exercises)), tuple(exercises))] if exercises else []),
        *(
            [ReportLine(Text("Games that could be read in part only: %1", len(unread)), tuple(unread))]
            if unread
            else []
        ),
    ]
