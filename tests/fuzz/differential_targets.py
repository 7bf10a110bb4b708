"""Sound inputs whose meaning is known: games of a grammar, moves in every spelling, set-ups, books of three programs.

Each is made from python-chess's objects and read by us. What we read must be what was meant, and what python-chess reads
from our own writing.
"""

import io
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot

from books.formats import abk, any_format, ctg, polyglot
from books.key import decode, position_key, unsigned
from engine.game.tree import Game
from engine.ground.errors import MoveError, RatsuError
from engine.pgn.reader import games_of
from engine.pgn.san import typed_move
from engine.pgn.writer import written_game
from engine.rules.board import CoreBoard
from tests.books.test_formats import arena_book, ctg_book, ctg_entry
from tests.fuzz.driver import Check, Target

FIGURINES = str.maketrans("KQRBN", "♔♕♖♗♘")
LETTERS = {
    "de": str.maketrans("QRBN", "DTLS"),
    "fi": str.maketrans("KQRBN", "KDTLR"),
    "fr": str.maketrans("KQRBN", "RDTFC"),
}
COMMENTS = ("good", "1. e4 is better", "(so)", "Übung 9 ½-½", "; no end", "[%clk 0:01:02]", "$5 !", "a\nb", "[x]", "%")
BLANKS = (" ", " ", " ", "\n", "  ", "\t", "\r\n")  # an empty line would end the game of python-chess


