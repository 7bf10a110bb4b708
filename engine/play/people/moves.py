"""Moves as people of a rating play them: drawn from what the predictor expects of them, never simply the likeliest.

people = People()
choice = people.choose(position, limits, Character(1500), seed=7)    # people: 31 % of people rated 1500 play this
"""

import random
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from engine.game.info import Info, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, Source
from engine.game.reason import Kind, Reason, Share
from engine.ground.values import dataclass
from engine.human.predictor import Predictor
from engine.human.question import Question, Site
from engine.human.think_time import hardness
from engine.one_search import score_from_core
from engine.play.people.character import Character, of_character
from engine.play.people.rating_rows import at_rating
from engine.play.people.resignation import LOST_CP, resigns
from engine.play.people.shallow_scores import NODES, ShallowScores
from engine.rules.board import CoreBoard
from engine.search.searcher import SCORE_MATE

M = TypeVar("M")

Judge = Callable[[str], int]

HEATS = (
    (700, 1.52), (900, 1.42), (1100, 1.24), (1300, 1.08), (1500, 1.06), (1700, 1.04), (1900, 0.88), (2100, 0.82), (2300, 0.8)
)  # fmt: skip
"""What the logarithms of the probabilities are divided by before a move is drawn, by rating."""

CHECKED = ((1500, 0.0), (1700, 0.08), (1900, 0.15), (2100, 0.4), (2300, 0.5))
"""How often, by rating, a move that was drawn is looked at once more, and dropped if it loses much. Both tables are fitted to
what moves of 2,604 positions lose, people's and drawn, by a judge of 12 plies. HEATS below 1500 also follow the ladder, within
the errors of these shares: figures in docs/levels.md."""

HALF_CP = 100
"""Of moves that lose so much, half are dropped where they are looked at; of those that lose 300, three quarters."""

CONSIDERED = 3
"""The likeliest moves that a drawn one is compared with, and the best at a glance."""

JUDGED_PLIES = 12
"""How far these are looked at: at the few plies of all moves a search prunes too much to be believed."""

HURRIED_MS, HURRIED_NODES = 1_500, 1_000
"""Who has less on the clock looks only at a glance, and never twice: a move takes 2 to 3 ms then instead of 15 to 50. With a
clock of 10 s and 0.1 s a move on a busy machine, a level that looked as long as ever lost one game of 321 on time."""

MATE_IN_ONE = SCORE_MATE - 1

MATES_SEEN = ((900, 0.0), (1100, 0.12), (1700, 0.15), (1900, 0.0))
"""How often, by rating, a mate in one is played whatever else would be drawn, as it is drawn a little too seldom. Of 250 mates in
one each, people of 800 to 999 play 46 %, of 1000 to 1199 54 %, then 62, 64 and 72 %; draws alone 44, 47, 59, 59 and 64 %."""

SOUND_CP = 150
"""A character chooses among moves that lose less; how often people blunder is not its business."""


@dataclass(frozen=True)
class Chances:
    """How often each legal move (coordinates) is played, summing to 1; its scores at 1 to a few plies as the core writes them,
    for the side to move; and how hard the choice is (`engine.human.think_time.hardness`)."""

    of: Mapping[str, float]
    scores: Mapping[str, tuple[int, ...]]
    hard: float


