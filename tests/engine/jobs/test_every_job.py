"""What holds for each job: a stop ends it without an error, and after a kill it finds what it would have found."""

import contextlib
import pkgutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import chess
import pytest

import engine.jobs
from books.choice.library import Library
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.tidying.spellings import SpellingKind
from books.evaluations.projects import Projects
from books.evaluations.store import EvaluationStore
from engine.evaluation.texts.presets import BROWSER
from engine.evaluation.texts.style import StyleSearch
from engine.game.limits import GamePosition, Limits
from engine.game.position import START_POSITION
from engine.jobs.collecting import ImportRequest
from engine.jobs.conformance import ConformanceRequest
from engine.jobs.duplicates import DuplicateSearch
from engine.jobs.fetching import DownloadRequest
from engine.jobs.growth import GrowthRequest
from engine.jobs.habits import BookDeviationsRequest
from engine.jobs.health import HealthRequest
from engine.jobs.indexing import IndexRequest
from engine.jobs.job import Context, Job, findings
from engine.jobs.laboratory import LaboratoryRequest
from engine.jobs.look import DeepLookRequest, LookKind
from engine.jobs.match import MatchRequest
from engine.jobs.mirror import MirrorRequest
from engine.jobs.novelties import NoveltyRequest
from engine.jobs.opening_report import ReportRequest
from engine.jobs.preparation import PreparationRequest
from engine.jobs.project_games import ProjectGamesRequest
from engine.jobs.serving import ServeRequest
from engine.jobs.spellings import SpellingSearch
from engine.jobs.style_learning import StyleLearningRequest
from engine.jobs.tables import TablesRequest
from engine.jobs.tidying import TidyingRequest
from engine.play.review.own_judge import own_judge
from engine.play.review.values import ReviewRequest
from engine.play.world.downloads import DownloadFilter
from engine.play.world.external_engine import EngineOffer
from engine.rules.fen import START_FEN
from tablebases.tables import Tablebases
from tests.books.helpers import line
from tests.engine.play.review.games import GAME
from tests.engine.play.world.replaying_server import Server

NAMES = sorted({module.name for module in pkgutil.iter_modules(engine.jobs.__path__)} - {"job"})


