"""One game between engines that behave and engines that do not: each fault is its own end, and nobody is left behind."""

import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from engine.game.clock import Clock
from engine.game.info import Score
from engine.game.limits import Limits
from engine.game.outcome import Outcome
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.game.time_control import FixedLimits, TimeControl
from engine.play.external.launch import Deadlines
from engine.play.match import match_engine
from engine.play.match.adjudication import Adjudicator, Rules
from engine.play.match.errors import MatchError
from engine.play.match.match_engine import EngineMove, MatchEngine
from engine.play.match.referee import MatchGame, play_game
from engine.play.match.runner import LOOK_S, MatchConfig, play, start
from engine.play.match.schedule import Encounter
from engine.play.match.spec import EngineSpec, Protocol
from tablebases.tables import Tablebases

FAKE = Path(__file__).parents[3] / "helpers" / "fake_engine.py"
FIXED = TimeControl(budget=FixedLimits(depth=1))
# What every test waits for to its end is short; the rest is for engines that do what they should, on a busy machine too.
SHORT = Deadlines(
    start_s=60.0, ready_s=60.0, grace_s=60.0, write_s=60.0, without_clock_s=60.0, quit_s=0.3, features_s=0.3
)


class Scripted:
    """Plays given moves, each taking a given time and with a given score."""

    def __init__(self, *moves: str, seconds: float = 0.0, centipawns: int | None = None) -> None:
        self._moves = list(moves)
        self._seconds = seconds
        self._score = None if centipawns is None else Score(centipawns=centipawns)

    def new_game(self, board: chess.Board) -> None:
        pass

    def think(self, board: chess.Board, limits: Limits, stopper: Stopper) -> EngineMove:
        return EngineMove(board.parse_san(self._moves.pop(0)), self._seconds, self._score, 1, 1)

    def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
        pass

    def close(self) -> None:
        pass


def referee(
    white: MatchEngine,
    black: MatchEngine,
    control: TimeControl = FIXED,
    rules: Rules | None = None,
    fen: str = chess.STARTING_FEN,
    margin_ms: int = 0,
) -> MatchGame:
    players = {chess.WHITE: white, chess.BLACK: black}
    game = play_game(players, chess.Board(fen), control, Adjudicator(rules or Rules()), margin_ms=margin_ms)
    assert game is not None
    return game


@pytest.fixture(autouse=True)
def short_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_engine, "DEADLINES", SHORT)


@pytest.fixture
def engines() -> Iterator[list[MatchEngine]]:
    started: list[MatchEngine] = []
    yield started
    for engine in started:
        engine.close()


def fake(protocol: Protocol, behaviour: str, engines: list[MatchEngine]) -> MatchEngine:
    command = (sys.executable, "-S", str(FAKE), protocol.value, behaviour)
    engine = start(EngineSpec(f"{protocol.value} {behaviour}", protocol, command))
    engines.append(engine)
    return engine


def test_mate_ends_the_game_with_the_winner() -> None:
    game = referee(Scripted("f3", "g4"), Scripted("e5", "Qh4#"))
    assert (game.outcome.result, game.outcome.termination.label, str(game.outcome)) == ("0-1", "normal", "Black mates")
    assert [move.move.uci() for move in game.moves] == ["f2f3", "e7e5", "g2g4", "d8h4"]


def test_the_third_repetition_draws() -> None:
    game = referee(Scripted("Nf3", "Ng1", "Nf3", "Ng1"), Scripted("Nf6", "Ng8", "Nf6", "Ng8"))
    assert (game.outcome.result, str(game.outcome), len(game.moves)) == ("1/2-1/2", "draw by repetition", 8)


def test_a_fallen_flag_loses_and_a_margin_forgives() -> None:
    control = TimeControl(1_000)
    game = referee(Scripted("e4", seconds=1.01), Scripted("e5"), control)
    assert (game.outcome.result, game.outcome.termination.label) == ("0-1", "time forfeit")
    assert "0.010 s" in str(game.outcome)
    forgiven = referee(Scripted("f3", "g4", seconds=0.505), Scripted("e5", "Qh4#"), control, margin_ms=20)
    assert forgiven.outcome.termination.label == "normal"


def test_a_clock_at_exactly_zero_has_fallen() -> None:
    game = referee(Scripted("e4", seconds=1.0), Scripted("e5"), TimeControl(1_000))
    assert (game.outcome.result, game.outcome.termination.label) == ("0-1", "time forfeit")
    in_time = referee(Scripted("f3", "g4", seconds=0.499), Scripted("e5", "Qh4#"), TimeControl(1_000))
    assert in_time.outcome.termination.label == "normal"


