"""`ratsu book people`: results of the book's moves among players of a rating, and the moves that set traps."""

import argparse
from typing import Any

import chess

from books.explorer.explorer import Explorer
from books.preparation.expected_scores import ByRating, by_move
from engine.console.book.common import add_common, add_position, board_of, library, output
from engine.console.exploring import collections_of
from engine.console.meter import Meter, exit_code
from engine.game.python_board import core_of
from engine.ground.user_files import collection_path
from engine.jobs.preparation import my_moves
from engine.play.book.human_scores import MoveForPeople, for_people
from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, HumanReplies

LEAST_SHOWN = 0.01  # a reply that fewer than one in a hundred overlook does not make a trap


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "people",
        help="shows what people of a rating score with the book's moves",
        description="Shows what people of a rating score with the book's moves, and how often they go wrong after each.",
    )
    parser.add_argument(
        "games", nargs="*", type=collection_path, help="collections, PGN files or folders with rated games"
    )
    parser.add_argument("--elo", type=int, default=1600, help=f"{LOWEST_ELO} to {HIGHEST_ELO} (default: %(default)s)")
    add_position(parser)
    add_common(parser, "ratsu book people games.pgn --elo 1600 --moves 'e4 e5 Nf3 Nc6'")
    parser.set_defaults(action=_people)


def _people(arguments: argparse.Namespace) -> int:
    board = board_of(arguments)
    people = HumanReplies(arguments.elo)
    meter = Meter("reading games")
    games: dict[chess.Move, ByRating] = {}
    if arguments.games:
        paths = collections_of(arguments.games, meter)
        if meter.cancelled:
            return exit_code(meter)
        core = core_of(board)
        with Explorer.opened(paths) as explorer:
            games = by_move(explorer.moves(core), core.uci)
    with library(arguments) as books:
        there = books.look_up(board)
    mine = my_moves(there)
    others = {entry.move for entry in there} | set(games)
    both = for_people(board, mine, people, games, traps=True)
    both += for_people(board, [move for move in board.legal_moves if move in others - set(mine)], people, games)
    found = sorted(both, key=lambda one: -one.expected.score)
    values = {"elo": arguments.elo, "fen": board.fen(), "moves": [_values(one) for one in found]}
    source = ", ".join(path.name for path in arguments.games) or "predicted, without games"
    lines = [f"against {arguments.elo} ({source}):"]
    for one in found:
        low, high = one.expected.interval
        text = f"  {board.san(one.move):7} {one.expected.score:>4.0%} ({100 * low:.0f} to {high:.0%})"
        text += f"  {one.expected.games:>7.1f} games"
        if one.trap is not None and one.trap.mistake is not None and one.trap.chance >= LEAST_SHOWN:
            after = board.copy(stack=False)
            after.push(one.move)
            text += f"  {one.trap.chance:.0%} go wrong, most with {after.san(one.trap.mistake)}"
            text += f": costs {one.trap.cost / 100:.2f} pawns on average"
        lines.append(text)
    output(arguments, values, "\n".join(lines if found else ["no move in the books or games"]))
    return 0


def _values(one: MoveForPeople) -> dict[str, Any]:
    trap = one.trap
    return {
        "move": one.move.uci(),
        "score": one.expected.score,
        "interval": one.expected.interval,
        "games": one.expected.games,
        "wrong": trap.chance if trap else None,
        "cost": trap.cost if trap else None,
        "mistake": trap.mistake.uci() if trap and trap.mistake else None,
    }
