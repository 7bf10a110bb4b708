"""`ratsu book novelties`: moves that no game holds and that are nearly as good as the best."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from books.analysis import score_of
from books.learning.mistakes import numbered_san
from books.preparation.novelty import MOST, WITHIN_CP, Novelty
from engine.console.book.common import add_common, add_position, board_of, library, output
from engine.console.meter import Meter
from engine.game.reason_words import score_words
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.play.book.novelties import NODES, NoveltyWish, lines_of, novelties
from engine.rules.fen import START_FEN


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = actions.add_parser(
        "novelties",
        help="finds good moves that no game holds",
        description="Searches the positions of lines for moves that no game holds and that are nearly as good as the best.",
    )
    parser.add_argument("games", nargs="*", type=Path, help="PGN files: what they hold is no novelty")
    parser.add_argument("--collection", type=Path, help="a collection of games: what it holds is no novelty")
    add_position(parser)
    parser.add_argument("--lines", type=Path, action="append", default=[], help="a PGN file with the lines to look at")
    parser.add_argument(
        "--within", type=int, default=WITHIN_CP, help="centipawns below the best (default: %(default)s)"
    )
    parser.add_argument("--from-move", type=int, default=1, help="look from this move on (default: %(default)s)")
    parser.add_argument("--most", type=int, default=MOST, help="so many of a position at most (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=NODES, help="nodes for each search (default: %(default)s)")
    add_common(parser, "ratsu book novelties games.pgn --moves 'e4 e5 Nf3 Nc6 Bb5 a6' --from-move 3")
    parser.set_defaults(action=_novelties)


def _novelties(arguments: argparse.Namespace) -> int:
    if arguments.fen != START_FEN:
        raise RatsuError("The lines begin at the start position; name the moves from there with --moves.")
    lines = [tuple(board_of(arguments).move_stack)] if arguments.moves else []
    lines += lines_of(arguments.lines)
    if not lines:
        raise RatsuError("Name lines to look at, with --moves or --lines.")
    wish = NoveltyWish(
        tuple(lines),
        tuple(arguments.games),
        arguments.collection,
        arguments.within,
        2 * (arguments.from_move - 1),
        arguments.most,
        arguments.nodes,
    )
    progress = Meter("looking")
    found: list[Novelty] = []
    with library(arguments) as books:
        for novelty in novelties(books, wish, progress):
            found.append(novelty)
            if not arguments.json:
                progress.clear()
                print(_line(novelty), flush=True)
    progress.clear()
    output(arguments, {"novelties": [_values(one) for one in found]}, "" if found else "no novelty was found")
    return 0


def _line(novelty: Novelty) -> str:
    white = bool(novelty.board.turn)
    value, best = (score_words(score_of(cp, white)) for cp in (novelty.centipawns, novelty.best_centipawns))
    return (
        f"{numbered_san(novelty.board, novelty.move)}  {value} at depth {novelty.depth}; "
        f"best {numbered_san(novelty.board, novelty.best)} {best}; "
        f"{counted(novelty.games, 'game', spec=',')} reached {novelty.board.fen()}"
    )


def _values(novelty: Novelty) -> dict[str, Any]:
    values = asdict(novelty)
    return values | {"board": novelty.board.fen(), "move": novelty.move.uci(), "best": novelty.best.uci()}
