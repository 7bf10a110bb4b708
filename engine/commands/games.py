"""`ratsu games ...`: collections of games, searched by header and position."""

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from books.collection.editing import deleted
from books.collection.export import text_of
from books.collection.game_collection import CollectedGame, Collection
from books.collection.identity import GameIdentity
from books.collection.labels import labelled, labelled_text, labels_by_game
from books.collection.listing.saved_searches import saved_query
from books.collection.query import BISHOPS, ENDINGS, SIDES, Query
from books.collection.search import games_found, search
from books.collection.tidying.duplicates import DuplicateGroup, DuplicateKind, keep_apart
from engine.console.collected_names import add_names
from engine.console.exploring import add_exploring
from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import (
    WriteCancelledError,
    add_command,
    add_language,
    check_target,
    is_same_file,
    report_empty,
    show,
    show_written,
    write_games,
)
from engine.console.position_argument import position_of
from engine.console.run_job import run_job
from engine.game.move_notes import without_sources
from engine.ground.errors import RatsuError
from engine.ground.text import Text, counted
from engine.ground.user_files import SEARCHES, collection_path, data_folder
from engine.jobs.collecting import ImportJob, ImportRequest
from engine.jobs.duplicates import DuplicateJob, DuplicateSearch
from engine.jobs.job import last
from engine.jobs.tidying import TidyingJob, TidyingRequest
from engine.rules.board import CoreBoard
from engine.rules.diagrams import diagram_keys
from engine.rules.fen import START_FEN
from engine.rules.fen_repair import repaired

