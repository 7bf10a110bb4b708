"""The chain: book, then tablebases, then search; every answer names its source and its reason."""

import time
from contextlib import closing
from dataclasses import dataclass

import chess
import pytest

from engine.game.info import Info, Score, TableResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource
from engine.game.reason import Reason, text_reason
from engine.game.reason_words import english
from engine.game.stopper import Stopper
from engine.ground.errors import MoveError, PositionError, RatsuError
from engine.play.mover import RatsuMover
from engine.play.search_reason import turned_bad
from engine.player import Player
from tablebases.probe.rank import RankedMove
from tablebases.tables import Tablebases
from tests.helpers.doubles import RandomPlayer, ScriptedMover

START = GamePosition(chess.STARTING_FEN, chess960=False)
# White: Kg1 Qd2, Black: Kh8; every king move and most queen moves keep the win
QUEEN_ENDING = GamePosition("7k/8/8/8/8/8/3Q4/6K1 w - - 0 1", chess960=False)
MATED = GamePosition("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", chess960=False)  # fool's mate


@dataclass
class Answer:
    move: chess.Move | None = None
    words: str = ""
    excluded: tuple[chess.Move, ...] = ()

    @property
    def reason(self) -> Reason:
        return text_reason(self.words)


class Book:
    def __init__(self, answer: Answer | None) -> None:
        self.answer = answer
        self.asked = 0

    @property
    def problems(self) -> tuple[RatsuError, ...]:
        return ()

    def choose(self, board: chess.Board) -> Answer | None:
        self.asked += 1
        return self.answer


@dataclass
class Ranking:
    best: tuple[chess.Move, ...]
    words: str
    moves: tuple[RankedMove, ...] = ()

    @property
    def reason(self) -> Reason:
        return text_reason(self.words)


class Tables:
    def __init__(self, ranking: Ranking | None) -> None:
        self.ranking = ranking

    @property
    def problems(self) -> tuple[RatsuError, ...]:
        return ()

    def rank(self, board: chess.Board) -> Ranking | None:
        return self.ranking


def uci(text: str) -> chess.Move:
    return chess.Move.from_uci(text)


def test_a_book_move_is_played_with_its_reason_and_nothing_is_searched() -> None:
    player = RandomPlayer()
    choice = ScriptedMover(Book(Answer(uci("e2e4"), "! 60 %")), None, player).choose(START, Limits(depth=1))
    assert (choice.move, choice.source, english(choice.reason)) == ("e2e4", ChoiceSource.BOOK, "! 60 %")
    assert player.searches == [] and choice.result is None


def test_a_book_move_is_reported_with_a_score_and_as_the_line() -> None:
    told: list[Info] = []
    mover = ScriptedMover(Book(Answer(uci("d2d4"), "! 60 %")), None, Player())
    assert mover.choose(START, Limits(depth=9), told.append).move == "d2d4"
    assert [(info.depth, info.pv[0]) for info in told] == [(1, "d2d4")]


def test_an_illegal_book_move_is_never_played() -> None:
    choice = ScriptedMover(Book(Answer(uci("e2e5"))), None, RandomPlayer()).choose(START, Limits(depth=1))
    assert choice.source is ChoiceSource.SEARCH


def test_a_book_move_castles_in_the_notation_of_the_game() -> None:
    fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    book = Book(Answer(uci("e1g1"), "castles"))
    for chess960, name in ((False, "e1g1"), (True, "e1h1")):
        board = chess.Board(fen, chess960=chess960)
        book.answer = Answer(board.parse_san("O-O"), "castles")
        assert (
            ScriptedMover(book, None, RandomPlayer()).choose(GamePosition(fen, (), chess960=chess960), Limits()).move
            == name
        )


def test_known_bad_book_moves_are_left_out_of_the_search() -> None:
    player = RandomPlayer()
    bad = tuple(move for move in chess.Board().legal_moves if move.uci() != "g1f3")
    choice = ScriptedMover(Book(Answer(None, "", bad)), None, player).choose(START, Limits(depth=1))
    assert choice.move == "g1f3" and choice.source is ChoiceSource.SEARCH
    assert set(player.searches[0][1].exclude_moves) == {move.uci() for move in bad}


def test_where_every_move_is_known_as_bad_the_search_is_free() -> None:
    player = RandomPlayer()
    ScriptedMover(Book(Answer(None, "", tuple(chess.Board().legal_moves))), None, player).choose(START, Limits(depth=1))
    assert player.searches[0][1].exclude_moves == ()


@pytest.mark.parametrize("limits", [Limits(infinite=True), Limits(mate=3), Limits(depth=1, search_moves=("a2a3",))])
def test_analysis_does_not_ask_the_book(limits: Limits) -> None:
    book = Book(Answer(uci("e2e4")))
    chain, stopper = ScriptedMover(book, None, RandomPlayer()), Stopper()
    choice = chain.choose(START, limits, lambda _info: stopper.stop(), stopper)
    assert choice.source is ChoiceSource.SEARCH and book.asked == 0


