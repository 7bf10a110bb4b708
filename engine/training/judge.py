"""A teacher's own network as judge of many positions: exported by its command, read into the core, no search and no pipe."""

import subprocess
import tempfile
from pathlib import Path

from engine.training.foreign_net import ForeignNetwork
from engine.training.teacher import TeacherError, teacher_path

_SECONDS = 60.0


def load_judge(command: str) -> ForeignNetwork:
    """The network inside an installed Stockfish 15.1, which writes it to a file that is read and removed again; or that of a
    file, where the name ends in .nnue.

    :raises TeacherError: if the file or the engine is missing, has no such command, or its network is of a shape the
        core does not know.
    """
    if command.endswith(".nnue"):
        return _of_file(Path(command))
    path = teacher_path(command)
    with tempfile.TemporaryDirectory(prefix="ratsu-") as folder:
        file = Path(folder) / "teacher.nnue"
        try:
            subprocess.run(
                [path],
                input=f"uci\nexport_net {file}\nquit\n",
                text=True,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
            return ForeignNetwork.from_bytes(file.read_bytes())
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TeacherError(
                "%1 did not export its network (%2): Stockfish 15.1 does", repr(command), error
            ) from error
        except ValueError as error:
            raise TeacherError(
                "the network inside %1 cannot be read (%2): that of Stockfish 15.1 can", repr(command), error
            ) from error


def _of_file(file: Path) -> ForeignNetwork:
    try:
        return ForeignNetwork.from_bytes(file.read_bytes())
    except (OSError, ValueError) as error:
        raise TeacherError("%1 is no network of Stockfish 15.1 (%2)", file, error) from error
