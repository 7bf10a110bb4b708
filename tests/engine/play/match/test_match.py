"""Matches: who meets whom, openings, and the command with its PGN, journal and going on."""

import gzip
import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import chess
import chess.pgn
import pytest

from engine import command_line as cli
from engine.commands import match
from engine.game.clock import Clock
from engine.game.limits import Limits
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.game.time_control import TimeControl
from engine.play.match import events
from engine.play.match.errors import MatchError
from engine.play.match.events import Announcer
from engine.play.match.journal import MatchJournal
from engine.play.match.match_engine import EngineMove
from engine.play.match.openings import built_in_openings, opening_of, read_openings
from engine.play.match.referee import MatchMove
from engine.play.match.report import pairing_line
from engine.play.match.runner import OwnEngine
from engine.play.match.schedule import Encounter, GameResult, System, encounters, pairings, tally
from engine.play.match.spec import parse_engine
from tests.helpers.program import ROOT, engine_spec, ratsu_here, run_ratsu


def outcome(number: int, white: int, black: int, result: str) -> GameResult:
    winner = {"1-0": Side.WHITE, "0-1": Side.BLACK}.get(result)
    return GameResult(Encounter(number, white, black, 0), Outcome(winner, Termination.ADJUDICATION), 10)


def games_of(path: Path) -> list[chess.pgn.Game]:
    games = []
    with path.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert game.errors == []
            games.append(game)
    return games


def test_everybody_meets_everybody_with_reversed_colours() -> None:
    met = Counter((game.white, game.black) for game in encounters(4, System.ROUND_ROBIN, 6, 10))
    assert len(met) == 12 and set(met.values()) == {3}
    assert pairings(4, System.LADDER) == [(0, 1), (1, 2), (2, 3)]
    assert pairings(4, System.GAUNTLET) == [(0, 1), (0, 2), (0, 3)]


def test_both_games_of_a_pair_have_the_same_opening() -> None:
    games = list(encounters(2, System.ROUND_ROBIN, 8, 3))
    assert [game.opening for game in games] == [0, 0, 1, 1, 2, 2, 0, 0]
    assert [(game.white, game.black) for game in games[:2]] == [(0, 1), (1, 0)]


def test_an_odd_number_of_games_is_rounded_up() -> None:
    assert [(game.white, game.black) for game in encounters(2, System.ROUND_ROBIN, 3, 9)] == [(0, 1), (1, 0)] * 2


def test_the_opening_of_a_game_of_chess960_is_told_with_its_castling() -> None:
    """The window read it as an opening of plain chess: castling was an illegal move, and the match was shown as broken."""
    opening = chess.Board("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1", chess960=True)
    opening.push_uci("c1g1")
    told: list[str] = []
    Announcer(told.append).begin(Encounter(1, 0, 1, 0), opening)
    read = opening_of(json.loads(told[0])["opening"])
    assert (read, read.chess960, read.move_stack) == (opening, True, opening.move_stack)


