"""Makes the table of mean losses for each rating, by phase, colour, piece and opening; the mirror compares with it."""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from engine.ground.files import write_atomically
from engine.play.review.mirror import BAND, own_phase
from engine.play.review.rating.features import points_lost
from engine.play.review.rating.move_analyser import MoveFeatures
from engine.training.rating.collect import AnalysedGame

LOWEST, HIGHEST = 600, 2400  # bands
FEWEST_GAMES = 30  # sides of games in a band
FEWEST_MOVES = 500  # with an opening: some 15 games


def losses_by_rating(games: Iterable[AnalysedGame]) -> dict[int, dict[str, object]]:
    """Returns for each band (by its lower end) `games` and `lost`: mean points lost in a move, by `section:key`."""
    lost: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    sides: dict[int, int] = defaultdict(int)
    for game in games:
        for side, person in enumerate(game.players):
            band = person.elo // BAND * BAND
            sides[band] += 1
            for ply, look in list(enumerate(game.looks, 1))[side::2]:
                for key in (*_keys(look, ply, side == 0), f"opening:{game.opening}"):
                    lost[band][key].append(points_lost(look))
    return {
        band: {
            "games": sides[band],
            "lost": {
                key: round(sum(values) / len(values), 2)
                for key, values in sorted(lost[band].items())
                if len(values) >= FEWEST_MOVES or not key.startswith("opening:")
            },
        }
        for band in sorted(sides)
        if LOWEST <= band <= HIGHEST and sides[band] >= FEWEST_GAMES
    }


def _keys(look: MoveFeatures, ply: int, white: bool) -> tuple[str, str, str]:
    return f"phase:{own_phase(look, ply).value}", f"colour:{'white' if white else 'black'}", f"piece:{look.piece}"


def write(path: Path, found: dict[int, dict[str, object]]) -> None:
    """Writes the file that ships.

    :raises OSError: if it cannot be written.
    """
    write_atomically(path, f"{json.dumps(found, indent=1)}\n".encode())
