"""Lines of EPD and FEN files: the position and what it asks."""

import gzip
from pathlib import Path

import pytest

from engine.ground.errors import PositionError
from engine.ground.text import Text
from engine.play.epd import EpdLine, epd_line, epd_lines

FEN = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"


@pytest.mark.parametrize(
    ("text", "fen", "rest"),
    [
        (FEN, f"{FEN} 0 1", ("", (), ())),
        (f"{FEN} 3 17", f"{FEN} 3 17", ("", (), ())),
        (f'{FEN} bm Ra8# Kf2; id "a; b";', f"{FEN} 0 1", ("a; b", ("a1a8", "g1f2"), ())),
        (f"{FEN} 3 17 am Kf2; dm 1;", f"{FEN} 3 17", ("", (), ("g1f2",))),
    ],
)
def test_a_line_has_its_position_its_name_and_its_moves(
    text: str, fen: str, rest: tuple[str, tuple[str, ...], tuple[str, ...]]
) -> None:
    found = epd_line(text)
    assert (found.position.fen, (found.name, found.best, found.avoided)) == (fen, rest)


def test_a_test_is_solved_by_a_best_move_or_by_any_that_is_not_to_be_avoided() -> None:
    best, avoided, plain = (epd_line(f"{FEN}{operation}") for operation in (" bm Ra8#;", " am Kf2;", ""))
    assert [one.is_test for one in (best, avoided, plain)] == [True, True, False]
    assert [best.solved_by(move) for move in ("a1a8", "g1f2")] == [True, False]
    assert [avoided.solved_by(move) for move in ("a1a8", "g1f2")] == [True, False]


@pytest.mark.parametrize("text", ["", "x", f"{FEN} bm Kh8;", "8/8/8/8/8/8/8/8 w - -", f"{FEN[:-3]}x bm"])
def test_what_cannot_be_read_says_why(text: str) -> None:
    with pytest.raises(PositionError):
        epd_line(text)


def test_a_bad_line_is_a_value_and_packed_files_and_old_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "some.epd.gz"
    path.write_bytes(gzip.compress(f"# of tests\r{FEN} bm Ra8#;\r\rnonsense\r{FEN}\r".encode()))
    kinds = [(number, type(found)) for number, found in epd_lines(path)]
    assert kinds == [(2, EpdLine), (4, Text), (5, EpdLine)]
