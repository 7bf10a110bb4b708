"""The law of the trainer: every move that its user has in his repertoire is right, whatever else the books say."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from books.choice.library import Library
from books.entry import Flag, MoveRow, Presence
from books.key import decode, encode, position_key
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import ALL_BOOKS, MINE, OWN_BOOK, Repertoire
from books.store.book_file import BookFile
from engine.drill.sources.openings import Openings
from tests.books.helpers import next_asked

Walk = list[int]
WALKS = st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=9), min_size=1, max_size=6)
FLAGS = st.lists(st.sampled_from(Flag), min_size=1, max_size=12)


def moves_of(walk: Walk) -> list[chess.Move]:
    """The legal moves that numbers choose."""
    board, moves = chess.Board(), []
    for number in walk:
        legal = sorted(board.legal_moves, key=chess.Move.uci)
        if not legal:
            break
        moves.append(legal[number % len(legal)])
        board.push(moves[-1])
    return moves


def fill(path: Path, walks: list[Walk], flags: list[Flag], inherits: int = 0, evaluation: int | None = None) -> None:
    """A book of these lines; the flags are given in turn."""
    rows: dict[tuple[int, int], MoveRow] = {}
    for walk in walks:
        board = chess.Board()
        for move in moves_of(walk):
            key, code = position_key(board), encode(board, move)
            flag = flags[len(rows) % len(flags)]
            rows.setdefault((key, code), MoveRow(key, code, flag, 10, wins=3, inherits=inherits, evaluation=evaluation))
            board.push(move)
    with BookFile(path) as book:
        book.put_rows(rows.values())


@contextmanager
def library_of(
    own: list[Walk], other: list[Walk], learned: list[Walk], shipped: list[Walk], flags: list[Flag]
) -> Iterator[Library]:
    """Four random books, one in each layer."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"{layer}.ratsubook" for layer in ("user", "learned", "shipped", "other")]
        fill(paths[0], own, flags, inherits=1)
        fill(paths[1], learned, flags[::-1], evaluation=-200)
        fill(paths[2], shipped, flags[1:] + flags[:1])
        fill(paths[3], other, flags[2:] + flags[:2], inherits=1)
        opened = Library(paths[0], paths[1], paths[2])
        opened.list_book(paths[3])
        try:
            yield opened
        finally:
            opened.close()


def own_moves(library: Library, board: chess.Board) -> set[chess.Move]:
    """What the first of the user's books that says anything of a move has as one to be played, read from the files."""
    found: dict[chess.Move, bool] = {}
    assert library.user is not None
    for file in (library.user, *(file for _, file in library._others)):
        for row in file.rows(position_key(board)):
            move = decode(board, row.move)
            if move is not None and (row.flag is not Flag.UNCHECKED or row.presence is Presence.OUT):
                found.setdefault(move, row.flag.playable and row.presence is not Presence.OUT)
    return {move for move, playable in found.items() if playable}


@given(WALKS, WALKS, WALKS, WALKS, FLAGS, st.booleans(), st.sampled_from([(MINE,), (OWN_BOOK,), ALL_BOOKS]))
@settings(max_examples=25, deadline=None)
def test_every_move_of_the_user_is_right_wherever_it_is_asked(
    own: list[Walk],
    other: list[Walk],
    learned: list[Walk],
    shipped: list[Walk],
    flags: list[Flag],
    white: bool,
    books: tuple[str, ...],
) -> None:
    with library_of(own, other, learned, shipped, flags) as library:
        trainer = Openings(library)
        repertoire = Repertoire(0, "", white, books=books)
        for spot in [spot for spot in trainer.store.spots(repertoire).values() if spot.own]:
            mine = own_moves(library, spot.board)
            assert mine <= {*spot.answers, *spot.accepted}
            if books == (MINE,):
                assert mine <= {*spot.answers}, "every own move is asked for, whatever the other books say"
        session = trainer.session(repertoire, new_cards=3)
        while (question := next_asked(session)) is not None:
            assert session.question is not None
            known = sorted(own_moves(library, question.board), key=chess.Move.uci)
            assert session.answer([*known, *question.wanted][-1].uci(), 5_000).right


@given(WALKS, FLAGS, st.booleans())
@settings(max_examples=25, deadline=None)
def test_every_own_position_that_the_users_lines_reach_is_trained(
    own: list[Walk], flags: list[Flag], white: bool
) -> None:
    """In his own book alone, every playable line from the start is followed: none of his positions is missing."""
    playable: list[Flag] = [flag for flag in flags if flag.playable] or [Flag.NORMAL]
    with library_of(own, [], [], [], playable) as library:
        asked = {
            spot.board.fen()
            for spot in RepertoireStore(library).spots(Repertoire(0, "", white)).values()
            if spot.answers
        }
        for walk in own:
            board = chess.Board()
            for move in moves_of(walk):
                if board.turn == white:
                    assert any(fen.split()[:4] == board.fen().split()[:4] for fen in asked)
                board.push(move)
