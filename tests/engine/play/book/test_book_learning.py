"""Learning joined with the real engine."""

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag
from books.errors import CancelledError
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.lessons import Lesson
from books.learning.played import LearnedGame
from engine.game.reason_words import english
from engine.game.stopper import Stopper
from engine.play.book.analyser import EngineAnalyser
from engine.play.sources import book_learning as background
from engine.play.sources.book_learning import BackgroundLearning
from engine.player import Player
from tests.books.helpers import after, line

# Colossus Chess X learned 6.Bd2 and repeated it; right is 6.Nf3 (A. Seppälä 2004, chapter 4.1.1)
VIENNA = "1.e4 e5 2.Nc3 Nf6 3.Bc4 Nc6 4.d3 Bc5 5.f4 d6"
# Stockfish 15.1's refutation, 400,000 nodes a move: -1.55 at once, -2.49 at the end
REFUTATION = " 6.Bd2 Bg4 7.Nf3 Nd4 8.Rf1 O-O 9.f5 c6 10.Bg5 h6 11.Bh4 d5 12.Bb3 a5 13.Qc1 Qd6 14.a4"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    yield opened
    opened.close()


def vienna_lost() -> LearnedGame:
    moves = tuple(move.uci() for move in line(VIENNA + REFUTATION))
    return LearnedGame(moves, True, "0-1", book_plies=11)


def learned_choice(library: Library, nodes: int) -> chess.Move | None:
    """The book's move at the Vienna position after one loss was analysed with so many nodes a search."""
    learner = Learner(library)
    number = learner.record(vienna_lost())
    learner.analyse(number, EngineAnalyser(nodes))
    board = after(VIENNA)
    flags = {entry.san: entry.flag for entry in library.look_up(board)}
    assert flags["Bd2"] is Flag.BAD
    assert [english(lesson.reason) for lesson in lessons.log(learner.book, number)][-1].startswith(
        f"after game {number}: 6.Bd2 -> ?"
    )
    choice = library.chooser().choose(board)
    return choice.move if choice else None


def test_the_engine_never_repeats_what_colossus_repeated(library: Library) -> None:
    move = learned_choice(library, 50_000)
    assert move is not None  # a better one is in the book now
    assert move != after(VIENNA).parse_san("Bd2")


@pytest.mark.long
def test_the_engine_finds_the_move_that_colossus_missed(library: Library) -> None:
    assert learned_choice(library, 1_000_000) == after(VIENNA).parse_san("Nf3")


def test_background_learning_stops_at_once_and_goes_on_later(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LOW_PRIORITY", 0)  # on a busy machine the low one would wait for minutes
    told: list[Lesson] = []
    done = threading.Event()

    def tell(found: Sequence[Lesson]) -> None:
        told.extend(found)
        done.set()

    learning = BackgroundLearning(library, nodes=50_000_000, on_lessons=tell)
    learning.record(vienna_lost())
    assert learning.start()
    time.sleep(0.1)
    began = time.process_time()
    assert learning.stop(wait_s=60)
    assert time.process_time() - began < 2.0  # one search takes minutes; the engine's own promise is 50 ms
    assert learning.learner.pending() == [1]
    assert told == []
    quick = BackgroundLearning(library, nodes=40_000, on_lessons=tell)
    assert quick.start()
    assert done.wait(240)
    assert quick.close()
    assert told
    assert quick.learner.pending() == []
    assert not quick.start()


def test_a_stopped_analyser_stays_stopped() -> None:
    stopper = Stopper()
    analyser = EngineAnalyser(1000, stopper)
    assert analyser(chess.Board()).nodes >= 1000
    stopper.stop()
    with pytest.raises(CancelledError):
        analyser(chess.Board())


def test_mates_are_reported_as_the_analyser_promises() -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    found = EngineAnalyser(5000)(board)
    assert (found.move.uci(), found.centipawns) == ("e1e8", 29_999)


def test_a_stop_just_before_the_search_begins_is_not_lost() -> None:
    class StoppedOnTheWay(Player):
        def new_game(self) -> None:
            super().new_game()
            stopper.stop()

    stopper = Stopper()
    analyser = EngineAnalyser(10**12, stopper, StoppedOnTheWay())  # a lost stop would search for days
    with pytest.raises(CancelledError):
        analyser(chess.Board())
