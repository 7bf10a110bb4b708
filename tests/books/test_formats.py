"""Other programs' books: flagged PGN both ways, Arena and ChessBase read. The Arena and ChessBase files are written by
hand from the public descriptions of the formats; no file of those programs was at hand.
"""

import random
from pathlib import Path

import chess
import pytest

from books.building.imports import import_file, merge, new_book
from books.choice.judging import moves_by_rows
from books.choice.layers import join
from books.choice.library import Library
from books.entry import Flag, Layer, MoveRow, PositionRow
from books.errors import BookError, DamagedBookError, NotABookError, NothingToWriteError
from books.formats import abk, ctg, pgn_book, pgn_writer, polyglot
from books.formats import any_format as source
from books.formats.ctg import STEPS
from books.key import encode, position_key
from books.store.book_file import BookFile
from engine.play.book.book_export import write_book
from tests.books.helpers import after, line


def rows_of(rows: list[MoveRow]) -> set[tuple[int, int, Flag | None, str | None]]:
    return {(row.key, row.move, row.flag, row.comment) for row in rows}


def test_flags_and_comments_survive_pgn_both_ways(tmp_path: Path) -> None:
    library = Library(tmp_path / "u.ratsubook", tmp_path / "l.ratsubook", None)
    library.add_line(chess.Board(), line("1.e4 e5 2.f4 exf4 3.Nf3"))
    library.add_line(chess.Board(), line("1.Nf3 e5 2.e4"))
    library.set_flag(after("1.e4 e5"), chess.Move.from_uci("f2f4"), Flag.DUBIOUS)
    library.set_flag(chess.Board(), chess.Move.from_uci("e2e4"), Flag.STRONG)
    library.set_flag(chess.Board(), chess.Move.from_uci("f2f3"), Flag.BAD)
    library.set_comment(chess.Board(), chess.Move.from_uci("e2e4"), "best by test {really}")
    count, _ = pgn_writer.write_book(library, tmp_path / "b.pgn")
    assert library.user is not None
    expected = list(library.user.all_rows())
    assert count == len(expected)
    back = list(pgn_book.read_rows(tmp_path / "b.pgn"))
    assert rows_of(back) == rows_of(expected)  # braces became round brackets
    library.close()


def test_a_single_book_is_written_with_the_flags_that_the_list_shows(tmp_path: Path) -> None:
    """A book built from games had `!` at c4, which the list showed as normal because of another book: its PGN gave the `!`
    to a friend as chosen, and left out that of Nf3. In a Polyglot file the move added by hand had all the weight."""
    start = chess.Board()
    e4, c4, nf3, a3 = (encode(start, start.parse_san(san)) for san in ("e4", "c4", "Nf3", "a3"))
    key = position_key(start)
    with new_book(tmp_path / "shipped.ratsubook", "Shipped") as shipped:
        shipped.put_rows(
            MoveRow(key, move, flag, 100) for move, flag in ((e4, Flag.STRONG), (c4, Flag.NORMAL), (nf3, Flag.STRONG))
        )
    with new_book(tmp_path / "built.ratsubook", "Built") as built:
        built.put_rows(
            MoveRow(key, move, flag, weight, source="games", inherits=1)
            for move, flag, weight in (
                (e4, Flag.STRONG, 50),
                (c4, Flag.STRONG, 40),
                (nf3, Flag.NORMAL, 6),
                (a3, Flag.NORMAL, 1000),
            )
        )
    library = Library(tmp_path / "u.ratsubook", tmp_path / "l.ratsubook", tmp_path / "shipped.ratsubook")
    library.list_book(tmp_path / "built.ratsubook")
    shown = {move.code: move.flag for move in library.moves_at(key)}
    with BookFile(tmp_path / "built.ratsubook") as built:
        for kind in ("pgn", "bin", "ratsubook"):
            write_book(tmp_path / f"out.{kind}", built, lambda done, total: True, library)
    library.close()
    found = {row.move: row for row in pgn_book.read_rows(tmp_path / "out.pgn")}
    assert {move: row.flag for move, row in found.items()} == shown
    assert found[c4].inherits and found[a3].inherits, "normal moves are only there"
    weights = {row.move: row.weight for row in polyglot.read_rows(tmp_path / "out.bin")}
    assert weights[a3] <= min(weights[e4], weights[nf3])
    with BookFile(tmp_path / "out.ratsubook") as copy:
        assert {row.move: (row.flag, row.inherits) for row in copy.rows(key)}[c4] == (Flag.STRONG, 1)