def test_a_fallen_flag_draws_against_a_bare_king() -> None:
    game = referee(Scripted("e3", seconds=2), Scripted(), TimeControl(1_000), fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert (game.outcome.result, game.outcome.termination.label) == ("1/2-1/2", "time forfeit")


def test_each_side_has_its_own_control() -> None:
    clock = Clock.start(TimeControl(10_000, 1_000, black=TimeControl(1_000, 100, moves=2))).run(Side.WHITE)
    clock = clock.elapse(4_000).press(Side.WHITE)
    assert clock.white_ms == 7_000 and clock.limits(Side.WHITE).moves_to_go is None
    assert clock.elapse(1_500).flagged() is Side.BLACK
    limits = clock.limits(Side.BLACK)
    assert (limits.white_increment_ms, limits.black_increment_ms, limits.moves_to_go) == (1000, 100, 2)


def test_the_increment_and_the_next_control_are_added() -> None:
    clock = Clock.start(TimeControl(10_000, 1_000, moves=2))
    found = [clock.limits(Side.WHITE)]
    for _ in range(2):
        clock = clock.run(Side.WHITE).elapse(4_000).press(Side.WHITE).press(Side.BLACK)
        found.append(clock.limits(Side.WHITE))
    assert [limits.white_time_ms for limits in found] == [10_000, 7_000, 14_000]
    assert [limits.moves_to_go for limits in found] == [2, 1, 2]


@pytest.mark.parametrize("protocol", [Protocol.UCI, Protocol.XBOARD])
@pytest.mark.parametrize(
    ("behaviour", "termination"),
    [("illegal", "illegal move"), ("dies", "crash"), ("silent", "stall")],
)
def test_each_fault_is_its_own_end(
    protocol: Protocol, behaviour: str, termination: str, engines: list[MatchEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    if behaviour == "silent":
        monkeypatch.setattr(match_engine, "DEADLINES", replace(SHORT, without_clock_s=1.0))
    game = referee(fake(protocol, "shuffle", engines), fake(protocol, behaviour, engines))
    assert (game.outcome.result, game.outcome.termination.label, game.faulty) == ("1-0", termination, Side.BLACK)
    assert f"{protocol.value} {behaviour}" in str(game.outcome)


@pytest.mark.parametrize("protocol", [Protocol.UCI, Protocol.XBOARD])
@pytest.mark.parametrize("behaviour", ["shuffle", "flood"])
def test_an_engine_that_only_talks_too_much_plays_on(
    protocol: Protocol, behaviour: str, engines: list[MatchEngine]
) -> None:
    rules = Rules(max_moves=2 if behaviour == "flood" else 400)
    game = referee(fake(protocol, "shuffle", engines), fake(protocol, behaviour, engines), rules=rules)
    assert game.outcome.result == "1/2-1/2" and game.faulty is None


def test_an_xboard_engine_is_told_to_move_when_its_time_for_the_move_is_over(engines: list[MatchEngine]) -> None:
    """XBoard's `st` knows whole seconds: at 0.1 s a move such an engine had ten times the time of the others."""
    engine = fake(Protocol.XBOARD, "waits", engines)
    game = referee(engine, Scripted("e5", "d5", "c5", "b5"), TimeControl(budget=FixedLimits(100)), Rules(max_moves=4))
    assert game.outcome.termination.label == "adjudication"
    # The shortest, because a busy machine gives some of the answers late.
    assert 0.1 <= min(made.thought.elapsed_s for made in game.moves[::2]) < 0.9


def test_a_resignation_is_no_fault(engines: list[MatchEngine]) -> None:
    xboard = Protocol.XBOARD
    game = referee(fake(xboard, "resigns", engines), fake(xboard, "shuffle", engines))
    assert (game.outcome.result, game.outcome.termination.label, game.faulty) == ("0-1", "resignation", None)


@pytest.mark.parametrize("protocol", [Protocol.UCI, Protocol.XBOARD])
def test_an_engine_that_ignores_quit_is_ended_with_its_children(protocol: Protocol) -> None:
    for behaviour in ("deaf", "child"):
        engine = start(EngineSpec(behaviour, protocol, (sys.executable, "-S", str(FAKE), protocol.value, behaviour)))
        started = time.monotonic()
        engine.close()
        engine.close()
        assert time.monotonic() - started < 60  # they sleep ten minutes


@pytest.mark.parametrize("protocol", [Protocol.UCI, Protocol.XBOARD])
def test_a_program_that_is_not_there_is_told(protocol: Protocol) -> None:
    with pytest.raises(MatchError, match="there is no program /no/such/engine"):
        start(EngineSpec("missing", protocol, ("/no/such/engine",)))


def test_a_program_that_ends_at_once_does_not_start() -> None:
    with pytest.raises(MatchError, match=r"does not start|has closed its input"):
        referee(
            start(EngineSpec("gone", Protocol.UCI, (sys.executable, "-S", str(FAKE), "uci", "gone"))), Scripted("e5")
        )


def test_an_engine_without_setboard_is_given_the_opening_as_moves(engines: list[MatchEngine]) -> None:
    opening = chess.Board()
    for san in ("a4", "a5", "b4", "b5"):
        opening.push_san(san)
    players = {side: fake(Protocol.XBOARD, "shuffle", engines) for side in chess.COLORS}
    game = play_game(players, opening, FIXED, Adjudicator(Rules(max_moves=4)))
    assert game is not None and (game.outcome.termination.label, game.faulty) == ("adjudication", None)
    assert [move.uci() for move in game.board.move_stack[:5]] == ["a2a4", "a7a5", "b2b4", "b7b5", "g1f3"]


@pytest.mark.parametrize("protocol", [Protocol.UCI, Protocol.XBOARD])
def test_a_match_that_is_stopped_waits_for_no_move(protocol: Protocol, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that ignore a limit of nodes think until their time is up: two minutes a move in the window."""
    monkeypatch.setattr(match_engine, "DEADLINES", replace(SHORT, without_clock_s=600.0))
    command = (sys.executable, "-S", str(FAKE), protocol.value, "silent")
    specs = tuple(EngineSpec(name, protocol, command) for name in ("one", "other"))
    setup = MatchConfig(specs, (chess.Board(),), FIXED, Rules(), concurrency=2)
    games = iter([Encounter(1, 0, 1, 0), Encounter(2, 1, 0, 0)])
    stopper, started = Stopper(), time.monotonic()
    timer = threading.Timer(3, stopper.stop)
    timer.start()
    assert [*play(setup, games, stopper)] == []
    timer.cancel()
    assert time.monotonic() - started < 300


def test_both_engines_must_see_a_lost_game_before_it_is_called() -> None:
    rules = Rules(resign_moves=2, resign_cp=500)
    lost, winning = Scripted("f3", "a3", "h3", centipawns=-600), Scripted("e5", "a6", "h6", centipawns=600)
    game = referee(lost, winning, rules=rules)
    assert (game.outcome.result, game.outcome.termination.label, len(game.moves)) == ("0-1", "adjudication", 4)
    hopeful = Scripted("f3", "a3", "Kf2", centipawns=-600)
    blind = Scripted("e5", "a6", "Qh4+", centipawns=100)
    with pytest.raises(IndexError):
        referee(hopeful, blind, rules=rules)


def test_a_draw_is_called_when_both_see_nothing() -> None:
    fen = "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 40"
    moves = ("Ke2", "Kd2", "Kc2"), ("Ke7", "Kd7", "Kc7")
    white, black = (Scripted(*side, centipawns=5) for side in moves)
    game = referee(white, black, rules=Rules(draw_from=40, draw_moves=2), fen=fen)
    assert (game.outcome.result, game.outcome.termination.label, len(game.moves)) == ("1/2-1/2", "adjudication", 4)


def test_tablebases_are_asked_right_after_a_capture() -> None:
    players: dict[chess.Color, MatchEngine] = {chess.WHITE: Scripted("Kxe2"), chess.BLACK: Scripted()}
    board = chess.Board("4k3/8/8/8/8/8/4p3/3QK3 w - - 0 1")
    with Tablebases() as tables:
        game = play_game(players, board, FIXED, Adjudicator(Rules(), tables))
    assert game is not None and (game.outcome.result, str(game.outcome)) == ("1-0", "adjudication: tablebases")


def test_a_game_is_written_before_anybody_learns_from_it_and_a_failure_then_costs_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    events: list[str] = []

    class Learner(Scripted):
        def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
            events.append("learns")
            raise RuntimeError("the book is gone")

    lines = iter([("f3", "g4", "a3", "b3"), ("e5", "Qh4#", "e5", "d5")])
    games = iter([Encounter(1, 0, 1, 0), Encounter(2, 0, 1, 0)])

    def learner(_spec: EngineSpec) -> MatchEngine:
        return Learner(*next(lines))

    monkeypatch.setattr("engine.play.match.runner.start", learner)
    specs = tuple(EngineSpec(name, Protocol.OWN, ()) for name in ("one", "other"))
    setup = MatchConfig(specs, (chess.Board(),), FIXED, Rules(max_moves=2))

    for game, _ in play(setup, games, keep=lambda game, _: events.append(f"written {game.number}")):
        events.append(f"told {game.number}")
    assert [event for event in events if not event.startswith("told")] == [
        "written 1", "learns", "learns", "written 2", "learns", "learns",
    ]  # fmt: skip
    assert [event for event in events if event.startswith("told")] == ["told 1", "told 2"]
    assert "White could not learn from its game" in capsys.readouterr().err


def test_a_game_that_ends_while_the_match_is_stopped_is_told_as_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was in the file of the match but not in its table, which a restart of the program then showed."""
    lines = iter([("f3", "g4"), ("e5", "Qh4#")])
    monkeypatch.setattr("engine.play.match.runner.start", lambda _spec: Scripted(*next(lines)))
    specs = tuple(EngineSpec(name, Protocol.OWN, ()) for name in ("one", "other"))
    setup = MatchConfig(specs, (chess.Board(),), FIXED, Rules())
    stopper, kept = Stopper(), []

    def keep(encounter: Encounter, _game: MatchGame) -> None:
        kept.append(encounter.number)
        stopper.stop()
        time.sleep(2 * LOOK_S)  # the match looks, and finds that it is to stop

    games = iter([Encounter(1, 0, 1, 0), Encounter(2, 0, 1, 0)])
    assert [encounter.number for encounter, _ in play(setup, games, stopper, keep=keep)] == kept == [1]
