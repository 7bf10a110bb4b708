"""What the search makes of repetitions, contempt and tables, to the centipawn; the prober says what the test wants."""

import ctypes
from collections.abc import Sequence

import pytest

from engine.rules.board import CoreBoard
from engine.search.searcher import Searcher

TABLEBASE_WIN = 31_800  # SCORE_TB_WIN of types.pxd
UNKNOWN = 100  # WDL_UNKNOWN of worker.pxd
PAWN = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"

_PROBER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class Planted:
    """Tables of three men that give the same answer for each position."""

    def __init__(self, answer: int) -> None:
        self.asked = 0
        self._answer = answer
        self._name = b"ratsu.wdl_probe"  # the capsule does not copy it
        self._function = _PROBER(self._probe)
        self.capsule = _new_capsule(ctypes.cast(self._function, ctypes.c_void_p), self._name, None)

    def _probe(self, _position: int, _context: int) -> int:
        self.asked += 1
        return self._answer


def score(searcher: Searcher, board: CoreBoard, moves: Sequence[str], depth: int = 6) -> int:
    """The score for the side to move if only these moves may be played."""
    searcher.begin()
    return searcher.run(board, [board.parse_uci(move) for move in moves], depth, 0, 0, 1, None, None)[0].score


def with_tables(answer: int, move: str, fifty_move_rule: bool = True) -> tuple[int, Planted]:
    planted, searcher = Planted(answer), Searcher()
    searcher.set_tablebase_probe(planted.capsule, 3, 1, fifty_move_rule)
    return score(searcher, CoreBoard.from_fen(PAWN, chess960=False), [move]), planted


@pytest.mark.parametrize("depth", [2, 4, 6])
def test_a_third_repetition_that_is_forced_is_a_draw_however_large_the_advantage(depth: int) -> None:
    # Black's king leaves a8 by b8, then by a7. White's only move now brings the position for the third time; from it,
    # Black can reach only positions that have been there once. So nothing but the repetition itself says "draw".
    board = CoreBoard.from_fen("k7/8/8/8/8/8/8/2R4K w - - 0 1", chess960=False)
    board.push_all_uci(("c1d1", "a8b8", "d1c1", "b8a8", "c1d1", "a8a7", "d1c1", "a7a8"))
    assert score(Searcher(), board, ["c1d1"], depth) == 0
    assert score(Searcher(), board, ["c1e1"], depth) > 300


@pytest.mark.parametrize("contempt", [0, 40, -40])
@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("4k3/8/8/8/8/8/3p4/4K1B1 w - - 0 1", "e1d2"),  # drawn with Black to move
        ("8/8/8/8/8/3k4/4R3/1K6 w - - 0 1", "b1a1"),  # drawn with White to move: the king takes the rook
    ],
)
def test_a_draw_is_as_much_worse_than_even_as_contempt_says_whoever_is_to_move_in_it(
    fen: str, move: str, contempt: int
) -> None:
    searcher = Searcher()
    searcher.set_contempt(contempt)
    assert score(searcher, CoreBoard.from_fen(fen, chess960=False), [move]) == -contempt


def test_a_win_of_the_tables_is_worth_less_for_each_ply_on_the_way_to_it() -> None:
    assert with_tables(-2, "a2a4")[0] == TABLEBASE_WIN - 1
    assert with_tables(2, "a2a4")[0] == 1 - TABLEBASE_WIN


@pytest.mark.parametrize(("answer", "sign"), [(1, -1), (-1, 1)])
def test_a_cursed_win_is_a_draw_by_the_fifty_move_rule_and_a_win_without_it(answer: int, sign: int) -> None:
    assert with_tables(answer, "a2a4")[0] == 2 * sign
    assert with_tables(answer, "a2a4", fifty_move_rule=False)[0] == sign * (TABLEBASE_WIN - 1)


def test_the_tables_are_asked_only_after_a_move_that_sets_the_fifty_move_count_to_0() -> None:
    board, planted, searcher = (
        CoreBoard.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", chess960=False),
        Planted(-2),
        Searcher(),
    )
    searcher.set_tablebase_probe(planted.capsule, 3)
    score(searcher, board, ["a1a7"], depth=3)
    assert planted.asked == 0
    assert with_tables(UNKNOWN, "a2a4")[1].asked > 0


@pytest.mark.parametrize(
    ("fen", "pawn", "king"),
    [
        ("7Q/2K5/8/8/4p3/8/8/3k4 b - -", "e4e3", "d1e2"),
        ("8/k7/2p5/8/8/8/7K/5R2 b - -", "c6c5", "a7b8"),
        ("1Q6/8/8/8/2p5/8/2k3K1/8 b - -", "c4c3", "c2d3"),
    ],
)
def test_a_score_of_the_table_that_was_found_with_more_moves_left_does_not_refute_what_draws_by_the_fifty_moves(
    fen: str, pawn: str, king: str
) -> None:
    # Lost both ways with a fresh counter, the king's move by more. At 98 plies it draws: White neither mates nor captures in one.
    searcher = Searcher()
    lost = score(searcher, CoreBoard.from_fen(f"{fen} 0 60", chess960=False), [king], 10)
    near = CoreBoard.from_fen(f"{fen} 98 60", chess960=False)
    assert lost < score(Searcher(), near, [pawn]) < -300
    assert score(searcher, near, [pawn, king]) == 0
