"""Stores finished games in the learned book: each once, with the evidence of its result and the engine's evaluations.

One fast transaction a game. A result that only an analysis can confirm is settled later by `settle`
(books.learning.evidence).
"""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from books.analysis import Analyser
from books.choice.library import Library
from books.entry import MoveRow, PositionVerdict, Presence
from books.learning import learn_shapes, lessons
from books.learning.collapses import collapses
from books.learning.evidence import LOST_CP, last_position, result_counts
from books.learning.experience import (
    credits,
    exit_evaluation,
    exit_value,
    lost_early,
    window_end,
    with_credit,
    with_game,
    with_result,
)
from books.learning.growth import proposed
from books.learning.played import LearnedGame, LearningStage, Ply, plies
from books.progress import Progress, report, silent
from books.store import journal
from books.store.book_file import BookFile
from books.store.fingerprint import fingerprint, old_fingerprint
from books.store.journal import Edit
from engine.ground.values import dataclass

BAD_EXIT_CP = -80  # an exit below this value is analysed even if the game was not lost
PATH_PLIES = 60  # plies after the book, stored with their keys for carrying values back
GAME_COLUMNS = (
    "played, own_white, fen, moves, path, result, termination, book_plies, evaluations, opponent, opponent_elo, own_elo,"
    " own, date, branches, source, level, time_left_s"
)


@dataclass(frozen=True)
class Recorded:
    """The result of storing games: the number of each, in order; the numbers of the new ones and of those learned
    earlier (a game given twice is in both)."""

    numbers: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    known: tuple[int, ...] = ()


def record(book: BookFile, library: Library, games: Iterable[LearnedGame], progress: Progress = silent) -> Recorded:
    """Stores finished games; known ones are left out. The branching points are read for all games before the first is
    stored.

    :raises BookError: the book cannot be written; games stored before stay.
    :raises CancelledError: the user stopped it; games stored before stay.
    """
    prepared = [(game, branches(library, game)) for game in games]
    numbers: list[int] = []
    by_news: dict[bool, list[int]] = {True: [], False: []}
    for index, (game, at) in enumerate(prepared):
        report(progress, index, len(prepared))
        number, new = _store(book, game, at)
        numbers.append(number)
        by_news[new].append(number)
    return Recorded(tuple(numbers), tuple(by_news[True]), tuple(by_news[False]))


def branches(library: Library, game: LearnedGame) -> tuple[int, ...]:
    """Returns the plies of our book moves at which the books had an alternative.
    :raises BookError: a move is illegal, or a book cannot be read."""
    found = []
    for index, ply in enumerate(plies(game)[: game.book_plies]):
        if ply.own and sum(entry.flag.playable for _, entry in library.moves_on(ply.board)) > 1:
            found.append(index)
    return tuple(found)


def settle(book: BookFile, number: int, game: LearnedGame, walked: list[Ply], analyse: Analyser) -> LearnedGame:
    """Returns the game after weighing its evidence: a loss that contradicts the last position becomes a game without a
    result. At the first call the last position is analysed, and a confirmed result is counted.

    :raises BookError: the book fails; nothing was counted.
    :raises CancelledError: the user stopped it; nothing was counted.
    """
    if not game.lost or result_counts(game, walked):
        return game
    ((verdict, at),) = book.query("SELECT verdict, branches FROM games WHERE id = ?", (number,), learn_shapes.VERDICTS)
    if verdict is None and walked:
        verdict = last_position(walked, analyse)
        with journal.edit(book, "learning", f"results of game {number}", number) as edit:
            edit.execute("UPDATE games SET verdict = ? WHERE id = ?", (verdict, number))
            if verdict <= LOST_CP:
                _count(edit, number, game, walked, json.loads(at), late=True)
    return game if verdict is not None and verdict <= LOST_CP else replace(game, result="*")


def unproven(book: BookFile, numbers: Iterable[int]) -> list[tuple[int, str, int]]:
    """Returns (number, termination, value of the last position for our side) of those games whose loss is not evidence."""
    wanted = set(numbers)
    rows = book.query(
        "SELECT id, termination, verdict FROM games WHERE verdict > ? ORDER BY id", (LOST_CP,), learn_shapes.UNPROVEN
    )
    return [row for row in rows if row[0] in wanted]


