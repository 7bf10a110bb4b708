"""`make docs`: writes the pages of the engine's Python interface from its docstrings with pdoc, into build/docs."""

import subprocess
import sys
from pathlib import Path

from installer import environment

FOLDER = environment.ROOT / "build" / "docs"
# The public rooms and their door modules. All other modules are internal.
ROOMS: dict[str, tuple[str, ...]] = {
    "engine.api": ("engine", "sources", "games", "reviews", "collections", "matches"),
    "engine": ("options", "player"),
    "engine.ground": ("errors", "log_file"),
    "engine.rules": ("board",),
    "engine.game": ("info", "limits", "move_choice", "stopper"),
    "engine.pgn": ("reader", "writer", "index"),
    "engine.evaluation": ("explain",),
    "engine.search": ("searcher",),
    "engine.play": ("mover",),
    "engine.protocols": ("uci", "xboard"),
    "books": (),
    "books.choice": ("choose", "library"),
    "tablebases": ("tables",),
}
DOORS = tuple(f"{room}.{door}" for room, doors in ROOMS.items() for door in doors)


def main(folder: Path = FOLDER) -> int:
    """Writes the pages into `folder`. Returns pdoc's exit code."""
    wanted = []
    for room in ROOMS:  # otherwise pdoc writes a page for every module of a room
        wanted += [room, rf"!{room}\."]
    command = [sys.executable, "-m", "pdoc", "--output-directory", str(folder), *wanted, *DOORS]
    code = subprocess.run(command, cwd=environment.ROOT, check=False).returncode
    if code == 0:
        print(f"The pages are in {folder / 'index.html'}")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
