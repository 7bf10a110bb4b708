"""Moves as people of a rating play them, drawn from the predictor's probabilities.

people = People() choice = people.choose(position, limits, Character(1500), seed=7)    # people: 31 % of people rated 1500 play
this
"""

import random
import time
from collections.abc import Callable, Mapping

from engine.game.info import Info, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.reason import Reason, ReasonKind, Share
from engine.ground.values import dataclass
from engine.human.predictor import Predictor
from engine.human.think_time import choice_entropy
from engine.play.people.character import Character, of_character
from engine.play.people.level_chances import level_player, with_care, without_tail
from engine.play.people.resignation import LOST_CP, points_of, resigns
from engine.play.people.shallow_scores import NODES, ShallowScores
from engine.play.people.temperament import resigning
from engine.rules.board import CoreBoard
from engine.search.searcher import SCORE_MATE
from engine.search_run import score_from_core

Judge = Callable[[str], int]

CONSIDERED = 3
"""The number of most likely moves that the standing is judged by, besides the best of the shallow search."""

JUDGED_PLIES = 12
"""The depth of this judgement: the few plies of the shallow search are pruned too much to be reliable."""

HURRIED_MS, HURRIED_NODES = 1_500, 1_000
"""Below this time on the clock only a shallow search is made: 2 to 3 ms a move instead of 15 to 50. Before
that, a level with 10 s and 0.1 s a move lost one game of 321 on time on a busy machine."""

MATE_IN_ONE = SCORE_MATE - 1

REMEMBERED_PLIES = 12
"""For resignation: the plies for which the evaluations of a game are remembered."""

SOUND_CP = 150
"""A character chooses among moves that lose less than this; it does not change how often the player blunders."""


@dataclass(frozen=True)
class MoveProbabilities:
    """The probability of each legal move (UCI), summing to 1, and that of `people` without the level's care and the person's
    habits; its scores at 1 to a few plies in the core's scale, for the side to move; and the difficulty of the choice
    (`engine.human.think_time.choice_entropy`)."""

    of: Mapping[str, float]
    people: Mapping[str, float]
    scores: Mapping[str, tuple[int, ...]]
    entropy: float


