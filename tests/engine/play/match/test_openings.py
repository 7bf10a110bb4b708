"""The openings of a match."""

from pathlib import Path

from engine.play.match.openings import read_openings


def test_an_opening_with_counters_keeps_them(tmp_path: Path) -> None:
    """The fifty-move rule counts on, and the moves of the PGN begin with this number."""
    path = tmp_path / "openings.epd"
    path.write_text("4k3/8/8/8/8/8/4P3/4K3 w - - 33 40\n")
    (board,) = read_openings(path)
    assert (board.halfmove_clock, board.fullmove_number) == (33, 40)
