"""`ratsu book build`, `import` and `export`."""

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import chess

from books.building import imports
from books.building.build import BuildOptions, MoveCounter, flagged
from books.building.chance_changes import ChanceChange, EditedMoves, keys_of, preview
from books.choice.library import Library
from books.errors import BookError
from books.folder import book_file_name
from books.formats import any_format as source
from books.formats.games import read_lines
from books.learning.evaluations import StoredAnalyser
from books.openings import shipped_names
from books.repertoire.refine import Refined, refine, withhold_unchecked
from books.repertoire.shelf import adopt, book_named
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.console.book.common import LAYERS, add_common, add_consent, confirm, library, output
from engine.console.meter import Meter
from engine.game import reason_words
from engine.ground.text import Text, counted
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.play.book.analyser import CHECK_NODES, EngineAnalyser
from engine.play.book.book_export import write_book
from engine.play.identity import own_identity

_START: EditedMoves = [(chess.Board(), None)]


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    _add_build(actions)
    _add_import(actions)
    _add_export(actions)


def _add_build(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "build", help="builds a book from PGN games", description="Builds a book from PGN games."
    )
    parser.add_argument("games", nargs="+", type=Path, help="PGN files")
    parser.add_argument("--to", type=Path, required=True, help="the book to write, ending in .ratsubook")
    parser.add_argument("--plies", type=int, default=24, help="depth in plies (default: %(default)s)")
    parser.add_argument("--after-theory", type=int, metavar="N", help="instead: N plies after the last named position")
    parser.add_argument(
        "--min-games", type=int, default=5, help="a move must be played so often (default: %(default)s)"
    )
    parser.add_argument("--min-score", type=float, default=0.0, help="and score so much, 0-1 (default: %(default)s)")
    parser.add_argument("--player", action="append", default=[], help="only moves of this player (may be repeated)")
    parser.add_argument("--winner", action="store_true", help="only moves of the side that did not lose")
    parser.add_argument(
        "--check-positions", type=int, metavar="N", help="let the engine check the N positions most played"
    )
    parser.add_argument(
        "--nodes", type=int, default=CHECK_NODES, help="nodes for each position checked (default: %(default)s)"
    )
    parser.add_argument(
        "--evaluations", type=Path, help="file that keeps the engine's evaluations: an interrupted check continues"
    )
    parser.add_argument(
        "--checked-only", action="store_true", help="recommend only what the engine checked; the rest gets no flag"
    )
    parser.add_argument("--source", default="", help="source of the games, noted in the book")
    parser.add_argument("--title", default="Built from games", help="the book's title")
    add_common(parser, "ratsu book build games.pgn --to mine.ratsubook --min-games 3")
    parser.set_defaults(action=_build)


def _build(arguments: argparse.Namespace) -> int:
    options = BuildOptions(
        max_ply=arguments.plies,
        after_theory=arguments.after_theory,
        min_games=arguments.min_games,
        min_score=arguments.min_score,
        players=tuple(arguments.player),
        winner_only=arguments.winner,
    )
    _refuse_nonsense(options)
    depth = 400 if options.after_theory is not None else options.max_ply
    progress = Meter("reading games")
    with MoveCounter(options, shipped_names()) as counter, imports.new_book(arguments.to, arguments.title) as book:
        for path in arguments.games:
            moves = 0
            for game in read_lines(path, depth, progress):
                moves += len(game.moves)
                counter.add(game)
            if not moves:
                raise BookError("There is no game with moves in %1. No book was made.", path)
        book.put_counted(flagged(counter.counts(), options))
        _refuse_empty(book, counter)
        book.put_meta("source", arguments.source)
        checked = _check(book, arguments) if arguments.check_positions else Refined(frozenset(), 0)
        rows, games = book.count(), counter.games
    progress.clear()
    values = {
        "book": arguments.to,
        "rows": rows,
        "games": games,
        "positions_checked": len(checked.keys),
        "moves_checked": checked.moves,
    }
    text = (
        f"{arguments.to}: {counted(rows, 'move')} from {counted(games, 'game')}; "
        f"the engine checked {counted(checked.moves, 'move')} of {counted(len(checked.keys), 'position')}"
    )
    output(arguments, values, text)
    return 0


