"""Whole games through the real window, with the real engine, book and tablebases."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.game.match import FULL_STRENGTH, NewGame
from desktop.model.game.state import GameState
from desktop.views.board.position_scene import square_number
from desktop.views.main_window import MainWindow
from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.game.side import Side
from engine.game.time_control import FixedLimits, TimeControl
from engine.levels import OpponentSources
from engine.player import Player
from tests.desktop.services.conftest import Heard, folders_in
from tests.helpers.gaps import Gaps
from tests.helpers.lost_game import lost_game
from tests.helpers.shared import shared_file

IMMORTAL_FROM_MOVE_16 = """[SetUp "1"]
[FEN "rnb1kbnr/p2p1ppp/5q2/1p3N1P/4PBP1/2NP1Q2/PPP5/R4KR1 b kq - 2 16"]

16... Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ *"""  # 23 moves take a minute
QUICK = replace(FULL_STRENGTH, move_time_ms=100)


class Table:
    """A window over the real services, and a hand that moves in it."""

    def __init__(self, composition: Composition, window: MainWindow, qtbot: QtBot) -> None:
        self.composition, self.window, self._qtbot = composition, window, qtbot
        self.services = composition.services
        self.over = Heard(self.services.match.game_over)
        self.told = Heard(self.services.match.message)

    @property
    def state(self) -> GameState:
        return self.services.game.state

    def click(self, square: str) -> None:
        board = self.window.body.panel.board
        place = board.geometry_now.centre(square_number(square)).toPoint()
        QTest.mouseClick(board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    def move(self, uci: str) -> None:
        """By mouse; promotions, which ask for the piece, are typed."""
        before = len(self.state.game.main_line())
        if len(uci) == 5:
            self.services.match.typed_move(uci)
        else:
            self.click(uci[:2])
            self.click(uci[2:4])
        assert len(self.state.game.main_line()) > before, f"{uci} was not played in {self.state.fen}"

    def wait_for_turn(self) -> bool:
        """Until the human is to move. False if the game is over."""
        self._qtbot.waitUntil(lambda: bool(self.over.all) or self.state.user_may_move, timeout=20_000)
        assert self.over.all or self.state.playing, self.told.texts
        return not self.over.all


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    composition = Composition(folders_in(tmp_path / "user"), reply_ms=0)
    composition.services.settings.set("animation_ms", 0)
    composition.services.settings.set("hash_mb", 16)
    window = MainWindow(composition.services)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    composition.window_shown()
    yield Table(composition, window, qtbot)
    assert composition.close()


def refereed(state: GameState) -> chess.Board:
    """The game played again by python-chess, which is the referee."""
    board = chess.Board(state.game.start_fen)
    for node in state.game.main_line():
        assert board.parse_san(node.san).uci() == node.uci
        board.push_uci(node.uci)
    return board


def test_forty_moves_against_the_engine_begin_in_the_book_and_end_with_the_right_result(table: Table) -> None:
    human = Player()
    table.services.match.new_game(NewGame(Side.WHITE, QUICK))
    while table.wait_for_turn() and len(table.state.game.main_line()) < 80:
        position = GamePosition(table.state.game.start_fen, table.state.game.moves(table.state.current), chess960=False)
        move = human.search(position, Limits(nodes=3_000)).best_move
        assert move is not None
        table.move(move)
    if not table.over.all:
        table.services.match.resign()
    board = refereed(table.state)
    ended = board.outcome(claim_draw=False)
    claimed = board.is_repetition(3) or board.is_fifty_moves()
    expected = ended.result() if ended else "1/2-1/2" if claimed else "0-1"
    assert table.state.game.result == expected
    engine_moves = table.state.game.main_line()[1::2]
    assert len(engine_moves) >= 10
    sources = [node.origin.source if node.origin else "" for node in engine_moves]
    assert sources[0] == "book"
    assert set(sources) <= {"book", "tablebases", "search"}
    assert all(node.origin is not None and node.origin.reason for node in engine_moves)


def test_a_queen_ending_is_finished_from_the_tablebases(table: Table) -> None:
    folder = shared_file("data/syzygy")
    table.services.settings.set("tablebase_folders", str(folder))
    start = "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1"
    table.services.match.new_game(
        NewGame(Side.BLACK, start=Position.of(start, chess960=None), budget=FixedLimits(nodes=20_000))
    )
    rng = random.Random(1)
    while table.wait_for_turn():
        table.move(rng.choice(table.state.legal_moves))
    assert table.state.game.result == "1-0"
    assert refereed(table.state).is_checkmate()
    engine_moves = table.state.game.main_line()[0::2]
    assert {node.origin.source for node in engine_moves if node.origin} == {"tablebases"}
    assert len(engine_moves) <= 10  # mate in at most 10 with king and queen against king (any endgame manual)


@pytest.mark.timing
def test_the_window_never_waits_for_the_search(table: Table, qtbot: QtBot) -> None:
    """Reliability: event-loop gap p99 < 33 ms while the engine thinks and the analysis runs."""
    table.services.match.new_game(NewGame(Side.WHITE, FULL_STRENGTH, TimeControl(600_000)))
    table.move("a2a3")
    table.services.analysis.set_lines(3)
    table.services.analysis.set_running(True)
    qtbot.waitUntil(lambda: bool(table.services.analysis.state.lines))
    looks = iter(range(60))
    assert least_gap_ms(qtbot, lambda: next(looks, None) is not None) < 33
    assert table.services.analysis.state.running


def gap_ms(qtbot: QtBot) -> float:
    """The event loop's gap that 99 of 100 stay below, over one second."""
    gaps = Gaps()
    qtbot.wait(1_000)
    gaps.stop()
    return gaps.below(0.99)


