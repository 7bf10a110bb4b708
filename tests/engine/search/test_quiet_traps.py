"""The suite of quiet traps and the command that measures it."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

from engine.play.external.own_command import own_command
from tests.bench import quiet_traps
from tests.bench.solved_positions import Problem, problems

FOUND = "3FjeVnYv, ply 12"
SUITE = Path(__file__).parents[2] / "data" / "traps" / "quiet.epd"
BAD, GOOD = chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")
# Prints `info` lines from a file, whatever it is asked, until the last or `stop`.
ENGINE = """
import pathlib, sys

for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("uciok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["go"]:
        print(pathlib.Path({lines!r}).read_text() + "bestmove d2d4", flush=True)
    elif words == ["quit"]:
        break
"""


@pytest.fixture
def said(tmp_path: Path) -> Iterator[tuple[chess.engine.SimpleEngine, Path]]:
    """An engine that prints the lines of a file."""
    lines, program = tmp_path / "lines", tmp_path / "engine.py"
    program.write_text(ENGINE.format(lines=str(lines)), encoding="utf-8")
    with chess.engine.SimpleEngine.popen_uci([sys.executable, str(program)]) as engine:
        yield engine, lines


@pytest.mark.parametrize(
    ("moves", "after"),
    [
        (["900 e2e4", "4000 d2d4", "9000 d2d4"], 4000),
        (["900 e2e4", "4000 d2d4", "9000 e2e4", "30000 d2d4"], 30000),  # it came back
        (["900 e2e4", "4000 d2d4 lowerbound", "9000 d2d4"], 9000),  # a bound ends no iteration
        (["900 e2e4", "9000 e2e4"], None),
        (["900 d2d4", "100000 d2d4", "110000 e2e4"], 900),  # back again too late to count
    ],
)
def test_a_move_is_avoided_from_the_iteration_after_which_it_does_not_come_back(
    said: tuple[chess.engine.SimpleEngine, Path], moves: list[str], after: int | None
) -> None:
    engine, lines = said
    rows = [(*row.split(), "")[:3] for row in moves]
    lines.write_text("".join(f"info depth 1 score cp 1 {bound} nodes {n} pv {move}\n" for n, move, bound in rows))
    problem = Problem(chess.Board(), frozenset(), frozenset([BAD]), "start")
    assert quiet_traps.avoided_after(engine, problem, 200_000) == after


def test_who_never_avoids_the_move_counts_as_the_limit_and_where_both_do_not_nothing_is_compared() -> None:
    assert quiet_traps.ratio(3000, 1000, 10_000) == 3
    assert quiet_traps.ratio(None, 1000, 10_000) == 10
    assert quiet_traps.ratio(5000, None, 10_000) == 0.5
    assert quiet_traps.ratio(None, None, 10_000) is None
    text = quiet_traps.summary([(3000, 1000), (None, 1000), (5000, None), (None, None)], 10_000)
    assert text.startswith("4 positions: median 7,500 nodes beside 5,500; still played at 10,000 nodes: 2 and 2;")
    assert "ratio: median 3.00, geometric mean 2.47, above 1 in 2 of 3" in text


def test_the_suite_names_legal_moves_and_a_better_one_for_each_trap() -> None:
    suite = list(problems(SUITE))
    assert len({problem.board.epd() for problem in suite}) == len(suite)
    assert {"Rantanen's trap", "Muzio gambit"} <= {problem.name for problem in suite}
    for problem in suite:
        assert problem.avoided and problem.best and not problem.avoided & problem.best
        assert all(move in problem.board.legal_moves for move in problem.avoided | problem.best)


def test_only_moves_that_cost_much_in_positions_not_decided_are_looked_at() -> None:
    quiet = "1. e4 { [%eval 0.2] } 1... e5 { [%eval 0.2] } 2. Nf3 { [%eval 0.2] } 2... Nc6 { [%eval 0.2] } "
    more = "3. Bc4 { [%eval 0.2] } 3... Nd4 { [%eval 0.3] } 4. Nxe5?? { [%eval -1.2,18] } 4... Qg5 { [%eval -1.2] } "
    lost = "5. Nxf7 { [%eval -4.0] } 5... Qxg2 { [%eval -4.1] } 6. Rf1?? { [%eval #-2] } 6... Qxe4+ { [%eval #-2] }"
    game = f'[Event "?"]\n[Site "https://example.org/abc"]\n\n{quiet}{more}{lost} 0-1'
    found = list(quiet_traps._mistakes(game))
    assert [(one.name, one.move.uci(), one.before, one.after) for one in found] == [
        ("abc, ply 9", "e5f7", -120, -400)  # ply 7 comes too early, and before ply 11 the game was lost
    ]


def test_a_trap_is_found_proved_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = next(problem for problem in problems(SUITE) if problem.name == FOUND)
    (move,) = line.avoided
    mistake = quiet_traps.Mistake(line.board, move, 0, -300, FOUND)
    monkeypatch.setattr(quiet_traps, "_games", lambda *_: [(1, "game")])
    monkeypatch.setattr(quiet_traps, "_mistakes", lambda _: [mistake])
    to = tmp_path / "found.epd"
    wanted = argparse.Namespace(to=to, judge=own_command("uci"), games=[tmp_path], start=1, every=1, positions=1)
    quiet_traps.find(wanted)
    (again,) = problems(to)
    assert (again.board, again.avoided, again.name) == (line.board, line.avoided, FOUND)
