"""The user's own book on several computers: edits of all kinds are joined, and every answer counts once."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import chess
import pytest

from books import shared
from books.choice.open_library import library_in
from books.entry import Flag
from books.repertoire.cards import Cards, Review
from books.repertoire.own_mistakes import forget
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import Repertoire
from books.store import journal
from engine.drill.deck import Card, Grade, graded, is_card
from engine.sharing.book import BookPart
from engine.sharing.exchange import Exchange, Exchanged

EDITS = 1_000
BEGIN = datetime(2026, 11, 1, 18, tzinfo=UTC)
FLAGS = (Flag.BAD, Flag.DUBIOUS, Flag.NORMAL, Flag.STRONG)


class Booked:
    """A computer with the user's book."""

    def __init__(self, folder: Path, shared_folder: Path, number: int) -> None:
        self.number, self.now = number, BEGIN + timedelta(seconds=number)
        self.home, self.shared = folder / f"home {number}", shared_folder
        self.library = library_in(self.home / "books")
        assert self.library.user is not None
        self.book = self.library.user
        self.repertoires = RepertoireStore(self.library, lambda: self.now.timestamp())
        self.cards = Cards(self.book, is_card)
        self.answers = 0

    def exchange(self) -> Exchanged:
        with Exchange(self.home / "sharing", self.shared, lambda: self.now.timestamp(), str(self.number)) as exchange:
            exchange.share(BookPart("book", self.book))
            return exchange.finish()

    def values(self) -> dict[str, Any]:
        found: dict[str, Any] = {}

        def look(state: Mapping[str, Any]) -> Mapping[str, Any]:
            found.update(state)
            return state

        shared.share(self.book, {}, look, lambda *_: "", is_card)
        return {key: value[:5] if key.startswith("answer") else value for key, value in found.items()}

    def answer(self, key: int, grade: Grade) -> None:
        self.answers += 1
        row = self.cards.rows().get((key, True))
        card = graded(Card(row.card) if row else None, grade, self.now)
        number = [*Grade].index(grade) + 1
        review = Review(int(self.now.timestamp()), number, 1_000 + self.number, "e2e4")
        self.cards.keep((key, True), card.text, 0, review, failed=grade is Grade.WRONG)

    def edit(self, chance: random.Random) -> None:
        self.now += timedelta(hours=chance.random() * 5)
        board, path = chess.Board(), list[chess.Move]()
        for _ in range(chance.randrange(3)):
            path.append(chance.choice([*board.legal_moves][:3]))
            board.push(path[-1])
        move, kind, library = chance.choice([*board.legal_moves][:4]), chance.randrange(12), self.library
        if kind < 3:
            library.set_flag(board, move, chance.choice(FLAGS))
        elif kind == 3:
            library.add_line(chess.Board(), path)
        elif kind == 4:
            library.set_comment(board, move if chance.random() < 0.5 else None, f"Päätös {self.now:%H%M%S}")
        elif kind == 5:
            library.set_locked(board, move, chance.random() < 0.5)
        elif kind == 6:
            library.delete(board, move)
        elif kind == 7:
            library.switch_line(board, move, chance.random() < 0.6)
        elif kind == 8:
            known = self.repertoires.all()
            if known and chance.random() < 0.6:
                self.repertoires.remove(chance.choice(known).id)
            else:
                self.repertoires.save(Repertoire(0, f"R {self.number}", chance.random() < 0.5))
        elif kind == 9:
            journal.undo(self.book)
        elif kind == 10:
            forget(self.book, chance.randrange(5))
        else:
            self.answer(chance.randrange(6), chance.choice([*Grade]))


@contextmanager
def computers(tmp_path: Path, number: int) -> Iterator[list[Booked]]:
    (tmp_path / "shared").mkdir()
    made = [Booked(tmp_path, tmp_path / "shared", at) for at in range(number)]
    try:
        yield made
    finally:
        for one in made:
            one.library.close()


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {key: (one.get(key), other.get(key)) for key in {**one, **other} if one.get(key) != other.get(key)}


