"""How often people resign, and how often levels would have resigned in the same games.

    nice -n 19 python -m tests.bench.human_resignation GAMES.pgn[.gz] ...

Reads the games whose every move has a `[%eval]`, and prints by rating: of the games lost by mate or resignation, the share that
ended in mate, people's and the level's; and of the games that a person did not lose, the share in which the level would have
resigned, with and without those won on time. A game that a person resigned is taken to go on for some moves.
"""

import gzip
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess
import chess.engine
import chess.pgn

from engine.game.info import Score
from engine.play.people.resignation import LOST_MOVES, SEEN_MATE, points_of, resigns
from engine.play.people.temperament import resigning

BANDS = (0, 1200, 1400, 1600, 1800, 2000, 2200, 4000)
OWN_SCALE = 0.87  # Ratsu's centipawns of lichess'
GOES_ON = 12  # own moves after a resignation
DRAWS = 20  # temperaments tried in each game


class Side(NamedTuple):
    """One player's game. `turns`: the plies at which it was to move, with the evaluation and the
    points of the own pieces there."""

    elo: int
    turns: list[tuple[int, Score, int]]
    lost: bool
    mated: bool
    resigned: bool
    flag: bool


def main() -> None:
    """Prints a row for each band."""
    bands: dict[int, list[Side]] = defaultdict(list)
    for path in sys.argv[1:]:
        for side in sides(Path(path)):
            bands[max(bound for bound in BANDS if bound <= side.elo)].append(side)
    print("from    lost: mated people, level    not lost: level resigned, without flags")
    for band, found in sorted(bands.items()):
        decided = [side for side in found if side.mated or side.resigned]
        saved = [side for side in found if not side.lost]
        mated = 100 * sum(side.mated for side in decided) / max(1, len(decided))
        level = 100 - share(decided)
        print(f"{band:5} {len(decided):6} {mated:6.1f} {level:6.1f} {len(saved):12}", end=" ")
        print(f"{share(saved):6.1f} {share([side for side in saved if not side.flag]):6.1f}", flush=True)


def share(found: list[Side]) -> float:
    """The percentage of games in which a level of the rating resigns."""
    given_up = [gives_up(side, DRAWS * place + draw) for place, side in enumerate(found) for draw in range(DRAWS)]
    return 100 * sum(given_up) / max(1, len(given_up))


def gives_up(side: Side, seed: int) -> bool:
    """Whether the level resigns somewhere in the game."""
    who, dice = resigning(side.elo, seed), random.Random(seed)
    ply, _, points = side.turns[-1]
    after = [(ply + 2 * more, Score(mate=-SEEN_MATE), points) for more in range(1, GOES_ON)] if side.resigned else []
    turns = [*side.turns, *after]
    for place, (ply, _, points) in enumerate(turns):
        standings = [score for _, score, _ in turns[max(0, place + 1 - LOST_MOVES) : place + 1]]
        if resigns(who, standings, points, ply, None, dice):
            return True
    return False


def sides(path: Path) -> Iterator[Side]:
    """Both sides of every evaluated game of a file."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            scores = [node.eval() for node in game.mainline()]
            known = [score for score in scores if score is not None]
            rated = game.headers.get("WhiteElo", "").isdigit() and game.headers.get("BlackElo", "").isdigit()
            if rated and len(known) > 10 and len(known) >= len(scores) - 1:  # a mate has no evaluation
                yield from (_side(game, known, white) for white in (True, False))


def _side(game: chess.pgn.Game, scores: list[chess.engine.PovScore], white: bool) -> Side:
    board, plies = game.end().board(), len(scores)
    flag = "time" in game.headers.get("Termination", "").lower()
    lost = game.headers["Result"] == ("0-1" if white else "1-0")
    resigned = lost and not flag and not board.is_checkmate()
    points = {ply: points_of(node.board().fen()) for ply, node in enumerate(game.mainline(), 1)}
    turns = [(ply, _own(scores[ply - 1], white), points[ply]) for ply in range(2 if white else 1, plies + 1, 2)]
    if resigned and board.turn is not white:  # it resigned while the opponent thought: as if at its next move
        turns.append((plies + 1, _own(scores[-1], white), turns[-1][2]))
    elo = int(game.headers["WhiteElo" if white else "BlackElo"])
    return Side(elo, turns, lost, lost and board.is_checkmate(), resigned, flag)


def _own(score: chess.engine.PovScore, white: bool) -> Score:
    own = score.pov(white)
    mate, cp = own.mate(), own.score()
    return Score(mate=mate) if mate is not None else Score(centipawns=round(OWN_SCALE * (cp or 0)))


if __name__ == "__main__":
    main()
