"""One exchange with the shared folder: what changed here goes into this computer's file, what changed elsewhere comes from the
others'."""

from __future__ import annotations

import json
import platform
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Protocol

from engine.ground.codec import Longest, as_json, of_json
from engine.ground.errors import RatsuError
from engine.ground.files import append_durably, read_file, write_atomically
from engine.ground.json_text import dumped, parse
from engine.ground.saved_file import locked
from engine.ground.text import Text, why
from engine.ground.values import dataclass
from engine.ground.write_targets import unwritten
from engine.sharing.changes import Newest, SharedChange, State, read_lines

SUFFIX = ".ratsuchanges"
OWN, OTHERS, COMPUTER = "own", "others", "computer.json"  # in the folder `sharing` of the user's data
GAMES = "games "  # how the names of parts begin that are collections; the name of the collection follows
OWN_BOOK, BOOK = "book", "book "  # the part of the user's own book; how those of the others begin
COMPUTERS = "computers"  # the part with the names of the computers


class Merge(Protocol):
    """Takes the values of a part as they are here, and returns them with the changes of the others.

    `known`: the values after the last exchange; what they lack or have too much now, counts as changed here.
    """

    @property
    def known(self) -> State: ...

    def rejoin(self) -> None:
        """For a part whose file was lost or replaced: it joins again, and nothing that it lacks counts as removed."""

    def __call__(self, state: State, /) -> State: ...


class Part(Protocol):
    """A unit of sharing: settings, a book, a collection."""

    name: str

    def share(self, merge: Merge) -> None:
        """Reads the values, calls `merge`, and stores what it returned, so that no other program changes them meanwhile.

        Values from other computers may be invalid: these are left out. :raises RatsuError: they cannot be read or stored.
        """


@dataclass(frozen=True)
class Computer:
    """This computer. `id` names its file; `joined`: the parts that it has shared; `folder`: the shared folder."""

    id: Annotated[str, Longest(100)]
    folder: str = ""
    joined: tuple[str, ...] = ()
    exchanged: float = 0.0  # seconds since 1970


