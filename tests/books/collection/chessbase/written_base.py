"""Writes a small database as ChessBase would: nobody's games may be shipped, and the description works both ways."""

import struct
from collections.abc import Sequence
from pathlib import Path

import chess
import chess.pgn

from books.collection.chessbase import moves
from books.collection.chessbase.errors import ChessBaseError

LINE = 46


class Writer:
    """The bytes of a game's moves: short where a byte says the move, else long."""

    def __init__(self) -> None:
        self.out, self._seen = bytearray(), 0

    def line(self, node: chess.pgn.GameNode, pieces: moves._Pieces) -> bytes:
        self._walk(node, pieces)
        return bytes(self.out)

    def _walk(self, node: chess.pgn.GameNode, pieces: moves._Pieces) -> None:
        """The main line first; each fork is marked before its first move and continued behind the line's end."""
        for at, child in enumerate(node.variations):
            own = pieces.copy()
            if at + 1 < len(node.variations):
                self._mark(moves._BEGIN)
            self._move(child.move, own)
            self._walk(child, own)
        if not node.variations:
            self._mark(moves._END)

    def _mark(self, meaning: int) -> None:
        self.out.append((moves._ORDER[meaning] + self._seen) % 256)

    def _move(self, move: chess.Move, pieces: moves._Pieces) -> None:
        meaning = self._short(move, pieces)
        if meaning is None:
            self._mark(moves._LONG_MOVE)
            start, end = (
                8 * chess.square_file(one) + chess.square_rank(one) for one in (move.from_square, move.to_square)
            )
            promotion = moves._PROMOTIONS.index(move.promotion) if move.promotion else 0
            for byte in (start | end << 6 | promotion << 12).to_bytes(2, "big"):
                self._mark(byte)
        else:
            self._mark(meaning)
        self._seen += 1
        pieces.push(move)

    def _short(self, move: chess.Move, pieces: moves._Pieces) -> int | None:
        if not move:
            return moves._NULL
        if pieces.board.is_castling(move):
            return moves._CASTLES_SHORT if pieces.board.is_kingside_castling(move) else moves._CASTLES_LONG
        if move.promotion:
            return None
        for meaning, step in moves._STEPS.items():
            try:
                found = pieces.move(step)
            except ChessBaseError:
                continue
            if found == move:
                return meaning
        return None


def start_bytes(board: chess.Board) -> bytes:
    """The 28 bytes of a start position."""
    bits = ""
    kinds = {chess.KING: 1, chess.QUEEN: 2, chess.KNIGHT: 3, chess.BISHOP: 4, chess.ROOK: 5, chess.PAWN: 6}
    for square in (chess.square(file, rank) for file in range(8) for rank in range(8)):
        piece = board.piece_at(square)
        bits += "0" if piece is None else f"1{int(not piece.color)}{kinds[piece.piece_type]:03b}"
    rights = sum(
        bit for bit, square in zip((1, 2, 4, 8), (0, 7, 56, 63), strict=True) if board.castling_rights >> square & 1
    )
    file = chess.square_file(board.ep_square) + 1 if board.ep_square is not None else 0
    head = bytes((1, file | (0 if board.turn else 16), rights, board.fullmove_number))
    return head + int(bits.ljust(192, "0"), 2).to_bytes(24, "big")


def note(place: int, kind: int, data: bytes) -> bytes:
    """An annotation of the comments' file."""
    return (place & 0xFFFFFF).to_bytes(3, "big") + bytes((kind,)) + struct.pack(">H", 6 + len(data)) + data


def write_base(folder: Path, games: Sequence[tuple[chess.pgn.Game, Sequence[bytes]]], mode: int = 0) -> Path:
    """Games, each with its annotations. Returns the path of the database."""
    path = folder / "small.cbh"
    names = sorted({game.headers[side] for game, _ in games for side in ("White", "Black")})
    records, texts, notes = [], bytearray(26), bytearray(26)
    encoded = {key: _encoded(game) for key, game in {id(game): game for game, _ in games}.items()}
    for game, annotations in games:
        usual, data = encoded[id(game)]
        at, noted = len(texts), 0
        texts += bytes((mode | (0 if usual else 0x40),)) + (len(data) + 4).to_bytes(3, "big") + data
        if annotations:
            noted, body = len(notes), b"".join(annotations)
            notes += bytes(10) + struct.pack(">I", 14 + len(body)) + body
        white, black = (names.index(game.headers[side]).to_bytes(3, "big") for side in ("White", "Black"))
        date = (1999 << 9 | 5 << 5 | 17).to_bytes(3, "big")
        record = b"\x01" + struct.pack(">II", at, noted) + white + black + bytes(9) + date
        record += bytes((2, 0, 3, 1)) + struct.pack(">HHH", 2500, 2400, 101 << 7) + bytes(8) + b"\x01"
        records.append(record.ljust(LINE, b"\0"))
    head = b"\x00\x00\x2c\x00\x2e\x01" + struct.pack(">I", len(records) + 1)
    path.write_bytes(head.ljust(LINE, b"\0") + b"".join(records))
    path.with_suffix(".cbg").write_bytes(texts)
    path.with_suffix(".cba").write_bytes(notes)
    players = [[part.encode("cp1252") for part in (*name.split(", "), "")[:2]] for name in names]
    _entries(path.with_suffix(".cbp"), 58, [one[0].ljust(30, b"\0") + one[1].ljust(20, b"\0") for one in players])
    _entries(path.with_suffix(".cbt"), 90, [b"Spring".ljust(40, b"\0") + b"Turku".ljust(30, b"\0")])
    return path


def _encoded(game: chess.pgn.Game) -> tuple[bool, bytes]:
    """Whether the game begins as usual, and its start position, if it is another one, and moves."""
    board = game.board()
    usual = board.fen() == chess.STARTING_FEN
    return usual, (b"" if usual else start_bytes(board)) + Writer().line(game, moves._Pieces(board))


def _entries(path: Path, size: int, entries: Sequence[bytes]) -> None:
    head = struct.pack("<8i", len(entries), 0, 1_234_567_890, size, -1, len(entries), 4, 0)
    path.write_bytes(head + b"".join(bytes(9) + entry.ljust(size, b"\0") for entry in entries))
