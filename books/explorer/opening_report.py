"""The opening report of a position: its history, results, players, typical plans, pawn structures and endings.

Figures come from the explorer. Plans and structures are read from games that are played over: all of them, or an even
sample of `SAMPLE`.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from books.collection.game_collection import CollectedGame
from books.explorer.counted import GameFilter, GameRef, MoveStatistics, ResultTally
from books.explorer.explorer import Explorer
from books.openings import shipped_names
from engine.game.position import Position
from engine.game.tags.same_names import alike_groups
from engine.ground.values import dataclass
from engine.pgn.streams import Progress
from engine.rules.board import CoreBoard
from engine.rules.fen import SQUARE_NAMES, START_FEN

SAMPLE = 3_000  # games that are played over
PLAN_PLIES = 24  # after the position
LEAST_SHARE, LEAST_ENDING = 0.03, 0.01  # of the games, for a plan or structure; for an ending
_MOST = 6  # of each kind
_LEAST_GAMES = 3  # of a player who is listed
_CASTLING = 3  # in bits 14 and 15 of a core move, see engine/rules/types.pxd
_HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


class PlayerScore(NamedTuple):
    """A player's games in the position: the best rating, and the player's points per game (0-1; None: no result)."""

    name: str
    elo: int
    games: int
    score: float | None


class CommonPlan(NamedTuple):
    """A plan of one side within `PLAN_PLIES`: the manoeuvre of a piece, as `Nb1-d2-f1`, or the new square of a piece, as
    `Re1`; the share of the games (0-1), and White's points per game in these."""

    text: str
    share: float
    score: float | None


class CommonStructure(NamedTuple):
    """A structure of the pawns on the files c to f after `PLAN_PLIES`, by the first position that shows it; share and score
    as of plans."""

    fen: str
    share: float
    score: float | None


class CommonEnding(NamedTuple):
    """The pieces at the end of games, as `RPvR` (`P`: one or more pawns); share and score as of plans."""

    text: str
    share: float
    score: float | None


@dataclass(frozen=True)
class OpeningReport:
    """The report. `moves` lead to the position, in SAN with numbers; `name`: the opening's. `games` reached it, `read`
    of them were played over for plans, structures and endings. Decades are their first years, 0: unknown; ratings are
    rounded down to 200, 0: unrated."""

    fen: str
    chess960: bool
    moves: str
    name: str
    games: int
    read: int
    results: ResultTally
    decades: Mapping[int, ResultTally]
    ratings: Mapping[int, ResultTally]
    rows: tuple[MoveStatistics, ...]
    white_players: tuple[PlayerScore, ...]
    black_players: tuple[PlayerScore, ...]
    plans: tuple[tuple[CommonPlan, ...], tuple[CommonPlan, ...]]
    placements: tuple[tuple[CommonPlan, ...], tuple[CommonPlan, ...]]
    structures: tuple[CommonStructure, ...]
    endings: tuple[CommonEnding, ...]
    notable: tuple[CollectedGame, ...]
    latest: tuple[CollectedGame, ...]


class _Shares:
    """Counts games by what they show, with their results."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self._half_points: Counter[str] = Counter()
        self._finished: Counter[str] = Counter()

    def add(self, texts: Iterable[str], result: str) -> None:
        half_points = _HALF_POINTS.get(result)
        for text in set(texts):
            self.games[text] += 1
            if half_points is not None:
                self._half_points[text] += half_points
                self._finished[text] += 1

    def most(self, read: int, most: int = _MOST, least: float = LEAST_SHARE) -> list[tuple[str, float, float | None]]:
        """Returns text, share of the games and White's score of what is most common."""
        found = []
        for text, games in sorted(self.games.items(), key=lambda pair: (-pair[1], pair[0]))[:most]:
            if read and games / read >= least:
                finished = self._finished[text]
                found.append((text, games / read, self._half_points[text] / 2 / finished if finished else None))
        return found


