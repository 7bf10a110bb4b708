"""Tables from the headers of games: the cross table of an event, and a player's results."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field

from engine.game.player_names import has_full_given, is_player, names_found, players_among
from engine.game.tags.dates import date_text, date_value
from engine.game.tags.ratings import eco_in, elo_in
from engine.game.tags.results import points_of, result_in
from engine.game.tags.same_names import alike_groups
from engine.game.tags.titles import highest, title_in, title_in_name
from engine.ground.values import dataclass

WHITE, WHITE_ELO, BLACK, BLACK_ELO, RESULT, DATE = range(6)  # indices in a row, as in `index.COLUMNS`
EVENT, SITE, ROUND, ECO = range(6, 10)
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
_FEW_PLAYERS = 6  # fewer play all against all
_MOST_MET = 0.6  # share of the pairs that have met in a Swiss tournament
_ROUND_DIGITS = 4
LATEST = 20  # games on a player's page
Row = Sequence[str]


@dataclass
class Record:
    """Numbers of won, drawn and lost games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
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
    """A player in a cross table. `marks`: against each opponent 1, ½ or 0 a game, + or − without play, in the order of the
    games. `rounds`: the opponent, the colour (`w`, `b`) and the mark of each round with a number.
    `tie_break` is Sonneborn-Berger: the points of beaten opponents, and half of those of drawn ones. `direct`: points
    against players with as many points. `buchholz`: the points of all opponents. `elo` is the highest given, 0 unknown."""

    name: str
    elo: int = 0
    score: Record = field(default_factory=Record)
    marks: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    tie_break: float = 0.0
    direct: float = 0.0
    buchholz: float = 0.0


def cross_table(rows: Iterable[Row]) -> list[CrossTableRow]:
    """Returns the players of these games, best first: by points, then tie-break (`is_swiss`: Buchholz first), then direct
    encounter, then name. Spellings of one player are one row. Games without a result are left out."""
    found: dict[str, CrossTableRow] = {}
    met: list[tuple[str, str, float]] = []
    played = [row for row in rows if points_of(row[RESULT]) is not None and row[WHITE] and row[BLACK]]
    form = main_spellings(played)
    for row in played:
        points = points_of(row[RESULT]) or (0.0, 0.0)
        for side, name, opponent, elo in (
            (0, form[row[WHITE]], form[row[BLACK]], WHITE_ELO),
            (1, form[row[BLACK]], form[row[WHITE]], BLACK_ELO),
        ):
            player = found.setdefault(name, CrossTableRow(name))
            player.elo = max(player.elo, elo_in(row[elo]) or 0)
            player.score.add(points[side], points[1 - side])
            mark = _mark(row[RESULT], points[side])
            player.marks[opponent] = player.marks.get(opponent, "") + mark
            if number := _round_number(row):
                player.rounds.setdefault(number, (opponent, "wb"[side], mark))
            met.append((name, opponent, points[side]))
    for name, opponent, result in met:
        found[name].tie_break += result * found[opponent].score.points
        found[name].buchholz += found[opponent].score.points
        if found[name].score.points == found[opponent].score.points:
            found[name].direct += result
    players = list(found.values())
    swiss = is_swiss(players)

    def place(one: CrossTableRow) -> tuple[float, float, float, float, str]:
        return -one.score.points, -one.buchholz if swiss else 0, -one.tie_break, -one.direct, one.name

    return sorted(players, key=place)


def is_swiss(players: Sequence[CrossTableRow]) -> bool:
    """Whether the table is that of a tournament by the Swiss system: every player met a few of the others, in rounds with
    numbers."""
    pairs = len(players) * (len(players) - 1)
    met = sum(len(one.marks) for one in players)
    return len(players) > _FEW_PLAYERS and met < _MOST_MET * pairs and all(one.rounds for one in players)


def main_spellings(rows: Iterable[Row]) -> dict[str, str]:
    """Returns for each name in these games the player's most frequent full spelling. Two who met are two players."""
    rows = list(rows)
    names = Counter(name for row in rows for name in (row[WHITE], row[BLACK]))
    pairs = {frozenset((row[WHITE], row[BLACK])) for row in rows}
    form = {name: name for name in names}
    for group in alike_groups(names, lambda one, other: frozenset((one, other)) in pairs):
        best = max(group, key=lambda name: (has_full_given(name), names[name]))
        form.update(dict.fromkeys(group, best))
    return form


def _mark(result: str, points: float) -> str:
    value = result_in(result)
    if value is not None and value.is_forfeit:
        return "+" if points == 1 else "−"
    return {1.0: "1", 0.5: "½", 0.0: "0"}[points]


def _round_number(row: Row) -> int:
    """Returns the number of a game's round: 3 of `3.2` too; 0 without one."""
    number = row[ROUND].split(".")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < _ROUND_DIGITS else 0


