"""Learning: never lose the same way twice, and remember what did well.

`record` stores a finished game in one transaction, with results, credit and, after a proved quick loss, a verdict on
the position after the last own book move. `analyse_pending` follows in idle time with an analyser that is handed in: it
finds the mistake, marks the positions after it as lost, and writes the log. After a success it adds the moves that
did well. Interrupted work is repeated.

A verdict belongs to a position, whatever the move order. It is suspected until a second search of CERTAIN_NODES.
"""

import json
import time
from collections.abc import Iterable, Sequence
from functools import partial

import chess

from books.analysis import Analyser, Analysis, value_after, worth
from books.choice.choose import ChoiceSettings
from books.choice.judging import entry_of
from books.choice.layers import FULL_WEIGHT
from books.choice.library import Library
from books.entry import LOSING_CP, Flag, Layer, MoveRow, PositionRow, PositionVerdict, Presence
from books.errors import ReadOnlyBookError
from books.key import decode, encode, position_key
from books.learning import learn_shapes, lessons, recording
from books.learning.collapses import collapses, last_collapse
from books.learning.experience import window_end
from books.learning.growth import judged, proposed
from books.learning.lessons import BookStanding, Lesson, NewLesson
from books.learning.mistakes import DEEPER, MISTAKE_CP, DecisiveMistake, Stretch, find_mistake
from books.learning.played import (
    GameSource,
    LearnedGame,
    LearningStage,
    Ply,
    board_of,
    plies,
)
from books.learning.recording import Recorded
from books.learning.verdicts import condemned, lost_after, reached_by, valued
from books.progress import Progress, report, silent
from books.store import journal
from books.store.book_file import BookFile
from engine.game.reason import BoardMove, Reason, ReasonKind, Share, listed, together

LOOK_AGAIN = 2 * DEEPER  # times the usual effort: 3.2 million nodes, above CERTAIN_NODES