@pytest.mark.parametrize("kind", ["pgn", "ratsubook"])
def test_comments_on_positions_survive_both_ways(tmp_path: Path, kind: str) -> None:
    library = Library(tmp_path / "u.ratsubook", tmp_path / "l.ratsubook", None)
    library.add_line(chess.Board(), line("1.e4 e5 2.Nf3"))
    library.add_line(chess.Board(), line("1.e4 c5"))
    library.set_comment(chess.Board(), chess.Move.from_uci("e2e4"), "best by test")
    wanted = {"": "the start", "1.e4": "Black to choose {or } not", "1.e4 e5 2.Nf3": "the end"}
    for moves, text in wanted.items():
        library.set_comment(after(moves), None, text)
    path = tmp_path / f"b.{kind}"
    write_book(path, library, lambda done, total: True)
    library.close()
    import_file(path, tmp_path / "back.ratsubook")
    again = Library(tmp_path / "u2.ratsubook", tmp_path / "l2.ratsubook", tmp_path / "back.ratsubook")
    assert {moves: again.comment_at(after(moves)) for moves in wanted} == wanted
    assert again.look_up(chess.Board())[0].comment == "best by test"
    again.set_comment(after("1.e4"), None, "mine")
    assert again.user is not None
    merge(source.read_rows(path), again.user, "import", positions=source.read_positions(path))
    assert again.comment_at(after("1.e4")) == "mine"
    assert dict(again.user.comments())[position_key(chess.Board())] == "the start"
    again.undo()
    assert [text for _, text in again.user.comments()] == ["mine"]
    again.close()


@pytest.mark.parametrize(
    ("sign", "flag"),
    [("!", 3), ("!!", 3), ("?", 0), ("??", 0), ("?!", 1), ("!?", 2), ("", 2), ("$6", 1), ("$1", 3), ("$140", 2)],
)
def test_every_sign_has_its_flag(tmp_path: Path, sign: str, flag: int) -> None:
    text = f"1. e4{sign} *" if not sign.startswith("$") else f"1. e4 {sign} *"
    (tmp_path / "a.pgn").write_text(text + "\n")
    assert [row.flag for row in pgn_book.read_rows(tmp_path / "a.pgn")] == [Flag(flag)]


def test_a_comment_counts_in_whichever_game_it_stands(tmp_path: Path) -> None:
    games = ["1. e4 e5", "1. e4 {best by test} e5 {classical}", "1. e4! {third} e5!"]
    (tmp_path / "a.pgn").write_text("".join(f'[Event "{text}"]\n\n{text} *\n\n' for text in games))
    found = [(row.flag, row.inherits, row.comment) for row in pgn_book.read_rows(tmp_path / "a.pgn")]
    assert found == [(Flag.STRONG, 0, "best by test"), (Flag.STRONG, 0, "classical")]


