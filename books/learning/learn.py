"""Learning: never lose the same way twice.

`record` stores a finished game, once, with results, credit and, after a quick loss that is proved, a bar on the last own
book move: one transaction, at once. `analyse_pending` does the slow part later, in idle time, with an analyser that it is
handed: it finds the mistake, carries it back through transpositions and writes the log. Whatever is interrupted is simply done
again.
"""

import json
import time
from collections.abc import Iterable, Sequence

import chess

from books.analysis import Analyser, Analysis, score_of, value_after, worth
from books.choice.choose import ChoiceSettings
from books.choice.layers import FULL_WEIGHT, LayeredMove
from books.choice.library import Library
from books.entry import LOSING_CP, Flag, Layer, MoveRow
from books.errors import ReadOnlyBookError
from books.key import decode, encode, position_key
from books.learning import backsolve, learn_shapes, lessons, recording
from books.learning.experience import window_end
from books.learning.lessons import Lesson, NewLesson, Standing
from books.learning.mistakes import DEEPER, MISTAKE_CP, Mistake, find_mistake
from books.learning.played import GameState, PlayedGame, Ply, evaluations_by_ply, plies
from books.learning.recording import Recorded
from books.progress import Progress, report, silent
from books.store import journal
from books.store.book_file import BookFile
from engine.game.position import Position
from engine.game.reason import BoardMove, Kind, Reason, listed, together

HOPELESS_CP = -300  # own evaluations from here down to the end of a lost game need no analysis
_LOST_WITHIN = 7  # plies from the mistake on in which a lost position is looked for, to be carried back


