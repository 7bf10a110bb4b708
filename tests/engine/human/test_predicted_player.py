"""Time controls of PGN become seconds."""

import pytest

from engine.human.predicted_player import Site, seconds_of, site_of, site_of_control


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("300+3", (300, 3)),
        ("300+3d", (300, 3)),
        ("600", (600, 0)),
        ("10:00+5", (600, 5)),
        ("-", (0, 0)),
        ("", (0, 0)),
        ("40/7200:3600", (0, 0)),
        ("1/86400", (0, 0)),
    ],
)
def test_base_and_increment_are_read_and_anything_else_is_not_known(text: str, seconds: tuple[int, int]) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("600+0", Site.LICHESS),
        ("600", Site.CHESS_COM),
        ("180+2", Site.UNKNOWN),
        ("600+10", Site.UNKNOWN),
        ("-", Site.UNKNOWN),
        ("", Site.UNKNOWN),
        ("1/86400", Site.UNKNOWN),
        ("blitz 5+0", Site.UNKNOWN),
    ],
)
def test_a_time_control_tells_where_it_was_written(text: str, site: Site) -> None:
    assert site_of_control(text) is site


@pytest.mark.parametrize(
    ("tags", "site"),
    [
        ({"Site": "Tanta City EGY", "Source": "CUBICinfinity/tidy_lichess"}, Site.OTHER),
        ({"Site": "https://lichess.org/broadcast/x", "WhiteFideId": "1503014"}, Site.OTHER),
        ({"Site": "https://lichess.org/E7GQ8z2e", "Source": "CUBICinfinity/tidy_lichess"}, Site.LICHESS),
        ({"Event": "Rated game in Ratsu"}, Site.LICHESS),
        ({"Link": "https://www.chess.com/game/live/1"}, Site.CHESS_COM),
        ({"Site": "?"}, Site.OTHER),
    ],
)
def test_a_game_over_the_board_is_of_no_site_wherever_it_was_collected(tags: dict[str, str], site: Site) -> None:
    assert site_of(tags) is site
