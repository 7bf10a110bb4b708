"""A match or tournament between engines: its plan and its state, as plain values."""

import re
import shlex
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path
from typing import Annotated

from desktop.model.engines import EngineEntry
from desktop.model.game.match import (
    LEVELS,
    OTHER_SEARCH,
    STYLES,
    WITH_BOOK,
    MatchPlayer,
    player_of,
    ratsu,
    saved_style,
)
from engine.game.evaluation import Evaluation
from engine.ground.codec import FieldCodec, Longest, OneOf, Within, as_json, keyed, of_json
from engine.ground.json_text import JsonError, dumped, parse
from engine.ground.rating import Rating
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.play.external.launch import Dialect
from engine.play.match.rounds import games_of, rounds_of
from engine.play.match.schedule import GameResult, System

OWN = "ratsu"
LIMITS = ("tc", "movetime", "nodes", "depth")
SYSTEMS = tuple(system.value for system in System)
MOST_GAMES = 1_000_000
MOST_PARTICIPANTS = 1_000
_Argument = Annotated[str, Longest(1_000)]
_ELO = re.compile(r"[+-]?\d{1,4}(\.\d{1,4})?")


@dataclass(frozen=True)
class Participant:
    """A possible participant: `spec` is the engine in the form of `ratsu match`."""

    key: str
    player: Annotated[MatchPlayer, FieldCodec(lambda name: player_of(name.text()), str)] = field(metadata=keyed("name"))
    spec: str

    @property
    def elo(self) -> int | None:
        """The Elo of a level of Ratsu; None for the others."""
        return next((level.elo for level in LEVELS if self.key == f"{OWN} {level.key}"), None)


@dataclass(frozen=True)
class TournamentPlan:
    """The plan.

    `limit` is `tc`, `movetime`, `nodes` or `depth` with its `amount` in the form of the command line. `system`: `round
    robin`, `gauntlet` (the first against all others), `ladder`, `swiss` or `knockout`. `openings` is a file, empty for the
    built-in ones. `sprt` is `ELO0:ELO1`, empty for none. `draw`, `resign`: in the form of the command line, empty for none.
    """

    participants: tuple[Participant, ...]
    limit: Annotated[str, OneOf(LIMITS)] = "tc"
    amount: _Argument = "60+0.6"
    games: Annotated[int, Within(1, MOST_GAMES)] = 10
    system: Annotated[str, OneOf(SYSTEMS)] = "round robin"
    openings: str = ""
    concurrency: Annotated[int, Within(1, 1_024)] = 1
    draw: _Argument = "40:8:10"
    resign: _Argument = "4:800"
    tablebases: bool = True
    sprt: _Argument = ""
    pgn: str = ""

    @property
    def players(self) -> tuple[MatchPlayer, ...]:
        return tuple(one.player for one in self.participants)

    @property
    def total(self) -> int:
        """The number of games; an odd number per pairing is rounded up, so that colours are equal. Drawn matches of a knockout
        may need more."""
        count, system = len(self.participants), System(self.system)
        return games_of(system, count, self.games, rounds_of(system, count))

    def arguments(self) -> list[str]:
        """Arguments for `ratsu match`."""
        found = ["match", "--events", f"--{self.limit}", self.amount, "--games", str(self.games), "--pgn", self.pgn]
        for one in self.participants:
            found += ["--engine", one.spec]
        if self.system != System.ROUND_ROBIN.value:
            found.append(f"--{self.system}")
        if self.tablebases:
            found += ["--tablebases", ""]
        for name, value in (
            ("openings", self.openings),
            ("draw", self.draw),
            ("resign", self.resign),
            ("sprt", self.sprt),
        ):
            if value:
                found.append(f"--{name}={value}")
        return [*found, "--concurrency", str(self.concurrency)]


@dataclass(frozen=True)
class LiveGame:
    """A game under way, or the last one while none is; `left_s` of White and Black if there are clocks."""

    number: int
    white: MatchPlayer
    black: MatchPlayer
    fen: str
    last_move: str = ""
    plies: int = 0
    left_s: tuple[float, float] | None = None
    evaluation: Evaluation | None = None


@dataclass(frozen=True)
class EngineStanding:
    """One engine's row. Elo against all opponents with its 95 % interval; None is unbounded."""

    player: MatchPlayer
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    rating: Rating[float | None] = Rating(None, None, None, 0)


