"""Games and analysis with engines of others, through the services: good ones, and the bad doubles of promise P15."""

import shlex
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.engines import EngineEntry
from desktop.model.game.match import MatchPlayer, NewGame, level_of, ratsu
from desktop.model.tournament import Participant, TournamentPlan
from desktop.services.engines.engine_list import AwaitedGreeting
from engine.game.outcome import Termination
from engine.game.reason_words import english
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.play.external.launch import Deadlines, Dialect
from tests.desktop.services.conftest import Heard, folders_in
from tests.desktop.window_doubles import ScriptedSources
from tests.helpers.orphans import none_left, processes_with
from tests.helpers.program import ROOT, engine_spec

BAD = ROOT / "tests/helpers/bad_engine.py"
QUICK = Deadlines(
    start_s=60.0, features_s=0.3, ready_s=60.0, stop_s=5.0, quit_s=0.3, grace_s=60.0, flood_lines=20_000,
    endless_bytes=2_000_000,
)  # fmt: skip
MakeWith = Callable[..., Composition]


@pytest.fixture
def mark() -> Iterator[str]:
    word = f"marked-{uuid.uuid4().hex}"
    yield word
    assert none_left(word), processes_with(word)


@pytest.fixture
def make_with(qapp: object, tmp_path: Path, mark: str) -> Iterator[MakeWith]:
    """A composition in the test's own folders, closed before the look at what was left behind."""
    made: list[Composition] = []

    def make(deadlines: Deadlines = QUICK) -> Composition:
        folders = folders_in(tmp_path / "user")
        composition = Composition(folders, ScriptedSources(), reply_ms=0, deadlines=deadlines)
        made.append(composition)
        return composition

    yield make
    for composition in made:
        composition.close()


def command(behaviour: str, mark: str) -> str:
    return shlex.join((sys.executable, "-S", str(BAD), behaviour, mark))


def add(composition: Composition, behaviour: str, mark: str, qtbot: QtBot) -> EngineEntry:
    engines = composition.services.engines
    with qtbot.waitSignal(engines.changed, timeout=30_000):
        engines.add(command(behaviour, mark))
    engines.rename(engines.entries[-1].key, "Badmouse")
    return engines.entries[-1]


def put(composition: Composition, behaviour: str, mark: str) -> EngineEntry:
    """Into the list without a greeting, for those that would not survive it."""
    engines = composition.services.engines
    entry = EngineEntry("bad", "Badmouse", (sys.executable, "-S", str(BAD), behaviour, mark), Dialect.UCI)
    engines._set((*engines.entries, entry))
    return entry


def play(composition: Composition, entry: EngineEntry, *moves: str, qtbot: QtBot, **wanted: object) -> Heard:
    """A game as White against the engine; waits for its answer to each move but the last."""
    match, game = composition.services.match, composition.services.game
    heard = Heard(match.message, composition.services.externals.message)
    match.new_game(replace(NewGame(engine=entry.key, engine_name=entry.name), **wanted))  # type: ignore[arg-type]
    for index, move in enumerate(moves):
        qtbot.waitUntil(lambda: game.state.user_may_move, timeout=30_000)
        match.user_move(move)
        if index + 1 < len(moves):
            qtbot.waitUntil(lambda n=2 * index + 2: len(game.state.game.main_line()) >= n, timeout=30_000)  # type: ignore[misc]
    return heard


def line(composition: Composition) -> list[str]:
    return [node.uci for node in composition.services.game.state.game.main_line()]


def test_a_game_against_an_engine_of_others_has_its_name_and_its_reasons(
    make_with: MakeWith, mark: str, qtbot: QtBot
) -> None:
    composition = make_with()
    entry = add(composition, "shuffle", mark, qtbot)
    assert (entry.own_name, entry.author, entry.dialect) == ("Bad (shuffle)", "nobody", Dialect.UCI)
    play(composition, entry, "g1f3", "f3g1", qtbot=qtbot, control=TimeControl(60_000, 1_000))
    state = composition.services.game.state
    qtbot.waitUntil(lambda: len(line(composition)) == 4, timeout=30_000)
    assert line(composition) == ["g1f3", "g8f6", "f3g1", "f6g8"]
    assert state.game.header("Black") == "Badmouse"
    answer = composition.services.game.state.game.main_line()[1]
    assert answer.origin is not None and english(answer.origin.reason) == "Badmouse: 0.00 at depth 1"
    composition.services.match.resign()
    assert none_left(mark)  # its game is over


ENDS = {
    "illegal": (Termination.ILLEGAL_MOVE, "Badmouse played e2e7, not legal"),
    "none": (Termination.ILLEGAL_MOVE, "Badmouse played (none), not legal"),
}


