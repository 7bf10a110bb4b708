"""Every state file as the program writes it today, in tests/golden/stored.

python -m tests.golden.stored             # records them again, after a change of format that is meant
"""

import re
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from tests.desktop.state.home import FILES, fill

STORED = Path(__file__).resolve().parent / "stored"
HOME = "/home/ann"
_VARIES = re.compile(
    r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:[\d.+:Z]*"  # moments
    r"|\b1\d{9}\.\d+"
    r"|(?<=card_id..: )\d+|(?<=^ratsu-learned 1 1 )\w+"  # made of them
)


def steady(text: str, home: Path) -> str:
    """Without the moment and the place at which it was written."""
    return _VARIES.sub("NOW", text.replace(str(home), HOME))


def main() -> None:
    """Records all."""
    app = QCoreApplication([])  # settings are written by a timer
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        for name in FILES:
            (STORED / name).parent.mkdir(parents=True, exist_ok=True)
            text = (Path(folder) / name).read_text("utf-8").replace(folder, HOME)
            (STORED / name).write_text(text, encoding="utf-8")
    del app


if __name__ == "__main__":
    main()