class Case(NamedTuple):
    """What a job is made of, a request, and what of a finding must be the same in each run."""

    needs: tuple[object, ...]
    request: object
    same: Callable[[Any], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = ("1. a3 a6 2. e4", "1. a3 a6 2. d4", "1. a3 h6 2. e4")
    (tmp_path / "games.pgn").write_text("".join(f'[White "A"]\n[Result "1-0"]\n\n{row} 1-0\n\n' for row in rows))
    return tmp_path


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    library = Library(folder / "user.ratsubook", folder / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("1.f3 e5 2.g4"))
    yield library
    library.close()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server(60)
    work = {
        "sessionId": "s",
        "threads": 1,
        "hash": 16,
        "multiPv": 1,
        "variant": "chess",
        "initialFen": START_FEN,
        "depth": 3,
    }
    server.answers = {
        "/api/external-engine": [],
        "/api/external-engine/work": {"id": "w1", "work": {**work, "moves": ["e2e4"]}},
        "/api/external-engine/work/w1": {},
    }
    yield server
    server.close()


def _doubled(folder: Path) -> Path:
    """A game that is there twice, and a player spelled in two ways."""
    path = folder / "doubled.pgn"
    moves = (12 * "Nf3 Nf6 Ng1 Ng8 ", 12 * "Nc3 Nc6 Nb1 Nb8 ")
    games = (("Korchnoi, Viktor", moves[0]), ("Kortchnoi, Viktor", moves[1]), ("Kortchnoi, Viktor", moves[0]))
    path.write_text("".join(f'[White "{name}"]\n[Black "Karpov"]\n\n{played}*\n\n' for name, played in games))
    return path


def _store(folder: Path) -> EvaluationStore:
    store = EvaluationStore(folder / "evaluations.db")
    if not Projects(store).all():
        Projects(store).make("mine", START_POSITION, ("ratsu",), 1_000)
    return store


def _collected(games: Path) -> Path:
    with Collection(games.with_suffix(".ratsugames"), create=True) as collection:
        import_pgn(collection, games)
    return collection.path


@pytest.fixture(params=NAMES)
def case(
    request: pytest.FixtureRequest, folder: Path, library: Library, server: Server
) -> tuple[Callable[[], Job[Any, Any]], Case]:
    games = folder / "games.pgn"
    cases = {
        "collecting": Case(
            (), ImportRequest(folder / "my.ratsugames", (games,)), lambda found: (found.path, found.report.done)
        ),
        "fetching": Case(
            ({"lichess": server.base},),
            DownloadRequest(folder / "fetched.ratsugames", "lichess", DownloadFilter("virtanen"), again=True),
            lambda found: found.came,
        ),
        "habits": Case((lambda: library,), BookDeviationsRequest(games, "A"), lambda found: (found.games, found.plies)),
        "growth": Case(
            (lambda: _store(folder), lambda: Tablebases((), built_in=False)),
            GrowthRequest("mine", 3),
            lambda grown: (grown.number, len(grown.found.lines)),  # each run goes on where the last one ended
        ),
        "project_games": Case(
            (lambda: _store(folder),),
            ProjectGamesRequest("mine", _doubled(folder)),
            lambda added: (added.games, added.moves, added.skipped),
        ),
        "duplicates": Case((), DuplicateSearch(_doubled(folder)), lambda found: found),
        "spellings": Case((), SpellingSearch(_collected(_doubled(folder)), SpellingKind.PLAYERS), lambda found: found),
        "tidying": Case(
            (),
            TidyingRequest(_collected(_doubled(folder)), {"Kortchnoi, Viktor": "Korchnoi, Viktor"}),
            lambda found: found.path,
        ),
        "health": Case(
            (lambda: library,),
            HealthRequest(own=True, nodes=2_000),
            lambda found: [(one.problem, one.move) for one in found.findings],
        ),
        "indexing": Case((), IndexRequest((games,), folder / "index"), lambda found: found.source),
        "opening_report": Case(
            (),
            ReportRequest((games,), folder / "index", START_FEN, False),
            lambda found: (found.games, found.results, [row.move for row in found.rows]),
        ),
        "look": Case(
            (folder / "learned.txt",),
            DeepLookRequest(
                GamePosition("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", chess960=False), (LookKind.LINES,), ("a1a4", "a1a5")
            ),
            lambda found: (found.moves, found.end),
        ),
        "match": Case(
            (),
            MatchRequest(("ratsu", "ratsu level=600"), nodes=200, games=4, pgn=folder / "match.pgn"),
            lambda found: [(one.encounter.number, one.result, one.plies) for one in found.results],
        ),
        "mirror": Case((folder / "mirror.jsonl",), MirrorRequest(games, "A"), lambda found: found.mirror),
        "conformance": Case(
            (), ConformanceRequest("/bin/false", xboard=True), lambda found: (found.case.name, found.verdict)
        ),
        "laboratory": Case((), LaboratoryRequest(depth=2), lambda row: (row.variant, row.nodes, row.score, row.move)),
        "novelties": Case(
            (lambda: library,),
            NoveltyRequest(("a2a3", "a7a6"), (games,), within=40, from_move=2, nodes=2_000),
            lambda found: (found.move, found.centipawns),
        ),
        "preparation": Case(
            (lambda: library,),
            PreparationRequest((games,), "A", folder / "indexes"),
            lambda found: [side.plan.expected for side in found.sides],
        ),
        "review": Case(
            (lambda limits: own_judge(limits, None), lambda: library, folder / "reviews"),
            ReviewRequest(GAME, Limits(nodes=1_000)),
            lambda found: found,
        ),
        "serving": Case(
            (server.base,),
            ServeRequest("lip_token", EngineOffer("Ratsu", 1, 16), analyses=2),
            lambda found: (found.fen, found.depth),
        ),
        "style_learning": Case(
            (),
            StyleLearningRequest(replace(BROWSER, search=StyleSearch(depth=1)), "td", games=3, nodes=50),
            lambda style: style.weights,
        ),
        "tables": Case(
            (),
            TablesRequest(("KRvK", "KQvK"), folder=folder / "tables", built_in=False),
            lambda found: [path.name for path in sorted((folder / "tables").glob("*.rtb?"))],
        ),
    }
    name = request.param
    assert name in cases, "a new job needs a case here"
    case = cases[name]
    return lambda: import_module(f"engine.jobs.{name}").JOB(*case.needs), case


class KilledError(BaseException):
    """The program is killed."""


def test_a_job_that_is_stopped_ends_without_an_error(case: tuple[Callable[[], Job[Any, Any]], Case]) -> None:
    make, (_, request, same) = case
    asked = Context(shown=lambda done, total: asked.stopper.stop())
    stopped = [same(one) for one in findings(make(), request, asked)]
    assert asked.stopper.asked() and len(stopped) <= 2, "it heard the stop at its first progress"
    whole = [same(one) for one in findings(make(), request, Context())]
    assert whole and whole != stopped, "something was left to do"
    before = Context()
    before.stopper.stop()
    assert len(list(findings(make(), request, before))) <= 2


def test_a_job_that_was_killed_finds_the_same_when_it_runs_again(
    case: tuple[Callable[[], Job[Any, Any]], Case],
) -> None:
    make, (_, request, same) = case
    steps = 0

    def kill(_done: int, _total: int) -> None:
        nonlocal steps
        steps += 1
        if steps == 2:
            raise KilledError

    with contextlib.suppress(KilledError):  # a small file may be done before
        list(findings(make(), request, Context(shown=kill)))
    again = [same(one) for one in findings(make(), request, Context())]
    assert again
    assert [same(one) for one in findings(make(), request, Context())][-1:] == again[-1:]


@pytest.mark.parametrize("stopped", [False, True])
def test_a_paused_job_waits_at_its_next_progress_until_it_continues_or_is_stopped(stopped: bool) -> None:
    shown, answers = threading.Event(), list[bool]()
    context = Context(shown=lambda _done, _total: shown.set())
    context.pause(True)
    thread = threading.Thread(target=lambda: answers.append(context.progress(1, 2)))
    thread.start()
    assert shown.wait(60) and not answers
    context.stopper.stop() if stopped else context.pause(False)
    thread.join(60)
    assert answers == [not stopped] and context.far == (1, 2)


def test_the_progress_of_a_job_is_between_nothing_and_all(
    case: tuple[Callable[[], Job[Any, Any]], Case],
) -> None:
    make, (_, request, _) = case
    steps = list[tuple[int, int]]()
    list(findings(make(), request, Context(shown=lambda done, total: steps.append((done, total)))))
    assert all(done >= 0 for done, _ in steps)
    assert all(done <= total for done, total in steps if total), steps