def bad_exit(game: LearnedGame, walked: Sequence[Ply]) -> bool:
    """Whether the engine's own evaluations after the book were bad."""
    evaluation = exit_evaluation(game, walked)
    return evaluation is not None and evaluation < BAD_EXIT_CP


def last_own_book_ply(game: LearnedGame, walked: Sequence[Ply]) -> Ply | None:
    """Returns our last book move, or None."""
    return next((ply for ply in reversed(walked[: game.book_plies]) if ply.own), None)


def _store(book: BookFile, game: LearnedGame, at: Sequence[int]) -> tuple[int, bool]:
    """Stores a game. Returns its number, and whether it is new."""
    walked = plies(game)
    prints = _fingerprints(game)
    rows = book.query(f"SELECT id {_HELD}", prints, learn_shapes.NUMBERS)
    if rows and book.query("SELECT 1 FROM edits WHERE game = ? AND state != 0 LIMIT 1", rows[0]):
        lessons.undo_game(book, rows[0][0])  # part of it was undone: learn the whole game again
    with journal.edit(book, "learning", "results") as edit:
        held = edit.execute(f"SELECT id {_HELD}", prints).fetchone()
        if held:
            return int(held[0]), False
        number = _insert(edit, game, walked, at, prints[0])
        edit.execute(
            "UPDATE edits SET game = ?, label = ? WHERE id = ?", (number, f"results of game {number}", edit.id)
        )
        for ply in walked[: window_end(game, walked)]:
            edit.put(with_game(_row(edit, ply), game))
        _count(edit, number, game, walked, at)
        if proposed(game, walked, edit.row):
            edit.execute("UPDATE games SET state = ? WHERE id = ?", (LearningStage.PENDING, number))
    return number, True


_HELD = f"FROM games WHERE fingerprint IN (?, ?) AND state != {int(LearningStage.REJECTED)} LIMIT 1"


def _count(
    edit: Edit, number: int, game: LearnedGame, walked: list[Ply], at: Sequence[int], late: bool = False
) -> None:
    """Counts the result, if it is evidence, and credits the evaluations. `late`: the result was confirmed by an
    analysis."""
    counts = late or bool(result_counts(game, walked))
    if counts:
        for ply in walked[: window_end(game, walked)]:
            edit.put(with_result(_row(edit, ply), game, ply.own))
    if not late:  # evaluations were credited when the game was stored
        for index, value, branching in credits(exit_value(game, walked), at):
            edit.put(with_credit(_row(edit, walked[index]), value, branching))
    exit_ply = last_own_book_ply(game, walked)
    if counts and exit_ply and lost_early(game, walked):
        reached = edit.position(exit_ply.reached)
        if not reached.verdict or reached.verdict is PositionVerdict.CLEARED:
            edit.put_position(reached._replace(verdict=PositionVerdict.SUSPECTED, lost=1, game=number, value=None))


def _fingerprints(game: LearnedGame) -> tuple[str, str]:
    """Returns the present fingerprint and that of the older format."""
    white, black = (game.own, game.opponent) if game.own_white else (game.opponent, game.own)
    return (
        fingerprint(game.fen, game.moves, white, black, game.date, game.result),
        old_fingerprint(game.fen, game.moves, game.own_white, game.opponent, game.result),
    )


def _insert(edit: Edit, game: LearnedGame, walked: Sequence[Ply], at: Sequence[int], print_: str) -> int:
    waits = game.lost or bad_exit(game, walked) or bool(collapses(game, walked))
    values = asdict(game) | {
        "played": game.played or int(time.time()),
        "moves": " ".join(game.moves),
        "path": json.dumps([[ply.key, ply.code] for ply in walked[: game.book_plies + PATH_PLIES]]),
        "evaluations": json.dumps(game.evaluations),
        "branches": json.dumps(list(at)),
        "state": LearningStage.PENDING if waits else LearningStage.ANALYSED,
        "fingerprint": print_,
    }
    names = f"{GAME_COLUMNS}, state, fingerprint".split(", ")
    sql = f"INSERT INTO games ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    return int(edit.execute(sql, tuple(values[name] for name in names)).lastrowid or 0)


def _row(edit: Edit, ply: Ply) -> MoveRow:
    return edit.row(ply.key, ply.code) or MoveRow(ply.key, ply.code, source="learning", presence=Presence.SEEN)
