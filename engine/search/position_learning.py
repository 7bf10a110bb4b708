"""The evaluations worth keeping: a file of positions with a corrected score (the permanent hash, after Nimzo 8 and Shredder 4),
among them proved draws and mates.

Later searches look positions up here; the file is also the journal with date and reason. Entries can be removed and have a note.
UTF-8 text: `ratsu-learned 1 COUNT CRC32` (of the rest, hexadecimal), then COUNT JSON objects, one a line. Replaced atomically
(`engine.ground.files`).
"""

import json
import zlib
from dataclasses import MISSING, asdict, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.game.info import Score
from engine.ground.errors import PositionError, RatsuError
from engine.ground.files import read_file, write_atomically
from engine.ground.json_text import parse
from engine.ground.saved_file import locked
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.ground.write_targets import unwritten
from engine.rules.board import CoreBoard
from engine.search.searcher import SCORE_MATE

MAGIC = "ratsu-learned 1"
# Bounds, hand-set.
MOST_POSITIONS = 50_000  # the oldest are dropped above this
LARGEST_FILE = 32 << 20  # bytes; 50,000 positions need about a tenth
DEEPEST = 120  # the highest depth in plies that is accepted
SCORE_LIMIT = 10_000  # centipawns; mates are stored as this
DRAW, MATE = "draw", "mate"  # what is proved: the worse side holds for ever; the side to move mates
PROOFS = ("", DRAW, MATE)


class LearnedError(RatsuError):
    """The file of learned positions cannot be read or written, or is damaged."""


