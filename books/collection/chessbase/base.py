"""Reads a ChessBase database as PGN: game records (.cbh), players (.cbp), events (.cbt), moves (.cbg) and comments
(.cba).

Format: see `moves`. Left out, because undocumented: texts between the games, unusual move encodings, chess variants,
sounds, pictures, medals and training questions.
"""

import contextlib
import struct
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

from books.collection.chessbase.errors import ChessBaseError
from books.collection.chessbase.moves import read_moves
from engine.ground.files import opened
from engine.ground.text import NOTHING, Text, why
from engine.ground.values import dataclass

SUFFIX = ".cbh"
_RECORD = 46  # bytes; also of the file's own header
_RESULTS = ("0-1", "1/2-1/2", "1-0", "*", "0-1", "1/2-1/2", "1-0", "0-0")
_PLAYER, _EVENT = 58, 90  # bytes of an entry, after 9 bytes of its tree
_MAGIC = 1_234_567_890
MOST_PLIES = 20_000  # of a game with its variations
MOST_GAME = 1 << 20  # bytes of moves or of comments


_KINDS = (0, chess.KING, chess.QUEEN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.PAWN)
BYTES = 28


_AFTER, _SIGNS, _SQUARES, _ARROWS, _BEFORE = 0x02, 0x03, 0x04, 0x05, 0x82
_ANY, _ENGLISH = 0, 0x2A
_COLOURS = {2: "G", 3: "Y", 4: "R"}
CONTROLS = dict.fromkeys((*range(32), 127), " ")  # a line break in a name would end its PGN tag
# Pieces in the fonts of ChessBase, and its diagram sign.
_PIECES = {"¢": "K", "£": "Q", "¤": "N", "¥": "B", "¦": "R", "§": "P"}
_LETTERS = CONTROLS | str.maketrans({**_PIECES, "{": "(", "}": ")"})
_DIAGRAM = 0x9E


@dataclass(frozen=True)
class Note:
    """An annotation. `place`: the move's index in the order of the file, -1 for the whole game."""

    place: int
    kind: int
    data: bytes


def read_notes(data: bytes) -> Iterator[Note]:
    """Yields all annotations of a game, including unknown kinds. :raises ChessBaseError: they are cut off."""
    at = 0
    while at + 6 <= len(data):
        place = int.from_bytes(data[at : at + 3], "big", signed=True)
        size = int.from_bytes(data[at + 4 : at + 6], "big")
        if size < 6 or at + size > len(data):
            raise ChessBaseError("its comments are cut off")
        yield Note(place, data[at + 3], data[at + 6 : at + size])
        at += size


def add_note(node: chess.pgn.GameNode, note: Note) -> None:
    """Adds an annotation to a PGN node; kinds that PGN lacks are left out."""
    if note.kind in (_AFTER, _BEFORE) and len(note.data) > 2:
        _add_text(node, note)
    elif note.kind == _SIGNS and isinstance(node, chess.pgn.ChildNode):
        node.nags.update(sign for sign in note.data[:3] if 0 < sign <= 255)
    elif note.kind in (_SQUARES, _ARROWS):
        node.comment = f"{_drawn(note)} {node.comment}".strip()


def _add_text(node: chess.pgn.GameNode, note: Note) -> None:
    if note.data[1] not in (_ANY, _ENGLISH) and node.comment:
        return
    raw = bytes(byte for byte in note.data[2:] if byte != _DIAGRAM)
    text = " ".join(raw.decode("cp1252", "replace").translate(_LETTERS).split())
    if note.kind == _BEFORE and isinstance(node, chess.pgn.ChildNode):
        node.starting_comment = f"{node.starting_comment} {text}".strip()
    else:
        node.comment = f"{node.comment} {text}".strip()


