"""Work of the book's thread: look-ups, edits and reports, between the window's values and the library."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from desktop.model.book.panel import BookAddition, BookReport, BookRow, BookState, ChapterEntry, ReportEntry
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.book.book_choice import choice_settings
from engine.game.python_board import board_at
from engine.game.tree import ROOT, Game
from engine.ground.errors import RatsuError
from engine.ground.text import Text

if TYPE_CHECKING:
    import chess

    from books.choice.library import Library
    from books.entry import BookMove, Flag


def look_up(
    open_library: Callable[[], Library], state: GameState, settings: Settings
) -> tuple[BookState, tuple[Text, ...]]:
    """Everything the panel shows of the shown position, and the problems of single books."""
    from books.formats.study import notes_of
    from books.key import position_key

    library = open_library()
    board = board_at(state.game, state.current)
    name = library.name_of(board)
    chosen_by = choice_settings(settings)
    off = _leads_through(library.switched_off(), board)
    found = library.look_up(board, chosen_by)
    rows = tuple(_row(move, board.uci(move.move), bool(board.turn), off) for move in found)
    undo, redo = _next_edits(library)
    notes = notes_of(tuple(library.chapters()))
    here = notes.chapters_at(position_key(board))
    chapters = tuple(
        ChapterEntry(chapter.study, chapter.name, number in here) for number, chapter in enumerate(notes.study.chapters)
    )
    return (
        BookState(
            state.fen,
            str(name or ""),
            rows,
            comment=library.comment_at(board),
            undo=undo,
            redo=redo,
            forcing=library.forcing(),
            chapters=chapters,
        ),
        tuple(error.text for error in library.problems),
    )


def _next_edits(library: Library) -> tuple[str, str]:
    """Descriptions of the edits that undo and redo would apply to."""
    from books.store.journal import EditState

    history = library.history(100)
    undo = next((edit.label for edit in history if edit.state is EditState.DONE), "")
    undone = [edit.label for edit in history if edit.state is EditState.UNDONE]
    return undo, undone[-1] if undone else ""


def chapter(open_library: Callable[[], Library], number: int, fen: str) -> tuple[Game, int]:
    """A chapter of the studies in the user's books as a game, and its node with a position, otherwise the first node.
    :raises RatsuError: it is no longer there."""
    from books.formats.study import notes_of
    from engine.rules.fen import identity, read_fields

    chapters = notes_of(tuple(open_library().chapters())).study.chapters
    if number >= len(chapters):
        raise RatsuError("This chapter is no longer in your books.")
    game, wanted = chapters[number].game, identity(read_fields(fen))
    nodes = (node.id for node in game.table if identity(read_fields(game.fen(node.id))) == wanted)
    return game, next(nodes, ROOT)


def _leads_through(off: frozenset[tuple[int, int]], board: chess.Board) -> bool:
    """Whether a line that is switched off leads to a position."""
    from books.key import encode, position_key

    walk = board.copy() if off else board.copy(stack=False)
    while walk.move_stack:
        move = walk.pop()
        if (position_key(walk), encode(walk, move)) in off:
            return True
    return False


def _row(move: BookMove, uci: str, white_to_move: bool, off: bool) -> BookRow:
    from books.analysis import score_of

    return BookRow(
        uci=uci,
        san=move.san,
        flag=move.flag.symbol,
        layer=move.decided_by.value,
        wins=round(move.wins),
        draws=round(move.draws),
        losses=round(move.losses),
        chance=move.probability,
        evaluation=score_of(move.evaluation, white_to_move) if move.evaluation is not None else None,
        comment=move.comment,
        opening=move.name,
        reason=move.reason,
        depth=move.depth,
        locked=move.locked,
        forced=move.forced,
        engine=move.engine or "",
        evaluated=_day(move.evaluated),
        times_played=move.times_played,
        last_played=_day(move.last_played),
        mine=move.mine,
        reply=move.reply,
        title=move.own_title,
        off=move.off or (off and (move.mine or move.reply)),
    )


def _day(seconds: int | None) -> str:
    return time.strftime("%Y.%m.%d", time.localtime(seconds)) if seconds else ""


def switch_last(library: Library, board: chess.Board) -> None:
    """Switches the line that begins with the last move off, or on again."""
    from books.key import encode, position_key

    move = board.pop()
    name = position_key(board), encode(board, move)
    library.switch_line(board, move, name not in library.switched_off())


def add_last_move(open_library: Callable[[], Library], state: GameState, settings: Settings) -> BookAddition:
    """Adds the move that led to the position; see `added`."""
    board = board_at(state.game, state.current)
    move = board.pop()
    return added(open_library(), board, [move], settings)


def add_line(open_library: Callable[[], Library], state: GameState, settings: Settings) -> BookAddition:
    """Adds the moves that led to the position; see `added`."""
    board = board_at(state.game, state.current)
    return added(open_library(), board.root(), board.move_stack, settings)


def added(
    library: Library, board: chess.Board, moves: Sequence[chess.Move], settings: Settings, agreed: bool = False
) -> BookAddition:
    """Adds a line to the user's book, unless another move would be played less often and the user has not `agreed`.
    Returns the changes.
    """
    from books.building.chance_changes import positions_of, preview

    line = list(moves)
    watch = preview(
        library, lambda books: books.add_line(board, line), positions_of(board, line), choice_settings(settings)
    )
    written = agreed or not watch.falls
    edit = library.add_line(board, line) if written else 0
    names = tuple(move.uci() for move in line)
    return BookAddition(watch.changes, board.fen(), board.chess960, names, written, edit, library.own().path)


def add_agreed(open_library: Callable[[], Library], addition: BookAddition, settings: Settings) -> BookAddition:
    """Adds a line after the user has seen its effect."""
    import chess

    board = chess.Board(addition.fen, chess960=addition.chess960)
    return added(open_library(), board, list(map(chess.Move.from_uci, addition.moves)), settings, agreed=True)


def take_back(library: Library, addition: BookAddition) -> None:
    """Undoes one addition, regardless of later edits."""
    from books.choice.edit_place import edits_into
    from books.store import journal

    with edits_into(library, addition.book):
        journal.revert(library.own(), addition.edit)


def mark_line(library: Library, board: chess.Board, moves: Sequence[str], symbol: str) -> None:
    """Flags the moves of the side to move along a line from the position."""
    library.mark_line(board, _line(board, moves), flag(symbol))


def force_line(library: Library, board: chess.Board, uci: str) -> None:
    """Forces the moves that led to the position, and one more."""
    moves = list(board.move_stack)
    if uci:
        moves.append(board.parse_uci(uci))
    if not moves:
        raise RatsuError("There is no line to force yet. Play the moves of the line first.")
    library.force_line(board.root(), moves)


def report(open_library: Callable[[], Library], state: GameState, moves: tuple[str, ...], white: bool) -> BookReport:
    """Reports where a game left the book."""
    import chess

    from books.repertoire.report import back_in_book, missing_moves, report_game

    board = chess.Board(state.game.start_fen, chess960=state.game.chess960)
    found = report_game(open_library(), _line(board, moves), white, board)
    missing = missing_moves(found)
    entries = [
        ReportEntry(departure.ply, departure.reason, departure.own, departure in missing)
        for departure in found.departures
    ]
    entries += [ReportEntry(ply, back_in_book(ply)) for ply in found.returns]
    entries.sort(key=lambda entry: entry.ply)
    return BookReport(state.tab, moves, white, found.opening, found.book_plies, tuple(entries))


def _line(board: chess.Board, moves: Sequence[str]) -> list[chess.Move]:
    walk = board.copy(stack=False)
    return [walk.push_uci(uci) for uci in moves]


def flag(symbol: str) -> Flag:
    from books.entry import Flag

    return Flag.from_symbol(symbol)
