"""`ratsu book train`: the opening trainer in the terminal, with the same sessions as in the window."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess

from books.building.chance_changes import positions_of, preview
from books.choice.edit_place import edits_into
from books.choice.library import Library
from books.errors import CancelledError
from books.repertoire.trainer_values import (
    ALL_BOOKS,
    LEARNED,
    MINE,
    NEW_A_DAY,
    OWN_BOOK,
    SHIPPED,
    GapMove,
    Repertoire,
)
from engine.console.book.common import (
    add_common,
    add_consent,
    add_position,
    board_of,
    confirm,
    first_move,
    library,
    output,
)
from engine.console.exploring import collections_of
from engine.console.limit_arguments import whole_int
from engine.console.meter import Meter
from engine.console.run_drill import run_drill
from engine.game.limits import Limits
from engine.game.reason_words import score_words
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.ground.user_files import collection_path
from engine.play.book.analyser import CHECK_NODES, EngineAnalyser
from engine.play.book.own_games import own_games
from engine.play.review.own_judge import own_judge

if TYPE_CHECKING:
    from books.repertoire.lines import ReplyWorld

_NAMES = {"mine": MINE, "user": OWN_BOOK, "learned": LEARNED, "shipped": SHIPPED}
_EXAMPLES = """ratsu book train --side black --moves 'e4 c5'
  ratsu book train --side white --gap --elo 1600
  ratsu book train --side white --gap --replies games.pgn
  ratsu book train --side white --fill e4
  ratsu book train --side white --save 'White' --new-a-day 5
  ratsu book train --repertoire White --way lines
  ratsu book train --repertoire White --way game --elo 1600
  ratsu book train --mistakes --games club.pgn --player Virtanen"""


def add_replies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--replies",
        nargs="+",
        type=collection_path,
        default=[],
        metavar="SOURCE",
        help="count replies in the games of these collections, PGN files or folders",
    )
    parser.add_argument("--people", action="store_true", help="count replies as people of --elo play them")


def world_of(arguments: argparse.Namespace) -> ReplyWorld:
    """Returns the world of a command line. :raises RatsuError: it cannot be used, or the user stopped the reading."""
    from books.repertoire.trainer_values import ReplyWorldChoice
    from engine.play.book.reply_worlds import open_world

    meter = Meter("reading games")
    paths = tuple(collections_of(arguments.replies, meter)) if arguments.replies else ()
    if meter.cancelled:
        raise CancelledError("Stopped. What was not finished was left out.")
    names = tuple(path.name for path in arguments.replies)
    return open_world(ReplyWorldChoice(paths, names, elo=arguments.elo if arguments.people else 0))


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = actions.add_parser(
        "train",
        help="trains your openings",
        description="Trains a side of your book (FSRS). New moves are shown and explained first, then asked.",
    )
    parser.add_argument(
        "--side", choices=("white", "black"), default="white", help="the side you play (default: %(default)s)"
    )
    add_position(parser)
    parser.add_argument(
        "--books",
        nargs="+",
        default=[],
        metavar="BOOK",
        help="whose moves are trained: mine (your book and every book that you added), user, learned, shipped, or book "
        "files that you added (default: mine, or all where these have no move)",
    )
    parser.add_argument("--repertoire", metavar="NAME", help="train the repertoire that you saved under this name")
    parser.add_argument("--save", metavar="NAME", help="save side, position and books as a repertoire; train nothing")
    parser.add_argument("--remove", metavar="NAME", help="remove a saved repertoire; your training progress remains")
    parser.add_argument("--mistakes", action="store_true", help="train your own mistakes in the opening instead")
    parser.add_argument("--games", type=Path, help="with --mistakes: first look for mistakes in these games (PGN)")
    parser.add_argument("--player", default="", help="with --games: your surname or whole name there")
    parser.add_argument(
        "--way",
        choices=("train", "learn", "lines", "game"),
        default="train",
        help="what is due and then new moves, new moves alone, whole lines, or a game against people of --elo "
        "(default: %(default)s)",
    )
    parser.add_argument("--chapter", metavar="OPENING", help="only positions of this opening (see --due)")
    parser.add_argument(
        "--new", type=whole_int, help="new positions in this session (default: what is left of the day's)"
    )
    parser.add_argument(
        "--new-a-day", type=whole_int, default=NEW_A_DAY, help="new positions a day (default: %(default)s)"
    )
    parser.add_argument("--due", action="store_true", help="only show what waits: your repertoires and their chapters")
    parser.add_argument("--gap", action="store_true", help="only show your biggest gap, and what could close it")
    add_replies(parser)
    parser.add_argument("--fill", metavar="MOVE", help="add this answer to your biggest gap to your book")
    parser.add_argument("--elo", type=int, default=1500, help="play and compare with people of this rating (400-2800)")
    parser.add_argument(
        "--nodes", type=int, default=CHECK_NODES, help="nodes for each analysis; 0: without (default: %(default)s)"
    )
    add_consent(parser)
    add_common(parser, _EXAMPLES)
    parser.set_defaults(action=_train)


def _train(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        return _Terminal(books, arguments).run()


class _Terminal:
    """One run of the command."""

    def __init__(self, books: Library, arguments: argparse.Namespace) -> None:
        from engine.drill.reasons import NODES
        from engine.drill.sources.openings import Openings

        self._books, self._arguments = books, arguments
        self._openings = Openings(books)
        if arguments.people or arguments.replies:
            self._openings.store.count_in(world_of(arguments))
        self._judge = own_judge(Limits(nodes=NODES), None) if arguments.nodes else None

    def run(self) -> int:
        arguments = self._arguments
        if arguments.games:
            self._look_for_mistakes()
        row = self._row()
        if arguments.save is not None:
            self._refuse_taken(arguments.save)
            row = self._openings.save(replace(row, id=0, name=arguments.save))
            output(arguments, _row_values(row), f"saved: {_row_line(row)}")
        elif arguments.remove is not None:
            self._openings.store.remove(self._named(arguments.remove).id)
            output(arguments, {"removed": arguments.remove}, f"removed: {arguments.remove}")
        elif arguments.fill is not None:
            self._fill(row)
        elif arguments.gap:
            self._show_gap(row)
        elif arguments.due or arguments.json:
            self._show_due(row)
        else:
            self._session(row)
        return 0

    def _row(self) -> Repertoire:
        """The requested repertoire: a saved one, the user's mistakes, or a new one from side, position and books."""
        arguments = self._arguments
        if arguments.repertoire is not None:
            return self._named(arguments.repertoire)
        if arguments.mistakes:
            return self._openings.mistakes_row()
        paths = {str(Path(path).resolve()): path for path in self._books.titles()}
        books = tuple(_NAMES.get(name) or paths.get(str(Path(name).resolve()), "") for name in arguments.books)
        if "" in books:
            unknown = arguments.books[books.index("")]
            raise RatsuError(
                "%1 is not one of your books. Add it first, or write mine, user, learned or shipped.", unknown
            )
        white = arguments.side == "white"
        row = Repertoire(0, arguments.side, white, board_of(arguments).fen(), books or (MINE,), arguments.new_a_day)
        as_asked = books or arguments.gap or arguments.fill is not None  # own lines have gaps to find
        return self._openings.counted(row) if as_asked else self._openings.own_or_taught(row)

    def _named(self, name: str) -> Repertoire:
        for row in self._openings.repertoires().rows:
            if name.casefold() in (row.name.casefold(), str(row.id)):
                return row
        raise RatsuError("You have no repertoire called %1. ratsu book train --due lists them.", name)

    def _refuse_taken(self, name: str) -> None:
        """:raises RatsuError: a repertoire of this name exists; a second one could be neither trained nor removed."""
        if any(row.name.casefold() == name.casefold() for row in self._openings.repertoires().rows):
            raise RatsuError("You have a repertoire called %1 already. Remove it first, or choose another name.", name)

    # Actions that only show

    def _show_due(self, row: Repertoire) -> None:
        kept = self._openings.repertoires().rows
        lines = [
            f"{counted(row.waiting.due, 'position')} due, {row.waiting.new} new, {row.waiting.today} of them today"
        ]
        lines += [f"  {_chapter(chapter.name)}: {_counts(chapter.waiting)}" for chapter in row.chapters]
        lines += [str(row.not_asked)] if row.not_asked else []
        lines += ["your repertoires:", *(f"  {_row_line(saved)}" for saved in kept)] if kept else []
        lines += self._hints(row)
        values = {**_row_values(row), "due": row.waiting.due, "new": row.waiting.new}
        output(self._arguments, values | {"repertoires": [_row_values(saved) for saved in kept]}, "\n".join(lines))

    def _hints(self, row: Repertoire) -> list[str]:
        if row.waiting.all or row.drill:
            return []
        books = " ".join(ALL_BOOKS)
        return [
            "Your books have no move for this side here. Choose one with --gap and --fill, or train the shipped book with "
            f"--books {books}."
        ]

    def _show_gap(self, row: Repertoire) -> None:
        gap = row.gap
        if gap is None:
            output(self._arguments, {"gap": None}, "every reply of the book has an answer")
            return
        found = self._candidates(row)
        lines = [f"{gap}: {gap.line}".rstrip(": "), *(_candidate_line(candidate) for candidate in found)]
        lines += [f"then {other}: {other.line}" for other in row.gaps[1:]]
        lines.append("Add one to your book with --fill MOVE.")
        values = {"gap": asdict(gap), "candidates": [_candidate_values(candidate) for candidate in found]}
        output(self._arguments, values, "\n".join(lines))

    def _candidates(self, row: Repertoire) -> tuple[GapMove, ...]:
        from books.repertoire.gap_moves import candidates
        from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, human_replies

        assert row.gap is not None
        progress = Meter("looking")
        people = human_replies(min(max(self._arguments.elo, LOWEST_ELO), HIGHEST_ELO)).chances
        analyse = EngineAnalyser(self._arguments.nodes) if self._arguments.nodes else None
        found = candidates(self._books, chess.Board(row.gap.fen, chess960=False), people, analyse, progress)
        progress.clear()
        return found

    def _fill(self, row: Repertoire) -> None:
        if row.gap is None:
            raise RatsuError("There is no gap to fill: every reply of the book has an answer.")
        answer = first_move(chess.Board(row.gap.fen, chess960=False), self._arguments.fill)
        board, moves = self._openings.answer_to_gap(row, answer.uci())
        book = self._openings.store.book_of(row)
        with edits_into(self._books, book):
            watch = preview(self._books, lambda books: books.add_line(board, moves), positions_of(board, moves))
        written = confirm(self._arguments, watch)  # outside: while a person thinks, edits go where they always go
        if written:
            with edits_into(self._books, book):
                self._books.add_line(board, moves)
        values = {"changes": [asdict(change) for change in watch.changes], "written": written}
        output(self._arguments, values, "added to your book" if written else "not added")

    def _look_for_mistakes(self) -> None:
        from books.repertoire.own_mistakes import in_games

        progress = Meter("looking for mistakes")
        games = list(own_games(self._arguments.games, self._arguments.player))
        found = in_games(games, EngineAnalyser(self._arguments.nodes or CHECK_NODES), progress)
        progress.clear()
        new = self._openings.keep_mistakes(found)
        if not self._arguments.json:
            print(f"{counted(len(games), 'game')}, {counted(len(found), 'mistake')} in the opening, {new} of them new")

    # The session

    def _session(self, row: Repertoire) -> None:
        from engine.console.book.training_show import OpeningShow, play_game
        from engine.drill.sources.opening_order import SessionKind
        from engine.play.book.reply_worlds import OpponentReplies

        for hint in self._hints(row):
            print(hint)
        arguments = self._arguments
        show = OpeningShow(self._openings, self._books, self._judge, arguments.elo)
        if arguments.way == "game":
            replies = OpponentReplies(self._openings.store.world, arguments.elo)
            session = self._openings.start_game(row, replies, self._chapter(row))
            play_game(self._openings, session, show)
        else:
            session = self._openings.start(row, SessionKind(arguments.way), self._chapter(row), arguments.new)
            run_drill(session, show)
        done = session.summary
        learned = f", {done.learned} learned" if done.learned else ""
        print(f"{done.right} of {done.asked} right{learned}")

    def _chapter(self, row: Repertoire) -> str | None:
        wanted = self._arguments.chapter
        if wanted is None:
            return None
        for chapter in row.chapters:
            if wanted.casefold() in (_chapter(chapter.name).casefold(), chapter.name.casefold()):
                return chapter.name
        raise RatsuError("%1 is not a chapter of this repertoire. --due lists the chapters.", wanted)


