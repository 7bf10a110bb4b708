"""Which limits make alpha-beta as strong as people of a rating: finds the rows of `engine/levels.py`.

    nice -n 19 python -m tests.bench.level_calibration 800 1000 1200 --games 40 --seed 1

For each rating, alpha-beta with the limits of a parameter t plays the level that plays like people of that rating. After each
game t moves toward an even score, by smaller and smaller steps; a logistic curve through all games then says which t is even.
The limits: depth 1 + 0.6 t, 40 * 1.58^t nodes but at least 1,024, noise 300 * 0.82^t centipawns; below t = 0 only the noise and
the overlooked recaptures grow.
"""

import argparse
import math
import random

import chess

from engine.game.limits import GamePosition, Limits
from engine.levels import Strength
from engine.play.mover import RatsuMover

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
DECIDED, LONG = 9, 6  # pawns ahead for so many plies: a won game
LONGEST = 300  # plies
SLOPE = 0.45  # change of the logit of the score for one t: steps of 200 Elo were 2.4 t apart


def strength(t: float, network: bool = False) -> Strength:
    """The limits of a parameter; `network`: with the network instead of the classical evaluation."""
    depth, nodes = max(1, round(1 + 0.6 * t)), max(1_024, round(40 * 1.58**t))
    return Strength(depth, nodes, round(300 * 0.82**t), max(0, min(400, round(150 - 16 * t))), network)


def game(searcher: RatsuMover, people: RatsuMover, white: bool) -> float:
    """The score of alpha-beta, 0 to 1; `white`: it has White."""
    board, ahead = chess.Board(), 0
    moves: list[str] = []
    while not board.is_game_over(claim_draw=True) and len(moves) < LONGEST and abs(ahead) < LONG:
        mover = searcher if (board.turn == chess.WHITE) is white else people
        move = mover.choose(
            GamePosition(chess.STARTING_FEN, tuple(moves), chess960=False), Limits(move_time_ms=20_000)
        ).move
        moves.append(move)
        board.push_uci(move)
        material = sum(
            value * (len(board.pieces(piece, chess.WHITE)) - len(board.pieces(piece, chess.BLACK)))
            for piece, value in VALUES.items()
        )
        side = (material >= DECIDED) - (material <= -DECIDED)
        ahead = ahead + side if side and ahead * side >= 0 else 0
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner is white)
    return 0.5 if not ahead or abs(ahead) < LONG else float((ahead > 0) is white)


def even(played: list[tuple[float, float]]) -> float:
    """The t at which the curve of known slope through (t, score) crosses one half."""
    low, high = -20.0, 30.0
    for _ in range(60):
        middle = (low + high) / 2
        expected = sum(1 / (1 + math.exp(-SLOPE * (t - middle))) for t, _ in played)
        low, high = (middle, high) if expected > sum(score for _, score in played) else (low, middle)
    return (low + high) / 2


def main() -> None:
    """Prints, for each rating, the even t and the limits there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ratings", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--network", action="store_true", help="the network judges, as above 2200")
    parser.add_argument("--begin", type=float, default=None, help="the first t")
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    searcher, people = RatsuMover(), RatsuMover()
    for mover in (searcher, people):
        mover.set_option("Use Tablebases", False)
        mover.set_option("UCI_LimitStrength", True)
        mover.set_option("Human Like", mover is people)
    searcher.set_option("Use NNUE", arguments.network)
    t = arguments.begin
    for elo in arguments.ratings:
        people.set_option("UCI_Elo", elo)
        t = (elo - 1400) / 100 if t is None else t
        played: list[tuple[float, float]] = []
        for number in range(arguments.games):
            seed = dice.getrandbits(30)
            for mover in (searcher, people):
                mover.new_game(seed + (mover is people))
            level = strength(t, arguments.network)
            searcher._level = level
            searcher._player.set_handicap(level.handicap(seed))
            score = game(searcher, people, number % 2 == 0)
            played.append((t, score))
            t += 8 / (number + 4) * (0.5 - score)
        t = even(played)
        print(
            f"{elo}: t {t:.2f}, {strength(t, arguments.network)}, score {sum(s for _, s in played)} of {len(played)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
