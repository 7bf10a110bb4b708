"""The child that does a night's tasks ends when it is told to, or when its input ends."""

import io

import pytest

from engine.night.local_worker import serve


@pytest.mark.parametrize("lines", ["", "quit\n", " quit \nno task\n"])
def test_it_ends_without_a_word(lines: str) -> None:
    out = io.StringIO()
    serve(io.StringIO(lines), out)
    assert out.getvalue() == ""
