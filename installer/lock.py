"""`python3 -m installer.lock`: rewrites the files of installer/locked with the newest packages that pyproject.toml
allows.

Each file lists the direct and indirect requirements of Ratsu and one extra: version, and hashes of that version's files
for every system, from Python 3.11 on. uv resolves them, in an environment that is removed afterwards.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from installer.environment import LOCKED, ROOT, requirements

SETS: tuple[tuple[str, ...], ...] = ((), ("test",), ("test", "cluster", "mutants"), ("docs",), ("package",))
OLDEST_PYTHON = "3.11"
HEAD = "# Written by `python3 -m installer.lock`; what is wanted is in pyproject.toml.\n"


def main() -> int:
    """Writes one file for each set of extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        tools = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([str(tools / "pip"), "install", "--quiet", "uv"], check=True)
        for extras in SETS:
            (LOCKED / f"{'-'.join(extras) or 'ratsu'}.txt").write_text(
                HEAD + _locked(tools / "uv", requirements(project, extras)), encoding="utf-8"
            )
    return 0


def _locked(uv: Path, wanted: list[str]) -> str:
    options = ("--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet")
    command = [str(uv), "pip", "compile", "-", *options, "--python-version", OLDEST_PYTHON]
    return subprocess.run(command, input="\n".join(wanted), capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
