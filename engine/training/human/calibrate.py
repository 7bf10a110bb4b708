"""From a checkpoint to the file that ships: the second look and the heats are fitted, the network shrinks to 8 bits a weight."""

from collections.abc import Callable
from pathlib import Path

from engine.evaluation.network import shipped
from engine.files import write_atomically
from engine.human.network import PolicyNetwork, shrunk
from engine.human.predictor_file import Table, encode
from engine.training.human.fit import weights_of
from engine.training.human.second import Fitted, fit_second, look_at

ROUNDS = 6


def calibrate(checkpoint: Path, games: Path, scores: Path, target: Path, say: Callable[[str], None]) -> Fitted:
    """Writes the predictor's file `target`. `games` and `scores` are of the part "tune".

    :raises RatsuError: if one of the files cannot be read. :raises OSError: if `target` cannot be written.
    """
    payload = shrunk(weights_of(checkpoint))
    network = PolicyNetwork.from_payload(payload, shipped())
    fitted = fit_second(look_at(network, games, scores), ROUNDS, say)
    write_atomically(target, encode(payload, Table(fitted.heats, fitted.searched_heats, fitted.second)))
    return fitted
