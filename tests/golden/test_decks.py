"""Decks of older versions: nothing is lost, everything is due when it was, and asked in the same order."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden.decks import DECKS, everything


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Days begin at midnight of the clock that recorded."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_old_decks_ask_the_same_in_the_same_order(utc: None, tmp_path: Path) -> None:
    assert everything(tmp_path) == json.loads((DECKS / "asked.json").read_text("utf-8"))
