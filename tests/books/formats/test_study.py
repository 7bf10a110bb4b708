"""A study becomes a book and a study again: words, drawings, signs, chapters and their order, and the side at the bottom.

The studies are written in the form in which lichess exports them; python-chess reads both files.
"""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.building.imports import import_file, merge
from books.choice.library import Library
from books.entry import SIDE, Flag
from books.formats import any_format as source
from books.formats.study import StudyNotes, study_of
from books.key import encode, position_key
from books.store.book_file import BookFile
from engine.play.book.book_export import write_book
from tests.books.helpers import after, line

STUDIES = sorted((Path(__file__).parent / "studies").glob("*.pgn"))


def silent(done: int, total: int) -> bool:
    return True


def games_in(text: str) -> Iterator[chess.pgn.Game]:
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        yield game


def said(comment: Any) -> str:
    return " ".join(str(comment).split())


def tree(node: chess.pgn.GameNode) -> object:
    move = node.move.uci() if isinstance(node, chess.pgn.ChildNode) else ""
    return (
        move,
        said(node.starting_comment),
        said(node.comment),
        frozenset(node.nags),
        [tree(c) for c in node.variations],
    )


def chapters(text: str) -> list[tuple[dict[str, str], object]]:
    """Every tag that says something, and the tree, of each chapter."""
    return [({k: v for k, v in game.headers.items() if "?" not in v}, tree(game)) for game in games_in(text)]


def through_a_book(study: Path, folder: Path) -> str:
    import_file(study, folder / "book.ratsubook")
    with BookFile(folder / "book.ratsubook") as book:
        write_book(folder / "back.pgn", book, silent)
    return (folder / "back.pgn").read_text(encoding="utf-8")


@pytest.mark.parametrize("study", STUDIES, ids=lambda path: path.stem)
def test_a_study_is_the_same_after_it_was_a_book(study: Path, tmp_path: Path) -> None:
    before = chapters(study.read_text(encoding="utf-8"))
    assert len(before) >= 2 and chapters(through_a_book(study, tmp_path)) == before


def test_there_are_twenty_studies_with_all_that_lichess_writes() -> None:
    text = "".join(study.read_text(encoding="utf-8") for study in STUDIES)
    assert len(STUDIES) >= 20
    assert all(
        part in text
        for part in ("[%csl ", "[%cal ", "[%eval ", "[%clk ", "( { ", "$146", '[Orientation "black"]', "[FEN ")
    )


WORDS = st.lists(
    st.sampled_from(["Good.", "plan: f4–f5", "ääkköset", "♘ to d5", "[sic]", "$", "1-0?", "e4", "(not so)"]), max_size=4
)
SQUARES = st.sampled_from(list(chess.SQUARE_NAMES))
DRAWN = st.lists(st.tuples(st.sampled_from("GRYB"), SQUARES, SQUARES), max_size=3)


@st.composite
def comments(draw: st.DrawFn) -> str:
    drawn = draw(DRAWN)
    squares = ",".join(f"{colour}{to}" for colour, _, to in drawn)
    arrows = ",".join(f"{colour}{start}{to}" for colour, start, to in drawn)
    commands = f"[%csl {squares}][%cal {arrows}]" if drawn else ""
    return " ".join(filter(None, (*draw(WORDS), commands)))


@st.composite
def written_studies(draw: st.DrawFn) -> str:
    """Studies with random trees; moves, words, drawings and signs anywhere."""
    found = []
    for number in range(draw(st.integers(1, 4))):
        game = chess.pgn.Game()
        game.headers["Event"] = f"Property: {number}"
        game.headers["StudyName"], game.headers["ChapterName"] = "Property", f"Chapter {draw(st.integers(0, 9))}"
        game.headers["Orientation"] = draw(st.sampled_from(["white", "black"]))
        game.comment = draw(comments())
        places: list[chess.pgn.GameNode] = [game]
        for _ in range(draw(st.integers(1, 25))):
            node = places[draw(st.integers(max(0, len(places) - 6), len(places) - 1))]
            moves = [move for move in sorted(node.board().legal_moves, key=str) if not node.has_variation(move)]
            if not moves:
                continue
            first = not node.variations
            child = node.add_variation(moves[draw(st.integers(0, len(moves) - 1))])
            child.comment = draw(comments())
            child.starting_comment = "" if first else draw(comments())
            child.nags = draw(st.sets(st.sampled_from([1, 2, 3, 4, 5, 6, 10, 14, 146]), max_size=2))
            places.append(child)
        found.append(str(game))
    return "\n\n".join(found) + "\n"


@settings(max_examples=60, deadline=None)
@given(written_studies())
def test_any_study_is_the_same_after_it_was_a_book(tmp_path_factory: pytest.TempPathFactory, study: str) -> None:
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.pgn").write_text(study, encoding="utf-8")
    assert chapters(through_a_book(folder / "study.pgn", folder)) == chapters(study)


Change = Callable[[Library], object]