class Learner:
    """Learns into the library's learned book. Safe to use from a background thread."""

    def __init__(self, library: Library, settings: ChoiceSettings | None = None) -> None:
        """`settings` are the player's: the log shows probabilities under them."""
        self._library = library
        self._settings = settings or ChoiceSettings()

    @property
    def book(self) -> BookFile:
        """The learned book. Raises ReadOnlyBookError if it could not be opened."""
        if self._library.learned is None:
            raise ReadOnlyBookError("Learning is off: the learned book could not be opened.")
        return self._library.learned

    # After the game: quick, one transaction

    def record(self, game: PlayedGame) -> int:
        """Stores a finished game with what it says at once. Returns its number; one that is learned already keeps the
        number it has, and nothing is changed. Raises BookError.
        """
        return self.record_all((game,)).numbers[0]

    def record_all(self, games: Iterable[PlayedGame], progress: Progress = silent) -> Recorded:
        """Stores finished games, each once. What the books say of them is read before the first is stored. Raises
        BookError.
        """
        return recording.record(self.book, self._library, games, progress)

    def in_book(self, ply: Ply) -> bool:
        """Whether a move is one that the books recommend, of any flag the player would choose."""
        moves = {move.code: move.decision.flag for move in self._library.moves_at(ply.key)}
        flag = moves.get(ply.code)
        return flag is not None and flag.playable

    # In idle time: slow, cancellable, done again if interrupted

    def pending(self) -> list[int]:
        """The games still to be analysed, oldest first."""
        return [
            row[0]
            for row in self.book.query(
                "SELECT id FROM games WHERE state = ? ORDER BY id", (GameState.PENDING,), learn_shapes.NUMBERS
            )
        ]

    def game(self, number: int) -> PlayedGame:
        """A stored game. Raises KeyError if there is none."""
        rows = self.book.query(
            f"SELECT {recording.GAME_COLUMNS} FROM games WHERE id = ?", (number,), learn_shapes.GAMES
        )
        if not rows:
            raise KeyError(number)
        values = dict(zip(recording.GAME_COLUMNS.split(", "), rows[0], strict=True))
        values |= {"moves": tuple(values["moves"].split()), "own_white": bool(values["own_white"])}
        values["evaluations"] = tuple(json.loads(values["evaluations"]))
        del values["path"], values["branches"]
        return PlayedGame(**values)

    def unproven(self, numbers: Iterable[int]) -> list[tuple[int, str, int]]:
        """(number, termination, value of the last position for our side) of the games whose loss proves nothing."""
        return recording.unproven(self.book, numbers)

    def analyse_pending(self, analyse: Analyser, progress: Progress = silent) -> list[Lesson]:
        """Analyses every pending game. Returns the new lessons, oldest first. Raises CancelledError: what is done
        stays.
        """
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
            last = _last_ply_to_analyse(game, walked)
            mistake = find_mistake(walked, last, analyse, self._known_bad, game.lost, progress)
        new: list[int] = []
        if mistake:
            new += self._learn_mistake(number, game, mistake)
            new += self._learn_backwards(number, game, walked, mistake)
        new += self._lift_bar(number, game, walked, mistake)
        if mistake is None:
            new += self._tell_of_bar(number, game, walked, analyse)
        with self.book.transaction() as connection:
            connection.execute("UPDATE games SET state = ? WHERE id = ?", (GameState.ANALYSED, number))
        return [lesson for lesson in reversed(lessons.log(self.book, number)) if lesson.id in new]

    def recheck(
        self, analyse: Analyser, limit: int = 10, progress: Progress = silent, older_than_s: int = 0
    ) -> list[Lesson]:
        """Looks again, deeper, at the learned `?` and barred moves whose analysis is oldest; one that holds after all loses
        its flag. Returns the lessons.
        """
        rows = self.condemned(limit, older_than_s)
        new: list[int] = []
        for number, (game, fen, code) in enumerate(rows):
            report(progress, number, len(rows))
            new += self._recheck_one(game, chess.Board(fen), code, analyse)
        return [lesson for lesson in reversed(lessons.log(self.book)) if lesson.id in new]

    def condemned(self, limit: int, older_than_s: int = 0) -> list[tuple[int, str, int]]:
        """(latest game, FEN, move code) of the learned `?` and barred moves judged at least so long ago, oldest first."""
        return self.book.query(
            "SELECT max(lessons.game), lessons.fen, moves.move FROM lessons"
            " JOIN moves ON moves.key = lessons.key AND moves.move = lessons.move"
            " WHERE (moves.flag = 0 OR moves.barred != 0) AND lessons.state != 2 AND moves.evaluated <= ?"
            " GROUP BY moves.key, moves.move"
            " ORDER BY moves.evaluated LIMIT ?",
            (int(time.time()) - older_than_s, limit),
            learn_shapes.CONDEMNED,
        )

    # Inside

    def _known_bad(self, ply: Ply) -> set[chess.Move]:
        bad = (entry.code for entry in self._library.moves_at(ply.key) if entry.decision.flag is Flag.BAD)
        return {move for code in bad if (move := decode(ply.board, code))}

    def _learn_mistake(self, number: int, game: PlayedGame, mistake: Mistake) -> list[int]:
        ply, board = mistake.ply, mistake.ply.board
        better_code = encode(board, mistake.better.move) if mistake.better else None
        bad = _judged(self._stored(ply.key, ply.code), Flag.BAD, mistake.value, number)
        bad = bad._replace(better=better_code, barred=number if game.lost else bad.barred)
        rows = [bad]
        if mistake.better and better_code is not None:
            flag = Flag.STRONG if mistake.better_is_clear else Flag.NORMAL
            better = _judged(self._stored(ply.key, better_code), flag, mistake.better, number)
            rows.append(better._replace(weight=better.weight or FULL_WEIGHT))
        better_move = _move(Kind.BETTER, board, mistake.better.move) if mistake.better else None
        what = listed(_move(Kind.BECOMES_BAD, board, ply.move), _worth(board, mistake.value), better_move)
        what = Reason(Kind.NO_SINGLE_MISTAKE, (what,)) if mistake.steady else what
        return self._write(number, board, bad, rows, Reason(Kind.AFTER_GAME, (number, what)))

    def _learn_backwards(self, number: int, game: PlayedGame, walked: Sequence[Ply], mistake: Mistake) -> list[int]:
        """Backsolving: what the new `?` means for the moves that lead there, in every game that passes there."""
        graph, new = self._graph(game.own_white), []
        moves_at = self._library.moves_at
        for ply in (ply for ply in walked[mistake.index : mistake.index + _LOST_WITHIN] if ply.own):
            boards = self._boards(graph, ply.key, walked)
            value = backsolve.value_of(graph, ply.key, moves_at, {})
            if value is not None and value <= LOSING_CP and game.fen == chess.STARTING_FEN:
                boards |= backsolve.add_book(graph, ply.board, game.own_white, moves_at)
            elif ply is not mistake.ply:
                continue
            for verdict in backsolve.verdicts(graph, ply.key, moves_at):
                new += self._write_verdict(number, boards.get(verdict.key), verdict)
        return new

    def _write_verdict(self, number: int, board: chess.Board | None, verdict: backsolve.Verdict) -> list[int]:
        move = decode(board, verdict.move) if board else None
        if board is None or move is None:
            return []
        analysis = Analysis(move, verdict.value, 0, 0, "backsolved")
        bad = _judged(self._stored(verdict.key, verdict.move), Flag.BAD, analysis, number)
        lost = Reason(Kind.EVERY_WAY_LOST, (score_of(verdict.value, bool(board.turn)),))
        what = listed(_move(Kind.BECOMES_BAD, board, move), lost)
        return self._write(number, board, bad, [bad], Reason(Kind.AFTER_GAME, (number, what)))

    def _lift_bar(self, number: int, game: PlayedGame, walked: Sequence[Ply], mistake: Mistake | None) -> list[int]:
        """Analysis clears the book move that was barred at once, unless it is the culprit itself."""
        exit_ply = recording.last_own_book_ply(game, walked)
        if exit_ply is None or (mistake and (mistake.ply.key, mistake.ply.code) == (exit_ply.key, exit_ply.code)):
            return []
        row = self._stored(exit_ply.key, exit_ply.code)
        if row.barred != number or (mistake is None and game.lost):
            return []
        later = mistake is not None and mistake.index > walked.index(exit_ply)
        came = Reason(Kind.CAME_LATER if later else Kind.CAME_EARLIER)
        what = listed(_move(Kind.CLEARED, exit_ply.board, exit_ply.move), came)
        lifted = row._replace(barred=0)
        return self._write(number, exit_ply.board, lifted, [lifted], Reason(Kind.AFTER_GAME, (number, what)))

    def _tell_of_bar(self, number: int, game: PlayedGame, walked: Sequence[Ply], analyse: Analyser) -> list[int]:
        """A loss that no move explains: the last book move stays barred until a deeper look clears it, and the log says
        so."""
        exit_ply = recording.last_own_book_ply(game, walked)
        if exit_ply is None or self._stored(exit_ply.key, exit_ply.code).barred != number:
            return []
        value = value_after(exit_ply.board, exit_ply.move, analyse)
        row = self._stored(exit_ply.key, exit_ply.code)
        barred_move = _move(Kind.NOT_REPEATED, exit_ply.board, exit_ply.move)
        what = together(Reason(Kind.NO_MISTAKE), listed(barred_move, _worth(exit_ply.board, value)))
        barred = _judged(row, row.flag, value, number)
        return self._write(number, exit_ply.board, barred, [barred], Reason(Kind.AFTER_GAME, (number, what)))

    def _recheck_one(self, game: int, board: chess.Board, code: int, analyse: Analyser) -> list[int]:
        move = decode(board, code)
        if move is None or board.legal_moves.count() < 2:
            return []
        key = position_key(board)
        value = value_after(board, move, analyse, 2 * DEEPER)
        best = analyse(board, [other for other in board.legal_moves if other != move], 2 * DEEPER)
        row = self._stored(key, code)
        deeper = value.depth >= (row.depth or 0)
        if not deeper:
            with journal.edit(self.book, "learning", "checked again") as edit:
                edit.put(row._replace(evaluated=int(time.time())))
            return []
        if value.centipawns <= LOSING_CP or value.centipawns < best.centipawns - MISTAKE_CP:
            bad = _judged(row, Flag.BAD, value, game)
            if row.flag is not Flag.BAD:
                return self._write(game, board, bad, [bad], _checked(Kind.BECOMES_BAD, board, value))
            with journal.edit(self.book, "learning", "checked again") as edit:
                edit.put(bad)
            return []
        entry = self._entry(key, code)
        elsewhere = entry and any(layer is not Layer.LEARNED and row.flag is not None for layer, row in entry.rows)
        cleared = _judged(row, None if elsewhere else Flag.NORMAL, value, game)  # what the other books say holds again
        cleared = cleared._replace(barred=0, better=None, weight=row.weight or (0 if elsewhere else FULL_WEIGHT))
        return self._write(game, board, cleared, [cleared], _checked(Kind.PLAYABLE_AFTER_ALL, board, value))

    def _write(
        self, game: int, board: chess.Board, subject: MoveRow, rows: Sequence[MoveRow], reason: Reason
    ) -> list[int]:
        move = decode(board, subject.move)

        def standing() -> Standing:
            entry = self._entry(subject.key, subject.move)
            chance = self._library.probability(board, move, self._settings) if move else 0.0
            return Standing(entry.decision.flag if entry else None, chance)

        entry = self._entry(subject.key, subject.move)
        if entry is not None and entry.locked and subject.flag is Flag.BAD:
            reason = together(reason, Reason(Kind.PLAYED_THOUGH_BAD))
        number = lessons.write(self.book, NewLesson(game, board, subject, tuple(rows), reason, standing))
        return [] if number is None else [number]

    def _entry(self, key: int, code: int) -> LayeredMove | None:
        return next((entry for entry in self._library.moves_at(key) if entry.code == code), None)

    def _stored(self, key: int, code: int) -> MoveRow:
        return self.book.row(key, code) or MoveRow(key, code, source="learning")

    def _graph(self, own_white: bool) -> backsolve.Graph:
        graph = backsolve.Graph()
        for path, fen in self.book.query(
            "SELECT path, fen FROM games WHERE own_white = ? AND state != 2", (own_white,), learn_shapes.PATHS
        ):
            graph.add(json.loads(path), Position.of(fen).white_to_move == own_white)
        return graph

    def _boards(self, graph: backsolve.Graph, start: int, walked: Sequence[Ply]) -> dict[int, chess.Board]:
        """Boards of the positions above `start`, from this game and from other games that reach it by transposition."""
        boards = {ply.key: ply.board for ply in walked}
        wanted = backsolve.above(graph, start) - boards.keys()
        if not wanted:
            return boards
        for path, fen, moves in self.book.query(
            "SELECT path, fen, moves FROM games WHERE state != 2", (), learn_shapes.WALKS
        ):
            here = {key for key, _ in json.loads(path)} & wanted
            if here:
                game = PlayedGame(tuple(moves.split()), True, "*", fen=fen)
                boards.update({ply.key: ply.board for ply in plies(game) if ply.key in here})
                wanted -= here
        return boards


