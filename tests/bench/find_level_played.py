"""Find my level, played in full: levels of known strength stand for users and play their ten games; how far is the estimate off?

    nice -n 5 python -m tests.bench.find_level_played FILE [TRIALS] [FIRST]

The users are twenty levels from 800 to 2200, in turn. Each trial is ten games against levels at the rating that the search
proposes, with the evidence of the user's moves, as in the window. FILE takes a line a trial, with the moves: the same command
continues where it stopped, and a finished file is only reported. FIRST: the number of the first trial, for a second process
with a FILE of its own; the files laid together are one. No opening book: the first FROM_PLY plies are no evidence anyway.
A game is over where the level resigns, or where both agree for three moves that a queen decides it.
"""

import json
import sys
from pathlib import Path
from statistics import fmean, median
from typing import TypedDict

from engine.game.limits import GamePosition, Limits
from engine.play.people.character import Character
from engine.play.people.find_level import LevelSearch, RatingLikelihood
from engine.play.people.human_mover import HumanMover
from engine.play.people.move_evidence import MoveEvidence
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

USERS = tuple(round(800 + step * 1400 / 19) for step in range(20))
TRIALS = 200
NEAR = 80  # Elo
DECIDED_CP, DECIDED_PLIES, LONGEST = 1000, 6, 240


class Told(TypedDict):
    """One game of a trial, as FILE has it."""

    opponent: int
    white: bool
    points: float
    moves: list[str]
    evidence: list[RatingLikelihood]


def main() -> None:
    """Plays what is missing of the trials, and reports all."""
    file = Path(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else TRIALS
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    done = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    people, evidence = HumanMover(), MoveEvidence()
    with file.open("a", encoding="utf-8") as out:
        for number in range(first + len(done), first + wanted):
            line = json.dumps(trial(people, evidence, USERS[number % len(USERS)], number))
            out.write(line + "\n")
            out.flush()
            done.append(line)
    report([json.loads(line) for line in done])


def trial(people: HumanMover, evidence: MoveEvidence, user: int, number: int) -> dict[str, object]:
    """One user's ten games."""
    search, games = LevelSearch(), list[Told]()
    while not search.done:
        opponent, white = search.next_elo, len(games) % 2 == 0
        seed = 100 * number + len(games)
        moves, points_of_white = game(people, (user, opponent) if white else (opponent, user), seed)
        points = points_of_white if white else 1 - points_of_white
        said = evidence.of(GamePosition(START_FEN, tuple(moves), chess960=False), white)
        search = search.after(opponent, points, said)
        games.append(Told(opponent=opponent, white=white, points=points, moves=moves, evidence=list(said)))
    return {"user": user, "games": games}


def game(people: HumanMover, elos: tuple[int, int], seed: int) -> tuple[list[str], float]:
    """The moves of a game between two levels, White's first, and White's points."""
    board, moves = CoreBoard.start(), list[str]()
    scores = [0, 0]  # what each last thought, for White
    decided = 0
    while len(moves) < LONGEST:
        if not board.legal_moves():
            return moves, 0.5 if not board.in_check else float(len(moves) % 2)
        if board.halfmove_clock >= 100 or board.repetitions() >= 2 or board.is_insufficient_material():
            return moves, 0.5
        side = len(moves) % 2
        choice = people.choose(
            GamePosition(START_FEN, tuple(moves), chess960=False), Limits(), Character(elos[side]), seed + side
        )
        assert choice is not None and choice.result is not None
        if choice.resigns:
            return moves, float(side)
        number = choice.result.lines[0].score.number
        scores[side] = number if side == 0 else -number
        decided = decided + 1 if min(scores) >= DECIDED_CP or max(scores) <= -DECIDED_CP else 0
        if decided >= DECIDED_PLIES:
            return moves, float(scores[0] > 0)
        moves.append(choice.move)
        board.push_uci(choice.move)
    return moves, 0.5


def report(trials: list[dict]) -> None:  # type: ignore[type-arg]
    """Errors of the estimate after ten games, by results alone and with the moves."""
    for told, with_moves in (("results alone", False), ("with the moves", True)):
        off = [estimate(one["games"], with_moves) - one["user"] for one in trials]
        errors = [abs(error) for error in off]
        near = sum(error <= NEAR for error in errors) / len(errors)
        print(
            f"{told}: {len(errors)} trials, mean error {fmean(errors):.0f} Elo, median {median(errors):.0f}, "
            f"mean offset {fmean(off):+.0f}, within {NEAR}: {near:.0%}"
        )
    for user in USERS:
        own = [estimate(one["games"], True) - user for one in trials if one["user"] == user]
        if own:
            print(f"{user:5}: {len(own):3} trials, offset {fmean(own):+5.0f}, mean error {fmean(map(abs, own)):4.0f}")


def estimate(games: list[Told], with_moves: bool) -> int:
    """The rating that the search would name after these games."""
    search = LevelSearch()
    for one in games:
        said = tuple(RatingLikelihood(*row) for row in one["evidence"]) if with_moves else ()
        search = search.after(one["opponent"], one["points"], said)
    return search.estimate.elo


if __name__ == "__main__":
    main()
