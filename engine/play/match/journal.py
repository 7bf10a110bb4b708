"""The files of a match: a PGN that grows with each finished game, and a journal to resume from.

The journal (one JSON object per line) is authoritative: a game counts once its line is on disk. The PGN is written first; a
game without a line is cut off when the match resumes, and played again. The user's additions to the PGN remain.
"""

import datetime
import io
import json
import os
import weakref
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.game.clock import pgn_time
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore
from engine.game.move_notes import evaluation_command
from engine.game.outcome import Outcome, Termination
from engine.game.python_board import game_of
from engine.game.reason import text_reason
from engine.game.reason_file import as_json, of_json
from engine.game.side import Side
from engine.ground.files import append_durably, appending, opened, read_file
from engine.ground.json_text import JsonError, JsonValue, parse
from engine.ground.leftovers import claim
from engine.ground.text import NOTHING, Text, plain
from engine.ground.write_targets import AT_ONCE, PRIVATE, found_at, unwritten
from engine.pgn.writer import written_game
from engine.play.match.errors import MatchError
from engine.play.match.referee import MatchGame
from engine.play.match.schedule import Encounter, GameResult

VERSION = 1
_MOST_ENGINES = 1_000
_LARGEST = 2**53  # games, plies, bytes
_LARGEST_GAME = 4 << 20  # bytes; 400 moves with clocks and evaluations need a hundredth
_EVENT = "Ratsu match"
_FIRST_LINE = f'[Event "{_EVENT}"]\n'.encode()
_WINNERS = {"1-0": Side.WHITE, "0-1": Side.BLACK, "1/2-1/2": None}