def test_clocks_and_values_of_a_game_are_no_comment(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("1. e4 {[%clk 0:03:00] best [%eval 0.3]} e5 {[%eval 0.2] [%clk 0:03:00]} *\n")
    assert {row.comment for row in pgn_book.read_rows(tmp_path / "a.pgn")} == {"best", None}


def test_a_file_without_a_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("nothing here\n")
    with pytest.raises(DamagedBookError, match=r"a\.pgn"):
        pgn_book.read_rows(tmp_path / "a.pgn")


def arena_book(path: Path, nodes: list[tuple[int, int, int, int, int, int, int, int, int]]) -> None:
    """nodes: from, to, promotion, priority, games, won, lost, child, sibling."""
    head = bytearray(abk.FIRST_NODE * abk.NODE.size)
    head[0:4] = b"\x03ABK"
    body = b"".join(abk.NODE.pack(*node[:7], 0, *node[7:]) for node in nodes)
    path.write_bytes(bytes(head) + body)


def test_an_arena_book_is_read(tmp_path: Path) -> None:
    none = 0xFFFFFFFF
    nodes = [
        (chess.E2, chess.E4, 0, 5, 10, 6, 2, 902, 901),
        (chess.G2, chess.G4, 0, 0, 3, 0, 3, none, none),
        (chess.E7, chess.E5, 0, 1, 4, 1, 1, none, none),
    ]
    arena_book(tmp_path / "a.abk", nodes)
    start = position_key(chess.Board())
    rows = {row.move: row for row in source.read_rows(tmp_path / "a.abk") if row.key == start}
    e4 = rows[encode(chess.Board(), chess.Move.from_uci("e2e4"))]
    assert (e4.flag, e4.weight, e4.wins, e4.draws, e4.losses) == (Flag.NORMAL, 5, 6, 2, 2)
    assert rows[encode(chess.Board(), chess.Move.from_uci("g2g4"))].flag is Flag.BAD  # priority 0: never
    assert len(list(abk.read_rows(tmp_path / "a.abk"))) == 3


def test_an_illegal_move_of_an_arena_book_is_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    none = 0xFFFFFFFF
    nodes = [
        (chess.E2, chess.E5, 0, 5, 10, 6, 2, 902, 901),
        (chess.D2, chess.D4, 0, 5, 3, 0, 3, 903, 904),
        (chess.E7, chess.E5, 0, 1, 4, 1, 1, none, none),  # behind the illegal move
        (chess.D7, chess.D5, 0, 1, 4, 1, 1, none, none),
        (chess.E1, chess.G1, 0, 1, 4, 1, 1, none, none),
    ]
    arena_book(tmp_path / "a.abk", nodes)
    done = import_file(tmp_path / "a.abk", tmp_path / "a.ratsubook")
    assert (done.rows, done.illegal) == (4, 2)
    with BookFile(tmp_path / "a.ratsubook") as book:
        legal = moves_by_rows(lambda key: join([(Layer.BOOK, book.rows(key))]))
        assert [move.uci() for move, _ in legal(chess.Board())] == ["d2d4"]
        assert [move.uci() for move, _ in legal(after("1.d4"))] == ["d7d5"]


def test_castling_in_both_spellings_of_polyglot_is_one_move() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    key = position_key(board)
    codes = [chess.E1 | target << 6 for target in (chess.G1, chess.H1, chess.C1)]
    rows = [MoveRow(key, code, Flag.NORMAL, weight) for code, weight in zip(codes, (30, 10, 20), strict=True)]
    user = MoveRow(key, codes[1], Flag.BAD, source="user")
    moves = moves_by_rows(lambda _: join([(Layer.USER, [user]), (Layer.BOOK, rows)]))(board)
    assert [(move.uci(), entry.code, entry.flag) for move, entry in moves] == [
        ("e1c1", codes[2], Flag.NORMAL),
        ("e1g1", codes[1], Flag.BAD),
    ]
    assert [layer for layer, _ in moves[1][1].rows] == [Layer.USER, Layer.BOOK, Layer.BOOK]


@pytest.mark.parametrize(
    "nodes", [[(0, 0, 0, 1, 0, 0, 0, 0, 0)], [(12, 28, 0, 1, 0, 0, 0, 950, 0)], [(12, 28, 0, 1, 0, 0, 0, 0, 900)]]
)
def test_a_damaged_arena_book_is_refused(tmp_path: Path, nodes: list[tuple[int, ...]]) -> None:
    arena_book(tmp_path / "a.abk", nodes)  # type: ignore[arg-type]
    with pytest.raises(DamagedBookError):
        abk.read_rows(tmp_path / "a.abk")


def ctg_entry(board: chess.Board, moves: list[tuple[str, int]], results: tuple[int, int, int]) -> bytes:
    """One position with moves (in coordinate notation) and annotations; results: wins, losses, draws of the side to
    move.
    """
    form, back = ctg.normal_form(board)
    pairs = b""
    for text, annotation in moves:
        wanted = chess.Move.from_uci(text)
        byte = next(byte for byte in STEPS if (move := ctg.decode_move(form, byte)) and back(move) == wanted)
        pairs += bytes([byte, annotation])
    wins, losses, draws = results
    numbers = b"".join(number.to_bytes(3, "big") for number in (wins + losses + draws, wins, losses, draws))
    return ctg.position_code(form) + bytes([len(pairs) + 1]) + pairs + numbers.ljust(ctg.STATISTICS, b"\0")


def ctg_book(path: Path, entries: list[bytes]) -> None:
    body = b"".join(entries)
    page = len(entries).to_bytes(2, "big") + (len(body) + 4).to_bytes(2, "big") + body
    path.write_bytes(bytes(ctg.PAGE) + page.ljust(ctg.PAGE, b"\0"))


def test_a_chessbase_book_is_read(tmp_path: Path) -> None:
    ctg_book(
        tmp_path / "a.ctg",
        [
            ctg_entry(chess.Board(), [("e2e4", 1), ("g2g4", 2), ("d2d4", 6)], (60, 40, 20)),
            ctg_entry(after("1.e4"), [("e7e5", 0), ("c7c5", 3)], (30, 50, 10)),  # Black won 30
            ctg_entry(after("1.e4 e5"), [("g1f3", 0)], (7, 3, 1)),
        ],
    )
    rows = {(row.key, row.move): row for row in source.read_rows(tmp_path / "a.ctg")}
    start = chess.Board()

    def row(board: chess.Board, uci: str) -> MoveRow:
        return rows[position_key(board), encode(board, chess.Move.from_uci(uci))]

    assert [row(start, uci).flag for uci in ("e2e4", "g2g4", "d2d4")] == [Flag.STRONG, Flag.BAD, Flag.DUBIOUS]
    assert (row(start, "e2e4").wins, row(start, "e2e4").losses, row(start, "e2e4").draws) == (50, 30, 10)
    assert row(after("1.e4"), "c7c5").flag is Flag.STRONG
    assert row(after("1.e4 e5"), "g1f3").flag is Flag.NORMAL
    assert len(rows) == 6


def test_every_move_of_the_usual_men_has_its_byte() -> None:
    """Castling, en passant, promotion, both sides, mirrored or not. A third knight, bishop or rook has none, nor six files of
    a second queen (ctg_moves.py), nor the promotion to anything but a queen."""
    dice = random.Random(4)
    for _ in range(3):
        board = chess.Board()
        while board.ply() < 90 and not board.is_game_over():
            form, back = ctg.normal_form(board)
            known = {back(move) for byte in STEPS if (move := ctg.decode_move(form, byte)) is not None}
            usual = all(len(board.pieces(kind, board.turn)) < 3 for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK))
            if usual and len(board.pieces(chess.QUEEN, board.turn)) < 2:
                wanted = {move for move in board.legal_moves if move.promotion in (None, chess.QUEEN)}
                assert wanted <= known
            board.push(dice.choice(list(board.legal_moves)))


