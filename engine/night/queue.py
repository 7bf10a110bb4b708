"""The queue in one SQLite file. Several programs may read it and change jobs; one works on it at a time.

An answer counts once it is committed (`synchronous = FULL`): an acknowledged task is never repeated, and a task interrupted
by a kill is.
"""

import contextlib
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from books.store.database import Database, DatabaseKind
from engine.ground.files import make_private, storable
from engine.ground.text import Text
from engine.night.values import (
    BusyError,
    NightError,
    NightEvent,
    NightJob,
    NightJobState,
    PlannedTask,
    Table,
    Task,
    TaskAnswer,
    table_of,
    text_as_json,
    text_of_json,
    written,
)

OPEN, DONE, FAILED = 0, 1, 2
LATEST = 253_402_300_000.0  # seconds since 1970; limits a damaged time

_TABLES = """
CREATE TABLE jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, title TEXT NOT NULL, options TEXT NOT NULL,
    nodes INTEGER NOT NULL, priority INTEGER NOT NULL, state TEXT NOT NULL, added REAL NOT NULL, engine TEXT NOT NULL) STRICT;
CREATE TABLE tasks (job INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, payload TEXT NOT NULL,
    here INTEGER NOT NULL, state INTEGER NOT NULL, tries INTEGER NOT NULL, fault TEXT NOT NULL,
    PRIMARY KEY (job, number)) STRICT, WITHOUT ROWID;
CREATE INDEX open_tasks ON tasks (state, job, number);
CREATE TABLE answers (job INTEGER NOT NULL, task INTEGER NOT NULL, engine TEXT NOT NULL, nodes INTEGER NOT NULL,
    answer TEXT NOT NULL, seconds REAL NOT NULL, worker TEXT NOT NULL,
    PRIMARY KEY (job, task, engine, nodes)) STRICT;
CREATE TABLE events (id INTEGER PRIMARY KEY, at REAL NOT NULL, job INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE signs (name TEXT PRIMARY KEY, until REAL NOT NULL, text TEXT NOT NULL) STRICT;
"""
_JOBS = """SELECT id, kind, title, options, nodes, priority, jobs.state, added, count(number),
    total(tasks.state = 1), total(tasks.state = 2),
    (SELECT total(min(seconds, 1e9)) FROM answers WHERE answers.job = jobs.id AND answers.engine = jobs.engine)
    FROM jobs LEFT JOIN tasks ON tasks.job = jobs.id {} GROUP BY jobs.id ORDER BY priority DESC, id"""


