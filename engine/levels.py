"""Levels of play: from a beginner's 600 to 2800, in names and in Elo, and what the engine gives up for each.

A weak level looks less far (depth, nodes), misjudges what it would overlook (noise on its evaluation), now and then does
not see that it can take back, and plays in a style. Nothing is given away on purpose: the noise shrinks with the level,
so a strong level never leaves a queen, and a weak one only loses what its short sight does not see.
Above the levels of people the network judges, unless a style is played: it needs fewer nodes and errs as strong players do.
"""

from bisect import bisect_right
from dataclasses import replace

from engine.errors import OptionError
from engine.game.limits import Limits
from engine.values import dataclass
from engine.whole_numbers import whole_number

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
    Level("expert", 2200, "punishes most mistakes"),
    Level("candidate master", 2400, "hard to beat without preparation"),
    Level("master", 2600, "stronger than nearly everybody"),
    Level("grandmaster", 2800, "the strongest level below full strength"),
)


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


_BLEND = 200  # Elo beyond the levels of people in which the others take over

# Elo: what the level is limited to; between two rows it is interpolated. How the rows were found: docs/levels.md. The first five
# were measured when the search looked at its limit every 1,024 nodes; the depth is what limits them.
_TABLE: tuple[tuple[int, Strength], ...] = (
    (600, Strength(1, 1_024, 300, 150)),
    (800, Strength(2, 1_024, 200, 125)),
    (1000, Strength(3, 1_024, 158, 100)),
    (1200, Strength(4, 1_024, 122, 75)),
    (1400, Strength(5, 1_024, 91, 50)),
    (1600, Strength(6, 1_300, 67, 25)),
    (1800, Strength(6, 2_600, 49, 0)),
    (2000, Strength(7, 6_000, 34, 0)),
    (2200, Strength(8, 8_500, 30, 0)),
    (2400, Strength(9, 16_500, 23, 0)),
    (2600, Strength(10, 25_500, 19, 0)),
    (2800, Strength(11, 50_000, 14, 0)),
)
# The same with the network, set against Stockfish at the same UCI_Elo (docs/levels.md); the noise makes games differ. The first
# row, hand-set, is only where the others begin: at 2200 people's moves are played.
_NETWORK_TABLE: tuple[tuple[int, Strength], ...] = (
    (2200, Strength(20, 2_000, 20, 0, network=True)),
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


def level_named(text: str) -> Level:
    """The level that a user means: its name in any case, or an Elo. Raises OptionError."""
    asked = text.strip().lower()
    for level in LEVELS:
        if asked == level.name:
            return level
    elo = whole_number(asked, MIN_ELO, MAX_ELO)
    if elo is not None:
        return Level(str(elo), elo, "a strength by number")
    names = ", ".join(level.name for level in LEVELS)
    raise OptionError("'%1' is no level: give an Elo from %2 to %3 or one of: %4", text, MIN_ELO, MAX_ELO, names)


def _between(low: int, high: int, part: float) -> float:
    return low + (high - low) * part
