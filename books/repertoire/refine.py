"""Refines a built book with an engine: each recommended move of the most played positions gets an evaluation, and a
flag from results and evaluation together. Positions not reached in the given time keep their flags, without an
evaluation: they are unchecked."""

from collections.abc import Iterator

from books.analysis import Analyser
from books.choice.judging import moves_by_rows
from books.choice.layers import join
from books.entry import Flag, Layer, MoveRow
from books.key import encode, position_key
from books.progress import Progress, report, silent
from books.repertoire.book_check import BookJudgement, Visit, judge, walk
from books.store.book_file import BookFile
from engine.ground.values import dataclass

ENGINE_WEIGHT = 1
"""The weight of a reply known only from the engine."""


def refined_flag(flag: Flag, judged: BookJudgement) -> Flag:
    """Returns the flag from results (`flag`) and evaluation: a move that gives up half a pawn is never recommended, and
    a few lost games do not condemn a good move."""
    if not judged.flag.playable:
        return min(flag, judged.flag)
    return max(flag, Flag.NORMAL)


@dataclass(frozen=True)
class Refined:
    """The extent of a check: the keys of the positions in which every playable move was judged, and the number of these
    moves."""

    keys: frozenset[int]
    moves: int


def refine(book: BookFile, analyse: Analyser, most: int | None = None, progress: Progress = silent) -> Refined:
    """Checks the positions of a book, most played first, and writes flags and evaluations into it. The engine's
    refutation of a `?` is added as `!`.
    :raises CancelledError: the user stopped it; finished work stays, and with a cached analyser the next run resumes
    there."""
    keys: set[int] = set()
    moves = 0
    for visit in walk(moves_by_rows(lambda key: join([(Layer.SHIPPED, book.rows(key))])), most=most):
        report(progress, len(keys), most or 0)
        rows = list(_refined(book, visit, analyse))
        book.put_rows(rows)
        keys.add(visit.key)
        moves += sum(row.evaluation is not None for row in rows)
    return Refined(frozenset(keys), moves)


def withhold_unchecked(book: BookFile, refined: Refined) -> int:
    """Removes the recommendation from every move without an engine check: it stays in the book, unchecked, and is not
    played. Returns how many."""
    withheld = [
        row._replace(flag=Flag.UNCHECKED)
        for row in book.all_rows()
        if row.flag.playable and row.evaluation is None and row.key not in refined.keys
    ]
    book.put_rows(withheld)
    return len(withheld)


def _refined(book: BookFile, visit: Visit, analyse: Analyser) -> Iterator[MoveRow]:
    """Judges the moves with the highest flag and, while all of them fail, those with the next: all that the player may
    choose."""
    flags: dict[int, Flag] = {entry.code: entry.flag for _, entry in visit.moves if entry.flag is not Flag.UNCHECKED}
    judged: set[int] = set()
    while True:
        best = max(flags.values(), default=Flag.BAD)
        group = [pair for pair in visit.moves if flags.get(pair[1].code) == best and pair[1].code not in judged]
        if not best.playable or not group:
            return
        for judgement in judge(visit, analyse, group):
            row = judgement.entry.rows[0][1]
            flag = flags[row.move] = refined_flag(row.flag, judgement)
            judged.add(row.move)
            value = judgement.value
            yield row._replace(flag=flag, evaluation=value.centipawns, depth=value.depth, engine=value.engine)
            if flag is Flag.BAD:
                yield from _refutation(book, visit, judgement, analyse)


def _refutation(book: BookFile, visit: Visit, judged: BookJudgement, analyse: Analyser) -> Iterator[MoveRow]:
    after = visit.board.copy(stack=False)
    after.push(judged.move)
    key = position_key(after)
    if after.is_game_over():
        return
    reply = analyse(after)
    code = encode(after, reply.move)
    old = book.row(key, code) or MoveRow(key, code, weight=ENGINE_WEIGHT, source="engine")
    yield old._replace(flag=Flag.STRONG, evaluation=reply.centipawns, depth=reply.depth, engine=reply.engine)
