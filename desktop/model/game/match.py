"""A match: the player, strength and clock of each side."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from types import MappingProxyType

from engine import levels
from engine.game.position import START_POSITION, Position
from engine.game.side import Side
from engine.game.tags.ratings import elo_in
from engine.game.time_control import NO_CLOCK, UNBOUNDED, FixedLimits, TimeControl
from engine.game.tree import Game
from engine.ground.text import Text, joined, plain
from engine.ground.user_name import USER, is_user
from engine.ground.values import dataclass
from engine.levels import OpponentSources
from engine.play.people.persons import Person


@dataclass(frozen=True)
class PlayingLevel:
    """The engine's strength. `elo` None is full strength. `move_time_ms` is the time per move without a clock."""

    key: str
    name: str
    sentence: str
    elo: int | None = None
    move_time_ms: int = 2_000


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


_BY_ELO = "elo "
FULL_STRENGTH = PlayingLevel("full strength", "Full strength", "full strength")
LEVELS: tuple[PlayingLevel, ...] = (
    *(PlayingLevel(level.name, _capital(level.name), level.sentence, level.elo) for level in levels.LEVELS),
    FULL_STRENGTH,
)


_FORMER: Mapping[str, int] = MappingProxyType({"expert": 2200, "master": 2600})  # keys of version 0.1


def level_of(key: str) -> PlayingLevel:
    """The level with that key; full strength for an unknown key (a settings file of another version)."""
    if key in _FORMER:
        return level_at(_FORMER[key])
    elo = elo_in(key.removeprefix(_BY_ELO))
    if key.startswith(_BY_ELO) and elo is not None:
        return level_at(elo)
    return next((level for level in LEVELS if level.key == key), FULL_STRENGTH)


def level_at(elo: int) -> PlayingLevel:
    """The level of a rating: a named one, or a number with the sentence of its class."""
    named = class_level(elo)
    return named if named.elo == elo else PlayingLevel(f"{_BY_ELO}{elo}", f"{elo} Elo", named.sentence, elo)


def class_level(elo: int) -> PlayingLevel:
    """The named level of a rating's class."""
    return level_of(levels.class_of(elo).name)


def nearest_level(elo: int) -> PlayingLevel:
    """The named level nearest to a rating."""
    return min(LEVELS[:-1], key=lambda level: abs((level.elo or 0) - elo))


def budget_of(bound: str, amount: int) -> FixedLimits:
    """The limits of two settings: seconds, half moves or thousands of positions."""
    if amount > 0 and bound == "time":
        return FixedLimits(move_time_ms=amount * 1_000)
    if amount > 0 and bound == "depth":
        return FixedLimits(depth=amount)
    if amount > 0 and bound == "nodes":
        return FixedLimits(nodes=amount * 1_000)
    return UNBOUNDED


RATSU = OpponentSources()
"""Ratsu's default sources of moves."""

MY_STYLE = "my style"
TEXT_STYLES = ("Perus-Shakki 2004", "browser 2015", "Tursas 2011", MY_STYLE)
STYLE_ELO = {"Perus-Shakki 2004": 1800, "browser 2015": 1300, "Tursas 2011": 1900}  # unlimited; docs/texts.md
"""The programs of the source texts, and the user's style: with their own evaluation and search."""
STYLES = ("normal", "aggressive", "solid", "defensive", *TEXT_STYLES)
"""The styles of engine.evaluation.styles, not imported here to keep the start fast, and the user's."""


@dataclass(frozen=True)
class MatchPlayer:
    """A person or an external engine by name, or Ratsu with its manner: a level, a style, another search.

    `own`: the program chose the name, which is translated.
    """

    name: str
    manner: str = ""
    own: bool = False

    def __str__(self) -> str:
        """The name in PGN and other files: `Ann`, `Ratsu (Club player)`."""
        return f"{self.name} ({self.manner})" if self.manner else self.name

    @property
    def text(self) -> Text:
        """The translatable name: `Sinä`, `Ratsu (Kerhopelaaja)`."""
        name = Text("You" if is_user(self.name) else self.name) if self.own else plain(self.name)
        return Text("%1 (%2)", name, Text(self.manner)) if self.manner else name


def ratsu(manner: str = "") -> MatchPlayer:
    return MatchPlayer("Ratsu", manner, own=True)


def saved_style(name: str) -> MatchPlayer:
    return MatchPlayer(f"Ratsu ({name})")


OPPONENT, WHITE, BLACK = (MatchPlayer(name, own=True) for name in ("Opponent", "White", "Black"))
OTHER_SEARCH, WITH_BOOK = ratsu("Monte Carlo"), ratsu("own book")
_OWN = {
    str(one): one
    for one in (
        *(OPPONENT, WHITE, BLACK, ratsu(), OTHER_SEARCH, WITH_BOOK),
        *(MatchPlayer(word, own=True) for word in USER),
        *(ratsu(manner) for manner in (*(level.name for level in LEVELS), *STYLES)),
    )
}


def your_game(position: Position, event: str, white: bool, you: str) -> Game:
    """A game of the user's, `white` or black, called `you`, against an unnamed opponent, for training."""
    game = Game.new(position).with_header("Event", event)
    for name, user in (("White", white), ("Black", not white)):
        game = game.with_header(name, you if user else str(OPPONENT))
    return game


