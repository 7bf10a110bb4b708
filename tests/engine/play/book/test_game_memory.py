"""A game is learned wherever it was played from the own book: UCI, XBoard, the console, a match; once, and never half."""

import io
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.key import position_key
from books.learning.evidence_weight import LEAST_NODES, trust
from books.learning.played import LearnedGame, board_of, fen_of, plies
from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from engine.game.info import Info, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, GameEnd, MoveChoice
from engine.game.outcome import Outcome, Termination
from engine.game.reason import Reason, ReasonKind
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.game.time_control import FixedLimits, TimeControl
from engine.ground.errors import PositionError
from engine.play.book.game_memory import GameMemory
from engine.play.match.runner import OwnEngine
from engine.play.match.spec import parse_engine
from engine.play.mover import RatsuMover
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer
from engine.protocols.xboard import XBoardServer
from engine.rules.fen import START_FEN

WHY = Reason(ReasonKind.ONLY_MOVE)


def chosen(move: str, value: int | None = None) -> MoveChoice:
    """A move of the book, or of a search with a value."""
    if value is None:
        return MoveChoice(move, ChoiceSource.BOOK, WHY)
    info = Info(1, 1, 1, Score(centipawns=value), 20, 1, (move,))
    return MoveChoice(move, ChoiceSource.SEARCH, WHY, SearchResult(move, None, (info,), 20, 1))


def played(memory: GameMemory, moves: str, white: bool = True, values: tuple[int | None, ...] = ()) -> tuple[str, ...]:
    """Plays a game into a memory. `values`: what our side thought, None for a book move."""
    words, told = tuple(moves.split()), iter(values)
    for ply in range(0 if white else 1, len(words), 2):
        memory.note(GamePosition(START_FEN, words[:ply], chess960=False), chosen(words[ply], next(told, None)))
    return words


LINE = "e2e4 e7e5 g1f3 b8c6 f1c4 c6d4 f3e5 d8g5 e5f7 g5g2"


def test_a_loss_with_little_time_left_weighs_less() -> None:
    memory, words = GameMemory(), LINE.split()
    for ply in range(0, len(words), 2):
        left = Limits(white_time_ms=30_000 - 3_000 * ply, black_time_ms=60_000)
        memory.note(GamePosition(START_FEN, tuple(words[:ply]), chess960=False), chosen(words[ply], -20 * ply), left)
    game = memory.take(GameEnd(result="0-1", own_white=True))
    assert game is not None
    assert game.time_left_s == 6.0
    assert trust(replace(game, time_left_s=4.0)) == trust(game) / 2


def test_a_game_that_is_only_followed_by_another_ends_as_its_last_evaluation_says() -> None:
    memory = GameMemory()
    played(memory, LINE, True, (None, None, None, -80, -410))
    game = memory.take(GameEnd())
    assert game is not None
    assert (game.result, game.own_white, game.book_plies) == ("0-1", True, 5)
    assert game.evaluations == (None, None, None, -80, -410)
    assert memory.take(GameEnd()) is None  # once
    assert game.time_left_s is None
    played(memory, LINE, False, (None, None, 20, 35, 30))
    assert getattr(memory.take(GameEnd()), "result", None) == "*"
    played(memory, LINE, False, (None, None, 20, 35, 500))
    assert getattr(memory.take(GameEnd()), "result", None) == "0-1"


def test_the_rules_and_the_protocol_say_more_than_an_evaluation() -> None:
    memory = GameMemory()
    mate = (*played(memory, "f2f3 e7e5 g2g4", True, (None, 20)), "d8h4")
    memory.note(GamePosition(START_FEN, mate[:2], chess960=False), chosen("g2g4", 30))
    assert memory.take(GameEnd(GamePosition(START_FEN, mate, chess960=False))) is None  # two own moves are no game
    long = (*["a2a3", "a7a6"], *mate)
    for ply in (0, 2, 4):
        memory.note(GamePosition(START_FEN, long[:ply], chess960=False), chosen(long[ply], 30))
    game = memory.take(GameEnd(GamePosition(START_FEN, long, chess960=False)))
    assert game is not None
    assert (game.result, game.termination) == ("0-1", "normal")
    words = played(memory, LINE, True, (None, None, None, -80, -410))
    told = memory.take(GameEnd(GamePosition(START_FEN, words, chess960=False), "1/2-1/2", "agreement"))
    assert told is not None
    assert (told.result, told.termination) == ("1/2-1/2", "agreement")


