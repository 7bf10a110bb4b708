"""One gate for moves: whoever plays a move in the compiled core is in this list, with the reason why the move is legal there.

`make_move` and `make_null_move` look at nothing: a move that is not legal writes outside the board's arrays. A move from a file,
a protocol or a caller in Python must have passed `is_legal` (or come from the generator) before.
"""

import re
from array import array
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from books.collection.traits import pack_traits
from books.explorer.tallying import tally
from engine.ground.errors import MoveError
from engine.pgn.postings import PostingsBuilder, find
from engine.pgn.replay import Replay
from engine.pgn.seeking import Seeker
from engine.rules.board import CoreBoard
from engine.training.nearby_positions import NeighbourMaker
from engine.training.packing import pack
from engine.training.tuning.tuner import Tuner
from tests.helpers.shared import REPOSITORY

GENERATED: Final = "from the move generator, in this position"
CHECKED: Final = "looked at with is_legal, or without check for a null move"
READ: Final = "from read_move, which looks at it with is_legal or builds it from the attacks in this position"
PICKED: Final = (
    "from the picker, which generates, and looks at hash moves and killers with is_legal; roots are generated"
)
PASSED: Final = "a null move, refused where the side to move is in check"
NO_CHECK: Final = "a null move, asked for only where the side to move is not in check"
HANDED_IN: Final = "from a caller in this list, which looks at it"
COUNTED: Final = "a null move, after which moves are counted and none is made"
IN_TREE: Final = "an edge of the tree, which the generator made in this position"

CALLERS: Final = {
    "engine/rules/board.py:push": CHECKED,
    "engine/rules/board.py:push_null": PASSED,
    "engine/human/network_input.py:_fill_hanging": NO_CHECK,
    "engine/search/mates.py:_child": GENERATED,
    "engine/search/mates.py:_solve": GENERATED,
    "engine/search/mates.py:_verify": CHECKED,
    "engine/search/mates.py:_line": CHECKED,
    "engine/search/mates.py:_mate_in_one": GENERATED,
    "engine/search/mates.py:_defended": GENERATED,
    "engine/search/mates.py:_longest_defence": GENERATED,
    "engine/search/mcts.py:_expand": GENERATED,
    "engine/search/mcts.py:_playout": IN_TREE,
    "engine/search/mcts.py:_find_root": IN_TREE,
    "engine/search/plain.py:_captures": GENERATED,
    "engine/search/plain.py:_search": "from the move generator; the null move only where `_may_pass` sees no check",
    "engine/search/plain.py:_search_root": GENERATED,
    "engine/evaluation/charted.py:_legal": COUNTED,
    "engine/rules/movegen.py:perft": GENERATED,
    "engine/rules/movegen.py:perft_kinds": GENERATED,
    "engine/training/nearby_positions.py:_neighbour": GENERATED,
    "engine/training/nearby_positions.py:_walk": GENERATED,
    "engine/evaluation/nnue.py:benchmark": CHECKED,
    "engine/pgn/mainlines.py:_play": READ,
    "engine/game/made_moves.py:made": CHECKED,
    "engine/game/made_moves.py:push_line": CHECKED,
    "engine/game/made_moves.py:record_move": HANDED_IN,
    "engine/rules/san.py:write_move": HANDED_IN,
    "engine/pgn/replay.py:_go_on": CHECKED,
    "engine/pgn/seeking.py:_run": CHECKED,
    "engine/pgn/tree.py:_add": READ,
    "engine/pgn/tree.py:_refresh": READ,
    "engine/search/alpha_beta.py:_make_move": PICKED,
    "engine/search/alpha_beta.py:_null_move": NO_CHECK,
    "engine/training/human/board_recorder.py:add": CHECKED,
    "engine/training/training_game.py:_play_random": GENERATED,
    "engine/training/training_game.py:_follow": GENERATED,
    "engine/training/tuning/tuner.py:add_game": CHECKED,
}
_CALL = re.compile(r"(?<![\w.])(?:make_move|make_null_move|write_move|record_move)\(")
_FUNCTION = re.compile(r"^( *)def (\w+)\(")


def _callers() -> Iterator[str]:
    for room in ("engine", "tablebases"):
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            functions: list[tuple[int, str]] = []
            for line in path.read_text(encoding="utf-8").splitlines():
                begun = _FUNCTION.match(line)
                if begun:
                    indent = len(begun[1])
                    functions = [*(known for known in functions if known[0] < indent), (indent, begun[2])]
                elif _CALL.search(line) and functions[-1][1] not in ("make_move", "make_null_move"):
                    yield f"{path.relative_to(REPOSITORY).as_posix()}:{functions[-1][1]}"