class Learner:
    """Learns into the library's learned book. May run in a background thread."""

    def __init__(self, library: Library, settings: ChoiceSettings | None = None, style: Analyser | None = None) -> None:
        """`settings` are the player's: the log shows probabilities under them. `style`: an analyser of the player's style,
        which decides what is `$` among playable moves."""
        self._library = library
        self._settings = settings or ChoiceSettings()
        self._style = style

    @property
    def book(self) -> BookFile:
        """The learned book. :raises ReadOnlyBookError: it could not be opened."""
        if self._library.learned is None:
            raise ReadOnlyBookError("Learning is off: the learned book could not be opened.")
        return self._library.learned

    # After the game: quick, one transaction

    def record(self, game: LearnedGame) -> int:
        """Stores a finished game with the lessons that need no analysis. Returns its number; a game learned earlier
        keeps its number and changes nothing.
        :raises BookError: it cannot be written."""
        return self.record_all((game,)).numbers[0]

    def record_all(self, games: Iterable[LearnedGame], progress: Progress = silent) -> Recorded:
        """Stores finished games, each once. The books are consulted for all of them before the first is stored.
        :raises BookError: they cannot be written."""
        return recording.record(self.book, self._library, games, progress)

    def in_book(self, ply: Ply) -> bool:
        """Whether the books recommend the move, with a flag that the player would choose."""
        return any(move == ply.move and entry.flag.playable for move, entry in self._library.moves_on(ply.board))

    # In idle time: slow, cancellable, done again if interrupted

    def pending(self) -> list[int]:
        """Returns the games still to be analysed, oldest first."""
        return [
            row[0]
            for row in self.book.query(
                "SELECT id FROM games WHERE state = ? ORDER BY id", (LearningStage.PENDING,), learn_shapes.NUMBERS
            )
        ]

    def game(self, number: int) -> LearnedGame:
        """Returns a stored game. :raises KeyError: the number is unknown."""
        rows = self.book.query(
            f"SELECT {recording.GAME_COLUMNS} FROM games WHERE id = ?", (number,), learn_shapes.GAMES
        )
        if not rows:
            raise KeyError(number)
        values = dict(zip(recording.GAME_COLUMNS.split(", "), rows[0], strict=True))
        values |= {"moves": tuple(values["moves"].split()), "own_white": bool(values["own_white"])}
        values |= {"evaluations": tuple(json.loads(values["evaluations"])), "source": GameSource(values["source"])}
        del values["path"], values["branches"]
        return LearnedGame(**values)

    def unproven(self, numbers: Iterable[int]) -> list[tuple[int, str, int]]:
        """Returns (number, termination, value of the last position for our side) of the games whose loss is not
        evidence."""
        return recording.unproven(self.book, numbers)

    def analyse_pending(self, analyse: Analyser, progress: Progress = silent) -> list[Lesson]:
        """Analyses every pending game. Returns the new lessons, oldest first.
        :raises CancelledError: the user stopped it; finished games stay analysed."""
        found: list[Lesson] = []
        waiting = self.pending()
        for number, game in enumerate(waiting):
            report(progress, number, len(waiting))
            found += self.analyse(game, analyse, progress)
        return found

    def analyse(self, number: int, analyse: Analyser, progress: Progress = silent) -> list[Lesson]:
        """Finds the mistake of one stored game and learns it. Returns the new lessons, oldest first."""
        game = self.game(number)
        walked = plies(game)
        game = recording.settle(self.book, number, game, walked, analyse)
        mistake = None
        if game.lost or recording.bad_exit(game, walked):
            whole = last_collapse(game, walked) if game.lost else Stretch(window_end(game, walked) - 1)
            mistake = find_mistake(walked, whole, analyse, self._known_bad, game.lost, progress)
        new: list[int] = []
        if mistake:
            new += self._learn_mistake(number, game, walked, mistake)
        new += self._clear_barred(number, game, walked, mistake)
        if mistake is None:
            new += self._tell_of_bar(number, game, walked, analyse)
        new += self._learn_falls(number, game, walked, mistake, analyse, progress)
        new += self._grow(number, game, walked, analyse)
        with self.book.transaction() as connection:
            connection.execute("UPDATE games SET state = ? WHERE id = ?", (LearningStage.ANALYSED, number))
        return [lesson for lesson in reversed(lessons.log(self.book, number)) if lesson.id in new]

    def recheck(
        self,
        analyse: Analyser,
        limit: int = 10,
        progress: Progress = silent,
        older_than_s: int = 0,
        check: int | None = None,
    ) -> list[Lesson]:
        """Searches the positions learned as lost again, deeper: suspected ones first, then the oldest analyses. A
        position that holds is cleared. Returns the lessons, which belong to the latest game, or to a `check` of the
        book."""
        rows = self.condemned(limit, older_than_s)
        new: list[int] = []
        for number, (game, fen, code) in enumerate(rows):
            report(progress, number, len(rows))
            new += self._recheck_one(game if check is None else check, board_of(fen), code, analyse)
        return [lesson for lesson in reversed(lessons.log(self.book)) if lesson.id in new]

    def condemned(self, limit: int, older_than_s: int = 0) -> list[tuple[int, str, int]]:
        """Returns (latest game, FEN, move code) of lessons: first those with a suspected position, then those confirmed
        at least `older_than_s` ago, oldest first."""
        return self.book.query(
            "SELECT max(lessons.game), lessons.fen, lessons.move FROM lessons JOIN positions ON positions.key = reached"
            " WHERE lessons.state != 2 AND (verdict = ? OR (verdict = ? AND evaluated <= ?))"
            " GROUP BY positions.key ORDER BY verdict, evaluated LIMIT ?",
            (PositionVerdict.SUSPECTED, PositionVerdict.CONFIRMED, int(time.time()) - older_than_s, limit),
            learn_shapes.CONDEMNED,
        )

    def log(self, game: int | None = None, limit: int = -1) -> list[Lesson]:
        """Returns the lessons as `lessons.log`, with each move's present flag and chance."""
        found, today = lessons.log(self.book, game, limit), dict[tuple[str, int], BookStanding]()
        for lesson in found:
            if (lesson.fen, lesson.move) not in today:
                board = lesson.board
                move = decode(board, lesson.move)
                if move is not None:
                    today[lesson.fen, lesson.move] = self._standing(board, move)
        return [lesson.standing_now(today.get((lesson.fen, lesson.move))) for lesson in found]

    def _standing(self, board: chess.Board, move: chess.Move) -> BookStanding:
        entry = entry_of(self._library, board, move)
        return BookStanding(entry.flag if entry else None, self._library.probability(board, move, self._settings))

    def _known_bad(self, ply: Ply) -> set[chess.Move]:
        """Returns the moves that would not be played here: those with `?`, and those to positions known as lost."""
        flagged = {move for move, entry in self._library.moves_on(ply.board) if entry.flag is Flag.BAD}
        return flagged | {lost.move for lost in self._library.lost_moves(ply.board)}

    def _learn_falls(
        self,
        number: int,
        game: LearnedGame,
        walked: Sequence[Ply],
        known: DecisiveMistake | None,
        analyse: Analyser,
        progress: Progress,
    ) -> list[int]:
        """Learns the other mistakes of the game, whatever its result."""
        new: list[int] = []
        for stretch in collapses(game, walked):
            mistake = find_mistake(walked, stretch, analyse, self._known_bad, stretch.better, progress)
            if mistake is None or (known is not None and mistake.index == known.index):
                continue
            if stretch.better:
                new += self._learn_spoiled(number, mistake)
            else:
                new += self._learn_mistake(number, game, walked, mistake)
        return new

    def _grow(self, number: int, game: LearnedGame, walked: list[Ply], analyse: Analyser) -> list[int]:
        """Adds the moves out of book that did well, up to the first one that is not as good as the best."""
        new: list[int] = []
        for ply, row in proposed(game, walked, self.book.row):
            entry = entry_of(self._library, ply.board, ply.move)
            if entry is not None and (
                entry.flag is not Flag.UNCHECKED
                or entry.decision.rule in (ReasonKind.TAKEN_OUT, ReasonKind.SWITCHED_OFF)
            ):
                continue  # judged elsewhere
            found = judged(ply, analyse, self._style)
            if found is None:
                break
            flag, value = found
            score = Reason(ReasonKind.POINTS, (Share((row.wins + row.draws / 2) / row.games),))
            games = Reason(ReasonKind.GAMES, (row.times_played,))
            kind = ReasonKind.BECOMES_NORMAL if flag is Flag.NORMAL else ReasonKind.BECOMES_DUBIOUS
            unfit = None if flag is Flag.NORMAL else Reason(ReasonKind.NOT_THE_STYLE)
            what = listed(_move(kind, ply.board, ply.move), unfit, _worth(ply.board, value), score, games)
            added = row._replace(flag=flag, weight=FULL_WEIGHT, source=f"game {number}", presence=Presence.IN)
            reason = Reason(ReasonKind.AFTER_GAME, (number, what))
            new += self._write(number, ply.board, ply.move, reason, [added], [valued(ply.reached, value)])
            if flag is Flag.DUBIOUS:
                break
        return new

    def _learn_mistake(
        self, number: int, game: LearnedGame, walked: Sequence[Ply], mistake: DecisiveMistake
    ) -> list[int]:
        ply = mistake.ply
        row = self._stored(ply.key, ply.code)
        positions = [condemned(ply.reached, mistake.value, number), *lost_after(number, game, walked, mistake)]
        return self._write_mistake(number, mistake, row, positions, ReasonKind.BECOMES_BAD)

    def _learn_spoiled(self, number: int, mistake: DecisiveMistake) -> list[int]:
        """Learns a move that gave away an advantage without losing: it is not repeated, unless a book recommends it."""
        ply = mistake.ply
        entry = entry_of(self._library, ply.board, ply.move)
        theory = entry is not None and any(
            layer is not Layer.LEARNED and row.flag is not Flag.UNCHECKED for layer, row in entry.rows
        )
        row, positions = self._stored(ply.key, ply.code), [valued(ply.reached, mistake.value)]
        if theory:
            return self._write_mistake(number, mistake, row, positions, ReasonKind.MOVE)
        row = row._replace(flag=Flag.DUBIOUS)
        return self._write_mistake(number, mistake, row, positions, ReasonKind.BECOMES_DUBIOUS)

    def _write_mistake(
        self, number: int, mistake: DecisiveMistake, row: MoveRow, positions: list[PositionRow], kind: ReasonKind
    ) -> list[int]:
        """Writes the lesson on a mistake and its better move. `kind`: how the move is named, or its new status."""
        ply, board = mistake.ply, mistake.ply.board
        better_code = encode(board, mistake.better.move) if mistake.better else None
        rows = [row._replace(better=better_code, source=f"game {number}")]
        if mistake.better and better_code is not None:
            flag = Flag.STRONG if mistake.better_is_clear else Flag.NORMAL
            better = self._stored(ply.key, better_code)
            weight = better.weight or FULL_WEIGHT
            rows.append(better._replace(flag=flag, weight=weight, source=rows[0].source, presence=Presence.IN))
            positions.append(valued(reached_by(board, mistake.better.move), mistake.better))
        better_move = _move(ReasonKind.BETTER, board, mistake.better.move) if mistake.better else None
        what = listed(_move(kind, board, ply.move), _worth(board, mistake.value), better_move)
        what = Reason(ReasonKind.NO_SINGLE_MISTAKE, (what,)) if mistake.steady else what
        return self._write(number, board, ply.move, Reason(ReasonKind.AFTER_GAME, (number, what)), rows, positions)

    def _clear_barred(
        self, number: int, game: LearnedGame, walked: Sequence[Ply], mistake: DecisiveMistake | None
    ) -> list[int]:
        """Clears the book move that was barred after the game, unless the analysis finds it guilty."""
        exit_ply = recording.last_own_book_ply(game, walked)
        if exit_ply is None or (mistake and (mistake.ply.key, mistake.ply.code) == (exit_ply.key, exit_ply.code)):
            return []
        position = self._known(exit_ply.reached)
        if not _is_bar(position, number) or (mistake is None and game.lost):
            return []
        later = mistake is not None and mistake.index > walked.index(exit_ply)
        came = Reason(ReasonKind.CAME_LATER if later else ReasonKind.CAME_EARLIER)
        what = listed(_move(ReasonKind.CLEARED, exit_ply.board, exit_ply.move), came)
        lifted = position._replace(verdict=PositionVerdict.NONE, lost=0, game=0)
        reason = Reason(ReasonKind.AFTER_GAME, (number, what))
        return self._write(number, exit_ply.board, exit_ply.move, reason, positions=[lifted])

    def _tell_of_bar(self, number: int, game: LearnedGame, walked: Sequence[Ply], analyse: Analyser) -> list[int]:
        """Writes a lesson for a loss that no move explains: the position after the last book move stays suspected until
        a deeper search clears it."""
        exit_ply = recording.last_own_book_ply(game, walked)
        if exit_ply is None or not _is_bar(self._known(exit_ply.reached), number):
            return []
        value = value_after(exit_ply.board, exit_ply.move, analyse)
        barred_move = _move(ReasonKind.NOT_REPEATED, exit_ply.board, exit_ply.move)
        what = together(Reason(ReasonKind.NO_MISTAKE), listed(barred_move, _worth(exit_ply.board, value)))
        suspected = condemned(exit_ply.reached, value, number)
        reason = Reason(ReasonKind.AFTER_GAME, (number, what))
        return self._write(number, exit_ply.board, exit_ply.move, reason, positions=[suspected])

    def _recheck_one(self, game: int, board: chess.Board, code: int, analyse: Analyser) -> list[int]:
        move = decode(board, code)
        if move is None or board.legal_moves.count() < 2:
            return []
        value = value_after(board, move, analyse, LOOK_AGAIN)
        best = analyse(board, [other for other in board.legal_moves if other != move], LOOK_AGAIN)
        known = self._known(reached_by(board, move))
        if value.depth < (known.depth or 0):
            with journal.edit(self.book, "learning", "checked again") as edit:
                edit.put_position(known._replace(evaluated=int(time.time())))
            return []
        if value.centipawns <= LOSING_CP or value.centipawns < best.centipawns - MISTAKE_CP:
            bad = condemned(known.key, value, known.game)
            if known.value is None or -known.value > LOSING_CP:  # until now only the result spoke against it
                return self._write(game, board, move, _checked(ReasonKind.BECOMES_BAD, board, value), positions=[bad])
            with journal.edit(self.book, "learning", "checked again") as edit:
                edit.put_position(bad)
            return []
        return self._write(
            game,
            board,
            move,
            _checked(ReasonKind.PLAYABLE_AFTER_ALL, board, value),
            [self._present(board, move)],
            [valued(known.key, value)._replace(verdict=PositionVerdict.CLEARED), *self._freed(known)],
        )

    def _present(self, board: chess.Board, move: chess.Move) -> MoveRow:
        """Returns the row of a cleared move without its better move. The other books' flags apply again; without any,
        the move is normal."""
        row = self._stored(position_key(board), encode(board, move))._replace(better=None)
        entry = entry_of(self._library, board, move)
        if entry and any(
            layer is not Layer.LEARNED and other.flag is not Flag.UNCHECKED for layer, other in entry.rows
        ):
            return row._replace(flag=Flag.UNCHECKED)
        return row._replace(flag=Flag.NORMAL, weight=row.weight or FULL_WEIGHT, presence=Presence.IN)

    def _freed(self, cleared: PositionRow) -> list[PositionRow]:
        """Returns the later positions of the same game that were suspected together with a cleared one."""
        return [
            row._replace(verdict=PositionVerdict.NONE, lost=0, game=0)
            for row in self.book.lost_positions()
            if row.game == cleared.game and row.verdict is PositionVerdict.SUSPECTED and row.key != cleared.key
        ]

    def _write(
        self,
        game: int,
        board: chess.Board,
        move: chess.Move,
        reason: Reason,
        rows: Sequence[MoveRow] = (),
        positions: Sequence[PositionRow] = (),
    ) -> list[int]:
        entry = entry_of(self._library, board, move)
        condemns = any(row.loser > 0 and row.value is not None for row in positions)
        if entry is not None and entry.locked and condemns:
            reason = together(reason, Reason(ReasonKind.PLAYED_THOUGH_BAD))
        lesson = NewLesson(
            game, board, move, tuple(rows), tuple(positions), reason, partial(self._standing, board, move)
        )
        number = lessons.write(self.book, lesson)
        return [] if number is None else [number]

    def _stored(self, key: int, code: int) -> MoveRow:
        return self.book.row(key, code) or MoveRow(key, code, source="learning", presence=Presence.SEEN)

    def _known(self, key: int) -> PositionRow:
        return self.book.position(key) or PositionRow(key)


def _is_bar(position: PositionRow, game: int) -> bool:
    """Whether the position is suspected for the result of this game alone."""
    return position.verdict is PositionVerdict.SUSPECTED and position.game == game and position.value is None


def _move(kind: ReasonKind, board: chess.Board, move: chess.Move) -> Reason:
    return Reason(kind, (BoardMove.of(board, move),))


def _worth(board: chess.Board, analysis: Analysis) -> Reason:
    return worth(analysis.centipawns, analysis.depth, bool(board.turn))


def _checked(kind: ReasonKind, board: chess.Board, value: Analysis) -> Reason:
    """Returns the reason after a learned move was searched again."""
    return Reason(ReasonKind.CHECKED_AGAIN, (listed(_move(kind, board, value.move), _worth(board, value)),))