class MatchJournal:
    """The two files of one match. `outcomes` are the games that earlier runs have finished."""

    def __init__(self, pgn: Path, plan: dict[str, Any], restart: bool = False) -> None:
        """Opens or creates the files. `plan` describes the match; a journal with another plan is refused. `restart` begins
        again.
        :raises MatchError: the files cannot be used, the PGN does not belong to a match, or another program plays the match."""
        self._pgn = pgn
        self._path = pgn.with_name(pgn.name + ".journal")
        self._plan = {"version": VERSION, **plan}
        self.outcomes: list[GameResult] = []
        self.notes: list[Text] = []  # what the PGN lacks, for the user
        self._pgn_end = 0
        self._ends: list[int] = []  # of the games in the PGN, as the journal has them
        try:
            self._open(restart)
        except OSError as error:
            raise MatchError(unwritten(pgn, error)) from error

    def add(self, outcome: GameResult, pgn_text: str) -> None:
        """Writes a finished game, PGN first, and flushes both to the disk. Raises MatchError."""
        try:
            end = self._pgn_end + append_durably(self._pgn, pgn_text.encode())
            line = {"game": row_of(outcome), "pgn_end": end}
            try:
                append_durably(self._path, f"{json.dumps(line)}\n".encode(), private=True)
            except OSError:
                os.truncate(self._pgn, self._pgn_end)  # it does not count, and would be there twice
                raise
        except OSError as error:
            raise MatchError("cannot write game %1 to %2: %3", outcome.encounter.number, self._pgn, error) from error
        self._pgn_end = end
        self.outcomes.append(outcome)

    def close(self) -> None:
        """Lets another program continue the match. On Windows an open file could not be removed."""
        self._close()

    def _open(self, restart: bool) -> None:
        begun = self._path.exists() and self._path.stat().st_size
        there = found_at(self._pgn)
        if not begun and there is not None and there.st_size:
            raise MatchError("%1 exists and belongs to no match: choose another name", self._pgn)
        if there is not None:
            appending(self._pgn).close()  # before a game is played for nothing
        self._take()
        if restart:
            os.truncate(self._path, 0)
            if there is not None:
                os.truncate(self._pgn, 0)
        if not self._path.stat().st_size:
            append_durably(self._path, f"{json.dumps(self._plan)}\n".encode(), private=True)
            return
        self._read()
        size = self._pgn.stat().st_size if self._pgn.exists() else 0
        if size > self._pgn_end:
            self._cut_off_torn_game()
        elif size < self._pgn_end:
            self._drop_torn_games(size)

    def _take(self) -> None:
        """Locks the journal: two programs would play each game twice."""
        descriptor = os.open(self._path, os.O_RDONLY | os.O_CREAT | AT_ONCE, PRIVATE)
        self._close = weakref.finalize(self, os.close, descriptor)
        if not claim(descriptor):
            raise MatchError(
                "another program plays the match %1: wait until it has ended, or choose another --pgn", self._pgn
            )

    def _cut_off_torn_game(self) -> None:
        """Removes the part of one game that a crash left. Anything else is the user's additions or annotations, which remain;
        the next game is appended."""
        with opened(self._pgn) as file:
            file.seek(self._pgn_end)
            rest = file.read(_LARGEST_GAME).rstrip(b"\0")  # some file systems leave zeros
        begun = min(len(rest), len(_FIRST_LINE))
        if rest[:begun] == _FIRST_LINE[:begun] and b"\n[Event " not in rest:
            os.truncate(self._pgn, self._pgn_end)
        else:
            self._pgn_end = self._pgn.stat().st_size

    def _drop_torn_games(self, size: int) -> None:
        """The PGN is shorter than the journal says. If its end is a torn game, that game and those after it are played again;
        else the user has taken games out of it, or all of it away, and they count."""
        place = next(index for index, end in enumerate(self._ends) if end > size)
        begin = self._ends[place - 1] if place else 0
        with opened(self._pgn) if size else io.BytesIO() as file:
            file.seek(begin)
            torn = file.read(_LARGEST_GAME)
        number = self.outcomes[place].encounter.number
        self._pgn_end = size
        own = torn[: len(_FIRST_LINE)] == _FIRST_LINE[: len(torn)] and b"\n[Event " not in torn
        named = b"\n[Round " not in torn or f'\n[Round "{number}"]'.encode() in torn
        if not torn or not own or not named:
            self.notes.append(Text("%1 is shorter than it was: games that are no longer in it count", self._pgn))
            return
        os.truncate(self._pgn, begin)
        rows = read_file(self._path).split(b"\n")
        os.truncate(self._path, sum(len(row) + 1 for row in rows[: place + 1]))  # the plan is the first
        lost = [found.encounter.number for found in self.outcomes[place:]]
        del self.outcomes[place:], self._ends[place:]
        self._pgn_end = begin
        self.notes.append(Text("%1 was cut: these games are played again: %2", self._pgn, ", ".join(map(str, lost))))

    def _read(self) -> None:
        rows = _complete_rows(self._path)
        if not rows or rows[0] != self._plan:
            different = [key for key in self._plan if not rows or rows[0].get(key) != self._plan[key]]
            raise MatchError(
                "%1 belongs to another match (different: %2): choose another --pgn, or --restart to start again",
                self._path,
                ", ".join(different),
            )
        try:
            for row in rows[1:]:
                found = JsonValue(row)
                self.outcomes.append(_outcome(found["game"], _MOST_ENGINES))
                self._pgn_end = found["pgn_end"].whole(0, _LARGEST)
                self._ends.append(self._pgn_end)
        except JsonError as error:
            raise MatchError("%1 is damaged (%2): choose another --pgn or --restart", self._path, error) from error


def finished_games(pgn: Path, engines: int) -> list[GameResult]:
    """The games of a match of `engines` engines by its journal, read-only; empty if the journal is missing or damaged."""
    path = pgn.with_name(pgn.name + ".journal")
    try:
        lines = read_file(path).split(b"\n")[1:-1]
        return [_outcome(parse(line)["game"], engines) for line in lines]
    except (OSError, JsonError):
        return []


def remove_unbegun(pgn: Path) -> None:
    """Removes the files of a match without finished games; the next run creates them again. The match must not be running.
    :raises OSError: they cannot be removed."""
    if pgn.exists() and not pgn.stat().st_size:
        pgn.with_name(pgn.name + ".journal").unlink(missing_ok=True)
        pgn.unlink()


