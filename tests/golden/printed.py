"""Every `--json` output of the console, for fixed inputs and fixed work (nodes, not time).

    python -m tests.golden.printed            # records it again, after a change that is meant

The commands run in the order of `COMMANDS`, in one home of their own: a later one finds what an earlier one has stored.
"""

import json
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.helpers.program import ROOT, run_ratsu

HERE = Path(__file__).resolve().parent
INPUTS, PRINTED = HERE / "inputs", HERE / "printed"
COMMANDS = {
    "pgn-check": "pgn check games.pgn",
    "pgn-list": "pgn list games.pgn",
    "pgn-stats": "pgn stats games.pgn",
    "pgn-table": "pgn table games.pgn",
    "pgn-player": "pgn player games.pgn Virtanen",
    "pgn-extract": "pgn extract games.pgn --games 1,3 -o two.pgn",
    "pgn-merge": "pgn merge games.pgn -o tree.pgn",
    "book-build": "book build games.pgn --to mine.ratsubook --min-games 1 --plies 16",
    "book-show": "book show --moves 'e4 e5 Nf3 Nc6'",
    "book-flag": "book show --flag d4 ! --yes",
    "book-stats": "book stats --off shipped",
    "book-report": "book report games.pgn --player Virtanen --coverage",
    "book-learn": "book learn games.pgn --player Virtanen --nodes 2000",
    "book-learned": "book learn --list",
    "book-health": "book health --own --nodes 2000 --positions 5 --processes 1",
    "book-prepare": "book prepare games.pgn --player Korhonen --min-games 1 --nodes 2000",
    "book-novelties": "book novelties games.pgn --moves 'e4 e5 Nf3 Nc6 Bc4' --nodes 2000 --most 3",
    "book-people": "book people games.pgn --elo 1600",
    "book-train": "book train --side white --due",
    "games-import": "games import club.ratsugames games.pgn",
    "games-search": "games search club.ratsugames --player Virtanen",
    "games-explore": "games explore club.ratsugames --moves e4",
    "analyse": "analyse startpos --nodes 20000 --lines 2 --threads 1 --explain",
    "human": "human startpos --elo 1500 --no-search",
    "rating": "rating games.pgn --player Virtanen --scale fide",
    "review": "review games.pgn --games 1,2 --nodes 2000 --no-tables -o reviewed.pgn",
    "mistakes": "mistakes games.pgn --player Virtanen --nodes 2000 --no-tables",
    "mirror": "mirror games.pgn --player Virtanen",
    "coach": "coach '{coach}' --move Nd4 --nodes 2000 --no-tables",
    "tactics": "tactics --show",
    "tablebases-probe": "tablebases probe '8/7Q/8/4k3/8/8/8/K7 w - - 0 1'",
    "learned-list": "learned list",
    "match": "match --engine 'ratsu name=a' --engine 'ratsu name=b' --nodes 300 --games 2 --concurrency 1 --max-moves 30"
    " --pgn match.pgn",
    "night-add": "night add review games.pgn club.ratsugames --player Virtanen --nodes 1000",
    "night-list": "night list",
    "night-run": "night run --processes 1 --battery",
    "night-report": "night report 1 --answers",
}
COACH = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"  # 3...Nd4 allows mate
_TIMES = re.compile(
    r"second|_ms$|^ms$|time|nps|at$|started|date|saved|took|speed|rss|memory|bytes|version|until|left_s"
)


def outputs() -> Iterator[tuple[str, str]]:
    """(name, what it prints) for each command, without times and places."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        shutil.copytree(INPUTS, home)
        variables = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
        for name, line in COMMANDS.items():
            words = shlex.split(line.replace("{coach}", COACH))
            done = run_ratsu(*words, "--json", cwd=home, variables=variables, timeout_s=300)
            printed = _steady(done.stdout).replace(folder, "FOLDER").replace(str(ROOT), "ROOT")
            yield name, f"# exit {done.returncode}: ratsu {line} --json\n{printed}\n"
            if done.returncode:
                print(name, done.stderr[-300:], file=sys.stderr)


def _steady(printed: str) -> str:
    """One JSON value, or one a line, without times."""
    try:
        return json.dumps(_without_times(json.loads(printed)), ensure_ascii=False, indent=1)
    except ValueError:
        lines = [json.loads(line) if line[:1] in "{[" else line for line in printed.splitlines()]
        return "\n".join(json.dumps(_without_times(line), ensure_ascii=False) for line in lines)


def _without_times(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _without_times(entry, name) for name, entry in value.items()}
    if isinstance(value, list):
        return [_without_times(entry, key) for entry in value]
    return "a time" if _TIMES.search(key) and value is not None else value


def main() -> None:
    """Records all."""
    PRINTED.mkdir(exist_ok=True)
    for name, text in outputs():
        (PRINTED / f"{name}.txt").write_text(text, encoding="utf-8")
        print(name, len(text))


if __name__ == "__main__":
    main()
