"""What training counts as right is what a review does not fault."""

from engine.drill.sources import clock, guess, mistakes
from engine.play.review.judging import judgement_of


def test_all_training_forgives_what_a_review_does_not_fault() -> None:
    for source in (clock, guess, mistakes):
        assert judgement_of(source.FORGIVEN - 0.01) is None and judgement_of(source.FORGIVEN + 0.01) is not None, source
