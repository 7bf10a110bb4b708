"""A window's services in a process of their own: `python -m tests.desktop.one_store_window STORE NAME CHANGES PASSES`.

They comment on positions of the project "shared", save analyses and let the project grow, all at once. What the services have
confirmed is printed as one JSON object: the comments, the analysed positions, and the number of passes.
"""

import json
import sys
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop
from PySide6.QtWidgets import QApplication

from books.evaluations.store import EvaluationStore
from books.evaluations.values import LEAST_NODES, EngineIdentity
from engine.game.info import Info, Score
from engine.game.limits import GamePosition
from engine.game.position import START_POSITION
from engine.jobs.growth import GrowthRequest
from engine.rules.board import CoreBoard
from tablebases.tables import Tablebases
from tests.desktop.window_doubles import close_services, make_services

PROJECT = "shared"


def lines(count: int, seed: int) -> list[tuple[str, ...]]:
    """Different lines of three half-moves."""
    board, found = CoreBoard.start(), []
    for number in range(count):
        line = []
        for ply in range(3):
            moves = sorted(board.legal_uci_moves())
            line.append(moves[(seed + number * 7 + ply * number) % len(moves)])
            board.push_uci(line[-1])
        for _ in line:
            board.pop()
        found.append(tuple(line))
    return list(dict.fromkeys(found))


def main() -> None:
    path, name, changes, passes = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    application = QApplication([])
    services = make_services()
    projects, growth, remembered = services.projects, services.growth, services.remembered
    projects._open_store = partial(EvaluationStore, path)
    growth._needs = (partial(EvaluationStore, path), lambda: Tablebases((), built_in=False))
    store = EvaluationStore(path)
    remembered._evaluations = lambda: store
    problems: list[str] = []
    projects.changed.connect(lambda state: problems.append(str(state.problem)) if state.problem else None)
    remembered.changed.connect(lambda state: problems.append(str(state.problem)) if state.problem else None)

    def wait(done: object) -> None:
        while not done() and not problems:  # type: ignore[operator]
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)

    projects.open(PROJECT)
    wait(lambda: projects.state.name == PROJECT)
    growth.begin(GrowthRequest(PROJECT, passes))
    said: dict[str, list[str]] = {"comments": [], "analysed": []}
    for number, line in enumerate(lines(changes, seed=0 if name == "one" else 11)):
        text = f"{name} {number}"
        projects.annotate(line, comment=text)
        position = GamePosition(START_POSITION.fen, line, chess960=False)
        best = Info(20, 20, 1, Score(centipawns=number), LEAST_NODES, 1, ("e7e6",))
        remembered.keep(position, partial(EngineIdentity, name), LEAST_NODES + number, (best,))
        wait(lambda text=text: _shown(projects.state.shown, text))
        said["comments"].append(text)
        said["analysed"].append(position.board().fen())
    wait(lambda: not growth.state.running)
    last = growth.state.last
    close_services(services)  # waits for what was submitted
    store.close()
    print(json.dumps({**said, "passes": last.number if last is not None else 0, "problems": problems}), flush=True)
    del application


def _shown(overview: object, text: str) -> bool:
    return any(row.comment == text for row in getattr(overview, "rows", ()))


if __name__ == "__main__":
    main()
