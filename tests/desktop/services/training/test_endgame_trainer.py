"""The endgame trainer: a draw that is held, a lesson that slips and comes again."""

from pathlib import Path

import chess
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.model.endgame import EndgameState, ExerciseGoal, ExerciseRequest
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.training.deck_service import DeckService
from desktop.services.training.endgame_trainer import HELD_MOVES, EndgameTrainer
from engine.drill.reason_words import reason_text
from engine.drill.session import Session
from engine.drill.sources.endgames import EndgameQuestion, EndgameSource, EndgameStep
from engine.drill.verdict import AnswerVerdict
from engine.game.limits import Limits
from engine.game.tree import Game
from engine.play.review.own_judge import own_judge
from tablebases.lessons import LESSONS
from tablebases.tables import Tablebases


def test_a_draw_is_held_by_twenty_moves_in_a_row(qapp: QObject) -> None:
    """As the page says. The moves before a slip counted too."""
    trainer = EndgameTrainer(GameService(), Tablebases, DeckService(None))
    question, game = EndgameQuestion(chess.Board()), Game.new().add_move(0, "e2e4")[0]
    made = MoveMade(-1, game.node(1), False, False)
    trainer._set(EndgameState(wish=ExerciseRequest("KPvK", ExerciseGoal.DRAW), question=question))
    trainer._session = session = Session(EndgameSource(Tablebases, chess.STARTING_FEN, wins=False))

    def judged(right: bool) -> None:
        session.question = question
        step = EndgameStep(None, None, question.board, None)
        trainer._judged(question, made, AnswerVerdict(right, question, why=step))

    phases = []
    for right in (*[True] * (HELD_MOVES - 1), False, *[True] * HELD_MOVES):
        judged(right)
        phases.append(trainer.state.phase)
    assert phases.index(DrillPhase.DONE) == len(phases) - 1
    assert (trainer.state.moves, trainer.state.slips) == (2 * HELD_MOVES, 1)
    judged(True)  # he has walked back, and plays something else
    assert (trainer.state.tally.finished, trainer.state.tally.moves) == (1, 2 * HELD_MOVES + 1)


def test_the_trainer_grades_a_lesson_at_its_first_slip_and_asks_it_again(qtbot: QtBot, tmp_path: Path) -> None:
    games, tables = GameService(), Tablebases()
    decks = DeckService(tmp_path / "training.json")
    trainer = EndgameTrainer(
        games, lambda: tables, decks, make_judge=lambda nodes: own_judge(Limits(nodes=nodes), tables)
    )
    trainer.begin_due()
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING, timeout=10_000)
    assert trainer.state.wish.lesson == 0 and trainer.state.wish.repeats and trainer.state.due == 0
    ranking = tables.rank(chess.Board(LESSONS[0].fen))
    assert ranking is not None
    games.play_move(ranking.moves[-1].move.uci())
    qtbot.waitUntil(
        lambda: trainer.state.phase is DrillPhase.WRONG and trainer.state.graded is not None, timeout=10_000
    )
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=60_000)
    assert trainer.state.reason is not None and reason_text(trainer.state.reason).endswith(".")
    assert trainer.state.due == 0 and trainer.state.learned == (0, len(LESSONS))  # it waits for some minutes
    trainer.next()
    qtbot.waitUntil(lambda: trainer.state.wish.lesson == 1 and trainer.state.phase is DrillPhase.ASKING, timeout=10_000)
    assert trainer.close() and decks.close()
    tables.close()
