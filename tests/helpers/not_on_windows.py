"""Leaves out, on Windows, the tests that need a POSIX system: tests/data/not_on_windows.txt lists them with reasons."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tests" / "data" / "not_on_windows.txt"


def listed() -> dict[str, str]:
    """The reason of each file (`tests/a/test_b.py`), folder (`tests/a/`) and test (`tests/a/test_b.py::test_c`)."""
    rows = (line.partition("  ") for line in LIST.read_text(encoding="utf-8").splitlines())
    return {name: reason.strip() for name, _, reason in rows if name and not name.startswith("#")}


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Does not import what is listed as a whole."""
    if os.name != "nt" or not collection_path.is_relative_to(ROOT):
        return None
    name = collection_path.relative_to(ROOT).as_posix()
    return True if {name, f"{name}/"} & listed().keys() else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips the listed tests of a file; their cases have brackets."""
    if os.name == "nt":
        names = listed()
        for item in items:
            if reason := names.get(item.nodeid.partition("[")[0]):
                item.add_marker(pytest.mark.skip(reason=reason))
