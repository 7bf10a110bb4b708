"""The schedule: pairings, order and openings. Every pair of games has one opening and reversed colours."""

from collections.abc import Iterator
from enum import Enum

from engine.game.outcome import Outcome
from engine.ground.values import dataclass
from engine.play.match.strength import ResultCounts

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class Encounter:
    """One game to be played. `white` and `black` are indices of engines, `opening` of the openings. `number` counts
    from 1 and does not depend on how many games were asked for, so that a match can be made longer."""

    number: int
    white: int
    black: int
    opening: int


class System(Enum):
    """The kinds of tournament: round robin, gauntlet (the first against all others), ladder (each against the next), Swiss
    and knockout (`engine.play.match.rounds`)."""

    ROUND_ROBIN = "round robin"
    GAUNTLET = "gauntlet"
    LADDER = "ladder"
    SWISS = "swiss"
    KNOCKOUT = "knockout"

    @property
    def in_rounds(self) -> bool:
        """Whether the pairings of a round follow from the results of the rounds before."""
        return self in (System.SWISS, System.KNOCKOUT)


def pairings(engines: int, system: System) -> list[tuple[int, int]]:
    """The pairs of engines that meet, by index; of a tournament in rounds, all that may meet."""
    if system is System.GAUNTLET:
        return [(0, other) for other in range(1, engines)]
    if system is System.LADDER:
        return [(first, first + 1) for first in range(engines - 1)]
    return [(first, second) for first in range(engines) for second in range(first + 1, engines)]


def encounters(engines: int, system: System, games: int, openings: int) -> Iterator[Encounter]:
    """`games` games (an odd number is rounded up) for every pairing, all pairings of a round before the next round."""
    number = 0
    for round_index in range((games + 1) // 2):
        for first, second in pairings(engines, system):
            for white, black in ((first, second), (second, first)):
                number += 1
                yield Encounter(number, white, black, round_index % openings)


@dataclass(frozen=True)
class GameResult:
    """The part of a finished game that counts for the score."""

    encounter: Encounter
    outcome: Outcome
    plies: int

    @property
    def result(self) -> str:
        return self.outcome.result


def tally(outcomes: list[GameResult], engine: int, opponent: int | None = None) -> ResultCounts:
    wins = draws = losses = 0
    halves: dict[tuple[int, int], float] = {}
    pairs: list[float] = []
    for outcome in sorted(outcomes, key=lambda outcome: outcome.encounter.number):
        points = _points(outcome, engine)
        other = outcome.encounter.black if outcome.encounter.white == engine else outcome.encounter.white
        if points is None or (opponent is not None and other != opponent):
            continue
        wins, draws, losses = wins + (points == 1), draws + (points == 0.5), losses + (points == 0)
        pair = (other, (outcome.encounter.number + 1) // 2)
        if pair in halves:
            pairs.append((halves.pop(pair) + points) / 2)
        else:
            halves[pair] = points
    return ResultCounts(wins, draws, losses, tuple(pairs))


def _points(outcome: GameResult, engine: int) -> float | None:
    points = POINTS[outcome.result]
    if outcome.encounter.white == engine:
        return points
    return 1 - points if outcome.encounter.black == engine else None
