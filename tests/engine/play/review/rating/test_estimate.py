"""The arithmetic of the estimate, and what the shipped tables say."""

from dataclasses import replace

from engine.play.review.rating.estimate import SHIPPED, RatingEstimate, RatingModel, rating_words, ratings_of, tables
from engine.play.review.rating.scale import EloScale

TABLE = RatingModel(
    EloScale.LICHESS,
    (1500.0, 10.0),
    (1500.0, 10.0, 2.0),
    spread=300.0,
    lean=0.5,
    noise=300.0,
    style=0.0,
    errors=((1000, -400.0, 500.0), (2000, -500.0, 400.0)),
)


def test_a_guess_stands_beside_what_is_usual_for_its_tags() -> None:
    assert TABLE.guess([4.0, 50.0]) == RatingEstimate(EloScale.LICHESS, 1540.0, 1640.0)


def test_without_a_game_there_is_no_rating() -> None:
    assert TABLE.rating([]) is None


def test_one_game_is_stretched_and_drawn_back_to_the_usual_rating() -> None:
    rating = TABLE.rating(
        [RatingEstimate(EloScale.LICHESS, 1500.0, 1600.0)]
    )  # 200 above once stretched; trusted by a half, for noise = spread
    assert rating is not None
    assert (rating.elo, rating.games) == (1600, 1)
    assert (rating.low, rating.high) == (1222, 2200)  # with these a guess of 1700 is still among the INTERVAL


def test_the_interval_of_a_guess_at_the_end_of_the_scale_is_as_wide_as_the_errors_there() -> None:
    rating = TABLE.rating([RatingEstimate(EloScale.LICHESS, 1500.0, 2000.0)])
    assert rating is not None
    assert (rating.low, rating.high) == (2100, 3000) and rating.elo == 2100
    weak = TABLE.rating([RatingEstimate(EloScale.LICHESS, 1500.0, 1000.0)])
    assert weak is not None
    assert (weak.low, weak.high) == (400, 900), "lichess gives no lower rating"
    weakest = TABLE.rating([RatingEstimate(EloScale.LICHESS, 1500.0, 500.0)])
    assert weakest is not None
    assert weakest.low == 400 and weakest.high > 800, "never an interval of one number"


def test_many_games_are_trusted_more_and_narrow_the_interval() -> None:
    one, many = (TABLE.rating([RatingEstimate(EloScale.LICHESS, 1500.0, 1600.0)] * count) for count in (1, 20))
    assert one is not None
    assert many is not None
    assert 1600 < many.elo < 1700
    assert many.high - many.low < (one.high - one.low) / 2


def test_what_a_players_games_have_in_common_does_not_average_out() -> None:
    rating = replace(TABLE, style=300.0).rating([RatingEstimate(EloScale.LICHESS, 1500.0, 1600.0)] * 10_000)
    assert rating is not None
    assert rating.elo == 1600
    assert rating.high - rating.low > 500


def test_the_shipped_tables_are_small_and_sensible() -> None:
    assert SHIPPED.stat().st_size < 200_000
    assert set(tables()) == set(EloScale)
    for scale, found in tables().items():
        with_opponent, alone = found[True], found[False]
        assert len(with_opponent.weights) > len(alone.weights) > len(alone.usual)
        for table in (with_opponent, alone):
            assert table.scale is scale and 0 < table.lean < 1
            assert table.noise > table.style >= 0
            assert all(-1200 < low < 0 < high < 1200 for _, low, high in table.errors)


def test_each_scale_has_a_rating_of_its_own_and_an_unknown_one_has_none() -> None:
    games = [
        RatingEstimate(EloScale.FIDE, 2000.0, 2000.0),
        *[RatingEstimate(EloScale.LICHESS, 1500.0, 1600.0)] * 2,
    ]
    ratings = ratings_of(games)
    assert list(ratings) == [EloScale.LICHESS, EloScale.FIDE]
    assert [rating.games for rating in ratings.values()] == [2, 1]
    words = str(rating_words(ratings, unscaled=True))
    assert words.startswith("Lichess ") and ", FIDE " in words
    assert str(rating_words({}, unscaled=True)).startswith("no rating: the tags do not say whose ratings are meant")
    assert str(rating_words({}, unscaled=False)) == "too few moves for a rating"
