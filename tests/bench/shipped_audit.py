"""Is what the shipped book recommends sound? Every recommended move against the evaluations it was made from, and a
sample against another engine.

    python -m tests.bench.shipped_audit EVALUATIONS [SAMPLE] [ENGINE]

The first part reads the file of evaluations that `ratsu book build` kept: each recommended move must have been searched
with 200,000 nodes or more (or be a mate or the only move), and be less than 50 centipawns behind the best of its
position. The second lets ENGINE (default: stockfish) search SAMPLE random ones with a million nodes, the position and
the move. The last line is one JSON object.
"""

import json
import random
import shutil
import sqlite3
import sys

import chess
import chess.engine

from books.analysis import LONGEST_MATE, MATE_CP
from books.choice.layers import join
from books.choice.library import SHIPPED_BOOK
from books.entry import Layer
from books.key import encode, position_key
from books.learning.mistakes import MISTAKE_CP
from books.repertoire.doctor import walk
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.play.book.analyser import CHECK_NODES

Recommended = list[tuple[chess.Board, chess.Move]]


def recommended(book: BookFile) -> Recommended:
    """Every move that the player may choose from the book, with its position."""
    found = []
    for visit in walk(lambda key: join([(Layer.SHIPPED, book.rows(key))])):
        flags = [entry.flag for _, entry in visit.moves]
        best = max(flags, default=None)
        if best is not None and best.playable:
            found += [(visit.board, move) for move, entry in visit.moves if entry.decision.flag is best]
    return found


def searched(moves: Recommended, path: str) -> dict[str, int]:
    """How many were searched with enough nodes, and how many stand half a pawn or more behind the best."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def known(key: int, asked: int) -> tuple[int, int, bool] | None:
        """Move, value, and whether it was searched long enough (a mate or a single legal move ends a search early)."""
        sql = "SELECT move, centipawns, nodes FROM evaluations WHERE key = ? AND asked = ? ORDER BY nodes DESC LIMIT 1"
        row = connection.execute(sql, (key, asked)).fetchone()
        return (row[0], row[1], row[2] >= CHECK_NODES or MATE_CP - abs(row[1]) < LONGEST_MATE) if row else None

    counts = {"recommended": len(moves), "searched": 0, "not_searched": 0, "too_few_nodes": 0, "half_a_pawn_behind": 0}
    for board, move in moves:
        best = known(position_key(board), 0)
        own = known(position_key(board), encode(board, move))
        after = board.copy(stack=False)
        after.push(move)
        child = known(position_key(after), 0)
        value = best if best and best[0] == encode(board, move) else own
        if value is None and child is not None:
            value = (0, -child[1], child[2] or after.legal_moves.count() == 1)
        if best is None or value is None:
            counts["not_searched"] += 1
            continue
        counts["searched"] += 1
        counts["too_few_nodes"] += not (value[2] and (best[2] or board.legal_moves.count() == 1))
        counts["half_a_pawn_behind"] += best[1] - value[1] >= MISTAKE_CP
    connection.close()
    return counts


def sampled(moves: Recommended, count: int, engine: str, nodes: int = 1_000_000) -> dict[str, float]:
    """What another engine says of some of them: the mean loss, and how many lose half a pawn and a pawn by it."""
    losses = []
    with chess.engine.SimpleEngine.popen_uci(engine) as other:
        for board, move in random.Random(1).sample(moves, count):
            limit = chess.engine.Limit(nodes=nodes)
            values = []
            for roots in (None, [move]):
                score = other.analyse(board, limit, root_moves=roots)["score"].pov(board.turn)
                values.append(score.score(mate_score=MATE_CP) or 0)
            losses.append(max(0, values[0] - values[1]))
    return {
        "sample": count,
        "mean_loss_cp": round(sum(losses) / count, 1),
        "lose_50_cp": sum(loss >= MISTAKE_CP for loss in losses),
        "lose_100_cp": sum(loss >= 2 * MISTAKE_CP for loss in losses),
    }


def main() -> None:
    """Prints what was found."""
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with BookFile(SHIPPED_BOOK, Access.IMMUTABLE) as book:
        moves = recommended(book)
    result: dict[str, float] = {**searched(moves, sys.argv[1])}
    if count:
        result |= sampled(moves, count, sys.argv[3] if len(sys.argv) > 3 else shutil.which("stockfish") or "stockfish")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
