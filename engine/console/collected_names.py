"""`ratsu games spellings` and `player`: names that a collection spells in several ways, and a player's page."""

import argparse
import dataclasses

from books.collection.game_collection import Collection
from books.collection.listing.game_rows import rows_with_titles
from books.collection.query import Query
from books.collection.search import games_found
from books.collection.tidying.spellings import Spelling, SpellingGroup, SpellingKind
from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import add_command, show
from engine.console.pgn.tables import COLOURS, add_colour, show_page
from engine.console.run_job import run_job
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.ground.user_files import collection_path
from engine.jobs.job import last
from engine.jobs.spellings import SpellingJob, SpellingSearch
from engine.jobs.tidying import TidyingJob, TidyingRequest
from engine.pgn.standings import most_frequent, player_page


def add_names(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = add_command(
        actions,
        "spellings",
        "lists names that the collection spells in several ways, and writes each in one form",
        list_spellings,
        "ratsu games spellings my.collection --name kortchnoi --apply",
    )
    parser.add_argument("collection", type=collection_path, help="the collection")
    parser.add_argument("--events", action="store_true", help="names of events, not of players")
    parser.add_argument("--name", default="", help="only groups with this text in a spelling")
    parser.add_argument(
        "--form", default="", help="the form to write, for a single group; otherwise its first spelling"
    )
    parser.add_argument("--apply", action="store_true", help="write each listed group in its form")

    page = add_command(
        actions,
        "player",
        "prints the results of a player in the collection",
        show_player,
        "ratsu games player my.collection 'Tal, Mihail'",
    )
    page.add_argument("collection", type=collection_path, help="the collection")
    page.add_argument("name", help="the player; other spellings count too")
    add_colour(page)


def show_player(arguments: argparse.Namespace) -> int:
    with Collection(arguments.collection) as collection, Meter().listening() as meter:
        games = list(games_found(collection, Query(player=arguments.name), -1, meter))
        rows = rows_with_titles(collection, games)
    name = most_frequent(rows, arguments.name)
    if not name and not meter.cancelled:
        raise RatsuError("no player %1 found in %2", arguments.name, arguments.collection)
    show_page(arguments, player_page(name, rows, COLOURS.get(arguments.colour)))
    return exit_code(meter)


def list_spellings(arguments: argparse.Namespace) -> int:
    """Prints the groups, the proposed form first, and corrects them if asked to."""
    kind = SpellingKind.EVENTS if arguments.events else SpellingKind.PLAYERS
    meter, forms, asked = Meter(), dict[str, str](), arguments.name.casefold()
    groups = [
        group
        for group in run_job(SpellingJob(), SpellingSearch(arguments.collection, kind), meter)
        if any(asked in one.name.casefold() for one in group.spellings)
    ]
    form = arguments.form if len(groups) == 1 else ""
    for group in groups:
        forms.update(_shown(arguments, group, form or group.spellings[0].name))
    if meter.cancelled or not arguments.apply:
        return exit_code(meter)
    meter, players, events = Meter(), {} if arguments.events else forms, forms if arguments.events else {}
    done = last(run_job(TidyingJob(), TidyingRequest(arguments.collection, players, events), meter)) if forms else None
    games = len(done.numbers) if done is not None else 0
    show(arguments, {"changed": games}, f"{counted(games, 'game')} changed")
    return exit_code(meter)


def _shown(arguments: argparse.Namespace, group: SpellingGroup, form: str) -> dict[str, str]:
    """Prints a group, and returns the new forms of its spellings."""
    others = [one for one in group.spellings if one.name != form]
    rows = [f"{one.games:>8}  {one.name}{_years(one)}" for one in group.spellings]
    value: dict[str, object] = {"form": form, "spellings": [dataclasses.asdict(one) for one in group.spellings]}
    show(arguments, value, "\n".join((f"{form}:", *rows)))
    return {one.name: form for one in others}


def _years(one: Spelling) -> str:
    return f"  {one.first}-{one.last}" if one.last else ""