def _last_ply_to_analyse(game: PlayedGame, walked: Sequence[Ply]) -> int:
    """The end of the opening's account; of a lost game the end, without the hopeless part that the engine saw itself."""
    if not game.lost:
        return window_end(game, walked) - 1
    known = evaluations_by_ply(game, list(walked))
    last = len(walked) - 1
    for index in sorted(known, reverse=True):
        if known[index] > HOPELESS_CP:
            break
        last = index
    return last


def _judged(row: MoveRow, flag: Flag | None, analysis: Analysis, game: int) -> MoveRow:
    """The row with a flag and an evaluation by an analysis of now, learned from a game."""
    return row._replace(
        source=f"game {game}",
        flag=flag,
        evaluation=analysis.centipawns,
        depth=analysis.depth or None,
        engine=analysis.engine,
        evaluated=int(time.time()),
    )


def _move(kind: Kind, board: chess.Board, move: chess.Move) -> Reason:
    return Reason(kind, (BoardMove.of(board, move),))


def _worth(board: chess.Board, analysis: Analysis) -> Reason:
    return worth(analysis.centipawns, analysis.depth, bool(board.turn))


def _checked(kind: Kind, board: chess.Board, value: Analysis) -> Reason:
    """What another look at a learned move found."""
    return Reason(Kind.CHECKED_AGAIN, (listed(_move(kind, board, value.move), _worth(board, value)),))
