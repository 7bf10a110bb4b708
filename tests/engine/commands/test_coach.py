"""`ratsu coach`: explains a move on the console, as text, spoken and as data."""

import json

import pytest

from engine.command_line import main

MATE = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["coach", *arguments]) == 0
    return capsys.readouterr().out


def test_a_move_that_allows_mate_is_told_with_its_mate(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = said(capsys, MATE, "--move", "g4", "--nodes", "20000").splitlines()
    assert first.startswith("2. g4??") and first.endswith("#-1")
    assert second.startswith("2. g4 allows 2...Qh4#: mate. ")


def test_it_is_spoken_without_signs(capsys: pytest.CaptureFixture[str]) -> None:
    second = said(capsys, MATE, "--move", "g2g4", "--nodes", "20000", "--spoken").splitlines()[1]
    assert second.startswith("pawn to g4 allows queen to h4, mate: mate. ")


def test_as_data_each_claim_has_its_line_and_role(capsys: pytest.CaptureFixture[str]) -> None:
    mate = json.loads(said(capsys, MATE, "--move", "g4", "--nodes", "20000", "--json"))
    assert (mate["sign"], mate["after"]["mate"]) == ("??", -1)
    claim = mate["claims"][0]
    assert (claim["role"], claim["motif"], claim["line"], claim["mate"]) == ("allows", "mate", ["g2g4", "d8h4"], 1)


def test_the_best_move_is_explained_too(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    assert said(capsys, fen, "--move", "Ra8", "--nodes", "20000").endswith("1. Ra8#: mate, a back-rank mate.\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([MATE, "--move", "e5"], "e5 is refused"),
        ([MATE, "--move", "zz"], "zz is not a move: write it as e4, Nf3 or e2e4"),
        (["nonsense", "--move", "e4"], "nonsense"),
        ([MATE], "give a position and --move"),
        ([], "give a position and --move"),
    ],
)
def test_what_cannot_be_explained_is_told(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", *arguments]) == 1
    assert told in capsys.readouterr().err
