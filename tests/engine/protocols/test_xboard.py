"""The XBoard protocol as a conversation with the server in this process; the mover behind it is a double."""

import io
import time
from collections.abc import Iterable
from dataclasses import replace

import chess
import pytest

from engine.game.move_choice import DrawAnswer, MoveChoice
from engine.game.side import Side
from engine.protocols.line_streams import LineReader, LineWriter
from engine.protocols.xboard import XBoardServer
from engine.protocols.xboard_game import XBoardClock
from tests.helpers.doubles import RandomMover, RandomPlayer


class Dialogue:
    """Says lines to a server and hears what it answers once its search is done."""

    def __init__(self, think_s: float = 0.0, mover: RandomMover | None = None) -> None:
        self._out = io.BytesIO()
        self.player = RandomPlayer(think_s=think_s)
        self.server = XBoardServer(mover or RandomMover(self.player), LineWriter(self._out))
        self.say("xboard", "protover 2", "new")

    def say(self, *lines: str, settle: bool = True) -> list[str]:
        before = len(self._out.getvalue())
        for line in lines:
            self.server.handle(line)
        if settle:
            self.server.settle(60)
        return self._out.getvalue()[before:].decode().splitlines()

    def wait_for(self, text: str) -> None:
        """Waits until the server has said `text`."""
        end = time.monotonic() + 60
        while text.encode() not in self._out.getvalue():
            assert time.monotonic() < end, f"the server did not say {text!r}"
            time.sleep(0.005)


def moves_in(lines: list[str]) -> list[str]:
    return [line.split()[1] for line in lines if line.startswith("move ")]


def test_protover_declares_the_features_and_the_options() -> None:
    lines = Dialogue().say("protover 2")
    words = " ".join(lines)
    for feature in ("ping=1", "setboard=1", "usermove=1", "analyze=1", 'variants="normal,fischerandom"', "done=1"):
        assert feature in words
    assert 'feature option="Clear_Hash -button"' in lines and lines[-1] == "feature done=1"


def test_after_new_the_engine_answers_a_move_with_a_legal_one() -> None:
    moves = moves_in(Dialogue().say("usermove e2e4"))
    board = chess.Board()
    board.push_uci("e2e4")
    assert len(moves) == 1 and chess.Move.from_uci(moves[0]) in board.legal_moves


@pytest.mark.parametrize("move", ["usermove e2e4", "usermove e4", "e2e4", "e4"])
def test_a_move_is_read_in_coordinates_and_san_with_and_without_usermove(move: str) -> None:
    assert len(moves_in(Dialogue().say(move))) == 1


def test_in_force_mode_moves_are_taken_without_an_answer_and_go_starts_the_engine() -> None:
    xboard = Dialogue()
    assert moves_in(xboard.say("force", "usermove e2e4", "usermove e7e5")) == []
    assert len(moves_in(xboard.say("go"))) == 1
    assert xboard.player.searches[-1][0].moves == ("e2e4", "e7e5")


def test_playother_gives_the_engine_the_side_not_on_move() -> None:
    xboard = Dialogue()
    assert moves_in(xboard.say("force", "playother")) == []
    assert len(moves_in(xboard.say("usermove d2d4"))) == 1


def test_a_capture_is_read_by_its_files_alone() -> None:
    xboard = Dialogue()
    xboard.say("force", "usermove e4", "usermove d5", "usermove ed", "usermove e5")
    assert xboard.say("usermove fe") == ["Illegal move: fe"]
    assert xboard.say("usermove de") == [] and xboard.say("usermove dc") == ["Illegal move: dc"]


@pytest.mark.parametrize("move", ["usermove e2e5", "usermove Ke2", "usermove", "usermove 0000", "usermove --"])
def test_an_illegal_move_is_refused(move: str) -> None:
    lines = Dialogue().say("force", move)
    assert lines[0].startswith("Illegal move: ")


def test_undo_takes_one_ply_and_remove_two() -> None:
    xboard = Dialogue()
    xboard.say("force", "usermove e2e4", "usermove e7e5", "usermove g1f3", "undo", "remove", "usermove d2d4", "go")
    assert xboard.player.searches[-1][0].moves == ("d2d4",)
    assert Dialogue().say("force", "remove")[0].startswith("Error (no move to take back)")


def test_setboard_begins_from_a_position_and_a_bad_one_is_told() -> None:
    xboard = Dialogue()
    fen = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"
    xboard.say("force", f"setboard {fen}", "go")
    assert xboard.player.searches[-1][0].fen == fen
    assert xboard.say("force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1")[0].startswith("tellusererror Illegal position")
    assert xboard.say("setboard")[0].startswith("tellusererror Illegal position")
    xboard.say("go")
    assert xboard.player.searches[-1][0].fen == fen


