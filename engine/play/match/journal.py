"""What a match leaves on the disk: a PGN that grows by a game as each game ends, and a journal to go on from.

The journal (one JSON object a line) is the truth: a game counts once its line is on the disk. The PGN is written first; what
a crash left of a game whose line is missing is cut off when the match goes on, and the game is played again.
"""

import datetime
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import chess.engine
import chess.pgn

from engine.info import Score
from engine.play.match.errors import MatchError
from engine.play.match.referee import PlayedGame
from engine.play.match.schedule import Encounter, Outcome

VERSION = 1


class Journal:
    """The two files of one match. `outcomes` are the games that earlier runs have finished."""

    def __init__(self, pgn: Path, plan: dict[str, Any], restart: bool = False) -> None:
        """Opens or begins. `plan` says what is played; a journal with another plan is refused. `restart` begins anew.

        Raises MatchError, also where a PGN is there that is no match's.
        """
        self._pgn = pgn
        self._path = pgn.with_name(pgn.name + ".journal")
        self._plan = {"version": VERSION, **plan}
        self.outcomes: list[Outcome] = []
        self._pgn_end = 0
        try:
            self._open(restart)
        except OSError as error:
            raise MatchError(f"cannot keep the match in {pgn}: {error.strerror}") from error

    def add(self, outcome: Outcome, pgn_text: str) -> None:
        """Writes a finished game, PGN first, and flushes both to the disk. Raises MatchError."""
        try:
            self._pgn_end += _append(self._pgn, pgn_text)
            line = {"game": asdict(outcome), "pgn_end": self._pgn_end}
            _append(self._path, json.dumps(line) + "\n")
        except OSError as error:
            raise MatchError(
                f"cannot write game {outcome.encounter.number} to {self._pgn}: {error.strerror}"
            ) from error
        self.outcomes.append(outcome)

    def _open(self, restart: bool) -> None:
        if restart:
            self._path.unlink(missing_ok=True)
            self._pgn.unlink(missing_ok=True)
        if not self._path.exists():
            if self._pgn.exists() and self._pgn.stat().st_size:
                raise MatchError(f"{self._pgn} exists and belongs to no match: choose another name or --restart")
            _append(self._path, json.dumps(self._plan) + "\n")
            return
        self._read()
        if self._pgn.exists() and self._pgn.stat().st_size > self._pgn_end:
            os.truncate(self._pgn, self._pgn_end)

    def _read(self) -> None:
        rows = _complete_rows(self._path)
        if not rows or rows[0] != self._plan:
            different = [key for key in self._plan if not rows or rows[0].get(key) != self._plan[key]]
            raise MatchError(
                f"{self._path} belongs to another match (different: {', '.join(different)}): "
                "choose another --pgn, or --restart to begin anew"
            )
        for row in rows[1:]:
            game = dict(row["game"])
            game["encounter"] = Encounter(**game["encounter"])
            self.outcomes.append(Outcome(**game))
            self._pgn_end = row["pgn_end"]


def pgn_of(game: PlayedGame, encounter: Encounter, names: list[str], control: str) -> str:
    """A game as PGN text with the clock (%clk), time used (%emt) and evaluation (%eval, White's view) of every move."""
    pgn = chess.pgn.Game.from_board(game.board)
    pgn.headers["Event"] = "Ratsu match"
    pgn.headers["Site"] = "?"
    pgn.headers["Date"] = datetime.datetime.now().astimezone().strftime("%Y.%m.%d")
    pgn.headers["Round"] = str(encounter.number)
    pgn.headers["White"] = names[encounter.white]
    pgn.headers["Black"] = names[encounter.black]
    pgn.headers["Result"] = game.result
    pgn.headers["TimeControl"] = control
    pgn.headers["Termination"] = game.termination
    pgn.headers["PlyCount"] = str(game.board.ply() - game.board.root().ply())
    nodes = list(pgn.mainline())
    played = game.moves
    for node, move in zip(nodes[len(nodes) - len(played) :], played, strict=True):
        node.set_emt(move.thought.elapsed_s)
        if move.left_s is not None:
            node.set_clock(max(0.0, move.left_s))
        if move.thought.score is not None:
            node.set_eval(_white_score(move.thought.score, node.turn()), move.thought.depth)
    (nodes[-1] if nodes else pgn).comment = f"{(nodes[-1] if nodes else pgn).comment} {game.reason}".strip()
    return f"{pgn}\n\n"


def _white_score(score: Score, to_move_after: bool) -> chess.engine.PovScore:
    value = chess.engine.Mate(score.mate) if score.mate is not None else chess.engine.Cp(score.centipawns or 0)
    return chess.engine.PovScore(value, not to_move_after)


def _append(path: Path, text: str) -> int:
    data = text.encode()
    with path.open("ab") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return len(data)


def _complete_rows(path: Path) -> list[dict[str, Any]]:
    """The rows that were written whole; a torn last one is cut off."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)
    try:
        return [json.loads(line) for line in data[:whole].splitlines()]
    except ValueError as error:
        raise MatchError(f"{path} is damaged ({error}): choose another --pgn or --restart") from error