def _counts(waiting: Any) -> str:
    return f"{waiting.due} due, {waiting.new} new, {waiting.known} known"


def _chapter(name: str) -> str:
    return name or "before the first name"


def _row_line(row: Repertoire) -> str:
    name = "your mistakes" if row.drill else f"{row.name} ({'White' if row.white else 'Black'})"
    gap = f"; {row.gap}" if row.gap is not None and row.gap.move else ""
    return f"{name}: {_counts(row.waiting)}{gap}" + (f"\n  {row.not_asked}" if row.not_asked else "")


def _row_values(row: Repertoire) -> dict[str, Any]:
    return asdict(row) | {"gap": asdict(row.gap) if row.gap is not None else None}


def _candidate_line(candidate: GapMove) -> str:
    parts = [f"{candidate.san + candidate.flag:8}"]
    parts.append(
        f"{counted(candidate.games, 'game', spec='>7,'):13} {candidate.share:4.0%}" if candidate.games else f"{'':18}"
    )
    parts.append(f"scores {candidate.score:4.0%}" if candidate.score is not None else f"{'':11}")
    parts.append(f"people {candidate.people:4.0%}" if candidate.people is not None else "")
    parts.append(
        f"engine {score_words(candidate.worth)}{' (best)' if candidate.best else ''}" if candidate.worth else ""
    )
    return "  ".join([*parts, candidate.opening]).rstrip()


def _candidate_values(candidate: GapMove) -> dict[str, Any]:
    worth = score_words(candidate.worth) if candidate.worth is not None else None
    return asdict(replace(candidate, worth=None)) | {"worth": worth}
