"""Levels of play: from a beginner's 600 to 2800, in names and in Elo, what the engine gives up for each, and which sources an
opponent asks before it searches.

A weak level looks less far (depth, nodes), misjudges what it would overlook (noise on its evaluation), now and then does
not see that it can take back, and plays in a style. Nothing is given away on purpose: the noise shrinks with the level,
so a strong level never leaves a queen, and a weak one only loses what its short sight does not see.
Above the levels of people the network judges, unless a style is played: it needs fewer nodes and errs as strong players do.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace

from engine.game.limits import Limits
from engine.ground.errors import OptionError
from engine.ground.values import dataclass
from engine.ground.whole_numbers import whole_number
from engine.options import Value

MIN_ELO = 600
MAX_ELO = 2800
# Levels that play as people of that rating do, as far as `engine.human` has seen people.
HUMAN_FROM, HUMAN_TO = 800, 2200
HEURISTIC = "heuristic"  # a level beside the ladder: full time, but Shannon's type B search (option Heuristic Search)


@dataclass(frozen=True)
class Level:
    """A level by name: its Elo and a sentence for the user."""

    name: str
    elo: int
    sentence: str


LEVELS = (
    Level("first steps", 600, "has just learned how the pieces move"),
    Level("beginner", 800, "sees what is attacked, often too late"),
    Level("casual", 1000, "plays now and then, sometimes hangs a piece"),
    Level("improver", 1200, "takes what is offered, misses two-move tricks"),
    Level("school player", 1400, "knows the simple tactics, drifts in quiet positions"),
    Level("club player", 1600, "solid, overlooks longer combinations"),
    Level("strong club player", 1800, "few gifts; beaten by deeper plans"),
    Level("league player", 2000, "tactically alert, makes positional mistakes"),
    Level("candidate master", 2200, "punishes most mistakes"),
    Level("FIDE master", 2300, "rarely misses a tactic"),
    Level("international master", 2400, "hard to beat without preparation"),
    Level("grandmaster", 2500, "stronger than nearly everybody"),
    Level("strong grandmaster", 2650, "wins most games by small advantages"),
    Level("world class", 2800, "the strongest level below full strength"),
)
"""From 2200 on the names are FIDE's titles at the ratings that they ask for."""


@dataclass(frozen=True)
class Chain:
    """Which sources an opponent asks before it searches, in this order; `people`: at a level, then it plays what people of that
    rating play instead of a search."""

    book: bool = True
    tables: bool = True
    people: bool = False

    @property
    def options(self) -> Mapping[str, Value]:
        """The options of a mover that plays from these sources."""
        return {"OwnBook": self.book, "Use Tablebases": self.tables, "Human Like": self.people}


PERSON = Chain(tables=False, people=True)
"""What an opponent who is a person plays from."""


@dataclass(frozen=True)
class Handicap:
    """How a level plays below full strength: evaluation noise in centipawns (the same position is always misjudged alike
    within a game) and limits on nodes and depth; None: no limit. `network`: whether the network judges, if it is in use."""

    eval_noise: int = 0
    max_nodes: int | None = None
    max_depth: int | None = None
    seed: int = 0
    network: bool = False


@dataclass(frozen=True)
class Strength:
    """What a level is limited to. `noise_cp`: spread of the evaluation's error in centipawns; `miss_permille`: how often
    a capture that takes back is not seen, in permille of such captures; `network`: whether the network judges, or else the
    classical evaluation."""

    depth: int
    nodes: int
    noise_cp: int
    miss_permille: int
    network: bool = False

    def limit(self, limits: Limits) -> Limits:
        """`limits` tightened to the level; a limit that is already tighter stays."""
        depth = self.depth if limits.depth is None else min(limits.depth, self.depth)
        nodes = self.nodes if limits.nodes is None else min(limits.nodes, self.nodes)
        return replace(limits, depth=depth, nodes=nodes)

    def handicap(self, seed: int) -> Handicap:
        """What the level gives up in its search; `seed` belongs to the game."""
        return Handicap(self.noise_cp, self.nodes, self.depth, seed, self.network)