def _refuse_nonsense(options: BuildOptions) -> None:
    """:raises BookError: the options cannot produce a book."""
    for name, number, least in (
        ("--plies", options.max_ply, 1),
        ("--after-theory", options.after_theory, 0),
        ("--min-games", options.min_games, 1),
    ):
        if number is not None and number < least:
            raise BookError("%1 is %2; it must be %3 or more.", name, number, least)
    if not 0 <= options.min_score <= 1:
        raise BookError("--min-score is %1; it must be from 0 to 1.", options.min_score)


def _refuse_empty(book: BookFile, counter: MoveCounter) -> None:
    """Refuses to replace an older book with an empty one. :raises BookError: the book is empty."""
    if book.count():
        return
    counter.check_counted()
    raise BookError(
        "In %1 finished games no move was played and scored as often as was asked for. No book was made; lower "
        "--min-games or --min-score.",
        counter.games,
    )


def _check(book: BookFile, arguments: argparse.Namespace) -> Refined:
    """Checks the most played positions with the engine."""
    progress = Meter("checking")
    analyser = EngineAnalyser(arguments.nodes)
    cached = StoredAnalyser(
        arguments.evaluations or data_folder() / EVALUATIONS, own_identity(), analyser, arguments.nodes
    )
    try:
        checked = refine(book, cached, arguments.check_positions, progress)
    finally:
        cached.close()
        progress.clear()
    most_played = counted(len(checked.keys), "position")
    text = f"{counted(checked.moves, 'move')} of the {most_played} most played, by {analyser.effort} each"
    if arguments.checked_only:
        unchecked = counted(withhold_unchecked(book, checked), "move")
        text += f"; not checked, and so not recommended: {unchecked}"
    book.put_meta("checked", text)
    return checked


