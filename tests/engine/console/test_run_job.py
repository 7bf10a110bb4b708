"""The options of a job, made of the fields of its wish."""

import argparse
from pathlib import Path

import pytest

from engine.console.run_job import add_options, wish_of
from engine.jobs.health import HealthWish
from engine.jobs.match import MatchWish


def parsed(wish: type, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser, wish)
    return parser.parse_args(words)


def test_a_wish_has_what_the_command_line_says() -> None:
    words = ("--engine", "a", "--engine", "b", "--nodes", "20", "--gauntlet", "--margin-ms", "0", "--pgn", "m.pgn")
    wish = wish_of(MatchWish, parsed(MatchWish, *words))
    assert wish == MatchWish(("a", "b"), nodes=20, gauntlet=True, pgn=Path("m.pgn"))
    assert wish_of(HealthWish, parsed(HealthWish, "--no-engine")) == HealthWish(engine=False)


@pytest.mark.parametrize(
    ("wish", "words", "fault"),
    [
        (MatchWish, ("--nodes", "0"), "0 is not a whole number from 1 on"),
        (MatchWish, ("--margin-ms", "-1"), "-1 is not a whole number from 0 on"),
        (MatchWish, ("--movetime", "0"), "0 is not a number of seconds above 0"),
        (MatchWish, ("--nodes", "5", "--depth", "2"), "not allowed with"),
        (HealthWish, ("--positions", "0"), "0 is not a whole number from 1 on"),
    ],
)
def test_an_option_out_of_range_is_refused(
    wish: type, words: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The range of a field that may be None was passed over."""
    with pytest.raises(SystemExit):
        parsed(wish, *words)
    assert fault in capsys.readouterr().err
