"""Every command and protocol plays Chess960 from any start to the end of the game: it is learned, saved where the door
saves games, and the program ends with 0."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import chess
import chess.engine
import pytest
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.folder import default_folder
from books.learning.played import board_of
from desktop.compose import Composition
from desktop.model.game.match import FULL_STRENGTH, NewGame
from engine.game.position import Position
from engine.pgn.reader import read_games
from engine.play.book.game_memory import LEAST_OWN_MOVES
from tests.desktop.services.conftest import folders_in
from tests.helpers.program import ROOT, run_ratsu

RATSU = (sys.executable, "-m", "desktop.command")
DEPTH, NODES = 13, 8_000  # shorter searches teach full strength nothing
OWN_MOVES = 4  # of a game here; fewer than three teach nothing
SPEC = "ratsu option.OwnBook=true option.Hash=1 option.Threads=1"


def drawn_starts(count: int, seed: int) -> list[int]:
    """Numbers of Chess960 starts; the normal one is not among them, it proves nothing."""
    return random.Random(seed).sample([number for number in range(960) if number != 518], count)


def start_of(number: int) -> chess.Board:
    return chess.Board.from_chess960_pos(number)


def answer(board: chess.Board, dice: random.Random) -> chess.Move:
    """A legal move: castling where it can be played, any other one where not. A null move if the game is over."""
    legal: list[chess.Move] = [*board.legal_moves]
    castles: list[chess.Move] = [move for move in legal if board.is_castling(move)]
    return dice.choice(castles or legal or [chess.Move.null()])


def learned_starts(folder: Path | None = None) -> list[str]:
    """Where the games began that the learned book has, sorted. `folder`: of the books, None: the user's."""
    library = Library(None, (folder or default_folder()) / "learned.ratsubook", None)
    assert library.learned is not None
    fens = [board_of(fen) for (fen,) in library.learned.query("SELECT fen FROM games ORDER BY id")]
    library.close()
    return sorted(board.fen() for board in fens)


def saved_starts(path: Path) -> list[str]:
    games = [*read_games(path)]
    assert all(game.main_line() and game.result != "*" for game in games)
    return sorted(game.start_fen for game in games)


def by_uci(numbers: Sequence[int], _folder: Path) -> list[int]:
    """Nobody says how a game ended: the next one begins, or the program ends."""
    taught = []
    engine = chess.engine.SimpleEngine.popen_uci([*RATSU, "uci"], cwd=ROOT, timeout=120)
    with engine:
        engine.configure({"OwnBook": True, "Hash": 1, "Threads": 1})
        for number in numbers:
            board, dice = start_of(number), random.Random(number)
            for _ in range(OWN_MOVES):
                move = engine.play(board, chess.engine.Limit(nodes=NODES), game=number).move
                assert move is not None
                board.push(move)
                reply = answer(board, dice)
                if not reply:
                    break
                board.push(reply)
            taught += [number] if len(board.move_stack) > 2 * (LEAST_OWN_MOVES - 1) else []
        engine.quit()
    assert engine.returncode.result(60) == 0
    return taught


def by_xboard(numbers: Sequence[int], _folder: Path) -> list[int]:
    command, taught = [*RATSU, "xboard"], []
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ratsu:
        assert ratsu.stdin is not None
        assert ratsu.stdout is not None
        say = partial(print, file=ratsu.stdin, flush=True)
        say("xboard\nprotover 2\noption OwnBook=1\nmemory 8\ncores 1")
        for number in numbers:
            board, dice = start_of(number), random.Random(number)
            say(f"new\nvariant fischerandom\nsetboard {board.fen()}\nsd {DEPTH}\ngo")
            for _ in range(OWN_MOVES):
                board.push_xboard(_word_after("move", ratsu.stdout))
                move = answer(board, dice)
                if not move:
                    break
                say(f"usermove {board.xboard(move)}")
                board.push(move)
            else:
                if not board.is_game_over():
                    _word_after("move", ratsu.stdout)
            say(f"result {board.result() if board.is_game_over() else '0-1'} {{it ends}}")
            taught += [number] if len(board.move_stack) > 2 * (LEAST_OWN_MOVES - 1) else []
        say("quit")
        ratsu.communicate(timeout=120)
    assert ratsu.returncode == 0
    return taught


