"""`ratsu engines check COMMAND`: whether an engine keeps the rules of its protocol."""

import argparse
import json

from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import add_json
from engine.console.run_job import add_options, request_of, run_job
from engine.ground.text import counted
from engine.jobs.conformance import ConformanceJob, ConformanceRequest
from engine.play.conformance.check import CaseResult, Verdict

HELP = "check whether a UCI or XBoard engine keeps the rules of its protocol"
_SIGNS = {Verdict.PASSED: "ok", Verdict.FAILED: "FAULT", Verdict.SKIPPED: "-"}


def configure(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="check")
    check = commands.add_parser(
        "check", help="hold 38 conversations in UCI, or 13 in XBoard's protocol, with the engine"
    )
    add_options(check, ConformanceRequest)
    add_json(check)
    check.set_defaults(action=_check)
    parser.epilog = (
        "examples:\n  ratsu engines check /usr/games/stockfish\n  ratsu engines check 'gnuchess --xboard' --xboard"
    )


def _check(arguments: argparse.Namespace) -> int:
    """Prints each case. Returns 1 if one of them failed. Raises RatsuError."""
    meter, results = Meter(), list[CaseResult]()
    for result in run_job(ConformanceJob(), request_of(ConformanceRequest, arguments), meter):
        results.append(result)
        if arguments.json:
            row = {"case": result.case.name, "rule": result.case.rule, "verdict": result.verdict.value}
            print(json.dumps({**row, "finding": str(result.finding)}, ensure_ascii=False), flush=True)
        else:
            print(f"{_SIGNS[result.verdict]:6}{result.case.name:24}{result.finding or result.case.rule}", flush=True)
    faults = sum(result.verdict is Verdict.FAILED for result in results)
    if not arguments.json:
        print(f"\n{counted(len(results), 'case', 'cases')}, {counted(faults, 'fault', 'faults')}")
    return exit_code(meter, int(faults > 0))