class People:
    """One predictor with its shallow search; one thread at a time. A move takes some 20 ms, at 2200 some 50."""

    def __init__(self) -> None:
        """:raises PredictorError: if the predictor's file cannot be used."""
        self._scores = ShallowScores()
        self._predictor = Predictor(self._scores)
        self._last: tuple[GamePosition, Character, Chances] | None = None
        self._chosen: tuple[tuple[object, ...], MoveChoice | None] | None = None  # what was asked, and the answer

    def chances(self, position: GamePosition, character: Character) -> Chances:
        """What such a person plays here; nothing where there is no legal move. Raises PositionError or MoveError."""
        if self._last is not None and self._last[:2] == (position, character):
            return self._last[2]
        board = position.board()
        question = Question(character.elo, character.elo, site=Site.LICHESS)
        expected = self._predictor.chances(board, question)
        scores = {board.uci(move): tuple(row) for move, row in self._scores.last.items()}
        drawn = {board.uci(move): chance for move, chance in tempered(expected, character.elo).items()}
        best = max((row[-1] for row in scores.values()), default=0)
        sound = {move: chance for move, chance in drawn.items() if best - scores[move][-1] < SOUND_CP}
        found = Chances(
            {**drawn, **of_character(sound, board, position, character)}, scores, hardness(expected.values())
        )
        self._last = position, character, found
        return found

    def choose(
        self, position: GamePosition, limits: Limits, character: Character, seed: int, lines: int = 1
    ) -> MoveChoice | None:
        """A move among those that the limits leave, always the same of a position in a game of this `seed`. None where there is
        no legal move. Its result has `lines` lines: that move, then what people play most often. Raises PositionError or
        MoveError.

        In the opening the book asks first what a person would play and the mover asks again: the last answer is kept.
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
        left = allowed = _allowed(found, limits)
        if not left:
            return None
        board = position.board()
        dice = random.Random(f"{seed} {len(position.moves)} {board.key}")
        mating = {move: chance for move, chance in left.items() if found.scores[move][0] == MATE_IN_ONE}
        if mating and dice.random() < at_rating(MATES_SEEN, character.elo):
            left = mating
        judge = self._judge(board)
        glance = max(left, key=lambda move: found.scores[move][-1])
        move = drawn(left, glance, judge, 0.0 if hurried else at_rating(CHECKED, character.elo), dice)
        reason = Reason(Kind.AS_PEOPLE, (str(character.elo), Share(found.of[move])))
        if found.scores[move][0] == MATE_IN_ONE:
            reason = Reason(Kind.MATE_IN, (1,))
        others = sorted(allowed.keys() - {move}, key=lambda other: -allowed[other])[: lines - 1]
        told = [(other, score_from_core(judge(other))) for other in (move, *others)]
        took_ms, nodes = round(1000 * (time.perf_counter() - started)), self._scores.nodes
        infos = tuple(
            Info(JUDGED_PLIES, JUDGED_PLIES, rank, score, nodes, took_ms, (other,))
            for rank, (other, score) in enumerate(told, 1)
        )
        result = SearchResult(move, None, infos, nodes, took_ms)
        standing = infos[0].score
        if (
            standing.number <= -LOST_CP[0]
        ):  # people resign for the position, not for the blunder that they are about to make
            standing = score_from_core(max(map(judge, {move, glance, *likeliest(left)})))
        gives_up = resigns(character.elo, standing, len(position.moves), dice)
        return MoveChoice(move, Source.HUMAN, reason, result, resigns=gives_up)

    def _judge(self, board: CoreBoard) -> Judge:
        """What a move is worth at JUDGED_PLIES, in centipawns for the side to move."""
        judged: dict[str, int] = {}

        def judge(move: str) -> int:
            if move not in judged:
                code = board.parse_uci(move)
                judged[move] = self._scores(board, JUDGED_PLIES, [code])[code][-1]
            return judged[move]

        return judge


def drawn(chances: Mapping[str, float], glance: str, judge: Judge, checked: float, dice: random.Random) -> str:
    """A move drawn from `chances`, looked at once more with the probability `checked`. `glance`: the best of them at a few
    plies."""
    left, likely = dict(chances), likeliest(chances)
    while True:
        move = dice.choices(list(left), list(left.values()))[0]
        if len(left) == 1 or dice.random() >= checked:
            return move
        lost = max(map(judge, {*likely, glance})) - judge(move)
        if lost <= 0 or dice.random() >= lost / (lost + HALF_CP):
            return move
        del left[move]


def likeliest(chances: Mapping[str, float]) -> list[str]:
    """The moves that a person considers."""
    return sorted(chances, key=lambda move: -chances[move])[:CONSIDERED]


def tempered(expected: Mapping[M, float], elo: int) -> dict[M, float]:
    """The probabilities that moves of a rating are drawn with; of the predictor's."""
    power = 1 / at_rating(HEATS, elo)
    shares = {move: chance**power for move, chance in expected.items()}
    total = sum(shares.values())
    return {move: share / total for move, share in shares.items()}


def _allowed(found: Chances, limits: Limits) -> dict[str, float]:
    """The moves to draw from, as often as people play them."""
    named = set(limits.search_moves) or set(found.of)
    left = {move: chance for move, chance in found.of.items() if move in named - set(limits.exclude_moves)}
    return left or {move: chance for move, chance in found.of.items() if move in named}
