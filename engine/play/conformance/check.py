"""Runs the cases of a protocol against an engine."""

from collections.abc import Iterable, Iterator
from enum import Enum

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.play.conformance.dialogue import CaseSkippedError, Dialogue, NotConformingError
from engine.play.conformance.uci_cases import UCI_CASES, ConformanceCase
from engine.play.conformance.xboard_cases import XBOARD_CASES
from engine.play.external.errors import EngineFault
from engine.play.external.launch import DEADLINES, Deadlines, Dialect, Launch

CASES = {Dialect.UCI: UCI_CASES, Dialect.XBOARD: XBOARD_CASES}


class Verdict(Enum):
    """The result of one case."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class CaseResult:
    """One case and its result. `finding` says what is wrong, or why it was skipped; empty if it passed."""

    case: ConformanceCase
    verdict: Verdict
    finding: Text = NOTHING


def checked(
    launch: Launch, cases: Iterable[ConformanceCase], deadlines: Deadlines = DEADLINES, patience: float = 1.0
) -> Iterator[CaseResult]:
    """Yields the result of each case; each starts the engine again. `patience`: a factor of the waits.

    :raises EngineUnusable: it cannot be started.
    """
    for case in cases:
        dialogue = Dialogue(launch, deadlines, patience)
        try:
            case.run(dialogue)
            yield CaseResult(case, Verdict.PASSED)
        except CaseSkippedError as skipped:
            yield CaseResult(case, Verdict.SKIPPED, skipped.text)
        except (NotConformingError, EngineFault) as fault:
            yield CaseResult(case, Verdict.FAILED, fault.text)
        finally:
            dialogue.close()
