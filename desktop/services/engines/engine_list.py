"""The user's external engines: stored in a file, and started once for a greeting when they are added, but not when the
program starts.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop.model.engines import MOST_BYTES, EngineEntry, distinct_name, dump, load, without_book
from desktop.model.errors import FileError, Message, Severity
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.job_worker import JobWorker
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import CLOSE_MS
from engine.ground.text import NOTHING, Text, joined
from engine.ground.values import dataclass
from engine.ground.write_targets import is_file
from engine.play.external.launch import DEADLINES, Deadlines, Dialect, Launch, command_words

if TYPE_CHECKING:
    from engine.jobs.job import Context
    from engine.play.external.client import Identity
    from engine.play.external.detect import EngineCandidate


@dataclass(frozen=True)
class AwaitedGreeting:
    """The program whose greeting is awaited: its `name`, or an empty text; `problem` is why the last greeting failed."""

    name: str = ""
    problem: Text = NOTHING
    added: str = ""  # key of the engine that came of it


class EngineList(Service):
    """Owns the list and writes every change at once."""

    changed = Signal(object)  # tuple[EngineEntry, ...]
    greeting_changed = Signal(object)  # AwaitedGreeting
    suggested = Signal(object)  # tuple[Candidate, ...]

    def __init__(self, path: Path | None, deadlines: Deadlines = DEADLINES, *, writable: bool = True) -> None:
        """`path` None or not `writable`: nothing is saved. An unreadable file is renamed; `tell_problems` reports it."""
        super().__init__()
        self._file = GuardedFile(path, MOST_BYTES, writable=writable)
        self._deadlines = deadlines
        self._greeting = AwaitedGreeting()
        self._work = JobWorker("ratsu-engine-list", self, CLOSE_MS)
        self._entries: tuple[EngineEntry, ...] = self._file.read(load, ())

    @property
    def entries(self) -> tuple[EngineEntry, ...]:
        """The engines, in the order in which they were added."""
        return self._entries

    @property
    def greeting(self) -> AwaitedGreeting:
        return self._greeting

    def entry(self, key: str) -> EngineEntry | None:
        return next((entry for entry in self._entries if entry.key == key), None)

    def window_shown(self) -> None:
        self.tell_problems()

    def tell_problems(self) -> None:
        problem = self._file.take_problem()
        if problem:
            self._warn(problem)

    # Adding

    def add(self, command: str, wanted: Dialect | None = None) -> None:
        """Starts a program (a path, or a path with arguments) and adds it if it answers. `wanted` None: detects the
        protocol. `greeting_changed` reports the result.
        """
        self._start(_words(command), wanted)

    def add_remote(self, machine: str, line: str) -> None:
        """Adds an engine on another machine, reached by ssh; `line` is its command there."""
        from engine.play.external.errors import EngineUnusable
        from engine.play.external.remote import remote_command

        try:
            self._start(remote_command(machine, line), None)
        except EngineUnusable as error:
            self._greet(AwaitedGreeting(problem=Text("%1.", error)))

    def _start(self, words: tuple[str, ...], wanted: Dialect | None) -> None:
        from engine.play.external.remote import program_of

        if self._greeting.name or not words:
            return
        path = Path(words[0])
        folder = str(path.parent) if path.is_absolute() else ""
        launch = Launch(program_of(words), words, folder)
        self._greet(AwaitedGreeting(name=launch.name))
        self._work.begin(
            partial(_detect, launch, wanted, self._deadlines),
            partial(self._greeted, launch),
            lambda problem: self._greet(AwaitedGreeting(problem=Text("%1.", problem))),
        )

    def cancel(self) -> None:
        """Abandons the greeting; the process ends by its deadline at the latest."""
        if self._greeting.name:
            self._work.drop()
            self._greet(AwaitedGreeting())

    def suggest(self) -> None:
        """Looks for installed engines by name, without starting any; emits `suggested`."""
        known = [entry.command for entry in self._entries]
        self._work.submit(
            partial(_candidates, known),
            lambda found: self.suggested.emit(tuple(found)),
            lambda _problem: self.suggested.emit(()),
        )

    # Changing

    def rename(self, key: str, name: str) -> None:
        """Renames an engine; a name already used gets a number."""
        name = " ".join(name.split())[:60]
        entry = self.entry(key)
        if entry is not None and name and name != entry.name:
            others = [other.name for other in self._entries if other.key != key]
            self.replace(replace(entry, name=distinct_name(name, others)))

    def remove(self, key: str) -> None:
        """Removes an engine from the list; its program is not touched."""
        self._set(tuple(entry for entry in self._entries if entry.key != key))

    def duplicate(self, key: str) -> str:
        """Adds a second entry for the same program, for other options. Returns its key."""
        entry = self.entry(key)
        if entry is None:
            return ""
        name = distinct_name(entry.name, [other.name for other in self._entries])
        twin = replace(entry, key=os.urandom(16).hex(), name=name)
        place = self._entries.index(entry) + 1
        self._set((*self._entries[:place], twin, *self._entries[place:]))
        return twin.key

    def replace(self, changed: EngineEntry) -> None:
        if self.entry(changed.key) not in (None, changed):
            self._set(tuple(changed if entry.key == changed.key else entry for entry in self._entries))

    def close(self) -> bool:
        self._work.stop()
        return super().close()

    def _greet(self, greeting: AwaitedGreeting) -> None:
        self._greeting = greeting
        self.greeting_changed.emit(greeting)

    def _greeted(self, launch: Launch, identity: Identity) -> None:
        from engine.play.external.remote import machine_of

        machine = machine_of(launch.command)
        name = f"{identity.name} @ {machine}"[:60] if identity.name and machine else identity.name or launch.name
        name = distinct_name(name, [entry.name for entry in self._entries])
        entry = EngineEntry(
            key=os.urandom(16).hex(),
            name=name,
            command=launch.command,
            dialect=identity.dialect,
            folder=launch.folder,
            own_name=identity.name,
            author=identity.author,
            options=identity.options,
            values=MappingProxyType(without_book(identity.options)),
            chess960=identity.chess960,
            analyses=identity.analyses,
        )
        self._set((*self._entries, entry))
        self._greet(AwaitedGreeting(added=entry.key))
        if identity.faults:
            self.message.emit(Message(Severity.WARNING, identity.faults[0], joined(*identity.faults[1:], by="\n")))

    def _set(self, entries: tuple[EngineEntry, ...]) -> None:
        self._entries = entries
        if self._file.writable:
            try:
                self._file.write(dump(entries))
            except FileError as error:
                self._warn(Text("The list of engines could not be saved: %1", error))
        self.changed.emit(entries)


def _words(command: str) -> tuple[str, ...]:
    """The words of a command: one path if that file exists, otherwise split like a command line, without a shell's
    expansions.
    """
    if is_file(Path(command.strip())):
        return (command.strip(),)
    try:
        return command_words(command)
    except ValueError:
        return (command.strip(),) if command.strip() else ()


def _detect(launch: Launch, wanted: Dialect | None, deadlines: Deadlines, context: Context) -> Identity:
    from engine.play.external.detect import detect, proving

    return detect(launch, wanted, proving(deadlines), lambda: not context.stopper.asked())


def _candidates(known: list[tuple[str, ...]]) -> list[EngineCandidate]:
    from engine.play.external.detect import candidates

    return candidates(known)
