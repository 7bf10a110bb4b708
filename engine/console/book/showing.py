"""`ratsu book show`, `stats` and `undo`."""

import argparse
from dataclasses import asdict, replace
from typing import Any

from books.analysis import score_of
from books.building.changes import foreseen, positions_of
from books.entry import BookMove, Flag, Layer
from books.errors import BookError
from books.store import journal
from books.store.book_file import BookFile
from engine.console.book.common import (
    LAYERS,
    TerminalProgress,
    add_common,
    add_consent,
    add_position,
    agreed,
    board_of,
    library,
    output,
    parse_moves,
)
from engine.game.reason import told
from engine.game.reason_words import english, score_words
from engine.text import why


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the commands."""
    parser = actions.add_parser(
        "show", help="shows the book's moves of a position", description="Shows a position's moves."
    )
    add_position(parser)
    parser.add_argument("--flag", nargs=2, metavar=("MOVE", "FLAG"), help="first give MOVE the flag !, normal, $ or ?")
    parser.add_argument("--add", metavar="LINE", help="first add these moves to your book; flags that stand hold")
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
    parser.add_argument("--redo", action="store_true", help="make again what was undone last")
    parser.add_argument("--list", action="store_true", help="only list the latest edits")
    add_common(parser, "ratsu book undo --learned --list")
    parser.set_defaults(action=_undo)


def _show(arguments: argparse.Namespace) -> int:
    board, watch, written = board_of(arguments), None, False
    with library(arguments) as books:
        if arguments.flag:
            moves, flag = parse_moves(board, arguments.flag[0]), _flag(arguments.flag[1])
            watch = foreseen(books, lambda again: again.set_flag(board, moves[0], flag), [(board, moves[0])])
            written = agreed(arguments, watch, sure=True)
            if written:
                books.set_flag(board, moves[0], flag)
        if arguments.add:
            line = parse_moves(board, arguments.add)
            watch = foreseen(books, lambda again: again.add_line(board, line), positions_of(board, line))
            written = agreed(arguments, watch)
            if written:
                books.add_line(board, line)
        found = books.look_up(board)
        name = books.name_of(board)
        comment = books.comment_at(board)
    values = {
        "fen": board.fen(),
        "opening": str(name) if name else None,
        "comment": comment,
        "moves": [_as_values(move) for move in found],
        "changes": [asdict(change) for change in watch.changes] if watch else [],
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
    progress = TerminalProgress("counting")
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
    progress.end()
    lines = [
        f"{name:8} {_counted(values[name])}{' (not active)' if name in off else ''}"
        for name in LAYERS
        if name in values
    ]
    lines += [f"shelf    {entry['path']}{'' if entry['active'] else ' (not active)'}" for entry in values["shelf"]]
    output(arguments, values, "\n".join(lines))
    return 0


def _undo(arguments: argparse.Namespace) -> int:
    progress = TerminalProgress("undoing")
    with library(arguments) as books:
        book = books.learned if arguments.learned else books.user
        if book is None:
            raise BookError("This book could not be opened, so there is nothing to undo.")
        if arguments.list:
            edits = journal.history(book, 30)
        elif arguments.edit is not None:
            edits = [edit for edit in [journal.revert(book, arguments.edit, progress)] if edit]
        else:
            move = journal.redo if arguments.redo else journal.undo
            edits = [edit for edit in [move(book, progress)] if edit]
    progress.end()
    text = "\n".join(f"{edit.id:>5}  {edit.who:8}  {edit.state.name.lower():8} {edit.label}" for edit in edits)
    output(arguments, {"edits": [asdict(edit) for edit in edits]}, text or "nothing to do")
    return 0 if edits or arguments.list else 1


def _counts(book: BookFile) -> dict[str, int]:
    flags = book.count_flags()
    named = {flag.symbol or flag.name.lower(): flags.get(flag, 0) for flag in sorted(Flag, reverse=True)}
    return {"moves": sum(flags.values()), "positions": book.count_positions(), **named}


def _counted(counts: dict[str, int]) -> str:
    flags = "  ".join(f"{symbol} {counts[symbol]:,}" for symbol in ("!", "normal", "$", "?", "."))
    return f"{counts['moves']:>9,} moves, {counts['positions']:>9,} positions  {flags}"


def _flag(text: str) -> Flag:
    try:
        return Flag.from_symbol("" if text == "normal" else text)
    except ValueError as error:
        raise BookError(why(error)) from error


def _as_values(move: BookMove) -> dict[str, Any]:
    values = asdict(replace(move, reason=told("")))
    values["reason"] = english(move.reason)
    values["move"] = move.move.uci()
    values["better"] = move.better.uci() if move.better else None
    values["flag"] = move.flag.symbol
    values["decided_by"] = move.decided_by.value
    values["layers"] = [layer.value for layer in move.layers]
    return values


def _line(move: BookMove, white: bool) -> str:
    games = f"{move.games:>7.0f} games {move.score:>4.0%}" if move.score is not None else " " * 18
    evaluation = score_words(score_of(move.evaluation, white)) if move.evaluation is not None else ""
    marks = ("locked " if move.locked else "") + ("forced " if move.forced else "")
    why = english(move.reason) + ("; added by you" if move.added else "")
    return f"{move.san:7}{move.flag.symbol:2} {move.probability:>4.0%} {games} {evaluation:>6}  {marks}{move.name}  ({why})"