def _add_import(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    kinds = ", ".join(sorted(source.READERS))
    parser = actions.add_parser(
        "import", help="imports a book of another kind", description=f"Imports a book ({kinds})."
    )
    parser.add_argument("file", type=Path, help="the file to import")
    parser.add_argument("--merge", action="store_true", help="merge into your own book (one edit, can be undone)")
    parser.add_argument("--to", type=Path, help="write a new book file there (default: in your folder, active at once)")
    parser.add_argument(
        "--repertoire",
        action="store_true",
        help="make a study a repertoire: its book, chapters and side, to be trained",
    )
    add_consent(parser)
    add_common(parser, "ratsu book import performance.bin\n  ratsu book import lichess_study.pgn --repertoire")
    parser.set_defaults(action=_import)


def _import(arguments: argparse.Namespace) -> int:
    if arguments.repertoire:
        return _adopt(arguments)
    progress = Meter("importing")
    with library(arguments) as books:
        done = _merged(books, arguments, progress) if arguments.merge else _shelved(books, arguments, progress)
    progress.clear()
    values: dict[str, Any] = {"book": done.target, "rows": done.imported.rows, "illegal": done.imported.illegal}
    values["changes"] = [asdict(change) for change in done.changes]
    values["lowered_elsewhere"] = done.lowered
    values["written"] = done.written
    output(arguments, values, f"{done.target}: {_said(done.imported.text)}" if done.written else "not imported")
    return 0


def _adopt(arguments: argparse.Namespace) -> int:
    if arguments.merge or arguments.to is not None or arguments.dry_run:
        raise BookError("--repertoire makes a book of its own. Leave out --merge, --to and --dry-run.")
    progress = Meter("importing")
    with library(arguments) as books:
        done = adopt(books, arguments.file, progress)
    progress.clear()
    sides = [{"name": row.name, "side": "white" if row.white else "black"} for row in done.repertoires]
    values = {"book": done.path, "rows": done.imported.rows, "chapters": done.imported.chapters, "repertoires": sides}
    made = "\n".join(f"ratsu book train --repertoire '{row['name']}'" for row in sides)
    output(arguments, values, f"{done.path}: {_said(done.imported.text)}\n{made}")
    return 0


class _Done(NamedTuple):
    """The result of an import: the moves, the file, and the changed chances."""

    target: Path
    imported: imports.ImportResult
    written: bool
    changes: Sequence[ChanceChange] = ()
    lowered: int = 0


def _merged(books: Library, arguments: argparse.Namespace, progress: Meter) -> _Done:
    """Merges a file into the user's book, if the user agrees to the changes."""
    rows = list(source.read_rows(arguments.file, progress))
    positions = list(source.read_positions(arguments.file, progress))
    chapters = source.read_chapters(arguments.file, progress)
    label, name = f"import of {arguments.file.name}", arguments.file.stem

    def merge(library: Library) -> imports.ImportResult:
        count = imports.merge(rows, library.own(), label, progress, positions, name, chapters.texts)
        illegal = imports.illegal_rows(library.own().rows, progress)
        return imports.ImportResult(count, illegal, len(chapters.texts), chapters.left_out)

    watch = preview(books, merge, _START, keys=[row.key for row in rows])
    progress.clear()
    written = confirm(arguments, watch, "at the start")
    done = merge(books) if written else imports.ImportResult(0, 0)
    return _Done(books.own().path, done, written, watch.changes, watch.lowered)


def _shelved(books: Library, arguments: argparse.Namespace, progress: Meter) -> _Done:
    """Imports a file as a book, and adds it to the user's books if the user agrees to the changes. With `--to` the book is
    only written."""
    target = arguments.to or arguments.folder / book_file_name(arguments.file.stem)
    if arguments.to is not None and not arguments.dry_run:
        return _Done(target, imports.import_file(arguments.file, target, progress), True)
    imports.check_replaceable_book(target)
    with tempfile.TemporaryDirectory(prefix=".import-", dir=arguments.folder) as folder:
        beside = Path(folder) / target.name  # an earlier import remains until the user agrees
        done = imports.import_file(arguments.file, beside, progress)
        watch = preview(books, lambda again: again.list_book(beside), _START, keys=keys_of(beside))
        progress.clear()
        written = confirm(arguments, watch, "at the start")
        if written:
            books.let_go(target.absolute())
            imports.put_in_place(beside, target)
            books.list_book(target)
    return _Done(target, done, written, watch.changes, watch.lowered)


def _add_export(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "export",
        help="writes a book as Polyglot or flagged PGN",
        description="Writes a book as Polyglot (.bin) or flagged PGN.",
    )
    parser.add_argument("file", type=Path, help="the file to write, ending in .bin, .pgn or .ratsubook")
    parser.add_argument(
        "--book",
        help="a single book: user, learned, shipped, a file, or the name of one of your books (default: all your books and "
        "the shipped one, joined)",
    )
    add_common(parser, "ratsu book export mine.bin")
    parser.set_defaults(action=_export)


def _export(arguments: argparse.Namespace) -> int:
    progress = Meter("exporting")
    with library(arguments) as books:
        if arguments.book and arguments.book not in LAYERS:
            path = Path(arguments.book)
            with BookFile(path if path.exists() else book_named(books, arguments.book), Access.READ) as book:
                done = write_book(arguments.file, book, progress, books)
        else:
            done = write_book(arguments.file, _layer(books, arguments.book or ""), progress, books)
    progress.clear()
    output(arguments, {"file": arguments.file, **done._asdict()}, f"{arguments.file}: {_said(done.text)}")
    return 0


def _layer(books: Library, name: str) -> BookFile | Library:
    """One layer of the books, or (empty name) all of them together. :raises BookError: it cannot be opened."""
    layer = {"": books, "user": books.user, "learned": books.learned, "shipped": books.shipped}[name]
    if layer is None:
        raise BookError("This book could not be opened, so it cannot be written out.")
    return layer


def _said(text: Text) -> str:
    """English text, with formatted numbers."""
    return reason_words.text(text, reason_words.ENGLISH)
