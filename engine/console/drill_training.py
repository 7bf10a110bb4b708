"""`ratsu tactics guess` and `visualise`: the questions of the window's panel Drills in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from engine.console.run_drill import QUITS, Show, read_move, run_drill
from engine.console.typed_move import parse_move
from engine.drill.session import Session
from engine.drill.sources.guess import GuessQuestion, GuessSource, GuessWorth, note_of
from engine.drill.sources.visualise import VisualKind, VisualSource, VisualTask, progress_of
from engine.drill.verdict import AnswerVerdict
from engine.ground.errors import MoveError
from engine.play.tactics.progress import rating_change


def guess(source: GuessSource, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
    """Asks the moves of a game until its end, or until the user leaves. :raises RatsuError: an answer cannot be saved."""
    game = source.game
    tell(
        f"{game.white_player} - {game.black_player}, {game.year}. Moves as Nf3 or g1f3; 'hint' (half the points), 'quit'."
    )
    session = Session(source)
    if run_drill(session, _GuessShow(session, source, ask, tell)):
        tell(f"The game is over. Best result in it: {note_of(source.file.value(), game).best} %")


def visualise(source: VisualSource, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
    """Asks tasks until the user leaves. :raises RatsuError: an answer cannot be saved."""
    tell("Squares as d2 e4, colours as light or dark, moves as Nf3; 'quit'.")
    session = Session(source)
    run_drill(session, _VisualShow(source, ask, tell))


class _GuessShow(Show[GuessQuestion]):
    """The printed game."""

    def __init__(
        self,
        session: Session[GuessQuestion],
        source: GuessSource,
        ask: Callable[[str], str],
        tell: Callable[[str], object],
    ) -> None:
        super().__init__(ask, tell)
        self._session, self._source = session, source

    def ask_move(self, question: GuessQuestion) -> str | None:
        board = question.board
        before = board.copy()
        last = before.pop()
        side = "White" if board.turn else "Black"
        self.tell(f"\n{before.san(last)} was played.\n{board}\n{side} to move.")
        return read_move(board, self, lambda: self._hint(question))

    def _hint(self, question: GuessQuestion) -> str:
        self._session.hint()
        return question.look.value

    def show_verdict(self, question: GuessQuestion, uci: str, verdict: AnswerVerdict[GuessQuestion]) -> None:
        """Prints the points, and the move that was played."""
        worth, board = verdict.why, question.board
        assert isinstance(worth, GuessWorth), "the source's own"
        played = board.san(board.parse_uci(question.played))
        note = note_of(self._source.file.value(), question.game)
        self.tell(f"{played} was played. {worth.points} of 10 points; {note.points} in this round.")


class _VisualShow(Show[VisualTask]):
    """The printed tasks."""

    def __init__(self, source: VisualSource, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
        super().__init__(ask, tell)
        self._source = source
        self._before = 0.0  # the rating

    def ask_move(self, question: VisualTask) -> str | None:
        self._before = progress_of(self._source.file.value()).glicko.rating
        if question.kind is VisualKind.COLOUR:
            self.tell(f"\nWhich colour is {question.start}?")
        elif question.kind is VisualKind.KNIGHT:
            self.tell(f"\nBring a knight from {question.start} to {question.goal} by the shortest way.")
        else:
            self.tell(f"\n{question.fen}\nFrom here: {question.told_text} And now?")
        while True:
            try:
                text = self.ask("your answer: ").strip()
            except EOFError:
                return None
            if text in QUITS:
                return None
            if question.kind is not VisualKind.BLINDFOLD:
                return text or "-"
            try:
                return parse_move(question.board, text).uci()
            except MoveError as refused:
                self.tell(str(refused))

    def show_verdict(self, question: VisualTask, uci: str, verdict: AnswerVerdict[VisualTask]) -> None:
        after = progress_of(self._source.file.value()).glicko.rating
        said = "Right." if verdict.right else f"Wrong: {question.solution}."
        self.tell(f"{said} Your rating: {rating_change(self._before, after)}.")
