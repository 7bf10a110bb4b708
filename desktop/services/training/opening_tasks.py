"""Work of the opening trainer's thread: the book's openings, and what players and the engine suggest for a gap."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop.model.settings import Settings
from desktop.services.book.book_tasks import added
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.lines import ReplyWorld
    from books.repertoire.trainer_values import (
        AnswerResult,
        AskedPosition,
        GameStep,
        GapMove,
        LargestGap,
        LineProgress,
        Repertoire,
        Repertoires,
        ReplyWorldChoice,
        SessionTotals,
    )
    from desktop.model.book.panel import BookAddition
    from engine.drill.reasons import AnswerReason
    from engine.drill.sources.opening_game import RepertoireGame
    from engine.drill.sources.openings import Openings
    from engine.game.tree import Game
    from engine.play.review.judge import PositionJudge
    from engine.play.review.values import GameReview

NODES = 200_000  # for each move that could close a gap


class OpeningWork:
    """Used by one thread only, except for the methods on gaps and moves. Every method may raise RatsuError."""

    def __init__(self, open_library: Callable[[], Library], nodes: int = NODES) -> None:
        self._open, self.nodes = open_library, nodes
        self._made: Openings | None = None
        self.replies: ReplyWorldChoice | None = None  # whose replies are counted; None: the books' games
        self._counted: ReplyWorldChoice | None = None
        self._world: ReplyWorld | None = None

    def openings(self) -> Openings:
        if self._made is None:
            from engine.drill.sources.openings import Openings

            self._made = Openings(self._open())
        if self.replies != self._counted:
            self._count_in(self.replies)
        return self._made

    def close(self) -> None:
        """Closes the games whose replies are counted."""
        if self._world is not None:
            self._world.close()
            self._world = None

    def _count_in(self, choice: ReplyWorldChoice | None) -> None:
        from books.repertoire.lines import BookWorld
        from engine.play.book.reply_worlds import open_world

        self.close()
        self._counted = choice
        try:
            world = open_world(choice) if choice is not None else BookWorld()
        except RatsuError:  # without the predictor; its absence is reported with the likely moves
            world = BookWorld()
        self._world = world
        if self._made is not None:
            self._made.store.count_in(world)

    def repertoires(self) -> Repertoires:
        """All repertoires with the number of positions that are due."""
        return self.openings().repertoires()

    def changed(self, change: Callable[[Openings], object]) -> Repertoires:
        """Changes the repertoires. Returns all of them."""
        change(self.openings())
        return self.repertoires()

    def begin(self, row: Repertoire, way: str, chapter: str | None, line: tuple[str, ...] = ()) -> AskedPosition | None:
        """Starts a session; None if nothing is due."""
        from engine.drill.sources.opening_order import SessionKind

        return self.openings().begin(row, SessionKind(way), chapter, line=line)

    def ask(self) -> AskedPosition | None:
        """The next question; None at the end."""
        return self.openings().ask()

    def lines(self, row: Repertoire) -> tuple[LineProgress, ...]:
        return self.openings().lines(row)

    def begin_game(self, row: Repertoire, chapter: str | None, fen: str, elo: int) -> GameStep:
        """Starts a game against people of a rating, from a position (empty: from the start of the chapter)."""
        import chess

        from engine.play.book.reply_worlds import OpponentReplies

        openings = self.openings()
        board = chess.Board(fen, chess960=False) if fen else None
        openings.start_game(row, OpponentReplies(openings.store.world, elo), chapter, board)
        return openings.step()

    def play(self, act: Callable[[RepertoireGame], object] = lambda game: None) -> GameStep:
        """Does something in the game, and returns where it is."""
        act(self.openings().game)
        return self.openings().step()

    def answer(self, uci: str, took_ms: int, hint: bool) -> tuple[AnswerResult, SessionTotals]:
        if self.openings().retries:
            self.openings().step()
        judged = self.openings().answer(uci, took_ms, hint)
        return judged, self.openings().totals()

    def fill(
        self, row: Repertoire, uci: str, settings: Settings, agreed: bool
    ) -> tuple[BookAddition, Repertoires | None]:
        """Adds an answer to a gap to the repertoire's book; see `book_tasks.added`. Returns the changes, and the
        repertoires if it was added.
        """
        from books.choice.edit_place import edits_into

        course = self.openings()
        board, moves = course.answer_to_gap(row, uci)
        with edits_into(self._open(), course.store.book_of(row)):
            addition = added(self._open(), board, moves, settings, agreed)
        return addition, self.repertoires() if addition.written else None

    def keep_mistakes(self, game: Game, review: GameReview, white: bool) -> int:
        """Stores the mistakes of a reviewed game that belong to the opening. Returns how many are new."""
        from books.repertoire.own_mistakes import OwnMistake

        moves = tuple(move.uci for move in review.moves)
        event = " – ".join((game.header("White"), game.header("Black")))
        found = [
            OwnMistake(game.start_fen, moves[: move.ply - 1], move.uci, move.better[0], event)
            for move in review.mistakes(white)
        ]
        return self.openings().keep_mistakes(found)

    # On a thread of its own: it may take seconds, and a question must not wait for it

    def book_moves(self, gap: LargestGap) -> tuple[GapMove, ...]:
        import chess

        from books.repertoire.gap_moves import candidates

        return candidates(self._open(), chess.Board(gap.fen, chess960=False))

    def candidates(self, gap: LargestGap, elo: int, stopper: Stopper) -> tuple[GapMove, ...]:
        """The moves of the books, of players of a rating and of the engine. :raises CancelledError:"""
        import chess

        from books.repertoire.gap_moves import candidates
        from engine.play.book.analyser import EngineAnalyser
        from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, human_replies

        elo = min(max(elo, LOWEST_ELO), HIGHEST_ELO)
        analyse = EngineAnalyser(self.nodes, stopper) if self.nodes else None
        return candidates(
            self._open(),
            chess.Board(gap.fen, chess960=False),
            human_replies(elo).chances,
            analyse,
            lambda _done, _total: not stopper.asked(),
        )

    def why_taught(
        self, question: AskedPosition, elo: int, judge: PositionJudge, stopper: Stopper
    ) -> AnswerReason | None:
        """Explains the move of a question, in contrast to what people of a rating play."""
        from engine.drill.sources.opening_reasons import why_taught

        return why_taught(self._open(), judge, question, elo, stopper)