_BLEND = 200  # Elo beyond the levels of people in which the others take over

# Elo: what the level is limited to; between two rows it is interpolated. Up to 2200 the rows are even with the levels that play
# like people, 600 by extrapolation; tests/bench/level_calibration.py found them, docs/levels.md has the figures.
_TABLE: tuple[tuple[int, Strength], ...] = (
    (600, Strength(1, 1_024, 809, 230)),
    (800, Strength(1, 1_024, 659, 213)),
    (1000, Strength(1, 1_024, 545, 198)),
    (1200, Strength(1, 1_024, 404, 174)),
    (1400, Strength(1, 1_024, 269, 141)),
    (1600, Strength(2, 1_024, 185, 111)),
    (1800, Strength(3, 1_024, 136, 86)),
    (2000, Strength(5, 1_024, 85, 49)),
    (2200, Strength(6, 2_071, 54, 12)),
    (2400, Strength(9, 16_500, 23, 0)),
    (2600, Strength(10, 25_500, 19, 0)),
    (2800, Strength(11, 50_000, 14, 0)),
)
# The same with the network, set against Stockfish at the same UCI_Elo (docs/levels.md); the noise makes games differ. The first
# row is where the others begin, even with the people's level of 2200; the next two lie between it and 2400.
_NETWORK_TABLE: tuple[tuple[int, Strength], ...] = (
    (2200, Strength(4, 1_024, 95, 57, network=True)),
    (2300, Strength(7, 3_360, 44, 0, network=True)),
    (2350, Strength(9, 8_200, 30, 0, network=True)),
    (2400, Strength(24, 20_000, 6, 0, network=True)),
    (2600, Strength(28, 55_000, 4, 0, network=True)),
    (2800, Strength(32, 150_000, 3, 0, network=True)),
)


def strength_of(elo: int, styled: bool = False) -> Strength:
    """The limits of a level by Elo; outside 600-2800 those of the nearest end. `styled`: it plays a style, or without the
    network."""
    table = _TABLE if styled or elo <= HUMAN_TO else _NETWORK_TABLE
    elos = [row[0] for row in table]
    if elo <= elos[0]:
        return table[0][1]
    if elo >= elos[-1]:
        return table[-1][1]
    above = bisect_right(elos, elo)
    (low_elo, low), (high_elo, high) = table[above - 1], table[above]
    part = (elo - low_elo) / (high_elo - low_elo)
    return Strength(
        depth=round(_between(low.depth, high.depth, part)),
        nodes=round(low.nodes * (high.nodes / low.nodes) ** part),
        noise_cp=round(_between(low.noise_cp, high.noise_cp, part)),
        miss_permille=round(_between(low.miss_permille, high.miss_permille, part)),
        network=low.network,
    )


def human_share(elo: int) -> float:
    """How many of a level's moves are played as people play (0-1): all between HUMAN_FROM and HUMAN_TO, none at 600 and from
    2400 on; straight between, so that strength has no jump."""
    if elo < HUMAN_FROM:
        return max(0.0, 1 - (HUMAN_FROM - elo) / _BLEND)
    return max(0.0, 1 - max(0, elo - HUMAN_TO) / _BLEND)


def class_of(elo: int) -> Level:
    """The strongest named level that a rating reaches; below all of them the weakest."""
    return LEVELS[max(0, bisect_right([level.elo for level in LEVELS], elo) - 1)]


def level_named(text: str) -> Level:
    """The level that a user means: its name in any case, or an Elo. Raises OptionError."""
    asked = text.strip().lower()
    for level in LEVELS:
        if asked == level.name.lower():
            return level
    elo = whole_number(asked, MIN_ELO, MAX_ELO)
    if elo is not None:
        return Level(str(elo), elo, "a strength by number")
    names = ", ".join(level.name for level in LEVELS)
    raise OptionError("'%1' is no level: give an Elo from %2 to %3 or one of: %4", text, MIN_ELO, MAX_ELO, names)


def _between(low: int, high: int, part: float) -> float:
    return low + (high - low) * part