def test_the_search_chooses_only_among_moves_that_keep_the_certain_result() -> None:
    player = RandomPlayer()
    best = (uci("d2d7"), uci("d2e3"), uci("g1g2"))
    choice = ScriptedMover(None, Tables(Ranking(best, "3 moves win")), player).choose(QUEEN_ENDING, Limits(depth=1))
    assert choice.source is ChoiceSource.TABLEBASES and english(choice.reason).startswith("3 moves win")
    assert player.searches[0][1].search_moves == ("d2d7", "d2e3", "g1g2")
    assert choice.move in player.searches[0][1].search_moves


def test_a_single_saving_tablebase_move_is_played_at_once() -> None:
    player = RandomPlayer()
    choice = ScriptedMover(None, Tables(Ranking((uci("d2d7"),), "only d2d7 wins")), player).choose(
        QUEEN_ENDING, Limits()
    )
    assert (choice.move, choice.source, english(choice.reason)) == ("d2d7", ChoiceSource.TABLEBASES, "only d2d7 wins")
    assert player.searches == []


@pytest.mark.parametrize("chances", [False, True])
def test_a_move_that_is_played_at_once_is_reported_with_the_score_of_the_tables(chances: bool) -> None:
    told: list[Info] = []
    with closing(RatsuMover()) as mover:
        mover.set_option("UCI_ShowWDL", chances)
        choice = mover.choose(
            GamePosition("8/1P6/3k4/8/5N2/8/3K4/8 b - - 10 1", chess960=False), Limits(depth=5), told.append
        )
    assert (choice.move, choice.source) == ("d6c7", ChoiceSource.TABLEBASES)
    assert choice.result is not None and choice.result.lines == tuple(told)
    assert [(info.score, info.pv) for info in told] == [(Score(table=TableResult(0)), ("d6c7",))]
    assert told[0].wdl == ((0, 1000, 0) if chances else None)


@pytest.mark.parametrize(
    ("fen", "certain"),
    [
        ("8/8/8/3k4/3p4/8/3K4/8 w - - 0 1", (0, 1000, 0)),
        ("8/8/8/3k4/8/8/4R3/2K5 w - - 0 1", (1000, 0, 0)),
        ("8/8/8/3k4/8/8/4R3/2K5 b - - 0 1", (0, 0, 1000)),
    ],
)
def test_what_tables_prove_is_certain_in_the_chances_too(fen: str, certain: tuple[int, int, int]) -> None:
    told: list[Info] = []
    with closing(RatsuMover()) as mover:
        mover.set_option("UCI_ShowWDL", True)
        mover.choose(GamePosition(fen, chess960=False), Limits(depth=4), told.append)
    assert told and {info.wdl for info in told} == {certain}


@pytest.mark.parametrize("ranking", [None, Ranking((), "nothing"), Ranking((uci("d2h7"),), "not legal")])
def test_tablebases_that_do_not_cover_the_position_leave_it_to_the_search(ranking: Ranking | None) -> None:
    choice = ScriptedMover(None, Tables(ranking), RandomPlayer()).choose(QUEEN_ENDING, Limits(depth=1))
    assert choice.source is ChoiceSource.SEARCH and english(choice.reason)


@pytest.mark.parametrize("narrows", [True, False])
def test_what_tables_know_of_a_move_is_its_score_in_every_report(narrows: bool) -> None:
    position = GamePosition("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", chess960=False)
    told: list[Info] = []
    choice = RatsuMover(narrows_root=narrows).choose(position, Limits(depth=4), told.append)
    with Tablebases() as tables:
        ranking = tables.rank(chess.Board(position.fen))
    assert ranking is not None and choice.result is not None
    known = {rated.move.uci(): rated.score for rated in ranking.moves}
    assert told and all(info.score == known[info.pv[0]] for info in (*told, *choice.result.lines))
    assert all(score.table is not None for score in known.values())


# won by many moves, of which some are longer; one move draws; both sides have a piece, and a win is cursed
SEVERAL = ("8/8/8/8/8/4k3/8/4K2Q w - - 0 1", "8/8/5p2/2k5/8/8/1K6/8 w - - 0 1", "8/4kN2/8/8/1R6/2K5/8/8 b - - 95 1")


