"""A typed command line becomes the words of a command, as each system writes its paths."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.external.launch import command_words
from engine.play.match.spec import parse_engine


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r"C:\Engines\stockfish.exe", (r"C:\Engines\stockfish.exe",)),
        (r'"C:\Program Files\Ä\lc0.exe" --weights="D:\a b\net.pb"', (r"C:\Program Files\Ä\lc0.exe", r"--weights=D:\a b\net.pb")),
        (r"'\\server\engines\e.exe' -x #1", (r"\\server\engines\e.exe", "-x", "#1")),
    ],
)  # fmt: skip
def test_on_windows_a_backslash_is_part_of_a_path(
    line: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert command_words(line) == words


def test_an_engine_of_a_match_has_a_path_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    spec = parse_engine(r'name=SF cmd="C:\Chess\stockfish.exe" option.Hash=16')
    assert spec.command == (r"C:\Chess\stockfish.exe",)


@given(st.text(alphabet="ab \\'\"$#", max_size=20))
def test_elsewhere_a_line_is_split_as_by_a_shell(line: str) -> None:
    try:
        wanted = tuple(shlex.split(line))
    except ValueError:
        with pytest.raises(ValueError):
            command_words(line)
    else:
        assert command_words(line) == wanted