def by_match(numbers: Sequence[int], folder: Path) -> list[int]:
    """White and Black are Ratsu, and both learn; the games are drawn by their length."""
    starts, pgn = folder / "starts.epd", folder / "match.pgn"
    starts.write_text("".join(f"{start_of(number).fen()}\n" for number in numbers))
    games = ("--games", str(2 * len(numbers)), "--openings", str(starts), "--max-moves", "4", "--nodes", str(NODES))
    told = run_ratsu(
        "match", "--engine", SPEC, "--engine", f"{SPEC} name=other", *games, "--pgn", str(pgn), timeout_s=1_800
    )
    assert told.returncode == 0, told
    assert "report it" not in told.stderr, told.stderr
    assert set(saved_starts(pgn)) == {start_of(number).fen() for number in numbers}
    return [*numbers]


def at_the_console(numbers: Sequence[int], folder: Path) -> list[int]:
    """The human, who has White, moves at random and resigns; Ratsu resigns to nobody so early."""
    taught = []
    for number in numbers:
        board, dice = start_of(number), random.Random(number)
        words = (
            "--chess960",
            "--fen",
            board.fen(),
            "--depth",
            str(DEPTH),
            "--hash",
            "1",
            "--pgn",
            str(folder / "console.pgn"),
        )
        command = [*RATSU, "play", *words]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ratsu:
            assert ratsu.stdin is not None
            assert ratsu.stdout is not None
            for _ in range(OWN_MOVES):
                move = answer(board, dice)
                if not move:
                    break
                print(board.uci(move), file=ratsu.stdin, flush=True)
                board.push(move)
                if not board.is_game_over():
                    board.push_san(_word_after("Ratsu plays", ratsu.stdout))
            taught += [number] if len(board.move_stack) >= 2 * LEAST_OWN_MOVES else []
            print("resign\nquit", file=ratsu.stdin, flush=True)
            ratsu.communicate(timeout=120)
        assert ratsu.returncode == 0
    assert saved_starts(folder / "console.pgn") == sorted(start_of(number).fen() for number in numbers)
    return taught


def _word_after(beginning: str, lines: Iterable[str]) -> str:
    """The next word of the first line that begins so."""
    return next(line.removeprefix(beginning).split()[0] for line in lines if line.startswith(f"{beginning} "))


DOORS: dict[str, Callable[[Sequence[int], Path], list[int]]] = {
    "play": at_the_console,
    "match": by_match,
    "uci": by_uci,
    "xboard": by_xboard,
}


def play_all(door: str, numbers: Sequence[int], folder: Path) -> None:
    taught = DOORS[door](numbers, folder)
    assert len(taught) >= 0.9 * len(numbers)
    twice = 2 if door == "match" else 1  # for each engine a game
    found = learned_starts()
    assert set(found) == {start_of(number).fen() for number in taught}
    assert len(found) >= twice * len(taught), door


@pytest.mark.parametrize("door", DOORS)
def test_a_chess960_game_is_played_to_its_end_and_learned(door: str, tmp_path: Path) -> None:
    play_all(door, drawn_starts(1, len(door)), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("door", DOORS)
def test_sixty_random_starts_are_played_to_their_end_and_learned(door: str, tmp_path: Path) -> None:
    share = drawn_starts(60, 2026)[list(DOORS).index(door) :: len(DOORS)]
    play_all(door, share, tmp_path)


def test_the_window_plays_one_to_its_end_and_learns_it(qtbot: QtBot, tmp_path: Path) -> None:
    composition = Composition(folders_in(tmp_path / "user"), reply_ms=0)
    services = composition.services
    services.settings.set("hash_mb", 16)
    composition.window_shown()
    board, dice = start_of(drawn_starts(1, 7)[0]), random.Random(7)
    level = replace(FULL_STRENGTH, move_time_ms=1)
    services.match.new_game(NewGame(level=level, start=Position.of(board.fen(), chess960=True)))
    for _ in range(OWN_MOVES):
        qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=20_000)
        services.match.typed_move(board.uci(answer(board, dice)))
        qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=20_000)
        state = services.game.state
        board = chess.Board(state.game.start_fen, chess960=True)
        for uci in state.game.moves(state.live):
            board.push_uci(uci)
    services.match.resign()
    assert composition.close()  # which waits for what is to be stored
    assert services.files.played_games is not None
    assert saved_starts(services.files.played_games) == [board.root().fen()]
    assert learned_starts(tmp_path / "user" / "data" / "books") == [board.root().fen()]
