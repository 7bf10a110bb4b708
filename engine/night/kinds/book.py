"""The health of the user's book or of a repertoire: one task for this machine. After a kill it resumes, because the check
saves its searches and its report."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from books.choice.open_library import library_in
from books.folder import default_folder
from books.repertoire.book_check import BookProblem
from engine.game.reason_file import as_json, of_json
from engine.game.reason_words import english
from engine.ground.text import Text
from engine.jobs.health import HealthJob, HealthRequest
from engine.jobs.job import Context, findings, last
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import PlannedTask, Table, TaskAnswer


def tasks(repertoire: str, positions: int | None) -> Iterator[PlannedTask]:
    """One task. `repertoire`: its name, empty for the user's books."""
    payload = {"folder": str(default_folder()), "repertoire": repertoire, "positions": positions}
    yield PlannedTask(repertoire or "book", payload, here=True)


def answer(payload: Table, nodes: int) -> Table:
    """Runs the check, which changes no book: *Book health* shows its report and learns what the user confirms.
    :raises RatsuError: the repertoire does not exist."""
    with closing(library_in(Path(payload["folder"]))) as library:
        mine = payload["repertoire"]
        request = HealthRequest(mine, own=not mine, positions=payload["positions"], nodes=nodes)
        report = last(findings(HealthJob(lambda: library), request, Context()))
    assert report is not None
    found = [
        {"problem": one.problem.value, "fen": one.fen, "words": english(one.reason), "reason": as_json(one.reason)}
        for one in report.findings
    ]
    return {"positions": report.positions, "findings": found, "passed": report.passed}


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """Each kind of finding, with its positions."""
    told: list[ReportLine] = []
    for one in answers:
        told.append(ReportLine(Text("Positions of the book checked: %1", one.value["positions"])))
        if one.value["findings"]:
            told.append(ReportLine(Text("All findings are proposals. Book health learns what you confirm.")))
        if passed := one.value.get("passed"):
            told.append(ReportLine(Text("Moves of other books in these positions, not judged: %1", passed)))
        findings = one.value["findings"]
        for problem, count in sorted(Counter(row["problem"] for row in findings).items()):
            rows = tuple(
                ReportRow(one.task, Text("%1", of_json(row["reason"])), row["fen"])
                for row in findings
                if row["problem"] == problem
            )
            told.append(ReportLine(_counted(BookProblem(problem), count), rows))
    return told


def _counted(problem: BookProblem, count: int) -> Text:
    match problem:
        case BookProblem.BLUNDER:
            return Text("Mistakes: %1", count)
        case BookProblem.SURPASSED:
            return Text("Moves that are no longer the best: %1", count)
        case BookProblem.UNDERRATED:
            return Text("Moves that are better than their flag: %1", count)
        case BookProblem.GAP:
            return Text("Moves without an answer: %1", count)
        case BookProblem.SUSPECTED:
            return Text("Moves that were suspected before: %1", count)
        case BookProblem.BAD_LEAF:
            return Text("Lines that end badly: %1", count)
        case BookProblem.UNCHECKED:
            return Text("Positions that were not checked yet: %1", count)
        case BookProblem.CONFLICT:
            return Text("Moves on which the books disagree: %1", count)
        case BookProblem.UNREACHABLE:
            return Text("Positions out of reach: %1", count)
