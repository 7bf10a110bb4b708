"""How various is the book's play, and what does the variety cost?

    python -m tests.bench.book_variety [--games 200] [--plies 8] [--share 10] [--book FILE]
        [--judge 'COMMAND' --cache FILE --nodes 100000]

The book plays games against itself. The entropy is the mean of -log2 of a game's chance: with H bits the games are as various as
2^H equally likely ones. The judge, a UCI engine, searches each position and the one after the drawn move; a move that is its
own best loses nothing, and one that loses 20 or more is searched again with ten times the nodes. Searches are in the cache:
what was stopped goes on.

Standard output is one JSON object; the moves searched again are on standard error.
"""

import argparse
import json
import math
import random
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import fmean, stdev

import chess

from books.building.searches import SearchFile
from books.choice.choose import NORMAL_SHARE, ChoiceSettings
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import BookMove, Flag
from books.key import encode, position_key
from engine.training.book.frontier import BookNode, SearchEffort
from engine.training.book.judge_pool import JudgePool, JudgeTask, in_turn

DOUBTFUL_CP, DEEPER = 20, 10
"""A move that loses this much is searched again with so many times the nodes."""

Place = tuple[str, chess.Move]
Drawn = dict[Place, int]
"""How often each move was drawn, by position."""


def drawn_games(library: Library, settings: ChoiceSettings, games: int, plies: int) -> tuple[list[float], Drawn, int]:
    """The information of each game in bits, the moves drawn, and how many of them were normal ones beside a `!`."""
    source, drawn, known = random.Random(1), Drawn(), dict[int, list[BookMove]]()
    bits, beside = [], 0
    for _ in range(games):
        board, information = chess.Board(), 0.0
        for _ in range(plies):
            key = position_key(board)
            moves = known.setdefault(key, [move for move in library.look_up(board, settings) if move.probability])
            if not moves:
                break
            chosen = source.choices(moves, [move.probability for move in moves])[0]
            information -= math.log2(chosen.probability)
            beside += chosen.flag is Flag.NORMAL and moves[0].flag is Flag.STRONG
            place = board.fen(), chosen.move
            drawn[place] = drawn.get(place, 0) + 1
            board.push(chosen.move)
        bits.append(information)
    return bits, drawn, beside


def losses(drawn: Drawn, judge: JudgePool, nodes: int) -> Counter[int]:
    """What the drawn moves lose, in centipawns, each as often as it was drawn."""
    found = dict.fromkeys(drawn, 0)
    for place, loss in _lost(list(drawn), judge, SearchEffort(nodes, 1)):
        found[place] = loss
    doubtful = [place for place, loss in found.items() if loss >= DOUBTFUL_CP]
    for place, loss in _lost(doubtful, judge, SearchEffort(DEEPER * nodes, 1)):
        found[place] = loss
        board = chess.Board(place[0])
        print(f"{loss} cp, drawn {drawn[place]} times: {place[0]} {board.san(place[1])}", file=sys.stderr, flush=True)
    return Counter(loss for place, loss in found.items() for _ in range(drawn[place]))


def _lost(places: list[Place], judge: JudgePool, effort: SearchEffort) -> Iterator[tuple[Place, int]]:
    before = judged([chess.Board(fen) for fen, _ in places], judge, effort)
    other = [place for place in places if not _is_best(place, before)]
    after = judged([_after(place) for place in other], judge, effort)
    for place in places:
        best, own = before[position_key(chess.Board(place[0]))][1], after.get(position_key(_after(place)))
        yield place, max(0, best + own[1]) if place in other and own is not None else 0


def judged(boards: list[chess.Board], judge: JudgePool, effort: SearchEffort) -> dict[int, tuple[int, int]]:
    """The judge's best move and its value in each position."""
    wanted = {position_key(board): board for board in boards}
    jobs = [JudgeTask(BookNode(board.fen(), key, 0.0, 0), effort) for key, board in wanted.items()]
    found = {}
    for node, search in judge.search(in_turn(*jobs)):
        found[node.key] = search.lines[0]
        print(f"\r{len(found)} of {len(jobs)} ", end="", file=sys.stderr, flush=True)
    return found


def _is_best(place: Place, before: dict[int, tuple[int, int]]) -> bool:
    board = chess.Board(place[0])
    return before[position_key(board)][0] == encode(board, place[1])


def _after(place: Place) -> chess.Board:
    board = chess.Board(place[0])
    board.push(place[1])
    return board


def main() -> None:
    """Prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", type=Path, default=SHIPPED_BOOK)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--share", type=int, default=NORMAL_SHARE)
    parser.add_argument("--judge", help="a command")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=100_000)
    arguments = parser.parse_args()
    with closing(Library(None, None, arguments.book)) as library:
        settings = ChoiceSettings(normal_share=arguments.share)
        bits, drawn, beside = drawn_games(library, settings, arguments.games, arguments.plies)
    result: dict[str, object] = {
        "games": len(bits),
        "entropy_bits": round(fmean(bits), 2),
        "standard_error": round(stdev(bits) / len(bits) ** 0.5, 2),
        "different_moves": len(drawn),
        "normal_moves_beside_strong": beside,
    }
    if arguments.judge:
        with (
            closing(SearchFile(arguments.cache)) as file,
            JudgePool(tuple(shlex.split(arguments.judge)), (), arguments.processes, file) as judge,
        ):
            found = losses(drawn, judge, arguments.nodes)
            result["judge"] = f"{judge.name}, {arguments.nodes:,} nodes"
        result["mean_loss_cp"] = round(sum(loss * times for loss, times in found.items()) / found.total(), 1)
        result["largest_loss_cp"] = max(found)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
