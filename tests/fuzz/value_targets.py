"""Fuzzers of values that travel: the queue of night work, what sites answer, comments of the coach, and the predictor."""

import argparse
import contextlib
import hashlib
import io
import json
import random
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from books.collection.game_collection import Collection
from books.errors import BookError
from engine.coach.claim_file import as_command, checked_claims
from engine.coach.claim_words import said
from engine.coach.claims import Claim, Motif
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.commands import night
from engine.game.limits import GamePosition
from engine.game.reason_file import as_command as reason_command
from engine.game.reason_file import of_command
from engine.game.reason_words import english
from engine.ground.text import Text
from engine.human import predictor_file
from engine.human.predicted_player import PredictedPlayer
from engine.human.predictor import Predictor
from engine.night.jobs import keep
from engine.night.queue import NightQueue
from engine.night.values import NightError, PlannedTask
from engine.play.match.openings import built_in_openings, opening_of, row_of_opening
from engine.play.world.downloads import DownloadFilter
from engine.play.world.fetching import fetch_games
from engine.play.world.http_client import HttpResponse, RequestGuard
from tests.books.damage import WRONG_VALUES
from tests.fuzz.driver import Check, Target
from tests.fuzz.mutators import bytes_mutant, json_mutant, put
from tests.helpers.coach_mistakes import SAMPLE, read_mistakes
from tests.helpers.reasons import every_reason

_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_ROW = {"number": 1, "white": 0, "black": 1, "opening": 0}
_SIDE = {"accuracy": 91.5, "blunders": 1}
_EXERCISE = {
    "start_fen": _START,
    "moves": ["e2e4", "e7e5"],
    "chess960": False,
    "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "white": True,
    "played": "f2f3",
    "played_text": "2. f3?",
    "better": ["g1f3"],
    "better_text": "2. Nf3",
    "share": 0.5,
    "event": "A game",
}
ANSWERS: Mapping[str, object] = {
    "review": {
        "review": {"players": {"white": _SIDE, "black": _SIDE}, "moves": [{"ply": 2, "loss": 0.4}]},
        "exercises": [_EXERCISE],
        "unread": "",
    },
    "book": {"positions": 3, "findings": [{"problem": "gap", "fen": _START, "words": "no answer"}]},
    "deepen": {"move": "e2e4", "depth": 9, "nodes": 100, "line": ["e2e4"], "centipawns": 20, "mate": None},
    "match": {
        "games": [
            {
                "game": {"encounter": _ROW, "result": "1-0", "termination": "normal", "reason": "mate", "plies": 40},
                "players": ["a", "b"],
                "pgn": "1. e4 1-0\n\n",
            }
        ]
    },
    "positions": {"records": "AAAA"},
    "tables": {"positions": 5, "problem": ""},
}
_COLUMNS = (
    ("answers", "answer"),
    ("answers", "answer"),
    ("answers", "seconds"),
    ("tasks", "payload"),
    ("tasks", "fault"),
    ("tasks", "state"),
    ("jobs", "options"),
    ("jobs", "state"),
    ("jobs", "kind"),
    ("jobs", "added"),
    ("events", "text"),
    ("events", "at"),
    ("signs", "text"),
)


def filled_queue(path: Path, output: Path) -> None:
    """A queue with a job of each kind, half done, as a night leaves it."""
    with NightQueue(path) as queue:
        for kind in ANSWERS:
            queue.add(
                kind, kind, {"output": str(output)}, 10, [PlannedTask("one", {"fen": _START}), PlannedTask("two", {})]
            )
        queue.begin("engine")
        for task in queue.next_tasks(20, ()):
            if task.number == 1:
                queue.finish(task, "engine", json.dumps(ANSWERS[task.kind]), 2.5, "me")
        queue.note(Text("The disk was full; the work waited %1 s for room.", 3))
        queue.sign("window", Text("a game is played"), 1e9)


@contextmanager
def _night(folder: Path) -> Iterator[Check]:
    """A damaged queue: what `ratsu night` shows, what the work would do next, and what a finished job keeps."""
    path, output = folder / "mutant.db", folder / "games.pgn"
    filled_queue(folder / "whole.db", output)
    with closing(sqlite3.connect(folder / "whole.db")) as queue:
        queue.execute("PRAGMA journal_mode = DELETE")
    whole = (folder / "whole.db").read_bytes()
    parser = argparse.ArgumentParser()
    night.configure(parser)
    commands = [parser.parse_args([*words, "--queue", str(path)]) for words in (["list"], ["report"])]
    commands += [replace_json(command) for command in commands]

    def check(dice: random.Random) -> None:
        for old in folder.glob("mutant*"):
            old.unlink()
        path.write_bytes(bytes_mutant(whole, dice, 100) if dice.random() < 0.2 else whole)
        if path.stat().st_size == len(whole):
            # SQLite's message may quote damaged bytes: then it is a UnicodeDecodeError
            with (
                contextlib.suppress(sqlite3.Error, UnicodeDecodeError),
                closing(sqlite3.connect(path, isolation_level=None)) as queue,
            ):
                _spoil(queue, *dice.choice(_COLUMNS), dice)
        for command in commands:
            with contextlib.redirect_stdout(io.StringIO()):
                command.action(command)
        with NightQueue(path) as queue:
            queue.begin("engine")
            assert len(queue.next_tasks(9, ())) <= 9 and len(queue.signs()) <= 1  # its name may be damaged
            for job in queue.jobs():
                if job.kind != "review":  # its exercises go into the user's own file
                    with contextlib.suppress(NightError):
                        keep(replace(job, options={"output": str(output)}), queue.answers(job.id))

    yield check


