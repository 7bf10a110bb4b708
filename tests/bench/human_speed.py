"""How long a prediction takes, without and with the search, on one core; and what the likelihoods of many ratings take.

    python -m tests.bench.human_speed [PREDICTOR]

Each position of one made-up game is asked ROUNDS times in turn; the least time counts, for the machine may be busy.
"""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engine.human.predicted_player import PredictedPlayer
from engine.human.predictor import Predictor
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard

POSITIONS, ROUNDS, SEARCHED_ROUNDS = 40, 200, 10
ASKED = PredictedPlayer(1500, 1500, 300)
RATINGS = tuple(range(800, 2400, 100))


def main() -> None:
    """Prints the mean of the least times, in milliseconds."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    boards = _game()
    alone, searching = Predictor(path=path), Predictor(ShallowScores(), path)
    many = [PredictedPlayer(elo, elo, 300) for elo in RATINGS]
    print(f"alone            {_least(boards, ROUNDS, lambda board: alone.chances(board, ASKED)):6.2f} ms")
    print(f"with the search  {_least(boards, SEARCHED_ROUNDS, lambda board: searching.chances(board, ASKED)):6.2f} ms")
    each = _least(boards, SEARCHED_ROUNDS, lambda board: alone.likelihoods(board, board.legal_moves()[0], many))
    print(f"of {len(RATINGS)} ratings    {each:6.2f} ms, {each / len(RATINGS):.2f} ms each")


def _least(boards: list[CoreBoard], rounds: int, ask: Callable[[CoreBoard], object]) -> float:
    best = [float("inf")] * len(boards)
    for _ in range(rounds):
        for number, board in enumerate(boards):
            begun = time.perf_counter()
            ask(board)
            best[number] = min(best[number], time.perf_counter() - begun)
    return 1000 * sum(best) / len(best)


def _game() -> list[CoreBoard]:
    dice, board, boards = random.Random(1), CoreBoard.start(), list[CoreBoard]()
    while len(boards) < POSITIONS and board.legal_moves():
        boards.append(board.copy())
        board.push(dice.choice(board.legal_moves()))
    return boards


if __name__ == "__main__":
    main()