HELP = "imports games into a collection, searches, explores and exports it"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands of `ratsu games`."""
    parser.epilog = "example:\n  ratsu games import my.collection games.pgn.gz"
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    adding = _add(
        actions,
        "import",
        "adds the games of PGN files and databases of ChessBase; continues where it was stopped",
        import_files,
        "ratsu games import my.collection a.pgn b.pgn.gz c.cbh",
    )
    add_language(adding)
    adding.add_argument(
        "files", nargs="+", type=Path, help="PGN files: plain, .gz, .zst; databases of ChessBase: .cbh, .cbv"
    )
    finding = _add(
        actions,
        "search",
        "finds games by header, position or material",
        find_games,
        "ratsu games search my.collection --player tal --result 1-0",
    )
    _add_query(finding)
    finding.add_argument("--limit", type=int, default=100, help="most games to list, -1 for all (default 100)")
    add_exploring(actions)
    exporting = _add(
        actions,
        "export",
        "writes games found as PGN",
        export_games,
        "ratsu games export my.collection --eco B90 -o najdorf.pgn",
    )
    _add_query(exporting)
    exporting.add_argument("--labels", action="store_true", help="write your labels as the tag Labels")
    exporting.add_argument(
        "-o", "--output", type=Path, required=True, help="file to write, - is standard output; .gz and .zst pack it"
    )

    giving = _add(
        actions,
        "label",
        "gives a label to the games found, such as Openings/Sicilian",
        label_games,
        "ratsu games label my.collection Openings/Sicilian --eco B",
    )
    giving.add_argument("name", help="the label; parts of a tree are divided by /, and ★ marks favourites")
    giving.add_argument("--remove", action="store_true", help="take the label from the games found")
    _add_query(giving)

    tidying = _add(
        actions,
        "duplicates",
        "lists games that the collection, or a PGN file, may have twice; merges or deletes them",
        list_duplicates,
        "ratsu games duplicates my.collection --kind same --merge",
    )
    tidying.add_argument("--kind", choices=[kind.value for kind in DuplicateKind], help="only groups of this kind")
    change = tidying.add_mutually_exclusive_group()
    change.add_argument("--merge", action="store_true", help="merge each group into its richest game (collections)")
    change.add_argument("--delete", action="store_true", help="put all but the richest game into the bin (collections)")
    change.add_argument("--keep", action="store_true", help="never list these groups again (collections)")
    add_names(actions)


def _add(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str, action: object, example: str
) -> argparse.ArgumentParser:
    parser = add_command(actions, name, text, action, example)
    parser.add_argument(
        "collection", type=collection_path, help="the collection's file, or its name if the window has made it"
    )
    return parser


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fen", help="position to look for")
    parser.add_argument(
        "--moves", default="", help="moves that lead to it, from --fen or the start: 'e4 e5' or 'e2e4 e7e5'"
    )


def _add_query(parser: argparse.ArgumentParser) -> None:
    for name, whose in (("player", "a player"), ("white", "White"), ("black", "Black")):
        parser.add_argument(f"--{name}", default="", help=f"surname or whole name of {whose}")
    parser.add_argument(
        "--saved", default="", metavar="NAME", help="search saved in the window; other options add to it"
    )
    parser.add_argument("--event", default="", help="part of the event's name")
    parser.add_argument("--result", default="", choices=("1-0", "0-1", "1/2-1/2", "*"))
    parser.add_argument("--from", dest="date_from", default="", metavar="DATE", help="first date, as 1985 or 1985.07")
    parser.add_argument("--to", dest="date_to", default="", metavar="DATE", help="last date")
    parser.add_argument("--elo-min", type=int, help="least Elo of both players")
    parser.add_argument("--elo-max", type=int, help="most Elo of both players")
    parser.add_argument("--title", dest="title_held", default="", help="title of one of the players, as GM or WIM")
    parser.add_argument("--eco", default="", help="ECO code or its beginning")
    parser.add_argument("--opening", default="", help="words of an opening's name, as 'sicilian najdorf'")
    _add_moves_query(parser)
    parser.add_argument("--label", default="", help="label that you gave to games, or the beginning of its path")
    parser.add_argument("--headers", default="", help="words of any header, as 'oulu annotator:kotov'")
    _add_position(parser)


def _add_moves_query(parser: argparse.ArgumentParser) -> None:
    board = parser.add_argument_group("one position (all of these must hold in it; the first side is White)")
    board.add_argument("--pieces", default="", help="pieces on squares: 'Nd5 pe6 -e4' (white, black, empty)")
    board.add_argument(
        "--material",
        default="",
        help="KRPvKR, KRP*vKRP* (any number of pawns), or 'KRPvKR > KPvK' (one after the other)",
    )
    board.add_argument("--difference", default="", help="what one side has more: RvB, or QvRR:8 for 8 half moves")
    board.add_argument("--bishops", default="", choices=BISHOPS, help="one bishop each, on opposite or the same colour")
    board.add_argument("--structure", default="", metavar="FEN", help="a position with the same pawns")
    board.add_argument("--differ", type=int, default=0, metavar="N", help="pawns of each side that may differ from it")
    board.add_argument("--same-pieces", action="store_true", help="its other pieces are on the board too")
    board.add_argument("--to-move", default="", choices=SIDES, help="the side to move")
    events = parser.add_argument_group("events in the game")
    events.add_argument("--manoeuvre", default="", help="squares of one piece: Nd2-f1-g3")
    events.add_argument("--castling", default="", help="Kq: White castles short and Black long")
    events.add_argument(
        "--promotion", default="", help="one of these: N (White's), n (Black's), NBRnbr for any but a queen"
    )
    events.add_argument("--ends", default="", choices=ENDINGS, help="how it ends; dead: neither side can mate")
    where = parser.add_argument_group("where to look")
    where.add_argument("--first-move", type=int, metavar="N", help="from this move on")
    where.add_argument("--last-move", type=int, metavar="N", help="up to this move")
    where.add_argument("--mirrored", action="store_true", help="with swapped colours too")
    where.add_argument("--wings", action="store_true", help="with files a and h swapped too")
    where.add_argument("--variations", action="store_true", help="in variations too")
    notes = parser.add_argument_group("comments, signs and length")
    notes.add_argument("--comment", default="", metavar="WORDS", help="words of one comment, whatever their accents")
    notes.add_argument("--signs", default="", help="signs of one move: '!!', '?!' or '$14'")
    notes.add_argument("--least-moves", type=int, metavar="N", help="games of at least N moves")
    notes.add_argument("--most-moves", type=int, metavar="N", help="games of at most N moves")


def _board(arguments: argparse.Namespace) -> CoreBoard:
    return position_of(arguments.fen, arguments.moves, chess960=False).board()


def _query(arguments: argparse.Namespace) -> Query:
    given: dict[str, Any] = {field.name: getattr(arguments, field.name, None) for field in dataclasses.fields(Query)}
    given["positions"] = _positions(arguments)
    if not arguments.saved:
        return Query(**given)
    saved, nothing = saved_query(data_folder() / SEARCHES, arguments.saved), Query()
    return dataclasses.replace(saved, **{name: one for name, one in given.items() if one != getattr(nothing, name)})


def _positions(arguments: argparse.Namespace) -> tuple[int, ...]:
    """The keys of the position that is looked for, whatever its castling rights."""
    if arguments.moves:
        reached = position_of(arguments.fen, arguments.moves, chess960=False)
        return diagram_keys(reached.board().fen(), reached.chess960)
    if not arguments.fen:
        return ()
    fen = START_FEN if arguments.fen == "startpos" else arguments.fen
    return diagram_keys(fen, repaired(fen, None).chess960)


def import_files(arguments: argparse.Namespace) -> int:
    meter = Meter()
    request = ImportRequest(arguments.collection, tuple(arguments.files), arguments.language)
    for found in run_job(ImportJob(_tell_fault), request, meter):
        report = found.report
        added = counted(report.added, "game")
        text = f"{found.path}: {added} added, {report.duplicates} were there, {report.problems} with problems"
        if report.unread:
            text += f"; {report.unread_values}"
        if report.binned:
            text += f" ({report.binned} of those that were there {'is' if report.binned == 1 else 'are'} in the bin)"
        if report.completed:
            text += f"; {report.completed} of those that were there got comments or tags"
        if report.contradictions:
            against = counted(len(report.contradictions), "game")
            text += f"\n{against} with another result than the same game that was there; both are in the collection:"
            text = "\n  ".join((text, *(str(found.text) for found in report.contradictions)))
        values = dataclasses.asdict(dataclasses.replace(report, numbers=(), undo=None))
        shown = {name: value for name, value in values.items() if name not in ("numbers", "undo")}
        show(arguments, {"file": str(found.path), **shown}, text)
    if meter.cancelled:
        print("cancelled; the same command continues from here", file=sys.stderr)
        return 1
    return 0


def list_duplicates(arguments: argparse.Namespace) -> int:
    """Prints the groups, each with its games, and changes them if asked to."""
    meter, groups = Meter(), list[DuplicateGroup]()
    for group in run_job(DuplicateJob(), DuplicateSearch(arguments.collection), meter):
        if arguments.kind in (None, group.kind.value):
            groups.append(group)
            rows = [f"{found.number:>8}  {_game_words(found.game)}" for found in group.games]
            games = [{"game": found.number, **found.game._asdict()} for found in group.games]
            show(arguments, {"kind": group.kind.value, "games": games}, "\n".join((f"{group.kind.value}:", *rows)))
    if meter.cancelled:
        return exit_code(meter)
    numbers = [group.numbers for group in groups]
    if arguments.merge and numbers:
        meter = Meter()
        last(run_job(TidyingJob(), TidyingRequest(arguments.collection, merged=tuple(numbers)), meter))
    elif arguments.delete or arguments.keep:
        with Collection(arguments.collection) as collection:
            if arguments.keep:
                keep_apart(collection, numbers)
            else:
                deleted(collection, [number for group in numbers for number in group[1:]])
    return exit_code(meter)


def _game_words(game: GameIdentity) -> str:
    plies = counted(game.plies, "half move")
    return f"{game.white} - {game.black}  {game.result}  {game.date}  {game.event} ({game.site}), {plies}"


def _tell_fault(fault: Text) -> None:
    print(fault, file=sys.stderr)


def _shown(game: CollectedGame) -> str:
    return f"{game.id:>8}  {game.white} - {game.black}  {game.result}  {game.date}  {game.event}"


def find_games(arguments: argparse.Namespace) -> int:
    limit = arguments.limit
    listed, more = 0, False
    with Collection(arguments.collection) as games, Meter().listening() as meter:
        for game in games_found(games, _query(arguments), limit + 1 if limit >= 0 else limit, meter):
            if listed == limit:
                more = True
                break
            listed += 1
            meter.clear()
            value = {name: entry for name, entry in game._asdict().items() if name not in ("moves", "more")}
            show(arguments, {**value, "plies": len(game.moves) // 2}, _shown(game))
        if more:
            meter.clear()
            print(Text("only the first {game is|%1 games are} listed; --limit -1 lists all", limit), file=sys.stderr)
        elif not listed and not meter.cancelled:
            report_empty(arguments.collection, len(games))
    return exit_code(meter)


def export_games(arguments: argparse.Namespace) -> int:
    """Exports whole games: headers, moves, comments and variations, but not the source of engine moves.
    :raises RatsuError: a file would be lost."""
    if is_same_file(arguments.collection, arguments.output):
        raise RatsuError("%1 is the collection itself. Give another file after -o", arguments.output)
    with Collection(arguments.collection) as games, Meter().listening() as meter:
        found = search(games, _query(arguments), -1, meter)
        if meter.cancelled:
            raise WriteCancelledError("cancelled; %1 was not written", arguments.output)
        check_target(arguments.collection, arguments.output, len(found), len(games))
        labels = labels_by_game(games) if arguments.labels else {}
        texts = (labelled_text(without_sources(text_of(games, game)), labels.get(game.id, ())) for game in found)
        write_games(arguments.output, texts, len(found), meter)
    text = f"{counted(len(found), 'game')} written to {arguments.output}"
    show_written(arguments, {"games": len(found)}, text, arguments.output)
    return 0


def label_games(arguments: argparse.Namespace) -> int:
    with Collection(arguments.collection) as games, Meter().listening() as meter:
        found = search(games, _query(arguments), -1, meter)
        if meter.cancelled:
            return exit_code(meter)
        change = labelled(games, (game.id for game in found), arguments.name, on=not arguments.remove)
    changed = len(change.given) + len(change.taken)
    text = f"{counted(len(found), 'game')} found, {changed} changed"
    show(arguments, {"found": len(found), "changed": changed}, text)
    return 0
