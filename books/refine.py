"""Refines a built book with an engine: every move it recommends in the positions most played gets an evaluation and
the flag that results and evaluation give together. Positions not reached in the time given keep their flags and have
no evaluation: they are unchecked."""

from collections.abc import Iterator

from books.analysis import Analyser
from books.doctor import Judgement, Visit, judge, walk
from books.entry import Flag, Layer, MoveRow
from books.key import encode, position_key
from books.layers import join
from books.progress import Progress, report, silent
from books.store import BookFile

ENGINE_WEIGHT = 1
"""The weight of a reply that only the engine knows."""


def refined_flag(flag: Flag, judged: Judgement) -> Flag:
    """The flag by results (`flag`) and evaluation together: no move that gives up half a pawn is recommended, and no
    good move is condemned by a few lost games."""
    if not judged.flag.playable:
        return min(flag, judged.flag)
    return max(flag, Flag.NORMAL)


def refine(book: BookFile, analyse: Analyser, most: int | None = None, progress: Progress = silent) -> tuple[int, int]:
    """Checks the positions of a book, most played first, and writes flags and evaluations into it. Returns positions
    and moves checked.

    For a `?` that leads out of the book the engine's refutation is added as `!`. Raises CancelledError: what is done
    stays; with a cached analyser the next run goes on from there.
    """
    positions = moves = 0
    for visit in walk(lambda key: join([(Layer.SHIPPED, book.rows(key))]), most=most):
        report(progress, positions, most or 0)
        rows = list(_refined(book, visit, analyse))
        book.put_rows(rows)
        positions += 1
        moves += sum(row.evaluation is not None for row in rows)
    return positions, moves


def _refined(book: BookFile, visit: Visit, analyse: Analyser) -> Iterator[MoveRow]:
    """Judges the moves with the highest flag, and while they all fall, those with the next: all that the player may
    choose.
    """
    flags = {entry.code: entry.decision.flag for _, entry in visit.moves if entry.decision.flag is not None}
    judged: set[int] = set()
    while True:
        best = max(flags.values(), default=Flag.BAD)
        group = [pair for pair in visit.moves if flags.get(pair[1].code) == best and pair[1].code not in judged]
        if not best.playable or not group:
            return
        for judgement in judge(visit, analyse, group):
            row = judgement.entry.rows[0][1]
            flag = flags[row.move] = refined_flag(row.flag or best, judgement)
            judged.add(row.move)
            yield row._replace(flag=flag, evaluation=judgement.value.centipawns, depth=judgement.value.depth)
            if flag is Flag.BAD:
                yield from _refutation(book, visit, judgement, analyse)


def _refutation(book: BookFile, visit: Visit, judged: Judgement, analyse: Analyser) -> Iterator[MoveRow]:
    after = visit.board.copy(stack=False)
    after.push(judged.move)
    key = position_key(after)
    if after.is_game_over() or any(row.flag is not None and row.flag.playable for row in book.rows(key)):
        return
    reply = analyse(after)
    code = encode(after, reply.move)
    old = book.row(key, code) or MoveRow(key, code, weight=ENGINE_WEIGHT, source="engine")
    yield old._replace(flag=Flag.STRONG, evaluation=reply.centipawns, depth=reply.depth)
