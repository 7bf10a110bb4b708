"""`ratsu book new`, `rename`, `copy`, `merge`, `write-in` and `switch`: your books as things, and lines off and on."""

import argparse

import chess

from books.errors import BookError
from books.repertoire import shelf
from books.repertoire.switched import switched_lines
from engine.console.book.common import add_common, add_position, board_of, library, output
from engine.console.meter import Meter
from engine.console.position_argument import parse_moves
from engine.ground.text import counted
from engine.rules.fen import START_FEN

_SIDES = {"white": True, "black": False, "both": None}
_BOOK = "one of your books: its path, its file's name or its title"


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    example = "ratsu book new 'My Black lines' --side black"
    parser = _command(actions, "new", "makes an empty book, which takes your edits from now on", example)
    parser.add_argument("title", help="its name")
    parser.set_defaults(action=_new)
    _add_side(parser)
    example = "ratsu book rename italian 'Italian 2027' --side white"
    parser = _command(actions, "rename", "changes the name and the side of a book", example)
    parser.add_argument("book", help=_BOOK)
    parser.add_argument("title", help="its new name")
    parser.set_defaults(action=_rename)
    _add_side(parser)
    parser = _command(actions, "copy", "copies a book", "ratsu book copy italian 'Italian, for blitz'")
    parser.add_argument("book", help=_BOOK)
    parser.add_argument("title", help="the name of the copy")
    parser.set_defaults(action=_copy)
    example = "ratsu book merge sicilian --into 'My Black lines'"
    parser = _command(actions, "merge", "merges a book into another one (one edit)", example)
    parser.add_argument("book", help=f"{_BOOK}; user: your own flags")
    parser.add_argument("--into", required=True, metavar="BOOK", help="the book that takes its moves and chapters")
    parser.set_defaults(action=_merge)
    example = "ratsu book write-in 'My Black lines'"
    parser = _command(actions, "write-in", "says which book takes your edits", example)
    parser.add_argument("book", nargs="?", default="user", help=f"{_BOOK}; user: your own flags (default: %(default)s)")
    parser.set_defaults(action=_write_in)
    example = "ratsu book switch --moves 'e4 e5 Nf3'\n  ratsu book switch --moves 'e4 e5 Nf3' --on\n  ratsu book switch"
    parser = _command(actions, "switch", "switches a line off for a while, or on again", example)
    add_position(parser)
    parser.add_argument("--on", action="store_true", help="switch it on again (without: off)")
    parser.set_defaults(action=_switch)


def _add_side(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--side", choices=_SIDES, default="both", help="for which side it is (default: %(default)s)")


def _command(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, does: str, example: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
    add_common(parser, example)
    return parser


def _new(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        path = shelf.new_book(books, arguments.title, _SIDES[arguments.side])
    output(arguments, {"book": path}, f"{path}: takes your edits from now on")
    return 0


def _rename(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        path = shelf.book_named(books, arguments.book)
        shelf.rename(books, path, arguments.title, _SIDES[arguments.side])
    output(arguments, {"book": path, "title": arguments.title}, f"{path}: {arguments.title}")
    return 0


def _copy(arguments: argparse.Namespace) -> int:
    progress = Meter("copying")
    with library(arguments) as books:
        path = shelf.copy(books, shelf.book_named(books, arguments.book), arguments.title, progress)
    progress.clear()
    output(arguments, {"book": path}, f"{path}: copied")
    return 0


def _merge(arguments: argparse.Namespace) -> int:
    progress = Meter("merging")
    with library(arguments) as books:
        own = books.own_flags().path
        book, into = (
            own if name == "user" else shelf.book_named(books, name) for name in (arguments.book, arguments.into)
        )
        changes = shelf.merge(books, book, into, progress)
    progress.clear()
    output(arguments, {"book": into, "changes": changes}, f"{into}: {counted(changes, 'change')}")
    return 0


def _write_in(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        path = None if arguments.book == "user" else shelf.book_named(books, arguments.book)
        books.edit_in(path)
        if path is not None and books.edited != path:
            raise BookError("%1 is switched off. Switch it on first, in the window under Books.", path)
        path = books.own().path
    output(arguments, {"book": path}, f"{path}: takes your edits from now on")
    return 0


def _switch(arguments: argparse.Namespace) -> int:
    """Switches the last of the moves; without moves, lists what is off."""
    with library(arguments) as books:
        if arguments.moves:
            board = board_of(argparse.Namespace(fen=arguments.fen, moves=""))
            *before, move = parse_moves(board, arguments.moves)
            for earlier in before:
                board.push(earlier)
            books.switch_line(board, move, not arguments.on)
        elif arguments.fen != START_FEN:
            raise BookError("Name the line with --moves; its last move is switched.")
        lines = switched_lines(books)
        unreached = len(books.switched_off()) - len(lines)
    texts = [chess.Board().variation_san(line) for line in lines]
    rest = [f"{counted(unreached, 'line')} that no line of your books reaches"] if unreached else []
    output(arguments, {"off": texts, "unreached": unreached}, "\n".join([*texts, *rest]) or "no line is switched off")
    return 0