def test_every_caller_of_make_move_is_known_with_the_reason_why_its_moves_are_legal() -> None:
    assert set(_callers()) == set(CALLERS)


def test_callers_with_checked_moves_do_look() -> None:
    """Not that they look rightly, but that nobody takes the look out."""
    for caller, reason in CALLERS.items():
        if reason is CHECKED:
            path, function = caller.split(":")
            text = (REPOSITORY / path).read_text(encoding="utf-8")
            body = re.split(rf"\n *def {function}\(", text)[1].split("\ndef ")[0]
            assert re.search(r"is_legal|_require_legal", body), caller


def flipped(moves: bytes) -> Iterator[bytes]:
    for bit in range(8 * len(moves)):
        spoilt = bytearray(moves)
        spoilt[bit // 8] ^= 1 << bit % 8
        yield bytes(spoilt)


GAME = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 g8f6 f1e1 f8e7 b5c6 d7c6 f3e5 d8d4 e5f3 d4e4 e1e4 f6e4"


def game() -> bytes:
    board, moves = CoreBoard.start(), []
    for uci in GAME.split():
        moves.append(board.parse_uci(uci))
        board.push(moves[-1])
    return b"".join(move.to_bytes(2, "little") for move in moves)


def refusals(ask: Callable[[bytes], object]) -> list[str]:
    """What is said to a game with each of its bits flipped in turn, where anything is."""
    said = []
    for spoilt in flipped(game()):
        try:
            ask(spoilt)
        except MoveError as error:
            said.append(str(error))
    return said


def test_a_search_by_material_refuses_a_game_with_a_flipped_bit() -> None:
    said = refusals(lambda moves: Seeker(stages=((1, (1 << 40) - 1),)).ply(CoreBoard.start(), moves))
    assert len(said) > 200
    assert all("half move" in text for text in said)


def test_the_tuner_refuses_a_game_with_a_flipped_bit() -> None:
    tuner = Tuner()
    said = refusals(lambda moves: tuner.add_game(memoryview(moves).cast("H").tolist(), 1.0, 0, 1))
    assert len(said) > 200
    assert all("illegal move" in text for text in said)


def test_damaged_training_records_are_no_positions_or_safe_ones() -> None:
    """An e.p. square without its pawn, and more queens than the move list has room for."""
    board = CoreBoard.from_fen("r1bqkbnr/ppp1pppp/2n5/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", chess960=False)
    whole = bytes(pack(board, 20, 5))
    neighbours = NeighbourMaker(7, 3, 1000, 500)
    for spoilt in flipped(whole):
        neighbours.walks(spoilt, 2, 12)
    queens = bytearray(whole)
    queens[8:24] = b"\x44" * 16
    assert neighbours.walks(bytes(queens), 2, 12) == b""


def test_damaged_blocks_of_postings_are_refused_or_harmless() -> None:
    builder = PostingsBuilder()
    for number in range(1, 40):
        keys = array("Q", [number * 0x9E3779B97F4A7C15 & (1 << 64) - 1, 77])
        builder.add(number, keys, array("H", [796]))
    ((first, block),) = builder.blocks(1)
    traits = b"".join(pack_traits(0, 2500, 0, "1990", None, 1) for _ in range(40))
    refused = 0
    for spoilt in (*flipped(block), *(block[:size] for size in range(len(block)))):
        found = find(first, spoilt, 77, 1)
        refused += found is None
        for reached in found[0] if found else ():
            tally(*reached, traits, array("B"), True, (0, 0, 0, 65_535, False, 63, 63, 0))
    assert refused > len(block)


@pytest.mark.parametrize("moves", [b"\x00", b""])
def test_odd_bytes_are_no_positions(moves: bytes) -> None:
    start = CoreBoard.start()
    assert list(Replay(start, moves).keys()) == [start.key]
    assert Replay(start, moves).reached(array("Q", [77, start.key])) == [(start.key, 0)]


@pytest.mark.parametrize("moves", [b"\x00", b""])
def test_odd_bytes_are_no_move(moves: bytes) -> None:
    assert Seeker(stages=((1, (1 << 40) - 1),)).ply(CoreBoard.start(), moves) == -1
