"""What the tablebase service does on its threads: functions of a door and a value, without Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop.model.endgame import Answer, TablebaseRow, TablebaseState, TableLine, TableList
from desktop.model.game.state import GameState
from desktop.services.kit.board_work import board_of
from engine.text import why

if TYPE_CHECKING:
    import chess

    from tablebases.tables import Tablebases, TableInfo

    Open = Callable[[], Tablebases]


def look_up(open_tables: Open, state: GameState) -> TablebaseState:
    """The verdict on the shown position with its history, or why there is none."""
    import chess

    tables = open_tables()
    board = board_of(state)
    men = chess.popcount(board.occupied)
    found = TablebaseState(state.fen, men=men, most_men=tables.max_men, clock=board.halfmove_clock)
    answered = _answer(tables, board, found)
    return replace(answered, problems=tuple(map(why, tables.problems)))


def _answer(tables: Tablebases, board: chess.Board, found: TablebaseState) -> TablebaseState:
    from tablebases.explain import verdict

    if found.men > max(found.most_men, 2):
        return replace(found, answer=Answer.TOO_MANY_MEN)
    if board.castling_rights:
        return replace(found, answer=Answer.CASTLING)
    if not any(board.generate_legal_moves()):
        return replace(found, answer=Answer.OVER, verdict="checkmate" if board.is_check() else "stalemate")
    judged = verdict(tables, board)
    if judged is None or not judged.moves:
        return replace(found, answer=Answer.MISSING, missing=missing_tables(tables, board))
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
        found, answer=Answer.KNOWN, verdict=judged.wdl.words, dtz=judged.dtz, rows=rows, source=judged.source
    )


def missing_tables(tables: Tablebases, board: chess.Board) -> tuple[str, ...]:
    """The signatures, of this position and of what its captures and promotions lead to, that no sound file covers."""
    from tablebases import signature as signatures
    from tablebases.files.folders import CheckState, Kind

    infos = [info for info in tables.tables() if info.state is not CheckState.DAMAGED]
    there = {info.file.signature for info in infos if info.file.kind is Kind.WDL}
    name = signatures.signature_of(board)
    return tuple(wanted for wanted in (name, *sorted(signatures.reachable(name))) if wanted not in there)


def best_line(open_tables: Open, state: GameState) -> tuple[str, tuple[str, ...]]:
    """Perfect play from both sides, as text with move numbers and in coordinates."""
    from desktop.model.game import rules
    from tablebases.explain import best_line as played_out

    board = board_of(state)
    moves = tuple(board.uci(move) for move in played_out(open_tables(), board))
    return rules.line_text(state.fen, moves), moves


def list_tables(open_tables: Open) -> TableList:
    """Every file found, and the folders and files that cannot be used, in words."""
    tables = open_tables()
    return TableList(tuple(map(_line, tables.tables())), tuple(map(why, tables.problems)))


def check(open_tables: Open, line: TableLine) -> TableLine:
    """Reads one file in full and compares it with its checksum. Returns its line again."""
    tables = open_tables()
    info = next((info for info in tables.tables() if str(info.file.path) == line.path), None)
    if info is None:
        return line
    tables.check(info.file)
    return next((_line(info) for info in tables.tables() if str(info.file.path) == line.path), line)


def _line(info: TableInfo) -> TableLine:
    from tablebases.files.folders import BUILT_IN, Kind

    file = info.file
    return TableLine(
        signature=file.signature,
        men=file.men,
        distances=file.kind is Kind.DTZ,
        bytes=file.size,
        checksum=info.state.value,
        problem=info.problem,
        path=str(file.path),
        built_in=file.path.parent == BUILT_IN,
    )
