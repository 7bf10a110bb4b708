"""The conformance check passes engines that keep the rules, and names the rule that another breaks."""

import sys
from dataclasses import replace

import pytest

from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.jobs.conformance import ConformanceJob, ConformanceRequest
from engine.jobs.job import Context, findings
from engine.play.conformance.check import CASES, Verdict, checked
from engine.play.conformance.dialogue import Dialogue
from engine.play.external.launch import DEADLINES, Dialect, Launch
from engine.play.external.own_command import own_command
from tests.helpers.program import ROOT

BREAKER = ROOT / "tests/helpers/rule_breaker.py"
PATIENT = replace(DEADLINES, start_s=60.0, ready_s=60.0, quit_s=1.0)
BROKEN = ("options", "bad-value", "moves", "castling", "mated", "one-answer", "lines", "quit")
BROKEN_TOO = (
    *("identity", "strength", "ready", "unknown-command", "unknown-option", "white-space", "promotion"),
    *("searchmoves", "nodes"),
    *("infinite", "ready-while-searching", "idle-stop", "multipv", "ponderhit", "chess960", "quit-while-searching"),
)


@pytest.mark.parametrize("fault", [*BROKEN, *(pytest.param(fault, marks=pytest.mark.long) for fault in BROKEN_TOO)])
def test_a_broken_rule_is_named(fault: str) -> None:
    launch = Launch("breaker", (sys.executable, str(BREAKER), fault))
    cases = [case for case in CASES[Dialect.UCI] if case.name == fault]
    (result,) = checked(launch, cases, PATIENT)
    assert result.verdict is Verdict.FAILED
    assert str(result.finding)


@pytest.mark.long
def test_an_engine_that_keeps_every_rule_passes() -> None:
    launch = Launch("breaker", (sys.executable, str(BREAKER), "none"))
    results = list(checked(launch, CASES[Dialect.UCI], PATIENT))
    assert [(one.case.name, str(one.finding)) for one in results if one.verdict is Verdict.FAILED] == []


@pytest.mark.long
@pytest.mark.parametrize(("dialect", "word"), [(Dialect.UCI, "uci"), (Dialect.XBOARD, "xboard")])
def test_ratsu_passes_every_case(dialect: Dialect, word: str) -> None:
    results = list(checked(Launch("Ratsu", own_command(word)), CASES[dialect], PATIENT))
    assert [(one.case.name, str(one.finding)) for one in results if one.verdict is not Verdict.PASSED] == []


def test_a_stop_ends_the_check_after_the_case_under_way() -> None:
    stopper = Stopper()
    request = ConformanceRequest(f"{sys.executable} {BREAKER} none")
    found = []
    for result in findings(ConformanceJob(), request, Context(stopper)):
        found.append(result)
        stopper.stop()
    assert len(found) == 1


@pytest.mark.parametrize("command", ["", "'open", "/no/such/engine"])
def test_a_command_that_cannot_be_run_is_an_error(command: str) -> None:
    with pytest.raises(RatsuError):
        list(findings(ConformanceJob(), ConformanceRequest(command), Context()))


def test_patience_is_a_factor_of_the_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[float]()
    dialogue = Dialogue(Launch("breaker", (sys.executable, str(BREAKER), "none")), DEADLINES, 30.0)

    def line_within(seconds: float) -> tuple[str, float]:
        waits.append(seconds)
        return "readyok", 0.0

    try:
        monkeypatch.setattr(dialogue._process, "line_within", line_within)
        assert dialogue.ready() == ["readyok"]
    finally:
        dialogue.close()
    assert 29.0 * DEADLINES.ready_s < waits[0] <= 30.0 * DEADLINES.ready_s