class NightQueue(Database):
    """An open queue, for one thread. Every method raises NightError if the file cannot be read or written."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or creates it.
        :raises NightError: it belongs to another program or a newer Ratsu, is damaged, or cannot be written."""
        super().__init__(path, _KIND)

    # Jobs

    def add(
        self, kind: str, title: str, options: Table, nodes: int, tasks: Iterable[PlannedTask], priority: int = 0
    ) -> int:
        """Adds a job in one transaction and returns its number. Tasks with a fault count as failed."""
        with self.change() as db:
            row = (
                kind,
                storable(title),
                written(options),
                nodes,
                priority,
                NightJobState.WAITING.value,
                time.time(),
                "",
            )
            job = db.execute(
                "INSERT INTO jobs (kind, title, options, nodes, priority, state, added, engine) VALUES (?,?,?,?,?,?,?,?)",
                row,
            ).lastrowid
            assert job is not None
            rows = (
                (
                    job,
                    at,
                    storable(t.name),
                    written(t.payload),
                    t.here,
                    FAILED if t.fault else OPEN,
                    text_as_json(t.fault),
                )
                for at, t in enumerate(tasks, 1)
            )
            count = db.executemany("INSERT INTO tasks VALUES (?,?,?,?,?,?,0,?)", rows).rowcount
            if count < 1:
                raise NightError("there is nothing to do in %1", title)
            return job

    def jobs(self, job: int | None = None) -> list[NightJob]:
        """All jobs in the order of work, or only one."""
        with self.errors():
            rows = self.db.execute(
                _JOBS.format("" if job is None else "WHERE jobs.id = ?"), () if job is None else (job,)
            )
            return [
                NightJob(
                    row[0],
                    row[1],
                    row[2],
                    table_of(row[3]),
                    row[4],
                    row[5],
                    NightJobState(row[6]),
                    row[7],
                    row[8],
                    int(row[9]),
                    int(row[10]),
                    row[11],
                )
                for row in rows
            ]

    def job(self, number: int) -> NightJob:
        """One job. :raises NightError: it does not exist."""
        found = self.jobs(number)
        if not found:
            raise NightError("there is no job %1; `ratsu night list` shows all", number)
        return found[0]

    def set_state(self, number: int, state: NightJobState) -> None:
        """Pauses, resumes or cancels a job that is not finished. Its results remain.
        :raises NightError: it is finished or cancelled, or does not exist."""
        now = self.job(number)
        if now.state in (NightJobState.DONE, NightJobState.CANCELLED):
            raise NightError("job %1 is over already; add it again if it is wanted", number)
        with self.change() as db:
            db.execute("UPDATE jobs SET state = ? WHERE id = ?", (state.value, number))

    def set_priority(self, number: int, priority: int) -> None:
        """Sets the priority; higher ones come first."""
        self.job(number)
        with self.change() as db:
            db.execute("UPDATE jobs SET priority = ? WHERE id = ?", (priority, number))

    def forget(self, number: int) -> None:
        """Removes a finished job with its answers. :raises NightError: it is not finished, or does not exist."""
        if self.job(number).state not in (NightJobState.DONE, NightJobState.CANCELLED):
            raise NightError("job %1 is not over; cancel it first", number)
        with self.change() as db:
            for table, column in (("answers", "job"), ("tasks", "job"), ("events", "job"), ("jobs", "id")):
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))

    # Work

    def begin(self, engine: str) -> None:
        """Prepares the work: jobs begun by another engine restart, with a note; their older answers do not count."""
        with self.change() as db:
            unfinished = "state NOT IN ('done', 'cancelled') AND engine <> ?"
            for job, before in db.execute(f"SELECT id, engine FROM jobs WHERE {unfinished}", (engine,)).fetchall():
                db.execute("UPDATE jobs SET engine = ? WHERE id = ?", (engine, job))
                again = db.execute("UPDATE tasks SET state = 0, tries = 0 WHERE job = ? AND state = 1", (job,)).rowcount
                if before and again:
                    self._note(
                        Text("The engine, its network or the book has changed. Tasks that are done again: %1", again),
                        job,
                    )

    def next_tasks(self, most: int, under_way: Collection[tuple[int, int]], here: bool | None = None) -> list[Task]:
        """The next free tasks. `here`: only those for this machine, or only those for any machine."""
        place = "" if here is None else f"AND here = {int(here)}"
        waiting = "SELECT id, kind, nodes FROM jobs WHERE state = 'waiting' ORDER BY priority DESC, id"
        query = f"""SELECT number, name, payload, here FROM tasks WHERE state = 0 AND job = ? {place} ORDER BY number LIMIT ?"""
        found: list[Task] = []
        with self.errors():
            for job, kind, nodes in self.db.execute(
                waiting
            ).fetchall():  # one index look-up each: no row is read in vain
                if len(found) >= most:
                    break
                for number, name, payload, of_here in self.db.execute(query, (job, most + len(under_way))):
                    if (job, number) not in under_way and len(found) < most:
                        found.append(Task(job, number, kind, name, nodes, payload, of_here))
        return found

    def finish(self, task: Task, engine: str, answer: str, seconds: float, worker: str) -> None:
        """Commits an answer. A task that finishes twice counts once."""
        with self.change() as db:
            row = (*task.key, engine, task.nodes, answer, seconds, worker)
            db.execute("INSERT OR IGNORE INTO answers VALUES (?,?,?,?,?,?,?)", row)
            db.execute("UPDATE tasks SET state = 1, fault = '' WHERE job = ? AND number = ?", task.key)

    def fail(self, task: Task, fault: Text) -> None:
        """Records that a task cannot be done, and why."""
        with self.change() as db:
            db.execute(
                "UPDATE tasks SET state = 2, fault = ? WHERE job = ? AND number = ?", (text_as_json(fault), *task.key)
            )

    def tried(self, task: Task) -> int:
        """Counts a crashed attempt of a task; returns the number of attempts."""
        with self.change() as db:
            db.execute("UPDATE tasks SET tries = tries + 1 WHERE job = ? AND number = ?", task.key)
            return int(db.execute("SELECT tries FROM tasks WHERE job = ? AND number = ?", task.key).fetchone()[0])

    def end(self, job: int) -> None:
        """Marks the job as done."""
        with self.change() as db:
            db.execute("UPDATE jobs SET state = 'done' WHERE id = ?", (job,))

    # What was found

    def answers(self, job: int) -> Iterator[TaskAnswer]:
        """The answers of the job's engine, in the order of its tasks."""
        query = """SELECT answers.task, tasks.name, answers.answer FROM answers
            JOIN tasks ON tasks.job = answers.job AND tasks.number = answers.task
            JOIN jobs ON jobs.id = answers.job AND jobs.engine = answers.engine AND jobs.nodes = answers.nodes
            WHERE answers.job = ? ORDER BY answers.task"""
        with self.errors():
            for task, name, answer in self.db.execute(query, (job,)):
                yield TaskAnswer(task, name, table_of(answer))

    def answer(self, job: int, task: int) -> tuple[Table, Table]:
        """A finished task and its answer. :raises NightError: it does not exist."""
        query = """SELECT tasks.payload, answers.answer FROM tasks JOIN jobs ON jobs.id = tasks.job
            JOIN answers ON answers.job = tasks.job AND answers.task = tasks.number AND answers.engine = jobs.engine
            WHERE tasks.job = ? AND tasks.number = ?"""
        with self.errors():
            row = self.db.execute(query, (job, task)).fetchone()
            if row is None:
                raise NightError("there is no answer to task %1 of job %2", task, job)
            return table_of(row[0]), table_of(row[1])

    def faults(self, job: int) -> list[tuple[str, Text]]:
        """The failed tasks, and why."""
        query = "SELECT name, fault FROM tasks WHERE job = ? AND state = 2 ORDER BY number"
        with self.errors():
            return [(name, text_of_json(fault)) for name, fault in self.db.execute(query, (job,))]

    def note(self, text: Text, job: int = 0) -> None:
        """Adds a note to the report."""
        with self.change():
            self._note(text, job)

    def _note(self, text: Text, job: int) -> None:
        self.db.execute("INSERT INTO events (at, job, text) VALUES (?,?,?)", (time.time(), job, text_as_json(text)))

    def events(self, job: int | None = None) -> list[NightEvent]:
        """The notes, oldest first; of one job, or all."""
        where, values = ("", ()) if job is None else ("WHERE job = ?", (job,))
        with self.errors():
            rows = self.db.execute(f"SELECT at, job, text FROM events {where} ORDER BY id", values)
            return [NightEvent(min(max(0.0, at), LATEST), number, text_of_json(text)) for at, number, text in rows]

    # Signs between programs

    def sign(self, name: str, text: Text, for_s: float) -> None:
        """Announces something to other programs for `for_s` seconds, such as that the user plays."""
        with self.change() as db:
            db.execute("INSERT OR REPLACE INTO signs VALUES (?,?,?)", (name, time.time() + for_s, text_as_json(text)))

    def unsign(self, name: str) -> None:
        """Withdraws a sign."""
        with self.change() as db:
            db.execute("DELETE FROM signs WHERE name = ?", (name,))

    def signs(self) -> dict[str, Text]:
        """The current signs."""
        with self.errors():
            rows = self.db.execute("SELECT name, text FROM signs WHERE until > ?", (time.time(),))
            return {name: text_of_json(text) for name, text in rows}

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """While open, only this program works on the queue; the lock ends with the process.
        :raises BusyError: another program has it."""
        beside = Path(f"{self.path}-lock")
        make_private(beside)
        with self.errors(), contextlib.closing(sqlite3.connect(beside, isolation_level=None)) as lock:
            lock.execute("PRAGMA busy_timeout = 0")
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                raise BusyError(
                    "another Ratsu works on %1 already. Jobs that you add are done by it; stop it first to work here.",
                    self.path,
                ) from error
            yield


class FullDiskError(NightError):
    """The disk is full; the queue is unchanged."""


def _told(path: Path, error: Exception) -> NightError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT) or isinstance(error, ValueError):
        return NightError("%1 is damaged or no queue (%2); move it away and add the jobs again", path, error)
    if code == sqlite3.SQLITE_FULL:
        return FullDiskError("the disk is full and %1 cannot grow; finished work is saved", path)
    return NightError("cannot use the queue %1: %2", path, error)


_KIND = DatabaseKind(
    0x52614E69,  # "RaNi"
    (_TABLES,),
    _told,
    lambda path: NightError("%1 is a database of another program, not a queue; choose another file", path),
    lambda path: NightError("%1 was written by a newer Ratsu; update the program", path),
)