def test_what_was_taken_back_and_analysis_of_both_sides_are_no_game() -> None:
    memory = GameMemory()
    played(memory, LINE, True, (None, None, None, -80, -410))
    memory.note(
        GamePosition(START_FEN, tuple(LINE.split()[:4]), chess960=False), chosen("f1b5")
    )  # three plies taken back
    other = (*LINE.split()[:4], "f1b5", "a7a6")
    memory.note(GamePosition(START_FEN, other, chess960=False), chosen("b5a4"))
    game = memory.take(GameEnd())
    assert game is not None
    assert game.moves == (*other, "b5a4")
    words = tuple(LINE.split())
    for ply in range(len(words)):
        memory.note(GamePosition(START_FEN, words[:ply], chess960=False), chosen(words[ply], 10))
    assert memory.take(GameEnd()) is None
    played(memory, LINE)
    memory.note(
        GamePosition("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1", chess960=False), chosen("d7d5")
    )
    assert memory.take(GameEnd()) is None  # another root: the game before was dropped


def test_chess960_keeps_its_own_root() -> None:
    board = chess.Board.from_chess960_pos(17)
    again = board_of(fen_of(board))
    assert (again, again.chess960, position_key(again)) == (board, True, position_key(board))
    assert not board_of(fen_of(chess.Board())).chess960
    castled = chess.Board("bnrkr3/pppppppp/8/8/8/8/PPPPPPPP/2RKR3 w KQkq - 0 1", chess960=True)
    game = LearnedGame(("d1e1",), True, "*", fen=fen_of(castled))
    assert plies(game)[0].move == chess.Move.from_uci("d1e1")


def test_a_chess960_game_is_one_wherever_king_and_rooks_began() -> None:
    for number in (0, 17, 959):
        board = chess.Board.from_chess960_pos(number)
        memory, start, moves = GameMemory(), board.fen(), list[str]()
        for _ in range(4):
            for _ in chess.COLORS:
                moves.append(board.uci(next(iter(board.legal_moves))))
                board.push_uci(moves[-1])
            memory.note(GamePosition(start, tuple(moves[:-2]), chess960=True), chosen(moves[-2], 10))
        game = memory.take(GameEnd(result="1-0"))
        assert game is not None
        assert board_of(game.fen) == board.root()
        assert (game.moves, game.own_white) == (tuple(moves[:-1]), True)