def test_castling_and_en_passant_are_read_from_a_chessbase_book(tmp_path: Path) -> None:
    walk = chess.Board()
    entries = []
    moves = line("1.e4 Nf6 2.e5 d5 3.exd6 g6 4.Nf3 Bg7 5.Bc4 O-O 6.O-O")
    for move in moves:
        entries.append(ctg_entry(walk, [(move.uci(), 0)], (1, 1, 1)))
        walk.push(move)
    ctg_book(tmp_path / "a.ctg", entries)
    rows = {(row.key, row.move) for row in ctg.read_rows(tmp_path / "a.ctg")}
    walk = chess.Board()
    for move in moves:
        assert (position_key(walk), encode(walk, move)) in rows
        walk.push(move)


def test_the_code_of_the_start_position_is_the_known_one() -> None:
    # header: 0x40 castling, length 26; R(10110) P(110) four empty squares, p(111) r(10111), N... as the description
    # draws it
    code = ctg.position_code(chess.Board())
    assert code[0] == 0x40 | len(code)
    assert f"{code[1]:08b}{code[2]:08b}{code[3]:08b}"[:20] == "10110110000011110111"
    assert code[-1] & 0x0F == 0x0F  # all four castling rights


def test_a_king_without_rights_on_the_queen_side_is_mirrored() -> None:
    board = chess.Board("4k3/8/8/8/8/8/P7/2K5 w - - 0 1")
    form, back = ctg.normal_form(board)
    assert form.king(chess.WHITE) == chess.F1
    assert back(chess.Move.from_uci("h2h4")) == chess.Move.from_uci("a2a4")


@pytest.mark.parametrize("content", [b"", b"x" * 5000, bytes(ctg.PAGE) + b"\xff" * ctg.PAGE, bytes(2 * ctg.PAGE)])
def test_a_damaged_chessbase_book_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.ctg").write_bytes(content)
    with pytest.raises(DamagedBookError, match=r"a\.ctg"):
        ctg.read_rows(tmp_path / "a.ctg")


