"""The Home page: games to resume, played games, opponents, and the last review."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from desktop.model.game.correspondence import CorrespondenceRow
from desktop.model.game.match_course import MatchPhase
from desktop.model.game.state import GameState, SavedGame
from desktop.model.rating import RatingState
from desktop.model.review import GraphPoint, ReviewEffort
from engine.game.side import Side
from engine.ground.codec import Longest, Within, as_json, of_json
from engine.ground.json_text import dumped, parse
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.pgn.standings import Record
from engine.play.people.persons import PERSONS, Person

MOST_BYTES = 1_000_000  # of the file of the last review
MOST_SHOWN = 12  # of games of a kind
MOST_OPPONENTS = 6
_NO_RATING = RatingState()
_Name = Annotated[str, Longest(1_000)]
_SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class UnfinishedGame:
    """An unfinished match of an open tab. `moves`: the number of its last move; `fen`: its position, empty in blindfold
    play; `black`: the user has Black.
    """

    tab: int
    players: Text
    moves: int
    phase: MatchPhase
    fen: str = ""
    black: bool = False


@dataclass(frozen=True)
class FinishedGame:
    """A finished game: its number in the file of played games, from 0, and its tags."""

    number: int
    white: str
    black: str
    result: str
    date: str


@dataclass(frozen=True)
class FinishedGames:
    """`last`: the newest first. `records`: by the key of the person, the most recent opponent first."""

    total: int = 0
    last: tuple[FinishedGame, ...] = ()
    records: tuple[tuple[str, Record], ...] = ()

    def record(self, person: Person) -> Record:
        return dict(self.records).get(person.key, Record())


@dataclass(frozen=True)
class LastReview:
    """The last reviewed game, as PGN with its signs. `accuracy` 0 to 100, None if a side made no move. `effort`: of the
    review."""

    white: _Name
    black: _Name
    when: _Name  # local, YYYY-MM-DD HH:MM
    accuracy: Annotated[tuple[float | None, float | None], Within(0, 100)]  # White's, Black's
    faults: Annotated[tuple[int, int], Within(0, 100_000)]
    pgn: Annotated[str, Longest(MOST_BYTES)]
    effort: ReviewEffort = ReviewEffort.NORMAL

    def dump(self) -> bytes:
        return dumped(as_json(self), indent=None)


@dataclass(frozen=True)
class DueCounts:
    """The numbers of positions due for training; None if not counted yet. `learned`: lessons completed, and all;
    `known`: the known positions of each repertoire, by its name, and all of them.
    """

    openings: int | None = None
    mistakes: int | None = None
    tactics: int | None = None
    lessons: int | None = None
    drills: int | None = None
    learned: tuple[int, int] | None = None
    known: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True)
class HomeState:
    """The whole page. `played` None: not read yet. `curve`: the evaluation graph of the last review."""

    going: tuple[UnfinishedGame, ...] = ()
    left: tuple[SavedGame, ...] = ()  # by an earlier run
    played: FinishedGames | None = None
    rating: RatingState = _NO_RATING
    due: DueCounts = DueCounts()
    review: LastReview | None = None
    curve: tuple[GraphPoint, ...] = ()
    collected: bool = False  # there is a collection of imported games
    post: tuple[CorrespondenceRow, ...] = ()  # running correspondence games
    my_elo: int = 1500  # as the settings say, for whoever has no rated games


def is_first_day(state: HomeState) -> bool:
    """Whether the user has nothing here yet: no game, collection, review, rating or repertoire."""
    none_played = state.played is not None and not state.played.total and not state.collected
    return none_played and not (
        state.going or state.post or state.left or state.rating.games or state.review or state.due.known
    )


def open_games(states: Iterable[GameState], blindfold: bool = False) -> tuple[UnfinishedGame, ...]:
    """The matches that can be resumed: started and not over. The tab opened last comes first."""
    found = [
        UnfinishedGame(
            state.tab,
            state.players,
            state.game.node(state.live).move_number,
            state.course.phase,
            "" if blindfold else state.game.fen(state.live),
            state.match is not None and state.match.human_side is Side.BLACK,
        )
        for state in states
        if state.course is not None and state.course.begun and state.course.phase is not MatchPhase.OVER
    ]
    return tuple(reversed(found))


def played_games(rows: Sequence[Sequence[str]]) -> FinishedGames:
    """The played games from the rows of the file (White, Black, Result, Date), the oldest game first."""
    names = {person.name: person.key for person in PERSONS}
    records: dict[str, Record] = {}
    for white, black, result, _ in rows:
        key = names.get(black) or names.get(white)
        score = _SCORES.get(result)
        if key is None or score is None:
            continue
        own = score if black in names else 1 - score
        records[key] = records.pop(key, Record())  # played last
        records[key].add(own, 1 - own)
    newest = range(len(rows) - 1, max(-1, len(rows) - 1 - MOST_SHOWN), -1)
    last = tuple(FinishedGame(number, *rows[number]) for number in newest)
    return FinishedGames(len(rows), last, tuple(reversed(records.items())))


def score_words(record: Record) -> Text:
    """`won 2, drawn 1, lost 3`; nothing without a game."""
    return Text("won %1, drawn %2, lost %3", record.won, record.drawn, record.lost) if record.games else NOTHING


def opponents(
    played: FinishedGames, elo: float | None, most: int = MOST_OPPONENTS
) -> tuple[tuple[Person, Record], ...]:
    """The proposed opponents, `most` of them: the most recent first, then those with ratings nearest to the user's `elo`.
    While that is unknown (None) they are spread from the weakest to the strongest."""
    by_key = {person.key: person for person in PERSONS}
    met = [(by_key[key], record) for key, record in played.records if key in by_key][:most]
    known = {person.key for person, _ in met}
    others, places = [person for person in PERSONS if person.key not in known], most - len(met)
    if elo is not None:
        fresh = sorted(others, key=lambda person: abs(person.elo - elo))[:places]
    else:
        others.sort(key=lambda person: person.elo)
        last, gaps = len(others) - 1, max(1, places - 1)
        fresh = [others[round(place * last / gaps)] for place in range(places)]
    return (*met, *((person, Record()) for person in fresh))


def load_review(content: bytes) -> LastReview:
    """Reads what `LastReview.dump` wrote. :raises JsonError: a field is missing, or of another type."""
    return of_json(LastReview, parse(content))
