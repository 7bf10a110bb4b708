"""What a hint says first: where to look, true of the best line, without naming a move."""

from __future__ import annotations

import chess
import pytest

from engine.coach.claims import HintTopic
from engine.coach.hint_topic import look_for

POSITIONS = (
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", HintTopic.MATE),
    ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7 c7a8", HintTopic.FORK),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5", HintTopic.HANGING),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q e8e7", HintTopic.PROMOTION),
    ("4k3/8/8/3b4/8/8/8/3QK2R w - - 0 1", "h1h2", HintTopic.DANGER),
    (chess.STARTING_FEN, "g1f3 g8f6", HintTopic.QUIET),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8 e8e7", HintTopic.CHECK),
)


@pytest.mark.parametrize(("fen", "line", "look"), POSITIONS)
def test_a_hint_begins_with_where_to_look(fen: str, line: str, look: HintTopic) -> None:
    assert look_for(fen, line.split(), chess960=False) is look