def row_of(found: GameResult) -> dict[str, Any]:
    """A game as the journal and the events write it: how it ended in words for people, and as a value."""
    ended, detail = found.outcome, found.outcome.detail
    return {
        "encounter": asdict(found.encounter),
        "result": found.result,
        "termination": ended.termination.label,
        "reason": str(ended),
        "ended": [ended.termination.value, as_json(text_reason(detail)) if detail else ""],
        "plies": found.plies,
    }


def outcome_of(row: object) -> GameResult:
    """Parses an outcome of the journal or the events. :raises JsonError: it is invalid."""
    return _outcome(JsonValue(row), _MOST_ENGINES)


def _outcome(row: JsonValue, engines: int) -> GameResult:
    encounter = row["encounter"]
    return GameResult(
        Encounter(
            encounter["number"].whole(1, _LARGEST),
            encounter["white"].whole(0, engines - 1),
            encounter["black"].whole(0, engines - 1),
            encounter["opening"].whole(0, _LARGEST),
        ),
        _ended(row),
        plies=row["plies"].whole(0, _LARGEST),
    )


def _ended(row: JsonValue) -> Outcome:
    """Parses how a game ended; for older versions, as far as their words say it."""
    winner = _WINNERS[row["result"].one_of(tuple(_WINNERS))]
    if row.has("ended"):
        detail = row["ended"][1].text()
        try:
            said = of_json(detail).values[0] if detail else NOTHING
        except ValueError as error:
            raise JsonError("the match's journal is damaged: %1 is not a detail of an end", detail) from error
        kind = Termination(row["ended"][0].one_of(tuple(kind.value for kind in Termination)))
        return Outcome(winner, kind, said if isinstance(said, Text) else plain(said))
    tag, reason = row["termination"].text(), row["reason"].text()
    won = f"{winner} wins: "  # which older versions left out of the sentences of blame
    known = {str(Outcome(winner, kind)).removeprefix(won): kind for kind in Termination if kind.label == tag}
    words, _, rest = reason.partition(": ")
    if words in known:
        return Outcome(winner, known[words], plain(rest) if rest else NOTHING)
    return Outcome(winner, next(iter(known.values()), Termination.ADJUDICATION), plain(reason))


def pgn_of(game: MatchGame, encounter: Encounter, names: list[str], date: str = "") -> str:
    """A game as PGN text with the clock (%clk), time used (%emt) and evaluation (%eval, White's view) of every move. `date` as
    in PGN; empty: today."""
    outcome = game.outcome
    headers = {
        "Event": _EVENT,
        "Date": date or datetime.datetime.now().astimezone().strftime("%Y.%m.%d"),
        "Round": str(encounter.number),
        "White": names[encounter.white],
        "Black": names[encounter.black],
        **game.control.tags(),
        "Termination": outcome.termination.pgn,
        "PlyCount": str(game.board.ply() - game.board.root().ply()),
    }
    parsed = game_of(game.board, {**headers, "Result": outcome.result})
    nodes, played = parsed.main_line(), game.moves
    side = (game.board.ply() - len(played)) % 2  # 0: White made the first of them
    for number, (node, move) in enumerate(zip(nodes[len(nodes) - len(played) :], played, strict=True)):
        commands = [f"[%emt {pgn_time(round(1000 * move.thought.elapsed_s))}]"]
        left_ms = move.clock.remaining(Side.of((number + side) % 2 == 0))
        if left_ms is not None:
            commands.append(f"[%clk {pgn_time(left_ms)}]")
        if move.thought.score is not None:
            score = PovScore(move.thought.score, white=(number + side) % 2 == 0)
            commands.append(evaluation_command(Evaluation(score, move.thought.depth or 0)))
        parsed = parsed.with_node(node.changed(comment=" ".join(commands)))
    last = parsed.node(parsed.end())
    parsed = parsed.with_node(last.changed(comment=" ".join((*last.comments, str(outcome)))))
    return f"{written_game(parsed)}\n"


def _complete_rows(path: Path) -> list[dict[str, Any]]:
    """The rows that were written whole; a torn last one is cut off."""
    data = read_file(path)
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)
    try:
        return [dict(parse(line).table()) for line in data[:whole].splitlines()]
    except JsonError as error:
        raise MatchError("%1 is damaged (%2): choose another --pgn or --restart", path, error) from error
