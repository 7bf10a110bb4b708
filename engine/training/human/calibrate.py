"""Makes the predictor's file from a trained network: fits the second look and the temperatures and adds them."""

from collections.abc import Callable
from pathlib import Path

from engine.ground.files import write_atomically
from engine.human.predictor_file import CalibrationTable, PredictorContents, encode
from engine.training.human.second_look_fit import SecondLookFit, fit_second_look, positions_with_logits

ROUNDS = 6


def calibrate(payload: bytes, games: Path, scores: Path, target: Path, say: Callable[[str], None]) -> SecondLookFit:
    """Writes the predictor's file `target`. `payload`: of the network. `games`, `scores`: of the part "tune".

    :raises RatsuError: if one of the files cannot be read. :raises OSError: if `target` cannot be written.
    """
    bare = PredictorContents(payload, CalibrationTable())
    fitted = fit_second_look(positions_with_logits(bare.network(), games, scores), ROUNDS, say)
    write_atomically(
        target, encode(bare._replace(table=CalibrationTable(fitted.heats, fitted.searched_heats, fitted.second)))
    )
    return fitted
