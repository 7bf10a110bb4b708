"""A game of the repertoire against replies as people play them, one line alone, and the progress of lines."""

from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.errors import BookError
from books.key import encode, position_key
from books.repertoire.trainer_values import Repertoire
from books.store.book_file import BookFile
from engine.drill.sources.opening_order import SessionKind
from engine.drill.sources.openings import Openings
from tests.books.helpers import line
from tests.engine.drill.sources.conftest import Clock

DAY_S = 86_400
WHITE = Repertoire(0, "white", True)


class Replies:
    """Draws from shares by position; unknown positions get the first legal move."""

    def __init__(self, shares: dict[str, dict[str, float]]) -> None:
        self.shares = shares

    def __call__(self, board: chess.Board) -> dict[chess.Move, float]:
        before = chess.Board().variation_san(board.move_stack)
        known = self.shares.get(before) or {board.san(next(iter(board.legal_moves))): 1.0}
        return {board.parse_san(san): share for san, share in known.items()}


def begin(trainer: Openings, replies: Replies, **start: object) -> None:
    trainer.start_game(WHITE, replies, **start)  # type: ignore[arg-type]


def play(trainer: Openings, san: str) -> bool:
    question = trainer._running().question
    assert question is not None
    return trainer.answer(question.board.parse_san(san).uci(), 6_000).right


def test_a_game_asks_the_users_moves_and_plays_the_replies_of_people(trainer: Openings) -> None:
    begin(trainer, Replies({"1. e4": {"e5": 1.0}, "1. e4 e5 2. Nf3": {"Nc6": 1.0}}))
    first = trainer.step()
    assert first.moves == () and first.question is not None
    assert play(trainer, "e4") and trainer.step().moves == ("e2e4", "e7e5")
    assert play(trainer, "Nf3") and play_until(trainer) == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert play(trainer, "Bb5")
    end = trainer.step()
    assert end.question is None and end.departure is not None
    assert (end.departure.mine, end.departure.known) == (False, False)  # the lines end here
    assert trainer.totals().asked == trainer.totals().right == 3


def play_until(trainer: Openings) -> tuple[str, ...]:
    return trainer.step().moves


def test_an_opponent_who_leaves_the_repertoire_is_named_with_the_share_and_may_play_another_move(
    trainer: Openings,
) -> None:
    begin(trainer, Replies({"1. e4": {"d5": 0.3, "e5": 0.7}}))
    trainer.step()
    play(trainer, "e4")
    step, shares = trainer.step(), {"d5": 0.3}
    while step.departure is None:  # whatever is drawn first, the other comes after a takeback
        begin(trainer, Replies({"1. e4": shares}))
        trainer.step()
        play(trainer, "e4")
        step = trainer.step()
    assert step.departure.san == "1...d5" and step.departure.share == 0.3 and step.departure.known
    trainer.game._replies = Replies({"1. e4": {"d5": 0.3, "c5": 0.7}})
    trainer.game.take_back()
    again = trainer.step()
    assert again.question is not None and again.moves == ("e2e4", "c7c5")


def test_outside_the_repertoire_the_game_goes_on_and_comes_back_by_transposition(trainer: Openings) -> None:
    begin(trainer, Replies({"1. Nf3": {"e5": 1.0}, "1. Nf3 e5 2. e4": {"Nc6": 1.0}}))
    trainer.step()
    assert not play(trainer, "Nf3")  # wrong: 1.e4 is the move
    asked = trainer.step().question
    assert asked is not None and asked.moves == ()  # taken back: asked again
    trainer.game.leave("g1f3")
    out = trainer.step()
    assert out.departure is not None and out.departure.mine and out.departure.san == "1.Nf3"
    assert out.moves == ("g1f3", "e7e5")
    trainer.game.play("e2e4")
    back = trainer.step()
    assert back.departure is None and back.question is not None
    assert back.question.answers[0][1] == "Bb5"