def replace_json(command: argparse.Namespace) -> argparse.Namespace:
    """The same command, which prints JSON."""
    return argparse.Namespace(**{**vars(command), "json": True})


def _spoil(queue: sqlite3.Connection, table: str, column: str, dice: random.Random) -> None:
    name = "number" if table == "tasks" else "rowid"
    rows = queue.execute(f"SELECT {name}, {column} FROM {table} ORDER BY {name}").fetchall()
    row, kept = dice.choice(rows)
    value = dice.choice(WRONG_VALUES)
    if isinstance(kept, str) and kept[:1] in ("{", "[") and dice.random() < 0.8:
        value = json_mutant(kept, dice).encode("utf-8", "replace").decode()
    queue.execute(f"UPDATE {table} SET {column} = ? WHERE {name} = ?", (value, row))


@contextmanager
def _claims(_: Path) -> Iterator[Check]:
    """A comment of the coach that somebody has changed: nothing is said, or what the checker has proved. One of each motif."""
    found_first: dict[Motif, tuple[Mistake, tuple[Claim, ...]]] = {}
    for mistake, _rating in read_mistakes(SAMPLE):
        claims = explained(mistake)
        found_first |= {claim.motif: (mistake, claims) for claim in claims if claim.motif not in found_first}
    written = list(found_first.values())

    def check(dice: random.Random) -> None:
        mistake, claims = dice.choice(written)
        if dice.random() < 0.5:
            text = as_command([_cut(claim, dice) for claim in claims])
        else:
            text = json_mutant(as_command(claims).translate(_LISTS), dice).translate(_COMMAND)
        found = checked_claims(text, mistake.fen, mistake.chess960, mistake.move)
        assert said(found) or not found

    yield check


def _cut(claim: Claim, dice: random.Random) -> Claim:
    """The same claim with shorter lines, fewer pieces and another key move."""
    line, other = claim.line[: dice.randint(1, len(claim.line))], claim.other[: dice.randint(0, len(claim.other))]
    pieces = claim.pieces[: dice.randint(0, len(claim.pieces))]
    return replace(claim, line=line, other=other, pieces=pieces, key=dice.randint(0, len(line)))


_LISTS, _COMMAND = str.maketrans("()", "[]"), str.maketrans("[]", "()")


@contextmanager
def _reasons(_: Path) -> Iterator[Check]:
    """The reason of a move as a comment holds it; one that is read can be said."""
    written = [reason_command(reason) for reason in every_reason()]

    def check(dice: random.Random) -> None:
        text = json_mutant(dice.choice(written).translate(_LISTS), dice).translate(_COMMAND)
        try:
            reason = of_command(text)
        except ValueError as error:
            raise BookError("refused") from error
        english(reason)

    yield check


@contextmanager
def _openings(_: Path) -> Iterator[Check]:
    """The opening of a pair of games as the queue holds it; one that is read can be written."""
    written = [json.dumps(row_of_opening(board)) for board in built_in_openings()]

    def check(dice: random.Random) -> None:
        try:
            board = opening_of(json.loads(json_mutant(dice.choice(written), dice)))
        except (ValueError, RecursionError) as error:
            raise BookError("refused") from error
        row_of_opening(board)

    yield check


class Wire:
    """Gives bytes in place of a site's answer, mostly damaged; `sound`: never."""

    def __init__(self, dice: random.Random, bodies: Mapping[str, bytes], sound: bool = False) -> None:
        """`bodies`: by the end of the address."""
        self._dice, self._bodies, self._sound = dice, bodies, sound
        self._headers = {"Last-Modified": _STAMP}

    @contextmanager
    def open(self, url: str, *_: object, **__: object) -> Iterator[HttpResponse]:
        """One answer."""
        body = next((body for end, body in self._bodies.items() if url.endswith(end)), self._bodies.get("/01", b""))
        if not self._sound and self._dice.random() < 0.7:
            body = json_mutant(body.decode(), self._dice).encode("utf-8", "surrogatepass")
        if not self._sound and self._dice.random() < 0.3:
            body = _with_odd_number(body.decode("utf-8", "surrogatepass"), self._dice).encode("utf-8", "surrogatepass")
        if not self._sound and self._dice.random() < 0.1:
            stamps = ("", "x" * 9, _STAMP.replace("2026", "9999"), "0 Jan 0", _STAMP.replace("2026", "0"), *_BAD_STAMPS)
            self._headers["Last-Modified"] = self._dice.choice(stamps)
        steps = (1 << 16,) if self._sound else (1, 7, 300, 1 << 16)
        response = _Response(body, self._dice, self._headers, steps)
        yield HttpResponse("site", cast(Any, response), RequestGuard("site", lambda: True, 60.0))


