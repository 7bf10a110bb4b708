"""From a checkpoint to the file that ships: the second look and the heats are fitted, the network shrinks to 5 bits a weight."""

from collections.abc import Callable
from pathlib import Path

from engine.files import write_atomically
from engine.human.network import shrunk
from engine.human.predictor_file import Contents, Table, encode
from engine.training.human.fit import weights_of
from engine.training.human.second import Fitted, fit_second, look_at

ROUNDS = 6


def calibrate(
    checkpoint: Path, board: bytes, games: Path, scores: Path, target: Path, say: Callable[[str], None]
) -> Fitted:
    """Writes the predictor's file `target`. `board`: payload of the board network, or empty; `games` and `scores` are of the
    part "tune".

    :raises RatsuError: if one of the files cannot be read. :raises OSError: if `target` cannot be written.
    """
    bare = Contents(shrunk(weights_of(checkpoint)), board, Table())
    fitted = fit_second(look_at(bare.network(), games, scores), ROUNDS, say)
    write_atomically(target, encode(bare._replace(table=Table(fitted.heats, fitted.searched_heats, fitted.second))))
    return fitted
