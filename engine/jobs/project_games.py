"""Adds the games of a PGN file to an analysis project, game by game."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from books.evaluations.store import EvaluationStore
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.pgn.index import GameList
from engine.play.project.open_project import OpenProject
from engine.play.project.project_pgn import NotReachedError, add_game


@dataclass(frozen=True)
class ProjectGamesRequest:
    """`name`: of the project. `path`: of the file."""

    name: str
    path: Path


@dataclass(frozen=True)
class AddedGames:
    """The games and moves added so far. `skipped`: games that do not reach the first position of the project."""

    games: int = 0
    moves: int = 0
    skipped: int = 0


class ProjectGamesJob(Job[ProjectGamesRequest, AddedGames]):
    """Yields the result after each game. Progress in bytes of the file, then in games. Games added before a stop stay."""

    cumulative = True

    def __init__(self, open_store: Callable[[], EvaluationStore]) -> None:
        """`open_store`: opens a store of its own, which the job closes."""
        self._open = open_store

    def run(self, request: ProjectGamesRequest, context: Context) -> Iterator[AddedGames]:
        """:raises RatsuError: there is no such project, or the file cannot be read."""
        found = AddedGames()
        with self._open() as store:
            opened = OpenProject(store, request.name)
            with closing(GameList(request.path)) as games:
                for _ in games.load(context.progress):
                    pass
                for number in range(len(games)):
                    if not context.progress(number, len(games)):
                        return
                    try:
                        moves = add_game(opened, games.game(number))
                        found = replace(found, games=found.games + 1, moves=found.moves + moves)
                    except NotReachedError:
                        found = replace(found, skipped=found.skipped + 1)
                    yield found
            context.progress(found.games + found.skipped, found.games + found.skipped)


JOB = ProjectGamesJob
