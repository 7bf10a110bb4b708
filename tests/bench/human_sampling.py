"""What the moves of the levels lose, beside what people of the rating lose: for HEATS and CHECKED of `engine.play.people`.

    nice -n 19 python -m tests.bench.human_sampling FOLDER [POSITIONS] [PART]

FOLDER holds `tune.games` and `test.games` of `ratsu train human extract`. Of each band so many positions (default 150), one a
game: the move played and one that the level draws are compared with the likeliest moves by a judge of 12 plies. The judge looks
further than the levels do, but not far: what it calls lost is more than people lose, alike for both.
"""

import random
import sys
from collections import defaultdict
from pathlib import Path

from engine.game.limits import GamePosition, Limits
from engine.play.character import Character
from engine.play.people import JUDGED_PLIES, People
from engine.play.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from engine.training.human.games import read_games

BAND, LOWEST, HIGHEST = 200, 800, 2200  # Elo
FIRST_PLY, LAST_PLY = 10, 90
SLOW_S = 180  # base time: bullet says little of what people see
CALM_CP, MOST_CP = 1000, 800  # of the best move's score; of a loss, in the mean
BLUNDERS_CP = (150, 300)
RIVALS = 12  # the likeliest moves that are judged


def main() -> None:
    """Prints a row for each band."""
    folder, wanted = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 150
    part = sys.argv[3] if len(sys.argv) > 3 else "test"
    people, judge, dice = People(), ShallowScores(), random.Random(1)
    losses: dict[int, list[tuple[int, int]]] = defaultdict(list)
    games = list(read_games(folder / f"{part}.games"))
    dice.shuffle(games)
    for game in games:
        ply = dice.randrange(FIRST_PLY, LAST_PLY)
        if ply >= len(game.moves) or 0 < game.base_s < SLOW_S:
            continue
        elo = game.question(ply).elo
        band = elo // BAND * BAND
        if not LOWEST <= band <= HIGHEST or len(losses[band]) >= wanted:
            continue
        board = CoreBoard.start()
        moves = []
        for move in game.moves[:ply]:
            moves.append(board.uci(move))
            board.push(move)
        found = _lost(people, judge, GamePosition(START_FEN, tuple(moves)), board, elo, game.moves[ply])
        if found is not None:
            losses[band].append(found)
    print("band          n   people lose 1.5/3, mean cp    level loses 1.5/3, mean cp")
    for band, rows in sorted(losses.items()):
        told = (_told([row[side] for row in rows]) for side in (0, 1))
        print(f"{band}-{band + BAND - 1} {len(rows):6}   " + "        ".join(told))


def _lost(
    people: People, judge: ShallowScores, position: GamePosition, board: CoreBoard, elo: int, played: int
) -> tuple[int, int] | None:
    """Centipawns that the person and the level lose; None where the position is won or lost anyway."""
    character = Character(elo)
    choice = people.choose(position, Limits(), character, seed=1)
    assert choice is not None
    drawn = board.parse_uci(choice.move)
    likely = sorted(people.chances(position, character).of.items(), key=lambda pair: -pair[1])[:RIVALS]
    asked = {played, drawn, *(board.parse_uci(move) for move, _ in likely)}
    worth = {move: judge(board, JUDGED_PLIES, [move])[move][-1] for move in asked}
    best = max(worth.values())
    return (best - worth[played], best - worth[drawn]) if abs(best) <= CALM_CP else None


def _told(lost: list[int]) -> str:
    shares = " / ".join(f"{100 * sum(loss >= bound for loss in lost) / len(lost):4.1f}" for bound in BLUNDERS_CP)
    return f"{shares} %  {sum(min(loss, MOST_CP) for loss in lost) / len(lost):4.0f}"


if __name__ == "__main__":
    main()
