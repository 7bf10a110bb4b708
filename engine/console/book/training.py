"""`ratsu book report` and `ratsu book train`."""

import argparse
import itertools
import time
from pathlib import Path
from typing import Any

import chess

from books.building.changes import Watch
from books.choice.library import Library
from books.formats.games import line_of
from books.repertoire.coverage import coverage, gaps
from books.repertoire.report import Departure, GameReport, missing_moves, report_game
from engine.console.book.common import (
    TerminalProgress,
    add_common,
    add_position,
    board_of,
    library,
    output,
    parse_moves,
)
from engine.console.book.learning import played_game
from engine.pgn.reader import read_main_lines


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the commands."""
    parser = actions.add_parser(
        "report",
        help="compares games with the book",
        description="Where games left the book, and how much the book knows.",
    )
    parser.add_argument("games", type=Path, help="a PGN file")
    parser.add_argument("--player", default="", help="whose book it is: part of the name (default: White's)")
    parser.add_argument(
        "--games", dest="most", type=int, default=20, help="tell of so many games (default: %(default)s)"
    )
    parser.add_argument(
        "--coverage", action="store_true", help="measure the whole file instead: shares known, biggest gaps"
    )
    parser.add_argument("--add", action="store_true", help="add the moves that the book did not know to your book")
    add_common(parser, "ratsu book report club.pgn --player Virtanen")
    parser.set_defaults(action=_report)
    parser = actions.add_parser("train", help="trains your openings", description="Trains a side of your book (FSRS).")
    parser.add_argument(
        "--side", choices=("white", "black"), default="white", help="the side you play (default: %(default)s)"
    )
    parser.add_argument("--new", type=int, default=10, help="new positions in this session (default: %(default)s)")
    parser.add_argument("--due", action="store_true", help="only tell how much waits")
    add_position(parser)
    add_common(parser, "ratsu book train --side black --moves 'e4 c5'")
    parser.set_defaults(action=_train)


def _report(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        if arguments.coverage:
            return _coverage(books, arguments)
        reports: list[tuple[str, GameReport]] = []
        added: list[str] = []
        progress = TerminalProgress("comparing")
        for game in itertools.islice(read_main_lines(arguments.games, keys=False), arguments.most):
            progress(len(reports), arguments.most)
            own_white = arguments.player.lower() in game.headers.get("White", "").lower()
            played = played_game(game, own_white)
            start = chess.Board(played.fen, chess960=game.chess960)
            moves = [chess.Move.from_uci(move) for move in played.moves]
            title = f"{game.headers.get('White', '?')} - {game.headers.get('Black', '?')} {game.result}"
            report = report_game(books, moves, own_white, start)
            reports.append((title, report))
            if arguments.add:
                for departure in missing_moves(report)[:1]:
                    with Watch(books, [(departure.board, departure.move)]) as watch:
                        books.add_move(departure.board, departure.move)
                    added.append(watch.text)
        progress.end()
    text = "\n\n".join("\n".join([title, *(f"  {line}" for line in report.lines())]) for title, report in reports)
    text += "".join(f"\n\nadded to your book: {change}" for change in added)
    values = {"games": [_report_values(title, report) for title, report in reports], "added": added}
    output(arguments, values, text)
    return 0


def _report_values(title: str, report: GameReport) -> dict[str, Any]:
    def left(departure: Departure | None) -> dict[str, Any] | None:
        if departure is None:
            return None
        book = [entry.san for entry in departure.recommended]
        return {"ply": departure.ply, "fen": departure.board.fen(), "move": departure.move.uci(), "book": book}

    return {
        "game": title,
        "opening": report.opening,
        "book_plies": report.book_plies,
        "i_left": left(report.first_own),
        "opponent_left": left(report.first_opponent),
        "returns": list(report.returns),
    }


def _coverage(books: Library, arguments: argparse.Namespace) -> int:
    progress = TerminalProgress("measuring")
    lines = [line_of(game, 30) for game in read_main_lines(arguments.games, (), progress=progress)]
    measured = coverage(lines, books.moves_at)
    missing = {side: gaps(lines, books.moves_at, side == "white", 5) for side in ("white", "black")}
    progress.end()
    values = {
        "games": measured.games,
        "known": measured.known,
        "whole": measured.whole,
        "agreement": measured.agreement,
        "gaps": {
            side: [{"fen": gap.board.fen(), "games": gap.games} for gap in found] for side, found in missing.items()
        },
    }
    rows = [
        f"first {depth} plies: {measured.known[depth]:.1%} known, {measured.whole[depth]:.1%} of games whole"
        for depth in measured.known
    ]
    rows += [f"as {side}: {gap}" for side, found in missing.items() for gap in found]
    text = "\n".join(
        [f"{measured.games} games", *rows, f"agreement with the most played move: {measured.agreement:.1%}"]
    )
    output(arguments, values, text)
    return 0


def _train(arguments: argparse.Namespace) -> int:
    from books.repertoire.lines import Repertoire
    from books.repertoire.trainer import Trainer  # the scheduler is loaded only to train

    with library(arguments) as books:
        trainer = Trainer(books)
        repertoire = Repertoire(0, arguments.side, arguments.side == "white", board_of(arguments).fen())
        due = trainer.due(repertoire)
        if arguments.due or arguments.json:
            output(arguments, {"due": due.due, "new": due.new}, f"{due.due} positions due, {due.new} new")
            return 0
        session = trainer.session(repertoire, arguments.new)
        while (question := session.question()) is not None:
            began = time.monotonic()
            print(f"\n{question.board}\n{'White' if question.board.turn else 'Black'} to move", end="; ")
            try:
                text = input(f"your move ({session.left} left, Enter to stop): ")
            except EOFError:
                text = ""
            if not text:
                break
            moves = parse_moves(question.board, text)
            answer = session.answer(moves[0], round(1000 * (time.monotonic() - began)))
            right = ", ".join(question.board.san(move) for move in answer.expected)
            print("right" if answer.right else f"wrong: {right}", f"- again on {answer.due.date()}")
    print(f"{session.summary.right} of {session.summary.asked} right")
    return 0
