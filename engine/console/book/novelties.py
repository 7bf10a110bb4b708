"""`ratsu book novelties`: moves without games that are nearly as good as the best."""

import argparse
from dataclasses import asdict
from typing import Any

from books.preparation.novelty import Novelty
from engine.console.book.common import add_common, add_position, board_of, library, output
from engine.console.meter import Meter, exit_code
from engine.console.run_job import add_options, request_of, run_job
from engine.game.reason_words import score_words
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.jobs.novelties import NoveltyJob, NoveltyRequest
from engine.rules.fen import START_FEN


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "novelties",
        help="finds good moves that no game holds",
        description="Searches the positions of lines for moves that no game holds and that are nearly as good as the best.",
    )
    add_options(parser, NoveltyRequest)
    add_position(parser)
    add_common(parser, "ratsu book novelties games.pgn --moves 'e4 e5 Nf3 Nc6 Bb5 a6' --from-move 3")
    parser.set_defaults(action=_novelties)


def _novelties(arguments: argparse.Namespace) -> int:
    if arguments.fen != START_FEN:
        raise RatsuError("The lines begin at the start position; name the moves from there with --moves.")
    if not (arguments.moves or arguments.lines):
        raise RatsuError("Name lines to look at, with --moves or --lines.")
    moves = tuple(move.uci() for move in board_of(arguments).move_stack) if arguments.moves else None
    meter = Meter("looking")
    found: list[Novelty] = []
    with library(arguments) as books:
        for novelty in run_job(NoveltyJob(lambda: books), request_of(NoveltyRequest, arguments, moves=moves), meter):
            found.append(novelty)
            if not arguments.json:
                print(_line(novelty), flush=True)
    output(arguments, {"novelties": [_values(one) for one in found]}, "" if found else "no novelty was found")
    return exit_code(meter)


def _line(novelty: Novelty) -> str:
    return (
        f"{novelty.san}  {score_words(novelty.value)} at depth {novelty.depth}; "
        f"best {novelty.best_san} {score_words(novelty.best_value)}; "
        f"{counted(novelty.games, 'game', spec=',')} reached {novelty.board.fen()}"
    )


def _values(novelty: Novelty) -> dict[str, Any]:
    values = asdict(novelty)
    return values | {"board": novelty.board.fen(), "move": novelty.move.uci(), "best": novelty.best.uci()}
