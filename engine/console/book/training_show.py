"""Prints the sessions of `ratsu book train`: new moves, questions, verdicts; and a game of the repertoire."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from books.choice.library import Library
from books.repertoire.trainer_values import AnswerResult, AskedPosition, GameStep
from engine.console.book.common import first_move
from engine.console.run_drill import QUITS, Show, read_move
from engine.drill.reason_words import reason_text
from engine.drill.reasons import why_other, why_sound
from engine.drill.sources.opening_reasons import board_of, why_taught
from engine.drill.verdict import AnswerVerdict
from engine.game.reason_words import english
from engine.game.stopper import Stopper
from engine.ground.errors import MoveError
from engine.ground.text import counted

if TYPE_CHECKING:
    from engine.drill.reasons import AnswerReason
    from engine.drill.session import Session
    from engine.drill.sources.opening_session import OpeningQuestion
    from engine.drill.sources.openings import Openings
    from engine.play.review.judge import PositionJudge


class OpeningShow(Show["OpeningQuestion"]):
    """The printed session: new moves with their statistics, questions, verdicts."""

    def __init__(self, openings: Openings, books: Library, judge: PositionJudge | None, elo: int) -> None:
        super().__init__(input, print)
        self._openings, self._books, self._judge, self._elo = openings, books, judge, elo

    def ask_move(self, question: OpeningQuestion) -> str | None:
        asked = self._openings.asked(question)
        return self._shown(asked) if asked.shown else self._question(asked)

    def _shown(self, asked: AskedPosition) -> str | None:
        lesson = asked.lesson
        print(f"\n{board_of(asked)}\nnew: {lesson.san}" + (f", {lesson.opening}" if lesson.opening else ""))
        if len(asked.answers) > 1:
            print(f"  your other moves here: {', '.join(san for _, san in asked.answers[1:])}")
        if lesson.reason is not None:
            print(f"  {english(lesson.reason)}")
        if self._judge is not None:
            self._say(why_taught(self._books, self._judge, asked, self._elo, Stopper()))
        if lesson.score is not None:
            print(f"  {counted(lesson.games, 'game')}, {lesson.score:.0%}")
        if lesson.reply:
            print(f"  most played answer: {lesson.reply}, {lesson.reply_share:.0%}")
        if lesson.comment:
            print(f"  {lesson.comment}")
        with contextlib.suppress(EOFError):
            if input("Enter to continue, q to stop: ").strip():
                return None
        self._openings.look()
        return ""

    def _question(self, asked: AskedPosition) -> str | None:
        lesson = asked.lesson
        side = "White" if asked.white else "Black"
        mistake = f"{lesson.mistake} was a mistake ({lesson.event}); " if lesson.mistake else ""
        if asked.named:
            mistake = f"besides {', '.join(asked.named)}; "
        board = board_of(asked)
        print(f"\n{board}\n{mistake}{side} to move", end="; ")
        return read_move(board, self, None, f"your move ({asked.left} left, Enter to stop): ", ("", *QUITS), first_move)

    def show_verdict(self, question: OpeningQuestion, uci: str, verdict: AnswerVerdict[OpeningQuestion]) -> None:
        """Prints whether the move was right, and why."""
        asked, judged = self._openings.asked(question), self._openings.judged(question, uci, verdict)
        print(_verdict(asked, judged))
        if not judged.right and self._judge is not None:
            board, move = question.board, asked.answers[0][0]
            self._say(why_other(self._judge, board, uci, (move,), Stopper()))
            self._say(why_sound(self._judge, board, move, uci, Stopper()))

    @staticmethod
    def _say(why: AnswerReason | None) -> None:
        if why is not None:
            print(f"  {reason_text(why)}")


def _verdict(asked: AskedPosition, judged: AnswerResult) -> str:
    wanted = ", ".join(san for _, san in asked.answers)
    if not judged.right:
        why = f" (your move: {english(judged.reason)})" if judged.reason is not None else ""
        return f"wrong: {wanted}{why}"
    if not judged.asked_for:
        return "in your books, too, but not the move of this repertoire; try again"
    if judged.missing:
        return f"right; your lines have {counted(judged.missing, 'other move')} here"
    return "right" + (f" - again in {_span(judged.days)}" if judged.grade else "")


def _span(days: float) -> str:
    minutes, hours = max(1, round(days * 1440)), round(days * 24)
    if minutes < 60:
        return f"{minutes} minutes" if minutes > 1 else "one minute"
    if hours < 24:
        return f"{hours} hours" if hours > 1 else "one hour"
    return f"{round(days)} days" if round(days) > 1 else "one day"


def play_game(openings: Openings, session: Session[OpeningQuestion], show: OpeningShow) -> None:
    """Plays the game that was begun, until the user leaves or it is over. :raises RatsuError: a reply cannot be drawn."""
    step = openings.step()
    while step.question is not None or (step.departure is not None and not step.departure.over):
        going = _asked(openings, session, show) if step.question is not None else _outside(openings, show, step)
        if not going:
            return
        step = openings.step()


def _asked(openings: Openings, session: Session[OpeningQuestion], show: OpeningShow) -> bool:
    """Asks for the move of the repertoire. A wrong one is taken back, or the game continues with it."""
    question = session.question
    uci = show.ask_move(question) if question is not None else None
    if question is None or uci is None:
        return False
    verdict = session.answer(uci)
    show.show_verdict(question, uci, verdict)
    if not verdict.right and show.ask("continue with your move (y), or take it back? ").strip() == "y":
        openings.game.leave(uci)
    return True


def _outside(openings: Openings, show: OpeningShow, step: GameStep) -> bool:
    left, game = step.departure, openings.game
    assert left is not None
    board = game.board
    why = f"you left your repertoire with {left.san}" if left.mine else f"you have no answer to {left.san}"
    said = why if left.san else "your line ends here"
    show.tell(f"\n{board}\n{said}" + (f", which people play in {left.share:.0%}" if left.share else ""))
    moves = "your move (Enter to stop): " if left.mine else "your move, b for another reply (Enter to stop): "
    while True:
        text = show.ask(moves).strip()
        if text in ("", *QUITS):
            return False
        if text == "b" and not left.mine:
            game.take_back()
            return True
        with contextlib.suppress(MoveError):
            game.play(first_move(board, text).uci())
            return True
        show.tell(f"{text} is not a legal move here.")
