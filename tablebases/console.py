"""The sub-commands of `ratsu tablebases`."""

import argparse
import json
from pathlib import Path

import chess

from engine.errors import PositionError
from tablebases.door import Tablebases
from tablebases.files import CheckState, Kind
from tablebases.rank import RankedMove, RootRanking, rank_root_moves


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds one sub-parser for each action."""
    parser.epilog = "example:\n  ratsu tablebases probe '8/8/8/8/8/2k5/1q6/K7 b - - 0 1'"
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="every table file found, with men, size and state")
    _add_common(listing)
    listing.set_defaults(action=_list)
    probe = actions.add_parser("probe", help="result, distance and every move of a position")
    probe.add_argument("fen", help="the position")
    _add_common(probe)
    probe.set_defaults(action=_probe)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--folder", type=Path, action="append", default=[], help="a folder with tables (may be repeated)"
    )
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def _list(arguments: argparse.Namespace) -> int:
    with Tablebases(arguments.folder) as tables:
        infos, problems = tables.tables(), tables.problems
        summary = f"{tables.count(Kind.WDL)} WDL and {tables.count(Kind.DTZ)} DTZ files, up to {tables.max_men} men"
    if arguments.json:
        rows = [
            {
                "signature": info.file.signature,
                "men": info.file.men,
                "kind": info.file.kind.name.lower(),
                "bytes": info.file.size,
                "state": info.state.value,
                "path": str(info.file.path),
            }
            for info in infos
        ]
        print(json.dumps({"tables": rows, "problems": [str(problem) for problem in problems]}, indent=1))
    else:
        for info in infos:
            print(
                f"{info.file.signature:<9} {info.file.kind.name}  {info.file.size:>11,} bytes  {info.state.value:<9}  "
                f"{info.file.path}"
            )
        for problem in problems:
            print(problem)
        print(summary)
    return 1 if problems or any(info.state is CheckState.DAMAGED for info in infos) else 0


def _probe(arguments: argparse.Namespace) -> int:
    try:
        board = chess.Board(arguments.fen)
    except ValueError as error:
        raise PositionError(f"'{arguments.fen}' is no FEN: {error}") from error
    with Tablebases(arguments.folder) as tables:
        wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
        ranking = rank_root_moves(board, tables)
        file = tables.file_for(board)
        problems = tables.problems
    for problem in problems:
        print(problem)
    if wdl is None:
        print("no table knows this position")
        return 1
    moves = ranking.moves if ranking else ()
    if arguments.json:
        rows = [_move_row(board, ranked) for ranked in moves]
        print(json.dumps({"fen": board.fen(), "wdl": int(wdl), "dtz": dtz, "moves": rows}, indent=1))
        return 0
    print(f"{wdl.words}, DTZ {dtz}" + (f" ({file.path.name})" if file else ""))
    if isinstance(ranking, RootRanking):
        print(ranking.reason)
    for ranked in moves:
        print(f"  {board.san(ranked.move):<7} {ranked.wdl.words:<13} {'' if ranked.dtz is None else ranked.dtz}")
    return 0


def _move_row(board: chess.Board, ranked: RankedMove) -> dict[str, object]:
    return {
        "move": ranked.move.uci(),
        "san": board.san(ranked.move),
        "wdl": int(ranked.wdl),
        "dtz": ranked.dtz,
        "rank": ranked.rank,
    }
