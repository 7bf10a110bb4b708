"""Matches against Stockfish 15.1, 17.1 and 19: sets the versions up, plays, and prints a table of Elo with 95 % intervals.

    python -m tests.bench.anchors FOLDER [--games 100] [--only 17.1] [--nodes 20000] [--tc 10+0.1] [--odds 1+0.01]

FOLDER takes engines and games; the same command continues. Each version plays at equal nodes, at equal time, and with less time
(`--odds`) than Ratsu. 15.1 and 17.1 are Debian 12's and 13's packages, taken from the system if it has that version, else from a
chroot (needs root, debootstrap and, once, a network). 19 is npm's package (WebAssembly, several times slower), so it plays at
equal nodes only; needs node and npm. Nothing of Stockfish is part of Ratsu.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess.engine

from engine.game.stopper import Stopper
from engine.jobs.job import Context, findings
from engine.jobs.match import MatchJob, MatchRequest
from engine.play.external.own_command import own_command
from engine.play.match.report import elo_words
from engine.play.match.schedule import tally
from engine.play.match.strength import ResultCounts, estimate

MIRROR = "http://deb.debian.org/debian"
PROGRAM = "/usr/games/stockfish"  # in each Debian
SYSTEM = PROGRAM
OPTIONS = "option.Threads=1 option.Hash=16"
OWN_OPTIONS = f"{OPTIONS} option.OwnBook=false option.SyzygyProbeLimit=0"
RESIGN, DRAW = "4:800", "40:8:10"
KINDS = ("nodes", "time", "odds")
ANSWER_S = 300  # a busy machine loads a network slowly


class Anchor(NamedTuple):
    """A version of Stockfish, and what it comes from: a Debian release, or a package of npm."""

    version: str
    debian: str = ""
    npm: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The matches that mean something: WebAssembly is not compared by time."""
        return KINDS if self.debian else KINDS[:1]


ANCHORS = (
    Anchor("15.1", debian="bookworm"),
    Anchor("17.1", debian="trixie"),
    Anchor("19", npm="stockfish-19-single.js"),
)


def command_of(anchor: Anchor, folder: Path) -> list[str]:
    """The command that starts this version, which is set up in `folder` where it is missing. Exits if that is not possible."""
    if anchor.npm:
        script = folder / "npm" / "node_modules" / "stockfish" / "bin" / anchor.npm
        if not script.exists():
            _need("npm", f"npm for Stockfish {anchor.version}")
            package = f"stockfish@{anchor.version}"
            _call(["npm", "install", "--ignore-scripts", "--prefix", str(script.parents[3]), package])
        command = [_need("node", f"node for Stockfish {anchor.version}"), str(script)]
    elif version_of([SYSTEM]) == anchor.version:
        return [SYSTEM]
    else:
        root = folder / anchor.debian
        if not (root / PROGRAM[1:]).exists():
            _bootstrap(anchor, root)
        command = ["chroot", str(root), PROGRAM]
    if (found := version_of(command)) != anchor.version:
        sys.exit(f"{shlex.join(command)} is Stockfish {found or '(no answer)'}, not {anchor.version}")
    return command


def version_of(command: list[str]) -> str:
    """The version that an engine says it is; empty if it does not start or is not Stockfish."""
    try:
        with chess.engine.SimpleEngine.popen_uci(command, timeout=ANSWER_S) as engine:
            words = engine.id.get("name", "").split()
    except (OSError, TimeoutError, chess.engine.EngineError):
        return ""
    return words[1] if words[:1] == ["Stockfish"] and len(words) > 1 else ""


def _bootstrap(anchor: Anchor, root: Path) -> None:
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        sys.exit(f"Stockfish {anchor.version} is not here: its Debian needs root and debootstrap")
    shutil.rmtree(root, ignore_errors=True)
    _call(["debootstrap", "--variant=minbase", "--include=stockfish", anchor.debian, str(root), MIRROR])


