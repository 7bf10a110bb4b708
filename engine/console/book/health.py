"""`ratsu book health`: checks a repertoire or the book, shows the report, undoes its changes."""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from books.choice.library import Library
from books.learning.verdicts import CERTAIN_NODES
from books.repertoire import check_report as health
from books.repertoire.book_check import BookFinding, BookProblem
from books.repertoire.check_report import CheckReport
from engine.console.book.common import add_common, answer, library, output
from engine.console.meter import Meter, exit_code
from engine.console.run_job import add_options, request_of, run_job
from engine.game.reason_words import english
from engine.ground.errors import RatsuError
from engine.ground.integers import whole_number
from engine.ground.text import counted
from engine.jobs.health import HealthJob, HealthRequest

_EXAMPLE = """ratsu book health --repertoire White --minutes 30
  ratsu book health --show
  ratsu book health --undo 2"""


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "health",
        help="checks a repertoire or the book with the engine",
        description="Checks a repertoire or the book, most likely positions first: moves whose flag is wrong, replies without an "
        "answer, lines that end badly, suspected positions. It proposes changes and asks before it learns them; a change can be "
        f"undone. With fewer than {CERTAIN_NODES} nodes it only proposes.",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--repertoire", metavar="NAME", help="check one of your repertoires (default: all books)")
    what.add_argument("--book", help="check one book: user, learned, shipped, or a file")
    what.add_argument("--own", action="store_true", help="only moves of your books and what was learned")
    add_options(parser, HealthRequest)
    parser.add_argument("--apply", action="store_true", help="also write the proposed flags into your book (one edit)")
    parser.add_argument("--yes", action="store_true", help="learn what is found without a question")
    parser.add_argument("--show", action="store_true", help="only show the last report")
    parser.add_argument(
        "--undo",
        metavar="N",
        help="undo the change of finding N of the last report, or of `all` with every value stored",
    )
    add_common(parser, _EXAMPLE)
    parser.set_defaults(action=_health)


def _health(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        if arguments.show or arguments.undo is not None:
            return _last(arguments, books)
        request = request_of(
            HealthRequest,
            arguments,
            repertoire=arguments.repertoire or "",
            book=arguments.book or "",
            own=arguments.own,
        )
        meter = Meter("checking")
        report = _checked(books, request, meter)
        if report is not None and report.learnable and not meter.cancelled and _sure(arguments, books, report):
            again = replace(request, writes=True, positions=report.positions)  # the searches are remembered
            report = _checked(books, again, meter)
        if report is not None:
            applied = health.repair(books, report.findings) if arguments.apply and not meter.cancelled else 0
            _print(arguments, books, report, applied)
    return exit_code(meter)


def _checked(books: Library, request: HealthRequest, meter: Meter) -> CheckReport | None:
    """Runs a check. The number of positions is said before the first search."""
    report = None
    meter.note("")
    for report in run_job(HealthJob(lambda: books), request, meter):
        if report.positions == 0 and not request.writes:
            print(f"{counted(report.total, 'position')} to check", file=sys.stderr)
        elif report.left_s:
            meter.note(f"{report.positions} of {report.total}, about {timedelta(seconds=report.left_s)} left")
    return report


def _sure(arguments: argparse.Namespace, books: Library, report: CheckReport) -> bool:
    """Whether to learn what was found: asked on a terminal, else only with --yes."""
    if arguments.yes or arguments.json or sys.stdin is None or not sys.stdin.isatty():
        return bool(arguments.yes)
    _print(arguments, books, report, 0)
    question = f"Learn {counted(report.learnable, 'change')}? Each can be undone. [y/N] "
    return answer(question).strip().lower() in ("y", "yes")


def _last(arguments: argparse.Namespace, books: Library) -> int:
    report = health.last_report(arguments.folder)
    if report is None:
        raise RatsuError("The book was not checked yet. `ratsu book health` checks it.")
    if arguments.undo is not None:
        health.undo(books, report, () if arguments.undo == "all" else (_number(arguments.undo, report) - 1,))
    _print(arguments, books, report, 0)
    return 0


def _number(text: str, report: CheckReport) -> int:
    """A finding's number in the report with the change. :raises RatsuError: it is not there."""
    changed = [place for place, finding in enumerate(report.findings, 1) if finding.lesson is not None]
    number = whole_number(text)
    if number is None or number not in changed:
        known = ", ".join(map(str, changed)) or "-"
        raise RatsuError("%1 is not a change of the last check. Write `all` or one of these: %2", text, known)
    return number


def _print(arguments: argparse.Namespace, books: Library, report: CheckReport, applied: int) -> None:
    undone = health.undone(books, report)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(report.started))
    state = "" if report.whole else ", not finished"
    lines = [
        f"check of {report.scope}, {when}, {counted(report.nodes, 'node')} to prove a mistake{_doubt(report)}{state}"
    ]
    numbered = sorted(enumerate(report.findings, 1), key=lambda pair: pair[1].problem is BookProblem.UNCHECKED)
    lines += [_line(place, finding, undone) for place, finding in numbered]
    changes = sum(finding.lesson is not None for finding in report.findings)
    lines.append(
        f"{counted(report.positions, 'position')}, {report.searched} searched now, "
        f"{counted(len(report.findings), 'finding')}, {changes} learned"
    )
    if report.learnable:
        lines.append(f"not learned: {counted(report.learnable, 'change')} (--yes learns without a question)")
    if report.passed:
        lines.append(f"not judged: {counted(report.passed, 'move')} of other books in these positions")
    lines += [f"{counted(applied, 'flag')} set"] if applied else []
    values = {
        "started": report.started,
        "scope": report.scope,
        "nodes": report.nodes,
        "whole": report.whole,
        "positions": report.positions,
        "passed": report.passed,
        "applied": applied,
        "findings": [_values(finding, undone) for finding in report.findings],
    }
    output(arguments, values, "\n".join(lines))


def _doubt(report: CheckReport) -> str:
    """The warning of a check with few nodes."""
    return "" if not report.proposes else f" (fewer than {CERTAIN_NODES}: findings are only proposals)"


def _line(place: int, finding: BookFinding, undone: Sequence[int] | frozenset[int]) -> str:
    state = ""
    if finding.lesson is not None:
        state = "  [undone]" if finding.lesson in undone else "  [learned]"
    elif finding.proposal is not None:
        state = f"  [proposed: {finding.proposal.symbol or 'normal'}]"
    return f"{place:3} {finding.problem.value:11} {english(finding.reason)}{state}"


def _values(finding: BookFinding, undone: frozenset[int]) -> dict[str, Any]:
    return {
        "problem": finding.problem.value,
        "fen": finding.fen,
        "move": finding.move.uci(),
        "text": english(finding.reason),
        "proposal": finding.proposal.symbol if finding.proposal is not None else None,
        "centipawns": finding.value.centipawns if finding.value else None,
        "lesson": finding.lesson,
        "undone": finding.lesson in undone,
    }
