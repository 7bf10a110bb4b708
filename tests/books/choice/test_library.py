"""The library: looking up, choosing, editing, undoing."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from books.choice.choose import BookChoice, ChoiceSettings, Chooser, Selection
from books.choice.library import Library
from books.entry import Flag, Layer, MoveRow
from books.key import encode, position_key
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.game.reason_words import english

E4, D4, C4 = (chess.Move.from_uci(text) for text in ("e2e4", "d2d4", "c2c4"))


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    path = tmp_path / "shipped.ratsubook"
    board = chess.Board()
    with BookFile(path) as book:
        book.put_rows(
            MoveRow(position_key(board), encode(board, move), flag, weight, wins=weight)
            for move, flag, weight in ((E4, Flag.NORMAL, 300), (D4, Flag.NORMAL, 100), (C4, Flag.DUBIOUS, 900))
        )
        book.seal()
    return path


@pytest.fixture
def library(tmp_path: Path, shipped: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", shipped)
    assert opened.problems == ()
    yield opened
    opened.close()


def chosen(chooser: Chooser, board: chess.Board) -> BookChoice:
    choice = chooser.choose(board)
    assert choice is not None
    return choice


def test_the_highest_flag_wins_and_equals_share_by_weight(library: Library) -> None:
    chooser = library.chooser(source=random.Random(1))
    counts = Counter(chosen(chooser, chess.Board()).move for _ in range(400))
    assert set(counts) == {E4, D4}  # never the heavier $
    assert 250 < counts[E4] < 350  # 3 : 1
    shown = {entry.move: entry.probability for entry in library.look_up(chess.Board())}
    assert shown == pytest.approx({E4: 0.75, D4: 0.25, C4: 0.0})
    library.set_flag(chess.Board(), D4, Flag.STRONG)
    assert chosen(chooser, chess.Board()).move == D4


def test_a_move_that_only_the_user_recommends_weighs_as_much_as_the_heaviest(library: Library) -> None:
    """In the shipped book it may be there too, unchecked or dubious: what it weighs there says nothing."""
    board = chess.Board()
    for move in (E4, C4, chess.Move.from_uci("a2a3")):
        library.set_flag(board, move, Flag.STRONG)
    shares = {entry.move.uci(): entry.probability for entry in library.look_up(board)}
    assert shares == pytest.approx({"e2e4": 1 / 7, "c2c4": 3 / 7, "a2a3": 3 / 7, "d2d4": 0})  # e4 weighs 300 of 900


def test_the_same_seed_repeats_the_choices(library: Library) -> None:
    games = [
        [chosen(library.chooser(source=random.Random(7)), chess.Board()).move for _ in range(20)] for _ in range(2)
    ]
    assert games[0] == games[1]


def test_dubious_and_bad_moves_are_never_played_unless_forced(library: Library) -> None:
    board = chess.Board()
    library.set_flag(board, E4, Flag.BAD)
    library.set_flag(board, D4, Flag.DUBIOUS)
    choice = chosen(library.chooser(), board)
    assert choice.move is None
    assert choice.excluded == (E4,)
    library.force_line(board, [C4])
    assert chosen(library.chooser(), board).move == C4
    library.undo()
    assert chosen(library.chooser(), board).move is None


def test_nothing_is_excluded_where_every_legal_move_is_bad(library: Library) -> None:
    board = chess.Board("k7/8/8/8/8/8/1r6/7K w - - 0 1")
    for move in board.legal_moves:
        library.set_flag(board, move, Flag.BAD)
    choice = chosen(library.chooser(), board)
    assert choice.move is None
    assert choice.excluded == ()
    assert "every legal move" in english(choice.reason)


def test_settings_close_the_book(library: Library) -> None:
    board = chess.Board()
    assert library.chooser(ChoiceSettings(max_ply=0)).choose(board) is None
    assert chosen(library.chooser(ChoiceSettings(min_games=200)), board).move == E4
    assert library.chooser(ChoiceSettings(min_games=1000)).choose(board) is None
    shares = {entry.move: entry.probability for entry in library.look_up(board, ChoiceSettings(Selection.UNIFORM))}
    assert shares == {E4: 0.5, D4: 0.5, C4: 0.0}
    best = {entry.move: entry.probability for entry in library.look_up(board, ChoiceSettings(Selection.BEST))}
    assert best[E4] == 1.0
    main = {entry.move: entry.probability for entry in library.look_up(board, ChoiceSettings(variety=0))}
    assert main[E4] == 1.0


def test_the_users_own_move_is_played_however_few_games_it_has(library: Library) -> None:
    library.set_flag(chess.Board(), D4, Flag.STRONG)
    assert chosen(library.chooser(ChoiceSettings(min_games=1_000)), chess.Board()).move == D4


def test_the_users_own_moves_go_before_every_other_if_he_wants_it(library: Library) -> None:
    board = chess.Board()
    library.set_flag(board, E4, Flag.STRONG)
    library.add_move(board, D4)
    first = ChoiceSettings(own_first=True)
    assert library.probability(board, E4, first) == 1  # the better of two own moves
    library.undo()
    library.undo()
    assert 0 < library.probability(board, D4, first) < 1  # without a line of its own, as usual
    library.add_move(board, D4)
    assert library.probability(board, D4) < 1
    assert library.probability(board, D4, first) == 1
    assert chosen(library.chooser(first), board).move == D4
    library.set_flag(board, D4, Flag.BAD)
    assert chosen(library.chooser(first), board).move == E4


def test_the_best_move_by_score_is_not_one_that_won_its_only_game(tmp_path: Path) -> None:
    board, path = chess.Board(), tmp_path / "scores.ratsubook"
    with BookFile(path) as book:
        book.put_rows(
            MoveRow(position_key(board), encode(board, move), Flag.NORMAL, 10, wins=wins, losses=losses)
            for move, wins, losses in ((E4, 1, 0), (D4, 650, 350))
        )
        book.seal()
    with closing(Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", path)) as library:
        assert chosen(library.chooser(ChoiceSettings(Selection.BEST)), board).move == D4


def test_the_panel_is_told_everything(library: Library) -> None:
    board = chess.Board()
    library.set_comment(board, E4, "best by test")
    library.set_comment(board, None, "the beginning")
    library.set_locked(board, E4, True)
    entry = next(entry for entry in library.look_up(board) if entry.move == E4)
    assert (entry.san, entry.flag, entry.locked, entry.comment) == ("e4", Flag.NORMAL, True, "best by test")
    assert entry.name == "King's Pawn Game"
    assert entry.layers == (Layer.USER, Layer.SHIPPED)
    assert (entry.wins, entry.score) == (300, 1.0)
    assert library.comment_at(board) == "the beginning"


def test_deleting_strikes_out_what_the_shipped_book_has(library: Library) -> None:
    board = chess.Board()
    library.delete(board, E4)
    assert chosen(library.chooser(), board).move == D4
    assert next(entry for entry in library.look_up(board) if entry.move == E4).flag is Flag.UNCHECKED
    library.undo()
    library.add_line(board, [chess.Move.from_uci("a2a3")])
    library.delete(board, chess.Move.from_uci("a2a3"))
    assert chess.Move.from_uci("a2a3") not in [entry.move for entry in library.look_up(board)]


def test_a_marked_line_flags_only_the_moves_of_the_side_to_move(library: Library) -> None:
    board = chess.Board()
    line = [chess.Move.from_uci(text) for text in ("e2e4", "e7e5", "f2f4")]
    library.mark_line(board, line, Flag.DUBIOUS)
    flags = []
    for move in line:
        flags.append(next(entry.flag for entry in library.look_up(board) if entry.move == move))
        board.push(move)
    assert flags == [Flag.DUBIOUS, Flag.NORMAL, Flag.DUBIOUS]


def test_transpositions_are_one_position(library: Library) -> None:
    one, two = chess.Board(), chess.Board()
    for text in ("d2d4", "g8f6", "c2c4", "e7e6"):
        one.push_uci(text)
    for text in ("c2c4", "e7e6", "d2d4", "g8f6"):
        two.push_uci(text)
    library.add_move(one, chess.Move.from_uci("b1c3"), Flag.STRONG)
    assert chosen(library.chooser(), two).move == chess.Move.from_uci("b1c3")


def test_castling_is_the_same_move_in_every_notation(library: Library) -> None:
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for text in ("e1g1", "e1c1"):
        library.add_move(board, chess.Move.from_uci(text))
    assert {entry.move.uci() for entry in library.look_up(board)} == {"e1g1", "e1c1"}
    chess960 = chess.Board(board.fen(), chess960=True)
    assert {entry.move.uci() for entry in library.look_up(chess960)} == {"e1h1", "e1a1"}


def test_the_users_other_books_have_the_say_in_their_order(library: Library, tmp_path: Path) -> None:
    board = chess.Board()
    for name, flag in (("one", Flag.STRONG), ("two", Flag.BAD)):
        with BookFile(tmp_path / f"{name}.ratsubook") as book:
            book.put_rows([MoveRow(position_key(board), encode(board, C4), flag)])
        library.list_book(tmp_path / f"{name}.ratsubook")
    assert chosen(library.chooser(), board).move == C4
    library.arrange_books(tuple(reversed(library.listed_books())))
    assert chosen(library.chooser(), board).move != C4


def test_a_book_named_from_the_folder_one_is_in_is_found_from_another_one(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = chess.Board()
    with BookFile(tmp_path / "one.ratsubook") as book:
        book.put_rows([MoveRow(position_key(board), encode(board, C4), Flag.STRONG)])
    monkeypatch.chdir(tmp_path)
    library.list_book(Path("one.ratsubook"))
    library.list_book(Path("one.ratsubook"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    assert again.problems == () and [entry.path for entry in again.listed_books()] == [tmp_path / "one.ratsubook"]
    assert chosen(again.chooser(), board).move == C4
    again.close()


def test_a_damaged_book_is_named_and_the_others_work(tmp_path: Path, shipped: Path) -> None:
    user = tmp_path / "user.ratsubook"
    user.write_bytes(b"not a book at all" * 20)
    library = Library(user, tmp_path / "learned.ratsubook", shipped)
    assert len(library.problems) == 1
    assert str(user) in str(library.problems[0])
    assert chosen(library.chooser(), chess.Board()).move in (E4, D4)
    library.close()
    assert user.read_bytes() == b"not a book at all" * 20


def test_a_damaged_book_among_the_others_is_named_and_they_work(library: Library, tmp_path: Path) -> None:
    damaged, sound = tmp_path / "damaged.ratsubook", tmp_path / "sound.ratsubook"
    for path in (damaged, sound):
        BookFile(path).close()
        library.list_book(path)
    damaged.write_bytes(b"not a book at all" * 20)
    again = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    assert [str(damaged) in str(problem) for problem in again.problems] == [True]
    assert again.titles().keys() == {str(sound)}
    again.close()


def test_the_shipped_book_opens_in_a_folder_that_cannot_be_written(shipped: Path) -> None:
    with BookFile(shipped, Access.IMMUTABLE) as book:
        assert book.count() == 3
    assert [path.name for path in shipped.parent.iterdir() if path.is_file()] == [
        "shipped.ratsubook"
    ]  # no -wal, no -shm beside it


def test_every_thread_may_look_up_and_edit(library: Library) -> None:
    from concurrent.futures import ThreadPoolExecutor

    board = chess.Board()
    moves = list(board.legal_moves)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda move: library.set_flag(chess.Board(), move, Flag.DUBIOUS), moves))
        found = list(pool.map(lambda _: len(library.look_up(chess.Board())), range(8)))
    assert found == [20] * 8


def test_the_rows_of_two_books_come_in_the_order_of_unsigned_keys(tmp_path: Path) -> None:
    """Above 2**63 they are stored as negative numbers; the other book may end before them."""
    paths = [tmp_path / f"{name}.ratsubook" for name in ("user", "learned")]
    for path, keys in zip(paths, ((5, -7, -1), (3, -7)), strict=True):
        with BookFile(path) as book:
            book.put_rows([MoveRow(key, 796, Flag.NORMAL, 1) for key in keys])
    with closing(Library(paths[0], paths[1], None)) as library:
        assert [row.key for row in library.all_rows(unsigned=True)] == [3, 5, -7, -1]
        assert [row.key for row in library.all_rows()] == [-7, -1, 3, 5]