def position(dice: random.Random, plies: int = 120) -> chess.Board:
    """One met in a random game, with a move to play; every third of Chess960."""
    while True:
        board = chess.Board.from_chess960_pos(dice.randrange(960)) if dice.random() < 0.33 else chess.Board()
        for _ in range(dice.randrange(plies)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(dice.choice(moves))
        if any(board.legal_moves):
            return board


# ------------------------------------------------------------------------------------------------------------ moves


def spelling(
    board: chess.Board, move: chess.Move, dice: random.Random, languages: Sequence[str] = ("en", "en", "en", *LETTERS)
) -> tuple[str, str]:
    """A text for the move, and the language of its letters."""
    if dice.random() < 0.1:
        return board.uci(move), "en"
    text = board.san(move).rstrip("+#")
    if dice.random() < 0.3 and not board.is_castling(move):
        piece = board.piece_at(move.from_square)
        assert piece is not None
        letter = piece.symbol().upper().replace("P", "")
        sign = "x" if board.is_capture(move) else "-"
        tail = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
        text = letter + chess.square_name(move.from_square) + sign + chess.square_name(move.to_square) + tail
    if dice.random() < 0.2:
        text = text.replace("=", dice.choice(("", "/", "="))).replace("x", dice.choice((":", "x", "")))
    if dice.random() < 0.2:
        text = text.replace("O", "0")
    language = dice.choice(languages)
    if language != "en":
        text = text.translate(LETTERS[language])
    elif dice.random() < 0.2:
        text = text.translate(FIGURINES)
    return text + dice.choice(("", "", "+", "#", "++")), language


@contextmanager
def _spellings(_: Path) -> Iterator[Check]:
    """A legal move in some spelling is that move; a wrong one is refused, or is what python-chess takes it for."""

    def check(dice: random.Random) -> None:
        board = position(dice)
        core = CoreBoard.from_fen(board.fen(en_passant="fen"), board.chess960)
        for move in dice.sample(list(board.legal_moves), min(8, board.legal_moves.count())):
            text, language = spelling(board, move, dice)
            assert _ours(core, text, language) == board.uci(move), (board.fen(), text, language)
        for _ in range(8):
            target = dice.randrange(64)
            text = dice.choice(("", "N", "B", "R", "Q", "K")) + dice.choice(("", "", *"abcdefgh12345678"))
            text += dice.choice(("", "x")) + chess.square_name(target)
            if "a" <= text[0] <= "h":
                text += "=Q" if text[-1] in "18" else ""
            # python-chess wants the file of a pawn that captures, and no move of the king for castling.
            ours = _ours(core, text) if text[0] in "NBRQKabcdefgh" else None
            if ours is not None and not board.is_castling(board.parse_uci(ours)):
                assert ours == _theirs(board, text), (board.fen(), text)

    yield check


def _ours(core: CoreBoard, text: str, language: str = "en") -> str | None:
    try:
        return typed_move(core, text, language)
    except MoveError:
        return None


def _theirs(board: chess.Board, text: str) -> str | None:
    try:
        return board.uci(board.parse_san(text))
    except ValueError:
        return None


# ---------------------------------------------------------------------------------------------------------- set-ups


@contextmanager
def _setups(_: Path) -> Iterator[Check]:
    """Kings and rooks anywhere on their ranks, with castling rights in letters of files or of X-FEN, and en passant."""

    def check(dice: random.Random) -> None:
        board = chess.Board(None, chess960=True)
        rights: list[int] = []
        for colour, rank in ((chess.WHITE, 0), (chess.BLACK, 7)):
            king, *rooks = dice.sample(range(8), dice.randint(1, 5))
            board.set_piece_at(chess.square(king, rank), chess.Piece(chess.KING, colour))
            for file in rooks:
                board.set_piece_at(chess.square(file, rank), chess.Piece(chess.ROOK, colour))
            for side in ([file for file in rooks if file < king], [file for file in rooks if file > king]):
                rights += [chess.square(dice.choice(side), rank)] if side and dice.random() < 0.7 else []
        for _ in range(dice.randrange(14)):
            kind = dice.choice((chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.QUEEN))
            square = chess.square(dice.randrange(8), dice.randint(1, 6))
            board.set_piece_at(square, chess.Piece(kind, dice.random() < 0.5))
        board.castling_rights = chess.BB_EMPTY
        for square in rights:
            board.castling_rights |= chess.BB_SQUARES[square]
        board.turn = dice.random() < 0.5
        passed = [
            square
            for square in chess.SquareSet(chess.BB_RANK_6 if board.turn else chess.BB_RANK_3)
            if dice.random() < 0.5 and _may_be_passed(board, square)
        ]
        board.ep_square = passed[0] if passed else None
        sound = board.is_valid() and not _too_many_promoted(board)
        wanted = sorted(board.uci(move) for move in board.legal_moves) if sound else None
        for text in (board.fen(en_passant="fen"), board.shredder_fen(en_passant="fen")):
            try:
                core = CoreBoard.from_fen(text, True)
            except RatsuError:
                assert wanted is None, text
                raise
            assert wanted is None or sorted(core.legal_uci_moves()) == wanted, text
            again = chess.Board(core.fen(), chess960=True)
            assert wanted is None or again.clean_castling_rights() == board.clean_castling_rights(), text

    yield check


def _too_many_promoted(board: chess.Board) -> bool:
    """More queens, rooks, bishops and knights than pawns can have made: we refuse that, python-chess does not."""
    usual = {chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 2, chess.QUEEN: 1}
    return any(
        sum(max(0, len(board.pieces(kind, colour)) - count) for kind, count in usual.items())
        > 8 - len(board.pieces(chess.PAWN, colour))
        for colour in chess.COLORS
    )


def _may_be_passed(board: chess.Board, square: int) -> bool:
    back = -8 if board.turn else 8
    pawn = board.piece_at(square + back)
    empty = board.piece_at(square) is None and board.piece_at(square - back) is None
    return empty and pawn == chess.Piece(chess.PAWN, not board.turn)


# ------------------------------------------------------------------------------------------------------------ games

Tree = tuple[str, tuple[int, ...], str, tuple["Tree", ...]]  # a move, its signs, the words behind it, what follows


def tree(dice: random.Random) -> chess.pgn.Game:
    """A random game with variations in variations, comments and signs."""
    start = position(dice, 40) if dice.random() < 0.3 else chess.Board()
    game = chess.pgn.Game()
    if start != chess.Board():
        game.setup(start)
    ends: list[chess.pgn.GameNode] = [game]
    for _ in range(dice.randint(0, 60)):
        node = dice.choice(ends) if dice.random() < 0.2 else ends[-1]
        left = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if left:
            ends.append(node.add_variation(dice.choice(left)))
            ends[-1].nags.update(dice.sample(range(1, 140), dice.choice((0, 0, 0, 1, 2))))
            ends[-1].comment = dice.choice(COMMENTS) if dice.random() < 0.2 else ""
    game.headers["Result"] = dice.choice(("1-0", "0-1", "1/2-1/2", "*"))
    game.headers["White"] = dice.choice(("Übung, Ä", 'A "B" \\ C', "?", "[x]", "{y} ; z"))
    return game


def written(game: chess.pgn.Game, dice: random.Random) -> str:
    """The game as text, with the freedoms of the standard."""
    quoted = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in game.headers.items())
    tags = "".join(f'[{name} "{value}"]\n' for name, value in quoted)
    words = [*_line(game, dice), game.headers["Result"]]
    return tags + "\n" + "".join(word + ("" if word.endswith("\n") else dice.choice(BLANKS)) for word in words) + "\n\n"


