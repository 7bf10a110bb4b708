"""`ratsu games explore`: the moves that games of any sources played in a position."""

import argparse
import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

import chess

from books.explorer.counted import GameFilter, MoveStatistics, by_band
from books.explorer.explorer import Explorer
from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import add_command, show
from engine.console.pgn.tables import COLOURS
from engine.console.position_argument import position_of
from engine.console.run_job import run_job
from engine.game.python_board import board_of
from engine.game.time_control import SpeedClass
from engine.ground.text import Text
from engine.ground.user_files import INDEXES, collection_path, data_folder
from engine.jobs.indexing import IndexJob, IndexRequest
from engine.jobs.opening_report import ReportJob, ReportRequest
from engine.publishing.document import Block, PageHeading, PageParagraph
from engine.publishing.opening_pages import report_blocks, report_title
from engine.publishing.publish import PublishFormat, publish_page
from engine.publishing.wording import JOINER, PLAIN
from engine.rules.board import CoreBoard

BAND_ELO = 200


def add_exploring(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    example = "ratsu games explore my.collection old.pgn folder --moves 'e4 e5' --from 1990 --elo-min 2400"
    parser = add_command(actions, "explore", "shows the moves played in a position", explore_position, example)
    add_sources(parser)
    parser.add_argument("--bands", action="store_true", help="also results by rating, in steps of 200")
    parser.add_argument(
        "--transpositions", action="store_true", help="also games that reached the same positions by other moves"
    )

    report = add_command(
        actions,
        "report",
        "writes the opening report of a position",
        report_position,
        "ratsu games report my.collection --moves 'e4 e5 Nf3 Nc6 Bc4' -o giuoco.html",
    )
    add_sources(report)
    report.add_argument("-o", "--output", type=Path, help="file to write: .html or .tex; without it, text is printed")


def add_sources(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="+",
        type=collection_path,
        help="collections, PGN files, databases of ChessBase, or folders of these",
    )
    parser.add_argument("--fen", help="position to look for")
    parser.add_argument(
        "--moves", default="", help="moves that lead to it, from --fen or the start: 'e4 e5' or 'e2e4 e7e5'"
    )
    parser.add_argument("--from", dest="since", type=int, metavar="YEAR", help="first year")
    parser.add_argument("--to", dest="until", type=int, metavar="YEAR", help="last year")
    parser.add_argument("--elo-min", type=int, help="least rating, of the average of both players")
    parser.add_argument("--elo-max", type=int, help="most rating, of the average of both players")
    parser.add_argument("--each", action="store_true", help="the ratings are limits for each player")
    parser.add_argument("--player", default="", help="games of this player")
    parser.add_argument("--colour", choices=tuple(COLOURS), help="the player's colour")
    parser.add_argument("--result", action="append", default=[], choices=("1-0", "0-1", "1/2-1/2", "*"))
    speeds = [speed.name.lower() for speed in SpeedClass]
    parser.add_argument("--speed", action="append", default=[], choices=speeds, help="class of the time control")


def filter_of(arguments: argparse.Namespace) -> GameFilter:
    return GameFilter(
        arguments.since,
        arguments.until,
        arguments.elo_min,
        arguments.elo_max,
        arguments.each,
        arguments.player,
        COLOURS.get(arguments.colour),
        tuple(arguments.result),
        tuple(SpeedClass[speed.upper()] for speed in arguments.speed),
    )


def collections_of(sources: list[Path], meter: Meter) -> list[Path]:
    """Returns the collections of sources; files are indexed first. :raises RatsuError: one cannot be read."""
    request = IndexRequest(tuple(sources), data_folder() / INDEXES)
    return [found.collection for found in run_job(IndexJob(), request, meter)]


def explore_position(arguments: argparse.Namespace) -> int:
    position = position_of(arguments.fen, arguments.moves, chess960=False)
    core, board, choice, meter = position.board(), board_of(position), filter_of(arguments), Meter("reading games")
    paths = collections_of(arguments.sources, meter)
    if meter.cancelled:
        return exit_code(meter)
    with Explorer.opened(paths) as explorer:
        rows = explorer.moves(core, choice)
        if arguments.transpositions:
            rows = explorer.transposed(core, rows, choice)
        if not rows:
            names = ", ".join(map(str, arguments.sources))
            print(Text("no game of %1 has this position (it has %2)", names, len(explorer)), file=sys.stderr)
        for row in rows:
            _show(arguments, core, board, row)
    return 0


def report_position(arguments: argparse.Namespace) -> int:
    """Prints the opening report, or writes it as a page."""
    position, meter = position_of(arguments.fen, arguments.moves, chess960=False), Meter("reading games")
    board = board_of(position)
    line = board.root().variation_san(board.move_stack) if board.move_stack else ""
    folder, choice = data_folder() / INDEXES, filter_of(arguments)
    request = ReportRequest(tuple(arguments.sources), folder, board.fen(), board.chess960, line, choice)
    for report in run_job(ReportJob(), request, meter):
        page = list(report_blocks(report, PLAIN))
        if arguments.output is not None:
            publish_page(report_title(report, PLAIN), page, arguments.output, PublishFormat(columns=1))
        value = {"games": report.games, "read": report.read, "name": report.name, "to": str(arguments.output or "")}
        show(arguments, value, f"{arguments.output} written" if arguments.output else "\n".join(_lines(page)))
    return exit_code(meter)


def _lines(page: list[Block]) -> Iterator[str]:
    """Returns a page as lines of text, without its diagrams."""
    for block in page:
        if isinstance(block, PageHeading):
            yield from (block.players, *block.lines)
        elif isinstance(block, PageParagraph):
            text = "".join(span.text for span in block.spans).replace(JOINER, "")
            yield f"  {text}" if block.indent else f"\n{text}"


def _show(arguments: argparse.Namespace, core: CoreBoard, board: chess.Board, row: MoveStatistics) -> None:
    uci = core.uci(row.move) if row.move else "(end)"
    san = board.san(chess.Move.from_uci(uci)) if row.move else "(end)"
    bands = by_band(row.by_rating, BAND_ELO)
    value: dict[str, object] = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    value |= {
        "move": uci,
        "san": san,
        "score": row.score,
        "by_rating": {str(low): score for low, score in bands.items()},
    }
    value |= dict(zip(("white_wins", "draws", "black_wins"), value.pop("results"), strict=True))  # type: ignore[call-overload]
    share = "     -" if row.score is None else f"{row.score:5.1f}%"
    text = f"{san:<7} {row.games:>8}  {share}  +{row.white_wins} ={row.draws} -{row.black_wins}"
    text += f"  Elo {row.average_elo or '-':>4}  performance {row.performance or '-':>4}  last {row.last_year or '-'}"
    if arguments.transpositions and row.transposed.games:
        text += f"  {row.transposed.games} by other moves"
    if arguments.bands:
        for low, score in bands.items():
            name = f"{low}-{low + BAND_ELO - 1}" if low else "unrated"
            text += f"\n          {name:<10} {score.games:>7}  {100 * (score.share or 0):5.1f}%"
    show(arguments, value, text)