@dataclass(frozen=True)
class LearnedPosition:
    """A learned score of a position.

    `score`: centipawns for the side to move. `exact`: from an analysis; else a lower bound. `key`: the core's hash key,
    hexadecimal. `when`: ISO date and time, UTC. `proof`: one of PROOFS, empty: an estimate. `line`: the proof's moves, a mate
    to its end. `also`: keys of other positions of a proved draw. The file leaves these out where they are empty.
    """

    key: str
    fen: str
    chess960: bool
    score: int
    depth: int
    exact: bool
    reason: str
    when: str
    proof: str = ""
    line: str = ""
    also: str = ""
    note: str = ""

    @classmethod
    def of(cls, board: CoreBoard, score: int, depth: int, exact: bool, reason: str) -> "LearnedPosition":
        """The entry for the position on a board, dated now."""
        when = datetime.now(UTC).isoformat(timespec="seconds")
        depth = min(max(depth, 1), DEEPEST)
        return cls(f"{board.key:016x}", board.fen(), board.chess960, score, depth, exact, reason, when)

    @property
    def known(self) -> Score:
        """The score; of a proved mate its moves."""
        if self.proof == MATE:
            return Score(mate=(len(self.line.split()) + 1) // 2)
        return Score(centipawns=self.score)

    @property
    def deliberate(self) -> bool:
        """Whether it was analysed or proved, not seen by the way in a game: such a position is known to every search."""
        return self.exact or bool(self.proof)

    def fault(self) -> str:
        """The fault of the entry, "" if none: score or depth out of range, illegal position, or the key of another position."""
        if abs(self.score) > SCORE_LIMIT or not 0 < self.depth <= DEEPEST:
            return "score or depth is out of range"
        try:
            key = CoreBoard.from_fen(self.fen, self.chess960).key
        except PositionError as error:
            return str(error)
        return "" if self.key == f"{key:016x}" else "the key belongs to another position"


_OPTIONAL = {field.name for field in fields(LearnedPosition) if field.default is not MISSING}


def centipawns(score: Score) -> int:
    """A score as stored: centipawns within SCORE_LIMIT."""
    return min(max(score.number, -SCORE_LIMIT), SCORE_LIMIT)


class LearnedFile:
    """A user's file of learned positions. A missing file counts as empty; a damaged one is never overwritten."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[LearnedPosition]:
        """All positions, oldest first. :raises LearnedError: the file cannot be read or is damaged."""
        try:
            data = read_file(self.path, LARGEST_FILE)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LearnedError("cannot read the learned positions in %1: %2", self.path, error) from error
        head, _, body = data.partition(b"\n")
        words = head.split()
        if b" ".join(words[:2]) != MAGIC.encode() or len(words) != 4:
            raise self._damaged(Text("the file header is wrong"))
        if words[3] != f"{zlib.crc32(body):08x}".encode():
            raise self._damaged(Text("the checksum is wrong"))
        try:
            positions = [_position(parse(line).value) for line in body.decode("utf-8").splitlines()]
        except (ValueError, TypeError) as error:
            raise self._damaged(Text("a line cannot be read (%1)", error)) from error
        if words[2] != str(len(positions)).encode():
            raise self._damaged(Text("lines are missing"))
        return positions

    def add(self, position: LearnedPosition) -> None:
        """Appends a position; earlier entries of it stay in the journal, except that a proof takes the place of the same, and its
        note.

        :raises LearnedError: the file cannot be read or written, or is damaged.
        """
        with locked(self.path):  # two programs may write at once
            known = self.read()
            old = [one for one in known if one.proof and (one.key, one.proof) == (position.key, position.proof)]
            for one in old:
                known.remove(one)
                position = replace(position, note=position.note or one.note)
            self.write([*known, position][-MOST_POSITIONS:])

    def change(self, old: LearnedPosition, new: LearnedPosition | None) -> None:
        """Replaces an entry (None: removes it); does nothing if it is gone.

        :raises LearnedError: the file cannot be read or written, or is damaged.
        """
        with locked(self.path):
            known = self.read()
            if old in known:
                known[known.index(old)] = new or old
                self.write(known if new is not None else [position for position in known if position != old])

    def undo(self, count: int = 1) -> list[LearnedPosition]:
        """Removes the latest entries and returns them, latest first.

        :raises LearnedError: the file cannot be read or written, or is damaged.
        """
        with locked(self.path):
            known = self.read()
            kept = len(known) - min(max(count, 0), len(known))
            self.write(known[:kept])
        return known[kept:][::-1]

    def write(self, positions: list[LearnedPosition]) -> None:
        """Replaces the file. :raises LearnedError: it cannot be written."""
        lines = [json.dumps(as_data(position), ensure_ascii=False) for position in positions]
        body = "".join(f"{line}\n" for line in lines).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, f"{MAGIC} {len(lines)} {zlib.crc32(body):08x}\n".encode() + body, True)
        except OSError as error:
            raise LearnedError(unwritten(self.path, error)) from error

    def _damaged(self, finding: Text) -> LearnedError:
        return LearnedError(
            "the file of learned positions %1 is damaged: %2. Ratsu does not use or change it. "
            "Move it away to start a new one",
            self.path,
            finding,
        )


def table_of(positions: list[LearnedPosition]) -> list[tuple[int, int, int, bool]]:
    """The rows for `Searcher.set_learned`: key, score, depth, exact. Later rows replace earlier ones of the same key, and proofs
    all others."""
    rows = [(int(position.key, 16), position.score, position.depth, position.exact) for position in positions]
    return rows + [(key, proven.worth, DEEPEST, True) for key, proven in proven_of(positions).items()]


@dataclass(frozen=True)
class Proven:
    """A proved result of a position: a draw (`line`: the move that holds, in its first position), or a mate by the side that
    makes the last move of `line`."""

    proof: str
    line: tuple[str, ...] = ()

    @property
    def score(self) -> Score:
        """For the side to move."""
        moves = (len(self.line) + 1) // 2
        return Score(centipawns=0) if self.proof == DRAW else Score(mate=moves if len(self.line) % 2 else -moves)

    @property
    def worth(self) -> int:
        """The same in the band of the core."""
        size = 0 if self.proof == DRAW else SCORE_MATE - len(self.line)
        return size if len(self.line) % 2 else -size


def proven_of(positions: list[LearnedPosition]) -> dict[int, Proven]:
    """Returns the proved results of the positions of all proofs, and of those after them, by key."""
    found: dict[int, Proven] = {}
    for position in positions:
        if position.proof == DRAW:
            found |= {int(key, 16): Proven(DRAW) for key in position.also.split()}
        elif position.proof == MATE:
            board, moves = CoreBoard.from_fen(position.fen, position.chess960), tuple(position.line.split())
            for at, move in enumerate(moves):
                found[board.key] = Proven(MATE, moves[at:])
                board.push_uci(move)
    draws = (position for position in positions if position.proof == DRAW)
    return found | {int(one.key, 16): Proven(DRAW, tuple(one.line.split())) for one in draws}


def as_data(position: LearnedPosition) -> dict[str, object]:
    """An entry in the form of the file."""
    return {key: value for key, value in asdict(position).items() if value or key not in _OPTIONAL}


def _position(data: object) -> LearnedPosition:
    """Reads an entry. :raises ValueError: a field is missing, unknown, of the wrong type or out of range."""
    kinds = {field.name: field.type for field in fields(LearnedPosition)}
    if not isinstance(data, dict) or not kinds.keys() - _OPTIONAL <= data.keys() <= kinds.keys():
        raise ValueError("fields are missing or unknown")
    for name, value in data.items():
        if type(value) is not kinds[name]:
            raise ValueError(f"{name} is not of its type")
    position = LearnedPosition(**data)
    if abs(position.score) > SCORE_LIMIT or not 0 < position.depth <= DEEPEST or int(position.key, 16) >> 64:
        raise ValueError("a score, depth or key is out of range")
    if position.proof not in PROOFS:
        raise ValueError("this kind of proof is unknown")
    return position