def pairing(white: MatchPlayer, black: MatchPlayer) -> Text:
    """`You – Ratsu (Club player)`."""
    return joined(white.text, black.text, by=" – ")


def player_of(written: str) -> MatchPlayer:
    """The player with a name in a file: the program's own, otherwise a person or another engine."""
    name = written.strip()
    return _OWN.get(name, MatchPlayer(name))


class PlayerKind(Enum):
    """The kind of player that makes the moves of a side."""

    HUMAN = "human"
    ENGINE = "engine"


@dataclass(frozen=True)
class Contestant:
    """One side of a match. `style`: one of STYLES, or the name of a saved one. `engine` is the key of an external
    engine, empty for Ratsu and for people; `book`: a file of an opponent's openings that Ratsu plays instead of the
    user's books; `person`: the key of Ratsu's personality; `chain`: the sources that Ratsu asks before the search.
    """

    kind: PlayerKind
    player: MatchPlayer
    level: PlayingLevel = FULL_STRENGTH
    style: str = "normal"
    budget: FixedLimits = UNBOUNDED
    engine: str = ""
    book: str = ""
    person: str = ""
    chain: OpponentSources = RATSU

    @classmethod
    def as_person(cls, person: Person) -> "Contestant":
        who = MatchPlayer(person.name)
        level = level_at(person.elo)
        return cls(PlayerKind.ENGINE, who, level, person.style, person=person.key, chain=levels.PERSON)


FULL_RATSU = Contestant(PlayerKind.ENGINE, ratsu())
"""Ratsu at full strength, with every source."""


@dataclass(frozen=True)
class MatchTerms:
    """The two sides and the clock.

    Two humans, one engine, or two engines. `play_on`: a fallen flag is reported, and the game continues. `rated`: the
    result counts for the user's Elo, so that takebacks and hints are off. `finding`: it is one of the games that find
    the user's level.
    """

    white: Contestant
    black: Contestant
    control: TimeControl = NO_CLOCK
    play_on: bool = False
    rated: bool = False
    finding: bool = False

    def contestant(self, side: Side) -> Contestant:
        return self.white if side is Side.WHITE else self.black

    def is_engine(self, side: Side) -> bool:
        return self.contestant(side).kind is PlayerKind.ENGINE

    def named(self, white: MatchPlayer, black: MatchPlayer) -> "MatchTerms":
        return replace(self, white=replace(self.white, player=white), black=replace(self.black, player=black))

    def swapped(self) -> "MatchTerms":
        """The match with colours swapped, including time odds. A player named after its colour gets the other name."""
        if (self.white.player, self.black.player) == (WHITE, BLACK):
            return replace(self, control=self.control.mirrored())
        return replace(self, white=self.black, black=self.white, control=self.control.mirrored())

    @property
    def human_side(self) -> Side | None:
        """The side of the only human, None with two or none."""
        humans = [side for side in Side if not self.is_engine(side)]
        return humans[0] if len(humans) == 1 else None


@dataclass(frozen=True)
class NewGame:
    """The choices of the game room.

    `human` None: two humans at one board unless `engines` (engine against itself). `human_name`: empty if the user has given
    none. `engine` is the key of an external engine, with its name; empty: Ratsu. `book`: a file of an opponent's openings
    that Ratsu plays; `person`: Ratsu's personality, instead of level and style; `finding`: one of the games that find the
    user's level.
    """

    human: Side | None = Side.WHITE
    level: PlayingLevel = FULL_STRENGTH
    control: TimeControl = NO_CLOCK
    start: Position = START_POSITION
    engines: bool = False
    human_name: str = ""
    style: str = "normal"
    budget: FixedLimits = UNBOUNDED
    play_on: bool = False
    engine: str = ""
    engine_name: str = ""
    rated: bool = False
    book: str = ""
    person: Person | None = None
    finding: bool = False
    chain: OpponentSources = RATSU

    def match(self, you: str = USER[0]) -> MatchTerms:
        """`you`: the user's name if none is given, in the language in use."""
        human = Contestant(PlayerKind.HUMAN, player_of(self.human_name or you))
        name = ratsu(self.style if self.style in TEXT_STYLES else self.level.name)
        if self.style not in STYLES:
            name = saved_style(self.style)
        engine = Contestant(PlayerKind.ENGINE, name, self.level, self.style, self.budget)
        engine = replace(engine, book=self.book, chain=self.chain)
        if self.engine:
            engine = Contestant(
                PlayerKind.ENGINE, MatchPlayer(self.engine_name), budget=self.budget, engine=self.engine
            )
        elif self.person is not None:
            engine = Contestant.as_person(self.person)
        if self.engines:
            white, black = engine, engine
        elif self.human is None:
            white, black = Contestant(PlayerKind.HUMAN, WHITE), Contestant(PlayerKind.HUMAN, BLACK)
        else:
            white, black = (human, engine) if self.human is Side.WHITE else (engine, human)
        return MatchTerms(white, black, self.control, self.play_on, self.rated, self.finding)
