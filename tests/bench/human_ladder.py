"""The ladder of the levels that play like people, each against the next: is a step worth the 200 Elo that it claims?

    nice -n 19 python -m tests.bench.human_ladder FOLDER [GAMES] [LEVEL ...]

A match of `ratsu match --ladder`, 60 games a step where no number is given: the same command continues one that was stopped
(its games are in FOLDER/ladder.pgn), and prints the table again where all were played. A move costs 20 to 50 ms, whatever is
allowed. A game is over where both agree for five moves that a queen decides it.
"""

import sys
from pathlib import Path

from engine.command_line import main as ratsu
from engine.rules.fen import START_FEN

LEVELS = range(600, 2401, 200)
GAMES = 60
PEOPLE = "ratsu name=people-{0} level={0} 'option.Human Like=true'"


def main() -> None:
    """Plays, and prints the results of every step."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    numbers = [int(word) for word in sys.argv[2:]]
    engines = [part for elo in numbers[1:] or LEVELS for part in ("--engine", PEOPLE.format(elo))]
    games = str(numbers[0]) if numbers else str(GAMES)
    start = folder / "start.epd"  # no opening lines: the moves of an opening are part of the strength
    start.write_text(START_FEN + "\n", encoding="utf-8")
    limits = ["--movetime", "1", "--games", games, "--resign", "5:1000", "--draw", "60:10:20", "--max-moves", "150"]
    limits += ["--openings", str(start)]
    sys.exit(ratsu(["match", "--ladder", *engines, *limits, "--pgn", str(folder / "ladder.pgn")]))


if __name__ == "__main__":
    main()
