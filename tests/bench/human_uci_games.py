"""Do levels and persons play whole games by UCI without a fault? Counts games, moves and faults.

    nice -n 19 python -m tests.bench.human_uci_games FILE [GAMES [FIRST]]

GAMES games (default 500) between two processes of `ratsu uci`, level against person, from 400 to 2400; each fifth begins from a
position of Chess960. python-chess is the arbiter: an illegal move, wrong UCI and an engine that ends are faults. There is no
clock, since a busy machine would lose on time. FILE takes a line a game, and the same command continues where it stopped. FIRST:
the number of the first game, for a second process with a FILE of its own; the files laid together are one.
"""

import json
import random
import sys
from collections import Counter
from pathlib import Path

import chess
import chess.engine

from engine.play.people.persons import PERSONS

LEVELS = range(400, 2401, 100)
GAMES, MOST_MOVES = 500, 150
RATSU = [sys.executable, "-m", "desktop.command", "uci"]
NODES = chess.engine.Limit(nodes=20_000)  # for the searched moves above 2200


def main() -> None:
    """Plays what is missing, and prints the counts."""
    file = Path(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    done = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for number in range(first + len(done), first + games):
        done.append(json.dumps(game(number)))
        with file.open("a", encoding="utf-8") as out:
            out.write(done[-1] + "\n")
    rows = [json.loads(line) for line in done]
    faults = Counter(row["end"] for row in rows if row["fault"])
    print(f"{len(rows)} games, {sum(row['chess960'] for row in rows)} of Chess960, ", end="")
    print(f"{sum(row['plies'] for row in rows)} half moves, {faults.total()} faults {dict(faults)}")
    sys.exit(bool(faults))


def game(number: int) -> dict[str, object]:
    """One game: who played, how long, and how it ended."""
    dice = random.Random(number)
    level, person = dice.choice(LEVELS), dice.choice(PERSONS)
    board = chess.Board.from_chess960_pos(dice.randrange(960)) if number % 5 == 4 else chess.Board()
    options: list[chess.engine.ConfigMapping] = [
        {"UCI_LimitStrength": True, "UCI_Elo": level, "Human Like": True},
        {name: value for name, value in person.options.items() if name != "Human Time"},
    ]
    end, fault = "", False
    with (
        chess.engine.SimpleEngine.popen_uci(RATSU, timeout=None) as white,
        chess.engine.SimpleEngine.popen_uci(RATSU, timeout=None) as black,
    ):
        try:
            for engine, chosen in zip((white, black), dice.sample(options, 2), strict=True):
                engine.configure(chosen)
            while not board.is_game_over(claim_draw=True) and board.fullmove_number <= MOST_MOVES:
                played = (white if board.turn else black).play(board, NODES, game=number)
                assert played.move is not None, "a move is asked for while the game goes on"
                board.push(played.move)
            end = board.result(claim_draw=True)
        except chess.engine.EngineError as error:
            end, fault = f"{type(error).__name__}: {error}", True
    about = {"level": level, "person": person.key, "chess960": board.chess960, "plies": len(board.move_stack)}
    return {**about, "end": end, "fault": fault}


if __name__ == "__main__":
    main()
