"""The endgame trainer: a draw that is held, a lesson that slips and comes again."""

from dataclasses import replace
from pathlib import Path

import chess
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.model.endgame import Goal, Phase, TrainerState, Wish
from desktop.services.game.game_service import GameService
from desktop.services.training.decks import Decks
from desktop.services.training.endgame_trainer import HELD_MOVES, EndgameTrainer, Verdict
from tablebases.lessons import LESSONS
from tablebases.tables import Tablebases


def test_a_draw_is_held_by_twenty_moves_in_a_row(qapp: QObject) -> None:
    """As the page says. The moves before a slip counted too."""
    trainer = EndgameTrainer(GameService(), Tablebases, Decks(None))
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
    decks = Decks(tmp_path / "training.json")
    trainer = EndgameTrainer(games, lambda: tables, decks)
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
    assert trainer.close() and decks.close()
    tables.close()