@dataclass
class PlayerPage:
    """A player's results in these games. `opponents` and `openings` (ECO codes): scores by name, most games first.
    `performance` is the opponents' average Elo plus the difference for the score; None without Elo. `spellings`: of the
    name in the games, most frequent first. `title`: the highest one. `elo`: the lowest and the highest. `by_year`: the
    last year first. `tournaments`: by event and year, the last first. `latest`: indices of the last games in the rows.
    `games`: those of each group, by field and name: `("openings", "B90")`."""

    name: str
    spellings: tuple[str, ...] = ()
    title: str = ""
    white: Record = field(default_factory=Record)
    black: Record = field(default_factory=Record)
    unfinished: int = 0
    years: tuple[int, int] | None = None
    elo: tuple[int, int] | None = None
    average_opponent: int | None = None
    performance: int | None = None
    opponents: dict[str, Record] = field(default_factory=dict)
    openings: dict[str, Record] = field(default_factory=dict)
    by_year: dict[str, Record] = field(default_factory=dict)
    tournaments: dict[str, Record] = field(default_factory=dict)
    latest: tuple[int, ...] = ()
    games: dict[tuple[str, str], list[int]] = field(default_factory=dict)


def player_page(name: str, rows: Iterable[Row], white: bool | None = None) -> PlayerPage:
    """Returns the page of a player, by a spelling of the name; other spellings count too. `white`: only the games with
    this colour. Rows may have the titles of White and Black as further columns."""
    rows = list(rows)
    names = Counter(one for row in rows for one in (row[WHITE], row[BLACK]))
    form = main_spellings(rows)
    his = {one for one in names if one == name or (is_player(name, one) and is_player(one, name))}
    page = PlayerPage(name, tuple(one for one, _ in names.most_common() if one in his))
    years: list[int] = []
    own: list[int] = []
    rated: list[tuple[int, float]] = []  # opponent's Elo, points
    dated: list[tuple[str, int]] = []
    titles = {title_in_name(one) for one in his}
    for number, row in enumerate(rows):
        for side, mine, other, my_elo, its_elo in (
            (0, WHITE, BLACK, WHITE_ELO, BLACK_ELO),
            (1, BLACK, WHITE, BLACK_ELO, WHITE_ELO),
        ):
            if row[mine] not in his or white is (side == 1):
                continue
            titles.update(map(title_in, row[ECO + 1 + side : ECO + 2 + side]))
            value = date_value(row[DATE])
            years += [value.year] if value.year else []
            own += [elo for elo in (elo_in(row[my_elo]),) if elo]
            dated.append((date_text(row[DATE]).replace("?", "0"), number))
            points = points_of(row[RESULT])
            if points is None:
                page.unfinished += 1
                continue
            year = str(value.year or "?")
            for kind, scores, group in (
                ("opponents", page.opponents, form[row[other]]),
                ("openings", page.openings, eco_in(row[ECO]) or row[ECO] or "?"),
                ("by_year", page.by_year, year),
                ("tournaments", page.tournaments, _tournament(row, year)),
            ):
                scores.setdefault(group, Record()).add(points[side], points[1 - side])
                page.games.setdefault((kind, group), []).append(number)
            (page.white, page.black)[side].add(points[side], points[1 - side])
            if rating := elo_in(row[its_elo]):
                rated.append((rating, points[side]))
    page.title = highest(titles)
    page.years = (min(years), max(years)) if years else None
    page.elo = (min(own), max(own)) if own else None
    if rated:
        page.average_opponent = round(sum(elo for elo, _ in rated) / len(rated))
        page.performance = page.average_opponent + difference(sum(points for _, points in rated) / len(rated))
    page.opponents, page.openings = _by_games(page.opponents), _by_games(page.openings)
    page.by_year = dict(sorted(page.by_year.items(), key=lambda one: one[0].replace("?", ""), reverse=True))
    page.tournaments = dict(sorted(page.tournaments.items(), key=lambda one: (_year_of(one[0]), one[0]), reverse=True))
    page.latest = tuple(number for _, number in sorted(dated, reverse=True)[:LATEST])
    return page


def _year_of(tournament: str) -> str:
    return tournament.rpartition(", ")[2].replace("?", "")


def _tournament(row: Row, year: str) -> str:
    """Returns the event, or else the place, and the year of a game."""
    known = [text for text in (row[EVENT], row[SITE]) if text not in _NOBODY]
    return f"{', '.join(known) or '?'}, {year}"


def most_frequent(rows: Iterable[Row], words: str = "") -> str:
    """Returns the player with most of these games among those that match the words; empty without a match."""
    names = Counter(name for row in rows for name in (row[WHITE], row[BLACK]) if name not in _NOBODY)
    known = [name for name, _ in names.most_common()]
    return next(iter(players_among(words, known) or names_found(words, known) if words.strip() else known), "")


def difference(share: float) -> int:
    """Returns the rating difference for a share of the points (0..1): FIDE's table, linearly interpolated."""
    place = min(int(share * 20), 19)
    low, high = _DIFFERENCES[place], _DIFFERENCES[place + 1]
    return round(low + (high - low) * (share * 20 - place))


def _by_games(scores: dict[str, Record]) -> dict[str, Record]:
    return dict(sorted(scores.items(), key=lambda item: (-item[1].games, item[0])))
