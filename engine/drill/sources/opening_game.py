"""A game of a repertoire: the user's moves are asked, and the opponent's are drawn as people play them.

While both follow the repertoire, answers are judged and graded as in whole lines: a due position once, and the first
mistake. Outside it the game continues without questions, and returns to them where a transposition leads back.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace

import chess

from books.key import position_key
from books.learning.mistakes import numbered_san
from books.repertoire.lines import RepertoirePosition, Spots
from books.repertoire.trainer_values import GameDeparture
from engine.drill.sources.opening_session import OpeningCards, OpeningQuestion
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded

Replies = Callable[[chess.Board], Mapping[chess.Move, float]]
"""Returns how often each reply is played (0-1); empty: the game is over."""


class RepertoireGame:
    """The questions of one game, from a position of the repertoire."""

    hint_fails = False

    def __init__(
        self, cards: OpeningCards, spots: Spots, start: RepertoirePosition, replies: Replies, source: random.Random
    ) -> None:
        """`start`: any position of `spots`, with its path from the repertoire's start; `source` draws the replies."""
        self._cards, self._spots, self._replies, self._random = cards, spots, replies, source
        self.board = chess.Board(start.root, chess960=False)
        for move in start.path:
            self.board.push(move)
        self._white = bool(start.board.turn) == start.own
        self._first = len(start.path)
        self._share = 0.0  # of the last reply
        self._failed = False  # the first answer to the position was wrong
        self._drawn: dict[int, set[chess.Move]] = defaultdict(set)  # the replies drawn so far, by position
        self._due = cards.due()
        self.departure: GameDeparture | None = None
        """The way the game left the repertoire; None while it is in it."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the repertoire's start, in coordinates."""
        return tuple(move.uci() for move in self.board.move_stack)

    # As a source of questions

    def next(self) -> OpeningQuestion | None:
        """Returns the next position that the repertoire answers, after the opponent's reply; None: see `departure`."""
        if self.departure is not None:
            return None
        self._reply()
        spot = self._spot()
        if spot is None:
            self._leave(mine=False)
            return None
        path = tuple(self.board.move_stack)
        here = RepertoirePosition(self.board.copy(stack=False), True, path, spot.root, spot.opening, spot.answers)
        return OpeningQuestion(replace(here, accepted=spot.accepted), spot.name not in self._due)

    def judge(self, question: OpeningQuestion, uci: str) -> AnswerVerdict[OpeningQuestion]:
        """Judges a move. After a move of the books that this repertoire does not ask for, the question continues."""
        move = chess.Move.from_uci(uci)
        also = move in question.spot.accepted
        return AnswerVerdict(also or move in question.spot.answers, question if also else None)

    def answered(self, question: OpeningQuestion, right: bool, effort: GivenAnswer) -> Graded:
        """Grades the card of a position that waits, or of the first mistake, and plays a right answer."""
        name, found = question.spot.name, Graded(new=question.new)
        waits = self._due.get(name, 0.0) <= self._cards.now()
        if not self._failed and (waits or not right):
            found = replace(self._cards.review(name, right, effort), new=question.new)
            self._due = self._cards.due()
        self._failed = not right
        if right:
            self.board.push_uci(effort.answer)
        return found

    # Outside the repertoire

    def leave(self, uci: str) -> None:
        """Plays a move of the user's that is not in the repertoire, and the reply."""
        self.board.push_uci(uci)
        self._leave(mine=True)
        self._continue()

    def play(self, uci: str) -> None:
        """Plays the user's move outside the repertoire, and the reply. The repertoire may be reached again."""
        self.board.push_uci(uci)
        self._continue()

    def take_back(self) -> None:
        """Takes back the opponent's move that left the repertoire; `next` draws another one, as long as there is one."""
        if self.departure is not None and not self.departure.mine and len(self.board.move_stack) > self._first:
            self.board.pop()
        self.departure, self._failed = None, False

    def _continue(self) -> None:
        self._reply()
        if self.departure is not None and self._spot() is not None:
            self.departure, self._failed = None, False
        elif self.departure is not None:
            self.departure = replace(self.departure, over=not any(self.board.legal_moves))

    def _spot(self) -> RepertoirePosition | None:
        spot = self._spots.get(position_key(self.board))
        return spot if spot is not None and spot.own and spot.answers else None

    def _reply(self) -> None:
        """Plays the opponent's move, if it is the opponent's turn."""
        if bool(self.board.turn) == self._white:
            return
        shares = {move: share for move, share in self._replies(self.board).items() if share > 0}
        drawn = self._drawn[position_key(self.board)]
        left = {move: share for move, share in shares.items() if move not in drawn} or shares
        if not left:
            return
        move = self._random.choices([*left], [*left.values()])[0]
        drawn.add(move)
        self._share = shares[move]
        self.board.push(move)

    def _leave(self, mine: bool) -> None:
        """Records that the last move left the repertoire, or that its line ends."""
        before, over = self.board.copy(), not any(self.board.legal_moves)
        replied = mine or (len(before.move_stack) > self._first and bool(before.turn) == self._white)
        last = before.pop() if replied else None
        san = numbered_san(before, last) if last is not None else ""
        self.departure = GameDeparture(san, 0.0 if mine else self._share, mine, mine or self._answers_any(before), over)

    def _answers_any(self, before: chess.Board) -> bool:
        there = self._spots.get(position_key(before))
        if there is None or there.own:
            return False
        for move in there.replies:
            after = there.board.copy(stack=False)
            after.push(move)
            spot = self._spots.get(position_key(after))
            if spot is not None and spot.answers:
                return True
        return False