def _need(program: str, purpose: str) -> str:
    found = shutil.which(program)
    if found is None:
        sys.exit(f"there is no {program}: install {purpose}, or leave that version out (--only)")
    return found


def _call(command: list[str]) -> None:
    print(shlex.join(command), file=sys.stderr, flush=True)
    if subprocess.run(command, check=False, stdout=2).returncode:
        sys.exit(f"failed: {shlex.join(command)}")


def request_of(kind: str, command: list[str], pgn: Path, arguments: argparse.Namespace) -> MatchRequest:
    """The match of Ratsu against this command."""
    own = f"name=Ratsu cmd={shlex.quote(shlex.join(own_command('uci')))} {OWN_OPTIONS}"
    other = f"name=Stockfish cmd={shlex.quote(shlex.join(command))} {OPTIONS}"
    return MatchRequest(
        engines=(own, f"{other} tc={arguments.odds}" if kind == "odds" else other),
        nodes=arguments.nodes if kind == "nodes" else None,
        tc=None if kind == "nodes" else arguments.tc,
        games=arguments.games,
        concurrency=arguments.concurrency,
        openings=arguments.openings,
        plies=arguments.plies,
        resign=RESIGN,
        draw=DRAW,
        pgn=pgn,
    )


def played(request: MatchRequest, label: str) -> ResultCounts:
    """Plays the match, with a line a game on the standard error, and returns the result of its first engine."""
    counts = ResultCounts()
    for found in findings(MatchJob(), request, Context(Stopper())):
        counts = tally(found.results, 0)
        print(f"{label}: +{counts.wins} ={counts.draws} -{counts.losses}", file=sys.stderr, flush=True)
    return counts


def rows(arguments: argparse.Namespace) -> Iterator[str]:
    """The lines of the table, each as its match has ended."""
    limits = {
        "nodes": f"{arguments.nodes:,} nodes a move",
        "time": arguments.tc,
        "odds": f"{arguments.tc}, Stockfish {arguments.odds}",
    }
    yield "| Stockfish | limit | W-D-L | share | Elo, 95 % |\n|---|---|---|---|---|"
    for anchor in ANCHORS:
        if anchor.version in arguments.only:
            command = command_of(anchor, arguments.folder)
            for kind in (kind for kind in anchor.kinds if kind in arguments.kinds):
                pgn = arguments.folder / f"{anchor.version}-{kind}.pgn"
                counts = played(request_of(kind, command, pgn, arguments), f"Stockfish {anchor.version}, {kind}")
                result = f"{counts.wins}-{counts.draws}-{counts.losses}"
                share = f"{counts.score:.1%}" if counts.games else "-"
                yield f"| {anchor.version} | {limits[kind]} | {result} | {share} | {elo_words(estimate(counts))} |"


def main(words: list[str] | None = None) -> None:
    """Plays and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    versions = [anchor.version for anchor in ANCHORS]
    parser.add_argument("folder", type=Path, help="for engines and games")
    parser.add_argument("--only", nargs="+", choices=versions, default=versions, help="versions (default: all)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="matches (default: all)")
    parser.add_argument("--games", type=int, default=100, help="of each match (default 100)")
    parser.add_argument("--nodes", type=int, default=20_000, help="a move, for the match at equal nodes")
    parser.add_argument("--tc", default="10+0.1", help="clock of the other two matches (default 10+0.1)")
    parser.add_argument("--odds", default="1+0.01", help="Stockfish's clock in the third (default 1+0.01)")
    parser.add_argument("--openings", type=Path, help="PGN, EPD or FEN file (default: 81 built-in lines)")
    parser.add_argument("--plies", type=int, help="plies to use of each PGN opening")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (default 1)")
    arguments = parser.parse_args(words)
    arguments.folder = arguments.folder.resolve()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for row in rows(arguments):
        print(row, flush=True)


if __name__ == "__main__":
    main()