def settle(machines: list[Booked]) -> None:
    for _ in range(3):
        for machine in machines:
            machine.exchange()


@pytest.mark.parametrize(("edits", "machines"), [(EDITS, 2), (200, 3)])
def test_a_thousand_edits_on_each_computer_give_the_same_book(tmp_path: Path, edits: int, machines: int) -> None:
    chance = random.Random(edits)
    with computers(tmp_path, machines) as booked:
        for one in booked:
            one.book._connection().execute("PRAGMA synchronous=OFF")
        left = [edits] * machines
        while any(left):
            number = chance.choice([at for at in range(machines) if left[at]])
            for _ in range(min(left[number], chance.randrange(10, 80))):
                booked[number].edit(chance)
                left[number] -= 1
            if chance.random() < 0.5:
                booked[chance.randrange(machines)].exchange()
        settle(booked)
        values = [one.values() for one in booked]
        assert [differences(found, values[0]) for found in values] == [{}] * machines
        assert all(one.cards.rows() == booked[0].cards.rows() for one in booked)
        assert sum(row.seen for row in booked[0].cards.rows().values()) == sum(one.answers for one in booked)
        assert [one.exchange().sent for one in booked] == [{}] * machines


def test_flags_comments_and_lines_of_both_are_there_and_the_others_can_be_undone(tmp_path: Path) -> None:
    with computers(tmp_path, 2) as (one, other):
        board, e4, d4 = chess.Board(), chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")
        one.library.set_flag(board, e4, Flag.STRONG)
        one.library.set_comment(board, e4, "best by test")
        settle([one, other])
        one.library.set_comment(board, e4, "I mean it")
        other.library.set_flag(board, e4, Flag.DUBIOUS)
        other.library.set_flag(board, d4, Flag.STRONG)
        settle([one, other])
        for machine in (one, other):
            rows = {row.move: row for row in machine.book.rows(shared_key(board))}
            assert sorted((row.flag, row.comment) for row in rows.values()) == [
                (Flag.DUBIOUS, "I mean it"),
                (Flag.STRONG, None),
            ]
        assert journal.history(one.book)[0].label == "changes of your other computers"
        journal.undo(one.book)
        settle([one, other])
        assert len(one.book.rows(shared_key(board))) == len(other.book.rows(shared_key(board))) == 1


def shared_key(board: chess.Board) -> int:
    from books.key import position_key

    return position_key(board)


def test_a_card_that_only_travels_is_the_same_to_the_letter(tmp_path: Path) -> None:
    with computers(tmp_path, 2) as (one, other):
        for step in range(12):
            giver, taker = (one, other) if step % 2 else (other, one)
            for more in range(2):
                giver.now = BEGIN + timedelta(days=3 * step + more)
                giver.answer(7, Grade.RIGHT)
            before = giver.cards.rows()
            giver.exchange()
            taker.exchange()
            assert taker.cards.rows() == giver.cards.rows() == before


def test_values_that_cannot_be_used_change_nothing(tmp_path: Path) -> None:
    with computers(tmp_path, 2) as (one, other):
        one.library.set_flag(chess.Board(), chess.Move.from_uci("e2e4"), Flag.STRONG)
        one.exchange()
        wrong = {
            "move\t1\t2\tflag": [9, 0, "user"],
            "move\t1\t2\tpresence": [1],
            "move\t1\t3\tnewer": ["x"],
            "position\tx\tcomment": "x",
            "position\t1\tforced": "x",
            "repertoire\t1\t1": ["R", "no FEN", "[]", 10],
            "mistake\t1\t1": 3,
            "answer\t1 1\tx": ["soon"],
            "off\t1": 1,
            "newer": 1,
        }

        class Newer:
            name = "book"

            def share(self, merge: Any) -> None:
                merge(wrong)

        with Exchange(other.home / "sharing", other.shared) as exchange:
            exchange.share(Newer())
            exchange.finish()
        one.exchange()
        assert [key.split("\t")[0] for key in one.values()] == ["move", "move"]
        assert journal.history(one.book)[0].label != "changes of your other computers"
