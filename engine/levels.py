"""Levels of play, by name and Elo (400 to 2800): the handicap of each, and the sources that an opponent uses.

A weak level has limits on depth and nodes, noise on its evaluation, sometimes misses a recapture, and has a style. It never
blunders on purpose: the noise shrinks with the level, so a strong level does not hang a queen. Above human levels the network
evaluates, unless a style is chosen: it needs fewer nodes and errs like strong players.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace

from engine.game.limits import Limits
from engine.ground.errors import OptionError
from engine.ground.integers import whole_number
from engine.ground.values import dataclass
from engine.options import Value

MIN_ELO = 400
MAX_ELO = 2800
# Levels with human-like moves: up to the end of the data of `engine.human`; below 800 see `engine.play.people.level_chances`.
HUMAN_FROM, HUMAN_TO = 400, 2200
HEURISTIC = "heuristic"  # not on the ladder: full time with Shannon's type B search (option Heuristic Search)


@dataclass(frozen=True)
class Level:
    """A named level: its Elo and a sentence for the user."""

    name: str
    elo: int
    sentence: str


LEVELS = (
    Level("child", 400, "knows the moves and plays the first one that comes to mind"),
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
"""From 2200 on the names are FIDE titles at their required ratings."""


@dataclass(frozen=True)
class OpponentSources:
    """The sources that an opponent uses before its search, in this order; `people`: at a level, human-like moves replace the
    search."""

    book: bool = True
    tables: bool = True
    people: bool = False

    @property
    def options(self) -> Mapping[str, Value]:
        return {"OwnBook": self.book, "Use Tablebases": self.tables, "Human Like": self.people}


PERSON = OpponentSources(tables=False, people=True)
"""The sources of an opponent who is a person."""


@dataclass(frozen=True)
class Handicap:
    """The handicap of a level: evaluation noise in centipawns (reproducible for a position within a game) and limits on nodes
    and depth; None: no limit. `network`: whether the network evaluates, if it is in use."""

    eval_noise: int = 0
    max_nodes: int | None = None
    max_depth: int | None = None
    seed: int = 0
    network: bool = False


@dataclass(frozen=True)
class Strength:
    """The limits of a level. `noise_cp`: amplitude of the evaluation noise in centipawns; `miss_permille`: permille of
    recaptures that are overlooked; `network`: whether the network evaluates, else the classical evaluation."""

    depth: int
    nodes: int
    noise_cp: int
    miss_permille: int
    network: bool = False

    def limit(self, limits: Limits) -> Limits:
        """`limits` tightened to the level; tighter limits remain."""
        depth = self.depth if limits.depth is None else min(limits.depth, self.depth)
        nodes = self.nodes if limits.nodes is None else min(limits.nodes, self.nodes)
        return replace(limits, depth=depth, nodes=nodes)

    def handicap(self, seed: int) -> Handicap:
        """The handicap of the level; `seed` belongs to the game."""
        return Handicap(self.noise_cp, self.nodes, self.depth, seed, self.network)


SEARCHES_FROM = (
    2_400  # Elo of the lowest level whose moves are all the search's; between HUMAN_TO and this it takes over
)

# Elo and limits, interpolated between rows. Up to 2200 the rows are equal in strength to the human-like levels; found by
# tests/bench/level_calibration.py, figures in docs/levels.md.
_TABLE: tuple[tuple[int, Strength], ...] = (
    (400, Strength(1, 1_024, 2_016, 304)),
    (600, Strength(1, 1_024, 977, 245)),
    (800, Strength(1, 1_024, 670, 215)),
    (1000, Strength(1, 1_024, 498, 191)),
    (1200, Strength(1, 1_024, 288, 147)),
    (1400, Strength(2, 1_024, 196, 116)),
    (1600, Strength(3, 1_024, 141, 89)),
    (1800, Strength(5, 1_024, 81, 44)),
    (2000, Strength(6, 1_236, 68, 30)),
    (2200, Strength(7, 2_690, 48, 3)),
    (2400, Strength(9, 16_500, 23, 0)),
    (2600, Strength(10, 25_500, 19, 0)),
    (2800, Strength(11, 50_000, 14, 0)),
)
# The limits with the network, matched against Stockfish at the same UCI_Elo (docs/levels.md); the noise makes games differ. The
# first row equals the human-like level of 2200; the next two lie between it and 2400.
_NETWORK_TABLE: tuple[tuple[int, Strength], ...] = (
    (2200, Strength(5, 1_024, 82, 45, network=True)),
    (2300, Strength(7, 3_360, 44, 0, network=True)),
    (2350, Strength(9, 8_200, 30, 0, network=True)),
    (2400, Strength(24, 20_000, 6, 0, network=True)),
    (2600, Strength(28, 55_000, 4, 0, network=True)),
    (2800, Strength(32, 150_000, 3, 0, network=True)),
)


def strength_of(elo: int, styled: bool = False) -> Strength:
    """The limits of a level by Elo, clamped to 400-2800. `styled`: it plays a style, or without the network."""
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
    """The share (0-1) of a level's moves that are human-like: all up to HUMAN_TO, none from SEARCHES_FROM on; linear between, so
    that the strength has no jump."""
    return max(0.0, 1 - max(0, elo - HUMAN_TO) / (SEARCHES_FROM - HUMAN_TO))


def class_of(elo: int) -> Level:
    """The highest named level that a rating reaches; the weakest below all."""
    return LEVELS[max(0, bisect_right([level.elo for level in LEVELS], elo) - 1)]


def level_named(text: str) -> Level:
    """The level of a text: a name in any case, or an Elo. :raises OptionError: it is neither."""
    wanted = text.strip().lower()
    for level in LEVELS:
        if wanted == level.name.lower():
            return level
    elo = whole_number(wanted, MIN_ELO, MAX_ELO)
    if elo is not None:
        return Level(str(elo), elo, "a strength by number")
    names = ", ".join(level.name for level in LEVELS)
    raise OptionError("'%1' is not a level. Give an Elo from %2 to %3, or one of: %4", text, MIN_ELO, MAX_ELO, names)


def _between(low: int, high: int, part: float) -> float:
    return low + (high - low) * part
