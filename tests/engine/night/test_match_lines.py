"""The report of a match of the night."""

from types import SimpleNamespace
from typing import cast

import pytest

from engine.ground.text import Text
from engine.night.kinds.match import lines
from engine.night.values import TaskAnswer
from engine.play.match.journal import row_of
from tests.engine.play.match.test_match import outcome


@pytest.mark.parametrize(("moves", "repeated"), [(("1. e4 *", "1. d4 *"), 0), (("1. e4 *", "1. e4 *"), 1)])
def test_games_that_repeat_another_one_are_counted(moves: tuple[str, ...], repeated: int) -> None:
    games = [
        {"game": row_of(outcome(number, 0, 1, "1-0")), "players": ["A", "B"], "pgn": f'[Round "{number}"]\n\n{text}'}
        for number, text in enumerate(moves, 1)
    ]
    told = [line.text for line in lines([cast(TaskAnswer, SimpleNamespace(task=1, value={"games": games}))])]
    assert told[0] == Text("Games played: %1", 2)
    counted = Text("Games that repeat another one, and prove nothing: %1", 1)
    assert (counted in told) is bool(repeated)