class HumanMover:
    """The predictor with its shallow search; for one thread at a time. A move takes about 20 ms, at 2200 about 50."""

    def __init__(self) -> None:
        """:raises PredictorError: the predictor's file cannot be used."""
        self._scores = ShallowScores()
        self._predictor = Predictor(self._scores)
        self._last: tuple[GamePosition, Character, MoveProbabilities] | None = None
        self._chosen: tuple[tuple[object, ...], MoveChoice | None] | None = None  # the last question, and its answer
        self._game: tuple[object, ...] | None = None
        self._standings: dict[int, Score] = {}  # by ply of this game

    def chances(self, position: GamePosition, character: Character) -> MoveProbabilities:
        """The move probabilities of a character; empty without a legal move.

        :raises PositionError: the position is bad. :raises MoveError: a move is not legal.
        """
        if self._last is not None and self._last[:2] == (position, character):
            return self._last[2]
        board = position.board()
        expected = self._predictor.chances(board, level_player(character.elo))
        scores = {board.uci(move): tuple(row) for move, row in self._scores.last.items()}
        people = {board.uci(move): chance for move, chance in expected.items()}
        drawn = with_care(people, scores, character.elo)
        best = max((row[-1] for row in scores.values()), default=0)
        sound = {move: chance for move, chance in drawn.items() if best - scores[move][-1] < SOUND_CP}
        styled = {**drawn, **of_character(sound, board, character)}
        played = character.repertoire.played_in(styled, set(sound), position.fen, position.moves)
        found = MoveProbabilities(played, people, scores, choice_entropy(expected.values()))
        self._last = position, character, found
        return found

    def choose(
        self, position: GamePosition, limits: Limits, character: Character, seed: int, lines: int = 1
    ) -> MoveChoice | None:
        """Draws a move within the limits, always the same for a position in a game with this `seed`; None without a legal move.
        Its result has `lines` lines: the move, then the most likely ones.

        In the opening the book and then the mover ask for the same position: the last answer is cached.

        :raises PositionError: the position is bad. :raises MoveError: a move is not legal.
        """
        asked = position, limits.search_moves, limits.exclude_moves, character, seed, lines
        if self._chosen is None or self._chosen[0] != asked:
            self._chosen = asked, self._choose(position, limits, character, seed, lines)
        return self._chosen[1]

    def _choose(
        self, position: GamePosition, limits: Limits, character: Character, seed: int, lines: int
    ) -> MoveChoice | None:
        started = time.perf_counter()
        left_ms = limits.white_time_ms if position.white_to_move else limits.black_time_ms
        hurried = left_ms is not None and left_ms < HURRIED_MS
        self._scores.allowed = HURRIED_NODES if hurried else NODES
        try:
            return self._choose_within(position, limits, character, seed, lines, hurried, started)
        finally:
            self._scores.allowed = NODES

    def _choose_within(
        self,
        position: GamePosition,
        limits: Limits,
        character: Character,
        seed: int,
        lines: int,
        hurried: bool,
        started: float,
    ) -> MoveChoice | None:
        found = self.chances(position, character)
        allowed = _allowed(found, limits)
        if not allowed:
            return None
        left = without_tail(allowed)
        board = position.board()
        dice = random.Random(f"{seed} {len(position.moves)} {board.key}")
        judge = self._judge(board)
        glance = max(left, key=lambda move: found.scores[move][-1])
        move = dice.choices(list(left), list(left.values()))[0]
        reason = Reason(ReasonKind.AS_PEOPLE, (str(level_player(character.elo).elo), Share(found.people[move])))
        if found.scores[move][0] == MATE_IN_ONE:
            reason = Reason(ReasonKind.MATE_IN, (1,))
        others = sorted(allowed.keys() - {move}, key=lambda other: -allowed[other])[: lines - 1]
        scored = [(other, score_from_core(judge(other))) for other in (move, *others)]
        took_ms, nodes = round(1000 * (time.perf_counter() - started)), self._scores.nodes
        infos = tuple(
            Info(JUDGED_PLIES, JUDGED_PLIES, rank, score, nodes, took_ms, (other,))
            for rank, (other, score) in enumerate(scored, 1)
        )
        result = SearchResult(move, None, infos, nodes, took_ms)
        standing = infos[0].score
        if standing.number <= -LOST_CP:  # the position before the coming blunder decides on resignation
            standing = score_from_core(max(map(judge, {move, glance, *likeliest(left)})))
        standings = self._noted(position, seed, standing)
        opponent_ms = limits.black_time_ms if position.white_to_move else limits.white_time_ms
        who, points = resigning(character.elo, seed, character.resigning), points_of(board.fen())
        gives_up = resigns(who, standings, points, len(position.moves), opponent_ms, dice)
        return MoveChoice(move, ChoiceSource.HUMAN, reason, result, resigns=gives_up)

    def _noted(self, position: GamePosition, seed: int, standing: Score) -> list[Score]:
        """The evaluations at the last moves of this side in the game, the present one last, without moves by other sources."""
        ply, game = len(position.moves), (position.fen, seed, position.white_to_move)
        before = self._standings if self._game == game else {}
        kept = {at: score for at, score in before.items() if ply - REMEMBERED_PLIES <= at < ply}
        self._game, self._standings = game, {**kept, ply: standing}
        return list(self._standings.values())

    def _judge(self, board: CoreBoard) -> Judge:
        """A function with the score of a move at JUDGED_PLIES, in centipawns for the side to move."""
        judged: dict[str, int] = {}

        def judge(move: str) -> int:
            if move not in judged:
                code = board.parse_uci(move)
                judged[move] = self._scores(board, JUDGED_PLIES, [code])[code][-1]
            return judged[move]

        return judge


def likeliest(chances: Mapping[str, float]) -> list[str]:
    """The moves that a person considers."""
    return sorted(chances, key=lambda move: -chances[move])[:CONSIDERED]


def _allowed(found: MoveProbabilities, limits: Limits) -> dict[str, float]:
    """The moves allowed by the limits, with their probabilities."""
    named = set(limits.search_moves) or set(found.of)
    left = {move: chance for move, chance in found.of.items() if move in named - set(limits.exclude_moves)}
    return left or {move: chance for move, chance in found.of.items() if move in named}
