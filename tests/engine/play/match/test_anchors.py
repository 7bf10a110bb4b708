"""The command that plays against versions of Stockfish, with stand-ins for the engines and for the programs that fetch them."""

import os
from pathlib import Path

import pytest

from engine.jobs.match import MatchRequest
from engine.play.match.spec import parse_clock, parse_engine
from engine.play.match.strength import ResultCounts
from tests.bench import anchors
from tests.helpers.program import make_script

ENGINE = """
import sys
import chess

board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("id name Stockfish {version} by its authors\\noption name Hash type spin default 1 min 1 max 99")
        print("option name Threads type spin default 1 min 1 max 9\\nuciok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        moves = words.index("moves") if "moves" in words else len(words)
        board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:moves]))
        for move in words[moves + 1 :]:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        print(f"bestmove {{min(move.uci() for move in board.legal_moves)}}", flush=True)
    elif words == ["quit"]:
        break
"""
DEBOOTSTRAP = """
import pathlib, sys

root = pathlib.Path(sys.argv[-2])
(root / "usr/games").mkdir(parents=True)
(root / "usr/games/stockfish").write_text(pathlib.Path({engine!r}).read_text())
(root / "usr/games/stockfish").chmod(0o755)
"""
NPM = """
import pathlib, sys

folder = pathlib.Path(sys.argv[sys.argv.index("--prefix") + 1]) / "node_modules/stockfish/bin"
folder.mkdir(parents=True)
(folder / "stockfish-19-single.js").write_text("")
"""
CHROOT = """
import os, sys

program = sys.argv[1] + sys.argv[2]
os.execv(program, [program])
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of stand-ins, the only one that is searched: 15.1 is the system's, 17.1 and 19 have to be fetched."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, version in (("stockfish", "15.1"), ("newer", "17.1"), ("node", "19")):
        make_script(folder / name, ENGINE.format(version=version))
    make_script(folder / "debootstrap", DEBOOTSTRAP.format(engine=str(folder / "newer")))
    make_script(folder / "chroot", CHROOT)
    make_script(folder / "npm", NPM)
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")
    monkeypatch.setattr(anchors, "SYSTEM", str(folder / "stockfish"))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return folder


def test_each_version_is_fetched_once_and_played(
    programs: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = [str(tmp_path / "out"), "--games", "2", "--nodes", "200", "--kinds", "nodes"]
    anchors.main(words)
    said = capfd.readouterr()
    rows = [line.split(" | ") for line in said.out.splitlines()[2:]]
    assert [(row[0].strip("| "), row[1], row[2], row[3]) for row in rows] == [
        ("15.1", "200 nodes a move", "2-0-0", "100.0%"),
        ("17.1", "200 nodes a move", "2-0-0", "100.0%"),
        ("19", "200 nodes a move", "2-0-0", "100.0%"),
    ]
    assert said.err.count("debootstrap --variant=minbase") == 1 and said.err.count("npm install") == 1
    anchors.main(words)  # nothing is fetched or played again
    again = capfd.readouterr()
    assert again.out.count("2-0-0") == 3 and "debootstrap" not in again.err and "npm" not in again.err


def test_matches_by_the_clock_leave_webassembly_out_and_odds_are_a_clock_of_stockfish(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[MatchRequest] = []

    def won(request: MatchRequest, label: str) -> ResultCounts:
        asked.append(request)
        return ResultCounts(wins=3, draws=2, losses=1)

    monkeypatch.setattr(anchors, "played", won)
    anchors.main([str(tmp_path), "--only", "15.1", "19", "--tc", "5+0.05", "--odds", "1+0.01"])
    assert [(request.nodes, request.tc, " tc=" in request.engines[1]) for request in asked] == [
        (20_000, None, False),
        (None, "5+0.05", False),
        (None, "5+0.05", True),
        (20_000, None, False),
    ]
    assert parse_engine(asked[2].engines[1]).control == parse_clock("1+0.01")
    assert "| 15.1 | 5+0.05, Stockfish 1+0.01 | 3-2-1 | 66.7% | +120 [" in capsys.readouterr().out


def test_what_is_missing_or_of_another_version_is_said(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anchor,) = (anchor for anchor in anchors.ANCHORS if anchor.version == "17.1")
    make_script(programs / "newer", ENGINE.format(version="17.2"))
    with pytest.raises(SystemExit, match=r"is Stockfish 17\.2, not 17\.1"):
        anchors.command_of(anchor, tmp_path / "one")
    (programs / "debootstrap").unlink()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match=r"17\.1 is not here: its Debian needs root and debootstrap"):
        anchors.command_of(anchor, tmp_path / "two")
