"""Every door that writes a file, put before one kind of target: the victim of test_targets.py, without root's powers.

python -m tests.engine.ground.targets_child KIND NEW DOOR=TARGET ...; prints a JSON object: what each door said.
"""

import contextlib
import errno
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from engine import command_line
from engine.ground.write_targets import WriteTarget

NEW = '[White "New"]\n[Black "B"]\n[Result "1-0"]\n\n1. d4 1-0\n\n'


def _command(*words: str) -> Callable[[Path, Path], str]:
    """A command of the console; `{new}` is its source, `{target}` what it writes."""

    def door(new: Path, target: Path) -> str:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            command_line.main([word.format(new=new, target=target) for word in words])
        return said.getvalue()

    return door


def _book(*words: str) -> Callable[[Path, Path], str]:
    """A command that makes a book."""
    return _command("book", *words)


def _chosen(new: Path, target: Path) -> str:
    """*Save the chosen games* of the list of games."""
    from PySide6.QtCore import QCoreApplication

    from desktop.services.files.game_list_service import GameListService

    application = QCoreApplication.instance() or QCoreApplication([])
    said: list[str] = []
    service = GameListService()
    service.message.connect(lambda message: said.append(str(message.text)))

    def wait() -> None:
        while service._reader._receivers or service.state.loading:
            application.processEvents()

    service.open(new)
    wait()
    service.save_as([0], target)
    wait()
    service.close()
    return "\n".join(said)


def _log(new: Path, target: Path) -> str:
    """`--log`, which begins before a command."""
    from engine.ground import log_file

    try:
        log_file.begin(log_file.LogOptions(target))
    except log_file.LogError as error:
        return str(error)
    return ""


def _night(new: Path, target: Path) -> str:
    """The file of a job for the night."""
    from engine.ground.errors import RatsuError
    from engine.night.kinds.match import write_output

    try:
        write_output({"output": str(target)}, NEW.encode())
    except RatsuError as error:
        return str(error)
    return ""


def _play(new: Path, target: Path) -> str:
    typed, keyboard = os.pipe()
    os.write(keyboard, b"d4\nquit\n")
    os.close(keyboard)
    os.dup2(typed, sys.stdin.fileno())
    os.close(typed)
    return _command("play", "--nodes", "1", "--pgn", "{target}")(new, target)


def _window(act: Callable[..., object]) -> Callable[[Path, Path], str]:
    """A gesture of the window, by its service."""

    def door(new: Path, target: Path) -> str:
        from PySide6.QtCore import QCoreApplication

        from desktop.services.files.file_service import FileService
        from desktop.services.game.game_service import GameService

        application = QCoreApplication.instance() or QCoreApplication([])
        said: list[str] = []
        games = GameService()
        service = FileService(games, None)
        service.message.connect(lambda message: said.append(str(message.text)))

        def wait() -> None:
            while service._worker._receivers or service._reader._receivers:
                application.processEvents()

        act(service, new, target, wait)
        wait()
        service.close()
        return "\n".join(said)

    return door


def _save(service: object, new: Path, target: Path, wait: Callable[[], None]) -> None:
    service.open_file(target, 0)  # type: ignore[attr-defined]
    wait()
    service._games.set_headers({"White": "New"})  # type: ignore[attr-defined]
    assert service.save()  # type: ignore[attr-defined]


def _save_as(service: object, new: Path, target: Path, wait: Callable[[], None]) -> None:
    service.open_file(new, 0)  # type: ignore[attr-defined]
    wait()
    service.save_as(target)  # type: ignore[attr-defined]


def _append(service: object, new: Path, target: Path, wait: Callable[[], None]) -> None:
    service.open_file(new, 0)  # type: ignore[attr-defined]
    wait()
    service.append_to(target)  # type: ignore[attr-defined]


def _export(new: Path, target: Path) -> str:
    from desktop.model.errors import FileError
    from desktop.services.kit.atomic import write_atomically

    try:
        write_atomically(target, NEW.encode())
    except FileError as error:
        return str(error)
    return ""


DOORS = {
    "convert": _command("pgn", "convert", "{new}", "{target}"),
    "extract": _command("pgn", "extract", "{new}", "-o", "{target}"),
    "merge": _command("pgn", "merge", "{new}", "-o", "{target}"),
    "review": _command("review", "{new}", "--nodes", "1", "--no-book", "--no-tables", "-o", "{target}"),
    "publish": _command("pgn", "publish", "{new}", "--to", "{target}"),
    "book export": _command("book", "export", "{target}", "--book", "shipped"),
    "match": _command(
        *["match", "--engine", "ratsu", "--engine", "ratsu", "--nodes", "1", "--games", "1", "--pgn", "{target}"]
    ),
    "play": _play,
    "write style": _command("play", "--style", "solid", "--write-style", "{target}"),
    "games export": _command("games", "export", "{new}.db", "-o", "{target}"),
    "night": _night,
    "tune play": _command("tune", "play", "{target}", "--games", "1", "--nodes", "1"),
    "window: chosen games": _chosen,
    "book build": _book("build", "{new}", "--min-games", "1", "--to", "{target}"),
    "book import": _book("import", "{new}", "--to", "{target}"),
    "book export as a book": _book("export", "{target}", "--book", "{new}.ratsubook"),
    "log": _log,
    "collection": _command("games", "import", "{target}", "{new}"),
    "queue": _command("night", "list", "--queue", "{target}"),
    "evaluations": _book(
        *["build", "{new}", "--min-games", "1", "--to", "{new}.other.ratsubook"],
        *["--check-positions", "1", "--nodes", "1", "--evaluations", "{target}"],
    ),
    "window: Save": _window(_save),
    "window: Save as": _window(_save_as),
    "window: Add to": _window(_append),
    "window: export": _export,
}


def _no_room() -> None:
    """No file may grow, which a program meets as it meets a full disk."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))


def _no_network() -> None:
    """What was written does not reach the server."""

    def fail(_descriptor: int) -> None:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    os.fsync = fail  # type: ignore[assignment]


def _other_writer() -> None:
    """Another program adds to a file while its new content is being made."""
    made = WriteTarget.made

    def slowly(self: WriteTarget) -> tuple[int, Path]:
        with self._path.open("ab") as file:
            file.write(b"% by another program\n")
        return made(self)

    WriteTarget.made = slowly  # type: ignore[method-assign]


CIRCUMSTANCES = {"full disk": _no_room, "network": _no_network, "changed meanwhile": _other_writer}


def main() -> None:
    """Tries the doors one after another."""
    kind, new, *doors = sys.argv[1:]
    CIRCUMSTANCES.get(kind, int)()
    said = {door: DOORS[door](Path(new), Path(target)) for door, _, target in (each.partition("=") for each in doors)}
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
