"""The swap test: our own search with the judge's network. What it loses to the judge is search; what it gains, network.

    python -m tests.bench.swapped_network FOLDER [GAMES] [NODES]

FOLDER takes a copy of this checkout's last commit in which Stockfish 15.1's network answers (`engine.training.foreign_net`, a
teacher that is never shipped), and the two matches against Stockfish at equal NODES: of that copy, then of the copy as it is.
The same command resumes. The copy is slow (it brings the network up to date less cleverly): only nodes are compared.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from engine.command_line import main as ratsu
from installer.environment import ROOT

JUDGE = "stockfish"
SCALE = 1400
"""Our centipawns in a thousand of the judge's, for margins of a search that was tuned with ours: on 1,876 positions of master
games the root mean squares differ by 1.44, the slope is 1.36 (positions that we judge below four pawns)."""

ASKED = '''    """Returns the evaluation in centipawns for the side to move; without bounds, the search clamps it."""
'''
ANSWERED = """    if judge_answers:
        memcpy(cython.address(judge.position), position, BOARD_BYTES)
        judge.position.state = cython.address(judge.position.states[0])  # the search itself counts the fifty moves
        return judge._centipawns() * judge_scale // 1000
"""
BEFORE = "\n\n@cython.cfunc\n"
JUDGING = f"""

import os

from cython.cimports.engine.training.foreign_net import ForeignNetwork

judge = cython.declare(ForeignNetwork)
judge_answers = cython.declare(cython.bint, False)
judge_scale = cython.declare(cython.int, {SCALE})
BOARD_BYTES = cython.declare(cython.int, 8 * 8 + 64 + 1)  # pieces, squares, side to move
if "JUDGE_NETWORK" in os.environ:
    from engine.training.foreign_net import ForeignNetwork as Judge

    judge = Judge.from_bytes(open(os.environ["JUDGE_NETWORK"], "rb").read())
    judge_answers = True
"""
OPTIONS = ("option.OwnBook=false", "option.SyzygyProbeLimit=0")


def main() -> None:
    """Builds the copy where it is missing, and plays."""
    folder = Path(sys.argv[1]).resolve()
    games = sys.argv[2] if len(sys.argv) > 2 else "100"
    nodes = sys.argv[3] if len(sys.argv) > 3 else "20000"
    network, copy = folder / "judge.nnue", folder / "copy"
    if not (copy / ".venv" / "bin" / "ratsu").exists():
        build(copy)
    if not network.exists():
        export = f"export_net {network}\nquit\n"
        subprocess.run([shutil.which(JUDGE) or f"/usr/games/{JUDGE}"], input=export, text=True, check=True)
    command = [str(copy / ".venv" / "bin" / "ratsu"), "uci"]
    judged = shlex.join(["env", f"JUDGE_NETWORK={network}", *command])
    for name, words in (("judged", judged), ("own", shlex.join(command))):
        engine = f"name={name} cmd={shlex.quote(words)} proto=uci {' '.join(OPTIONS)}"
        limits = ["--nodes", nodes, "--games", games, "--resign", "4:800", "--draw", "40:8:10"]
        ratsu(["match", "--engine", engine, "--engine", JUDGE, *limits, "--pgn", str(folder / f"{name}.pgn")])


def build(copy: Path) -> None:
    """Clones the last commit, lets the judge's network answer where it is asked to, and builds."""
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True)
    source = copy / "engine" / "evaluation" / "nnue.py"
    text = source.read_text(encoding="utf-8")
    if text.count(ASKED) != 1 or BEFORE not in text:
        sys.exit(f"{source}: the place where the network is asked has changed: mend tests/bench/swapped_network.py")
    text = text.replace(ASKED, ASKED + ANSWERED).replace(BEFORE, JUDGING + BEFORE, 1)
    source.write_text(text, encoding="utf-8")
    subprocess.run(["make", "build"], cwd=copy, check=True, env={**os.environ, "PYTHONPATH": ""})


if __name__ == "__main__":
    main()
