"""`ratsu book report`."""

import argparse
import itertools
from functools import partial
from pathlib import Path
from typing import Any

import chess

from books.building.chance_changes import preview
from books.choice.library import Library
from books.formats.games import line_of
from books.repertoire.coverage import ENOUGH, coverage, gaps
from books.repertoire.report import Departure, GameReport, missing_moves, report_game
from engine.console.book.common import add_common, add_consent, confirm, library, output
from engine.console.meter import Meter
from engine.game.player_names import side_of
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.pgn.reader import read_main_lines
from engine.play.book.own_games import played_game


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "report",
        help="compares games with the book",
        description="Reports the moves at which games left the book, and how much the book knows.",
    )
    parser.add_argument("games", type=Path, help="a PGN file")
    parser.add_argument("--player", default="", help="whose book it is: the surname or whole name (default: White's)")
    parser.add_argument("--games", dest="most", type=int, default=20, help="games to list (default: %(default)s)")
    parser.add_argument(
        "--coverage", action="store_true", help="measure the whole file instead: shares known, biggest gaps"
    )
    parser.add_argument("--add", action="store_true", help="add the moves that the book did not know to your book")
    add_consent(parser)
    add_common(parser, "ratsu book report club.pgn --player Virtanen")
    parser.set_defaults(action=_report)


def _report(arguments: argparse.Namespace) -> int:
    with library(arguments) as books:
        if arguments.coverage:
            return _coverage(books, arguments)
        reports: list[tuple[str, GameReport]] = []
        added: list[str] = []
        progress = Meter("comparing")
        for game in itertools.islice(read_main_lines(arguments.games, keys=False), arguments.most):
            progress(len(reports), arguments.most)
            names = game.headers.get("White", ""), game.headers.get("Black", "")
            own_white = side_of(arguments.player, *names) if arguments.player else True
            if own_white is None:
                continue
            played = played_game(game, own_white)
            start = chess.Board(played.fen, chess960=game.chess960)
            moves = [chess.Move.from_uci(move) for move in played.moves]
            title = f"{game.headers.get('White', '?')} - {game.headers.get('Black', '?')} {game.result}"
            report = report_game(books, moves, own_white, start)
            reports.append((title, report))
            if arguments.add:
                for departure in missing_moves(report)[:1]:
                    at, move = departure.board, departure.move
                    watch = preview(books, partial(Library.add_move, board=at, move=move), [(at, move)])
                    if confirm(arguments, watch, f"{title}, adding to your book"):
                        books.add_move(at, move)
                        added.append(watch.text)
        progress.clear()
    if arguments.player and not reports:
        raise RatsuError(
            "%1 holds no game of “%2”. Write the surname as it is spelled in the games.",
            arguments.games,
            arguments.player,
        )
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
    progress = Meter("measuring")
    lines = [line_of(game, 30) for game in read_main_lines(arguments.games, (), progress=progress)]
    measured = coverage(lines, books.moves_on)
    missing = {side: gaps(lines, books.moves_on, side == "white", 5) for side in ("white", "black")}
    progress.clear()
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
    share = f"not counted: no known position was met {ENOUGH} times"
    if measured.agreement is not None:
        share = f"{measured.agreement:.1%}"
    text = "\n".join([f"{counted(measured.games, 'game')}", *rows, f"agreement with the most played move: {share}"])
    output(arguments, values, text)
    return 0
