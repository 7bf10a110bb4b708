"""Engines that are odd, as public reports describe them: they play on, and are sent only what they take."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from engine.game.limits import Limits
from engine.play.external.client import Client
from engine.play.external.errors import EngineUnusable, Resignation
from engine.play.external.launch import DEADLINES, Dialect, Launch
from engine.play.external.supervised import SupervisedEngine
from engine.play.external.uci_client import UciClient
from engine.play.external.uci_lines import parse_info
from engine.play.external.xboard_client import XBoardClient
from tests.helpers.program import ROOT

ODD = ROOT / "tests/helpers/odd_engine.py"
PATIENT = replace(DEADLINES, start_s=60.0, features_s=60.0, ready_s=60.0, stop_s=60.0, grace_s=60.0, write_s=60.0)
MOVE = Limits(move_time_ms=50)
GAME = ("g1f3", "g8f6", "f3g1", "f6g8") * 3

Start = Callable[[str], UciClient]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts an odd engine; what it is sent is in the file `log`."""
    monkeypatch.setenv("ODD_LOG", str(tmp_path / "log"))
    clients: list[Client] = []

    def started(oddity: str) -> UciClient:
        client = UciClient(Launch("Odd", (sys.executable, "-S", str(ODD), oddity)), PATIENT)
        clients.append(client)
        return client

    yield started
    for client in clients:
        client.close()


def play(client: UciClient) -> None:
    """A game of both sides' moves; each must be the answer to its own position."""
    board = chess.Board()
    client.new_game(board)
    for expected in GAME:
        reply = client.go(board, MOVE)
        assert reply.move == chess.Move.from_uci(expected) and reply.lines[0].depth == 5
        board.push(reply.move)


@pytest.mark.parametrize("oddity", ["plain", "spaces", "tabs", "twice", "twice, late"])
def test_white_space_and_a_move_said_twice_cost_no_move(oddity: str, start: Start) -> None:
    """A blank before `bestmove` lost the game, and a second `bestmove` answered the next `go`."""
    client = start(oddity)
    assert client.identity.name == ("Tab  bed" if oddity == "tabs" else "Odd") and len(client.identity.options) == 9
    play(client)


def test_an_engine_that_says_its_move_once_is_not_asked_for_more_than_its_moves(start: Start, tmp_path: Path) -> None:
    """Only the first move of an engine is checked for a second answer."""
    play(start("plain"))
    assert (tmp_path / "log").read_text().split().count("isready") == 2  # for the new game, and after the first move


def test_a_move_that_was_pondered_on_is_not_an_older_one(start: Start) -> None:
    client, board = start("twice, late"), chess.Board()
    client.new_game(board)
    for expected in GAME[:4]:
        reply = client.go(board, MOVE)
        assert reply.move == chess.Move.from_uci(expected)
        board.push(reply.move)
        client.ponder(board, MOVE)  # hits every time: both sides are this engine


def test_a_search_that_ended_by_itself_when_it_was_stopped_answers_no_other(start: Start) -> None:
    client, board = start("twice, late"), chess.Board()
    client.new_game(board)
    client.ponder(board, MOVE)
    board.push_uci("e2e4")
    assert client.go(board, MOVE).move == chess.Move.from_uci("g8f6")


