"""What the console prints for other programs is what it printed before."""

import pytest

from tests.golden.printed import COMMANDS, PRINTED, outputs


def test_each_command_is_recorded() -> None:
    assert {path.stem for path in PRINTED.glob("*.txt")} == set(COMMANDS)


@pytest.mark.long  # one and a half minutes of processor time
def test_commands_print_what_they_printed() -> None:
    changed = {name: text for name, text in outputs() if text != (PRINTED / f"{name}.txt").read_text(encoding="utf-8")}
    assert not changed
