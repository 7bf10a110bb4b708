"""`ratsu` as a user meets it: help, version, exit codes, and no traceback whatever is typed."""

import argparse
import errno
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from engine import command_line as cli
from engine.ground.version import VERSION
from tests.helpers.program import ROOT, ratsu_here, run_ratsu

COMMANDS = cli.command_names()


def parser_of(command: str) -> argparse.ArgumentParser:
    """The command's parser, without running anything."""
    module = cli.command_module(command)
    parser = argparse.ArgumentParser(prog=f"ratsu {command}")
    module.configure(parser)
    return parser


def examples_of(command: str) -> list[list[str]]:
    """The arguments of every line of the command's examples that calls it, also in a pipe or as a word in quotes."""
    found = []
    for line in (parser_of(command).epilog or "").replace("\\\n", " ").splitlines():
        if "ratsu " not in line or line.lstrip().startswith("("):
            continue
        words = [
            part
            for word in shlex.split(line)
            for part in (word.split() if word.startswith(f"ratsu {command}") else [word])
        ]
        for place in range(len(words) - 1):
            if words[place : place + 2] == ["ratsu", command]:
                rest = words[place + 2 :]
                end = next((at for at, word in enumerate(rest) if word in {"|", ">", "#", "&&"}), len(rest))
                found.append(rest[:end])
    return found


def test_version_is_told() -> None:
    told = run_ratsu("--version")
    assert (told.returncode, told.stdout.strip(), told.stderr) == (0, f"Ratsu {VERSION}", "")


def test_help_names_every_command() -> None:
    told = run_ratsu("--help")
    assert told.returncode == 0
    assert [name for name in COMMANDS if not re.search(rf"^  {name}\b", told.stdout, re.MULTILINE)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    told = ratsu_here(command, "--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert examples_of(command), "no line that shows how to call it"
    assert f"ratsu {command}" in told.stdout.split("example")[-1]


def test_no_command_imports_qt() -> None:
    code = "import sys\nfrom tests.helpers.program import ratsu_here\nfor name in sys.argv[1:]:\n"
    code += "    print(name, ratsu_here(name, '--help').returncode, 'PySide6' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", code, *COMMANDS], cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    )
    assert told.stdout.splitlines() == [f"{command} 0 False" for command in COMMANDS]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_is_accepted_by_its_command(command: str) -> None:
    for words in examples_of(command):
        parser_of(command).parse_args(words)  # leaves with SystemExit, which fails the test, where it is wrong usage


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_usage_ends_with_2_and_one_message(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([command, "--no-such-option"])
    printed, told = capsys.readouterr()
    assert (left.value.code, printed) == (2, "") and told.startswith(f"usage: ratsu {command}")


@pytest.mark.parametrize("words", [["--no-such-option"], ["perft", "--no-such-option"]])
def test_an_unknown_option_is_wrong_usage(words: list[str]) -> None:
    told = run_ratsu(*words)
    assert (told.returncode, told.stdout) == (2, "")
    assert "Traceback" not in told.stderr and told.stderr.startswith("usage: ratsu")


def ratsu_window(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`ratsu-window ARGUMENTS` where there is no display: it may open nothing."""
    code = "from desktop import command; raise SystemExit(command.window())"
    without = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in without}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


NEITHER = (
    (["anaylse"], "'anaylse' is not a command or a file. Did you mean “ratsu analyse”?"),
    (["PLAY"], "'PLAY' is not a command or a file. Did you mean “ratsu play”?"),
    (["qqqqqqqq"], "'qqqqqqqq' is not a command or a file. “ratsu --help” lists the commands."),
    (["games/missing.pgn"], "there is no file 'games/missing.pgn'."),
    (["README.md", "missing.pgn"], "there is no file 'missing.pgn'."),
    (["--", "missing.pgn"], "'missing.pgn' is not a command or a file."),
    (["-"], "'-' is not a command or a file."),
    (["x" * 300], "'xxx"),
)
IN_TURN = """
import json, sys
from desktop import command
codes = []
for words in json.loads(sys.argv[1]):
    sys.argv = ["ratsu", *words]
    codes.append(command.main())
print(codes, "PySide6" in sys.modules)
"""


def test_what_is_neither_a_command_nor_a_file_is_told_and_opens_no_window() -> None:
    given = json.dumps([words for words, _ in NEITHER])
    told = subprocess.run(
        [sys.executable, "-c", IN_TURN, given], cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    )
    assert told.stdout == f"{[2] * len(NEITHER)} False\n"
    lines = told.stderr.splitlines()
    assert len(lines) == len(NEITHER)
    assert [line for line, (_, said) in zip(lines, NEITHER, strict=True) if not line.startswith(f"ratsu: {said}")] == []


@pytest.mark.parametrize("words", [["--no-such-option"], ["README.md", "--no-such-option"]])
def test_an_unknown_option_of_the_window_is_wrong_usage(words: list[str]) -> None:
    told = ratsu_window(*words)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("usage: ratsu-window")
    assert "--no-such-option" in told.stderr
    assert run_ratsu(*words).returncode == 2


@pytest.mark.parametrize("words", [["--help"], ["README.md", "--help"]])
def test_the_window_tells_its_usage_without_opening(words: list[str]) -> None:
    told = ratsu_window(*words)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("usage: ratsu-window")
    assert "ratsu-window games.pgn" in told.stdout


def test_the_window_tells_its_version_without_opening() -> None:
    told = ratsu_window("--version")
    assert (told.returncode, told.stdout.strip(), told.stderr) == (0, f"Ratsu {VERSION}", "")


# the output is written at once, or at the end of the command
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("at_once", ["1", ""])
@pytest.mark.parametrize("command", ["perft 3", "analyse startpos --depth 3 --json"])
def test_an_output_that_cannot_be_written_is_told_in_one_sentence(command: str, at_once: str) -> None:
    redirected = ("sh", "-c", 'exec "$@" >/dev/full', "sh")
    ended = run_ratsu(*command.split(), before=redirected, variables={"PYTHONUNBUFFERED": at_once})
    name = command.split()[0]
    assert ended.returncode == 1
    assert ended.stderr == f"ratsu {name}: the output cannot be written: {os.strerror(errno.ENOSPC)}\n"


@pytest.mark.parametrize("at_once", ["1", ""])
def test_nothing_is_said_where_nobody_reads_the_output(at_once: str) -> None:
    piped = ("sh", "-c", '"$@" | true', "sh")
    ended = run_ratsu("perft", "3", before=piped, variables={"PYTHONUNBUFFERED": at_once})
    assert (ended.stdout, ended.stderr) == ("", "")


def test_an_interrupt_while_a_command_is_loaded_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.command_line.importlib.import_module", interrupted)
    assert cli.main(["perft", "3"]) == 1
    assert capsys.readouterr().err == "ratsu perft: interrupted\n"
