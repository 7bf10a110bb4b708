"""Endgame lessons come again by FSRS: what slipped soon, what was held later, new ones behind those that are due."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.model.endgame import Goal, Phase, TrainerState, Wish
from desktop.services.game.game_service import GameService
from desktop.services.training.endgame_trainer import HELD_MOVES, EndgameTrainer, Verdict
from desktop.services.training.lesson_deck import LessonDeck
from tablebases.lessons import LESSONS
from tablebases.tables import Tablebases

START = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def test_a_new_deck_asks_all_lessons_in_their_order(tmp_path: Path) -> None:
    assert LessonDeck(tmp_path / "lessons.json").due() == tuple(range(len(LESSONS)))


def test_what_slipped_comes_before_new_ones_and_what_was_right_days_later(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "lessons.json"
    deck = LessonDeck(path, clock)
    wrong, right = deck.grade(4, right=False), deck.grade(0, right=True)
    assert wrong < right
    clock.now += timedelta(hours=1)
    again = LessonDeck(path, clock)  # another start of the program
    assert again.due()[:2] == (4, 0) and 4 not in again.due()[1:]
    days = 0.0
    for _ in range(3):
        days = again.grade(0, right=True)
        clock.now += timedelta(days=days)
    assert days > 5
    assert again.due()[0] in (0, 4)


def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    path.write_text('{"format": "ratsu-lessons-1", "lessons": [{"fen": 1}]}')
    deck = LessonDeck(path)
    assert len(deck.due()) == len(LESSONS)
    assert deck.take_problem()
    assert (tmp_path / "lessons.json.damaged").exists()


def test_a_draw_is_held_by_twenty_moves_in_a_row(qapp: QObject) -> None:
    """As the page says. The moves before a slip counted too."""
    trainer = EndgameTrainer(GameService(), Tablebases)
    trainer._set(TrainerState(Phase.REPLYING, Wish("KPvK", Goal.DRAW)))
    kept = Verdict("draw", "draw", False, "", "", 0, "", "", True)
    slip = replace(kept, slipped=True)
    phases = []
    for verdict in (*[kept] * (HELD_MOVES - 1), slip, *[kept] * HELD_MOVES):
        trainer._judged(0, verdict)
        phases.append(trainer.state.phase)
    assert phases.index(Phase.DONE) == len(phases) - 1
    assert (trainer.state.moves, trainer.state.slips) == (2 * HELD_MOVES, 1)
    trainer._judged(0, kept)  # he has walked back, and plays something else
    assert (trainer.state.tally.finished, trainer.state.tally.moves) == (1, 2 * HELD_MOVES + 1)


def test_the_trainer_grades_a_lesson_at_its_first_slip_and_asks_it_again(qtbot: QtBot, tmp_path: Path) -> None:
    games, tables = GameService(), Tablebases()
    trainer = EndgameTrainer(games, lambda: tables, tmp_path / "lessons.json")
    trainer.begin_due()
    qtbot.waitUntil(lambda: trainer.state.phase is Phase.PLAYING, timeout=10_000)
    assert trainer.state.wish.lesson == 0 and trainer.state.wish.repeats and trainer.state.due == len(LESSONS)
    ranking = tables.rank(chess.Board(LESSONS[0].fen))
    assert ranking is not None
    games.play_move(ranking.moves[-1].move.uci())
    qtbot.waitUntil(lambda: trainer.state.phase is Phase.SLIPPED and trainer.state.days is not None, timeout=10_000)
    assert trainer.state.due == len(LESSONS) - 1  # it waits for some minutes
    trainer.next()
    qtbot.waitUntil(lambda: trainer.state.wish.lesson == 1 and trainer.state.phase is Phase.PLAYING, timeout=10_000)
    assert trainer.close()
    tables.close()
