"""Find my level, as shown and stored, and the proposed opponent."""

from dataclasses import field
from itertools import pairwise

from desktop.model.game.match import MatchTerms
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.ground.codec import as_json, of_json
from engine.ground.json_text import JsonError, JsonValue, dumped, parse
from engine.ground.values import dataclass
from engine.play.people.find_level import POINTS, LevelGame, LevelSearch
from engine.play.people.persons import PERSONS, Person

QUICK = TimeControl(180_000, 2_000)
VERSION = 3
WEIGHT_BEFORE = 0.4  # version 1 stored weighted evidence; version 2 had one more number
MOST_BYTES = 1_000_000
MOST_GAMES = 1_000


@dataclass(frozen=True)
class LevelState:
    """`tab`: of the game under way, 0: none. `judging`: the moves of the last game are being evaluated."""

    search: LevelSearch = field(default_factory=LevelSearch)
    tab: int = 0
    judging: bool = False


def nearest_person(elo: int) -> Person:
    """The person whose chances against this rating are nearest to even."""
    return min(PERSONS, key=lambda person: abs(person.elo - elo))


def points_of(match: MatchTerms, winner: Side | None) -> float:
    """The result for the user, the only human of the game."""
    return 0.5 if winner is None else float(winner is match.human_side)


def dump(search: LevelSearch) -> bytes:
    return dumped({"version": VERSION, "games": [as_json(game) for game in search.played]}, indent=None)


def load(content: bytes) -> LevelSearch:
    """Reads a search. :raises JsonError: it is damaged, or from a newer version."""
    found = parse(content, MOST_BYTES)
    version = found["version"].whole(1, VERSION)
    games = list(found["games"])
    if len(games) > MOST_GAMES:
        raise JsonError("the file may have at most %1 games", MOST_GAMES)
    return LevelSearch(tuple(_game(game, version) for game in games))


def _game(found: JsonValue, version: int) -> LevelGame:
    if version == 1:
        before = [[elo, log / WEIGHT_BEFORE] for elo, log in of_json(tuple[tuple[int, float], ...], found[2])]
        found = JsonValue([found[0].value, found[1].value, before], found.place)
    game = of_json(LevelGame, found)
    if game.points not in POINTS or any(one.elo >= other.elo for one, other in pairwise(game.evidence)):
        raise JsonError("a game gives 0, 0.5 or 1 point, and its ratings rise")
    return game
