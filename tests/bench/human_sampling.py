"""What the moves of the levels lose, beside what people of the rating lose.

For HEATS and TAIL of `engine.play.people.human_mover`:

    nice -n 19 python -m tests.bench.human_sampling FOLDER/test.games FILE [POSITIONS] [PER_GAME]

The games are those of `ratsu train human extract`; only lichess, whose ratings the levels mean. Of each band so many positions
(default 300) are judged into FILE, PER_GAME of a game (default 1): the move played and each move that people may play. A FILE
that is there is only reported: DRAWS moves of the level in each position, by the tables as they are. The judge looks further
than the levels do, but not far: what it calls lost is more than people lose, alike for both.
"""

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from engine.human.predicted_player import PredictedPlayer, Site
from engine.human.predictor import Predictor
from engine.play.people.human_mover import HEATS, JUDGED_PLIES, TAIL
from engine.play.people.rating_rows import at_rating
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard
from engine.training.human.games import HumanGame, read_games

BAND, LOWEST, HIGHEST = 200, 800, 2200  # Elo
FIRST_PLY, LAST_PLY = 10, 90
SLOW_S = 180  # base time: bullet says little of what people see
CALM_CP, MOST_CP = 1000, 800  # of the best move's score; of a loss, in the mean
BLUNDERS_CP = (150, 300)
LIKELIEST = 4  # moves that are judged at least; of the others those that a level may draw
DRAWS = 16


class Judged(TypedDict):
    """One position: what the played move, the best one and each judged one are worth, in centipawns; how often people play
    these."""

    elo: int
    played: int
    best: int
    p: list[float]
    w: list[int]


def main() -> None:
    """Prints a row for each band."""
    file = Path(sys.argv[2])
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    per_game = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    if not file.exists():
        with file.open("w", encoding="utf-8") as out:
            for found in judge_games(list(read_games(Path(sys.argv[1]))), wanted, per_game):
                out.write(json.dumps(found) + "\n")
    print("band          n   people lose 1.5/3, mean cp    level loses 1.5/3, mean cp")
    for band, rows in sorted(_bands(file).items()):
        people = told([row["best"] - row["played"] for row in rows])
        dice = random.Random(3)
        level = [loss for row in rows for loss in losses(row, dice)]
        print(f"{band}-{band + BAND - 1} {len(rows):6}   {people}        {told(level)}", flush=True)


def judge_games(games: list[HumanGame], wanted: int, per_game: int) -> Iterable[Judged]:
    """So many positions of each band."""
    scores, judge, dice = ShallowScores(), ShallowScores(), random.Random(5)
    predictor = Predictor(scores)
    count: dict[int, int] = defaultdict(int)
    dice.shuffle(games)
    for game in games:
        for ply in sorted(dice.sample(range(FIRST_PLY, LAST_PLY), per_game)):
            if ply >= len(game.moves) or 0 < game.base_s < SLOW_S or game.site != Site.LICHESS:
                continue
            band = game.question(ply).elo // BAND * BAND
            if not LOWEST <= band <= HIGHEST or count[band] >= wanted:
                continue
            found = _judged(predictor, scores, judge, game, ply)
            if abs(found["best"]) <= CALM_CP:
                count[band] += 1
                yield found


def _judged(predictor: Predictor, scores: ShallowScores, judge: ShallowScores, game: HumanGame, ply: int) -> Judged:
    board = CoreBoard.start()
    for move in game.moves[:ply]:
        board.push(move)
    elo, played = game.question(ply).elo, game.moves[ply]
    chances = predictor.chances(board, PredictedPlayer(elo, elo, site=Site.LICHESS))
    likely = sorted(chances, key=lambda move: -chances[move])
    asked = [move for place, move in enumerate(likely) if place < LIKELIEST or chances[move] >= TAIL]
    asked += [played] if played not in asked else []
    worth = {move: judge(board, JUDGED_PLIES, [move])[move][-1] for move in asked}
    return Judged(
        elo=elo,
        played=worth[played],
        best=max(worth.values()),
        p=[round(chances[move], 5) for move in asked],
        w=list(worth.values()),
    )


def losses(row: Judged, dice: random.Random) -> list[int]:
    """What DRAWS moves of a level lose."""
    power = 1 / at_rating(HEATS, row["elo"])
    weights = [chance**power if chance >= TAIL else 0.0 for chance in row["p"]]
    return [row["best"] - worth for worth in dice.choices(row["w"], weights, k=DRAWS)]


def _bands(file: Path) -> dict[int, list[Judged]]:
    bands: dict[int, list[Judged]] = defaultdict(list)
    for line in file.read_text(encoding="utf-8").splitlines():
        row: Judged = json.loads(line)
        bands[row["elo"] // BAND * BAND].append(row)
    return bands


def told(lost: list[int]) -> str:
    """Shares of losses of 1.5 and 3 pawns, and the mean in centipawns."""
    shares = " / ".join(f"{100 * sum(loss >= bound for loss in lost) / len(lost):4.1f}" for bound in BLUNDERS_CP)
    return f"{shares} %  {sum(min(loss, MOST_CP) for loss in lost) / len(lost):4.0f}"


if __name__ == "__main__":
    main()
