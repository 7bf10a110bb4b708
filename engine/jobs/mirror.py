"""The mirror of a player: lists the players of a file, then analyses the games of one. Results per game are saved
(`engine.play.review.mirror_work`), so that the next run takes a moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.game import player_names
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.human.predictor import Predictor
from engine.jobs.job import Context, Job
from engine.pgn.index import GameList
from engine.play.people.thinking import ClockExercise, clock_exercises
from engine.play.review.mirror import Mirror, OwnGame
from engine.play.review.mirror_work import MOST_GUESSED, MirrorFile, MirrorWorker, mirror_from
from engine.play.review.rating.games import PROGRAMS, side_of

if TYPE_CHECKING:
    from engine.play.sources.stored_search import OpenStore

_MOST_PLAYERS = 200  # to choose from
_SHOWN_EVERY = 5  # games between two findings
UNRATED = 1500  # the rating of a player without one, for clock lessons


@dataclass(frozen=True)
class MirrorRequest:
    """A file of games and a player in it (empty: the one with the most games)."""

    path: Path
    player: str = ""


@dataclass(frozen=True)
class MirrorProgress:
    """The results so far. `players`: names with their numbers of games, most frequent first; `total`: games of `player`;
    `titles`: the players of each game, by its number; `cut`: games that could be read in part only; `clock`: moves that took
    the player far longer or shorter than people, as exercises."""

    players: tuple[tuple[str, int], ...]
    player: str
    total: int = 0
    mirror: Mirror | None = None
    titles: Mapping[int, str] = field(default_factory=dict)
    cut: tuple[tuple[int, Text], ...] = ()
    clock: tuple[ClockExercise, ...] = ()

    @property
    def unread(self) -> Text:
        if not self.cut:
            return NOTHING
        number, why = self.cut[0]
        return Text("%1 {game was|games were} not read to the end. Game %2: %3.", len(self.cut), number, why)


class MirrorJob(Job[MirrorRequest, MirrorProgress]):
    """Yields the results over all games so far. Progress in bytes of the file, then in games of the player."""

    cumulative = True

    def __init__(self, path: Path | None, evaluations: OpenStore | None = None) -> None:
        """`path`: the file of saved results. `evaluations`: as in `MirrorWorker`."""
        self._path, self._evaluations = path, evaluations

    def run(self, request: MirrorRequest, context: Context) -> Iterator[MirrorProgress]:
        """:raises RatsuError: a file cannot be read or written."""
        try:
            results = MirrorFile(self._path)
        except OSError as error:
            raise RatsuError("%1 cannot be read (%2). Move it away to start again.", self._path, error) from error
        try:
            with closing(GameList(request.path)) as games:
                for _ in games.load(context.progress):
                    pass
                yield from _looked(games, request.player, MirrorWorker(results, self._evaluations), context)
        except OSError as error:
            raise RatsuError("The mirror of your games stopped: %1", error) from error


def _looked(games: GameList, player: str, worker: MirrorWorker, context: Context) -> Iterator[MirrorProgress]:
    players = _players(games)
    player = player or next((name for name, _ in players), "")
    own = [row for row in range(len(games)) if player_names.side_of(player, *_names(games, row)) is not None]
    titles = {row + 1: " – ".join(_names(games, row)) for row in own}
    state = MirrorProgress(players, player, len(own), titles=titles)
    context.progress(0, len(own))
    yield state
    found: list[OwnGame] = []
    predictor = Predictor()
    for done, row in enumerate(own):
        if not context.progress(done, len(own)):
            break
        game = replace(games.game(row), number=row + 1)
        white = side_of(game, player)
        if white is None or game.refused:
            continue
        one = worker.game(game, white, lambda *_, at=done: context.progress(at, len(own)), MOST_GUESSED / len(own))
        if one is not None:
            found.append(one)
            state = replace(state, cut=(*state.cut, (game.number, game.unread)) if game.unread else state.cut)
            state = replace(state, clock=(*state.clock, *clock_exercises(game, white, predictor, UNRATED)))
        if (done + 1) % _SHOWN_EVERY == 0:
            yield replace(state, mirror=mirror_from(found))
    context.progress(len(found), len(own))
    yield replace(state, mirror=mirror_from(found))


def _names(games: GameList, row: int) -> tuple[str, str]:
    headers = games.row(row)
    return headers[0], headers[2]


def _players(games: GameList) -> tuple[tuple[str, int], ...]:
    """Players with their numbers of games, most frequent first."""
    count = Counter(name for row in range(len(games)) for name in _names(games, row))
    persons = [
        (name, many) for name, many in count.most_common() if name.strip("? ") and not name.lower().startswith(PROGRAMS)
    ]
    return tuple(persons[:_MOST_PLAYERS])


JOB = MirrorJob
