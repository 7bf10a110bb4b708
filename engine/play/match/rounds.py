"""Swiss and knockout tournaments, in which the results so far decide who meets next; and the final order of any tournament."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import field

from engine.ground.values import dataclass
from engine.play.match.schedule import Encounter, GameResult, System, pairings, tally

MOST_EXTRA = 3  # pairs of games after a drawn match of a knockout; if all are drawn, the engine named first advances
_MOST_TRIES = 20_000  # partial pairings of a Swiss round, before two engines may meet again


@dataclass(frozen=True)
class Wave:
    """Matches that may be played at the same time, as pairs of engines. `games`: of each match."""

    pairs: tuple[tuple[int, int], ...]
    games: int


@dataclass(frozen=True)
class FinalOrder:
    """The engines, best first, and the points of those that had no opponent in a round. `complete`: a tournament in rounds has
    ended."""

    engines: tuple[int, ...] = ()
    byes: Mapping[int, float] = field(default_factory=dict)
    complete: bool = True


Scores = list[tuple[float, float]]  # of a wave's matches: the points of both engines
Waves = Generator[Wave, Scores, FinalOrder]


def rounds_of(system: System, engines: int, wanted: int | None = None) -> int:
    """The number of rounds: of a Swiss tournament as wanted, or as few as let one engine win every match."""
    needed = max(1, (engines - 1).bit_length())
    return wanted if wanted is not None and system is System.SWISS else needed


def games_of(system: System, engines: int, games: int, rounds: int) -> int:
    """The number of games of a tournament; of a knockout the least, without games after drawn matches."""
    matches = len(pairings(engines, system))
    if system.in_rounds:
        matches = rounds * (engines // 2) if system is System.SWISS else engines - 1
    return matches * (games + games % 2)


class RoundSchedule(Iterator[Encounter]):
    """The games of a Swiss or knockout tournament. While a round is being played there are none; afterwards there are more, so
    the iterator is asked again (`runner.play` does).

    `results` are those of earlier runs, and grow by every game that ends. Their encounters are not repeated.
    """

    def __init__(
        self, system: System, engines: int, games: int, rounds: int, openings: int, results: Sequence[GameResult]
    ) -> None:
        self._results, self._openings = results, openings
        games += games % 2
        self._waves = swiss(engines, rounds, games) if system is System.SWISS else knockout(engines, games)
        self._current: list[list[Encounter]] = []  # of each match of the wave
        self._waiting: deque[Encounter] = deque()
        self._number = self._opening = 0
        self.ended: FinalOrder | None = None
        self._begin(next(self._waves))

    def __next__(self) -> Encounter:
        while self.ended is None:
            known = {result.encounter.number: result for result in self._results}
            while self._waiting:
                encounter = self._waiting.popleft()
                if encounter.number not in known:
                    return encounter
            if any(encounter.number not in known for match in self._current for encounter in match):
                raise StopIteration  # the wave is being played
            try:
                self._begin(self._waves.send([self._score(match, known) for match in self._current]))
            except StopIteration as ended:
                self.ended = ended.value
        raise StopIteration

    def _begin(self, wave: Wave) -> None:
        self._current = [[] for _ in wave.pairs]
        for _ in range(wave.games // 2):
            for match, (first, second) in zip(self._current, wave.pairs, strict=True):
                for white, black in ((first, second), (second, first)):
                    self._number += 1
                    match.append(Encounter(self._number, white, black, self._opening % self._openings))
            self._opening += 1
        self._waiting = deque(sorted((one for match in self._current for one in match), key=lambda one: one.number))

    def _score(self, match: list[Encounter], known: dict[int, GameResult]) -> tuple[float, float]:
        played = [known[encounter.number] for encounter in match]
        counted = tally(played, match[0].white)
        points = counted.wins + counted.draws / 2
        return points, len(played) - points


def final_order(system: System, engines: int, games: int, rounds: int, results: Sequence[GameResult]) -> FinalOrder:
    """The engines, best first. Until a tournament in rounds has ended, and in other systems: by their share of the points."""
    if system.in_rounds:
        schedule = RoundSchedule(system, engines, games, rounds, 1, results)
        if next(schedule, None) is None and schedule.ended is not None:
            return schedule.ended
    share = {}
    for engine in range(engines):
        counted = tally(list(results), engine)
        share[engine] = (counted.wins + counted.draws / 2) / counted.games if counted.games else 0.5
    return FinalOrder(tuple(sorted(share, key=lambda one: (-share[one], one))), complete=False)


def swiss(engines: int, rounds: int, games: int) -> Waves:
    """Each round pairs engines with equal points, the upper half of a group against the lower; no pair meets twice if that can be
    avoided. With an odd number, the lowest engine without a bye gets one: a won match."""
    points = dict.fromkeys(range(engines), 0.0)
    opponents: dict[int, list[int]] = {engine: [] for engine in points}
    byes: dict[int, float] = {}
    for _ in range(rounds):
        ranked = sorted(points, key=lambda one: (-points[one], one))
        free = [next((one for one in reversed(ranked) if one not in byes), ranked[-1])] if engines % 2 else []
        pairs = paired([one for one in ranked if one not in free], points, opponents)
        scores = yield Wave(tuple(pairs), games)
        for bye in free:
            byes[bye] = byes.get(bye, 0.0) + games
            points[bye] += games
        for (first, second), (one, other) in zip(pairs, scores, strict=True):
            points[first] += one
            points[second] += other
            opponents[first].append(second)
            opponents[second].append(first)
    buchholz = {one: sum(points[other] for other in met) for one, met in opponents.items()}
    return FinalOrder(tuple(sorted(points, key=lambda one: (-points[one], -buchholz[one], one))), byes)


def paired(ranked: list[int], points: dict[int, float], opponents: dict[int, list[int]]) -> list[tuple[int, int]]:
    """Pairs engines, best first. An even number of them."""
    tries = 0

    def rest(left: list[int], again: bool) -> list[tuple[int, int]] | None:
        nonlocal tries
        if not left:
            return []
        first, others = left[0], left[1:]
        group = [one for one in others if points[one] == points[first]]
        half = (len(group) + 1) // 2
        lower = [one for one in others if points[one] != points[first]]
        # From the top of the group's lower half down, then up from there, then the next groups.
        for second in (*group[half - 1 :], *reversed(group[: max(0, half - 1)]), *lower):
            tries += 1
            if tries > _MOST_TRIES and not again:
                return None
            if again or second not in opponents[first]:
                found = rest([one for one in others if one != second], again)
                if found is not None:
                    return [(first, second), *found]
        return None

    return rest(ranked, again=False) or rest(ranked, again=True) or []


def knockout(engines: int, games: int) -> Waves:
    """The winner of each match advances; the first two named can meet only in the final. Missing opponents let the first ones
    through. A drawn match gets up to `MOST_EXTRA` more pairs of games."""
    alive = [seed if seed < engines else None for seed in _bracket(engines)]
    beaten: list[int] = []
    while len(alive) > 1:
        pairs = list(zip(alive[::2], alive[1::2], strict=True))
        waiting = [(first, second) for first, second in pairs if first is not None and second is not None]
        through = {pair: min(one for one in pair if one is not None) for pair in pairs}
        for extra in range(1 + MOST_EXTRA):
            if not waiting:
                break
            scores = yield Wave(tuple(waiting), 2 if extra else games)
            for pair, (one, other) in zip(waiting, scores, strict=True):
                if one != other:
                    through[pair] = pair[one < other]
            waiting = [pair for pair, (one, other) in zip(waiting, scores, strict=True) if one == other]
        alive = [through[pair] for pair in pairs]
        lost = [one for pair in pairs for one in pair if one is not None and one != through[pair]]
        beaten = [*sorted(lost), *beaten]
    return FinalOrder((*(one for one in alive if one is not None), *beaten))


def _bracket(engines: int) -> list[int]:
    """The places of a bracket: 0 and 1 at the two ends, 2 and 3 in the other halves, and so on."""
    places = [0]
    while len(places) < engines:
        size = 2 * len(places)
        places = [one for place in places for one in (place, size - 1 - place)]
    return places
