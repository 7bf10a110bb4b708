"""`ratsu pgn merge`, `table` and `player`: games as one tree, as a cross table, as a player's page."""

import argparse
import dataclasses
from array import array

from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import WriteCancelledError, check_target, listed, put_games, show, show_written
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.pgn.index import GameList
from engine.pgn.merging import merged
from engine.pgn.standings import PlayerPage, Record, cross_table, most_frequent, player_page
from engine.pgn.writer import written_game

COLOURS = {"white": True, "black": False}


def _rows(games: GameList, words: str) -> list[tuple[str, ...]]:
    return [games.row(row) for row in _chosen(games, words)]


def _chosen(games: GameList, words: str) -> "array[int]":
    return games.matching(words) if words else array("I", range(len(games)))


def merge_games(arguments: argparse.Namespace) -> int:
    with Meter().listening() as meter, listed(arguments.file, meter) as games:
        chosen = _chosen(games, arguments.find)
        tree = merged(games.game(row) for row in chosen if not meter.cancelled)
        if meter.cancelled:
            raise WriteCancelledError("cancelled; %1 was not written", arguments.output)
        check_target(arguments.file, arguments.output, min(1, len(chosen)), len(games))
        put_games(arguments.output, [written_game(tree)])
    text = f"{counted(len(chosen), 'game')} merged in {arguments.output}"
    show_written(arguments, {"games": len(chosen)}, text, arguments.output)
    return 0


def show_table(arguments: argparse.Namespace) -> int:
    with Meter().listening() as meter, listed(arguments.file, meter) as games:
        rows = _rows(games, arguments.find)
    players = cross_table(rows)
    if not players and not meter.cancelled:
        raise RatsuError("no cross table: no game chosen from %1 has a result (chosen: %2)", arguments.file, len(rows))
    marks = [[one.marks.get(other.name, "*" if other is one else ".") for other in players] for one in players]
    widths = [max(map(len, column)) for column in zip(*marks, strict=True)]
    longest = max((len(one.name) for one in players), default=0)
    for place, (one, own) in enumerate(zip(players, marks, strict=True), 1):
        text = f"{place:>3} {one.name:<{longest}} {one.elo or '-':>4} {one.score.points:>5g}/{one.score.games:<3} "
        text += " ".join(f"{mark:<{width}}" for mark, width in zip(own, widths, strict=True))
        text += f"  {one.tie_break:g}  {one.direct:g}  {one.buchholz:g}"
        show(arguments, {"place": place, "points": one.score.points, **dataclasses.asdict(one)}, text)
    return exit_code(meter)


def show_player(arguments: argparse.Namespace) -> int:
    """Prints the results of a player; by default of the one with the most games."""
    with Meter().listening() as meter, listed(arguments.file, meter) as games:
        rows = _rows(games, "")
    name = most_frequent(rows, arguments.name or "")
    if not name and not meter.cancelled:
        raise RatsuError("no player found in %1 (games in it: %2)", arguments.file, len(rows))
    page = player_page(name, rows, COLOURS.get(arguments.colour))
    show_page(arguments, page)
    return exit_code(meter)


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Adds an option for the colour of a player, a key of `COLOURS`."""
    parser.add_argument("--colour", choices=tuple(COLOURS), help="only games with this colour (default: both)")


def show_page(arguments: argparse.Namespace, page: PlayerPage) -> None:
    value = dataclasses.asdict(page)
    for indices in ("latest", "games"):
        del value[indices]
    show(arguments, value, _said(page))


def _said(page: PlayerPage) -> str:
    lines = [f"{page.title} {page.name}".strip()]
    for name, score in (("White", page.white), ("Black", page.black)):
        lines.append(f"{name:<10} {_score(score)}")
    if len(page.spellings) > 1:
        lines.append(f"written    {'; '.join(page.spellings)}")
    if page.unfinished:
        lines.append(f"{'unfinished':<10} {page.unfinished}")
    if page.average_opponent is not None:
        lines.append(f"opponents  Elo {page.average_opponent} on average, performance {page.performance}")
    if page.elo:
        lines.append(f"{'Elo':<10} {page.elo[0]}-{page.elo[1]}")
    for title, scores in (
        ("openings", page.openings),
        ("opponents", page.opponents),
        ("years", page.by_year),
        ("tournaments", page.tournaments),
    ):
        lines += [title, *(f"  {name:<28} {_score(score)}" for name, score in list(scores.items())[:10])]
    return "\n".join(lines)


def _score(score: Record) -> str:
    return f"{score.points:g}/{score.games}  +{score.won} ={score.drawn} -{score.lost}"