def edited(study: Path, folder: Path, change: Change) -> list[chess.pgn.Game]:
    """The chapters of a study that was changed as a book."""
    library = Library(folder / "user.ratsubook", folder / "learned.ratsubook", None)
    import_file(study, folder / "study.ratsubook")
    library.list_book(folder / "study.ratsubook")
    library.edit_in(folder / "study.ratsubook")
    change(library)
    write_book(folder / "back.pgn", library.own(), silent)
    library.close()
    return list(games_in((folder / "back.pgn").read_text(encoding="utf-8")))


def named(name: str) -> Path:
    return next(study for study in STUDIES if study.stem == name)


def test_what_the_student_adds_stands_in_the_chapter_that_reaches_it(tmp_path: Path) -> None:
    board, moves = after("1.e4 e5 2.Nf3 Nf6 3.Nxe5"), line("3...Nc6 4.Nxc6 dxc6", after("1.e4 e5 2.Nf3 Nf6 3.Nxe5"))
    first, second, third = edited(named("italian"), tmp_path, lambda books: books.add_line(board, moves))
    unchanged = chapters(named("italian").read_text(encoding="utf-8"))
    assert [tree(first), tree(second)] == [found for _, found in unchanged[:2]]
    here = next(node for node in third.mainline() if node.san() == "Nxe5")
    assert [child.move for child in here.variations][-1] == moves[0]  # the Stafford Gambit, beside 3...d6 and 3...Nxe4
    assert [node.move for node in here.variations[-1].mainline()] == moves[1:]


def test_a_move_that_was_deleted_is_in_no_chapter(tmp_path: Path) -> None:
    board, move = after("1.e4 e5 2.Nf3 Nf6"), chess.Move.from_uci("f3e5")
    games = edited(named("italian"), tmp_path, lambda books: books.delete(board, move))
    assert [node.san() for node in games[2].mainline()] == ["e4", "e5", "Nf3", "Nf6"]


def test_a_changed_sign_and_comment_replace_the_authors_and_nothing_else(tmp_path: Path) -> None:
    def change(books: Library) -> None:
        books.set_flag(after("1.d4 d5"), chess.Move.from_uci("c2c4"), Flag.BAD)
        books.set_comment(after("1.d4 d5"), chess.Move.from_uci("c2c4"), "Not for me.")

    games = edited(named("repeats"), tmp_path, change)
    found = [next(node for node in game.mainline() if node.ply() == 3) for game in games]
    assert [(node.nags, said(node.comment)) for node in found] == [
        ({2}, "Not for me."),
        ({5}, "Or 2. Nf3 first."),
        (set(), "We are home. [%csl Gd5]"),
    ]


def test_a_study_merged_into_ones_own_book_keeps_its_chapters_and_is_undone_at_once(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("1.c4 e5"))
    study = named("italian")
    texts = source.read_chapters(study).texts
    for _ in range(2):  # the second time adds nothing
        merge(source.read_rows(study), library.own(), "import", name="italian", chapters=texts)
    assert library.own().chapters() == list(texts)
    write_book(tmp_path / "back.pgn", library.own(), silent)
    first, *rest = chapters((tmp_path / "back.pgn").read_text(encoding="utf-8"))
    assert rest == chapters(study.read_text(encoding="utf-8"))[1:] and "c2c4" in str(first)
    library.undo()
    assert not library.own().chapters() and library.own().count() == 2
    library.redo()
    assert library.own().chapters() == list(texts)
    library.close()


def test_a_study_of_one_side_is_a_book_for_that_side(tmp_path: Path) -> None:
    import_file(named("caro"), tmp_path / "caro.ratsubook")
    with BookFile(tmp_path / "caro.ratsubook") as book:
        assert (book.meta("title"), book.meta(SIDE)) == ("Caro-Kann for Black", "black")
        study = study_of(book.chapters())
    assert [chapter.name for chapter in study.chapters] == ["Advance", "Exchange", "Panov"] and study.sides == [False]
    import_file(named("pirc"), tmp_path / "pirc.ratsubook")
    with BookFile(tmp_path / "pirc.ratsubook") as book:
        assert book.meta(SIDE) is None and study_of(book.chapters()).sides == [True, False]


def test_the_words_and_drawings_of_a_move_are_found_by_position() -> None:
    notes = StudyNotes(source.read_chapters(named("italian")).texts)
    board = after("1.e4 e5 2.Nf3 Nc6")
    said_there = notes.note(position_key(board), encode(board, chess.Move.from_uci("f1c4")))
    assert (said_there.words, said_there.drawings) == ("Looks at f7.", ("Rf7", "Gc4f7"))
    other = notes.note(position_key(board), encode(board, chess.Move.from_uci("f1b5")))
    assert other.before == "The other way is the Spanish."
    assert notes.names == ("Italian: main line", "Two knights", "Petroff")
    assert notes.chapter_at(position_key(after("1.e4 e5 2.Nf3 Nf6"))) == "Petroff"
    assert notes.chapter_at(position_key(after("1.a4"))) == ""


def test_games_with_a_fault_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text('[Event "S: one"]\n\n1. e4 e5 *\n\n[Event "S: two"]\n\n1. e4 Ke4 *\n')
    done = import_file(tmp_path / "a.pgn", tmp_path / "a.ratsubook")
    assert (done.chapters, done.left_out) == (1, 1)
    assert str(done.text) == "2 moves imported; 1 chapter; 1 game left out, because of a fault in its moves."
