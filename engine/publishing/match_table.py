"""The table of a match or tournament, and its games, as CSV or as a page in HTML. PGN is the match's own file."""

import csv
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from engine.ground.files import write_atomically
from engine.ground.write_targets import unwritten
from engine.play.match.report import elo_words
from engine.play.match.rounds import FinalOrder
from engine.play.match.schedule import GameResult, tally
from engine.play.match.strength import ResultCounts, estimate
from engine.publishing import html
from engine.publishing.publish import PublishError

KINDS = (".csv", ".html")
_HEAD = ("place", "engine", "points", "games", "won", "drawn", "lost", "Buchholz", "Sonneborn-Berger", "Elo")
_STYLE = "<style>table { border-collapse: collapse } td, th { padding: 0.2em 0.6em; border: 1px solid #bbb }</style>\n"


def write_table(path: Path, title: str, names: Sequence[str], results: Sequence[GameResult], order: FinalOrder) -> None:
    """Replaces the file by the engines in this order, with their points against each other, and every game.

    A round without an opponent counts as won in the points. Game by game as in a cross table: Buchholz, the
    points of the opponents; Sonneborn-Berger, those of beaten ones, and half of drawn ones.
    :raises PublishError: the name ends in neither .csv nor .html, or the file cannot be written."""
    check_kind(path)
    rows = _rows(names, results, order)
    games = [
        [
            str(one.encounter.number),
            names[one.encounter.white],
            names[one.encounter.black],
            one.result,
            str(one.outcome),
        ]
        for one in sorted(results, key=lambda one: one.encounter.number)
    ]
    head = ["game", "White", "Black", "result", "end"]
    if path.suffix.lower() == ".csv":
        text = io.StringIO()
        csv.writer(text).writerows([*rows, [], head, *games])
        content = text.getvalue()
    else:
        page = (html.opening(title, "en", 1), _STYLE, f"<h2>{escape(title)}</h2>\n", _table(rows), "<h2>Games</h2>\n")
        content = "".join((*page, _table([head, *games]), html.CLOSING))
    try:
        write_atomically(path, content.encode("utf-8", "replace"))
    except OSError as error:
        raise PublishError(unwritten(path, error)) from error


def check_kind(path: Path) -> None:
    """:raises PublishError: the name ends in neither .csv nor .html."""
    if path.suffix.lower() not in KINDS:
        raise PublishError("%1: the name of the table has to end with .csv or .html", path.name)


def _rows(names: Sequence[str], results: Sequence[GameResult], found: FinalOrder) -> list[list[str]]:
    order = found.engines
    played = list(results)
    totals = {engine: tally(played, engine) for engine in order}
    meetings = {(one, other): tally(played, one, other) for one in order for other in order if one != other}
    rows = [[*_HEAD, *(names[engine] for engine in order)]]
    for place, engine in enumerate(order, 1):
        met = {other: meetings[engine, other] for other in order if other != engine and meetings[engine, other].games}
        own = totals[engine]
        figures: list[Any] = [
            place,
            names[engine],
            f"{_points(own) + found.byes.get(engine, 0):g}",
            own.games,
            own.wins,
            own.draws,
            own.losses,
        ]
        figures += [
            f"{sum(counted.games * _points(totals[other]) for other, counted in met.items()):g}",
            f"{sum(_points(counted) * _points(totals[other]) for other, counted in met.items()):g}",
            elo_words(estimate(own)) if own.games else "",
        ]
        against = [f"{_points(met[other]):g}/{met[other].games}" if other in met else "" for other in order]
        rows.append([str(value) for value in (*figures, *against)])
    return rows


def _points(counted: ResultCounts) -> float:
    return counted.wins + counted.draws / 2


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = []
    for number, row in enumerate(rows):
        kind = "td" if number else "th"
        lines.append("<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row) + "</tr>\n")
    return f"<table>\n{''.join(lines)}</table>\n"