def test_a_game_begins_from_any_position_of_the_repertoire(trainer: Openings) -> None:
    board = chess.Board()
    for move in line("e4 e5 Nf3 Nc6"):
        board.push(move)
    begin(trainer, Replies({}), board=board)
    asked = trainer.step().question
    assert asked is not None and asked.answers[0][1] == "Bb5" and len(asked.moves) == 4
    board.pop()  # the opponent is to move
    begin(trainer, Replies({"1. e4 e5 2. Nf3": {"Nc6": 1.0}}), board=board)
    assert trainer.step().moves[-1] == "b8c6"
    with pytest.raises(BookError, match="not in this repertoire"):
        begin(trainer, Replies({}), board=chess.Board("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"))


def test_in_a_game_only_what_waits_and_the_first_mistake_count(trainer: Openings, clock: Clock) -> None:
    replies = Replies({"1. e4": {"e5": 1.0}})
    begin(trainer, replies)
    trainer.step()
    play(trainer, "e4")
    clock.now += 60 * DAY_S
    begin(trainer, replies)
    trainer.step()
    play(trainer, "a3")
    trainer.step()
    play(trainer, "e4")
    known = trainer.cards._rows.rows()
    assert next(iter(known.values())).seen == 2 and next(iter(known.values())).failed == 1


def test_one_line_is_shown_and_then_asked_as_a_whole_from_its_start(trainer: Openings) -> None:
    lines = trainer.lines(WHITE)
    assert {one.text for one in lines} == {"1. e4 e5 2. Nf3 Nc6 3. Bb5", "1. e4 c5 2. Nf3"}
    ruy = next(one for one in lines if one.text.endswith("Bb5"))
    assert (ruy.waiting.new, ruy.waiting.known) == (3, 0)
    session = trainer.session(WHITE, SessionKind.LINES, line=ruy.moves)
    asked = []
    while (question := session.next()) is not None:
        if question.shown:
            session.source._order.seen(question.spot)  # type: ignore[attr-defined]
            continue
        asked.append(question.wanted[0].uci())
        session.answer(asked[-1], 6_000)
    assert asked == ["e2e4", "g1f3", "f1b5"]
    progress = {one.text: one.waiting for one in trainer.lines(WHITE)}
    assert progress["1. e4 e5 2. Nf3 Nc6 3. Bb5"].known == 3
    assert (progress["1. e4 c5 2. Nf3"].known, progress["1. e4 c5 2. Nf3"].new) == (1, 1)


def test_every_asked_position_belongs_to_a_line(library: Library, trainer: Openings) -> None:
    library.add_line(chess.Board(), line("Nf3 d5 d4 Nf6 c4"))
    lines = trainer.lines(WHITE)
    keys = set()
    for one in lines:
        board = chess.Board()
        for uci in one.moves:
            keys.add(board.epd())
            board.push_uci(uci)
    asked = {spot.board.epd() for spot in trainer.store.asked(WHITE)}
    assert asked <= keys


def test_a_move_of_another_book_is_asked_again_in_a_game(library: Library, trainer: Openings, tmp_path: Path) -> None:
    with BookFile(tmp_path / "club.ratsubook") as club:
        move = encode(chess.Board(), chess.Move.from_uci("d2d4"))
        club.put_rows([MoveRow(position_key(chess.Board()), move, Flag.NORMAL, 100)])
        club.put_meta("title", "Club")
    library.list_book(tmp_path / "club.ratsubook")
    trainer.start_game(Repertoire(0, "", True, books=(str(tmp_path / "club.ratsubook"),)), Replies({}))
    assert trainer.step().question is not None
    judged = trainer.answer("e2e4", 5_000)
    assert (judged.right, judged.asked_for, judged.grade) == (True, False, "")
    asked = trainer.step().question
    assert asked is not None and not asked.moves and asked.answers == (("d2d4", "d4"),)
