"""`ratsu pgn ...`: checks, lists, extracts, converts, publishes, counts, merges and tabulates PGN files."""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import (
    STANDARD_OUTPUT,
    add_command,
    add_language,
    listed,
    report_empty,
    show,
)
from engine.console.pgn.rewriting import check, convert_games, extract_games, numbers_of
from engine.console.pgn.tables import add_colour, merge_games, show_player, show_table
from engine.game.letters import LETTERS, shown
from engine.game.tags.dates import date_value
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.pgn.index import COLUMNS
from engine.pgn.reader import read_games, read_main_lines
from engine.publishing.document import PageOptions
from engine.publishing.publish import PublishFormat, publish
from engine.publishing.wording import Wording

HELP = "checks, lists, extracts, converts, publishes and counts the games of PGN files"
TABLE = "prints the cross table of the games: players, Elo, points, results against each other, Sonneborn-Berger"
FAULTS = "their faults are reported on standard error, exit code 1"


def add_publishing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", type=Path, required=True, metavar="FILE", help="file to write: .html or .tex")
    parser.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1 (default: all)")
    parser.add_argument("--title", default="", help="title of the file (default: the players of the first game)")
    parser.add_argument("--columns", type=int, choices=(1, 2), default=2, help="columns of a page (default: 2)")
    parser.add_argument(
        "--letters", choices=sorted(LETTERS), default="figurines", help="piece letters (default: figurines)"
    )
    parser.add_argument(
        "--diagrams", type=int, default=0, metavar="N", help="a diagram after every N moves too, beside those asked for"
    )
    parser.add_argument("--no-details", action="store_true", help="without evaluations and times")
    parser.add_argument("--exercises", action="store_true", help="numbered positions to solve instead of the games")


def publish_games(arguments: argparse.Namespace) -> int:
    """Writes the file; a cancelled one is removed."""
    if arguments.diagrams < 0:
        raise RatsuError("--diagrams has to be 0 or more")
    letters = LETTERS[arguments.letters]
    form = PublishFormat(
        Wording(moves=lambda san: shown(san, letters)),
        PageOptions(arguments.diagrams, not arguments.no_details, exercises=arguments.exercises),
        arguments.columns,
        title=arguments.title,
    )
    with Meter().listening() as meter:
        games = read_games(arguments.file, meter, arguments.language)
        count = publish(_chosen(games, arguments.games), arguments.to, form, lambda _: not meter.cancelled)
    show(
        arguments, {"games": count, "file": str(arguments.to)}, f"{counted(count, 'game')} published in {arguments.to}"
    )
    return 0


def _chosen(games: Iterable[Game], numbers: str) -> Iterator[Game]:
    chosen = numbers_of(numbers) if numbers else None
    last = max(chosen) if chosen else 0
    for number, game in enumerate(games, 1):
        if chosen is None or number in chosen:
            yield game
        if number == last:
            return


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands of `ratsu pgn`."""
    parser.epilog = "example:\n  ratsu pgn check games.pgn"
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    checking = _add(
        actions,
        "check",
        "reads every game and reports what is wrong, with line and token; exit code 1 if anything is",
        check,
        "ratsu pgn check games.pgn",
    )
    listing = _add(
        actions,
        "list",
        "lists the games by their headers",
        list_games,
        "ratsu pgn list games.pgn --find kasparov --sort Date",
    )
    listing.add_argument("--find", default="", metavar="WORDS", help="only games whose headers hold all these words")
    listing.add_argument("--sort", choices=COLUMNS, help="sort by this header")
    listing.add_argument("--reverse", action="store_true", help="sort from the end")
    extract = _add(
        actions,
        "extract",
        f"copies chosen games unchanged, each with the text between the previous game and it; {FAULTS}",
        extract_games,
        "ratsu pgn extract games.pgn --find tal -o tal.pgn",
    )
    extract.add_argument("--find", default="", metavar="WORDS", help="games whose headers hold all these words")
    extract.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1")
    extract.add_argument(
        "-o", "--output", type=Path, default=STANDARD_OUTPUT, help="file to write (default: standard output)"
    )
    convert = _add(
        actions,
        "convert",
        f"rewrites all games by the standard, with all text between them, UTF-8, packed by the name's ending; {FAULTS}",
        convert_games,
        "ratsu pgn convert old.pgn new.pgn.gz",
    )
    convert.add_argument("target", type=Path, help="file to write, - is standard output; .gz and .zst pack it")
    counting = _add(
        actions,
        "stats",
        "counts games, plies, results, years and problems",
        count_games,
        "ratsu pgn stats games.pgn.gz --json",
    )
    merging = _add(
        actions,
        "merge",
        "writes one tree of many games: their lines, comments, counts and results",
        merge_games,
        "ratsu pgn merge games.pgn --find tal -o tree.pgn",
    )
    merging.add_argument("-o", "--output", type=Path, required=True, help="file to write, - is standard output")
    table = _add(actions, "table", TABLE, show_table, "ratsu pgn table event.pgn")
    for parser in (merging, table):
        parser.add_argument("--find", default="", metavar="WORDS", help="games whose headers hold all these words")
    player = _add(actions, "player", "prints what a player did", show_player, "ratsu pgn player games.pgn tal")
    add_colour(player)
    player.add_argument("name", nargs="?", help="words of the name (default: the player with most games)")
    publish = _add(
        actions,
        "publish",
        "makes a page of a chess book of the games, as HTML or LaTeX: variations, comments, signs, diagrams",
        publish_games,
        "ratsu pgn publish games.pgn --games 1-3 --to games.html",
    )
    add_publishing(publish)
    for parser in (checking, convert, counting, publish):
        add_language(parser)


def _add(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str, action: object, example: str
) -> argparse.ArgumentParser:
    parser = add_command(actions, name, text, action, example)
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    return parser


def list_games(arguments: argparse.Namespace) -> int:
    with Meter().listening() as meter, listed(arguments.file, meter) as games:
        rows = list(games.matching(arguments.find))
        if arguments.sort:
            rows = list(games.sorted(arguments.sort, rows, arguments.reverse))
        if not rows and not meter.cancelled:
            report_empty(arguments.file, len(games))
        for row in rows:
            headers = dict(zip(COLUMNS, games.row(row), strict=True))
            players = f"{headers['White']} - {headers['Black']}"
            text = f"{row + 1:>7}  {players}  {headers['Result']}  {headers['Date']}  {headers['Event']}"
            show(arguments, {"game": row + 1, **headers}, text)
    return exit_code(meter)


def count_games(arguments: argparse.Namespace) -> int:
    results: Counter[str] = Counter()
    years: set[int] = set()
    games = plies = problems = 0
    with Meter().listening() as meter:
        for line in read_main_lines(arguments.file, ("Date",), keys=False, progress=meter, language=arguments.language):
            games += 1
            plies += len(line.moves)
            problems += bool(line.problems)
            results[line.result] += 1
            years.add(date_value(line.headers.get("Date", "?")).year)
    years.discard(0)
    value: dict[str, object] = {
        "games": games,
        "plies": plies,
        "games_with_problems": problems,
        "results": dict(results),
        "first_year": str(min(years)) if years else None,
        "last_year": str(max(years)) if years else None,
    }
    shown = value | {"results": ", ".join(f"{result} {count}" for result, count in results.items()) or None}
    text = "\n".join(f"{name.replace('_', ' '):<20} {'-' if entry is None else entry}" for name, entry in shown.items())
    show(arguments, value, text)
    return exit_code(meter)