def opening_report(
    explorer: Explorer,
    board: CoreBoard,
    chess960: bool,
    choice: GameFilter,
    moves: str = "",
    progress: Progress | None = None,
) -> OpeningReport | None:
    """Returns the report of a position; None if `progress` (games read, in total) cancels it. `moves`: what leads there.
    :raises CollectionError: a collection is damaged."""
    rows = explorer.moves(board, choice)
    rows = explorer.transposed(board, rows, choice)
    results = ResultTally()
    ratings: dict[int, ResultTally] = {}
    for row in rows:
        results = results.plus(row.results)
        for at_elo, counts in row.by_rating.items():
            low = at_elo // 200 * 200
            ratings[low] = ratings.get(low, ResultTally()).plus(counts)
    refs = explorer.reached(board, choice)
    reading = _PlanReading(board)
    step = max(1, len(refs) // SAMPLE)
    chosen = set(refs[::step])
    players: tuple[dict[str, _Player], dict[str, _Player]] = ({}, {})
    decades: dict[int, ResultTally] = {}
    for done in range(0, len(refs), 500):
        if progress is not None and not progress(done, len(refs)):
            return None
        for ref, game in explorer.found(refs[done : done + 500]).items():
            year = int(game.date[:4]) if game.date[:4].isdecimal() else 0
            decade = year // 10 * 10
            decades[decade] = decades.get(decade, ResultTally()).plus(_counts(game.result))
            for side, player, elo in ((0, game.white, game.white_elo), (1, game.black, game.black_elo)):
                players[side].setdefault(player, _Player()).add(elo or 0, game.result, side)
            if ref in chosen:
                reading.add(game)
    played = {name for side in players for name in side}
    groups = alike_groups(played, progress=None if progress is None else lambda *_: progress(len(refs), len(refs)))
    if progress is not None and not progress(len(refs), len(refs)):
        return None
    top = sorted({ref for row in rows for ref in row.top_games})
    latest = sorted({ref for row in rows for ref in row.latest_games})
    name = shipped_names().at(board.key - (1 << 64) if board.key >> 63 else board.key)
    return OpeningReport(
        board.fen(),
        chess960,
        moves,
        str(name) if name else "",
        len(refs),
        reading.read,
        results,
        dict(sorted(decades.items())),
        dict(sorted(ratings.items())),
        tuple(rows),
        _strongest(_without_spellings(players[0], groups)),
        _strongest(_without_spellings(players[1], groups)),
        (reading.most(reading.plans[0]), reading.most(reading.plans[1])),
        (reading.most(reading.placements[0]), reading.most(reading.placements[1])),
        tuple(
            CommonStructure(reading.example[text], share, score)
            for text, share, score in reading.structures.most(reading.read, 3)
        ),
        tuple(CommonEnding(*found) for found in reading.endings.most(reading.read, least=LEAST_ENDING)),
        tuple(_best(explorer, top, lambda game: (game.white_elo or 0) + (game.black_elo or 0))),
        tuple(_best(explorer, latest, lambda game: game.date.replace("?", "0"))),
    )


def _best(
    explorer: Explorer, refs: Sequence[GameRef], rank: Callable[[CollectedGame], int | str]
) -> list[CollectedGame]:
    games = explorer.games(refs)
    keyed = sorted(((rank(game), number) for number, game in enumerate(games)), reverse=True)
    return [games[number] for _, number in keyed[:_MOST]]


def _counts(result: str) -> ResultTally:
    return ResultTally(int(result == "1-0"), int(result == "1/2-1/2"), int(result == "0-1"))


class _Player:
    """A player's games with one colour."""

    def __init__(self) -> None:
        self.elo = self.games = self.half_points = self.finished = 0

    def add(self, elo: int, result: str, side: int) -> None:
        self.elo, self.games = max(self.elo, elo), self.games + 1
        half_points = _HALF_POINTS.get(result)
        if half_points is not None:
            self.half_points += 2 - half_points if side else half_points
            self.finished += 1

    def join(self, other: "_Player") -> None:
        """Adds the games of another spelling."""
        self.elo = max(self.elo, other.elo)
        self.games += other.games
        self.half_points += other.half_points
        self.finished += other.finished


def _without_spellings(players: Mapping[str, _Player], groups: Iterable[Sequence[str]]) -> dict[str, _Player]:
    """Returns the players, with all spellings of a name counted under the most complete one."""
    written = {name: group[0] for group in groups for name in group}
    found: dict[str, _Player] = {}
    for name, player in players.items():
        found.setdefault(written.get(name, name), _Player()).join(player)
    return found


def _strongest(players: Mapping[str, _Player]) -> tuple[PlayerScore, ...]:
    often = [(name, one) for name, one in players.items() if one.games >= _LEAST_GAMES and name.strip("?")]
    often.sort(key=lambda pair: (-pair[1].elo, -pair[1].games, pair[0]))
    return tuple(
        PlayerScore(name, one.elo, one.games, one.half_points / 2 / one.finished if one.finished else None)
        for name, one in often[:_MOST]
    )


class _PlanReading:
    """Plans, structures and endings of games that are played over."""

    def __init__(self, board: CoreBoard) -> None:
        self._key = board.key
        self._there = _pieces(board)
        self.read = 0
        self.plans, self.placements = (_Shares(), _Shares()), (_Shares(), _Shares())
        self.structures, self.endings = _Shares(), _Shares()
        self.example: dict[str, str] = {}

    def most(self, shares: _Shares) -> tuple[CommonPlan, ...]:
        return tuple(CommonPlan(*found) for found in shares.most(self.read))

    def add(self, game: CollectedGame) -> None:
        board = CoreBoard.from_fen(game.start_fen or START_FEN, game.chess960)
        played = array("H", game.moves)
        at = 0
        while board.key != self._key:
            if at == len(played):
                return
            board.push(played[at])
            at += 1
        self.read += 1
        paths = {square: [square] for square in self._there}  # by the present square of a piece
        for move in played[at : at + PLAN_PLIES]:
            for path, target in [(paths.pop(source, [source]), target) for source, target in _steps(move)]:
                paths[target] = [*path, target]
            board.push(move)
        pieces = _pieces(board)
        whole = len(played) - at >= PLAN_PLIES
        for side in (0, 1):
            own = [square for square, sign in pieces.items() if sign.isupper() == (side == 0)]
            moved = {square: paths[square] for square in own if len(paths.get(square, ())) > 1}
            long = (path for square, path in moved.items() if len(path) > 2 and pieces[square].upper() != "P")
            self.plans[side].add((_path_text(pieces, path) for path in long), game.result)
            there = (pieces[square].upper() + SQUARE_NAMES[square] for square in moved)
            self.placements[side].add((text.removeprefix("P") for text in there), game.result)
        if whole:
            centre = ((square, sign) for square, sign in sorted(pieces.items()) if 2 <= square & 7 <= 5)
            pawns = "".join(f"{sign}{square} " for square, sign in centre if sign in "Pp")
            self.example.setdefault(pawns, board.fen())
            self.structures.add([pawns], game.result)
        for move in played[at + PLAN_PLIES :]:
            board.push(move)
        ending = _ending(_pieces(board))
        if ending:
            self.endings.add([ending], game.result)


def _pieces(board: CoreBoard) -> Mapping[int, str]:
    return Position.of(board.fen(), chess960=board.chess960).pieces


def _steps(move: int) -> list[tuple[int, int]]:
    """Returns the steps of a core move: two for castling, in which the king takes its rook."""
    source, target = move & 63, move >> 6 & 63
    if move >> 14 != _CASTLING:
        return [(source, target)]
    rank, short = source & 56, target > source
    return [(source, rank + (6 if short else 2)), (target, rank + (5 if short else 3))]


def _path_text(pieces: Mapping[int, str], path: Sequence[int]) -> str:
    return pieces[path[-1]].upper() + "-".join(SQUARE_NAMES[square] for square in path)


def _ending(pieces: Mapping[int, str]) -> str:
    """Returns the pieces of an ending, at most two besides king and pawns for each side; empty if more are there."""
    sides = []
    for own in (str.isupper, str.islower):
        signs = [sign.upper() for sign in pieces.values() if own(sign) and sign.upper() != "K"]
        officers = sorted((sign for sign in signs if sign != "P"), key="QRBN".index)
        if len(officers) > 2:
            return ""
        sides.append("".join(officers) + "P" * ("P" in signs))
    return "v".join(f"K{side}" for side in sides)
