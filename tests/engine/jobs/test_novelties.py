"""The lines that are searched for novelties come from games that begin at the usual position."""

from pathlib import Path

from engine.jobs.novelties import _lines_of


def test_games_from_other_positions_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    path.write_text(
        f'[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n[FEN "{fen}"]\n\n1. e4 *\n\n'
        '[Event "c"]\n[Variant "Chess960"]\n\n1. d4 *\n\n[Event "d"]\n\n1. c4 *\n'
    )
    found = [[move.uci() for move in line] for line in _lines_of((path,))]
    assert found == [["e2e4", "e7e5"], ["c2c4"]]