@pytest.mark.parametrize("behaviour", ENDS)
def test_who_moves_illegally_loses_and_is_named(behaviour: str, make_with: MakeWith, mark: str, qtbot: QtBot) -> None:
    composition = make_with()
    termination, sentence = ENDS[behaviour]
    heard = play(composition, put(composition, behaviour, mark), "g1f3", qtbot=qtbot)
    qtbot.waitUntil(lambda: composition.services.game.state.outcome is not None, timeout=30_000)
    outcome = composition.services.game.state.outcome
    assert outcome is not None and outcome.winner is Side.WHITE and outcome.termination is termination
    assert sentence in heard.texts


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ("dies in go", "Badmouse has crashed (SIGSEGV)"),
        ("dies at start", "Badmouse has ended by itself (exit code 127)"),
        ("floods", "Badmouse floods"),
        ("endless line", "Badmouse sends a line without end"),
        ("closes stdout", "Badmouse has closed its output"),
    ],
)
def test_an_engine_that_fails_again_and_again_is_given_up_and_the_game_waits(
    behaviour: str, sentence: str, make_with: MakeWith, mark: str, qtbot: QtBot
) -> None:
    composition = make_with()
    heard = play(composition, put(composition, behaviour, mark), "g1f3", qtbot=qtbot, control=TimeControl(60_000))
    state = composition.services.game
    qtbot.waitUntil(lambda: state.state.adjourned, timeout=60_000)
    assert sentence in heard.texts and "“Resume” tries again" in heard.texts
    assert heard.texts.count("Restarting it") in (2, 3)  # with dies at start the first start is the warm-up's
    assert line(composition) == ["g1f3"] and none_left(mark)
    clock = composition.services.clock.state.clock
    assert clock.running is None


def test_an_engine_that_died_once_goes_on_with_its_game_and_its_clock_stood(
    make_with: MakeWith, mark: str, qtbot: QtBot, tmp_path: Path
) -> None:
    composition = make_with()
    entry = put(composition, "dies once", str(tmp_path / mark))
    heard = play(composition, entry, "g1f3", "f3g1", qtbot=qtbot, control=TimeControl(60_000))
    qtbot.waitUntil(lambda: len(line(composition)) == 4, timeout=30_000)
    assert line(composition) == ["g1f3", "g8f6", "f3g1", "f6g8"]
    assert heard.texts.count("Badmouse has crashed (SIGSEGV). Restarting it; its clock is stopped.") == 1
    assert (composition.services.clock.state.clock.black_ms or 0) > 50_000


@pytest.mark.parametrize("behaviour", ["ignores quit", "grandchild", "dies after quit", "not text", "NUL"])
def test_odd_engines_play_and_go_with_the_program(behaviour: str, make_with: MakeWith, mark: str, qtbot: QtBot) -> None:
    composition = make_with()
    entry = add(composition, behaviour, mark, qtbot)
    play(composition, entry, "g1f3", qtbot=qtbot)
    qtbot.waitUntil(lambda: len(line(composition)) == 2, timeout=30_000)
    assert composition.close() and none_left(mark)


def test_closing_while_an_engine_ignores_everything_takes_seconds_not_minutes(
    make_with: MakeWith, mark: str, qtbot: QtBot
) -> None:
    composition = make_with()
    play(composition, put(composition, "silent in go", mark), "g1f3", qtbot=qtbot, control=TimeControl(600_000))
    qtbot.waitUntil(lambda: len(processes_with(mark)) >= 2, timeout=30_000)
    composition.close()
    assert none_left(mark)


@pytest.mark.parametrize("behaviour", ["silent", "dies at start"])
def test_what_is_no_engine_is_not_added_and_the_reason_told(
    behaviour: str, make_with: MakeWith, mark: str, qtbot: QtBot
) -> None:
    composition = make_with(replace(QUICK, start_s=0.5, grace_s=0.2, without_clock_s=0.2))
    engines = composition.services.engines
    heard: list[AwaitedGreeting] = []
    engines.greeting_changed.connect(heard.append)
    engines.add(command(behaviour, mark))
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=30_000)
    assert engines.entries == () and "cannot be used as an engine" in str(heard[-1].problem)


def test_the_list_survives_the_program_and_a_damaged_file_is_kept_aside(
    make_with: MakeWith, mark: str, qtbot: QtBot, tmp_path: Path
) -> None:
    composition = make_with()
    entry = add(composition, "wrong options", mark, qtbot)
    option = next(option for option in entry.options if option.name == "Upside")
    engines = composition.services.engines
    engines.replace(entry.with_value(option, "7"))
    twin = engines.duplicate(entry.key)
    again = make_with().services.engines
    assert again.entries == engines.entries and [one.name for one in again.entries] == ["Badmouse", "Badmouse (2)"]
    assert again.entries[1].key == twin and dict(again.entries[0].values) == {"Upside": "7"}
    file = tmp_path / "user/config/engines.json"
    file.write_text("{ not json")
    damaged = make_with().services.engines
    heard = Heard(damaged.message)
    damaged.tell_problems()
    assert damaged.entries == () and "cannot be read" in heard.texts
    assert file.with_name("engines.json.damaged").read_text() == "{ not json"


def test_nothing_is_taken_back_and_nobody_helps_in_a_rated_game(make_with: MakeWith, mark: str, qtbot: QtBot) -> None:
    composition = make_with()
    services = composition.services
    heard = Heard(services.match.message)
    services.match.new_game(NewGame(rated=True))
    services.match.user_move("g1f3")
    qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=30_000)
    before = services.game.state.game
    services.match.take_back()
    services.match.ask_hint()
    assert services.game.state.game is before and heard.texts.count("This is a rated game") == 2


