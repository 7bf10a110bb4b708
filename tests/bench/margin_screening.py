"""Plays many changes of margins against each other at once, and estimates the gain of each by least squares.

    python -m tests.bench.margin_screening OUT.jsonl --games 2000 'razoring=400' 'singular=30,double extension=40'

For each pair of games, every change is given to one side or the other by chance. So each change meets its absence in every game,
and twenty are measured with the games of one. `--together` gives all of them to one side: the match that proves a choice. The
same command continues a run.
"""

import argparse
import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.evaluation.network import shipped
from engine.play.match.strength import Z_95, elo_of
from engine.search.margins import MARGIN_TABLE
from engine.training.tuning.selfplay import alpha_beta_player, play_pair

DECIDED = 500  # centipawns: a game ends once both see such a lead


class Pair(NamedTuple):
    """Which changes the first player had (1; -1: the second), and its points of the two games above 1."""

    signs: tuple[int, ...]
    lead: float


class Gain(NamedTuple):
    """Elo of a change, and the ends of its 95 % interval."""

    elo: float
    low: float
    high: float


def drawn(source: random.Random, count: int, together: bool) -> tuple[int, ...]:
    """Which side has each change."""
    return tuple(1 if together else source.choice((-1, 1)) for _ in range(count))


def margins_with(changes: Sequence[dict[str, int]], signs: Sequence[int], side: int) -> list[int]:
    """The margins of a side (1 or -1), in the order of `MARGIN_TABLE`. A later change wins over an earlier one."""
    values = {margin.name: margin.network for margin in MARGIN_TABLE}
    for change, sign in zip(changes, signs, strict=True):
        if sign == side:
            values |= change
    return [values[margin.name] for margin in MARGIN_TABLE]


def gains(pairs: Sequence[Pair], together: bool = False) -> list[Gain]:
    """The gain of each change, or of all together; needs more pairs than changes."""
    if together:
        pairs = [Pair((1,), pair.lead) for pair in pairs]
    count = len(pairs[0].signs)
    rows = [
        [float(sum(pair.signs[i] * pair.signs[j] for pair in pairs)) for j in range(count)]
        + [float(i == j) for j in range(count)]
        for i in range(count)
    ]
    for at in range(count):  # Gauss and Jordan: the right half becomes the inverse
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(count):
            if other != at:
                rows[other] = [a - rows[other][at] * b for a, b in zip(rows[other], rows[at], strict=True)]
    inverse = [row[count:] for row in rows]
    sums = [sum(pair.signs[i] * pair.lead for pair in pairs) for i in range(count)]
    found = [sum(inverse[i][j] * sums[j] for j in range(count)) for i in range(count)]
    rest = [pair.lead - sum(a * b for a, b in zip(found, pair.signs, strict=True)) for pair in pairs]
    spread = sum(value * value for value in rest) / (len(pairs) - count)
    answer = []
    for at, lead in enumerate(found):
        wide = Z_95 * math.sqrt(spread * inverse[at][at])
        answer.append(Gain(*(_elo(value) for value in (lead, lead - wide, lead + wide))))
    return answer


def _elo(lead: float) -> float:
    found = elo_of(0.5 + lead / 2)
    return math.copysign(math.inf, lead) if found is None else found


def change_of(words: str) -> dict[str, int]:
    """A change as it is written on the command line: `name=value`, several with commas."""
    values = dict(part.split("=", 1) for part in words.split(","))
    if unknown := values.keys() - {margin.name for margin in MARGIN_TABLE}:
        raise argparse.ArgumentTypeError(f"unknown margin: {', '.join(sorted(unknown))}")
    return {name: int(value) for name, value in values.items()}


def read_pairs(path: Path, plan: dict[str, object]) -> list[Pair]:
    """The pairs of an earlier run. Exits if it was another one."""
    if not path.exists():
        path.write_text(json.dumps(plan) + "\n", encoding="utf-8")
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    if json.loads(first) != plan:
        raise SystemExit(f"{path} has games of other changes: name another file")
    return [Pair(tuple(signs), lead) for signs, lead in map(json.loads, rest)]


def main(words: list[str] | None = None) -> None:
    """Plays, writes each pair into the file, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("changes", nargs="+", type=change_of)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=8000, help="a move (default 8000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--together", action="store_true", help="one side has all changes, the other none")
    arguments = parser.parse_args(words)
    plan = {name: value for name, value in vars(arguments).items() if name not in ("out", "games")}
    pairs = read_pairs(arguments.out, plan)
    first, second = alpha_beta_player(arguments.nodes), alpha_beta_player(arguments.nodes)
    for side in (first, second):
        side.searcher.set_network(shipped())
    with arguments.out.open("a", encoding="utf-8") as file:
        for number in range(len(pairs), arguments.games // 2):
            source = random.Random(f"screening {arguments.seed} {number}")
            signs = drawn(source, len(arguments.changes), arguments.together)
            for side, sign in ((first, 1), (second, -1)):
                side.searcher.set_margins(margins_with(arguments.changes, signs, sign))
            pairs.append(Pair(signs, sum(play_pair(source, first, second, DECIDED)) - 1))
            print(json.dumps(pairs[-1]), file=file, flush=True)
    names = ["all together"] if arguments.together else [json.dumps(change) for change in arguments.changes]
    for name, gain in zip(names, gains(pairs, arguments.together), strict=True):
        print(f"{gain.elo:+6.1f} [{gain.low:+.1f}, {gain.high:+.1f}]  {name}")


if __name__ == "__main__":
    main()