def test_learning_that_fails_costs_neither_the_session_nor_the_hash(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it raises: `ucinewgame` clears the hash, and `quit` ends the process."""
    mover, written = RatsuMover(1), io.BytesIO()
    server = UciServer(mover, LineWriter(written))
    server.handle("setoption name Hash value 1")
    play_by_uci(server, mover)
    monkeypatch.setattr(GameMemory, "take", lambda *_: 1 / 0)
    server.handle("go depth 8")
    assert server.wait(60)
    searcher = getattr(getattr(mover, "_player"), "_searcher")  # noqa: B009
    assert searcher.hash_permille() > 0
    assert server.handle("ucinewgame")
    assert searcher.hash_permille() == 0
    assert not server.handle("quit")
    mover.close()


def test_quit_ends_the_session_even_if_the_engine_refuses() -> None:
    class Refusing(RatsuMover):
        def game_over(self, end: GameEnd, wait_s: float = 0.0) -> None:
            raise PositionError("castling is allowed, but king or rook is not in place")

    with closing(Refusing(1)) as mover:
        assert not UciServer(mover, LineWriter(io.BytesIO())).handle("quit")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("engine.play.sources.own_book.default_folder", lambda: tmp_path)
    monkeypatch.setattr("books.learning.evidence_weight.LEAST_NODES", 0)  # the games here are short of time
    return tmp_path


def games_in(home: Path) -> list[tuple[str, str, int]]:
    library = Library(None, home / "learned.ratsubook", None)
    assert library.learned is not None
    found = library.learned.query("SELECT result, termination, own_white FROM games ORDER BY id")
    library.close()
    return found


def play_by_uci(server: UciServer, mover: RatsuMover, *options: str) -> None:
    """A game of four own moves, as Black."""
    for line in ("setoption name OwnBook value true", *options, "ucinewgame"):
        server.handle(line)
    moves = ["e2e4"]
    for _ in range(4):
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        server.handle(f"position startpos moves {' '.join(moves)}")
        server.handle("go nodes 200")
        assert server.wait(60)
        reply = getattr(mover, "_memory")._last.moves[-1]  # noqa: B009
        board.push_uci(reply)
        moves += [reply, next(iter(board.legal_moves)).uci()]


def test_uci_learns_at_ucinewgame_if_it_may(home: Path) -> None:
    mover = RatsuMover(1)
    server = UciServer(mover, LineWriter(io.BytesIO()))
    play_by_uci(server, mover)
    server.handle("ucinewgame")
    assert len(games_in(home)) == 1
    assert games_in(home)[0][2] == 0
    play_by_uci(server, mover, "setoption name Book Learning value false")
    server.handle("ucinewgame")
    assert len(games_in(home)) == 1
    server.handle("quit")
    mover.close()


def test_short_searches_teach_a_book_of_full_strength_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("books.learning.evidence_weight.LEAST_NODES", LEAST_NODES)
    mover = RatsuMover(1)
    server = UciServer(mover, LineWriter(io.BytesIO()))
    play_by_uci(server, mover)
    assert not server.handle("quit")
    assert games_in(home) == []
    mover.close()


def test_uci_learns_the_last_game_at_quit(home: Path) -> None:
    """No `ucinewgame` follows it: the last game of a match was never learned."""
    mover = RatsuMover(1)
    server = UciServer(mover, LineWriter(io.BytesIO()))
    play_by_uci(server, mover)
    assert games_in(home) == []
    assert not server.handle("quit")
    assert len(games_in(home)) == 1
    mover.close()


def test_xboard_learns_at_the_result(home: Path) -> None:
    mover = RatsuMover(1)
    mover.set_option("OwnBook", "true")
    server = XBoardServer(mover, LineWriter(io.BytesIO()))
    for line in ("xboard", "protover 2", "new", "sd 1"):
        server.handle(line)
    for text in ("a2a3", "b2b3", "c2c3", "d2d3"):
        server.handle(f"usermove {text}")
        assert server.settle(60)
    server.handle("result 1-0 {Black resigns}")
    assert games_in(home) == [("1-0", "Black resigns", 0)]
    mover.close()


def test_a_game_at_the_console_is_learned_when_the_human_resigns(home: Path) -> None:
    mover = RatsuMover(1)
    mover.set_option("OwnBook", "true")
    typed = iter(["a3", "hint", "b3", "c3", "resign", "quit"])
    settings = ConsoleSettings(chess.WHITE, control=TimeControl(budget=FixedLimits(depth=1)))
    ConsoleGame(mover, settings, typed, lambda _text: None).play()
    assert games_in(home) == [("0-1", "normal", 0)]
    mover.close()


def test_a_match_with_the_own_book_teaches_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.play.match.runner.LEARNING_S", 0.0)
    one = OwnEngine(parse_engine("ratsu option.OwnBook=true"))
    board = chess.Board()
    one.new_game(board)
    while board.ply() < 8:
        reply = one.think(board, Limits(nodes=200), Stopper()).move if board.turn else next(iter(board.legal_moves))
        assert reply is not None
        board.push(reply)
    one.game_over(board, chess.WHITE, Outcome(Side.BLACK, Termination.RESIGNATION))
    assert games_in(home) == [("0-1", "normal", 1)]
    one.close()
