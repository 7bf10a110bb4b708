"""The search for one's own level, as it is kept."""

import pytest

from desktop.model.find_level import dump, load
from engine.ground.json_text import JsonError
from engine.play.people.find_level import LevelSearch, RatingLikelihood


def test_a_search_is_kept_and_those_of_the_versions_before_are_read() -> None:
    search = LevelSearch().after(1500, 0.5, (RatingLikelihood(600, -3.0), RatingLikelihood(900, -2.5)))
    assert load(dump(search)) == search
    before = b'{"version": 1, "games": [[1500, 0.5, [[600, -3.0], [900, -2.5]]]]}'
    assert load(before).played[0].evidence == (RatingLikelihood(600, -7.5), RatingLikelihood(900, -6.25))
    of_two_kinds = b'{"version": 2, "games": [[1500, 0.5, [[600, -3.0, -2.0], [900, -2.5, -4.0]]]]}'
    assert load(of_two_kinds) == search
    with pytest.raises(JsonError):
        load(of_two_kinds.replace(b'"version": 2', b'"version": 4'))
