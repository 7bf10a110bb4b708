"""`ratsu tablebases ...`: lists, probes, verifies, makes and trains endgame tables."""

import argparse
import json
import random
import sys
from dataclasses import asdict
from pathlib import Path

import chess

from engine.console.ending_training import add_trainer
from engine.console.meter import Meter, exit_code
from engine.console.position_argument import position_of
from engine.console.run_job import add_options, request_of, run_job
from engine.game.python_board import board_of
from engine.ground.text import counted
from engine.jobs.tables import TablesJob, TablesRequest
from tablebases import signature as signatures
from tablebases.errors import TablebaseError
from tablebases.explain import best_line, verdict
from tablebases.files.folders import CheckState, TableKind
from tablebases.generate.forecast import Forecast, forecast
from tablebases.generate.make import FinishedTable, GenerationProgress, missing
from tablebases.probe.rank import RankedMove
from tablebases.tables import Tablebases
from tablebases.verify import verify

HELP = "lists, probes, verifies and generates endgame tablebases (Syzygy); trains endings"
EXAMPLES = """examples:
  ratsu tablebases list
  ratsu tablebases probe '8/8/8/6B1/8/8/4k3/1K5N b - - 0 1' --line
  ratsu tablebases generate --men 4 --folder tables
  ratsu tablebases generate KBBvKN --folder tables
  ratsu tablebases generate KRPvKR --forecast
  ratsu tablebases verify --folder tables
  ratsu tablebases train KBNvK --longest 40"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="every table file found, with pieces, size and state")
    _add_common(listing)
    listing.set_defaults(action=_list)
    probe = actions.add_parser("probe", help="result, distance and every move of a position")
    probe.add_argument("fen", help="the position")
    probe.add_argument("--line", action="store_true", help="also play the best line out")
    _add_common(probe)
    probe.set_defaults(action=_probe)
    check = actions.add_parser("verify", help="checksums, structure, and each value against those after its moves")
    check.add_argument("names", nargs="*", metavar="NAME", help="signatures (default: all)")
    check.add_argument("--positions", type=int, default=2000, help="random positions checked of each (default 2000)")
    _add_common(check)
    check.set_defaults(action=_verify)
    make = actions.add_parser(
        "generate", help="makes tables, the smaller ones that they need first; existing ones remain"
    )
    add_options(make, TablesRequest)
    make.add_argument("--forecast", action="store_true", help="make nothing; say which tables, time, memory and disk")
    make.add_argument("--json", action="store_true", help="machine-readable output")
    make.set_defaults(action=_generate)
    add_trainer(actions, _add_common)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--folder", type=Path, action="append", default=[], help="a folder with tables (may be repeated)"
    )
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def _list(arguments: argparse.Namespace) -> int:
    with Tablebases(arguments.folder) as tables:
        infos = [(info, tables.check(info.file) if not info.problem else info.state) for info in tables.tables()]
        problems = tables.problems
        wdl, dtz = tables.count(TableKind.WDL), tables.count(TableKind.DTZ)
        summary = f"{wdl} WDL and {dtz} DTZ files, up to {tables.max_pieces} pieces"
    if arguments.json:
        rows = [
            {
                "signature": info.file.signature,
                "men": info.file.piece_count,
                "kind": info.file.kind.name.lower(),
                "bytes": info.file.size,
                "state": state.value,
                "path": str(info.file.path),
            }
            for info, state in infos
        ]
        print(json.dumps({"tables": rows, "problems": [str(problem) for problem in problems]}, indent=1))
    else:
        for info, state in infos:
            file = info.file
            print(f"{file.signature:<9} {file.kind.name}  {file.size:>13,} bytes  {state.value:<9}  {file.path}")
        for problem in problems:
            print(problem)
        print(summary)
    return 1 if problems or any(state is CheckState.DAMAGED for _info, state in infos) else 0


def _probe(arguments: argparse.Namespace) -> int:
    board = board_of(position_of(arguments.fen, chess960=False))
    with Tablebases(arguments.folder) as tables:
        found = verdict(tables, board)
        line = best_line(tables, board) if arguments.line and found else ()
        problems = tables.problems
    for problem in problems:
        print(problem, file=sys.stderr)
    if found is None:
        raise TablebaseError(
            "no table knows '%1' (castling rights, too many pieces, or the table is missing)", arguments.fen
        )
    moves = board.variation_san(line) if line else ""
    if arguments.json:
        rows = [_move_row(board, ranked) for ranked in found.moves]
        answer = {"fen": board.fen(), "wdl": int(found.wdl), "dtz": found.dtz, "source": found.source, "moves": rows}
        print(json.dumps(answer | ({"line": [move.uci() for move in line]} if arguments.line else {}), indent=1))
        return 0
    print(f"{found.sentence} ({found.source})" if found.source else found.sentence)
    for ranked in found.moves:
        print(f"  {board.san(ranked.move):<7} {ranked.wdl.words:<13} {'' if ranked.dtz is None else ranked.dtz}")
    if moves:
        print(moves)
    return 0


def _move_row(board: chess.Board, ranked: RankedMove) -> dict[str, object]:
    return {
        "move": ranked.move.uci(),
        "san": board.san(ranked.move),
        "wdl": int(ranked.wdl),
        "dtz": ranked.dtz,
        "rank": ranked.rank,
    }


def _verify(arguments: argparse.Namespace) -> int:
    names = tuple(signatures.parse(name) for name in arguments.names)
    bad = 0
    rows: list[dict[str, object]] = []
    with Tablebases(arguments.folder) as tables:
        for result in verify(tables, names, arguments.positions, random.randrange(1 << 30)):
            bad += bool(result.problem)
            rows.append({"signature": result.signature, "positions": result.positions, "problem": result.problem})
            if not arguments.json:
                print(f"{result.signature:<9} {result.problem or _agreeing(result.positions)}")
        problems = tables.problems
    if arguments.json:
        print(json.dumps({"tables": rows, "problems": [str(problem) for problem in problems]}, indent=1))
    else:
        for problem in problems:
            print(problem)
        print(
            f"{counted(len(rows), 'signature')}, {bad} with a contradiction, {counted(len(problems), 'file')} left out"
        )
    return 1 if bad or problems else 0


def _agreeing(positions: int) -> str:
    return "1 position agrees with its moves" if positions == 1 else f"{positions:,} positions agree with their moves"


def _generate(arguments: argparse.Namespace) -> int:
    request, meter = request_of(TablesRequest, arguments), Meter(quiet=True)
    if arguments.forecast:
        todo = missing(request.signatures, request.folder, use_built_in=request.built_in)
        return _foretell(forecast(todo), arguments.json)
    made: tuple[FinishedTable, ...] = ()
    for step in run_job(TablesJob(), request, meter):
        made = step.made
        if step.total and not arguments.json:
            _show(step)
    if arguments.json:
        rows = [
            {
                "signature": m.signature,
                "wdl_bytes": m.wdl_bytes,
                "dtz_bytes": m.dtz_bytes,
                "cpu_seconds": round(m.seconds, 2),
            }
            for m in made
        ]
        print(json.dumps({"made": rows}, indent=1))
        return exit_code(meter)
    print("\r" + " " * 78 + "\r", end="", file=sys.stderr)
    for table in made:
        print(f"{table.signature:<9} {table.wdl_bytes:>12,} + {table.dtz_bytes:>12,} bytes  {table.seconds:8.1f} s")
    print(
        f"{counted(len(made), 'table')} made in {sum(table.seconds for table in made):.1f} CPU seconds, "
        f"in {arguments.folder.resolve()}"
    )
    return exit_code(meter)


def _foretell(ahead: Forecast, as_json: bool) -> int:
    if as_json:
        print(json.dumps(asdict(ahead), indent=1))
        return 0
    print(" ".join(ahead.tables) or "nothing to make: all of them are there")
    if ahead.tables:
        memory, disk = -(-ahead.memory_bytes // 2**20), -(-ahead.disk_bytes // 2**20)
        print(f"about {ahead.seconds:,.0f} s on one core; {memory:,} MiB of memory, at most {disk:,} MiB on disk")
    return 0


def _show(step: GenerationProgress) -> None:
    stage = "writing" if step.writing else f"placement {step.placement + 1}/{step.placements}, ply {step.plies}"
    line = f"{step.share:4.0%} {step.number + 1}/{step.total} {step.signature}: {stage}"
    print(f"\r{line:<70}", end="", file=sys.stderr, flush=True)
