"""The words of the trainer of openings."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from books.repertoire.trainer_values import AnswerResult, AskedPosition, MoveLesson
from desktop.model.settings import Settings
from desktop.model.training import AnsweredQuestion
from desktop.services.kit.language import language
from desktop.views.book.training_words import TrainingWords
from engine.rules.fen import START_FEN


def test_the_time_to_the_next_question_is_told_in_the_singular_too(qapp: QApplication) -> None:
    told = [TrainingWords().span(days) for days in (1 / 1440, 5 / 1440, 59.8 / 1440, 1 / 24, 0.5, 0.9999, 1.2, 3.0)]
    assert told == ["one minute", "5 minutes", "one hour", "one hour", "12 hours", "one day", "one day", "3 days"]


@pytest.fixture
def finnish(qapp: QApplication) -> Iterator[None]:
    """The window in Finnish."""
    language().follow(Settings().with_value("language", "fi"))
    yield
    language().follow(Settings().with_value("language", "en"))


def test_the_students_words_are_shown_as_they_are_in_every_language(finnish: None) -> None:
    lesson = MoveLesson("1.Nf3", comment="Best by test: Qd2 and Bc4.")
    question = AskedPosition(START_FEN, (), True, True, True, 1, (("g1f3", "Nf3"),), lesson)
    shown = TrainingWords().lesson(question)
    assert "Best by test: Qd2 and Bc4." in shown and "1.Rf3" in shown


def test_a_move_of_another_book_is_neither_right_nor_wrong(qapp: QApplication) -> None:
    question = AskedPosition(START_FEN, (), True, True, False, 1, (("d2d4", "d4"),), MoveLesson("1.d4"))
    answered = AnsweredQuestion(question, "e4", AnswerResult(True, "", 0.0, asked_for=False, missing=1))
    said = TrainingWords().verdict(answered)
    assert said == "e4 is in your books, too, but it is not the move of this repertoire. Try again."
