"""Tables from the headers of games: the cross table of an event, and a player's results."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field

from engine.game.player_names import is_player, names_found
from engine.game.tags.dates import date_value
from engine.game.tags.ratings import eco_in, elo_in
from engine.game.tags.results import points_of
from engine.ground.values import dataclass

WHITE, WHITE_ELO, BLACK, BLACK_ELO, RESULT, DATE = range(6)  # indices in a row, as in `index.COLUMNS`
ECO = 9
# Source: FIDE Handbook B.02, table 8.1a, rating difference dp by score p, each 0.05.
_DIFFERENCES = (
    -800,
    -470,
    -366,
    -296,
    -240,
    -193,
    -149,
    -110,
    -72,
    -36,
    0,
    36,
    72,
    110,
    149,
    193,
    240,
    296,
    366,
    470,
    800,
)
_NOBODY = ("", "?")  # unknown names
Row = Sequence[str]


@dataclass
class Record:
    """Numbers of won, drawn and lost games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """Points: 1 for a win, a half for a draw."""
        return self.won + self.drawn / 2

    def add(self, points: float, other: float) -> None:
        """Adds one game; if both sides lose, it counts as lost."""
        self.won += points > other
        self.drawn += points == other == 0.5
        self.lost += points < other or points == other == 0


@dataclass
class CrossTableRow:
    """A player in a cross table. `marks`: against each opponent 1, ½ or 0 a game, in the order of the games.
    `tie_break` is Sonneborn-Berger: the points of beaten opponents, and half of those of drawn ones. `elo` is the
    highest given, 0 unknown."""

    name: str
    elo: int = 0
    score: Record = field(default_factory=Record)
    marks: dict[str, str] = field(default_factory=dict)
    tie_break: float = 0.0


def cross_table(rows: Iterable[Row]) -> list[CrossTableRow]:
    """Returns the players of these games, best first: by points, then tie-break, then name. Games without a result are
    left out."""
    found: dict[str, CrossTableRow] = {}
    met: list[tuple[str, str, float]] = []
    for row in rows:
        points = points_of(row[RESULT])
        if points is None or not row[WHITE] or not row[BLACK]:
            continue
        for side, name, opponent, elo in (
            (0, row[WHITE], row[BLACK], WHITE_ELO),
            (1, row[BLACK], row[WHITE], BLACK_ELO),
        ):
            player = found.setdefault(name, CrossTableRow(name))
            player.elo = max(player.elo, elo_in(row[elo]) or 0)
            player.score.add(points[side], points[1 - side])
            player.marks[opponent] = player.marks.get(opponent, "") + {1.0: "1", 0.5: "½", 0.0: "0"}[points[side]]
            met.append((name, opponent, points[side]))
    for name, opponent, result in met:
        found[name].tie_break += result * found[opponent].score.points
    return sorted(found.values(), key=lambda one: (-one.score.points, -one.tie_break, one.name))


@dataclass
class PlayerPage:
    """A player's results in these games. `opponents` and `openings` (ECO codes): scores by name, most games first.
    `performance` is the opponents' average Elo plus the difference for the score; None without Elo. `spellings`: of the
    name in the games, most frequent first."""

    name: str
    spellings: tuple[str, ...] = ()
    white: Record = field(default_factory=Record)
    black: Record = field(default_factory=Record)
    unfinished: int = 0
    years: tuple[int, int] | None = None
    elo: tuple[int, int] | None = None
    average_opponent: int | None = None
    performance: int | None = None
    opponents: dict[str, Record] = field(default_factory=dict)
    openings: dict[str, Record] = field(default_factory=dict)


def player_page(name: str, rows: Iterable[Row]) -> PlayerPage:
    """Returns the page of a player, by a spelling of the name; other spellings count too."""
    rows = list(rows)
    names = Counter(one for row in rows for one in (row[WHITE], row[BLACK]))
    his = {one for one in names if one == name or (is_player(name, one) and is_player(one, name))}
    page = PlayerPage(name, tuple(one for one, _ in names.most_common() if one in his))
    years: list[int] = []
    own: list[int] = []
    rated: list[tuple[int, float]] = []  # opponent's Elo, points
    for row in rows:
        for side, mine, other, my_elo, its_elo in (
            (0, WHITE, BLACK, WHITE_ELO, BLACK_ELO),
            (1, BLACK, WHITE, BLACK_ELO, WHITE_ELO),
        ):
            if row[mine] not in his:
                continue
            years += [year for year in (date_value(row[DATE]).year,) if year]
            own += [elo for elo in (elo_in(row[my_elo]),) if elo]
            points = points_of(row[RESULT])
            if points is None:
                page.unfinished += 1
                continue
            scores = ((page.white, page.black)[side], page.opponents.setdefault(row[other], Record()))
            for score in (*scores, page.openings.setdefault(eco_in(row[ECO]) or row[ECO] or "?", Record())):
                score.add(points[side], points[1 - side])
            if rating := elo_in(row[its_elo]):
                rated.append((rating, points[side]))
    page.years = (min(years), max(years)) if years else None
    page.elo = (min(own), max(own)) if own else None
    if rated:
        page.average_opponent = round(sum(elo for elo, _ in rated) / len(rated))
        page.performance = page.average_opponent + difference(sum(points for _, points in rated) / len(rated))
    page.opponents, page.openings = _by_games(page.opponents), _by_games(page.openings)
    return page


def most_frequent(rows: Iterable[Row], words: str = "") -> str:
    """Returns the player with most of these games among those that match the words; empty without a match."""
    names = Counter(name for row in rows for name in (row[WHITE], row[BLACK]) if name not in _NOBODY)
    known = (name for name, _ in names.most_common())
    return next(iter(names_found(words, known) if words.strip() else known), "")


def difference(share: float) -> int:
    """Returns the rating difference for a share of the points (0..1): FIDE's table, linearly interpolated."""
    place = min(int(share * 20), 19)
    low, high = _DIFFERENCES[place], _DIFFERENCES[place + 1]
    return round(low + (high - low) * (share * 20 - place))


def _by_games(scores: dict[str, Record]) -> dict[str, Record]:
    return dict(sorted(scores.items(), key=lambda item: (-item[1].games, item[0])))