def least_gap_ms(qtbot: QtBot, running: Callable[[], bool]) -> float:
    """The best of several seconds of some work: what else runs on the machine only makes gaps longer."""
    gaps: list[float] = []
    while running() and (not gaps or min(gaps) >= 33):
        gaps.append(gap_ms(qtbot))
    return min(gaps)


@pytest.mark.timing
def test_a_real_review_leaves_the_window_free_and_finds_what_lost(table: Table, qtbot: QtBot) -> None:
    """Reliability: event-loop gap p99 < 33 ms while a game is reviewed and analysed."""
    from desktop.model.job import JobPhase
    from desktop.model.review import ReviewEffort
    from engine.pgn.reader import first_game

    services = table.services
    services.game.open_tab(first_game(IMMORTAL_FROM_MOVE_16))
    services.review.start(ReviewEffort.QUICK)
    services.analysis.set_lines(3)
    services.analysis.set_running(True)
    qtbot.waitUntil(lambda: services.review.state.done >= 2, timeout=60_000)
    gap = least_gap_ms(qtbot, lambda: services.review.running)
    services.analysis.set_running(False)
    qtbot.waitUntil(lambda: services.review.state.phase is JobPhase.DONE, timeout=290_000)
    review = services.review.state.review
    assert review is not None
    # 18.Bd6 let the win slip and 18...Bxg1 gave it back (both are named mistakes in every modern analysis of the game).
    assert all(review.moves[ply].judgement is not None for ply in (3, 4))
    assert gap < 33


@pytest.mark.timing
def test_an_import_leaves_the_window_free(table: Table, qtbot: QtBot) -> None:
    """Reliability: event-loop gap p99 < 33 ms while a large file is read into the collection."""
    collection = table.services.collection
    collection.import_files([shared_file("data/games/classics_to_1969.pgn.gz")])
    qtbot.waitUntil(lambda: collection.state.fraction > 0, timeout=30_000)
    gap = least_gap_ms(qtbot, lambda: bool(collection.state.importing))
    collection.stop()
    qtbot.waitUntil(lambda: not collection.state.importing, timeout=30_000)
    assert gap < 33


@pytest.mark.timing
def test_learning_leaves_the_window_free(table: Table, qtbot: QtBot) -> None:
    """Reliability: event-loop gap p99 < 33 ms while a lost game is analysed for the book."""
    services = table.services
    services.learning.learn(lost_game())
    services.game.play_move("e2e4")
    qtbot.waitUntil(lambda: services.learning.state.running, timeout=60_000)
    gap = least_gap_ms(qtbot, lambda: services.learning.state.running)
    services.settings.set("learn", False)
    qtbot.waitUntil(lambda: not services.learning.state.running, timeout=60_000)
    assert gap < 33


def test_closing_with_both_searches_running_takes_less_than_a_second(table: Table, qtbot: QtBot) -> None:
    wanted = NewGame(Side.BLACK, FULL_STRENGTH, TimeControl(6_000_000), chain=OpponentSources(book=False))
    table.services.match.new_game(wanted)
    table.services.analysis.set_running(True)
    qtbot.waitUntil(lambda: bool(table.services.analysis.state.lines), timeout=20_000)
    began = time.process_time()
    assert table.composition.close()
    assert time.process_time() - began < 2  # of two processors; a busy machine gives them late
