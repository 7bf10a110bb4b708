"""The words of the trainer of openings."""

from PySide6.QtWidgets import QApplication

from desktop.views.book.training_words import TrainingWords


def test_the_time_to_the_next_question_is_told_in_the_singular_too(qapp: QApplication) -> None:
    told = [TrainingWords().span(days) for days in (1 / 1440, 5 / 1440, 59.8 / 1440, 1 / 24, 0.5, 0.9999, 1.2, 3.0)]
    assert told == ["one minute", "5 minutes", "one hour", "one hour", "12 hours", "one day", "one day", "3 days"]
