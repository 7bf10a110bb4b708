"""`ratsu book prepare`: an opponent's openings, lines to aim for, and a book to spar against."""

import argparse
from datetime import datetime
from pathlib import Path
from typing import Any

import chess

from books.analysis import score_of
from books.choice.library import Library
from books.errors import BookError
from books.folder import book_file_name
from books.preparation.opponent import GameSelection, OpponentResults
from books.preparation.steering import SteeringMove, SteerLine, SteerOptions
from engine.console.book.common import add_common, library, output
from engine.console.meter import Meter, exit_code
from engine.console.run_job import run_job
from engine.game.reason_words import score_words
from engine.ground.text import counted
from engine.ground.user_files import INDEXES, collection_path, data_folder
from engine.jobs import preparation
from engine.jobs.preparation import Preparation, PreparationJob, PreparationRequest, SidePreparation

SIDES = {"white": True, "black": False, "both": None}
RESULTS = {"won": 2, "drawn": 1, "lost": 0}
MOST_LINES, MOST_SCORES, MOST_CHOICES = 12, 6, 4


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "prepare",
        help="prepares for an opponent: where to lead him with your moves",
        description="Counts an opponent's games and finds the lines of your books in which he does worst.",
    )
    parser.add_argument(
        "games", nargs="*", type=collection_path, help="collections, PGN files and folders with games of the opponent"
    )
    parser.add_argument("--player", default="", help="the opponent's surname or whole name")
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help="a spelling that is another player's"
    )
    parser.add_argument("--side", choices=SIDES, default="both", help="the side you will have (default: %(default)s)")
    parser.add_argument("--since", type=int, metavar="YEAR", help="only games from this year on")
    parser.add_argument("--until", type=int, metavar="YEAR", help="only games up to this year")
    parser.add_argument("--result", choices=RESULTS, help="only games that the opponent won, drew or lost")
    parser.add_argument("--plies", type=int, default=24, help="depth in plies (default: %(default)s)")
    parser.add_argument("--min-games", type=int, default=3, help="fewest games of a position (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=0, help="nodes for each position that no book has evaluated")
    parser.add_argument("--evaluations", type=Path, help="file that keeps what was searched")
    parser.add_argument(
        "--keep", action="store_true", help="add the moves to steer by to your books, under today's date"
    )
    parser.add_argument(
        "--spar", action="store_true", help="write the opponent's openings, to play against with `ratsu play --spar`"
    )
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write the preparation as a page: .html or .tex")
    parser.add_argument("--list", action="store_true", help="only list the books that --keep made")
    parser.add_argument("--remove", type=Path, metavar="BOOK", help="only remove a book that --keep made")
    add_common(parser, "ratsu book prepare games.pgn --player Tal --side white --keep")
    parser.set_defaults(action=_prepare)


def _prepare(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        if arguments.remove is not None:
            path = arguments.remove if arguments.remove.is_absolute() else _kept(books, arguments.remove)
            preparation.remove(books, path)
            output(arguments, {"removed": path}, f"{path} was removed")
            return 0
        if arguments.list:
            return _list(books, arguments)
        if not arguments.games or not arguments.player.strip():
            raise BookError("Name the games and the opponent: ratsu book prepare games.pgn --player Tal")
        request = PreparationRequest(
            tuple(arguments.games),
            arguments.player.strip(),
            data_folder() / INDEXES,
            SIDES[arguments.side],
            GameSelection(None, arguments.since, arguments.until, RESULTS.get(arguments.result)),
            SteerOptions(arguments.plies, arguments.min_games),
            arguments.nodes,
            arguments.evaluations,
            tuple(arguments.without),
        )
        meter = Meter("preparing")
        for found in run_job(PreparationJob(lambda: books), request, meter):
            _tell(arguments, books, found)
    return exit_code(meter)


def _tell(arguments: argparse.Namespace, books: Library, found: Preparation) -> None:
    values, lines = _values(found), _lines(found)
    if arguments.keep:
        path = preparation.keep(books, found, datetime.now().astimezone().date())
        values["book"] = path
        lines.append(f"\n{path.name} is one of your books now; remove it with --remove '{path.name}'")
    if arguments.spar:
        path = preparation.sparring_path(books, found.opponent.asked)
        values["sparring"], moves = path, preparation.write_sparring_book(found, path)
        lines.append(f"\n{counted(moves, 'move', spec=',')} written; play against them: ratsu play --spar '{path}'")
    if arguments.sheet:
        from engine.publishing.preparation_pages import preparation_blocks, preparation_title
        from engine.publishing.publish import PublishFormat, publish_page
        from engine.publishing.wording import PLAIN

        page = preparation_blocks(found, PLAIN)
        publish_page(preparation_title(found, PLAIN), page, arguments.sheet, PublishFormat(columns=1))
        values["sheet"] = arguments.sheet
        lines.append(f"\n{arguments.sheet} written")
    output(arguments, values, "\n".join(lines))


def _kept(books: Library, name: Path) -> Path:
    """A saved preparation, by its printed name."""
    for path, title, _ in preparation.prepared(books):
        if str(name) in (path.name, path.stem, title):
            return path
    return name.with_name(book_file_name(name.stem))


def _list(books: Library, arguments: argparse.Namespace) -> int:
    kept = preparation.prepared(books)
    text = "\n".join(f"{day}  {title}  {path}" for path, title, day in kept)
    values = {"books": [{"path": path, "title": title, "day": day} for path, title, day in kept]}
    output(arguments, values, text or "there is no preparation")
    return 0


def _lines(found: Preparation) -> list[str]:
    opponent = found.opponent
    names = ", ".join(f"{name} ({count})" for name, count in opponent.counted.items())
    rating = f", rating {opponent.rating}" if opponent.rating else ""
    lines = [f"{len(opponent.games):,} of {counted(opponent.read, 'game', spec=',')}: {names}{rating}"]
    if opponent.set_up:
        lines.append(f"left out: {counted(opponent.set_up, 'game')} from other starting positions")
    for side in found.sides:
        mine, his = ("White", "Black") if side.white else ("Black", "White")
        lines += ["", f"With {his}: {_results(side.results)}"]
        lines += [f"  {year or '????'}  {_results(ended)}" for year, ended in side.years.items()]
        lines += [f"  {chess.Board().variation_san(moves)}  {_results(ended)}" for moves, ended in side.openings]
        plan = side.plan
        lines.append(
            f"Your score with {mine} is {plan.usual:.1%} ({_range(plan.usual_interval)}) as others played, "
            f"{plan.expected:.1%} ({_range(plan.interval)}) if you steer:"
        )
        lines += [_line(side, line) for line in plan.lines[:MOST_LINES]] or ["  your books have no move in these games"]
        lines += [_choice(step) for step in plan.steps if step.others][:MOST_CHOICES]
    return lines


def _results(ended: OpponentResults) -> str:
    score = f", {ended.score:.0%}" if ended.score is not None else ""
    if ended.interval is not None:
        score += f", 95 % interval {ended.interval[0]:.0%} to {ended.interval[1]:.0%}"
    return f"{ended.games} game{'s' * (ended.games != 1)} (+{ended.wins} ={ended.draws} -{ended.losses}{score})"


def _line(side: SidePreparation, line: SteerLine) -> str:
    value = "" if line.centipawns is None else f", {score_words(score_of(line.centipawns, side.white))}"
    moves = chess.Board().variation_san(line.moves)
    reach, expected = _range(line.reach_interval), _range(line.interval)
    return f"  {line.reach:>4.0%} ({reach})  {line.expected:.0%} ({expected}) for you{value}  {moves}  {_results(line.results)}"


def _range(interval: tuple[float, float]) -> str:
    """The limits of a 95 % interval: `12 to 30 %`."""
    return f"{100 * interval[0]:.0f} to {interval[1]:.0%}"


def _choice(step: SteeringMove) -> str:
    """The results of the user's other moves."""
    ranked = ((step.move, step.expected), *step.others)
    texts = [f"{step.board.san(move)} {expected:.0%}" for move, expected in ranked[:MOST_SCORES]]
    return f"  {step.reach:>4.0%}  move {step.board.fullmove_number}, for you: {', '.join(texts)}  ({step.board.fen()})"


def _values(found: Preparation) -> dict[str, Any]:
    return {
        "names": found.opponent.names,
        "games": len(found.opponent.games),
        "read": found.opponent.read,
        "rating": found.opponent.rating,
        "sides": [
            {
                "side": "white" if side.white else "black",
                "results": side.results._asdict(),
                "years": {str(year or "????"): ended._asdict() for year, ended in side.years.items()},
                "usual": side.plan.usual,
                "expected": side.plan.expected,
                "choices": [
                    {
                        "fen": step.board.fen(),
                        "move": step.move.uci(),
                        "expected": step.expected,
                        "others": {move.uci(): value for move, value in step.others},
                    }
                    for step in side.plan.steps
                ],
                "lines": [_line_values(side, line) for line in side.plan.lines],
            }
            for side in found.sides
        ],
    }


def _line_values(side: SidePreparation, line: SteerLine) -> dict[str, Any]:
    return {
        "moves": [move.uci() for move in line.moves],
        "reach": line.reach,
        "reach_interval": line.reach_interval,
        "results": line.results._asdict(),
        "expected": line.expected,
        "interval": line.interval,
        "centipawns": line.centipawns,
        "worth": line.worth(side.plan.usual),
    }
