"""The table of the checker's tests: `@proves(Motif.FORK)` enters a test for its motif."""

from __future__ import annotations

from collections.abc import Callable

from engine.coach.checker.replay import ClaimReplay
from engine.coach.claims import Motif

Test = Callable[[ClaimReplay], bool]
TESTS: dict[Motif, Test] = {}
"""The test of each motif; complete once `check` has imported all modules of tests."""


def proves(*motifs: Motif, mates: bool = False) -> Callable[[Test], Test]:
    """Decorates the test of some motifs. `mates`: the claim must also be of a mate."""

    def entered(test: Test) -> Test:
        TESTS.update(dict.fromkeys(motifs, _with_mate(test) if mates else test))
        return test

    return entered


def _with_mate(test: Test) -> Test:
    return lambda line: line.claim.mate > 0 and test(line)