def _drawn(note: Note) -> str:
    """Returns coloured squares or arrows as PGN commands (`%csl`, `%cal`)."""
    step, name = (2, "csl") if note.kind == _SQUARES else (3, "cal")
    marks = []
    for at in range(0, len(note.data) - step + 1, step):
        colour, *squares = note.data[at : at + step]
        if colour in _COLOURS and all(1 <= square <= 64 for square in squares):
            names = "".join(chess.square_name(chess.square((one - 1) // 8, (one - 1) % 8)) for one in squares)
            marks.append(f"{_COLOURS[colour]}{names}")
    return f"[%{name} {','.join(marks)}]" if marks else ""


def start_of(data: bytes) -> chess.Board:
    """Returns the board from 28 bytes: flags, and the squares from a1 file by file in 1 or 5 bits each.
    :raises ChessBaseError: the position is invalid."""
    if len(data) < BYTES:
        raise ChessBaseError("its data are cut off")
    bits = "".join(f"{byte:08b}" for byte in data[4:BYTES])
    board, at = chess.Board(None), 0
    for square in (chess.square(file, rank) for file in range(8) for rank in range(8)):
        if bits[at : at + 1] != "1":
            at += 1
            continue
        kind = int(bits[at + 2 : at + 5] or "0", 2)
        if not 1 <= kind < len(_KINDS):
            raise ChessBaseError("its start position has an unknown piece")
        board.set_piece_at(square, chess.Piece(_KINDS[kind], bits[at + 1] == "0"))
        at += 5
    board.turn = not data[1] & 16
    rights = zip((1, 2, 4, 8), (chess.A1, chess.H1, chess.A8, chess.H8), strict=True)
    board.castling_rights = sum((1 << square for bit, square in rights if data[2] & bit), 0)
    file = data[1] & 15
    if 1 <= file <= 8:
        square = chess.square(file - 1, 5 if board.turn else 2)
        board.ep_square = square
        if not board.is_valid():
            board.ep_square = None
    board.fullmove_number = max(1, data[3])
    if not board.is_valid():
        raise ChessBaseError("its start position is invalid: %1", board.fen())
    return board


@dataclass(frozen=True)
class Converted:
    """A game as PGN, or the reason why it cannot be read (`fault`). `number`: its place in the database, from 1;
    `unread`: why its comments are missing."""

    number: int
    pgn: str
    fault: Text = NOTHING
    unread: Text = NOTHING


def read_base(path: Path, first: int = 1) -> Iterator[Converted]:
    """Yields all games not marked as deleted, from number `first`, without texts.
    :raises ChessBaseError: the database cannot be read at all."""
    if path.suffix.lower() != SUFFIX:
        raise ChessBaseError("%1 is not a .cbh file", path.name)
    with contextlib.ExitStack() as stack:
        base = _Base(path, stack)
        for number in range(max(1, first), base.count + 1):
            record = base.record(number)
            if record[0] & 0x82 or not record[0] & 1:
                continue
            yield base.game(number, record)


def games_in(path: Path) -> int:
    """Returns the number of records, including texts. :raises ChessBaseError: the file cannot be read."""
    try:
        return max(0, path.stat().st_size // _RECORD - 1)
    except OSError as error:
        raise ChessBaseError("%1 cannot be read: %2", path.name, error) from error


class _File:
    """A file read by offset. Not memory-mapped: truncation by another program, or a removed drive, would kill this
    process."""

    def __init__(self, path: Path, stack: contextlib.ExitStack) -> None:
        """`stack` closes it. :raises ChessBaseError: it cannot be read."""
        self._path = path
        try:
            self._file = stack.enter_context(opened(path))
            self.size = path.stat().st_size
        except OSError as error:
            raise self._error(error) from error

    def at(self, place: int, length: int) -> bytes:
        """Returns `length` bytes from `place`, fewer at the end of the file. :raises ChessBaseError: it cannot be read."""
        try:
            self._file.seek(place)
            return self._file.read(length)
        except OSError as error:
            raise self._error(error) from error

    def whole(self, place: int, length: int) -> bytes:
        """Returns exactly `length` bytes from `place`. :raises ChessBaseError: there are fewer, or they cannot be read."""
        found = self.at(place, length)
        if len(found) < length:
            raise ChessBaseError("%1 is cut off", self._path.name)
        return found

    def _error(self, error: OSError) -> ChessBaseError:
        return ChessBaseError("%1 cannot be read: %2", self._path.name, error)


def _number(value: int, most: int, digits: int) -> str:
    """Returns a part of a date; question marks if it is unknown or out of range."""
    return f"{value:0{digits}}" if 0 < value <= most else "?" * digits


def _written(game: chess.pgn.Game) -> str:
    """Returns the game as PGN. A game that both sides lost ends with `*`: after moves, other programs read 0-0 as
    castling."""
    text = str(game)
    return (f"{text.removesuffix('0-0')}*" if game.headers["Result"] == "0-0" else text) + "\n\n"


class _Base:
    """The open files of a database."""

    def __init__(self, path: Path, stack: contextlib.ExitStack) -> None:
        """`stack` closes them."""
        self._records = _File(path, stack)
        if self._records.size < _RECORD or self._records.at(3, 2) != b"\x00\x2e":
            raise ChessBaseError("%1 is not a ChessBase database", path.name)
        self.count = self._records.size // _RECORD - 1
        self._moves = _File(_beside(path, ".cbg"), stack)
        notes = _beside(path, ".cba")
        self._notes = _File(notes, stack) if notes.exists() else None
        self._players = _Names(_beside(path, ".cbp"), _PLAYER, stack)
        self._events = _Names(_beside(path, ".cbt"), _EVENT, stack)

    def record(self, number: int) -> bytes:
        return self._records.whole(_RECORD * number, _RECORD)

    def game(self, number: int, record: bytes) -> Converted:
        """Returns a game, with the headers alone if the moves cannot be read."""
        game = chess.pgn.Game()
        self._head(game, record)
        try:
            nodes = self._play(game, record)
        except (ChessBaseError, struct.error, IndexError) as error:
            fault = why(error) if isinstance(error, ChessBaseError) else Text("its data are cut off")
            name = f"{game.headers['White']} - {game.headers['Black']}"
            return Converted(number, "", Text("game %1, %2: %3", number, name, fault))
        unread = NOTHING
        try:
            for note in self._notes_of(record):
                if note.place < len(nodes):
                    add_note(nodes[note.place + 1] if note.place >= 0 else game, note)
        except (ChessBaseError, struct.error, IndexError):
            unread = Text("game %1: its comments cannot be read", number)
        return Converted(number, _written(game), unread=unread)

    def _head(self, game: chess.pgn.Game, record: bytes) -> None:
        white, black, event = (_big(record[at : at + 3]) for at in (9, 12, 15))
        headers = game.headers
        headers["White"], headers["Black"] = (
            ", ".join(filter(None, self._players.texts(player, 30, 20))) or "?" for player in (white, black)
        )
        headers["Event"], headers["Site"] = (text or "?" for text in self._events.texts(event, 40, 30))
        date = _big(record[24:27])
        year, month, day = date >> 9, date >> 5 & 15, date & 31
        headers["Date"] = ".".join((_number(year, 9999, 4), _number(month, 12, 2), _number(day, 31, 2)))
        headers["Result"] = _RESULTS[record[27]] if record[27] < len(_RESULTS) else "*"
        headers["Round"] = f"{record[29]}.{record[30]}" if record[30] else str(record[29] or "?")
        for name, at in (("WhiteElo", 31), ("BlackElo", 33)):
            if 0 < (elo := _big(record[at : at + 2])) < 4_000:
                headers[name] = str(elo)
        eco = _big(record[35:37]) >> 7
        if 1 <= eco <= 500:
            headers["ECO"] = f"{'ABCDE'[(eco - 1) // 100]}{(eco - 1) % 100:02}"

    def _play(self, game: chess.pgn.Game, record: bytes) -> list[chess.pgn.GameNode]:
        """Adds the moves. Returns the nodes in the order of the file, the start first.
        :raises ChessBaseError: the moves cannot be read."""
        at = _big(record[1:5])
        head = self._moves.at(at, 4)
        flags, size = head[0], _big(head[1:])
        if size > MOST_GAME or at + size > self._moves.size:
            raise ChessBaseError("its data are cut off")
        if flags & 0x3F:
            raise ChessBaseError("its moves have an unknown encoding (%1)", flags & 0x3F)
        data = self._moves.whole(at + 4, max(0, size - 4))
        if flags & 0x40:
            board, data = start_of(data), data[28:]
            game.setup(board)
        node: chess.pgn.GameNode = game
        nodes, forks = [node], list[chess.pgn.GameNode]()
        for read in read_moves(data, game.board()):
            if read.mark == "begin":
                forks.append(node)
            elif read.mark == "end":
                node = forks.pop() if forks else game
            elif len(nodes) > MOST_PLIES:
                raise ChessBaseError("it has more than %1 moves", MOST_PLIES)
            else:
                node = node.add_variation(read.move)
                nodes.append(node)
        return nodes

    def _notes_of(self, record: bytes) -> Iterator[Note]:
        at = _big(record[5:9])
        if not at or self._notes is None:
            return iter(())
        size = _big(self._notes.at(at + 10, 4))
        if size > MOST_GAME or at + size > self._notes.size:
            raise ChessBaseError("its comments are cut off")
        return read_notes(self._notes.whole(at + 14, max(0, size - 14)))


class _Names:
    """Players or events: entries of one size, found by number."""

    def __init__(self, path: Path, size: int, stack: contextlib.ExitStack) -> None:
        self._file, self._size = _File(path, stack), size
        head = struct.unpack("<7i", self._file.at(0, 28).ljust(28, b"\0"))
        if head[2] != _MAGIC or head[3] != size or not 0 <= head[6] <= 64:
            raise ChessBaseError("%1 has an unknown format", path.name)
        self._first = 28 + head[6]

    def texts(self, number: int, *lengths: int) -> list[str]:
        """Returns the texts at the beginning of an entry; empty for an unknown number."""
        at = self._first + number * (9 + self._size) + 9
        texts = []
        for length in lengths:
            text = self._file.at(at, length).split(b"\0")[0].decode("cp1252", "replace")
            texts.append(" ".join(text.translate(CONTROLS).split()))
            at += length
        return texts


def _beside(path: Path, suffix: str) -> Path:
    """Returns the companion file, with its suffix in either case."""
    lower, upper = path.with_suffix(suffix), path.with_suffix(suffix.upper())
    return upper if upper.exists() and not lower.exists() else lower


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")
