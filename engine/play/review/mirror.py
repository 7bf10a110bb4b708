"""The mirror: statistics of one player over many games, beside people of the same rating. Values only; see `mirror_work` for
the work.

Every number has its list of moves, the costliest first. Losses are points of winning probability (0 to 100) by a search of
few nodes (`engine.play.review.rating.move_analyser`), for people and for the player alike.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Annotated, NamedTuple

from engine.coach.claims import ClaimRole, Motif
from engine.ground.codec import OneOf, Within
from engine.ground.rating import Rating, expected_score
from engine.ground.text import Text, plain
from engine.ground.values import dataclass
from engine.play.review.judging import THRESHOLDS, move_accuracy
from engine.play.review.rating.estimate import RatingEstimate, rating_words
from engine.play.review.rating.features import OPENING_PLIES
from engine.play.review.rating.move_analyser import MoveFeatures
from engine.play.review.rating.scale import EloScale
from engine.play.review.values import GamePhase, GameReview

PEOPLE = Path(__file__).parents[2] / "data" / "people.json"
BAND = 200  # Elo of a column of the table of people
FAULT = THRESHOLDS[-1][0]  # points; a move that loses more is a fault
SHORT_OF_TIME, AMPLE_TIME = 0.1, 0.5  # shares of the base time
MOST_OPENINGS = 12


class MoveReference(NamedTuple):
    """A move: the game's number in its file and the ply in the game, both from 1. `before`: half-moves before the start
    position."""

    game: int
    ply: int
    before: int = 0

    @property
    def number(self) -> str:
        """Of the move, as it is written: `12.`, for Black `12…`."""
        half_move = self.before + self.ply
        return f"{(half_move + 1) // 2}{'.' if half_move % 2 else '…'}"


class OwnMove(NamedTuple):
    """One move of the player. `clock`: time left before it as a share of the base time; None if unknown. `pace`: `long`, `usual`
    or `short`, as people think in this situation (`engine.play.people.thinking`); empty if unknown."""

    ply: Annotated[int, Within(1, 10_000)]
    lost: Annotated[float, Within(0, 100)]
    piece: Annotated[str, OneOf(tuple(NAMES[Section.PIECE]))]
    phase: GamePhase
    motifs: tuple[tuple[ClaimRole, Motif], ...] = ()
    clock: float | None = None
    pace: str = ""


class OwnGame(NamedTuple):
    """One game of the player. `points`: 0, 0.5, 1; None if unfinished; ratings None if unknown. `guess`: the rating estimated
    from its moves alone. `before`: half-moves before its start position; `scaled`: its rating scale is known."""

    number: int
    white: bool
    opening: str
    points: float | None
    elo: int | None
    opponent: int | None
    guess: RatingEstimate | None
    moves: tuple[OwnMove, ...]
    before: int = 0
    scaled: bool = True


class Section(Enum):
    """The criteria by which moves are grouped."""

    PHASE = "phase"
    COLOUR = "colour"
    PIECE = "piece"
    CLOCK = "clock"
    PACE = "pace"
    OPENING = "opening"
    ALLOWED = "allowed"
    MISSED = "missed"


@dataclass(frozen=True)
class MirrorRow:
    """One line of a section. `lost`: points per move, `accuracy`: 0 to 100, `faults`: per 100 moves; `people`: the loss per
    move of people of the same rating, None if not measured. `places`: of its faults, the costliest first; for a motif, all."""

    key: str
    name: Text
    moves: int
    lost: float
    accuracy: float
    faults: float
    people: float | None
    places: tuple[MoveReference, ...]


@dataclass(frozen=True)
class Mirror:
    """The statistics. `ratings`: from the moves alone, on each scale, that of the most games first; `unscaled`: the number of
    games of an unknown scale. `scored` and `expected`: points from games with both ratings, and their expectation by the
    ratings."""

    games: int
    moves: int
    ratings: Mapping[EloScale, Rating[int]]
    unscaled: int
    scored: float
    expected: float
    rated_games: int
    sections: Mapping[Section, tuple[MirrorRow, ...]]

    @property
    def rating(self) -> Rating[int] | None:
        """The rating on the scale of the most games."""
        return next(iter(self.ratings.values()), None)

    @property
    def rating_words(self) -> Text:
        """The ratings in words, or the reason why there is none."""
        return rating_words(self.ratings, bool(self.unscaled))

    @property
    def data(self) -> dict[str, object]:
        """For `--json`."""
        return {
            "games": self.games,
            "moves": self.moves,
            "ratings": {scale.value: rating._asdict() for scale, rating in self.ratings.items()},
            "unscaled": self.unscaled,
            "results": {"games": self.rated_games, "scored": self.scored, "expected": round(self.expected, 2)},
            "sections": {section.value: [_row_data(row) for row in rows] for section, rows in self.sections.items()},
        }


def mirror_of(games: Sequence[OwnGame], ratings: Mapping[EloScale, Rating[int]]) -> Mirror:
    """Sums the games up; `ratings` are those of their moves together. The first chooses the people to compare with."""
    rating = next(iter(ratings.values()), None)
    own = [(MoveReference(game.number, move.ply, game.before), game, move) for game in games for move in game.moves]
    people = people_of(rating.elo) if rating else {}
    sections: dict[Section, tuple[MirrorRow, ...]] = {}
    for section, kind in _KINDS.items():
        sorted_in: dict[str, list[tuple[MoveReference, OwnMove]]] = defaultdict(list)
        for place, game, move in own:
            if key := kind(game, move):
                sorted_in[key].append((place, move))
        rows = [_row(section, key, found, people) for key, found in sorted_in.items()]
        sections[section] = _ordered(section, rows)
    for section, role in ((Section.ALLOWED, ClaimRole.ALLOWS), (Section.MISSED, ClaimRole.MISSES)):
        sections[section] = _motif_rows([(place, move) for place, _, move in own], role)
    rated = [game for game in games if None not in (game.points, game.elo, game.opponent)]
    return Mirror(
        games=len(games),
        moves=len(own),
        ratings=ratings,
        unscaled=sum(not game.scaled for game in games),
        scored=sum(game.points or 0.0 for game in rated),
        expected=sum(expected_score((game.elo or 0) - (game.opponent or 0)) for game in rated),
        rated_games=len(rated),
        sections=sections,
    )


def reviewed_game(number: int, review: GameReview, white: bool) -> OwnGame:
    """One side of a game that was reviewed, without its moves of the book."""
    moves = tuple(
        OwnMove(
            move.ply,
            move.loss,
            move.san[0] if move.san[0] in "NBRQ" else "K" if move.san[0] in "KO" else "P",
            move.phase,
            tuple(
                dict.fromkeys((claim.role, claim.motif) for claim in move.claims if claim.role is not ClaimRole.WORKS)
            ),
        )
        for move in review.moves
        if move.white is white and not move.book
    )
    return OwnGame(number, white, review.opening.split(":")[0], None, None, None, None, moves)


def people_of(elo: int) -> Mapping[str, float]:
    """The loss per move of people of the nearest measured rating, by `section:key`."""
    bands = _people()
    if not bands:
        return {}
    return bands[min(bands, key=lambda band: abs(band + BAND / 2 - elo))]


@cache
def _people() -> dict[int, dict[str, float]]:
    found = json.loads(PEOPLE.read_text(encoding="utf-8"))
    return {int(band): row["lost"] for band, row in found.items()}


def own_phase(look: MoveFeatures, ply: int) -> GamePhase:
    """The part of the game of a move that was looked at, the same for everybody: no book is asked."""
    return GamePhase.ENDGAME if look.endgame else GamePhase.OPENING if ply <= OPENING_PLIES else GamePhase.MIDDLEGAME


def _clock_key(_game: OwnGame, move: OwnMove) -> str:
    if move.clock is None:
        return ""
    return "ample" if move.clock >= AMPLE_TIME else "half" if move.clock >= SHORT_OF_TIME else "short"


_KINDS: dict[Section, Callable[[OwnGame, OwnMove], str]] = {
    Section.PHASE: lambda _game, move: move.phase.value,
    Section.COLOUR: lambda game, _move: "white" if game.white else "black",
    Section.PIECE: lambda _game, move: move.piece,
    Section.CLOCK: _clock_key,
    Section.PACE: lambda _game, move: move.pace,
    Section.OPENING: lambda game, _move: game.opening,
}
MOTIFS: dict[str, Text] = {
    "mate": Text("Mates"),
    "fork": Text("Forks"),
    "line": Text("Pins and skewers"),
    "discovered": Text("Discovered attacks and double checks"),
    "trapped": Text("Trapped pieces"),
    "guard": Text("Guards captured, driven away or overloaded"),
    "hanging": Text("Unprotected pieces"),
    "promotion": Text("Promotions"),
    "draw": Text("Draws that could be avoided or reached"),
    "material": Text("Other losses of material"),
    "position": Text("Position: pawns, king, pieces"),
}
NAMES: dict[Section, dict[str, Text]] = {
    Section.PHASE: {
        "opening": Text("Opening"),
        "middlegame": Text("Middlegame"),
        "endgame": Text("Endgame"),
    },
    Section.COLOUR: {"white": Text("White"), "black": Text("Black")},
    Section.PIECE: {
        "P": Text("Pawn moves"),
        "N": Text("Knight moves"),
        "B": Text("Bishop moves"),
        "R": Text("Rook moves"),
        "Q": Text("Queen moves"),
        "K": Text("King moves"),
    },
    Section.CLOCK: {
        "ample": Text("More than half of the time left"),
        "half": Text("A tenth to a half left"),
        "short": Text("Less than a tenth left"),
    },
    Section.PACE: {
        "long": Text("Longer than nine in ten"),
        "usual": Text("About as long as people"),
        "short": Text("Shorter than nine in ten"),
    },
}


def _row(
    section: Section, key: str, found: list[tuple[MoveReference, OwnMove]], people: Mapping[str, float]
) -> MirrorRow:
    faults = sorted((pair for pair in found if pair[1].lost > FAULT), key=lambda pair: -pair[1].lost)
    return MirrorRow(
        key=key,
        name=NAMES[section][key] if section in NAMES else plain(key),
        moves=len(found),
        lost=fmean(move.lost for _, move in found),
        accuracy=fmean(move_accuracy(move.lost) for _, move in found),
        faults=100 * len(faults) / len(found),
        people=people.get(f"{section.value}:{key}"),
        places=tuple(place for place, _ in faults),
    )


def _ordered(section: Section, rows: list[MirrorRow]) -> tuple[MirrorRow, ...]:
    if section in NAMES:
        order = list(NAMES[section])
        return tuple(sorted(rows, key=lambda row: order.index(row.key)))
    return tuple(sorted(rows, key=lambda row: -row.moves)[:MOST_OPENINGS])


def _motif_rows(own: Iterable[tuple[MoveReference, OwnMove]], role: ClaimRole) -> tuple[MirrorRow, ...]:
    found: dict[str, list[tuple[MoveReference, OwnMove]]] = defaultdict(list)
    for place, move in own:
        for key in {motif.facts.topic for one, motif in move.motifs if one is role} - {""}:
            found[key].append((place, move))
    rows = []
    for key, pairs in found.items():
        pairs.sort(key=lambda pair: -pair[1].lost)
        lost = fmean(move.lost for _, move in pairs)
        accuracy = fmean(move_accuracy(move.lost) for _, move in pairs)
        rows.append(
            MirrorRow(key, MOTIFS[key], len(pairs), lost, accuracy, 100.0, None, tuple(place for place, _ in pairs))
        )
    return tuple(sorted(rows, key=lambda row: (-row.moves, -row.lost)))


def _row_data(row: MirrorRow) -> dict[str, object]:
    return {
        "key": row.key,
        "moves": row.moves,
        "lost": round(row.lost, 2),
        "accuracy": round(row.accuracy, 1),
        "faults_in_100": round(row.faults, 1),
        "people_lose": row.people,
        "places": [[place.game, place.ply] for place in row.places],
    }
