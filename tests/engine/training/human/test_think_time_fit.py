"""Think times of people: what their clocks say, and whose clocks are not believed."""

import gzip
from pathlib import Path

from engine.training.human.games import part_of
from engine.training.human.think_time_fit import think_times

MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6")
SPENT_S = 7


def game(control: str, base_s: int) -> str:
    """A game of two players of the part "teach" who take SPENT_S for each move, without increment on their clocks."""
    white, black = [name for name in map(str, range(40)) if part_of(name) == "teach"][:2]
    tags = {"White": white, "Black": black, "WhiteElo": "1500", "BlackElo": "1500", "TimeControl": control}
    clocks = (base_s - SPENT_S * (ply // 2 + 1) for ply in range(len(MOVES)))
    told = (f"{move} {{[%clk 0:{left // 60}:{left % 60:02}]}}" for move, left in zip(MOVES, clocks, strict=True))
    return (
        "".join(f'[{name} "{value}"]\n' for name, value in {"Event": "Made", **tags}.items())
        + f"\n{' '.join(told)} *\n\n"
    )


def spent(folder: Path, *games: str) -> list[float]:
    path = folder / "games.pgn.gz"
    path.write_bytes(gzip.compress("".join(games).encode()))
    return [one.spent_s for one in think_times(path, "teach", 10)]


def test_the_time_of_a_move_is_what_the_clock_lost(tmp_path: Path) -> None:
    assert spent(tmp_path, game("600+0", 600)) == [SPENT_S] * (len(MOVES) - 4)  # the first four plies are not counted


def test_a_game_whose_clocks_show_more_than_its_control_gives_is_left_out(tmp_path: Path) -> None:
    assert len(spent(tmp_path, game("90+0", 3000), game("600+0", 600))) == len(MOVES) - 4
