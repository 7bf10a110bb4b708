"""The explanation's rows add up to the evaluation that the engine gives."""

import pytest

from desktop.model.explanation import NETWORK, OTHERS, explained
from engine.evaluation.explain import explain
from engine.evaluation.network import shipped
from engine.evaluation.terms import term_offsets
from engine.rules.board import CoreBoard

POSITIONS = (
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1PP2/2NP4/PPP3PP/R1BQK1NR w KQkq - 0 6",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3r2k1/1q3ppp/8/8/8/1Q6/5PPP/3R2K1 w - - 0 1",
)


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_totals_add_up(fen: str) -> None:
    explanation = explain(CoreBoard.from_fen(fen, chess960=False))
    state = explained(fen, explanation)
    assert state.total == explanation.total / 100
    assert sum(row.total or 0 for row in state.rows) == pytest.approx(state.total, abs=0.011)
    for row in state.rows:
        parts = [part.total for part in row.parts if part.total is not None]
        assert row.total is None or not parts or row.total == pytest.approx(sum(parts), abs=0.001)


def test_a_term_opens_into_middlegame_and_endgame_with_their_weights() -> None:
    state = explained(POSITIONS[2], explain(CoreBoard.from_fen(POSITIONS[2], chess960=False)))
    material = next(row for row in state.rows if row.name == "Material").parts[0]
    middle, end = material.parts
    assert (middle.name, end.name) == ("middlegame", "endgame")
    assert middle.weight is not None and end.weight is not None
    assert middle.weight + end.weight == pytest.approx(1.0)
    assert 0 < middle.weight < 0.5, "few men are left: the endgame's values count more"


def test_every_term_of_the_engine_has_its_group() -> None:
    from desktop.model import explanation

    assert [name for name in term_offsets() if explanation._group(name) == OTHERS] == []


def test_the_formulas_of_the_literature_are_shown_apart_with_their_weight() -> None:
    state = explained(POSITIONS[0], explain(CoreBoard.from_fen(POSITIONS[0], chess960=False)))
    assert state.formulas and all(row.weight for row in state.formulas)


def test_every_name_that_is_shown_can_be_translated() -> None:
    from desktop.model.explanation import GROUPS
    from desktop.views.analysis.explain_panel import NAMES

    shown = {*(name for name, _ in GROUPS), OTHERS, NETWORK, "middlegame", "endgame"}
    assert shown - set(NAMES) == set()


def test_the_network_stands_beside_the_classical_evaluation_with_each_piece() -> None:
    explanation = explain(CoreBoard.from_fen(POSITIONS[3], chess960=False), shipped())
    state = explained(POSITIONS[3], explanation)
    assert state.network is not None and state.counts and explanation.network is not None
    assert state.network.total == explanation.network.total / 100 != state.total
    names = [part.name for part in state.network.parts]
    assert len(names) == 10 and {"♕ b3", "♛ b7", "♖ d1"} <= set(names) and not any(name[0] in "♔♚" for name in names)
    queen = next(part for part in state.network.parts if part.name == "♛ b7")
    assert queen.total is not None and queen.total < -3 and queen.black == -queen.total and queen.white is None
