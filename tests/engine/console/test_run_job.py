"""The options of a job, made of the fields of its request."""

import argparse
from pathlib import Path

import pytest

from engine.console.run_job import add_options, request_of
from engine.jobs.health import HealthRequest
from engine.jobs.match import MatchRequest


def parsed(job_request: type, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser, job_request)
    return parser.parse_args(words)


def test_a_wish_has_what_the_command_line_says() -> None:
    words = ("--engine", "a", "--engine", "b", "--nodes", "20", "--gauntlet", "--margin-ms", "0", "--pgn", "m.pgn")
    job_request = request_of(MatchRequest, parsed(MatchRequest, *words))
    assert job_request == MatchRequest(("a", "b"), nodes=20, gauntlet=True, pgn=Path("m.pgn"))
    assert request_of(HealthRequest, parsed(HealthRequest, "--no-engine")) == HealthRequest(engine=False)


@pytest.mark.parametrize(
    ("job_request", "words", "fault"),
    [
        (MatchRequest, ("--nodes", "0"), "0 is not a whole number of at least 1"),
        (MatchRequest, ("--margin-ms", "-1"), "-1 is not a whole number of at least 0"),
        (MatchRequest, ("--movetime", "0"), "0 is not a number of seconds above 0"),
        (MatchRequest, ("--nodes", "5", "--depth", "2"), "not allowed with"),
        (HealthRequest, ("--positions", "0"), "0 is not a whole number of at least 1"),
    ],
)
def test_an_option_out_of_range_is_refused(
    job_request: type, words: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The range of a field that may be None was passed over."""
    with pytest.raises(SystemExit):
        parsed(job_request, *words)
    assert fault in capsys.readouterr().err
