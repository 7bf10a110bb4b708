"""Moves as people of a rating play them: drawn from what the predictor expects of them, never simply the likeliest.

people = People()
choice = people.choose(position, limits, Character(1500), seed=7)    # human: as people of 1500 play: 31 %
"""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from engine.game.info import Info, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, Source
from engine.game.reason import Kind, Reason, Share
from engine.human.predictor import Predictor
from engine.human.question import Question, Site
from engine.play.character import Character, pulls
from engine.play.shallow_scores import ShallowScores
from engine.player import score_from_core
from engine.search.searcher import SCORE_MATE

M = TypeVar("M")

HEATS = ((800, 1.05), (1200, 1.03), (1400, 1.0), (1600, 0.95), (1800, 0.9), (2000, 0.8), (2200, 0.72))
"""What the logarithms of the probabilities are divided by before a move is drawn: so the moves drawn lose 1.5 and 3 pawns as
often as people's. Read off `python -m tests.bench.human_sampling` on the part "tune"; the figures are in docs/levels.md."""

JUDGED_PLIES = 12
"""How far the move that was drawn is looked at, for its score: at the few plies of all moves a search prunes too much."""

MATE_IN_ONE = SCORE_MATE - 1

SOUND_CP = 150
"""A character chooses among moves that lose less; how often people blunder is not its business."""


@dataclass(frozen=True)
class Chances:
    """How often each legal move (coordinates) is played, summing to 1; and its scores at 1 to a few plies as the core
    writes them, for the side to move."""

    of: Mapping[str, float]
    scores: Mapping[str, tuple[int, ...]]


class People:
    """One predictor with its shallow search; one thread at a time. A move takes some 10 ms."""

    def __init__(self) -> None:
        """:raises PredictorError: if the predictor's file cannot be used."""
        self._scores = ShallowScores()
        self._predictor = Predictor(self._scores)
        self._last: tuple[GamePosition, Character, Chances] | None = None  # the book asks first, then the mover

    def chances(self, position: GamePosition, character: Character) -> Chances:
        """What such a person plays here; nothing where there is no legal move. Raises PositionError or MoveError."""
        if self._last is not None and self._last[:2] == (position, character):
            return self._last[2]
        board = position.board()
        question = Question(character.elo, character.elo, site=Site.LICHESS)
        expected = self._predictor.chances(board, question)
        scores = {board.uci(move): tuple(row) for move, row in self._scores.last.items()}
        drawn = {board.uci(move): chance for move, chance in tempered(expected, character.elo).items()}
        pull = pulls(board, position, character)
        found = Chances(_pulled(drawn, pull, scores) if pull else drawn, scores)
        self._last = position, character, found
        return found

    def choose(self, position: GamePosition, limits: Limits, character: Character, seed: int) -> MoveChoice | None:
        """Draws a move among those that the limits leave, always the same of a position in a game of this `seed`. A mate in one
        is always seen. None where there is no legal move. Raises PositionError or MoveError."""
        started = time.perf_counter()
        found = self.chances(position, character)
        named = set(limits.search_moves) or set(found.of)
        left = {move: chance for move, chance in found.of.items() if move in named - set(limits.exclude_moves)}
        left = left or {move: chance for move, chance in found.of.items() if move in named}
        if not left:
            return None
        mates = {move: chance for move, chance in left.items() if found.scores[move][0] == MATE_IN_ONE}
        allowed = _normed(mates or left)
        board = position.board()
        source = random.Random(f"{seed} {len(position.moves)} {board.key}")
        move = source.choices(list(allowed), list(allowed.values()))[0]
        reason = Reason(Kind.AS_PEOPLE, (character.elo, Share(found.of[move])))
        if mates:
            reason = Reason(Kind.MATE_IN, (1,))
        code = board.parse_uci(move)
        score = score_from_core(self._scores(board, JUDGED_PLIES, [code])[code][-1])
        took_ms = round(1000 * (time.perf_counter() - started))
        line = Info(JUDGED_PLIES, JUDGED_PLIES, 1, score, self._scores.nodes, took_ms, (move,))
        return MoveChoice(move, Source.HUMAN, reason, SearchResult(move, None, (line,), line.nodes, took_ms))


def heat_at(elo: int) -> float:
    """Straight between the rows of HEATS."""
    for (low, cooler), (high, hotter) in pairwise(HEATS):
        if elo <= high:
            part = max(0.0, (elo - low) / (high - low))
            return cooler + (hotter - cooler) * part
    return HEATS[-1][1]


def tempered(expected: Mapping[M, float], elo: int) -> dict[M, float]:
    """The probabilities that moves of a rating are drawn with; of the predictor's."""
    power = 1 / heat_at(elo)
    return _normed({move: chance**power for move, chance in expected.items()})


def _normed(shares: Mapping[M, float]) -> dict[M, float]:
    """Shares that sum to 1. `shares`: not all 0."""
    total = sum(shares.values())
    return {move: share / total for move, share in shares.items()}


def _pulled(
    drawn: Mapping[str, float], pull: Mapping[str, float], scores: Mapping[str, Sequence[int]]
) -> dict[str, float]:
    """A character's choice among the sound moves; what the others have together stays theirs."""
    best = max(row[-1] for row in scores.values())
    sound = {move: chance for move, chance in drawn.items() if best - scores[move][-1] < SOUND_CP}
    chosen = {move: chance * pull[move] for move, chance in sound.items()}
    total = sum(sound.values()) / sum(chosen.values())
    return {move: chosen[move] * total if move in chosen else chance for move, chance in drawn.items()}
