"""`ratsu lab`: the experiments of the source texts on one position, side by side."""

import argparse
import json

from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import add_json
from engine.console.position_argument import position_of
from engine.console.run_job import add_options, request_of, run_job
from engine.jobs.laboratory import LaboratoryJob, LaboratoryRequest
from engine.play.laboratory import Measure
from engine.rules.fen import START_FEN

HELP = "methods of search side by side: nodes, time and value on one position"
_BAR = 24  # characters of the longest


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", nargs="?", default=START_FEN, help="the position (default: the start position)")
    add_options(parser, LaboratoryRequest)
    add_json(parser)
    parser.epilog = "example:\n  ratsu lab --depth 4"


def run(arguments: argparse.Namespace) -> int:
    """Prints each experiment as a table with a bar for its nodes. Raises PositionError for a bad FEN."""
    request = request_of(LaboratoryRequest, arguments, fen=position_of(arguments.fen, chess960=False).fen)
    meter = Meter()
    rows: list[Measure] = []
    for measure in run_job(LaboratoryJob(), request, meter):
        if arguments.json:
            print(json.dumps(_as_json(measure)), flush=True)
        elif rows and rows[-1].experiment != measure.experiment:
            _show(rows)
            rows = []
        rows.append(measure)
    if rows and not arguments.json:
        _show(rows)
    return exit_code(meter, 0)


def _as_json(measure: Measure) -> dict[str, object]:
    return {
        "experiment": str(measure.experiment),
        "variant": str(measure.variant),
        "nodes": measure.nodes,
        "ms": round(measure.ms, 1),
        "score": measure.score,
        "move": measure.move,
        "remark": str(measure.remark),
    }


def _show(rows: list[Measure]) -> None:
    most = max(row.nodes for row in rows)
    print(f"\n{rows[0].experiment}")
    for row in rows:
        bar = "#" * max(1, round(_BAR * row.nodes / max(most, 1)))
        value = "" if row.score is None else f"{row.score / 100:+.2f}"
        print(
            f"  {row.variant!s:<34}{row.nodes:>12} {bar:<{_BAR}}{row.ms:>10.1f} ms {value:>7} {row.move:<6}{row.remark}".rstrip()
        )
