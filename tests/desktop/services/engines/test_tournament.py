"""Matches between engines in the window's services: played, written as games end, stopped, gone on with, no orphans."""

import subprocess
import sys
import time
import uuid
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import chess
import chess.pgn
import pytest
from pytestqt.qtbot import QtBot

from books.folder import LEARNED_BOOK, default_folder
from books.store.book_file import BookFile
from books.store.connecting import Access
from desktop.model.engines import EngineEntry
from desktop.model.game.match import MatchPlayer, ratsu
from desktop.model.tournament import (
    EngineStanding,
    Participant,
    TournamentPlan,
    TournamentState,
    dump_plan,
    participants_of,
    read_plan,
)
from desktop.services.engines import tournament_run
from desktop.services.engines.tournament_service import TournamentService
from engine.game.outcome import Outcome, Termination
from engine.ground.json_text import JsonError
from engine.jobs.job import Context
from engine.play.external.launch import Dialect
from engine.play.match.events import Announcer
from engine.play.match.schedule import Encounter, GameResult
from engine.play.match.spec import Protocol as MatchProtocol
from engine.play.match.spec import parse_engine
from tests.desktop.services.conftest import Heard
from tests.helpers.orphans import none_left, processes_with
from tests.helpers.program import ROOT, engine_spec

BAD = ROOT / "tests/helpers/bad_engine.py"
TWO = (
    Participant("ratsu", ratsu(), "ratsu name=Ratsu"),
    Participant("weak", MatchPlayer("Weak"), "ratsu name=Weak level=600"),
)
PLAN = TournamentPlan(TWO, limit="nodes", amount="200", games=4, draw="", resign="", tablebases=False)


@pytest.fixture
def service(qapp: object, tmp_path: Path) -> Iterator[TournamentService]:
    made = TournamentService(tmp_path / "matches")
    yield made
    assert made.close()


def over(service: TournamentService, qtbot: QtBot) -> TournamentState:
    qtbot.waitUntil(lambda: not service.state.running, timeout=120_000)
    return service.state


def games_of(path: str) -> list[chess.pgn.Game]:
    found = []
    with Path(path).open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            found.append(game)
    return found


def test_a_match_of_four_fast_games_is_played_and_stands_in_its_pgn(
    service: TournamentService, qtbot: QtBot, tmp_path: Path
) -> None:
    heard = Heard(service.message)
    live: list[str] = []
    boards: list[str] = []
    service.changed.connect(lambda state: live.extend(str(game.white) for game in state.live))
    service.changed.connect(lambda state: boards.extend(game.fen for game in state.live))
    grown: list[str] = []
    service.grown.connect(grown.append)
    service.start(PLAN)
    state = over(service, qtbot)
    assert (str(state.problem), len(state.finished), state.may_go_on) == ("", 4, False)
    assert state.plan is not None and set(grown) == {state.plan.pgn}, "a list of its games is told that they are more"
    assert [row.games for row in state.standings] == [4, 4] and sum(row.points for row in state.standings) == 4
    # Only the last state of several in a short time is told: a quick game may never be seen while it runs.
    assert state.standings[0].player == ratsu() and live and set(live) <= {"Ratsu", "Weak"}
    assert state.plan is not None
    games = games_of(state.plan.pgn)
    assert boards[-1] == games[-1].end().board().fen(), "the last position stays on the small board"
    assert [game.headers["White"] for game in games] == ["Ratsu", "Weak", "Ratsu", "Weak"]
    assert [game.headers["Result"] for game in games] == [game.outcome.result for game in state.finished]
    assert "The match is over: 4 games" in heard.texts
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("matches/*")} == {0}, "nobody else reads the games"
    service.start(PLAN)
    began = service.state  # before its process has said anything: the standings were those of the match before
    assert began.running and not began.finished and [row.games for row in began.standings] == [0, 0]


@pytest.mark.parametrize("system", ["swiss", "knockout"])
def test_the_table_of_a_tournament_is_saved_as_a_page_and_for_a_spreadsheet(
    service: TournamentService, qtbot: QtBot, tmp_path: Path, system: str
) -> None:
    service.start(replace(PLAN, system=system, games=2))
    state = over(service, qtbot)
    heard = Heard(service.message)
    service.write_table(tmp_path / "cup.csv")
    service.write_table(tmp_path / "cup.html")
    rows = [line.split(",") for line in (tmp_path / "cup.csv").read_text().splitlines()]
    assert [row[1] for row in rows[:3]] == ["engine", *(str(row.player) for row in state.standings)]
    assert f"<h2>{system.capitalize()}</h2>" in (tmp_path / "cup.html").read_text() and len(heard.all) == 2
    service.write_table(tmp_path / "cup.txt")
    assert "has to end with .csv or .html" in str(service.state.problem)


