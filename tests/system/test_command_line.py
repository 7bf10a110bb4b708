"""`ratsu` as a user meets it: help, version, exit codes, and no traceback whatever is typed."""

import argparse
import importlib
import re
import shlex

import pytest

from engine.play import cli
from engine.version import VERSION
from tests.helpers.program import run_ratsu

COMMANDS = cli.command_names()


def parser_of(command: str) -> argparse.ArgumentParser:
    """The command's parser, without running anything."""
    module = importlib.import_module(f"engine.play.commands.{command}")
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
    told = run_ratsu(command, "--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert examples_of(command), "no line that shows how to call it"
    assert f"ratsu {command}" in told.stdout.split("example")[-1]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_is_accepted_by_its_command(command: str) -> None:
    for words in examples_of(command):
        parser_of(command).parse_args(words)  # leaves with SystemExit, which fails the test, where it is wrong usage


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_usage_exits_with_2_and_one_message(command: str) -> None:
    told = run_ratsu(command, "--no-such-option")
    assert told.returncode == 2
    assert told.stdout == ""
    assert "Traceback" not in told.stderr
    assert told.stderr.startswith("usage: ratsu")


def test_an_unknown_option_is_wrong_usage() -> None:
    told = run_ratsu("--no-such-option")
    assert told.returncode == 2
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_imports_qt(command: str) -> None:
    told = run_ratsu(command, "--help", variables={"PYTHONPROFILEIMPORTTIME": "1"})
    assert "engine.play.cli" in told.stderr  # the list of imports is there
    assert "PySide6" not in told.stderr
