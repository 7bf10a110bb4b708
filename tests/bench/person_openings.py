"""Do the persons play the openings that their cards state? `python -m tests.bench.person_openings [GAMES]`.

First moves of GAMES games (default 200) with White, and against 1.e4 and 1.d4, beside the stated shares, with the p-value of a
chi-square test. Then the share of own moves that follow the repertoire as long as it knows the position, in games with people of
the same rating without one.
"""

import math
import sys
from collections import Counter

from engine.game.limits import GamePosition, Limits
from engine.play.people import human_mover
from engine.play.people.character import Character
from engine.play.people.human_mover import HumanMover
from engine.play.people.persons import PERSONS, Person
from engine.play.people.repertoire import KNOWN_SHARE
from engine.rules.fen import START_FEN

FOLLOWED_GAMES, FOLLOWED_PLIES = 20, 14


def chi_square_p(counts: Counter[str], stated: dict[str, float]) -> float:
    """The probability that counts drawn from the stated shares differ from them by more; moves not stated count as one kind."""
    total = sum(counts.values())
    rows = [(counts[move], share) for move, share in stated.items()]
    rows.append((total - sum(count for count, _ in rows), 1 - sum(stated.values())))
    statistic = sum((count - total * share) ** 2 / (total * share) for count, share in rows)
    return _upper_gamma((len(rows) - 1) / 2, statistic / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by its recurrence from a = 1/2 or 1."""
    at, value = (1.0, math.exp(-x)) if a == int(a) else (0.5, math.erfc(math.sqrt(x)))
    while at < a:
        value += x**at * math.exp(-x) / math.gamma(at + 1)
        at += 1
    return value


def _character(person: Person) -> Character:
    return Character(person.elo, person.style, person.repertoire, person.resigning)


def _first_moves(people: HumanMover, person: Person, played: tuple[str, ...], games: int) -> None:
    position, counts = GamePosition(START_FEN, played, chess960=False), Counter[str]()
    for seed in range(games):
        choice = people.choose(position, Limits(), _character(person), seed)
        assert choice is not None
        counts[choice.move] += 1
    stated = person.repertoire.shares(played)
    told = ", ".join(f"{move} {100 * counts[move] / games:.0f} ({100 * share:.0f}) %" for move, share in stated.items())
    print(
        f"{person.name:7} after {' '.join(played) or 'start':5} {told}; p = {chi_square_p(counts, stated):.2f}",
        flush=True,
    )


def _followed(people: HumanMover, person: Person) -> tuple[int, int]:
    """How many own moves the repertoire knew, and how many of these followed it."""
    known = followed = 0
    for seed in range(FOLLOWED_GAMES):
        moves: list[str] = []
        for ply in range(FOLLOWED_PLIES):
            own = (ply + seed) % 2 == 0
            position = GamePosition(START_FEN, tuple(moves), chess960=False)
            who = _character(person) if own else Character(person.elo)
            choice = people.choose(position, Limits(), who, 2 * seed + own)
            if choice is None:
                break
            if own and (lines := person.repertoire.moves(START_FEN, tuple(moves))):
                known, followed = known + 1, followed + (choice.move in lines)
            moves.append(choice.move)
    return known, followed


def main() -> None:
    """Prints a line for each person and position, then the moves that follow the repertoires."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    people, human_mover.JUDGED_PLIES = HumanMover(), 1  # nobody resigns in the opening
    for person in PERSONS:
        for played in ((), ("e2e4",), ("d2d4",)):
            _first_moves(people, person, played, games)
    for person in PERSONS:
        known, followed = _followed(people, person)
        print(
            f"{person.name:7} knew {known} positions, followed {followed} ({followed / known:.0%}; {KNOWN_SHARE:.0%} meant)"
        )


if __name__ == "__main__":
    main()
