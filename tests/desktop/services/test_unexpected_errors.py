"""Work that raises what nobody expects leaves nothing behind: the same gesture works the next time."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import QTimer
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from books.repertoire.check_report import CheckReport
from desktop.model.book.books_dialog import BuildRequest
from desktop.model.book.panel import BookRow, BookState
from desktop.model.endgame import ExerciseRequest, MakingStage, TableMaking
from desktop.model.game.match import NewGame
from desktop.model.game.state import SavedGame
from desktop.model.game_list import MOVES
from desktop.model.stored_values import RememberedGame
from desktop.services.all_services import Services
from desktop.services.files.file_service import LONGEST_AT_ONCE
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.piece_folder import OWN
from desktop.services.kit.tasks import Worker
from engine.drill.sources.puzzles import PuzzleSelection
from engine.drill.sources.visualise import VisualKind
from engine.game.side import Side
from engine.game.tree import Game
from engine.jobs.habits import BookDeviationsRequest
from engine.jobs.health import HealthRequest
from engine.jobs.novelties import NoveltyRequest
from engine.jobs.preparation import PreparationRequest
from engine.night.job_request import JobRequest
from engine.night.values import NightJobState
from engine.pgn.edit import append_games
from engine.play.correspondence import days_control
from engine.play.world.downloads import DownloadFilter, WorldError
from engine.play.world.http_client import HttpClient
from tablebases.generate.forecast import forecast
from tests.desktop.services.conftest import Make
from tests.desktop.services.training.test_mistake_trainer import AFTER_QH5, exercise

SERVICES = Path(__file__).parents[3] / "desktop" / "services"
START, BARE, BARE_TOO = chess.STARTING_FEN, "8/8/8/4k3/8/8/8/KR6 w - - 0 1", "8/8/8/4k3/8/8/8/K1R5 w - - 0 1"
ROW = BookRow("e2e4", "e4", "", "user")
KIT = (
    "kit/tasks.py",
    "kit/job_worker.py",
    "files/reading_jobs.py",
    "training/deck_service.py",
    "test_unexpected_errors.py",
)
GAMES = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[White "C"]\n\n1. d4 d5 *\n'
LONG_MS, SOON_MS = 30_000, 500
MOST_TIMES = 8  # a gesture may do as many pieces of work, one after another
Gesture = Callable[[Services, Path], object]


@dataclass
class Faults:
    """Makes each piece of work of a module raise once for each gesture: the first time that it is reached."""

    module: str
    gesture: int = 0
    raised: set[tuple[int, int]] = field(default_factory=set)  # gesture, and line that submits the work
    worked: set[int] = field(default_factory=set)  # lines

    def submitting(self) -> Callable[..., int]:
        """In place of `Worker.submit`."""

        def submit(worker: Worker, job: Callable[[], object], *answers: Callable[..., object]) -> int:
            frame = sys._getframe(1)
            while frame.f_back is not None and frame.f_code.co_filename.endswith(KIT):
                frame = frame.f_back
            ours = frame.f_code.co_filename.endswith(f"services/{self.module}.py")
            return _SUBMIT(worker, partial(self._run, job, frame.f_lineno) if ours else job, *answers)

        return submit

    def _run(self, job: Callable[[], object], line: int) -> object:
        if (self.gesture, line) in self.raised:
            self.worked.add(line)
            return job()
        self.raised.add((self.gesture, line))
        raise ZeroDivisionError(line)


_SUBMIT = Worker.submit


def _follow(services: Services, path: Path) -> None:
    """A file was changed of which a game is open."""
    if services.game.state.path:
        services.files.follow_change(services.game.state.path, append_games(Path(services.game.state.path), (GAMES,)))
    else:
        services.files.open_file(path, 0)


def _look(services: Services, path: Path) -> None:
    """Another position is shown: what is known of one is not asked again."""
    services.game.go_first()
    services.game.play_move("e2e4" if services.game.state.game.table.size % 2 else "d2d4")


def _listed(act: Callable[[GameListService], object]) -> Gesture:
    """A gesture in the list of games, which is read first."""

    def gesture(services: Services, path: Path) -> None:
        if services.lists.state.path != str(path) or not services.lists.state.total:
            services.lists.open(path)
        else:
            act(services.lists)

    return gesture


def _judge(services: Services, path: Path) -> None:
    services.mistakes.begin((exercise(),))
    services.game.play_move("g8f6")


def _people(services: Services, path: Path) -> None:
    services.people.want("test", True)
    _look(services, path)


def _explain(services: Services, path: Path) -> None:
    _look(services, path)
    services.explain.want(True)


def _coach(services: Services, path: Path) -> None:
    if not services.game.state.current:
        services.game.play_move("e2e4")
    services.coach.explain()


def _tried(services: Services, path: Path) -> None:
    services.settings.set("explain_tries", True)
    services.game.go_first()
    services.game.play_move("d2d4")


def _review(services: Services, path: Path) -> None:
    if services.game.state.game.table.size < 2:
        services.game.play_move("e2e4")
    services.review.start()


def _restore(services: Services, path: Path) -> None:
    services.game.play_move("e2e4")
    services.autosave.restore_all((SavedGame(str(path), "", "", 0, ""),))
    services.game.close_tab(services.game.state.tab)


def _learn(services: Services, _: Path) -> None:
    services.health._amend(CheckReport(1, "all", 2_000_000))
    services.health.learn()


def _table(services: Services, path: Path) -> None:
    maker = services.table_maker
    maker._reopen = lambda: None  # the sources of this test have no tables
    maker._set(TableMaking(MakingStage.FORECAST, "KRvK", str(path.parent), forecast(("KRvK",))))
    maker.begin()


def _pieces(services: Services, path: Path) -> None:
    services.settings.set("piece_set", OWN)
    services.settings.set("piece_folder", str(path.parent))
    services.pieces.read(services.settings.settings)


def _exchange(services: Services, path: Path) -> None:
    services.sharing.share_in(str(path.parent))
    services.sharing.exchange()


GESTURES: dict[str, list[Gesture]] = {
    "book/book_service": [
        _look,
        lambda services, _: services.book.undo(),
        lambda services, _: services.book.add_move(),
        lambda services, _: services.book.ask_report(services.game.state, True),
    ],
    "book/books_service": [
        lambda services, _: services.books.refresh(),
        lambda services, path: services.books.arrange(((path, True),)),
        lambda services, path: services.books.add(path),
        lambda services, path: services.books.build(BuildRequest((path,), "mine")),
        lambda services, _: services.books.switch("user", active=False),
        lambda services, path: services.books.write(path.with_suffix(".bin")),
    ],
    "book/explorer_service": [lambda services, path: services.collection.import_files((path,)), _look],
    "book/expected_service": [lambda services, _: services.book.changed.emit(BookState(START, rows=(ROW,)))],
    "book/learning_service": [
        lambda services, _: services.learning.refresh(),
        lambda services, _: services.learning.learn(services.game.state),
        lambda services, path: services.learning.learn_file(path, "A"),
        lambda services, _: services.learning.accept(1),
        lambda services, _: services.learning._start(),
    ],
    "kit/job_service": [
        lambda services, path: services.novelties.begin(NoveltyRequest((), (path,), nodes=10)),
        lambda services, path: services.habits.begin(BookDeviationsRequest(path, "A")),
        lambda services, path: services.collection.import_files((path,)),
        lambda services, path: services.mirror.look(path),
        lambda services, _: services.world.fetch("lichess", DownloadFilter("anna")),
        _table,
        lambda services, _: services.preparation.refresh(),
        lambda services, path: services.preparation.begin(PreparationRequest((path,), "A", path.parent / "indexes")),
        lambda services, path: services.preparation.remove(path),
        lambda services, _: services.health.refresh(),
        lambda services, _: services.health.begin(HealthRequest(positions=1, engine=False)),
        lambda services, _: services.health.repair(),
        _learn,
        lambda services, _: services.health.undo(),
        _review,
    ],
    "engines/coach_service": [_coach, _tried],
    "engines/engine_list": [
        lambda services, _: services.engines.add("/no/such/engine"),
        lambda services, _: services.engines.suggest(),
    ],
    "engines/explain_service": [_explain],
    "engines/likely_moves_service": [_people],
    "engines/project_service": [
        lambda services, _: services.projects.refresh(),
        lambda services, _: services.projects.show_as_game(),
    ],
    "engines/remembered_service": [lambda services, _: services.remembered.refresh()],
    "files/collection_service": [
        lambda services, path: services.collection.import_files((path,)),
        lambda services, _: services.collection.refresh(),
    ],
    "files/correspondence_service": [
        lambda services, _: services.correspondence.look(),
        lambda services, _: services.correspondence.begin(
            ("A", "B"), Side.WHITE, days_control(3), date(2026, 11, 1), moved=False
        ),
    ],
    "files/file_service": [
        lambda services, path: services.files.save_as(path.with_name("new.pgn")),
        lambda services, _: services.files.save(),
        lambda services, _: services.files.keep_played(services.game.state),
        _follow,
        lambda services, path: services.files.open_file(path, 1),
        lambda services, path: services.files.open_again(RememberedGame(str(path))),
        lambda services, path: services.files.append_to(path),
        lambda services, _: services.files.paste(GAMES * (LONGEST_AT_ONCE // len(GAMES) + 1)),
    ],
    "files/game_list_service": [
        _listed(lambda lists: lists.search("A")),
        _listed(lambda lists: lists.sort_by(MOVES)),
        _listed(lambda lists: lists.open_game(0)),
        _listed(lambda lists: lists.copy((0, 1))),
        _listed(lambda lists: lists.merge((0, 1))),
        _listed(lambda lists: lists.delete((0,))),
        _listed(lambda lists: lists.save_as((0,), Path(lists.state.path).with_name("some.pgn"))),
        lambda services, path: services.lists.begin_study(path.with_name("study.pgn"), Game.new()),
    ],
    "game/autosave": [_look, lambda services, _: services.autosave.find(lambda _: None), _restore],
    "home_service": [lambda services, _: services.home.look()],
    "game/engine_search": [lambda services, _: services.match.new_game(NewGame(human=Side.BLACK))],
    "kit/piece_folder": [_pieces],
    "night/night_service": [
        lambda services, _: services.night.look(),
        lambda services, path: services.night.add(JobRequest("review", (path,), nodes=10)),
        lambda services, _: services.night.set_state(1, NightJobState.PAUSED),
    ],
    "tables/table_maker": [lambda services, path: services.table_maker.look("KRvK", str(path.parent))],
    "tables/tablebase_service": [
        lambda services, _: services.tablebases.list_tables(),
        lambda services, _: services.files.set_position(BARE if services.game.state.fen != BARE else BARE_TOO),
    ],
    "training/endgame_trainer": [
        lambda services, _: services.endgames.list_signatures(),
        lambda services, _: services.endgames.count(),
        lambda services, _: services.endgames.begin(ExerciseRequest()),
        lambda services, _: services.endgames.begin_due(),
    ],
    "training/mistake_trainer": [
        _judge,
        lambda services, _: services.mistakes.count(),
        lambda services, _: services.mistakes.train(),
        lambda services, _: services.mistakes.save((exercise(),)),
        lambda services, _: services.mistakes.save((exercise(), exercise(AFTER_QH5[:3], "b8c6", "g7g6"))),
    ],
    "training/opening_trainer": [
        lambda services, _: services.openings.count(),
        lambda services, _: services.openings.add("mine", white=True, fen=START),
        lambda services, _: services.openings.remove(1),
    ],
    "training/practice_trainer": [
        lambda services, _: services.practice.count(),
        lambda services, _: services.practice.visualise(tuple(VisualKind)),
        lambda services, _: services.practice.train_clock(),
        lambda services, _: services.practice.save_clock(()),
    ],
    "training/tactics_trainer": [
        lambda services, _: services.tactics.count(),
        lambda services, _: services.tactics.begin(PuzzleSelection()),
        lambda services, path: services.tactics.add_file(path),
        lambda services, _: services.tactics.remove_file("none.csv"),
    ],
    "world/broadcast_service": [lambda services, _: services.broadcast.open("https://lichess.org/broadcast/a/b/c/d")],
    "world/sharing_service": [_exchange],
    "world/online_service": [lambda services, _: services.online.open_study("abcdefgh")],
}
SLOW = ("engines/likely_moves_service", "training/mirror_service", "training/tactics_trainer", "night/night_service")
NOT_HERE = {  # and why
    "engines/engine_analysis": "its work lasts until it is stopped, and begins again for each position",
    "engines/external_engines": "starts and ends programs, and has no state of its own",
    "training/findable_service": "needs a reviewed game; asks again with the next look",
    "game/match_service": "begins the clock; its search is that of `engine_search`",
    "kit/job_worker": "for others",
    "training/deck_service": "for others",
    "training/drill_service": "the reason of an answer; asks again with the next answer",
    "files/row_facts": "a part of `game_list_service`, with its worker",
    "files/growing_file": "a part of `game_list_service`, with its worker",
    "engines/level_service": "the evidence of a finished game; without it the result counts",
}


def _waiting(services: Services) -> bool:
    """Whether work is under way, or will be begun in a moment."""
    settling = (timer for service in services for timer in service.findChildren(QTimer))
    return any(worker._receivers for service in services for worker in service.findChildren(Worker)) or any(
        timer.isActive() and timer.isSingleShot() and timer.interval() <= SOON_MS for timer in settling
    )


def _silent(_wire: HttpClient) -> HttpClient:
    raise WorldError("there is no network in this test")


@pytest.mark.parametrize(
    "module", [pytest.param(module, marks=pytest.mark.long if module in SLOW else ()) for module in GESTURES]
)
def test_the_same_gesture_works_after_its_work_has_raised_what_nobody_expects(
    module: str, make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make()
    services = made.services
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, "utf-8")
    for setting in ("people_moves", "expected_scores", "net_study", "net_broadcast", "net_lichess"):
        services.settings.set(setting, True)
    monkeypatch.setattr(HttpClient, "__enter__", _silent)
    made.window_shown()
    qtbot.waitUntil(lambda: not _waiting(services), timeout=LONG_MS)
    faults = Faults(module)
    monkeypatch.setattr(Worker, "submit", faults.submitting())
    with capture_exceptions() as escaped:
        for faults.gesture, gesture in enumerate(GESTURES[module]):
            known = len(faults.raised)
            for _ in range(MOST_TIMES):
                before = len(faults.raised)
                gesture(services, path)
                qtbot.waitUntil(lambda: not _waiting(services), timeout=LONG_MS)
                if len(faults.raised) == before:
                    break
            assert len(faults.raised) > known, f"gesture {faults.gesture} reaches work of the service"
    assert faults.worked == {line for _, line in faults.raised}
    assert [kind for kind, *_ in escaped] == [ZeroDivisionError] * len(faults.raised), "each is reported, once"


def test_every_service_that_has_work_done_is_tried() -> None:
    """A `_job` is a JobService, and tried as that."""
    submitting = {
        path.relative_to(SERVICES).with_suffix("").as_posix()
        for path in SERVICES.rglob("*.py")
        if re.search(r"self\._(?!job\b)\w+\.(submit|submit_latest|begin)\(", path.read_text("utf-8"))
    }
    assert submitting - set(GESTURES) == set(NOT_HERE)
