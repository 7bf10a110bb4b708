"""`ratsu book learn`."""

import argparse
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from books.analysis import score_of
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.lessons import Lesson, LessonState
from books.learning.recording import Recorded
from engine.console.book.common import add_common, library, output
from engine.console.meter import Meter
from engine.game.info import PovScore
from engine.game.reason import text_reason
from engine.game.reason_words import english, score_words
from engine.ground.text import counted
from engine.play.book.analyser import CHECK_NODES, EngineAnalyser
from engine.play.book.own_games import games_to_learn
from engine.play.sources.style_in_use import StyleInUse
from engine.player import Player


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "learn",
        help="learns from finished games, lists what was learned",
        description="Learns from finished games; lists what was learned.",
    )
    parser.add_argument(
        "games", nargs="*", type=Path, help="PGN files with the player's games (default: analyse what waits)"
    )
    parser.add_argument(
        "--player", default="Ratsu", help="whose games they are: the surname or whole name (default: %(default)s)"
    )
    parser.add_argument("--nodes", type=int, default=CHECK_NODES, help="nodes for each analysis (default: %(default)s)")
    parser.add_argument(
        "--style", help="a style by name or file: decides what is $ among the playable moves that did well"
    )
    parser.add_argument("--later", action="store_true", help="only store the games, analyse them another time")
    parser.add_argument("--recheck", type=int, default=0, metavar="N", help="check the N oldest learned ? moves again")
    parser.add_argument("--list", action="store_true", help="only list what was learned")
    parser.add_argument(
        "--accept", type=_game, metavar="GAME", help="accept what was learned from this game, or from `all`"
    )
    parser.add_argument("--reject", type=_game, metavar="GAME", help="undo the lessons of this game, or of `all`")
    parser.add_argument("--forget", type=int, metavar="GAME", help="undo everything from this game, results too")
    parser.add_argument("--forget-all", action="store_true", help="undo everything ever learned")
    add_common(parser, "ratsu book learn match.pgn --player Ratsu")
    parser.set_defaults(action=_learn)


def _learn(arguments: argparse.Namespace) -> int:
    progress = Meter("learning")
    with library(arguments) as books:
        learner = Learner(books, style=_styled(arguments))
        _decide(learner, arguments)
        games = [game for path in arguments.games for game in games_to_learn(learner, path, arguments.player)]
        recorded = learner.record_all(games, progress)  # the end of the book was found for all games before
        if arguments.list or arguments.later or _decision_only(arguments):
            found = learner.log()[::-1]
        else:
            analyser = EngineAnalyser(arguments.nodes)
            found = learner.analyse_pending(analyser, progress)
            found += learner.recheck(analyser, arguments.recheck, progress) if arguments.recheck else []
        waiting = len(learner.pending())
        unproven = learner.unproven(recorded.new)
        stands = [(game, how, score_of(value, learner.game(game).own_white)) for game, how, value in unproven]
    progress.clear()
    lines = [_lesson_line(lesson) for lesson in found] or ["nothing new learned"]
    lines += _game_lines(recorded, stands) + ([f"{counted(waiting, 'game')} to be analysed"] if waiting else [])
    values = {
        "lessons": [_lesson_values(lesson) for lesson in found],
        "pending": waiting,
        "recorded": list(recorded.new),
        "already_learned": list(recorded.known),
        "unproven": [{"game": game, "termination": how, "centipawns": value} for game, how, value in unproven],
    }
    output(arguments, values, "\n".join(lines))
    return 0


def _styled(arguments: argparse.Namespace) -> EngineAnalyser | None:
    """The analyser of the style asked for. :raises OptionError: the style is unknown or its file is bad."""
    if arguments.style is None:
        return None
    player = Player()
    StyleInUse(player).choose(arguments.style)
    return EngineAnalyser(arguments.nodes, player=player)


def _game_lines(recorded: Recorded, unproven: list[tuple[int, str, PovScore]]) -> list[str]:
    """The lines about the games themselves: already learned, or lost without a bad position."""
    lines = [
        f"game {game} was lost ({how}), but its last position is {score_words(score)}: the result bars nothing"
        for game, how, score in unproven
    ]
    if recorded.known:
        numbers = ", ".join(map(str, dict.fromkeys(recorded.known)))
        lines.append(
            f"{len(recorded.known)} of {counted(len(recorded.numbers), 'game')} learned before: skipped ({numbers})"
        )
    return lines


def _decision_only(arguments: argparse.Namespace) -> bool:
    named = (arguments.accept, arguments.reject, arguments.forget)
    return not arguments.games and (any(game is not None for game in named) or arguments.forget_all)


def _game(text: str) -> int:
    """A game's number; 0 means all games."""
    return 0 if text == "all" else int(text)


def _decide(learner: Learner, arguments: argparse.Namespace) -> None:
    if arguments.accept is not None:
        lessons.accept(learner.book, lessons.log(learner.book, arguments.accept or None))
    if arguments.reject is not None:
        lessons.reject(learner.book, lessons.log(learner.book, arguments.reject or None))
    if arguments.forget is not None:
        lessons.undo_game(learner.book, arguments.forget)
    if arguments.forget_all:
        lessons.undo_everything(learner.book)


def _lesson_line(lesson: Lesson) -> str:
    change = f"{lesson.probability_before:.0%} -> {lesson.probability_after:.0%}"
    state = {LessonState.ACCEPTED: " [accepted]", LessonState.REJECTED: " [undone]"}.get(lesson.state, "")
    return f"{english(lesson.reason)}  ({change}){state}"


def _lesson_values(lesson: Lesson) -> dict[str, Any]:
    flags = {"flag_before": lesson.flag_before, "flag_after": lesson.flag_after}
    symbols = {name: flag.symbol if flag is not None else None for name, flag in flags.items()}
    values = asdict(replace(lesson, reason=text_reason("")))
    values["text"] = english(lesson.reason)
    del values["reason"]
    return values | symbols | {"state": lesson.state.name.lower()}
