"""A student trains for fourteen days in the real window: the repertoire is learned, nothing is lost, each day is bearable.

    RATSU_SHOTS=FOLDER xvfb-run -a .venv/bin/python -m pytest -m long tests/desktop/views/book/test_fourteen_days.py

The clock of the trainer is set forward day by day. The student forgets: a new position is answered rightly in 70 %, one that was
right before in 90 %. RATSU_SHOTS names a folder for pictures of the window.
"""

import os
import random
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.drill import DrillPhase
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.book.lines_dialog import LinesDialog
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.kit.theme import Scheme, theme
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.drill.sources.openings import Openings
from tests.books.helpers import line
from tests.desktop.views.conftest import MakeWindow

DAYS, DAY_S, MORNING = 14, 86_400.0, 1_800_000_000.0
STUDY = (
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Re1 d6 a4 Na5 Ba2 c5 c3",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 Nc3 Nxc3 dxc3 Be7 Be3",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O",
    "e4 c5 Nf3 Nc6 Bb5 g6 Bxc6 dxc6 d3 Bg7 h3",
    "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3",
    "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2",
)
"""White's lines of a club player, without 1...d5."""


class Days:
    """The trainer's clock; a second passes with each look."""

    def __init__(self) -> None:
        self.day, self.seconds = 0, 0.0

    def __call__(self) -> float:
        self.seconds += 1
        return MORNING + self.day * DAY_S + self.seconds

    def next(self) -> None:
        """Begins another day."""
        self.day, self.seconds = self.day + 1, 0.0


class Student:
    """Answers in the window, from memory."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window
        self._random, self._known = random.Random(14), set[str]()
        self.asked, self.explained = 0, False

    @property
    def _openings(self) -> OpeningTrainer:
        return self._window.services.openings

    def train(self) -> None:
        """Plays a session to its end."""
        while (phase := self._settled()) is not DrillPhase.DONE and phase is not DrillPhase.OFF:
            if phase is DrillPhase.ASKING:
                self._answer()
            elif phase is DrillPhase.LEFT:
                self._openings.end()
            else:
                before = self._openings.state
                self._openings.next()
                self._qtbot.waitUntil(lambda before=before: self._openings.state is not before, timeout=60_000)  # type: ignore[misc]

    def _settled(self) -> DrillPhase:
        passing = (DrillPhase.JUDGING, DrillPhase.RIGHT)
        self._qtbot.waitUntil(lambda: self._openings.state.phase not in passing, timeout=60_000)
        return self._openings.state.phase

    def _answer(self) -> None:
        question = self._openings.state.question
        assert question is not None
        board = chess.Board(question.fen)
        for uci in question.moves:
            board.push_uci(uci)
        wanted = [uci for uci, _ in question.answers]
        key = board.epd()
        right = self._random.random() < (0.9 if key in self._known else 0.7)
        others = [move.uci() for move in board.legal_moves if move.uci() not in wanted]
        self._known.add(key)
        self.asked += 1
        self._window.services.match.user_move(wanted[0] if right else self._random.choice(others))
        self._qtbot.waitUntil(lambda: self._openings.state.phase is not DrillPhase.ASKING, timeout=60_000)
        if not right and not self.explained and self._settled() is DrillPhase.WRONG:
            self._qtbot.waitUntil(lambda: self._openings.state.reason is not None, timeout=120_000)
            self.explained = True
            shoot(self._window, f"why-wrong-{self._window.services.settings.settings.text('language')}")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    for text in STUDY:
        opened.add_line(chess.Board(), line(text), Flag.STRONG)
    return opened


def shoot(window: MainWindow, name: str) -> None:
    """Takes a picture of the window, if asked for."""
    folder = os.environ.get("RATSU_SHOTS")
    if folder:
        window.grab().save(str(Path(folder) / f"{name}.png"))


@pytest.mark.long
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("fi", "dark")])
def test_a_repertoire_is_learned_in_fourteen_days(
    qtbot: QtBot, make_window: MakeWindow, library: Library, language: str, scheme: str
) -> None:
    days = Days()
    theme().set_scheme(Scheme(scheme))
    window = make_window(library=library, language=language, width=1366, height=768)
    openings = window.services.openings
    openings._next.setInterval(1)
    openings._work._made = Openings(library, random.Random(1), days)
    window.services.settings.set("theme", scheme)
    window.show_mode(Mode.TRAIN)
    view = window.body.side.panel("openings")
    assert isinstance(view, OpeningTrainerView)
    openings.add("White", True, chess.STARTING_FEN)
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=60_000)
    student, known, per_day = Student(qtbot, window), [], []
    for day in range(DAYS):
        row = openings.state.row(1)
        assert row is not None
        assert row.waiting.today <= 10
        due = row.waiting.due
        before = student.asked
        openings.begin(row)
        if not day:
            qtbot.waitUntil(lambda: openings.state.phase is DrillPhase.SHOWING, timeout=60_000)
            shoot(window, f"day1-new-{language}")
        student.train()
        assert student.asked - before >= due
        per_day.append(student.asked - before)
        if day == 5:
            row = openings.state.row(1)
            assert row is not None
            dialog = LinesDialog(openings, row, view)
            dialog.show()
            qtbot.waitUntil(lambda dialog=dialog: dialog.tree.topLevelItemCount() > 0, timeout=60_000)  # type: ignore[misc]
            if os.environ.get("RATSU_SHOTS"):
                dialog.grab().save(str(Path(os.environ["RATSU_SHOTS"]) / f"lines-{language}.png"))
            first = openings.state.lines[0] if openings.state.lines else None
            dialog.close()
            assert first is not None
            openings.begin(row, "lines", line=first.moves)
            student.train()
        if day == 8:
            openings.play(row)
            student.train()  # as far as the repertoire leads
            assert openings.state.phase is DrillPhase.DONE
        openings.count()
        openings.choose()
        qtbot.waitUntil(lambda: openings.state.counted, timeout=60_000)
        after = openings.state.row(1)
        assert after is not None and after.waiting.due == 0
        known.append(after.waiting.known)
        days.next()
        openings._set(replace(openings.state, counted=False))
        openings.count()
        qtbot.waitUntil(lambda: openings.state.counted, timeout=60_000)
    row = openings.state.row(1)
    assert row is not None
    assert known == sorted(known) and known[0] == 10 and row.waiting.new == 0
    assert student.explained
    assert max(per_day) <= 60, per_day  # a day is bearable
    shoot(window, f"day14-choice-{language}")
    window.show_mode(Mode.HOME)
    home = window.services.home
    qtbot.waitUntil(lambda: home.state.due.known == (("White", known[-1], known[-1]),), timeout=60_000)
    assert home.state.due.openings == row.waiting.due
    shoot(window, f"day14-home-{language}")
    theme().set_scheme(Scheme.LIGHT)