def _line(node: chess.pgn.GameNode, dice: random.Random) -> Iterator[str]:
    """The first move and its variations, then what follows the first move."""
    while node.variations:
        first, *others = node.variations
        for place, child in enumerate((first, *others)):
            board = node.board()
            if place:
                yield "("
            dots = "." if board.turn else "..."
            if place or board.turn or dice.random() < 0.3:
                yield f"{board.fullmove_number}{dice.choice((dots, dots, '. ', ' .', '. ...'))}"
            yield spelling(board, child.move, dice, ("en",))[0]
            for nag in sorted(child.nags):
                yield f"${nag}"
            if child.comment and not (";" in child.comment or "\n" in child.comment) and dice.random() < 0.2:
                yield f"; {child.comment}\n"
            elif child.comment:
                yield "{" + child.comment + "}"
            if place:
                yield from _line(child, dice)
                yield ")"
        node = first


def _meant(node: chess.pgn.GameNode) -> tuple[Tree, ...]:
    """What the game says, for a comparison."""
    board = node.board()
    return tuple(
        (
            board.uci(child.move),
            tuple(sorted(child.nags)),
            " ".join(child.comment.split()),
            _meant(child),
        )
        for child in node.variations
    )


def _read(game: Game, number: int) -> tuple[Tree, ...]:
    found = game.children(number)
    return tuple(
        (node.uci, tuple(sorted(node.nags)), " ".join(" ".join(node.comments).split()), _read(game, node.id))
        for node in found
    )


@contextmanager
def _games(_: Path) -> Iterator[Check]:
    """A game of the grammar has its moves, variations, signs, words and tags, here and in python-chess behind our writer."""

    def check(dice: random.Random) -> None:
        games = [tree(dice) for _ in range(dice.choice((1, 1, 2)))]
        text = "".join(written(game, dice) for game in games)
        read = games_of(text.encode())
        assert len(read) == len(games), text
        stream = io.StringIO("\n".join(written_game(game) for game in read))
        for meant, ours in zip(games, read, strict=True):
            assert not ours.problems, (text, ours.problems)
            assert _read(ours, ours.root.id) == _meant(meant), text
            assert dict(ours.headers) == dict(meant.headers), text
            theirs = chess.pgn.read_game(stream)
            assert theirs is not None and not theirs.errors, text
            assert _meant(theirs) == _meant(meant), text
            unescaped = {
                name: re.sub(r"\\(.)", r"\1", value) for name, value in theirs.headers.items()
            }  # it keeps `\"`
            assert unescaped == dict(meant.headers), text

    yield check


# ------------------------------------------------------------------------------------------------------------ books

Row = tuple[int, str]  # a position's key and a move


@contextmanager
def _books(folder: Path) -> Iterator[Check]:
    """A book of Polyglot, Arena or ChessBase with some lines of a random tree has these moves, and no others."""

    def check(dice: random.Random) -> None:
        kind = dice.choice((_polyglot_book, _arena_book, _chessbase_book))
        lines = [_random_line(dice) for _ in range(dice.randint(1, 4))]
        path, wanted = kind(folder, lines, dice)
        boards = {position_key(board): board for line in lines for board in line[:-1]}
        rows = list(any_format.read_rows(path))
        found = {(row.key, str(decode(boards[row.key], row.move))) for row in rows if row.key in boards}
        ends = [line[-1].fen() for line in lines]
        assert wanted == found and len(rows) == len(wanted), ends

    yield check