@dataclass(frozen=True)
class Exchanged:
    """The result. `sent` and `came` count changed values by part; `computers`: the names of the others; `problems`: what could
    not be used, and why."""

    sent: Mapping[str, int]
    came: Mapping[str, int]
    computers: tuple[str, ...] = ()
    problems: tuple[Text, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the collections to which games came."""
        return tuple(part.removeprefix(GAMES) for part in self.came if part.startswith(GAMES))


class Exchange:
    """One exchange, a context manager: `share` each part, then `finish`. Only then are the changes of others known here, so an
    exchange that breaks off is simply done again."""

    def __init__(
        self, home: Path, folder: Path, clock: Callable[[], float] = time.time, name: str | None = None
    ) -> None:
        """`home`: the user's folder `sharing`. `clock`: seconds since 1970. `name` of this computer for the others."""
        self._home, self._clock, self._name = home, clock, platform.node() if name is None else name
        self._folder = folder
        self._held = ExitStack()

    def __enter__(self) -> Exchange:
        """Reads the folder. :raises RatsuError: it, or what is known here, cannot be read."""
        with self._held as held:
            self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(locked(self._home / COMPUTER))
            self._read()
            self._held = held.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        self._held.close()

    def share(self, part: Part) -> None:
        """Exchanges a part. :raises RatsuError: it cannot be read or stored, or this computer's file cannot."""
        part.share(_PartMerge(self, part.name))
        self._joined.append(part.name)
        self._shared.add(part.name)

    def missing(self, begin: str, there: Iterable[str]) -> list[str]:
        """Returns the parts of other computers whose names begin so, without those `there` and those removed here."""
        return [name for name in self._all.parts if name.startswith(begin) and name not in {*there, *self._joined}]

    def known(self, part: str) -> State:
        """Returns the values of a part after the last exchange; nothing before its first."""
        return self._known.of(part) if part in self._joined else {}

    def rejoin(self, part: str) -> None:
        """Takes a part for one that this computer has not shared yet."""
        if part in self._joined:
            self._joined.remove(part)

    def merged(self, part: str, state: State) -> State:
        """Writes what changed here into this computer's file, and returns the values with the changes of the others."""
        merged, known = self._all.of(part), self.known(part)
        changed = sorted(key for key in {**known, **state} if state.get(key) != known.get(key))
        new = [(key, state.get(key)) for key in changed if merged.get(key) != state.get(key)]
        # Values stored by an exchange that broke off later are not changes of this computer.
        new = [(key, value) for key, value in new if (part, key, json.dumps(value)) not in self._unseen]
        self._write(part, new, first=part not in self._joined)
        merged = self._all.of(part)
        self._sent[part] += len(new)
        self._came[part] += sum(merged.get(key) != state.get(key) for key in {**merged, **state})
        return merged

    def finish(self) -> Exchanged:
        """Stores what came, and writes this computer's file. :raises RatsuError: it cannot be written."""
        self.share(_ComputerNames({**self._all.of(COMPUTERS), self._computer.id: self._name}))
        try:
            # What belongs to a part that could not be stored now comes again the next time.
            late = {*self._joined} - self._shared
            if lines := b"".join(line for line, one in self._new.items() if one.part not in late):
                append_durably(self._home / OTHERS, lines, private=True)
            mine, content = self._file(self._computer.id), read_file(self._home / OWN)
            if not mine.exists() or read_file(mine) != content:
                write_atomically(mine, content)
        except OSError as error:
            raise RatsuError(unwritten(self._folder, error)) from error
        self._keep(Computer(self._computer.id, str(self._folder), tuple(sorted({*self._joined})), self._clock()))
        names = self._all.of(COMPUTERS)
        others = tuple(sorted(str(name) for key, name in names.items() if key != self._computer.id))
        sent, came = (
            {key: n for key, n in found.items() if n and key != COMPUTERS} for found in (self._sent, self._came)
        )
        return Exchanged(sent, came, others, tuple(self.problems))

    # Reading

    def _read(self) -> None:
        self._sent, self._came, self.problems = Counter[str](), Counter[str](), list[Text]()
        self._computer = computer_at(self._home) or Computer(secrets.token_hex(4))
        own, others = self._lines(self._home / OWN), self._lines(self._home / OTHERS)
        if not self._folder.is_dir():
            raise RatsuError("The shared folder %1 cannot be reached. Connect it, or choose another.", self._folder)
        found = {path: self._lines(path, shared=True) for path in self._paths()}
        if set(found.pop(self._file(self._computer.id), {})) - set(own):
            self._become_another()
            own, others = {}, {**others, **own}
            found = {path: self._lines(path, shared=True) for path in self._paths()}
        known = {**own, **others}
        self._new = {line: one for lines in found.values() for line, one in lines.items() if line not in known}
        self._joined, self._shared = [*self._computer.joined], set[str]()
        self._known, self._all = Newest(known.values()), Newest([*known.values(), *self._new.values()])
        self._counter = self._known.highest
        self._unseen = {(one.part, one.key, json.dumps(one.value)) for one in self._new.values()}

    def _become_another(self) -> None:
        """Takes a new name: this one is used by a copy of this computer, or by itself before it was restored from a backup."""
        try:
            append_durably(self._home / OTHERS, read_file(self._home / OWN), private=True)
            self._keep(Computer(secrets.token_hex(4), self._computer.folder, self._computer.joined))
            write_atomically(self._home / OWN, b"", private=True)
        except OSError as error:
            raise RatsuError(unwritten(self._home, error)) from error

    def _paths(self) -> list[Path]:
        """The files of all computers, and copies that a program made which shares the folder."""
        try:
            return sorted(self._folder.glob(f"*{SUFFIX}"))
        except OSError as error:
            raise RatsuError("The shared folder %1 cannot be read (%2).", self._folder, why(error)) from error

    def _lines(self, path: Path, *, shared: bool = False) -> dict[bytes, SharedChange]:
        try:
            content = read_file(path)
            if not shared and content[-1:] not in (b"", b"\n"):  # it was cut off while it was written
                write_atomically(path, content[: content.rfind(b"\n") + 1], private=True)
        except FileNotFoundError:
            return {}
        except OSError as error:
            if not shared:
                raise RatsuError("%1 cannot be read (%2).", path, why(error)) from error
            self.problems.append(Text("%1 cannot be read (%2).", path, why(error)))
            return {}
        found, damaged = read_lines(content)
        if damaged:
            self.problems.append(Text("%1: %2 damaged {line is|lines are} left out.", path, damaged))
        return found

    # Writing

    def _write(self, part: str, values: Iterable[tuple[str, Any]], first: bool) -> None:
        """Adds changes to this computer's file here: on disk before the part is stored."""
        before_all = self._all.lowest - 1
        self._counter = max(self._counter, int(self._clock() * 1000))
        made = list[SharedChange]()
        for key, value in values:
            self._counter += 1
            made.append(SharedChange(before_all if first else self._counter, self._computer.id, part, key, value))
        if made:
            try:
                append_durably(self._home / OWN, b"".join(change.line for change in made), private=True)
            except OSError as error:
                raise RatsuError(unwritten(self._home, error)) from error
            self._all.add(made)

    def _keep(self, computer: Computer) -> None:
        self._computer = computer
        try:
            write_atomically(self._home / COMPUTER, dumped(as_json(computer)), private=True)
        except OSError as error:
            raise RatsuError(unwritten(self._home, error)) from error

    def _file(self, computer: str) -> Path:
        return self._folder / f"{computer}{SUFFIX}"


class _PartMerge:
    """See `Merge`."""

    def __init__(self, exchange: Exchange, part: str) -> None:
        self._exchange, self._part = exchange, part

    @property
    def known(self) -> State:
        return self._exchange.known(self._part)

    def rejoin(self) -> None:
        self._exchange.rejoin(self._part)

    def __call__(self, state: State, /) -> State:
        return self._exchange.merged(self._part, state)


class _ComputerNames:
    """The names of the computers."""

    name = COMPUTERS

    def __init__(self, names: State) -> None:
        self._names = names

    def share(self, merge: Merge) -> None:
        merge(self._names)


def computer_at(home: Path) -> Computer | None:
    """Returns this computer; None before its first exchange. :raises RatsuError: its file cannot be read."""
    try:
        return of_json(Computer, parse(read_file(home / COMPUTER)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise RatsuError("%1 cannot be read (%2). Move it away to start again.", home / COMPUTER, error) from error
