"""Each lesson is proved by the shipped tables, and read by chess.syzygy, another reader of the same files.

Those of five pieces are proved by the shipped parts of tables (see test_promotion_tables.py)."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import chess
import chess.syzygy
import pytest

from engine.coach.line import MotifLine
from engine.coach.themes.tagger import themes
from engine.drill.sources.endgames import EndgameQuestion, EndgameSource, EndgameStep
from engine.game.outcome import by_rules
from tablebases import signature as signatures
from tablebases.lesson_themes import PATH, THEMES
from tablebases.lessons import LESSONS, EndgameLesson, LessonEnd
from tablebases.promotion_tables import PromotionTables
from tablebases.tables import Tablebases
from tablebases.trainer import defence
from tablebases.wdl import Wdl

SHIPPED = Path(__file__).parents[2] / "tablebases" / "data"
MOST_GOOD = {"lucena": 11, "philidor": 4}  # right first moves: Lucena's has several, Philidor's rook several squares
MATES = ("mate in one", "queen mate", "rook mate", "two bishops mate", "bishop and knight mate")


@pytest.fixture(scope="module")
def tables() -> Iterator[Tablebases]:
    with Tablebases([SHIPPED]) as opened:
        yield opened


def test_each_lesson_is_won_or_drawn_as_it_says_and_but_for_mates_by_one_move_only(tables: Tablebases) -> None:
    with chess.syzygy.open_tablebase(str(SHIPPED)) as theirs:
        for lesson in LESSONS:
            if lesson.through:
                continue
            board = chess.Board(lesson.fen)
            assert board.is_valid() and board.turn == chess.WHITE and len(board.piece_map()) <= 4, lesson
            assert theirs.probe_wdl(board) == (2 if lesson.win else 0), lesson
            ranking = tables.rank(board)
            assert ranking is not None and len(ranking.moves) > 2
            good = [row for row in ranking.moves if row.wdl == ranking.top.wdl]
            several = lesson.theme in MATES or lesson.end is LessonEnd.CAPTURE
            assert len(good) == 1 or several, lesson
            assert signatures.parse(lesson.signature) == lesson.signature


@pytest.mark.parametrize("lesson", [lesson for lesson in LESSONS if lesson.through])
def test_the_pawn_gets_through_or_is_stopped_as_the_lesson_says(lesson: EndgameLesson) -> None:
    board = chess.Board(lesson.fen)
    assert board.is_valid() and board.turn == chess.WHITE and len(board.piece_map()) == 5
    ranking = PromotionTables().rank(board)
    assert ranking is not None and ranking.wdl == (Wdl.WIN if lesson.win else Wdl.DRAW)
    good = [row for row in ranking.moves if row.wdl == ranking.wdl]
    assert len(good) <= MOST_GOOD.get(lesson.theme, 1) and len(good) < len(ranking.moves)
    assert signatures.parse(lesson.signature) == lesson.signature


@pytest.mark.parametrize("moves", [15, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("theme", ["lucena", "philidor", "vancura", "triangulation"])
def test_a_random_learner_who_keeps_the_result_is_always_answered(theme: str, moves: int) -> None:
    """Some right move each time: nobody falls out of the parts, and the result never changes by itself."""
    tables, generator = PromotionTables(), random.Random(7)
    lesson = next(lesson for lesson in LESSONS if lesson.theme == theme)
    board = chess.Board(lesson.fen)
    for _ in range(moves):
        ranking = tables.rank(board)
        assert ranking is not None and ranking.wdl == (Wdl.WIN if lesson.win else Wdl.DRAW), board.fen()
        move = generator.choice([row.move for row in ranking.moves if row.wdl == ranking.wdl])
        board.push(move)
        if by_rules(board) is not None or (move.promotion and len(board.piece_map()) > 4):
            break
        reply = defence(tables, board)
        assert reply is not None and not (reply.promotion and len(board.piece_map()) > 4), board.fen()
        board.push(reply)
        if by_rules(board) is not None:
            break


def test_there_are_sixty_different_positions_and_themes_stay_together() -> None:
    assert len({lesson.fen for lesson in LESSONS}) == len(LESSONS) >= 60
    found = [lesson.theme for lesson in LESSONS]
    assert sum(first != second for first, second in pairwise(found)) == len(Counter(found)) - 1
    assert min(Counter(found).values()) >= 2
    assert all(Counter(found)[theme] >= 4 for theme in ("lucena", "philidor", "vancura", "triangulation"))


def test_every_theme_has_a_card_and_the_course_begins_with_the_mates() -> None:
    taught = dict.fromkeys(lesson.theme for lesson in LESSONS)
    assert [*taught] == [*THEMES] and {*PATH} < {*THEMES} and PATH[:4] == tuple(THEMES)[:4]
    for lesson in LESSONS:
        assert THEMES[lesson.theme].goal(lesson.win), lesson
    for card in THEMES.values():
        for sentence in (card.name, *card.method):
            assert 0 < len(str(sentence).split()) <= 25, sentence


def test_in_the_first_tactics_one_move_wins_the_piece_and_shows_the_theme(tables: Tablebases) -> None:
    lessons = [lesson for lesson in LESSONS if lesson.end in (LessonEnd.CAPTURE, LessonEnd.MATE_AT_ONCE)]
    assert len(lessons) >= 30
    for lesson in lessons:
        board = chess.Board(lesson.fen)
        source = EndgameSource(lambda: tables, lesson.fen, wins=True, strict=True, end=lesson.end)
        right = [move for move in board.legal_moves if source.judge(EndgameQuestion(board), move.uci()).right]
        assert len(right) == 1, lesson
        line = source.line(board, 80)
        assert line[0] == right[0].uci() and len(line) == (1 if lesson.end is LessonEnd.MATE_AT_ONCE else 3), lesson
        found = themes(MotifLine.from_here(lesson.fen, line, chess960=False))
        known = {"mate in one": "mateIn1", "discovered check": "discoveredAttack"}
        assert known.get(lesson.theme, lesson.theme) in found, (lesson, found)


def test_a_tactic_ends_with_the_capture_and_another_winning_move_is_no_answer(tables: Tablebases) -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.theme == "fork")
    board = chess.Board(lesson.fen)
    source = EndgameSource(lambda: tables, lesson.fen, wins=True, strict=True, end=lesson.end)
    slow = source.judge(EndgameQuestion(board), "g7g6")
    assert isinstance(slow.why, EndgameStep) and slow.why.missed and not slow.right and slow.why.reply is None
    first = source.judge(EndgameQuestion(board), "e5f4")
    assert first.right and first.then is not None
    last = source.judge(first.then, "f4c1")
    assert last.right and last.then is None and isinstance(last.why, EndgameStep) and last.why.through
