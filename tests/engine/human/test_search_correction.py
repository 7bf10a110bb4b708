"""The second look follows the search where it weighs it, and the network where it does not."""

import pytest

from engine.human.search_correction import DEEPEST, FACT_COUNT, UNIT_COUNT, corrected, facts_of

LOGITS = [1.0, 0.0, -2.0]
SCORES = [[0] * DEEPEST, [0] * (DEEPEST - 1) + [300], [-500] * DEEPEST]


def weights(of_unit: dict[int, float], output: float, stays: float = 1.0) -> tuple[float, ...]:
    """One unit that weighs some facts."""
    values = [0.0] * (FACT_COUNT * UNIT_COUNT + 2 * UNIT_COUNT + 1)
    for fact, weight in of_unit.items():
        values[fact] = weight
    values[FACT_COUNT * UNIT_COUNT + UNIT_COUNT] = output
    values[-1] = stays
    return tuple(values)


def test_without_weights_the_network_alone_counts() -> None:
    facts = facts_of(LOGITS, SCORES, 1500, 300)
    assert corrected(LOGITS, facts, weights({}, 0.0)) == pytest.approx(LOGITS)


def test_a_move_that_the_search_refutes_sinks() -> None:
    facts = facts_of(LOGITS, SCORES, 1500, 300)
    deepest_loss = 1 + DEEPEST
    found = corrected(LOGITS, facts, weights({deepest_loss: 1.0}, -2.0))
    assert found[1] == pytest.approx(LOGITS[1])  # the best move of the deepest search loses nothing
    assert found[0] < LOGITS[0]
    assert found[2] - LOGITS[2] < found[0] - LOGITS[0]


def test_losses_are_counted_from_the_best_move_of_each_depth() -> None:
    first, second, third = facts_of(LOGITS, SCORES, 1500, 300)
    assert first[2] == second[2] == 0 < third[2]  # one ply
    assert second[1 + DEEPEST] == 0 < first[1 + DEEPEST] < third[1 + DEEPEST]  # six plies
    assert len(first) == FACT_COUNT


def test_scores_must_fit_the_moves() -> None:
    with pytest.raises(ValueError, match="scores are needed"):
        facts_of(LOGITS, SCORES[:2], 1500, 300)
    with pytest.raises(ValueError, match="scores are needed"):
        facts_of(LOGITS, [[0]] * 3, 1500, 300)
