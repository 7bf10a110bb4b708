"""A reader that leaves is no fault, whatever the system calls it."""

import errno
import io
import os
from types import SimpleNamespace

import pytest

from engine.ground import exit_status


class _Left(io.StringIO):
    def flush(self) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")


@pytest.mark.parametrize(("system", "said"), [("nt", ""), ("posix", "ratsu uci: the output cannot be written")])
def test_windows_calls_a_closed_pipe_an_invalid_argument(
    system: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(exit_status, "os", SimpleNamespace(**{**vars(os), "name": system}))
    monkeypatch.setattr("sys.stdout", _Left())
    assert exit_status.run_command("uci", lambda: 0) == 1
    told = capsys.readouterr().err
    assert told.startswith(said) and bool(told) is bool(said)


@pytest.mark.parametrize("error", [BrokenPipeError(), OSError(errno.EINVAL, "Invalid argument")])
def test_a_command_whose_reader_left_while_it_wrote_ends_quietly(
    error: OSError, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def writes() -> int:
        raise error

    monkeypatch.setattr(exit_status, "os", SimpleNamespace(name="nt"))
    assert exit_status.run_command("uci", writes) == 1
    assert capsys.readouterr() == ("", "")