def test_a_name_that_is_not_utf_8_is_read(start: Start) -> None:
    assert start("latin1").identity.name == "José"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("UCI_Elo", "500", "Odd: the option UCI_Elo cannot be '500'; it takes a whole number from 1320 to 3190"),
        ("Hash", "1e3", "Odd: the option Hash cannot be '1e3'; it takes a whole number from 1 to 128"),
        ("style", "wild", "Odd: the option Style cannot be 'wild'; it takes one of: Solid, Normal, Risky Play"),
        ("Caps", "1", "Odd: the option Caps cannot be '1'; it takes true or false"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_not_sent(
    name: str, value: str, sentence: str, start: Start, tmp_path: Path
) -> None:
    client = start("plain")
    with pytest.raises(EngineUnusable) as refusal:
        client.set_option(name, value)
    client.wait_until_ready()
    assert str(refusal.value) == sentence and "setoption" not in (tmp_path / "log").read_text()


def test_values_are_sent_as_they_are_declared(start: Start, tmp_path: Path) -> None:
    client = start("plain")
    for name, value in (
        ("path", ""),
        ("STYLE", "risky play"),
        ("Caps", "False"),
        ("Clear  Hash", ""),
        ("Variant", "max"),
    ):
        client.set_option(name, value)
    client.set_option("Huge", "9223372036854775807")
    client.wait_until_ready()
    sent = [line for line in (tmp_path / "log").read_text().splitlines() if line.startswith("setoption")]
    assert sent == [
        "setoption name Path value <empty>",
        "setoption name Style value Risky Play",
        "setoption name Caps value false",
        "setoption name Clear Hash",
        "setoption name Variant value max",
        "setoption name Huge value 9223372036854775807",
    ]


def test_a_saved_value_that_a_new_version_does_not_take_costs_no_engine(start: Start) -> None:
    launch = Launch("Odd", (sys.executable, "-S", str(ODD), "plain"))
    engine = SupervisedEngine(launch, Dialect.UCI, {"Hash": "4096", "Style": "Solid"}, PATIENT)
    assert engine.ready().alive
    engine.close()


XBOARD = """
import sys, time
plies = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["protover"]:
        print('  feature\\tsetboard=1 usermove=1 ping=1 myname="Old" option="Skill -spin 5 0 9" option="Own -check 1" done=1')
    elif words[:1] == ["ping"]:
        print("pong", words[1])
    elif words[:1] == ["new"]:
        plies = 0
    elif words[:1] in (["go"], ["usermove"]):
        plies += words[0] == "usermove"
        if "{says}" == "twice":
            print("\\tmove " + ("g1f3", "f3g1")[plies % 2], flush=True)
            time.sleep(0.03)
            print("move " + ("g1f3", "f3g1")[plies % 2])
        else:
            print("{says}")
    elif words[:1] == ["option"]:
        print("#", *words)
    elif words == ["quit"]:
        break
    sys.stdout.flush()
"""


def old_engine(tmp_path: Path, says: str) -> XBoardClient:
    script = tmp_path / "old.py"
    script.write_text(XBOARD.replace("{says}", says))
    return XBoardClient(Launch("Old", (sys.executable, "-S", str(script))), PATIENT)


@pytest.mark.parametrize(
    "says", ["computer resigns", "Computer resigns.", "I resign", "resign", "tellics resign", "0-1 {bye}"]
)
def test_an_xboard_engine_resigns_in_any_words(says: str, tmp_path: Path) -> None:
    """`computer resigns` without a result counted as silence (cutechess, issue 645)."""
    client = old_engine(tmp_path, says)
    with pytest.raises(Resignation):
        client.go(chess.Board(), MOVE)
    client.close()


def test_a_move_that_an_xboard_engine_says_twice_answers_once(tmp_path: Path) -> None:
    client, board = old_engine(tmp_path, "twice"), chess.Board()
    for mine, other in (("g1f3", "g8f6"), ("f3g1", "f6g8")) * 3:
        reply = client.go(board, Limits(depth=1))
        assert reply.move == chess.Move.from_uci(mine)
        board.push(reply.move)
        board.push_uci(other)
    client.close()


def test_an_xboard_engine_is_sent_only_what_it_takes(tmp_path: Path) -> None:
    client = old_engine(tmp_path, "resign")
    with pytest.raises(
        EngineUnusable, match="Old: the option Skill cannot be '10'; it takes a whole number from 0 to 9"
    ):
        client.set_option("Skill", "10")
    for value in ("1", "false"):
        client.set_option("own", value)
    client.close()


@pytest.mark.parametrize(("said", "read"), [("3", 3), ("999999", 1000), ("-999999", -1000)])
def test_a_mate_that_is_too_far_is_bounded(said: str, read: int) -> None:
    info = parse_info(f"info depth 5 score mate {said} pv e2e4", chess.Board())
    assert info is not None and info.score.mate == read
