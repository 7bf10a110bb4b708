"""Every page and panel at rest: one main action at most, and nothing that cannot be used."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QPushButton

from books.evaluations.store import EvaluationStore
from tests.desktop.pages import MOVES, pages
from tests.desktop.screen import let_run
from tests.desktop.views.conftest import MakeWindow

SETTLED_MS = 50


@pytest.mark.parametrize("size", [(960, 540), (1280, 800)], ids=str)
def test_a_page_at_rest_has_one_main_action_and_no_disabled_button(
    make_window: MakeWindow, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Online and Broadcast were full of grey buttons, Drills had three green ones, and Laboratory two."""
    window = make_window(width=size[0], height=size[1])
    services = window.services
    services.projects._open_store = partial(EvaluationStore, tmp_path / "evaluations.db")
    services.match.adjourn()
    services.files.set_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    for move in MOVES:
        services.game.play_move(move)
    for name, show in pages().items():
        if name == "start":
            continue
        show(window)
        let_run(SETTLED_MS)
        buttons = [one for one in window.findChildren(QPushButton) if one.isVisible()]
        choices = [one for one in window.findChildren(QComboBox) if one.isVisible()]
        assert [one for one in (*buttons, *choices) if not one.isEnabled()] == [], name
        assert len([one for one in buttons if one.property("look") == "primary"]) <= 1, name
