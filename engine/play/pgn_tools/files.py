"""`ratsu pgn`: check, list, extract, convert, stats."""

import argparse
import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine.core.pgn.index import COLUMNS, GameList
from engine.core.pgn.reader import read_games, read_main_lines
from engine.core.pgn.recognise import language_at
from engine.core.pgn.writer import written_game
from engine.errors import RatsuError
from engine.play.pgn_tools.console import CancelledError, Meter, add_command, add_language, ended, show, write_games


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands of `ratsu pgn`."""
    parser.epilog = "example:\n  ratsu pgn check games.pgn"
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    checking = _add(
        actions,
        "check",
        "reads every game and tells what is wrong, with line and token",
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
        "writes chosen games as they stand",
        extract_games,
        "ratsu pgn extract games.pgn --find tal -o tal.pgn",
    )
    extract.add_argument("--find", default="", metavar="WORDS", help="games whose headers hold all these words")
    extract.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1")
    extract.add_argument("-o", "--output", type=Path, help="file to write (default: standard output)")
    convert = _add(
        actions,
        "convert",
        "writes all games anew by the standard, UTF-8, packed by the name's ending",
        convert_games,
        "ratsu pgn convert old.pgn new.pgn.gz",
    )
    convert.add_argument("target", type=Path, help="file to write; .gz and .zst pack it")
    counting = _add(
        actions,
        "stats",
        "counts games, plies, results, years and problems",
        count_games,
        "ratsu pgn stats games.pgn.gz --json",
    )
    for parser in (checking, convert, counting):
        add_language(parser)


def _add(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str, action: object, example: str
) -> argparse.ArgumentParser:
    parser = add_command(actions, name, text, action, example)
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    return parser


def _language(arguments: argparse.Namespace) -> str:
    return arguments.language or language_at(arguments.file)


def check(arguments: argparse.Namespace) -> int:
    """Exit code 1 if any game has a problem."""
    games = problems = 0
    with Meter().listening() as meter:
        for game in read_games(arguments.file, meter, _language(arguments)):
            games += 1
            for problem in game.problems:
                problems += 1
                value = {
                    "file": problem.file,
                    "game": problem.game,
                    "line": problem.line,
                    "problem": problem.kind.value,
                    "token": problem.token,
                }
                show(arguments, value, str(problem))
    show(arguments, {"games": games, "problems": problems}, f"{games} games, {problems} problems")
    return ended(meter, 1 if problems else 0)


@contextlib.contextmanager
def _listed(path: Path, meter: Meter) -> Iterator[GameList]:
    with contextlib.closing(GameList(path)) as games:
        for _ in games.load(meter):
            pass
        yield games


def list_games(arguments: argparse.Namespace) -> int:
    """One line a game."""
    with Meter().listening() as meter, _listed(arguments.file, meter) as games:
        rows = list(games.matching(arguments.find))
        if arguments.sort:
            rows = list(games.sorted(arguments.sort, rows, arguments.reverse))
        for row in rows:
            headers = dict(zip(COLUMNS, games.row(row), strict=True))
            players = f"{headers['White']} - {headers['Black']}"
            text = f"{row + 1:>7}  {players}  {headers['Result']}  {headers['Date']}  {headers['Event']}"
            show(arguments, {"game": row + 1, **headers}, text)
    return ended(meter)


def extract_games(arguments: argparse.Namespace) -> int:
    """The chosen games, byte for byte."""
    with Meter().listening() as meter, _listed(arguments.file, meter) as games:
        rows = list(games.matching(arguments.find))
        if arguments.games:
            chosen = numbers_of(arguments.games)
            rows = [row for row in rows if row + 1 in chosen]
        pieces = (games.content(row).strip().decode("utf-8", "ratsu.single-byte") for row in rows)
        if arguments.output is None:
            for number, piece in enumerate(pieces):
                if meter.cancelled:
                    break
                print(("\n" if number else "") + piece)
            return ended(meter)
        if meter.cancelled:  # not all games are known: what was chosen may be among the others
            raise CancelledError(f"cancelled; {arguments.output} was not written")
        write_games(arguments.output, pieces, len(rows), meter)
    _show_written(arguments, len(rows), arguments.output)
    return 0


def _show_written(arguments: argparse.Namespace, count: int, path: Path) -> None:
    show(arguments, {"games": count, "file": str(path)}, f"{count} games written to {path}")


def numbers_of(text: str) -> set[int]:
    """`1,5-7` as numbers.

    :raises RatsuError: if it is not written so, or names more than a million games.
    """
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()) or int(last or first) - int(first) > 1_000_000:
            raise RatsuError(f"games {text!r} are not written like 1,5-7")
        found.update(range(int(first), int(last or first) + 1))
    return found


def convert_games(arguments: argparse.Namespace) -> int:
    """All games written anew. What could not be read is kept in them as text."""
    with Meter().listening() as meter:
        games = read_games(arguments.file, meter, _language(arguments))
        count = write_games(arguments.target, map(written_game, games), 0, meter)
    _show_written(arguments, count, arguments.target)
    return 0


def count_games(arguments: argparse.Namespace) -> int:
    """Totals of a file."""
    results: Counter[str] = Counter()
    years: Counter[str] = Counter()
    games = plies = problems = 0
    with Meter().listening() as meter:
        for line in read_main_lines(
            arguments.file, ("Date",), keys=False, progress=meter, language=_language(arguments)
        ):
            games += 1
            plies += len(line.moves)
            problems += bool(line.problems)
            results[line.result] += 1
            years[line.headers.get("Date", "?")[:4]] += 1
    known = sorted(year for year in years if year.isdecimal())
    value: dict[str, object] = {
        "games": games,
        "plies": plies,
        "games_with_problems": problems,
        "results": dict(results),
        "first_year": known[0] if known else None,
        "last_year": known[-1] if known else None,
    }
    text = "\n".join(f"{name.replace('_', ' '):<20} {entry}" for name, entry in value.items())
    show(arguments, value, text)
    return ended(meter)