@pytest.mark.parametrize("fen", SEVERAL)
@pytest.mark.parametrize("narrows", [True, False])
@pytest.mark.parametrize("nodes", [50, 3000, 20000])
def test_several_lines_are_in_the_order_of_what_tables_know(fen: str, narrows: bool, nodes: int) -> None:
    told: list[Info] = []
    with closing(RatsuMover(narrows_root=narrows)) as mover:
        mover.set_option("MultiPV", 3)
        choice = mover.choose(GamePosition(fen, chess960=False), Limits(nodes=nodes), told.append)
    assert choice.result is not None
    reports, report = [], list[Info]()
    for info in told:
        if info.multipv == 1 and report:
            reports.append(report)
            report = []
        report.append(info)
    for lines in (*reports, report, choice.result.lines):
        assert [info.multipv for info in lines] == list(range(1, len(lines) + 1))
        assert [info.score.number for info in lines] == sorted((info.score.number for info in lines), reverse=True)
    assert choice.move == choice.result.lines[0].pv[0] and told[-len(choice.result.lines)].pv[0] == choice.move


# the last: one win, then draws and losses, and fewer moves than lines
FEW_BEST = (
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    *SEVERAL,
    "8/8/8/8/2k5/p7/8/K7 w - - 0 1",
    "8/1P6/8/8/8/8/k1K5/8 w - - 0 1",
)


@pytest.mark.parametrize("fen", FEW_BEST)
@pytest.mark.parametrize("limits", [Limits(nodes=2000), Limits(infinite=True)])
def test_several_lines_are_there_although_tables_know_the_best_move(fen: str, limits: Limits) -> None:
    told: list[Info] = []
    stopper = Stopper()

    def tell(info: Info) -> None:
        told.append(info)
        if info.depth >= 2 and info.multipv == min(4, legal):
            stopper.stop()

    board = chess.Board(fen)
    legal = board.legal_moves.count()
    with Tablebases() as tables:
        ranked = tables.rank(board)
    with closing(RatsuMover()) as mover:
        mover.set_option("MultiPV", 4)
        choice = mover.choose(GamePosition(fen, chess960=False), limits, tell, stopper)
    assert choice.result is not None and ranked is not None
    assert len(choice.result.lines) == min(4, legal)
    assert chess.Move.from_uci(choice.move) in ranked.best


@pytest.mark.parametrize("fen", SEVERAL[1:])
@pytest.mark.parametrize("lines", [1, 2])
def test_an_analysis_that_hides_no_move_does_not_prefer_one_that_loses(fen: str, lines: int) -> None:
    with closing(RatsuMover(narrows_root=False)) as mover:
        mover.set_option("MultiPV", lines)
        choice = mover.choose(GamePosition(fen, chess960=False), Limits(nodes=3000))
    assert choice.result is not None and choice.result.lines[0].score.number == 0
    assert len(choice.result.lines) == lines


def test_moves_that_the_user_names_have_the_score_of_the_tables_too() -> None:
    choice = RatsuMover().choose(
        GamePosition("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", chess960=False), Limits(depth=4, search_moves=("d6c5",))
    )
    assert choice.result is not None and choice.result.lines[0].score == Score(table=TableResult(0))


def test_a_mate_at_the_end_of_the_line_that_is_played_instead_is_told_as_a_mate() -> None:
    reason = turned_bad(START, "e2e4", "d2d4", Score(mate=5))
    assert english(reason) == "1.e4 turned bad along its line; 1.d4 is at mate in 5 there"


def test_a_mate_that_the_search_found_says_more_than_the_tables() -> None:
    position = GamePosition("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", chess960=False)
    choice = RatsuMover(narrows_root=False).choose(position, Limits(depth=4))
    assert choice.result is not None and choice.result.lines[0].score == Score(mate=1)


def test_the_book_comes_before_the_tablebases() -> None:
    chain = ScriptedMover(Book(Answer(uci("g1f1"), "book")), Tables(Ranking((uci("d2d7"),), "tb")), RandomPlayer())
    assert chain.choose(QUEEN_ENDING, Limits()).source is ChoiceSource.BOOK


def test_no_legal_move_is_told_as_such() -> None:
    for book in (None, Book(None)):
        with pytest.raises(PositionError, match="no legal move"):
            ScriptedMover(book, None, RandomPlayer()).choose(MATED, Limits(depth=1))


@pytest.mark.parametrize("move", ["e2e5", "0000", "xyz", ""])
def test_a_bad_move_in_the_history_is_told_as_such(move: str) -> None:
    with pytest.raises(MoveError):
        ScriptedMover(Book(None), None, RandomPlayer()).choose(
            GamePosition(chess.STARTING_FEN, (move,), chess960=False), Limits(depth=1)
        )


def test_a_stop_while_the_book_is_asked_is_not_lost() -> None:
    class StoppingBook(Book):
        def choose(self, board: chess.Board) -> Answer | None:
            stopper.stop()
            return None

    stopper, began = Stopper(), time.thread_time()
    chain = ScriptedMover(StoppingBook(None), None, Player())
    choice = chain.choose(START, Limits(infinite=False, nodes=10**12), None, stopper)
    assert choice.move and time.thread_time() - began < 5