def test_a_rated_result_is_kept_and_an_unrated_one_is_not(make_with: MakeWith, mark: str, tmp_path: Path) -> None:
    services = make_with().services
    level = level_of("club player")
    for rated in (False, True):
        services.match.new_game(NewGame(Side.BLACK, level, rated=rated))
        services.match.resign()
    games = services.rating.state.games
    assert [(one.opponent, one.elo, one.score, one.white) for one in games] == [
        ("Ratsu (Club player)", 1600, 0.0, False)
    ]
    now = services.rating.state.now
    assert now is not None and now.elo < 1500 and now.low < now.elo < now.high
    assert make_with().services.rating.state == services.rating.state
    services.rating.forget()
    assert services.rating.state.games == () and len(list((tmp_path / "user/data").glob("rated games.until*"))) == 1


def test_who_agrees_to_use_help_has_lost_and_plays_on(make_with: MakeWith, mark: str, qtbot: QtBot) -> None:
    services = make_with().services
    heard = Heard(services.rating.message)
    services.match.new_game(NewGame(rated=True, level=level_of("club player")))
    services.match.user_move("e2e4")
    services.analysis.look_at(services.game.state)
    services.analysis.set_running(True)
    refused = services.analysis.state
    assert not refused.running, "nobody has agreed"
    assert not services.help.use(lambda: services.analysis.set_running(True))
    services.help.agree(services.game.state.tab, lambda: services.analysis.set_running(True))
    match = services.game.state.match
    assert match is not None and not match.rated and services.game.state.playing
    assert "counts as lost" in heard.texts and services.analysis.state.running
    services.match.resign()
    assert [(game.score, game.reason) for game in services.rating.state.games] == [(0.0, "help")]


def test_a_guest_analyses_beside_ratsu_and_a_crash_is_told(
    make_with: MakeWith, mark: str, qtbot: QtBot, tmp_path: Path
) -> None:
    composition = make_with()
    services = composition.services
    entry = put(composition, "dies once", str(tmp_path / mark))
    heard = Heard(services.externals.message)
    services.analysis.look_at(services.game.state)
    services.analysis.choose([entry.key])
    services.analysis.set_running(True)
    qtbot.waitUntil(lambda: bool(services.analysis.state.lines), timeout=30_000)
    assert services.analysis.state.lines[0].moves == ("g1f3",) and services.analysis.state.depth == 5
    assert heard.texts == "Badmouse has crashed (SIGSEGV). It was started again."
    services.analysis.set_running(False)
    services.engines.remove(entry.key)
    assert none_left(mark)


def test_an_engine_that_cannot_go_on_is_told_in_the_panel(make_with: MakeWith, mark: str, qtbot: QtBot) -> None:
    composition = make_with()
    services = composition.services
    entry = put(composition, "dies at start", mark)
    services.analysis.look_at(services.game.state)
    services.analysis.choose([entry.key])
    services.analysis.set_running(True)
    qtbot.waitUntil(lambda: "Badmouse has ended by itself" in str(services.analysis.state.problem), timeout=30_000)


def test_an_engine_that_says_nothing_and_does_not_stop_is_told_once_in_the_panel(
    make_with: MakeWith, mark: str, qtbot: QtBot
) -> None:
    """It was started again at each step without a word, and "starting …" stayed."""
    composition = make_with(replace(QUICK, stop_s=0.3))
    services = composition.services
    entry = put(composition, "silent in go", mark)
    analysis, game = services.analysis, services.game
    told: list[str] = []
    analysis.changed.connect(lambda state: told.append(str(state.problem)))
    analysis.look_at(game.state)
    analysis.choose([entry.key])
    analysis.set_running(True)
    sentence = "Badmouse did not stop within 0.3 s. It is started again for each position."
    for move in ("e2e4", "e7e5"):
        qtbot.waitUntil(lambda: len(processes_with(mark)) >= 2, timeout=30_000)
        game.play_move(move)
        analysis.look_at(game.state)
        qtbot.waitUntil(lambda: str(analysis.state.problem) == sentence, timeout=30_000)
    assert analysis.state.running
    analysis.set_running(False)
    assert not analysis.state.problem
    qtbot.wait(600)  # its last search does not stop either
    assert not analysis.state.problem and set(told) == {"", sentence}


def test_a_match_between_engines_ends_with_the_program(make_with: MakeWith, mark: str, qtbot: QtBot) -> None:
    composition = make_with()
    spec = f"name=Bad {engine_spec(sys.executable, '-S', BAD, 'shuffle', mark)}"
    players = (Participant("ratsu", ratsu(), "ratsu name=Ratsu"), Participant("bad", MatchPlayer("Bad"), spec))
    composition.services.tournaments.start(TournamentPlan(players, limit="movetime", amount="1", games=100))
    qtbot.waitUntil(lambda: len(processes_with(mark)) >= 2, timeout=60_000)
    assert composition.close() and none_left(mark)
