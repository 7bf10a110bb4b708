"""The tablebase panel: verdicts on the shown position and its moves, and the list of table files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot

from desktop.model.endgame import TablebaseRow, TablebaseState, TableLine, TableList, TablesAnswer
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.python_board import board_at
from engine.ground.text import Text, why

if TYPE_CHECKING:
    import chess

    from tablebases.tables import Tablebases, TableInfo

    Open = Callable[[], Tablebases]


MOST_PIECES = 7  # no larger tables exist for download; the door itself knows how many the user's have
ANSWER_MS = 2_000  # the panel says so when the tables take longer: a sleeping disk, a network folder


def look_up(open_tables: Open, state: GameState) -> TablebaseState:
    """The verdict on the shown position with its history, or why there is none."""
    import chess

    tables = open_tables()
    board = board_at(state.game, state.current)
    men = chess.popcount(board.occupied)
    found = TablebaseState(state.fen, men=men, most_men=tables.max_pieces, clock=board.halfmove_clock)
    answered = _answer(tables, board, found)
    if answered.answer in {TablesAnswer.TOO_MANY_MEN, TablesAnswer.MISSING}:
        answered = replace(answered, to_make=_can_be_made(tables, board))
    return replace(answered, problems=tuple(map(why, tables.problems)))


def _answer(tables: Tablebases, board: chess.Board, found: TablebaseState) -> TablebaseState:
    from tablebases.explain import verdict

    if found.men > max(found.most_men, 2):
        return replace(found, answer=TablesAnswer.TOO_MANY_MEN)
    if board.castling_rights:
        return replace(found, answer=TablesAnswer.CASTLING)
    if not any(board.generate_legal_moves()):
        return replace(found, answer=TablesAnswer.OVER, verdict="checkmate" if board.is_check() else "stalemate")
    judged = verdict(tables, board)
    if judged is None or not judged.moves:
        return replace(found, answer=TablesAnswer.MISSING, missing=missing_tables(tables, board))
    top = judged.moves[0]
    rows = tuple(
        TablebaseRow(
            uci=board.uci(move.move),
            san=board.san(move.move),
            verdict=move.wdl.words,
            dtz=move.dtz,
            best=(move.rank, move.dtz, move.mate) == (top.rank, top.dtz, top.mate),
            mate=move.mate,
        )
        for move in judged.moves
    )
    return replace(
        found, answer=TablesAnswer.KNOWN, verdict=judged.wdl.words, dtz=judged.dtz, rows=rows, source=judged.source
    )


def missing_tables(tables: Tablebases, board: chess.Board) -> tuple[str, ...]:
    """The signatures that no valid file covers, of this position and those after captures and promotions."""
    from tablebases import signature as signatures
    from tablebases.files.folders import CheckState, TableKind

    infos = [info for info in tables.tables() if info.state is not CheckState.DAMAGED]
    there = {info.file.signature for info in infos if info.file.kind is TableKind.WDL}
    name = signatures.signature_of(board)
    return tuple(wanted for wanted in (name, *sorted(signatures.reachable(name))) if wanted not in there)


def _can_be_made(tables: Tablebases, board: chess.Board) -> str:
    """The signature of a position whose table the user can make; empty if it has too many pieces or castling rights, or
    its table exists.
    """
    import chess

    from tablebases import signature as signatures
    from tablebases.generate.forecast import MOST_PIECES as MOST_MADE

    if board.castling_rights or not 3 <= chess.popcount(board.occupied) <= MOST_MADE:
        return ""
    lacking = missing_tables(tables, board)
    return signatures.signature_of(board) if lacking else ""


def best_line(open_tables: Open, state: GameState) -> tuple[str, tuple[str, ...]]:
    """Perfect play by both sides, as text with move numbers and in coordinates."""
    from desktop.model.game import rules
    from tablebases.explain import best_line as played_out

    board = board_at(state.game, state.current)
    moves = tuple(board.uci(move) for move in played_out(open_tables(), board))
    return rules.line_text(state.fen, moves, state.game.chess960), moves


def list_tables(open_tables: Open) -> TableList:
    """Every table file, with the problems of unusable folders and files."""
    tables = open_tables()
    return TableList(tuple(map(_line, tables.tables())), tuple(map(why, tables.problems)))


def check(open_tables: Open, line: TableLine) -> TableLine:
    """Reads one file completely and compares its checksum. Returns its updated row."""
    tables = open_tables()
    info = next((info for info in tables.tables() if str(info.file.path) == line.path), None)
    if info is None:
        return line
    tables.check(info.file)
    return next((_line(info) for info in tables.tables() if str(info.file.path) == line.path), line)


def _line(info: TableInfo) -> TableLine:
    from tablebases.files.folders import BUILT_IN, TableKind

    file = info.file
    return TableLine(
        signature=file.signature,
        men=file.piece_count,
        distances=file.kind is TableKind.DTZ,
        bytes=file.size,
        checksum=info.state.value,
        problem=info.problem,
        path=str(file.path),
        built_in=file.path.parent == BUILT_IN,
    )


class TablebaseService(StateService[TablebaseState], ShownPositionService):
    """Probes on a worker thread; only the last requested position is answered."""

    tables_changed = Signal(object)  # TableList

    def __init__(
        self,
        open_tables: Callable[[], Tablebases],
        answer_ms: int = ANSWER_MS,
        told: set[Text] | None = None,
        reopen: Callable[[], None] = lambda: None,
    ) -> None:
        """`open_tables` is called on the service's threads, and searches the folders again after `reopen`. `told`: the
        problems already reported to the user.
        """
        super().__init__(TablebaseState())
        self._open = open_tables
        self._reopen = reopen
        self._asked: GameState | None = None
        self._list = TableList()
        self._folders: str | None = None
        self._told: set[Text] = told if told is not None else set()
        self._worker = Worker("ratsu-tablebases", self)
        self._checker = Worker("ratsu-table-check", self)  # reads whole files: probes need not wait for it
        self._checks: list[int] = []  # tickets of a verification
        self._deadline = QTimer(self)
        self._deadline.setSingleShot(True)
        self._deadline.setInterval(answer_ms)
        self._deadline.timeout.connect(self._late)

    @property
    def tables(self) -> TableList:
        """The table files found by `list_tables`."""
        return self._list

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Probes the shown position if it has few enough pieces."""
        if self._asked is not None and state.fen == self._asked.fen and self._asked.tab == state.tab:
            return
        self._asked = state
        men = len(state.position.pieces)
        if men > MOST_PIECES:
            self._worker.drop_all()
            self._show(TablebaseState(state.fen, TablesAnswer.TOO_MANY_MEN, men=men))
            return
        self._show(TablebaseState(state.fen, men=men))
        self._worker.submit_latest(partial(look_up, self._open, state), self._show, partial(self._fail, state.fen))
        self._deadline.start()

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        """Probes again after the folders changed. Call it after the tables follow the new settings."""
        folders = settings.text("tablebase_folders")
        if folders != self._folders:
            known, self._folders = self._folders is not None, folders
            if known:
                self.look_again()

    def find_again(self) -> None:
        """Searches the folders again, as files may have been added or become readable."""
        self._reopen()
        self.look_again()

    def look_again(self) -> None:
        """Drops all answers and probes again, after the tables changed."""
        self._drop_checks()
        asked, self._asked = self._asked, None
        if asked is not None:
            self.look_at(asked)
        self.list_tables()

    def ask_line(self) -> None:
        """Works out the best line, shown as `line` of the state."""
        asked = self._asked
        if asked is not None and self._state.answer is TablesAnswer.KNOWN:
            done = partial(self._show_line, asked.fen)
            self._worker.submit(partial(best_line, self._open, asked), done, partial(self._fail, asked.fen))

    # The list of files

    def list_tables(self) -> None:
        """Lists every table file; emits `tables_changed`."""
        self._checker.submit(partial(list_tables, self._open), self._show_tables, self._tell)

    def verify(self) -> None:
        """Reads every file completely and compares its checksum; a damaged one is not used any more."""
        self._drop_checks()
        waiting = [line for line in self._list.lines if line.checksum == "unchecked"]
        self._list = replace(self._list, checked=0, to_check=len(waiting))
        self.tables_changed.emit(self._list)
        for line in waiting:
            self._checks.append(
                self._checker.submit(partial(check, self._open, line), self._checked, self._not_checked)
            )

    def cancel(self) -> None:
        """Stops verification after the present file."""
        self._drop_checks()
        self.tables_changed.emit(self._list)

    def _drop_checks(self) -> None:
        """Drops the checks, but not a requested list."""
        for ticket in self._checks:
            self._checker.drop(ticket)
        self._checks.clear()
        self._list = replace(self._list, to_check=0)

    # Answers

    @Slot(object)
    def _show(self, state: TablebaseState) -> None:
        self._deadline.stop()
        self._state = state
        self.changed.emit(state)
        for problem in state.problems:
            self._tell(problem)

    def _show_line(self, fen: str, line: tuple[str, tuple[str, ...]]) -> None:
        if fen == self._state.fen:
            self._show(replace(self._state, line=line[0], line_moves=line[1]))

    def _fail(self, fen: str, problem: Text) -> None:
        self._show(TablebaseState(fen, TablesAnswer.FAULT, problem=problem))

    @Slot()
    def _late(self) -> None:
        """Shows that the answer takes long; it is still shown when it arrives."""
        if self._state.answer is TablesAnswer.WAITING:
            self._state = replace(self._state, late=True)
            self.changed.emit(self._state)

    def _show_tables(self, found: TableList) -> None:
        self._list = replace(found, checked=self._list.checked, to_check=self._list.to_check)
        self.tables_changed.emit(self._list)

    def _not_checked(self, problem: Text) -> None:
        self._tell(problem)
        self._checked(None)

    def _checked(self, checked: TableLine | None) -> None:
        lines = tuple(checked if checked and line.path == checked.path else line for line in self._list.lines)
        done = self._list.checked + 1
        left = self._list.to_check if done < self._list.to_check else 0
        self._list = replace(self._list, lines=lines, checked=done, to_check=left)
        self.tables_changed.emit(self._list)

    def _tell(self, problem: Text) -> None:
        if problem not in self._told:
            self._told.add(problem)
            self._warn(problem)
