"""In words, how many players find a move: few, some, most."""

import pytest

from engine.game.reason import BoardMove, ReasonKind
from engine.play.people.move_difficulty import FEW, MOST, MoveDifficulty


@pytest.mark.parametrize(
    ("chance", "kind"),
    [
        (FEW - 0.001, ReasonKind.FEW_FIND),
        (FEW, ReasonKind.SOME_FIND),
        (MOST - 0.001, ReasonKind.SOME_FIND),
        (MOST, ReasonKind.MOST_FIND),
    ],
)
def test_the_bounds_belong_to_the_larger_share(chance: float, kind: ReasonKind) -> None:
    move = BoardMove("e2e4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False)
    assert MoveDifficulty(1500, chance, move).reason.kind is kind
