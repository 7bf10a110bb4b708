"""An engine on another machine, through `ssh`: its command, its longer deadlines, and what a broken connection means.

Any command that starts with `ssh` is such an engine, whichever door it came through.
"""

import os
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from engine.play.external.errors import EngineUnusable, MachineFault
from engine.play.external.launch import Deadlines, command_words

CONNECT_S = 10
_NO_CONNECTION, _NOT_FOUND, _NOT_RUNNABLE = 255, 127, 126  # exit codes of ssh and of the shell over there
_WITH_VALUE = frozenset("BbcDEeFIiJLlmOopPQRSWw")  # ssh's options that take a word
# ssh has no terminal to ask its questions in, so it must fail instead. A connection is lost after three unanswered
# questions, 5 s apart. For each option ssh takes the first value it is given, so these come after the user's own.
_OPTIONS = ("BatchMode=yes", f"ConnectTimeout={CONNECT_S}", "ServerAliveInterval=5", "ServerAliveCountMax=3")


def remote_command(machine: str, line: str) -> tuple[str, ...]:
    """The command for a program on a machine (`host`, `user@host`, or a name of the user's ssh configuration). Its words
    arrive as they are written, with their spaces and signs; a `~/` in front is the home folder over there.

    :raises EngineUnusable: the machine is not a name, or the line has no words, or an open quote.
    """
    machine = machine.strip()
    if not machine or machine.startswith("-") or any(sign.isspace() or not sign.isprintable() for sign in machine):
        raise EngineUnusable("“%1” is not the name of a machine; write it as for ssh: host, or user@host", machine)
    try:
        words = command_words(line)
    except ValueError:
        raise EngineUnusable("the command on %1 has a quote that is not closed", machine) from None
    if not words:
        raise EngineUnusable("the command on %1 is missing; write the engine's program as in a terminal there", machine)
    return ("ssh", machine, " ".join(_quoted(word) for word in words))


def machine_of(command: Sequence[str]) -> str:
    """The machine on which a command runs; empty for this one."""
    place = _place_of_machine(command)
    return command[place] if place else ""


def supervised_command(command: Sequence[str]) -> tuple[str, ...]:
    """The command as it is started: an ssh that asks nothing and notices a lost connection."""
    place = _place_of_machine(command)
    if not place:
        return tuple(command)
    options = [word for value in _OPTIONS for word in ("-o", value)]
    return (*command[:place], "-T", *options, *command[place:])


def patient(deadlines: Deadlines, command: Sequence[str]) -> Deadlines:
    """The deadlines for a command: longer ones over a network."""
    if not machine_of(command):
        return deadlines
    return replace(
        deadlines,
        start_s=3 * deadlines.start_s,
        features_s=3 * deadlines.features_s,
        ready_s=3 * deadlines.ready_s,
        stop_s=4 * deadlines.stop_s,
    )


def connection_fault(name: str, machine: str, code: int, answered: bool, said: str) -> MachineFault | None:
    """Why ssh ended with an exit code; None if the engine itself ended. `said`: its last words, with a colon before them."""
    said = said.rstrip(".")
    if code == _NO_CONNECTION and answered:
        return MachineFault(
            "%1 has lost the connection to %2%3. Check the network and that %2 is on", name, machine, said
        )
    if code == _NO_CONNECTION:
        return MachineFault(
            "%1 has no connection to %2%3. Make sure that “ssh %2” connects in a terminal and asks nothing",
            name,
            machine,
            said,
        )
    if code == _NOT_FOUND and not answered:
        return MachineFault("%1: %2 does not find the program%3. Write its whole path there", name, machine, said)
    if code == _NOT_RUNNABLE and not answered:
        return MachineFault("%1: %2 may not run the program%3. Make it executable there", name, machine, said)
    return None


def program_of(command: Sequence[str]) -> str:
    """The program's file name, `stockfish @ host` on another machine."""
    place = _place_of_machine(command)
    if not place:
        return PurePath(command[0]).name
    try:
        words = command_words(" ".join(command[place + 1 :]))
    except ValueError:
        words = ()
    return f"{PurePath(words[0]).name if words else 'ssh'} @ {command[place]}"


def _place_of_machine(command: Sequence[str]) -> int:
    """The index of the machine's name in a command of ssh; 0: none."""
    if not command or os.path.splitext(PurePath(command[0]).name)[0].lower() != "ssh":
        return 0
    place = 1
    while place < len(command) and command[place].startswith("-"):
        word = command[place]
        # `-p 22` and `-4p 22` take the next word, `-p22` has its value in itself.
        takes = next((at for at, letter in enumerate(word[1:], 1) if letter in _WITH_VALUE), 0)
        place += 2 if takes and takes == len(word) - 1 else 1
    return place if place < len(command) else 0


def _quoted(word: str) -> str:
    return f"~/{shlex.quote(word[2:])}" if word.startswith("~/") and len(word) > 2 else shlex.quote(word)
