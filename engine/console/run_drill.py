"""The loop of every trainer in the terminal: a question, a move, its verdict."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

import chess

from engine.console.typed_move import parse_move
from engine.drill.question import DrillQuestion
from engine.drill.session import Session
from engine.drill.verdict import AnswerVerdict
from engine.ground.errors import MoveError

Q = TypeVar("Q", bound=DrillQuestion)
QUITS = ("quit", "q")


class Show(Generic[Q]):
    """The printed part of a trainer. `ask` reads a line, `tell` writes one."""

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
        self.ask, self.tell = ask, tell

    def ask_move(self, question: Q) -> str | None:
        """Shows a question and reads the move, in coordinates. None: the user leaves; empty: the question needs no answer."""
        raise NotImplementedError

    def show_verdict(self, question: Q, uci: str, verdict: AnswerVerdict[Q]) -> None:
        raise NotImplementedError


def run_drill(session: Session[Q], show: Show[Q]) -> bool:
    """Asks questions until none is left. Returns False if the user left. :raises RatsuError: an answer cannot be saved."""
    question = session.next()
    while question is not None:
        began = time.monotonic()
        uci = show.ask_move(question)
        if uci is None:
            return False
        following = None
        if uci:
            verdict = session.answer(uci, round(1000 * (time.monotonic() - began)))
            show.show_verdict(question, uci, verdict)
            following = verdict.then
        question = following or session.next()
    return True


def read_move(
    board: chess.Board,
    show: Show[Q],
    hint: Callable[[], str] | None = None,
    prompt: str = "your move: ",
    leaves: tuple[str, ...] = QUITS,
    parse: Callable[[chess.Board, str], chess.Move] = parse_move,
) -> str | None:
    """The user's move in coordinates; None to leave."""
    while True:
        try:
            text = show.ask(prompt).strip()
        except EOFError:
            return None
        if text in leaves:
            return None
        if text == "hint" and hint is not None:
            show.tell(hint())
            continue
        try:
            return parse(board, text).uci()
        except MoveError as refused:
            show.tell(str(refused))
