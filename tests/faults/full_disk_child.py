"""Fills a small disk under every writer: `python -m tests.faults.full_disk_child FOLDER`, on a disk of its own.

A writer writes a first value, then a second one with so many bytes left. It must succeed, or raise an error of the program's or
the system's; what is then read is the first value or the second, and with room again the second can be written.
"""

import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess

from books.collection.accuracies import accuracies, keep_accuracies
from books.collection.any_file import import_file
from books.collection.arrivals import Arrivals
from books.collection.game_collection import Collection
from books.repertoire.health import Report, last_report
from desktop.model import find_level
from desktop.services.kit.kept_file import KeptFile
from desktop.services.training.lesson_deck import LessonDeck
from engine.console.saved import saved
from engine.errors import RatsuError
from engine.night.queue import NightQueue
from engine.night.values import Planned
from engine.play.find_level import Game, LevelSearch
from engine.play.review.mirror_work import Found, MirrorFile
from engine.play.tactics.progress import Progress, as_file, of_file
from engine.play.world.services import Source, ask
from tablebases.lessons import LESSONS
from tests.books.collection.chessbase.test_archive import archive

Write = Callable[[Path, int], None]  # the first or the second value
Read = Callable[[Path], int]  # how many of them are there
LARGE = "x" * 20_000  # more than a page of the disk, so that a value can be written half
MANY = 1_000  # games with an accuracy
ARCHIVED = 300
LEFT = (0, 8_192, 32_768, 131_072, 524_288)  # bytes


def _queue(path: Path, number: int) -> None:
    with NightQueue(path) as queue:
        queue.add("tables", str(number), {}, 1, [Planned("one", {"text": LARGE})])
        queue.begin("engine")
        queue.finish(queue.next_tasks(1, ())[0], "engine", json.dumps({"positions": number, "problem": LARGE}), 1.0, "")


def _queued(path: Path) -> int:
    with NightQueue(path) as queue:
        return sum(job.done for job in queue.jobs())


def _lessons(path: Path, number: int) -> None:
    LessonDeck(path).grade(number, right=True)


def _lessons_there(path: Path) -> int:
    return len(LESSONS) - len(LessonDeck(path).due())


def _tactics(path: Path, number: int) -> None:
    seen = frozenset(f"{LARGE[:40]}{at}" for at in range(500 * number))
    saved(path, of_file, as_file, Progress(), 1 << 20).change(lambda before: replace(before, seen=seen, solved=number))


def _tactics_there(path: Path) -> int:
    return saved(path, of_file, as_file, Progress(), 1 << 20).value().solved


def _mirror(path: Path, number: int) -> None:
    MirrorFile(path).add(f"{LARGE}{number}", Found(None, ()))


def _mirror_there(path: Path) -> int:
    kept = MirrorFile(path)
    return sum(kept.get(f"{LARGE}{number}") is not None for number in (1, 2))


def _level(path: Path, number: int) -> None:
    evidence = tuple((elo, -1.0) for elo in range(3_000))
    KeptFile(path).write(find_level.dump(LevelSearch((Game(1500, 1.0, evidence),) * number)))


def _level_there(path: Path) -> int:
    return len(KeptFile(path).read(find_level.load, LevelSearch()).played)


def _report(path: Path, number: int) -> None:
    Report(1_767_261_600 + number, LARGE, number).save(path)


def _report_there(path: Path) -> int:
    found = last_report(path)
    return found.nodes if found is not None else 0


def _games(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        arrivals = Arrivals(games, "https://site/ann")
        arrivals.add(
            f'[White "A{number}"]\n[Black "B"]\n\n1. e4 {{{LARGE}}} e5 {"2. Nf3 " if number > 1 else ""}*\n'.encode()
        )
        arrivals.save(number)


def _games_there(path: Path) -> int:
    with Collection(path) as games:
        return len(games)


def _accuracies(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            arrivals = Arrivals(games, "https://site/ann")
            for game in range(MANY):
                arrivals.add(f'[White "A{game}"]\n[Black "B"]\n\n1. e4 *\n'.encode())
            arrivals.save(1)
        keep_accuracies(games, dict.fromkeys(range(1, MANY + 1), (10.0 * number, None)))


def _accuracies_there(path: Path) -> int:
    with Collection(path) as games:
        (found,) = {white for white, _ in accuracies(games).values()}
    return round((found or 0) / 10)


class _Wire:
    """In place of the network: an answer of some size."""

    host = "site"

    @contextlib.contextmanager
    def open(self, *_: object, **__: object) -> "Iterator[_Wire]":
        yield self

    def blocks(self) -> Iterator[bytes]:
        yield json.dumps({"pvs": [{"moves": "e2e4", "cp": 20}], "depth": 30, "rest": LARGE}).encode()


def _answer(path: Path, number: int) -> None:
    board = chess.Board()
    board.set_castling_fen("KQkq" if number == 1 else "KQ")  # another question
    wire: Any = _Wire()
    ask(wire, Source.CLOUD, board.fen(), path)
    if _answers_there(path) < number:  # an answer that cannot be kept is shown all the same
        raise OSError("not kept")


def _answers_there(path: Path) -> int:
    return len(list(path.glob("*")))


def _archive(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            Arrivals(games, "https://site/ann").save(1)
            archive(path.parent, ARCHIVED)
        else:
            import_file(games, path.parent / "small.cbv")


def _archive_there(path: Path) -> int:
    with Collection(path) as games:
        return 2 if len(games) == ARCHIVED else 1


WRITERS: dict[str, tuple[Write, Read]] = {
    "night.db": (_queue, _queued),
    "lessons.json": (_lessons, _lessons_there),
    "tactics.json": (_tactics, _tactics_there),
    "mirror.jsonl": (_mirror, _mirror_there),
    "level search.json": (_level, _level_there),
    "books": (_report, _report_there),
    "games.ratsugames": (_games, _games_there),
    "accuracies.ratsugames": (_accuracies, _accuracies_there),
    "answers": (_answer, _answers_there),
    "archived.ratsugames": (_archive, _archive_there),
}


def main(disk: Path) -> None:
    """Prints a line for each writer: how often it failed, and how often it wrote."""
    filler = disk / "filler"
    tempfile.tempdir = str(disk)  # archives are unpacked there
    for name, (write, read) in WRITERS.items():
        failed = wrote = 0
        for left in LEFT:
            folder = disk / f"{left}"
            folder.mkdir()
            path = folder / name
            write(path, 1)
            assert read(path) == 1, name
            _fill(filler, left)
            try:
                write(path, 2)
                wrote += 1
                after = 2
            except (RatsuError, OSError):
                failed += 1
                after = 1
            assert _read_full(read, path) in (after, None), f"{name}, {left} bytes left"
            filler.unlink()
            assert read(path) == after, f"{name}, {left} bytes left, then room"
            if after == 1:
                write(path, 2)
            assert read(path) == 2, f"{name}, written again"
            shutil.rmtree(folder)
        print(f"{name}: {failed} failed, {wrote} wrote")


def _read_full(read: Read, path: Path) -> int | None:
    """None where a full disk keeps even a reader from its work, and it says so."""
    try:
        return read(path)
    except RatsuError:
        return None


def _fill(path: Path, left: int) -> None:
    """Takes what the disk has but for so many bytes."""
    room = os.statvfs(path.parent)
    with path.open("wb") as file:
        file.write(bytes(max(0, room.f_bavail * room.f_frsize - left)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