def test_ping_is_answered_with_its_number_even_while_the_engine_thinks() -> None:
    xboard = Dialogue(think_s=600)
    assert xboard.say("usermove e2e4", "ping 7", settle=False) == ["pong 7"] and xboard.say("?")


def test_move_now_ends_the_thinking_with_a_move() -> None:
    xboard = Dialogue(think_s=600)
    assert len(moves_in(xboard.say("usermove e2e4", "?"))) == 1


def test_the_answer_of_an_overtaken_search_is_dropped() -> None:
    xboard = Dialogue(think_s=600)
    assert moves_in(xboard.say("usermove e2e4", "force", "usermove e7e5", "new")) == []


def test_mate_stalemate_and_repetition_are_claimed() -> None:
    xboard = Dialogue()
    lines = xboard.say("force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "usermove d8h4")
    assert lines == ["0-1 {Black mates}"]
    assert xboard.say("usermove e2e4") == ["Illegal move: e2e4"]
    xboard.say("new", "force", "setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")
    assert xboard.say("usermove f1f7") == ["1/2-1/2 {Stalemate}"]
    shuffle = [f"usermove {move}" for move in ("g1f3", "g8f6", "f3g1", "f6g8")]
    assert xboard.say("new", "force", *shuffle, *shuffle)[-1] == "1/2-1/2 {Draw by repetition}"


SHUFFLE = [f"usermove {move}" for move in ("g1f3", "g8f6", "f3g1", "f6g8")]


@pytest.mark.parametrize("end", ["result 1-0 {Black resigns}", "result 1/2-1/2 {Draw agreed}"])
def test_a_game_that_is_over_can_be_continued_in_force_mode_and_analysed(end: str) -> None:
    xboard = Dialogue()
    assert xboard.say("force", "usermove e2e4", end, "usermove e7e5") == []
    xboard.say(end, "analyze", "usermove g1f3", "exit")
    assert xboard.player.searches[-1][0].moves == ("e2e4", "e7e5", "g1f3")
    xboard.say(end, "go")
    assert not xboard.player.searches[-1][1].infinite and len(xboard.server._game.board.move_stack) == 4


def test_a_game_with_a_repetition_in_it_is_replayed_to_its_end() -> None:
    xboard = Dialogue()
    assert xboard.say("force", *SHUFFLE, *SHUFFLE, "usermove e2e4") == ["1/2-1/2 {Draw by repetition}"]
    assert len(moves_in(xboard.say("go"))) == 1


def test_an_analysis_claims_no_result_and_goes_on_behind_a_draw() -> None:
    xboard = Dialogue()
    lines = xboard.say("analyze", *SHUFFLE, *SHUFFLE, "usermove e2e4", settle=False)
    assert not any("{" in line or "Illegal" in line for line in lines)
    assert xboard.say("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == []  # nothing to search: not asked, not claimed
    assert len(xboard.player.searches[-1][0].moves) == 9


def test_the_clocks_and_the_level_become_limits() -> None:
    xboard = Dialogue()
    xboard.say("level 40 5:30 2.5", "time 1000", "otim 2000", "sd 6", "usermove e2e4")
    limits = xboard.player.searches[-1][1]
    assert (limits.white_time_ms, limits.black_time_ms, limits.black_increment_ms) == (20_000, 10_000, 2500)
    assert (limits.moves_to_go, limits.depth) == (40, 6)
    xboard.say("new", "st 3", "usermove e2e4")
    assert xboard.player.searches[-1][1].move_time_ms == 3000 and xboard.player.searches[-1][1].depth is None
    xboard.say("new", "nps 1", "st 2000", "usermove e2e4")
    assert xboard.player.searches[-1][1].nodes == 2000


def test_chess960_castles_as_o_o() -> None:
    xboard = Dialogue()
    xboard.say("variant fischerandom", "force", "setboard 2k5/8/8/8/8/8/8/2K2R2 w F - 0 1", "usermove O-O")
    xboard.say("go")
    assert xboard.player.searches[-1][0].moves == ("c1f1",) and xboard.player.searches[-1][0].chess960
    assert xboard.say("variant atomic")[0].startswith("Error (unsupported variant)")


def test_analysis_follows_the_board_and_ends_with_exit() -> None:
    xboard = Dialogue()
    xboard.server.handle("analyze")
    xboard.wait_for("\t")  # a search that is stopped before it begins shows nothing
    lines = xboard.say("usermove e2e4", "undo", ".", "exit")
    assert moves_in(lines) == [] and all(search[1].infinite for search in xboard.player.searches)
    assert [search[0].moves for search in xboard.player.searches] == [(), ("e2e4",), ()]


def test_thinking_is_shown_only_after_post() -> None:
    xboard = Dialogue()
    assert not any("\t" in line for line in xboard.say("usermove e2e4"))
    assert any("\t" in line for line in xboard.say("new", "post", "usermove e2e4"))


def test_hint_names_a_move() -> None:
    line = Dialogue().say("force", "hint")[0]
    assert line.startswith("Hint: ") and chess.Move.from_uci(line[6:]) in chess.Board().legal_moves


def test_memory_cores_and_options_are_set() -> None:
    xboard = Dialogue()
    xboard.say("memory 64", "cores 2", "option Clear_Hash")
    assert xboard.player.options["Hash"] == "64" and xboard.player.options["Threads"] == "2"
    assert "Clear Hash" in xboard.player.options
    assert xboard.say("memory x", "option Nothing=1") == [
        "Error (a whole number is needed): memory x",
        "Error (option Nothing is unknown): option Nothing=1",
    ]


class Expecting(RandomPlayer):
    """Names the move that it expects."""

    def search(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        result = super().search(position, limits, on_info, stopper)
        board = chess.Board(position.fen)
        for move in (*position.moves, result.best_move):
            board.push_uci(move)
        expected = next(iter(board.legal_moves), None)
        return type(result)(result.best_move, expected.uci() if expected else None, result.lines)


def pondering(*lines: str, think_s: float = 0.0) -> Dialogue:
    """A server that ponders after its first move."""
    xboard = Dialogue()
    xboard.player = Expecting(think_s=think_s)
    xboard.server = XBoardServer(RandomMover(xboard.player), LineWriter(xboard._out))
    for line in ("hard", *lines):
        xboard.server.handle(line)
    deadline = time.monotonic() + 60
    while len(xboard.player.searches) < 2 and time.monotonic() < deadline:
        xboard.server.settle(0.01)
    return xboard


@pytest.mark.parametrize("begins", ["usermove e2e4", "go"])
def test_pondering_counts_the_moves_that_either_side_has_made(begins: str) -> None:
    xboard = pondering(begins)
    assert [limits.moves_to_go for _, limits in xboard.player.searches] == [40, 39]
    xboard.server.handle("quit")


def test_pondering_knows_the_time_that_the_move_before_it_took() -> None:
    xboard = pondering("level 2 10:00 0", "time 60000", "usermove e2e4", think_s=0.3)
    told, reckoned = (limits.black_time_ms for _, limits in xboard.player.searches)
    assert told == 600_000 and reckoned is not None and 500_000 < reckoned <= 599_700
    xboard.server.handle("quit")


def test_the_own_clock_is_reckoned_until_it_is_told_again() -> None:
    time_told = XBoardClock()
    time_told.set_level(["2", "0:06", "0.5"])
    time_told.set_own_time(["600"])
    time_told.count_own_move(Side.BLACK, 0, 2000)
    assert time_told.limits(Side.BLACK, 1).black_time_ms == 4500  # what the move brought is counted
    time_told.count_own_move(Side.BLACK, 1, 2000)
    assert time_told.limits(Side.BLACK, 2).black_time_ms == 9000  # the next control begins
    time_told.set_own_time(["100"])
    assert time_told.limits(Side.BLACK, 2).black_time_ms == 1000
    time_told.count_own_move(Side.BLACK, 2, 5000)
    assert time_told.limits(Side.BLACK, 3).black_time_ms == 1  # a fallen flag
    time_told.set_move_time(["3"])
    time_told.count_own_move(Side.BLACK, 3, 5000)
    assert time_told.limits(Side.BLACK, 4).move_time_ms == 3000


def test_pondering_goes_on_when_the_expected_move_comes() -> None:
    xboard = pondering("usermove e2e4")
    ponder_position, limits = xboard.player.searches[1]
    assert limits.ponder and len(ponder_position.moves) == 3
    xboard.server.handle(f"usermove {ponder_position.moves[-1]}")
    xboard.server._job.wait(60)  # type: ignore[union-attr]
    assert len(xboard.player.searches) == 2
    xboard.server.handle("quit")


def test_a_hint_while_it_ponders_is_the_move_that_it_ponders_on() -> None:
    xboard = pondering("usermove e2e4")
    expected = xboard.player.searches[1][0].moves[-1]
    assert xboard.say("hint", settle=False) == [f"Hint: {expected}"] and xboard.server._searching()
    xboard.server.handle("quit")


def test_an_unknown_command_is_an_error_line() -> None:
    assert Dialogue().say("fly away") == ["Error (unknown command): fly away"]


def test_quit_and_the_end_of_the_input_end_it() -> None:
    for script in (b"new\nusermove e2e4\nquit\n", b"analyze\n", b""):
        XBoardServer(RandomMover(), LineWriter(io.BytesIO())).run(LineReader(io.BytesIO(script)))


def test_bk_shows_the_books_moves_indented_and_ends_with_an_empty_line() -> None:
    xboard = Dialogue()
    assert xboard.say("force", "bk") == [" e4  good  52 %  1000 games", ""]
    assert xboard.say("usermove h2h4", "bk")[-2:] == [" no book moves", ""]


def test_pause_stops_the_thinking_and_resume_takes_it_up_again() -> None:
    xboard = Dialogue(think_s=600)
    assert "pause=1" in " ".join(xboard.say("protover 2"))
    xboard.say("usermove e2e4", settle=False)
    assert moves_in(xboard.say("pause")) == []  # settled: nothing is searched any more
    xboard.say("resume", settle=False)
    assert len(moves_in(xboard.say("?"))) == 1
    assert moves_in(xboard.say("pause", "resume")) == []  # nothing to take up


def test_a_paused_analysis_is_taken_up_again() -> None:
    xboard = Dialogue()
    xboard.say("analyze", settle=False)
    assert xboard.say("pause", ".") is not None
    xboard.say("resume", settle=False)
    assert any(line.startswith("stat01") for line in xboard.say(".", settle=False)) or not xboard.server.settle(0.01)
    xboard.say("exit")


class Resigning(RandomMover):
    """A level that gives up at once."""

    def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        return replace(super().choose(position, limits, on_info, stopper), resigns=True)


def test_a_level_that_gives_up_resigns_to_a_person_and_plays_on_against_an_engine() -> None:
    xboard = Dialogue(mover=Resigning())
    assert "resign" in xboard.say("usermove e2e4")
    assert xboard.say("usermove d2d4") == ["Illegal move: d2d4"]
    xboard.say("result 1-0 {Black resigns}", "new", "computer")
    answer = xboard.say("usermove e2e4")
    assert "resign" not in answer and len(moves_in(answer)) == 1
    assert "resign" in xboard.say("new", "usermove e2e4")  # `computer` is of one game


def test_a_ping_loads_what_the_first_move_would_load_on_its_clock() -> None:
    loaded: list[int] = []

    class Slow(RandomMover):
        def get_ready(self) -> None:
            loaded.append(1)

    assert Dialogue(mover=Slow()).say("ping 7") == ["pong 7"] and loaded


def test_a_draw_is_answered_as_the_mover_says() -> None:
    asked: list[int] = []

    class Agreeable(RandomMover):
        def get_ready(self) -> None:
            pass

        def draw_answer(self, board: chess.Board, last: MoveChoice | None) -> DrawAnswer:
            asked.append(board.ply())
            return DrawAnswer.EARLY if len(asked) == 1 else DrawAnswer.TAKEN

    xboard = Dialogue(mover=Agreeable())
    xboard.say("usermove e2e4")
    assert xboard.say("draw") == [] and xboard.say("draw") == ["offer draw"] and asked == [2, 2]


def test_a_draw_is_offered_with_the_move_and_accepted_by_the_other_side() -> None:
    """CECP: the engine sends `offer draw`, and so it answers the `draw` of an opponent who accepts."""
    asked: list[tuple[int, list[int | None]]] = []

    class Peaceful(RandomMover):
        def offers_draw(self, board: chess.Board, numbers: Iterable[int | None]) -> bool:
            asked.append((board.ply(), list(numbers)))
            return board.ply() == 4

    xboard = Dialogue(mover=Peaceful())
    assert "offer draw" not in xboard.say("usermove e2e4")
    answer = xboard.say("usermove d2d4")
    assert answer.index("offer draw") == answer.index(next(line for line in answer if line.startswith("move "))) + 1
    assert [ply for ply, _ in asked] == [2, 4] and len(asked[-1][1]) == 2
    assert xboard.say("draw") == ["offer draw"]


def test_new_does_not_forget_the_time_control() -> None:
    xboard = Dialogue()
    xboard.say("level 0 0:03 0", "sd 3", "new", "e2e4")
    limits = xboard.player.searches[-1][1]
    assert (limits.white_time_ms, limits.black_time_ms, limits.depth) == (3000, 3000, None)
    xboard.say("st 1", "time 50", "new", "e2e4")
    assert xboard.player.searches[-1][1].move_time_ms == 1000