def _with_odd_number(body: str, dice: random.Random) -> str:
    """A number that Python reads and nobody can use."""
    numbers = [*re.finditer(r"(?<=[:, ])(-?\d+|null|true)(?=[,}\]])", body)]
    if not numbers:
        return body
    at = dice.choice(numbers)
    return body[: at.start()] + dice.choice(_ODD_NUMBERS) + body[at.end() :]


_ODD_NUMBERS = (
    "1e999",
    "-1e999",
    "1" + "0" * 400,
    "NaN",
    "1e400",
    "-0",
    "1.5",
    "9" * 30,
    "null",
    "[]",
    '"x"',
    "[" * 999,
)


class _Response:
    status_code = 200

    def __init__(self, body: bytes, dice: random.Random, headers: dict[str, str], steps: tuple[int, ...]) -> None:
        self._body, self._dice, self.headers, self._steps = body, dice, headers, steps

    def iter_raw(self, _: int) -> Iterator[bytes]:
        at = 0
        while at < len(self._body):
            step = self._dice.choice(self._steps)
            yield self._body[at : at + step]
            at += step


_STAMP = "Mon, 05 Jan 2026 10:00:00 GMT"
_BAD_STAMPS = (
    "Mon, 05 Jan 2026 10:00:00 +9999999",
    "Mon, 99 Jan 2026 10:00:00 GMT",
    "1e999",
    "Thu, 01 Jan 1 0:0:0 +2300",
)
_PGN = '[Event "Rated"]\n[Site "https://lichess.org/abcdefgh"]\n[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 1-0\n'
STREAMED: Mapping[str, Any] = {"variant": "standard", "createdAt": 10**12, "pgn": _PGN}
_STREAM = "".join(json.dumps({**STREAMED, "pgn": _PGN.replace("Nf3", move)}) + "\n" for move in ("Nf3", "Nc3", "f4"))
PLAYED: Mapping[str, Any] = {
    "rules": "chess",
    "rated": True,
    "time_class": "blitz",
    "white": {"username": "Ann"},
    "pgn": _PGN,
}
_MONTH = json.dumps({"games": [{**PLAYED, "black": {"username": name}} for name in ("Bob", "Cid")]})
MONTHS = json.dumps({"archives": ["https://api.chess.com/pub/player/ann/games/2026/01"]})


def _site(site: str) -> Target:
    @contextmanager
    def prepare(folder: Path) -> Iterator[Check]:
        """What a site may answer; what came of it before is kept, and the collection stays whole."""
        with Collection(folder / "games.ratsugames", create=True) as games:

            def check(dice: random.Random) -> None:
                bodies = {"/user/ann": _STREAM.encode(), "/archives": MONTHS.encode(), "/01": _MONTH.encode()}
                wire = Wire(dice, bodies)
                wanted = DownloadFilter(
                    "ann", dice.random() < 0.5, dice.choice(((), ("blitz",))), dice.choice(("", "white"))
                )
                list(fetch_games(games, site, wanted, wire, "https://site", again=True))  # type: ignore[arg-type]

            yield check

    return prepare


@contextmanager
def _predictor(folder: Path) -> Iterator[Check]:
    """A predictor's file with a checksum that fits: it is refused, or predicts shares that sum to 1."""
    whole = predictor_file.SHIPPED.read_bytes()
    header, path = predictor_file.HEADER, folder / "mutant.human"
    small = header.unpack_from(whole)[2]
    asked = PredictedPlayer(1500, 1500, 300)

    def check(dice: random.Random) -> None:
        table, payload = whole[header.size : header.size + small], bytearray(whole[header.size + small :])
        if dice.random() < 0.6:
            table = json_mutant(table.decode(), dice).encode("utf-8", "surrogateescape")
        for _ in range(dice.choice((0, 1, 100))):
            payload[dice.randrange(len(payload))] = dice.randrange(256)
        if dice.random() < 0.2:
            del payload[dice.randrange(len(payload)) :]
        body = table + payload
        size = len(table) if dice.random() < 0.9 else dice.choice((0, 1, len(body), 0xFFFFFFFF))
        put(path, header.pack(predictor_file.MAGIC, predictor_file.VERSION, size, hashlib.sha256(body).digest()) + body)
        found = Predictor(path=path).predict(GamePosition(_START, chess960=False), asked)
        assert len(found) == 20 and abs(sum(found.values()) - 1) < 1e-6

    yield check


TARGETS: dict[str, Target] = {
    "night": _night,
    "claims": _claims,
    "reasons": _reasons,
    "openings": _openings,
    "lichess": _site("lichess"),
    "chesscom": _site("chesscom"),
    "predictor": _predictor,
}
