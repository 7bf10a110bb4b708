"""Paths that may not be looked into (here: too long a name, which the system refuses like a closed folder) are as if nothing
were there."""

import os
from pathlib import Path

import pytest

from desktop.model.stored_values import RememberedGame
from desktop.services.files.file_opening import opened_again
from engine.ground.errors import RatsuError
from engine.play.external.detect import candidates, detect
from engine.play.external.errors import EngineUnusable
from engine.play.external.launch import Launch
from tests.helpers.program import make_script

CLOSED = "/" + "n" * 300


def test_engines_are_found_behind_such_a_folder_in_path(tmp_path: Path) -> None:
    make_script(tmp_path / "stockfish", "")
    found = candidates(environment=os.pathsep.join((CLOSED, str(tmp_path))))
    assert [one.command for one in found] == [(str(tmp_path / "stockfish"),)]


@pytest.mark.parametrize(
    "launch", [Launch("x", (f"{CLOSED}/engine",)), Launch("x", ("sh",), folder=CLOSED)], ids=["program", "folder"]
)
def test_an_engine_there_is_refused_in_words(launch: Launch) -> None:
    with pytest.raises(EngineUnusable, match="there is no"):
        detect(launch)


def test_a_game_that_was_open_there_is_gone() -> None:
    with pytest.raises(RatsuError, match="not there any more"):
        opened_again(RememberedGame(f"{CLOSED}/a.pgn", "0 20 12ab", 3, shown=True), lambda: False, "en")
