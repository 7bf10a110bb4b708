"""The rating scale of a game by its tags."""

import pytest

from engine.play.review.rating.scale import EloScale, scale_of


@pytest.mark.parametrize(
    ("tags", "scale"),
    [
        ({"Site": "https://lichess.org/rCgNRLKc"}, EloScale.LICHESS),
        ({"Site": "?", "Source": "lichess-2013-2017"}, EloScale.LICHESS),
        ({"Event": "Rated game in Ratsu"}, EloScale.LICHESS),
        ({"Site": "Chess.com"}, EloScale.CHESS_COM),
        ({"Link": "https://www.chess.com/game/live/1"}, EloScale.CHESS_COM),
        ({"Site": "Tanta City EGY"}, EloScale.FIDE),
        ({"Site": "Aksu TUR", "Source": "CUBICinfinity/tidy_lichess"}, EloScale.FIDE),
        ({"Site": "lichess.org INT"}, EloScale.FIDE),
        ({"Site": "https://lichess.org/broadcast/x", "WhiteFideId": "1503014"}, EloScale.FIDE),
        ({"Site": "Helsinki"}, None),
        ({"Site": "DESKTOP-4711"}, None),
        ({"Site": "?", "Event": "?"}, None),
        ({}, None),
    ],
)
def test_the_tags_tell_whose_ratings_are_meant_or_nothing_does(tags: dict[str, str], scale: EloScale | None) -> None:
    assert scale_of(tags) is scale