def test_a_pgn_says_how_many_moves_no_line_reaches_and_ends_no_line_early(tmp_path: Path) -> None:
    library = Library(tmp_path / "u.ratsubook", None, None)
    dice, board = random.Random(3), chess.Board()
    while len(board.move_stack) < 70:
        board.push(dice.choice(list(board.legal_moves)))
    library.add_line(chess.Board(), board.move_stack)
    library.add_line(after("a3 h5 a4 h4"), line("Ra3 Rh5", after("a3 h5 a4 h4")))
    assert library.user is not None
    done = write_book(tmp_path / "b.pgn", library, lambda _done, _total: True)
    assert (done.moves, done.unreached) == (library.user.count() - 2, 2)
    assert str(done.text).endswith(
        "written; 2 are left out, because no line of the book leads there from the start position."
    )
    assert write_book(tmp_path / "b.bin", library, lambda _done, _total: True) == (library.user.count(), 0)
    library.close()


@pytest.mark.parametrize("kind", ["pgn", "bin"])
def test_a_book_without_a_move_is_not_written_over_another_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"b.{kind}"
    path.write_text("there before")
    library = Library(tmp_path / "u.ratsubook", None, None)
    with pytest.raises(NothingToWriteError, match=path.name):
        write_book(path, library, lambda done, total: True)
    library.close()
    assert path.read_text() == "there before"


def test_an_unknown_kind_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "a.xyz").write_text("x")
    with pytest.raises(NotABookError, match=r"\.bin"):
        source.read_rows(tmp_path / "a.xyz")


def test_a_merge_is_one_edit_and_undone_as_one(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("1. e4! e5 (1... c5) 2. Nf3 *\n")
    library = Library(tmp_path / "u.ratsubook", tmp_path / "l.ratsubook", None)
    library.set_flag(chess.Board(), chess.Move.from_uci("e2e4"), Flag.DUBIOUS)
    assert library.user is not None
    before = list(library.user.all_rows())
    merge(source.read_rows(tmp_path / "a.pgn"), library.user, "import")
    assert library.user.count() == 4
    assert library.look_up(chess.Board())[0].flag is Flag.DUBIOUS  # what the user said stays
    library.undo()
    assert list(library.user.all_rows()) == before
    library.close()


def test_a_new_book_that_cannot_be_finished_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> None:
        with new_book(tmp_path / "b.ratsubook", "t") as book:
            book.put_rows([MoveRow(1, 2)])
            raise BookError("stop")

    with pytest.raises(BookError):
        broken()
    assert [entry for entry in tmp_path.iterdir() if entry.is_file()] == []


def test_our_own_book_is_imported_whole(tmp_path: Path) -> None:
    with BookFile(tmp_path / "a.ratsubook") as book:
        book.put_rows([MoveRow(1, 2, Flag.STRONG, 3, comment="x")])
    assert list(source.read_rows(tmp_path / "a.ratsubook")) == [MoveRow(1, 2, Flag.STRONG, 3, comment="x")]


@pytest.mark.parametrize("way", ["as a book", "merged", "joined"])
def test_the_values_of_our_own_book_come_with_an_import(tmp_path: Path, way: str) -> None:
    board, exported = chess.Board(), tmp_path / "friend.ratsubook"
    (tmp_path / "friend").mkdir()
    moves = [
        MoveRow(position_key(board), encode(board, board.parse_san(san)), Flag.NORMAL, 9, inherits=1)
        for san in ("f3", "e4")
    ]
    worth = [
        PositionRow(position_key(after("f3")), "a friend's words", forced=1, value=130, depth=20, nodes=5),
        PositionRow(position_key(after("e4")), value=-30, depth=20, nodes=5),
    ]
    with BookFile(tmp_path / "a.ratsubook") as book:
        book.put_rows(moves)
        book.put_positions(worth)
        write_book(exported, book, lambda _done, _total: True)
    if way == "joined":  # with whatever else the friend has: the export had the moves without their values
        books = Library(tmp_path / "friend" / "u.ratsubook", None, None)
        books.list_book(tmp_path / "a.ratsubook")
        books.set_comment(after("f3"), None, "a friend's words")
        write_book(exported, books, lambda _done, _total: True)
        books.close()
    library = Library(tmp_path / "u.ratsubook", None, None)
    if way == "merged":
        assert library.user is not None
        positions = list(source.read_positions(exported))
        merge(source.read_rows(exported), library.user, "import", positions=positions)
    else:
        import_file(exported, tmp_path / "back.ratsubook")
        library.list_book(tmp_path / "back.ratsubook")
    assert [(move.san, move.evaluation, move.depth) for move in library.look_up(board)] == [
        ("e4", 30, 20),
        ("f3", -130, 20),
    ]
    assert library.comment_at(after("f3")) == "a friend's words" and not library.forced_at(position_key(after("f3")))
    library.close()
