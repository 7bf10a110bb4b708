"""`ratsu book show`, `stats` and `undo`."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import chess

from books.analysis import score_of
from books.building.chance_changes import ChanceChange, positions_of, preview
from books.entry import BookMove, Flag, Layer
from books.errors import BookError
from books.progress import Progress
from books.store import journal
from books.store.book_file import BookFile
from books.store.journal import EditInfo
from engine.console.book.common import LAYERS, add_common, add_consent, add_position, board_of, confirm, library, output
from engine.console.meter import Meter
from engine.console.position_argument import parse_moves
from engine.game.reason import text_reason
from engine.game.reason_words import english, score_words
from engine.ground.text import counted, why


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "show", help="shows the book's moves of a position", description="Shows a position's moves."
    )
    add_position(parser)
    parser.add_argument(
        "--flag",
        nargs=2,
        action="append",
        metavar=("MOVE", "FLAG"),
        help="first give MOVE the flag !, normal (or blank), $ or ? (may be repeated: one edit)",
    )
    parser.add_argument(
        "--add",
        action="append",
        metavar="LINE",
        help="first add these moves to your book; existing flags remain (may be repeated: one edit)",
    )
    add_consent(parser)
    add_common(parser, "ratsu book show --moves 'e4 e5 Nf3'")
    parser.set_defaults(action=_show)
    parser = actions.add_parser("stats", help="counts what the books hold", description="Counts what the books hold.")
    for name, done in (("on", "look into"), ("off", "do not look into")):
        parser.add_argument(f"--{name}", choices=LAYERS, help=f"first {done} this book; what it holds stays")
    add_common(parser, "ratsu book stats --off shipped")
    parser.set_defaults(action=_stats)
    parser = actions.add_parser(
        "undo", help="takes edits or learned things back", description="Takes back the latest edit."
    )
    parser.add_argument("--learned", action="store_true", help="of the learned book instead of your own")
    parser.add_argument("--edit", type=int, help="take back this edit (see --list) instead of the latest")
    parser.add_argument("--redo", action="store_true", help="make again what was undone last, or the edit of --edit")
    parser.add_argument("--list", action="store_true", help="only list the latest edits")
    add_common(parser, "ratsu book undo --learned --list")
    parser.set_defaults(action=_undo)


def _show(arguments: argparse.Namespace) -> int:
    board, written = board_of(arguments), False
    changes: list[ChanceChange] = []
    with library(arguments) as books:
        if arguments.flag:
            flags = _flags(board, arguments.flag)
            watch = preview(books, lambda again: again.set_flags(board, flags), [(board, move) for move in flags])
            changes += watch.changes
            if confirm(arguments, watch, sure=True):
                books.set_flags(board, flags)
                written = True
        if arguments.add:
            added = [parse_moves(board, text) for text in arguments.add]
            asked = [position for line in added for position in positions_of(board, line)]
            watch = preview(books, lambda again: again.add_lines(board, added), asked)
            changes += watch.changes
            if confirm(arguments, watch):
                books.add_lines(board, added)
                written = True
        found = books.look_up(board)
        name = books.name_of(board)
        comment = books.comment_at(board)
    values = {
        "fen": board.fen(),
        "opening": str(name) if name else None,
        "comment": comment,
        "moves": [_as_values(move) for move in found],
        "changes": [asdict(change) for change in changes],
        "written": written,
    }
    lines = [
        str(name) if name else board.fen(),
        *([comment] if comment else []),
        *(_line(move, bool(board.turn)) for move in found),
    ]
    output(arguments, values, "\n".join(lines if found else [*lines, "no move in the book"]))
    return 0


def _stats(arguments: argparse.Namespace) -> int:
    progress = Meter("counting")
    with library(arguments) as books:
        for name, active in ((arguments.on, True), (arguments.off, False)):
            if name:
                books.switch_layer(Layer(name), active)
        off = {entry.layer.value for entry in books.layers() if not entry.active}
        layers = {"user": books.user, "learned": books.learned, "shipped": books.shipped}
        values: dict[str, Any] = {}
        for number, (name, file) in enumerate(layers.items()):
            progress(number, len(layers))
            if file:
                values[name] = _counts(file)
        values["off"] = sorted(off)
        values["shelf"] = [{"path": str(entry.path), "active": entry.active} for entry in books.listed_books()]
    progress.clear()
    lines = [
        f"{name:8} {_counted(values[name])}{' (not active)' if name in off else ''}"
        for name in LAYERS
        if name in values
    ]
    lines += [f"shelf    {entry['path']}{'' if entry['active'] else ' (not active)'}" for entry in values["shelf"]]
    output(arguments, values, "\n".join(lines))
    return 0


def _undo(arguments: argparse.Namespace) -> int:
    progress = Meter("undoing")
    with library(arguments) as books:
        book = books.learned if arguments.learned else books.own()
        if book is None:
            raise BookError("This book could not be opened, so there is nothing to undo.")
        if arguments.list:
            edits = journal.history(book, 30) if arguments.learned else books.history(30)
        elif arguments.edit is not None:
            edits = [_moved(book, arguments.edit, arguments.redo, progress)]
        else:
            if arguments.learned:
                move = journal.redo if arguments.redo else journal.undo
                done = move(book, progress)
            else:
                done = books.redo() if arguments.redo else books.undo(progress)
            edits = [done] if done else []
    progress.clear()
    text = "\n".join(f"{edit.id:>5}  {edit.who:8}  {edit.state.name.lower():8} {edit.label}" for edit in edits)
    output(arguments, {"edits": [asdict(edit) for edit in edits]}, text or "nothing to do")
    return 0 if edits or arguments.list else 1


def _moved(book: BookFile, edit: int, again: bool, progress: Progress) -> EditInfo:
    """Undoes one edit, or redoes it (`again`). :raises BookError: there is no such edit, or nothing to do."""
    done = journal.reapply(book, edit) if again else journal.revert(book, edit, progress)
    if done is not None:
        return done
    if not book.query("SELECT 1 FROM edits WHERE id = ?", (edit,)):
        raise BookError("There is no edit %1 in this book. --list shows the latest ones.", edit)
    if again:
        raise BookError("Edit %1 holds already; nothing was done.", edit)
    raise BookError("Edit %1 was taken back before; nothing was done.", edit)


def _counts(book: BookFile) -> dict[str, int]:
    flags = book.count_flags()
    named = {flag.symbol or flag.name.lower(): flags.get(flag, 0) for flag in sorted(Flag, reverse=True)}
    return {"moves": sum(flags.values()), "positions": book.count_positions(), **named}


def _counted(counts: dict[str, int]) -> str:
    flags = "  ".join(f"{symbol} {counts[symbol]:,}" for symbol in ("!", "normal", "$", "?", "."))
    return f"{counted(counts['moves'], 'move', spec='>9,')}, {counted(counts['positions'], 'position', spec='>9,')}  {flags}"


def _flags(board: chess.Board, wishes: Sequence[tuple[str, str]]) -> dict[chess.Move, Flag]:
    flags: dict[chess.Move, Flag] = {}
    for text, symbol in wishes:
        moves = parse_moves(board, text)
        if len(moves) != 1:
            raise BookError(
                "A flag is given to one move, not to %1. Name what comes before it with --moves.", repr(text)
            )
        if moves[0] in flags:
            raise BookError("%1 is given two flags. Choose one.", board.san(moves[0]))
        flags[moves[0]] = _flag(symbol)
    return flags


def _flag(text: str) -> Flag:
    try:
        return Flag.from_symbol(text)
    except ValueError as error:
        raise BookError(why(error)) from error


def _as_values(move: BookMove) -> dict[str, Any]:
    values = asdict(replace(move, reason=text_reason("")))
    values["reason"] = english(move.reason)
    values["move"] = move.move.uci()
    values["better"] = move.better.uci() if move.better else None
    values["flag"] = move.flag.symbol
    values["decided_by"] = move.decided_by.value
    values["layers"] = [layer.value for layer in move.layers]
    return values


def _line(move: BookMove, white: bool) -> str:
    games = (
        f"{counted(round(move.games), 'game', spec='>7'):13} {move.score:>4.0%}" if move.score is not None else " " * 18
    )
    evaluation = score_words(score_of(move.evaluation, white)) if move.evaluation is not None else ""
    told = {"mine": move.mine, "reply": move.reply, "off": move.off, "locked": move.locked, "forced": move.forced}
    marks = "".join(f"{mark} " for mark, holds in told.items() if holds)
    why = english(move.reason) + ("; added by you" if move.added else "")
    return f"{move.san:7}{move.flag.symbol:2} {move.probability:>4.0%} {games} {evaluation:>6}  {marks}{move.name}  ({why})"