def _random_line(dice: random.Random) -> list[chess.Board]:
    """The positions of a line; the usual pieces only, as ChessBase has no code for others."""
    boards = [chess.Board()]
    for _ in range(dice.randint(1, 16)):
        moves = [move for move in boards[-1].legal_moves if move.promotion in (None, chess.QUEEN)]
        after = boards[-1].copy()
        after.push(dice.choice(moves))
        boards.append(after)
        if not any(after.legal_moves):
            break
    return boards


def _moves(lines: list[list[chess.Board]]) -> dict[int, tuple[chess.Board, dict[str, int]]]:
    """For each key its position, and how often each move was played there."""
    found: dict[int, tuple[chess.Board, dict[str, int]]] = {}
    for line in lines:
        for board, after in pairwise(line):
            counts = found.setdefault(position_key(board), (board, {}))[1]
            counts[after.peek().uci()] = counts.get(after.peek().uci(), 0) + 1
    return found


def _rows(lines: list[list[chess.Board]]) -> set[Row]:
    return {(key, uci) for key, (_, counts) in _moves(lines).items() for uci in counts}


def _polyglot_book(folder: Path, lines: list[list[chess.Board]], dice: random.Random) -> tuple[Path, set[Row]]:
    path = folder / "book.bin"
    entries = [
        polyglot.PolyglotEntry(
            unsigned(key), _in_polyglot(board, chess.Move.from_uci(uci)), count, dice.getrandbits(32)
        )
        for key, (board, counts) in sorted(_moves(lines).items(), key=lambda item: unsigned(item[0]))
        for uci, count in counts.items()
    ]
    polyglot.write_entries(path, entries)
    with chess.polyglot.open_reader(path) as reader:
        for board, counts in _moves(lines).values():
            theirs = {entry.move.uci(): entry.weight for entry in reader.find_all(board)}
            assert theirs == counts, board.fen()
    return path, _rows(lines)


def _in_polyglot(board: chess.Board, move: chess.Move) -> int:
    """As the format says: target, origin, promotion; the king takes its rook to castle."""
    target = move.to_square
    if board.is_castling(move):
        target = chess.square(7 if chess.square_file(target) == 6 else 0, chess.square_rank(target))
    return target | move.from_square << 6 | ((move.promotion or 1) - 1) << 12


def _arena_book(folder: Path, lines: list[list[chess.Board]], _: random.Random) -> tuple[Path, set[Row]]:
    """A chain of siblings at the start, each with one line below it."""
    path, nodes, none = folder / "book.abk", [], 0xFFFFFFFF
    starts = [abk.FIRST_NODE + sum(len(line) - 1 for line in lines[:number]) for number in range(len(lines) + 1)]
    for number, line in enumerate(lines):
        for ply, after in enumerate(line[1:]):
            move, place = after.peek(), starts[number] + ply
            promotion = {None: 0, chess.QUEEN: 4}[move.promotion]
            child = place + 1 if ply < len(line) - 2 else none
            sibling = starts[number + 1] if not ply and number < len(lines) - 1 else none
            nodes.append((move.from_square, move.to_square, promotion, 1, 1, 1, 0, child, sibling))
    arena_book(path, nodes)
    return path, _rows(lines)


def _all(lines: list[list[chess.Board]]) -> list[chess.Board]:
    """Every position once, the last ones too."""
    return list({position_key(board): board for line in lines for board in line}.values())


def _code(board: chess.Board) -> bytes:
    return ctg.position_code(ctg.normal_form(board)[0])


def _chessbase_book(folder: Path, lines: list[list[chess.Board]], _: random.Random) -> tuple[Path, set[Row]]:
    path = folder / "book.ctg"
    while len(lines) > 1 and len({_code(board) for board in _all(lines)}) < len(_all(lines)):
        lines.pop()  # the format has one entry for a position and the same with the colours changed
    entries = [ctg_entry(board, [(uci, 0) for uci in counts], (1, 1, 1)) for board, counts in _moves(lines).values()]
    ctg_book(path, entries)
    return path, _rows(lines)


TARGETS: dict[str, Target] = {
    "spellings": _spellings,
    "set-ups": _setups,
    "games": _games,
    "foreign-books": _books,
}
