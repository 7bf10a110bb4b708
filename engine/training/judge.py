"""Loads the network of Stockfish 15.1 or 17.1 as a judge of positions, without search and pipe."""

import subprocess
import tempfile
from pathlib import Path

from engine.training.foreign_net import ForeignNetwork
from engine.training.teacher import TeacherError, teacher_path

_SECONDS = 60.0


def load_judge(command: str) -> ForeignNetwork:
    """Returns the network of an installed Stockfish 15.1 or 17.1 (by its command `export_net`), or of a .nnue file.

    :raises TeacherError: if the file or engine is missing, the engine has no such command, or the network has another shape.
    """
    if command.endswith(".nnue"):
        return _of_file(Path(command))
    path = teacher_path(command)
    with tempfile.TemporaryDirectory(prefix="ratsu-") as folder:
        file, small = (
            Path(folder) / "teacher.nnue",
            Path(folder) / "small.nnue",
        )  # 17.1 has two; the small one is not read
        try:
            subprocess.run(
                [path],
                input=f"uci\nexport_net {file} {small}\nquit\n",
                text=True,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
            return ForeignNetwork.from_bytes(file.read_bytes())
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TeacherError(
                "%1 did not export its network (%2): use Stockfish 15.1 or 17.1", repr(command), error
            ) from error
        except ValueError as error:
            raise TeacherError(
                "the network of %1 cannot be read (%2): use Stockfish 15.1 or 17.1", repr(command), error
            ) from error


def _of_file(file: Path) -> ForeignNetwork:
    try:
        return ForeignNetwork.from_bytes(file.read_bytes())
    except (OSError, ValueError) as error:
        raise TeacherError("%1 is not a network of Stockfish 15.1 or 17.1 (%2)", file, error) from error
