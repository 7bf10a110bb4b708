"""Pictures of engines of others: the list, an engine's options. The engines are Debian's, from /usr/games."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

ENGINES = (
    Screen("engines-empty-light", "engines-empty"),
    Screen("engines-dark", "engines", scheme="dark"),
    Screen("engine-options-dark", "engine-options", scheme="dark"),
    Screen("new-game-engine-light", "new-game-engine"),
    Screen("rating-dark", "rating", scheme="dark"),
    Screen("engine-match-empty-light", "engine-match-empty"),
    Screen("engine-match-light", "engine-match"),
    Screen("engine-match-dark", "engine-match", scheme="dark"),
)


def _dialog(window: "MainWindow", key: str) -> "QWidget":
    from PySide6.QtWidgets import QDialog

    window.actions_by_key[key].trigger()
    dialog = window.findChildren(QDialog)[-1]
    return dialog


def _empty(window: "MainWindow") -> "QWidget":
    return _dialog(window, "engines")


def add_engines(window: "MainWindow") -> None:
    """Those of /usr/games that are there."""
    engines = window.services.engines
    for name in ("stockfish", "toga2", "ethereal-chess", "fairymax", "hoichess -x", "phalanx"):
        if Path(f"/usr/games/{name.split()[0]}").exists():
            known = len(engines.entries)
            engines.add(f"/usr/games/{name}")
            wait(lambda known=known: len(engines.entries) > known or bool(engines.greeting.problem), 30_000)  # type: ignore[misc]


def _engines(window: "MainWindow") -> "QWidget":
    add_engines(window)
    engines = window.services.engines
    engines.replace(replace(engines.entries[0], elo=3540, note="CCRL 40/15"))
    dialog = _dialog(window, "engines")
    dialog.list.setCurrentRow(0)  # type: ignore[attr-defined]
    return dialog


def _options(window: "MainWindow") -> "QWidget":
    from PySide6.QtWidgets import QDialog

    _engines(window).options_button.click()  # type: ignore[attr-defined]
    return window.findChildren(QDialog)[-1]


def _new_game(window: "MainWindow") -> "QWidget":
    add_engines(window)
    dialog = _dialog(window, "new_game")
    dialog.opponents.setCurrentRow(18)  # type: ignore[attr-defined]
    return dialog


def _match(window: "MainWindow") -> "QWidget":
    dialog = _dialog(window, "engine_match")
    setup = dialog.setup  # type: ignore[attr-defined]
    setup.choose("ratsu", "ratsu aggressive", "ratsu school player")
    setup.limit.setCurrentIndex(2)
    setup.positions.setValue(4_000)
    setup.games.setValue(20)
    setup.concurrency.setValue(2)
    dialog.start_button.click()  # type: ignore[attr-defined]
    service = window.services.tournaments
    wait(lambda: len(service.state.finished) >= 9 and bool(service.state.live), 240_000)
    return dialog


def _match_empty(window: "MainWindow") -> "QWidget":
    return _dialog(window, "engine_match")


def _rating(window: "MainWindow") -> "QWidget":
    from desktop.model.rating import RatedResult, rated

    levels = (("Casual", 1000), ("Improver", 1200), ("School player", 1400), ("Club player", 1600))
    scores = (1, 1, 0.5, 0, 1, 0, 0.5, 1, 0, 1, 1, 0, 0.5, 1, 0)
    games = [
        RatedResult(
            f"2026-03-{day + 1:02d} 19:{day + 10}", f"Ratsu ({name})", elo, score, day % 2 == 0, "600+5", "checkmate"
        )
        for day, score in enumerate(scores)
        for name, elo in [levels[min(3, day // 3)]]
    ]
    window.services.rating._set(rated(games))
    return _dialog(window, "rating")


ENGINE_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "engines-empty": _empty,
    "engines": _engines,
    "engine-options": _options,
    "new-game-engine": _new_game,
    "engine-match-empty": _match_empty,
    "engine-match": _match,
    "rating": _rating,
}