def test_a_stopped_match_goes_on_after_a_restart_of_the_program(
    service: TournamentService, qtbot: QtBot, tmp_path: Path
) -> None:
    service.start(replace(PLAN, games=60, amount="3000"))
    qtbot.waitUntil(lambda: len(service.state.finished) >= 1, timeout=120_000)
    service.stop()
    assert service.state.stopping
    state = over(service, qtbot)
    assert 1 <= len(state.finished) < 60 and state.may_go_on
    again = TournamentService(tmp_path / "matches")
    assert again.state.finished == state.finished and again.state.standings == state.standings
    again.go_on()
    qtbot.waitUntil(lambda: len(again.state.finished) > len(state.finished), timeout=120_000)
    assert again.close()
    assert state.plan is not None
    numbers = [game.headers["Round"] for game in games_of(state.plan.pgn)]
    assert len(numbers) == len(set(numbers)) >= len(state.finished) + 1


def test_a_match_is_counted_once_for_all_that_it_has_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was for every move: behind 3,000 games of a quick match the window was 100 events late, and held the match up."""
    lines: deque[str] = deque()
    announcer, counted = Announcer(lines.append), 0
    announcer.start([], ())
    for number in range(40):
        announcer.begin(Encounter(number, 0, 1, 0), chess.Board())
    announcer.end(False)

    def count(plan: TournamentPlan, _: object) -> TournamentState:
        nonlocal counted
        counted += 1
        return TournamentState(plan)

    process = SimpleNamespace(line_within=lambda _: (lines.popleft(), 0.0), close=lambda *_: True)
    monkeypatch.setattr(tournament_run, "EngineProcess", lambda *_: process)
    monkeypatch.setattr(tournament_run, "state_of", count)
    assert len([*tournament_run.TournamentRun().run(PLAN, Context())]) == 1 and not lines and counted == 1


def test_engines_of_a_match_are_gone_with_it(service: TournamentService, qtbot: QtBot) -> None:
    mark = f"marked-{uuid.uuid4().hex}"
    command = engine_spec(sys.executable, "-S", BAD, "grandchild", mark)
    service.start(
        replace(PLAN, participants=(TWO[0], Participant("bad", MatchPlayer("Bad"), f"name=Bad {command}")), games=200)
    )
    qtbot.waitUntil(lambda: len(processes_with(mark)) >= 4, timeout=60_000)
    assert service.close()
    assert none_left(mark), processes_with(mark)


def test_a_program_that_is_killed_leaves_no_match_and_no_engine(tmp_path: Path) -> None:
    mark = f"marked-{uuid.uuid4().hex}"
    command = engine_spec(sys.executable, "-S", BAD, "grandchild", mark)
    plan = replace(
        PLAN,
        participants=(TWO[0], Participant("bad", MatchPlayer("Bad"), f"name=Bad {command}")),
        games=200,
        pgn=str(tmp_path / "m.pgn"),
    )
    (tmp_path / "plan.json").write_bytes(dump_plan(plan))
    code = (
        "import pathlib\n"
        "from desktop.model.tournament import read_plan\n"
        "from desktop.services.engines.tournament_run import TournamentRun\n"
        "from engine.jobs.job import Context\n"
        f"plan = read_plan(pathlib.Path({str(tmp_path / 'plan.json')!r}).read_bytes())\n"
        "print(*TournamentRun().run(plan, Context()))\n"
    )
    program = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    try:
        deadline = time.monotonic() + 60
        while len(processes_with(mark)) < 5:
            assert time.monotonic() < deadline, processes_with(mark)
            time.sleep(0.05)
    finally:
        program.kill()
        program.wait()
    assert none_left(mark), processes_with(mark)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("name=Bad cmd=/no/such/engine", "Bad: there is no program /no/such/engine"),
        (f"name=Bad {engine_spec(sys.executable, '-S', BAD, 'dies at start')}", "Bad does not start"),
    ],
)
def test_a_match_that_cannot_be_played_says_why(spec: str, told: str, service: TournamentService, qtbot: QtBot) -> None:
    heard = Heard(service.message)
    service.start(replace(PLAN, participants=(TWO[0], Participant("bad", MatchPlayer("Bad"), spec))))
    state = over(service, qtbot)
    assert told in str(state.problem) and told in heard.texts and "Traceback" not in str(state.problem)


def test_a_decided_proof_ends_the_match(service: TournamentService, qtbot: QtBot) -> None:
    service.start(replace(PLAN, games=200, sprt="-50:400"))
    state = over(service, qtbot)
    assert state.decided and not state.may_go_on and "accepted" in str(state.sprt) and len(state.finished) < 100


def test_every_participant_is_an_engine_that_the_match_can_read() -> None:
    other = EngineEntry("k", "Toga: 'x y'", ("/opt/my engine/toga", "--flag x"), Dialect.XBOARD, "/opt/my engine")
    found = participants_of((other,))
    specs = {str(one.player): parse_engine(one.spec) for one in found}
    assert list(specs) == [spec.name for spec in specs.values()]
    toga = specs["Toga: 'x y'"]
    assert (toga.command, toga.folder, toga.protocol) == (other.command, other.folder, MatchProtocol.XBOARD)
    assert dict(specs["Ratsu (solid)"].options)["Style"] == "solid"
    assert dict(specs["Ratsu (Club player)"].options)["UCI_Elo"] == "1600"


def test_a_plan_is_read_as_it_was_written_and_a_damaged_one_is_none() -> None:
    plan = replace(PLAN, pgn="/tmp/x.pgn", sprt="0:10")
    assert read_plan(dump_plan(plan)) == plan
    for damaged in (b"{}", b"not json", dump_plan(PLAN)):
        with pytest.raises(JsonError):
            read_plan(damaged)


@pytest.mark.parametrize(
    ("system", "engines", "total"), [("round robin", 3, 12), ("gauntlet", 4, 12), ("ladder", 3, 8)]
)
def test_the_number_of_games_is_known_before(system: str, engines: int, total: int) -> None:
    plan = replace(
        PLAN, participants=tuple(Participant(str(n), MatchPlayer(str(n)), "ratsu") for n in range(engines)), games=3
    )
    assert replace(plan, system=system).total == total


def test_ratsu_with_its_book_learns_from_a_tournament(service: TournamentService, qtbot: QtBot) -> None:
    """As in a match of the command line: the same learner. Shorter searches teach nothing."""
    with_book = next(one for one in participants_of(()) if "option.OwnBook=true" in one.spec)
    service.start(replace(PLAN, participants=(with_book, TWO[1]), amount="5000", games=2))
    assert len(over(service, qtbot).finished) == 2
    with BookFile(default_folder() / LEARNED_BOOK, Access.READ) as book:
        assert book.query("SELECT count(*) FROM games") == [(2,)]


@pytest.mark.parametrize("closed", [False, True], ids=["stopped", "closed"])
def test_a_match_that_ends_before_its_first_game_leaves_no_files_and_can_be_continued(
    service: TournamentService, qtbot: QtBot, tmp_path: Path, closed: bool
) -> None:
    service.start(replace(PLAN, amount="100000"))
    qtbot.waitUntil(lambda: bool(service.state.live), timeout=120_000)
    if closed:
        assert service.close()
    else:
        service.stop()
        over(service, qtbot)
    files = sorted(path.name for path in tmp_path.glob("matches/*"))
    assert files == ["last match.json"]
    again = TournamentService(tmp_path / "matches")
    assert again.state.may_go_on and not again.state.finished
    again.go_on()
    qtbot.waitUntil(lambda: bool(again.state.live), timeout=120_000)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("matches/*")} == {0}
    assert again.close()


@pytest.mark.parametrize(
    ("system", "points", "words"),
    [
        ("round robin", (3.0, 1.0), "The match is over: 4 games, Ratsu first."),
        ("round robin", (2.0, 2.0), "The match is over: 4 games, a tie for first place."),
        ("ladder", (1.0, 3.0), "The match is over: 4 games."),
        ("ladder", (0.0, 1.0), "The match is over: one game."),
        ("round robin", (1.0, 0.0), "The match is over: one game, Ratsu first."),
    ],
)
def test_nobody_is_called_first_who_is_not(system: str, points: tuple[float, float], words: str) -> None:
    """Of two with equal points the first in the alphabet was, and of a ladder its lowest step."""
    number = int(sum(points))
    rows = tuple(EngineStanding(player, own, number, 0, 0, 0) for player, own in zip(PLAN.players, points, strict=True))
    games = (GameResult(Encounter(1, 0, 1, 0), Outcome(None, Termination.STALEMATE), 10),) * number
    assert str(TournamentState(replace(PLAN, system=system), standings=rows, finished=games).ending) == words


def test_games_that_decide_drawn_matches_come_on_top_of_the_plan() -> None:
    """“12 of 10 games” stood there, and the bar was full before the end."""
    plan = replace(PLAN, system="knockout")
    game = GameResult(Encounter(1, 0, 1, 0), Outcome(None, Termination.STALEMATE), 10)
    assert TournamentState(plan).total == plan.total
    assert TournamentState(plan, finished=(game,) * (plan.total + 1)).total == plan.total + 1