@dataclass(frozen=True)
class TournamentState:
    """The state. `sprt` is its line, empty without one. `repeats_after`: the games per pairing after which engines
    without a clock may repeat them, 0 if never or unknown. `problem`: why it cannot continue.
    """

    plan: TournamentPlan | None = None
    running: bool = False
    stopping: bool = False
    standings: tuple[EngineStanding, ...] = ()
    finished: tuple[GameResult, ...] = ()
    live: tuple[LiveGame, ...] = ()
    sprt: Text = NOTHING
    decided: bool = False
    repeats_after: int = 0
    problem: Text = NOTHING

    @property
    def total(self) -> int:
        """The number of games as far as it is known: games that decide drawn matches of a knockout come on top of the plan's."""
        played = len(self.finished) + len(self.live)
        return max(played, self.plan.total if self.plan is not None else 1)

    @property
    def may_go_on(self) -> bool:
        if self.plan is None or self.running or self.decided:
            return False
        return System(self.plan.system).in_rounds or len(self.finished) < self.plan.total

    @property
    def ending(self) -> Text:
        """The result of the match. A ladder has no winner, as each engine met only its neighbours."""
        games, best = len(self.finished), self.standings[0]
        count = Text("{one game|%1 games}", games)
        if self.plan is not None and self.plan.system == "ladder":
            return Text("The match is over: %1.", count)
        if sum(row.points * best.games == best.points * row.games for row in self.standings) > 1:
            return Text("The match is over: %1, a tie for first place.", count)
        return Text("The match is over: %1, %2 first.", count, best.player.text)


def participants_of(engines: Iterable[EngineEntry], saved: Iterable[str] = ()) -> tuple[Participant, ...]:
    """All possible participants: Ratsu, also with its other search and with its book, its styles and the saved ones,
    other engines, its levels.
    """
    found = [_own(OWN, ratsu()), _own(f"{OWN} tree", OTHER_SEARCH, "option.Use MCTS=true")]
    found += [_own(f"{OWN} book", WITH_BOOK, "option.OwnBook=true")]  # learns as in any game with the book
    found += [_own(f"{OWN} {style}", ratsu(style), f"option.Style={style}") for style in STYLES[1:]]
    found += [_own(f"{OWN} style {name}", saved_style(name), f"option.Style={name}") for name in saved]
    found += [Participant(entry.key, MatchPlayer(entry.name), _spec(entry)) for entry in engines if entry.may_play]
    levels = (level for level in LEVELS if level.elo is not None)
    found += [_own(f"{OWN} {level.key}", ratsu(level.name), f"level={level.elo}") for level in levels]
    return tuple(found)


def repeatable(everybody: Iterable[Participant]) -> tuple[Participant, ...]:
    """The participants that repeat a game at fixed nodes: all except the one that uses the user's book and learns."""
    return tuple(one for one in everybody if one.player != WITH_BOOK)


def _own(key: str, player: MatchPlayer, *options: str) -> Participant:
    return Participant(key, player, _words("ratsu", f"name={player}", *options))


def dump_plan(plan: TournamentPlan) -> bytes:
    return dumped(as_json(plan))


def read_plan(content: bytes) -> TournamentPlan:
    """Reads a plan. :raises JsonError: it is damaged, or not a playable match."""
    plan = of_json(TournamentPlan, parse(content))
    if not plan.pgn or not 2 <= len(plan.participants) <= MOST_PARTICIPANTS:
        raise JsonError("a match needs a PGN file and at least two participants")
    bounds = plan.sprt.split(":")  # in Elo, the lower one first
    if plan.sprt and (len(bounds) < 2 or not all(_ELO.fullmatch(bound) for bound in bounds)):
        raise JsonError("%1 must be ELO0:ELO1", "sprt")
    return plan


def new_pgn(folder: Path, names: Iterable[str], now: str) -> Path:
    """A new file name for a match; `now` is part of it."""
    title = " - ".join(names)[:80]
    clean = "".join(c if c.isalnum() or c in " -()." else "_" for c in title).strip() or "match"
    path, number = folder / f"{now} {clean}.pgn", 2
    while path.exists():
        path, number = folder / f"{now} {clean} ({number}).pgn", number + 1
    return path


def _spec(entry: EngineEntry) -> str:
    words = [f"name={entry.name}", f"cmd={shlex.join(entry.command)}"]
    words.append("proto=uci" if entry.dialect is Dialect.UCI else "proto=xboard")
    if entry.folder:
        words.append(f"dir={entry.folder}")
    options = {**entry.sent_values}
    if "Ponder" in options:
        options["Ponder"] = "false"  # an engine that thinks on the other's time takes it away in a match on one machine
    words += [f"option.{name}={value}" for name, value in options.items() if "=" not in name]
    return _words(*words)


def _words(*words: str) -> str:
    return " ".join(shlex.quote(word) for word in words)