def test_moves_made_at_once_are_told_though_the_next_one_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a book waited for the end of the thought behind them: the board of the window was moves behind."""
    told, now = list[str](), [1_000.0]
    monkeypatch.setattr(events, "time", SimpleNamespace(monotonic=lambda: now[0]))
    announcer, game = Announcer(told.append), Encounter(1, 0, 1, 0)
    announcer.start([], ())
    for move in ("e2e4", "e7e5", "g1f3"):
        announcer.moved(game, MatchMove(chess.Move.from_uci(move), EngineMove(None, 0.0), Clock.start(TimeControl())))
    now[0] += 1
    until = time.monotonic() + 60
    while len(told) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    announcer.end(False)
    assert [json.loads(line).get("moves") for line in told] == [None, ["e2e4"], ["e7e5", "g1f3"], None]


def test_a_longer_match_begins_with_the_shorter_one() -> None:
    assert list(encounters(3, System.ROUND_ROBIN, 10, 4))[:12] == list(encounters(3, System.ROUND_ROBIN, 4, 4))


def test_results_are_counted_from_either_side_and_in_pairs() -> None:
    played = [outcome(1, 0, 1, "1-0"), outcome(2, 1, 0, "1-0"), outcome(4, 1, 0, "0-1"), outcome(3, 0, 1, "1/2-1/2")]
    first = tally(played, 0, 1)
    assert (first.wins, first.draws, first.losses, first.pairs) == (2, 1, 1, (0.5, 0.75))
    second = tally(played, 1)
    assert (second.wins, second.draws, second.losses) == (1, 1, 2) and first.score + second.score == 1


def test_every_built_in_opening_is_another_playable_position() -> None:
    boards = built_in_openings()
    assert len({board.epd() for board in boards}) == len(boards) >= 50
    assert all(not board.is_check() and 6 <= board.ply() <= 12 for board in boards)


def test_packed_openings_are_read_as_plain_ones(tmp_path: Path) -> None:
    """A packed file was taken for a list of FEN, and the message was a line of bytes."""
    pgn, epd = tmp_path / "o.pgn.gz", tmp_path / "o.epd.GZ"
    pgn.write_bytes(gzip.compress(b"1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n"))
    assert [board.ply() for board in read_openings(pgn)] == [3, 2]
    epd.write_bytes(
        gzip.compress(b"4k3/8/8/8/8/8/4P3/4K3 w - -\r\n4k3/8/8/8/8/8/4P3/4K3 b - -\r8/8/8/8/8/4k3/4p3/4K3 w - -")
    )
    with pytest.raises(MatchError, match="no game can begin"):
        read_openings(epd)
    epd.write_bytes(gzip.compress(b"4k3/8/8/8/8/8/4P3/4K3 w - -\r\n# x\r4k3/8/8/8/8/8/4P3/4K3 b - -\rx"))
    with pytest.raises(MatchError, match="line 4 is not a position"):
        read_openings(epd)


def test_openings_are_read_from_pgn_epd_and_fen(tmp_path: Path) -> None:
    pgn = tmp_path / "o.pgn"
    pgn.write_text("1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n")
    assert [board.ply() for board in read_openings(pgn)] == [3, 2]
    assert [board.ply() for board in read_openings(pgn, plies=1)] == [1, 1]
    epd = tmp_path / "o.epd"
    epd.write_text("# two\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n\n4k3/8/8/8/8/8/4P3/4K3 b - - 3 20\n")
    boards = read_openings(epd)
    assert len(boards) == 2 and boards[1].halfmove_clock == 3 and boards[1].turn == chess.BLACK


@pytest.mark.parametrize("end", ["2 9", 'id "one";'])
def test_an_opening_of_chess960_keeps_its_castling_rights(tmp_path: Path, end: str) -> None:
    epd = tmp_path / "o.epd"
    epd.write_text(f"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - {end}\n")
    (board,) = read_openings(epd)
    assert board.chess960 and board.castling_shredder_fen() == "HFhf"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.epd", "nonsense\n", "line 1 is not a position"),
        ("a.epd", "8/8/8/8/8/8/8/8 w - - 0 1\n", "no game can begin"),
        ("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1\n", r"castling is allowed, but .* \(KQ\)"),
        ("a.epd", "\n", "no openings"),
        ("a.pgn", "1. e4 e5 2. Ke3 *\n", "game 1 is broken"),
        ("a.pgn", "1. e4 Nf3 ) e5 *\n", "game 1"),
    ],
)
def test_bad_openings_are_told_with_their_place(tmp_path: Path, name: str, text: str, told: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(MatchError, match=told):
        read_openings(path)
    with pytest.raises(MatchError, match="cannot read"):
        read_openings(tmp_path / "missing.epd")


MATCH = ("match", "--engine", "ratsu", "--engine", "ratsu", "--nodes", "100", "--max-moves", "30")


def test_a_match_is_played_written_and_summed_up(tmp_path: Path) -> None:
    pgn = tmp_path / "m.pgn"
    openings = tmp_path / "one.fen"
    openings.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n")
    done = ratsu_here(
        *(*MATCH, "--games", "4", "--pgn", str(pgn), "--json", "--concurrency", "2", "--openings", str(openings))
    )
    assert done.stderr.startswith("after 2 games of each pairing the openings (1) begin again")
    answer = json.loads(done.stdout)
    assert answer["games"] == 4 and set(answer["terminations"]) <= {"normal", "adjudication"}
    pairing = answer["pairings"][0]
    assert pairing["wins"] + pairing["draws"] + pairing["losses"] == 4
    games = games_of(pgn)
    assert sorted(game.headers["Round"] for game in games) == ["1", "2", "3", "4"]
    last_moves = [node for node in games[0].mainline() if node.eval() is not None]
    assert last_moves and all(node.emt() is not None for node in last_moves)


def test_an_engine_with_a_clock_of_its_own(tmp_path: Path) -> None:
    pgn = tmp_path / "odds.pgn"
    odds = ("match", "--engine", "ratsu", "--engine", "ratsu name=hurried tc=1", "--tc", "6", "--max-moves", "12")
    ratsu_here(*odds, "--games", "2", "--pgn", str(pgn))
    for game in games_of(pgn):
        assert "TimeControl" not in game.headers
        hurried_is_white = game.headers["White"] == "hurried"
        controls = game.headers["WhiteTimeControl"], game.headers["BlackTimeControl"]
        assert controls == (("1", "6") if hurried_is_white else ("6", "1"))
        clocks = [(node.turn() != hurried_is_white, node.clock()) for node in game.mainline()]
        left = [seconds for is_hurried, seconds in clocks if is_hurried and seconds is not None]
        assert left and max(left) <= 1
        assert all(1 < seconds <= 6 for is_hurried, seconds in clocks if not is_hurried and seconds is not None)
    other = [word.replace("tc=1", "tc=2") for word in odds]
    assert "different: engines" in ratsu_here(*other, "--pgn", str(pgn)).stderr


def test_the_same_command_goes_on_and_more_games_are_added(tmp_path: Path) -> None:
    pgn = tmp_path / "m.pgn"
    ratsu_here(*MATCH, "--games", "2", "--pgn", str(pgn))
    with pgn.open("a", newline="\n") as file:
        file.write('[Event "Ratsu match"]\n\n1. e4')  # as a crash between PGN and journal leaves it
    with pgn.with_name("m.pgn.journal").open("a") as file:
        file.write('{"game": {"enc')
    done = ratsu_here(*MATCH, "--games", "4", "--pgn", str(pgn))
    assert "continuing after 2 finished games" in done.stdout
    assert [game.headers["Round"] for game in games_of(pgn)] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + '[Event "Club"]\n[Result "1-0"]\n\n1. e4 1-0\n\n',
        lambda text: text + '[Event "Club"]\n\n1. e4 e5 {not over}\n',
        lambda text: text + text + text,
        lambda text: text.replace("1. d4", "1. d4 {mine}"),
    ],
)
def test_what_the_user_wrote_into_the_file_stays_when_a_match_goes_on(
    tmp_path: Path, change: Callable[[str], str]
) -> None:
    pgn = tmp_path / "m.pgn"
    result = GameResult(Encounter(1, 0, 1, 0), Outcome(Side.WHITE, Termination.ADJUDICATION), 1)
    game = '[Event "Ratsu match"]\n[Result "1-0"]\n\n1. d4 1-0\n\n'
    MatchJournal(pgn, {}).add(result, game)
    pgn.write_text(change(pgn.read_text()), newline="\n")
    kept = pgn.read_text()
    for torn in ("", game[:4], game[:40], game):  # what a crash leaves is still cut off
        pgn.write_text(kept + torn, newline="\n")
        MatchJournal(pgn, {}).add(result, game)
        kept += game
        assert pgn.read_text() == kept


def test_another_match_in_the_same_file_is_refused(tmp_path: Path) -> None:
    pgn = tmp_path / "m.pgn"
    ratsu_here(*MATCH, "--games", "2", "--pgn", str(pgn))
    before = pgn.read_bytes()
    done = ratsu_here(*MATCH, "--games", "2", "--pgn", str(pgn), "--draw", "10:5:50")
    assert done.returncode == 1 and "different: adjudication" in done.stderr and pgn.read_bytes() == before
    other = tmp_path / "mine.pgn"
    other.write_text("1. e4 *\n")
    for restart in ((), ("--restart",)):
        done = ratsu_here(*MATCH, "--pgn", str(other), *restart)
        assert done.returncode == 1 and "belongs to no match" in done.stderr and other.read_text() == "1. e4 *\n"


@pytest.mark.parametrize("kept", [True, False])
def test_an_interrupted_match_sums_up_and_leaves(kept: bool, tmp_path: Path) -> None:
    pgn = ["--pgn", str(tmp_path / "m.pgn")] if kept else []
    command = [sys.executable, "-m", "desktop.command", *MATCH, "--games", "500", *pgn]
    # A test run started in the background inherits an ignored SIGINT, which Python would then leave ignored.
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    child.send_signal(signal.SIGINT)
    rest, errors = child.communicate(timeout=300)
    told = "the same command continues" if kept else "without --pgn its games are not saved"
    assert first.startswith("game ") and child.returncode == 0, (first, rest, errors)
    assert f"interrupted; {told}\n" in rest


def test_ctrl_c_breaks_off_no_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(names: list[str], first: int, second: int, outcomes: list[GameResult]) -> str:
        signal.raise_signal(signal.SIGINT)
        return pairing_line(names, first, second, outcomes)

    monkeypatch.setattr(match, "pairing_line", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert cli.main([*MATCH, "--games", "4"]) == 0
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("game 1: ratsu - ratsu-2") and "|  ratsu - ratsu-2" in lines[0]
    assert lines[1:3] == ["", "interrupted; without --pgn its games are not saved"]


def test_a_decided_test_ends_the_match() -> None:
    done = ratsu_here(
        *(
            "match",
            "--engine",
            "ratsu",
            "--engine",
            "ratsu name=blind option.UCI_LimitStrength=true option.UCI_Elo=600",
        ),
        *("--nodes", "200", "--games", "100", "--sprt=-50:400", "--json"),
    )
    answer = json.loads(done.stdout)
    assert answer["sprt"]["verdict"] == "accepted" and answer["games"] < 60


@pytest.mark.parametrize(
    "arguments",
    [
        ("match",),
        ("match", "--engine", "ratsu"),
        ("match", "--engine", "ratsu", "--engine", "nosuch"),
        ("match", "--engine", "ratsu", "--engine", "ratsu", "--sprt", "5:0"),
        ("match", "--engine", "ratsu", "--engine", "ratsu", "--sprt", "0:1e9", "--games", "2", "--nodes", "1"),
        ("match", "--engine", "ratsu", "--engine", "ratsu", "--engine", "ratsu", "--sprt", "0:5", "--nodes", "1"),
        ("match", "--engine", "ratsu", "--engine", "ratsu", "--tc", "x"),
        ("match", "--engine", "ratsu", "--engine", "ratsu", "--tc", "*60+5"),
        ("match", "--engine", "ratsu", "--engine", "ratsu tc=1+0.1", "--nodes", "10"),
        ("match", "--engine", "ratsu", "--engine", "ratsu option.Nothing=1"),
        ("match", "--engine", "ratsu", "--engine", "cmd=/no/such/engine", "--nodes", "10"),
    ],
)
def test_a_match_that_cannot_be_is_told_in_one_sentence(arguments: tuple[str, ...]) -> None:
    done = ratsu_here(*arguments)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("option.UCI_Elo=500", "Odd: the option UCI_Elo cannot be '500'; it takes a whole number from 1320 to 3190"),
        ("option.Style=risky", "Odd: the option Style cannot be 'risky'; it takes one of: Solid, Normal, Risky Play"),
        ("option.Nope=3", "Odd has no option Nope; it has: Hash, "),
    ],
)
def test_a_value_that_an_engine_does_not_take_is_refused_before_the_match(
    option: str, sentence: str, tmp_path: Path
) -> None:
    """It was sent, and ignored: the match measured something else."""
    engine = f"name=Odd {engine_spec(sys.executable, ROOT / 'tests/helpers/odd_engine.py', 'plain')} {option}"
    pgn = tmp_path / "m.pgn"
    done = ratsu_here("match", "--engine", "ratsu", "--engine", engine, "--nodes", "10", "--pgn", str(pgn))
    assert (
        done.returncode == 1
        and done.stderr.startswith(f"ratsu match: {sentence}")
        and len(done.stderr.splitlines()) == 1
    )
    assert list(tmp_path.glob("m.pgn*")) == []  # the mended command is not another match


@pytest.mark.long
def test_a_hundred_games_with_itself_are_without_a_fault() -> None:
    """Reliability promise P13: 100 games at 2,000 nodes a move, refereed by python-chess."""
    done = run_ratsu(
        *("match", "--engine", "ratsu", "--engine", "ratsu", "--nodes", "2000", "--games", "100", "--json"),
        timeout_s=1800,
    )
    answer = json.loads(done.stdout)
    assert answer["games"] == 100 and set(answer["terminations"]) <= {"normal", "adjudication"}


def test_the_heuristic_level_is_the_type_b_search() -> None:
    spec = parse_engine("ratsu level=heuristic")
    assert spec.name == "ratsu heuristic" and dict(spec.options)["Heuristic Search"] == "true"
    assert "UCI_LimitStrength" not in dict(spec.options)
    one = OwnEngine(spec)
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    one.new_game(board)
    assert one.think(board, Limits(depth=3), Stopper()).move == chess.Move.from_uci("d1d8")
    one.close()
