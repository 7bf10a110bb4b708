"""`ratsu book people`: results of the book's moves among players of a rating, and the moves that set traps."""

import argparse
from pathlib import Path
from typing import Any

from books.key import decode
from engine.console.book.common import add_common, add_position, board_of, library, output
from engine.console.meter import Meter
from engine.jobs.preparation import my_moves
from engine.play.book.human_scores import MoveForPeople, collected, for_people, in_files
from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, HumanReplies

LEAST_SHOWN = 0.01  # a reply that fewer than one in a hundred overlook does not make a trap


def add(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = actions.add_parser(
        "people",
        help="shows what people of a rating score with the book's moves",
        description="Shows what people of a rating score with the book's moves, and how often they go wrong after each.",
    )
    parser.add_argument("games", nargs="*", type=Path, help="PGN files with rated games")
    parser.add_argument("--elo", type=int, default=1600, help=f"{LOWEST_ELO} to {HIGHEST_ELO} (default: %(default)s)")
    parser.add_argument("--collection", type=Path, help="a collection of rated games")
    add_position(parser)
    add_common(parser, "ratsu book people games.pgn --elo 1600 --moves 'e4 e5 Nf3 Nc6'")
    parser.set_defaults(action=_people)


def _people(arguments: argparse.Namespace) -> int:
    board = board_of(arguments)
    people = HumanReplies(arguments.elo)
    progress = Meter("reading games")
    games = list(in_files(arguments.games, board, progress)) + collected(arguments.collection, board)
    progress.clear()
    with library(arguments) as books:
        there = books.look_up(board)
    mine = my_moves(there)
    others = {entry.move for entry in there} | {decode(board, game.move) for game in games}
    both = for_people(board, mine, people, games, traps=True)
    both += for_people(board, [move for move in board.legal_moves if move in others - set(mine)], people, games)
    found = sorted(both, key=lambda one: -one.expected.score)
    values = {"elo": arguments.elo, "fen": board.fen(), "moves": [_values(one) for one in found]}
    lines = [f"against {arguments.elo}:"]
    for one in found:
        text = f"  {board.san(one.move):7} {one.expected.score:>4.0%}  {one.expected.games:>7.1f} games"
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
        "games": one.expected.games,
        "wrong": trap.chance if trap else None,
        "cost": trap.cost if trap else None,
        "mistake": trap.mistake.uci() if trap and trap.mistake else None,
    }
