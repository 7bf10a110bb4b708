"""Guess the move: the moves of one side of a game, scored by the winning chances that a guess loses against the move played.

Games: the shipped ones of masters, or any other game. The place in a game, its points, and the best result are stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from engine.drill.deck import Deck, DeckStore
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.ground.codec import Within, of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonValue
from engine.ground.values import dataclass

if TYPE_CHECKING:
    import chess

    from engine.coach.claims import HintTopic
    from engine.play.review.judge import PositionJudge

SHIPPED = Path(__file__).parents[2] / "data" / "master_games.pgn.gz"
SOURCE = "guess"
FIRST_PLY = 10  # half-moves shown before the first question
MOST_POINTS = 10  # for the move played, or one as good
ALL_LOST = 20.0  # points of winning probability that leave no point
FORGIVEN = 5.0  # points of winning probability below the move played that still count as right
_COUNT = Within(0, 1_000_000)


@dataclass(frozen=True)
class GuessGame:
    """A game and the side whose moves are guessed. `moves` in coordinates."""

    white_player: str
    black_player: str
    year: str
    start_fen: str
    moves: tuple[str, ...]
    chess960: bool
    white: bool

    @property
    def key(self) -> str:
        """The same for the same moves and side, whatever file they are from."""
        text = " ".join((self.start_fen, str(self.white), *self.moves))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def asked(self) -> tuple[int, ...]:
        """The half-moves before each question."""
        own = range(FIRST_PLY, len(self.moves))
        return tuple(ply for ply in own if self._white_moves(ply) is self.white)

    def _white_moves(self, ply: int) -> bool:
        return (ply % 2 == 0) is Position.of(self.start_fen, self.chess960).white_to_move

    @classmethod
    def of(cls, game: Game, white: bool) -> GuessGame:
        return cls(
            game.header("White"),
            game.header("Black"),
            game.header("Date")[:4].strip("?"),
            game.start_fen,
            tuple(node.uci for node in game.main_line()),
            game.chess960,
            white,
        )


@cache
def shipped_games() -> tuple[GuessGame, ...]:
    """The shipped games, the oldest first; the winner's moves are guessed."""
    from engine.pgn.reader import read_games

    return tuple(GuessGame.of(game, game.result == "1-0") for game in read_games(SHIPPED))


@dataclass(frozen=True)
class GuessNote:
    """The progress with a game: the next question, from 0, the points of this round, and the best round in percent."""

    at: Annotated[int, _COUNT] = 0
    points: Annotated[int, _COUNT] = 0
    best: Annotated[int, Within(0, 100)] = 0
    rounds: Annotated[int, _COUNT] = 0


@dataclass(frozen=True)
class GuessQuestion:
    """The position before a move of the game. `number`: of the question, from 0."""

    game: GuessGame
    number: int

    @property
    def ply(self) -> int:
        return self.game.asked[self.number]

    @property
    def played(self) -> str:
        """The move of the game, in coordinates."""
        return self.game.moves[self.ply]

    @property
    def board(self) -> chess.Board:
        import chess

        board = chess.Board(self.game.start_fen, chess960=self.game.chess960)
        for move in self.game.moves[: self.ply]:
            board.push_uci(move)
        return board

    @property
    def look(self) -> HintTopic:
        """The hint's first step: the kind of move to find."""
        from engine.coach.hint_topic import look_for

        return look_for(self.board.fen(), (self.played,), self.game.chess960)


@dataclass(frozen=True)
class GuessWorth:
    """The worth of a guess: points (0 to 10), and the winning chances lost against the move played, in points of 100. Negative:
    the guess is better."""

    points: int = 0
    lost: float = 0.0
    exact: bool = False


class GuessSource:
    """The questions of one game, from the place where the user left it."""

    hint_fails = False

    def __init__(self, game: GuessGame, judge: Callable[[], PositionJudge], file: DeckStore) -> None:
        """`judge` is called when the first guess is judged."""
        self.game, self.file, self._judge = game, file, judge
        self._number = note_of(file.value(), game).at
        self._worth = GuessWorth()
        self.stopper = Stopper()  # of the judgement that runs

    def next(self) -> GuessQuestion | None:
        """Returns the next question; None after the last move."""
        if self._number >= len(self.game.asked):
            return None
        self._number += 1
        return GuessQuestion(self.game, self._number - 1)

    def judge(self, question: GuessQuestion, uci: str) -> AnswerVerdict[GuessQuestion]:
        """Judges a guess; `why` is a `GuessWorth`. :raises RatsuError: the engine refuses the position, or was stopped."""
        if uci == question.played:
            self._worth = GuessWorth(MOST_POINTS, 0.0, exact=True)
        else:
            lost = 100 * (self._share(question, question.played) - self._share(question, uci))
            points = round(MOST_POINTS * max(0.0, 1 - max(0.0, lost) / ALL_LOST))
            self._worth = GuessWorth(points, lost)
        return AnswerVerdict(self._worth.lost <= FORGIVEN, why=self._worth)

    def _share(self, question: GuessQuestion, uci: str) -> float:
        """The mover's share of the point after a move (0 to 1)."""
        board, game = question.board, question.game
        board.push_uci(uci)
        position = GamePosition(game.start_fen, (*game.moves[: question.ply], uci), chess960=game.chess960)
        worth = self._judge().worth(board, position, self.stopper)
        if worth is None:
            raise RatsuError("the judgement was stopped")
        return worth.share if game.white else 1 - worth.share

    def answered(self, question: GuessQuestion, right: bool, effort: GivenAnswer) -> Graded:
        """Stores the points of the first guess: half of them after a hint, none without a guess."""
        points = self._worth.points if effort.answer else 0
        given = points // 2 if effort.hints else points
        self.file.change(lambda deck: scored(deck, question, given))
        return Graded()


def note_of(deck: Deck, game: GuessGame) -> GuessNote:
    note = deck.noted(SOURCE).get(game.key, GuessNote())
    assert isinstance(note, GuessNote)
    return note


def scored(deck: Deck, question: GuessQuestion, points: int) -> Deck:
    """Returns the deck after a guess. The last question ends the round."""
    note, asked = note_of(deck, question.game), len(question.game.asked)
    if note.at != question.number:
        return deck  # another program was faster
    note = replace(note, at=note.at + 1, points=note.points + points)
    if note.at >= asked:
        percent = round(100 * note.points / (MOST_POINTS * asked))
        note = GuessNote(0, 0, max(note.best, percent), note.rounds + 1)
    return deck.with_notes(SOURCE, {question.game.key: note})


def next_game(deck: Deck, games: tuple[GuessGame, ...]) -> GuessGame:
    """Returns the game that was begun, else the first that was played least often."""
    begun = next((game for game in games if note_of(deck, game).at), None)
    return begun or min(games, key=lambda game: note_of(deck, game).rounds)


def read_note(key: str, row: JsonValue) -> GuessNote:
    """Reads the progress with a game from a file. :raises JsonError: it is damaged."""
    return of_json(GuessNote, row)
