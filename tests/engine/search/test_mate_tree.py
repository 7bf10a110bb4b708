"""The tree of a mate's proof: every defence is there, with an answer that mates in time."""

from engine.game.limits import GamePosition
from engine.search.mate_tree import defences
from engine.search.mates import MateSearcher

SIX_MOVER = "8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1"  # figure 20 of the source texts


def test_the_tree_of_a_mate_is_walked_to_its_end() -> None:
    solver, moves, left = MateSearcher(), ["d1g4"], 5
    while True:
        position = GamePosition(SIX_MOVER, tuple(moves), chess960=False)
        found = list(defences(position, left, solver))
        assert sorted(one.move for one in found) == sorted(position.board().legal_uci_moves())
        if not found:
            break
        assert all(1 <= one.mate <= left for one in found)
        longest = max(found, key=lambda one: one.mate)
        moves += (longest.move, longest.line[0])
        left = longest.mate - 1
    assert position.board().in_check and len(moves) == 11


def test_a_defence_without_a_mate_has_no_answer() -> None:
    (only, *_rest) = defences(GamePosition(SIX_MOVER, ("d1e2",), chess960=False), 2, MateSearcher())
    assert only.line == () and only.mate == 0
