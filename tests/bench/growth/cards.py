"""The opening trainer with a repertoire of many positions in the user's book."""

from collections import deque
from pathlib import Path

import chess

from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from engine.drill.sources.openings import Openings
from tests.bench.growth.measuring import Meter

SIZES = (200, 2_000, 20_000)
REPLIES = 3  # of the opponent at each position
ANSWERS = 20


def measure(cards: int, folder: Path, meter: Meter) -> None:
    """What a learner waits for: the first card, answers, and the first card after an edit of the book."""
    library = Library(folder / "user.ratsubook", folder / "learned.ratsubook", None)
    try:
        assert library.user is not None
        library.user.put_rows(_rows(cards))
        openings = Openings(library)
        row = openings.add("growth", True, chess.STARTING_FEN)
        openings = Openings(library)  # with nothing known yet, as after a start
        meter.time("list of repertoires", openings.repertoires)
        meter.facts["cards"] = len(openings.store.asked(row))
        question = meter.time("first card", lambda: openings.begin(row, new=ANSWERS))
        assert question is not None
        meter.time("answer and next card", lambda: _answer(openings), ANSWERS)
        board = chess.Board()
        library.add_move(board, chess.Move.from_uci("a2a4"), Flag.DUBIOUS)
        meter.time("first card after an edit", lambda: openings.begin(row, new=ANSWERS))
    finally:
        library.close()


def _answer(openings: Openings) -> None:
    asked = openings.ask()
    for _ in range(ANSWERS):
        if asked is None:
            return
        if asked.shown:
            asked = openings.seen()
        else:
            openings.answer("0000", 1_000)
            asked = openings.ask()


def _rows(cards: int) -> list[MoveRow]:
    """One move of White's in each position, and some replies."""
    rows, seen, waiting = [], set[int](), deque([chess.Board()])
    while waiting and len(seen) < cards:
        board = waiting.popleft()
        key = position_key(board)
        moves = list(board.legal_moves)
        if key in seen or not moves:
            continue
        seen.add(key)
        own = moves[len(seen) % len(moves)]
        rows.append(MoveRow(key, encode(board, own), Flag.STRONG, 1000, source="user"))
        board.push(own)
        for move in list(board.legal_moves)[:REPLIES]:
            rows.append(MoveRow(position_key(board), encode(board, move), Flag.NORMAL, 1000, source="user"))
            after = board.copy(stack=False)
            after.push(move)
            waiting.append(after)
    return rows
