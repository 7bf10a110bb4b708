"""Endgame lessons come again by FSRS: what slipped soon, what was held later, new ones after those that are due."""

from datetime import UTC, datetime, timedelta

import chess

from engine.drill.deck import Deck
from engine.drill.deck_file import as_file, of_file
from engine.drill.sources import endgames
from engine.drill.sources.likely_errors import LikelyErrors
from tablebases.lesson_themes import PATH
from tablebases.lessons import LESSONS
from tablebases.tables import Tablebases
from tablebases.trainer import defence
from tablebases.wdl import Wdl

START = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_new_deck_asks_all_lessons_the_course_for_beginners_first() -> None:
    asked = [LESSONS[number].theme for number in endgames.due(Deck(), START)]
    assert len(asked) == len(LESSONS) and tuple(dict.fromkeys(asked))[: len(PATH)] == PATH
    assert not endgames.repeated(Deck(), START), "a new lesson waits for nobody"


def test_a_lesson_counts_as_learned_if_it_was_completed_without_slip_and_help() -> None:
    first = endgames.progress(Deck(), START)[0]
    assert (first.theme, first.solved, first.next) == (PATH[0], frozenset(), first.lessons[0])
    number = first.lessons[0]
    for right, helped in ((False, False), (True, True)):
        deck = endgames.answered(Deck(), number, START, right=right, helped=helped)
        assert not endgames.progress(deck, START)[0].solved
    deck = of_file(as_file(endgames.answered(deck, number, START, right=True)))
    later = endgames.progress(deck, START + timedelta(days=400))[0]
    assert (later.solved, later.due, later.next) == (frozenset({number}), 1, first.lessons[1])


def test_the_opponent_sets_the_trap_that_a_person_falls_into() -> None:
    """KRvKP: longest resistance lets people err in 2 %, the trainer's move in 7 % (tests.bench.human_defence)."""
    board = chess.Board("8/8/8/5k1p/8/8/R7/1K6 b - - 0 1")
    with Tablebases() as tables:
        ranking = tables.rank(board)
        assert ranking is not None and ranking.wdl == Wdl.LOSS
        erring = LikelyErrors(1200)
        chances = {}
        for row in ranking.moves:
            after = board.copy()
            after.push(row.move)
            found = tables.rank(after)
            assert found is not None
            chances[row.move] = erring(after, [one.move for one in found.moves if one.wdl == found.wdl])
        chosen = defence(tables, board, erring)
        assert chosen is not None and all(0 <= chance <= 1 for chance in chances.values())
        assert chances[chosen] > 0.5 > 0.01 > chances[ranking.top.move], "the longest defence is easy"


def test_what_slipped_comes_before_new_ones_and_what_was_right_days_later() -> None:
    deck = endgames.answered(endgames.answered(Deck(), 4, START, right=False), 0, START, right=True)
    assert endgames.card(deck, 4).days < endgames.card(deck, 0).days
    now = START + timedelta(hours=1)
    assert endgames.due(deck, now)[:2] == (4, 0) and 4 not in endgames.due(deck, now)[1:]
    for _ in range(3):
        deck = endgames.answered(deck, 0, now, right=True)
        now += timedelta(days=endgames.card(deck, 0).days)
    assert endgames.card(deck, 0).days > 5
    assert endgames.due(deck, now)[0] in (0, 4)


def test_a_lesson_is_judged_by_whole_tables_up_to_four_pieces() -> None:
    """With more the trainer only says whether the pawn gets through."""
    boards = {3: "8/8/1r6/8/8/4k3/8/K7 w - - 0 1", 4: "8/8/1r6/8/8/4k3/3R4/K7 w - - 0 1"}
    boards[5] = "8/8/1r6/8/7P/4k3/3R4/K7 w - - 0 1"
    few = {number: endgames.EndgameStep(None, None, chess.Board(fen), None).few for number, fen in boards.items()}
    assert few == {3: True, 4: True, 5: False}
