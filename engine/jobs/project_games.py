"""Adds the games of a PGN file to an analysis project, game by game."""

from collections.abc import Callable, Iterator
from pathlib import Path

from books.evaluations.store import EvaluationStore
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.pgn.reader import read_games
from engine.play.project.open_project import OpenProject
from engine.play.project.project_pgn import NotReachedError, add_game


@dataclass(frozen=True)
class ProjectGamesRequest:
    """`name`: of the project. `path`: of the file."""

    name: str
    path: Path


@dataclass(frozen=True)
class AddedGames:
    """What was added by now. `skipped`: games that do not reach the first position of the project."""

    games: int = 0
    moves: int = 0
    skipped: int = 0


class ProjectGamesJob(Job[ProjectGamesRequest, AddedGames]):
    """Yields what was added after each game. Progress in bytes of the file. What was added before a stop stays."""

    cumulative = True

    def __init__(self, open_store: Callable[[], EvaluationStore]) -> None:
        """`open_store`: opens a store of its own, which the job closes."""
        self._open = open_store

    def run(self, request: ProjectGamesRequest, context: Context) -> Iterator[AddedGames]:
        """:raises RatsuError: there is no such project, or the file cannot be read."""
        found = AddedGames()
        with self._open() as store:
            opened = OpenProject(store, request.name)
            for game in read_games(request.path, context.progress):
                if context.stopper.asked():
                    return
                try:
                    found = AddedGames(found.games + 1, found.moves + add_game(opened, game), found.skipped)
                except NotReachedError:
                    found = AddedGames(found.games, found.moves, found.skipped + 1)
                yield found


JOB = ProjectGamesJob
