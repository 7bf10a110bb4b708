"""The openings of a match."""

from pathlib import Path

import pytest

from engine.play.match.errors import MatchError
from engine.play.match.openings import read_openings


def test_an_opening_with_counters_keeps_them(tmp_path: Path) -> None:
    """The fifty-move rule counts on, and the moves of the PGN begin with this number."""
    path = tmp_path / "openings.epd"
    path.write_text("4k3/8/8/8/8/8/4P3/4K3 w - - 33 40\n")
    (board,) = read_openings(path)
    assert (board.halfmove_clock, board.fullmove_number) == (33, 40)


@pytest.mark.parametrize(
    ("epd", "why"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "the game is over"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawn"),
    ],
)
def test_a_position_without_a_game_is_refused_with_the_reason(tmp_path: Path, epd: str, why: str) -> None:
    path = tmp_path / "openings.epd"
    path.write_text(f"{epd}\n")
    with pytest.raises(MatchError, match=rf"openings\.epd: no game can begin from .*: .*{why}"):
        read_openings(path)
