"""Do levels and persons play whole games by UCI without a fault? Counts games, moves and faults.

    nice -n 19 python -m tests.bench.human_uci_games FOLDER [GAMES [AT_ONCE]]

GAMES games (default 500) between processes of `ratsu uci`, level against person in turn, from 400 to 2400; each fifth begins
from a position of Chess960. An illegal move, an engine that ends, and no answer within two minutes are faults. The same command
continues a match that was stopped; a finished one is only counted.
"""

import random
import re
import shlex
import sys
from collections import Counter
from pathlib import Path

import chess

from engine.command_line import main as ratsu
from engine.play.people.persons import PERSONS

LEVELS = range(500, 2401, 200)
GAMES, OPENINGS = 500, 20
LIMIT = ["--nodes", "20000"]  # only for the searched moves of 2300; no clock, since a busy machine would lose on time
SHORT = ["--resign", "4:900", "--draw", "40:8:20", "--max-moves", "120"]


def main() -> None:
    """Plays what is missing, and prints the counts."""
    folder, games = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    folder.mkdir(parents=True, exist_ok=True)
    dice = random.Random(1)
    starts = [
        chess.Board.from_chess960_pos(dice.randrange(960)) if number % 5 == 4 else chess.Board()
        for number in range(OPENINGS)
    ]
    (folder / "start.epd").write_text("".join(f"{board.shredder_fen()}\n" for board in starts), encoding="utf-8")
    players = [one for pair in zip(map(level, LEVELS), map(person, _spread()), strict=True) for one in pair]
    engines = [part for player in players for part in ("--engine", player)]
    a_step = -(-games // (len(players) - 1) // 2) * 2
    at_once = sys.argv[3] if len(sys.argv) > 3 else "1"
    rest = [*LIMIT, *SHORT, "--games", str(a_step), "--openings", str(folder / "start.epd"), "--concurrency", at_once]
    code = ratsu(["match", "--ladder", *engines, *rest, "--pgn", str(folder / "games.pgn")])
    if code:  # an engine did not start: the same command continues
        sys.exit(code)
    text = (folder / "games.pgn").read_text(encoding="utf-8")
    ends = Counter(re.findall(r'^\[Termination "(.*)"\]', text, re.MULTILINE))
    plies = sum(map(int, re.findall(r'^\[PlyCount "(\d+)"\]', text, re.MULTILINE)))
    others = text.count('[Variant "')
    faults = sum(count for end, count in ends.items() if end not in ("normal", "adjudication"))
    print(f"{ends.total()} games, {others} of Chess960, {plies} half moves, {faults} faults: {dict(ends)}")
    sys.exit(bool(faults))


def level(elo: int) -> str:
    """A level of people as the match command takes it."""
    return _spec(f"level-{elo}", {"UCI_LimitStrength": True, "UCI_Elo": elo, "Human Like": True})


def person(number: int) -> str:
    """A person as the match command takes it."""
    one = PERSONS[number]
    return _spec(one.key, {name: value for name, value in one.options.items() if name != "Human Time"})


def _spec(name: str, options: dict[str, object]) -> str:
    return shlex.join(["ratsu-uci", f"name={name}", *(f"option.{key}={_value(one)}" for key, one in options.items())])


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spread() -> list[int]:
    """As many persons as levels, from the weakest to the strongest."""
    return [round(number * (len(PERSONS) - 1) / (len(LEVELS) - 1)) for number in range(len(LEVELS))]


if __name__ == "__main__":
    main()
