"""The handbook: both languages complete, right about keys and labels, shown with its pictures, and part of the package."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QKeySequence
from pytestqt.qtbot import QtBot

from desktop.views.games.list_menu import BLACK_KEY, EVENT_KEY, WHITE_KEY
from desktop.views.window.action_table import ACTIONS
from desktop.views.window.handbook_dialog import HandbookDialog, chapters
from tests.desktop.texts import catalogue
from tests.test_plain_english import LONGEST_SENTENCE, found_in, prose, sentences

LANGUAGES = ("en", "fi")
CHAPTERS = [chapter for code in LANGUAGES for chapter in chapters(code)]
KEYS = {QKeySequence(key).toString() for spec in ACTIONS for key in spec.keys} | {WHITE_KEY, BLACK_KEY, EVENT_KEY}
FINNISH_KEYS = {
    "askelpalautin": "Backspace",
    "välilyönti": "Space",
    "ylänuoli": "Up",
    "alanuoli": "Down",
    "Enter": "Return",
}


def texts_of_the_window(language: str) -> set[str]:
    known = catalogue("fi")
    rows = [
        (english, found.text) for table in (known.general, *known.special.values()) for english, found in table.items()
    ]
    return {bare(row[LANGUAGES.index(language)]) for row in rows}


def bare(label: str) -> str:
    return re.sub(r"(?: of|:)? %1$| …$", "", label.replace("&", "")).casefold()


def names(chapter: Path) -> Iterator[str]:
    """The labels that a chapter quotes: pages in bold after the word for page, buttons and menu entries in italics."""
    text = prose(chapter)
    for label in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text):
        yield from re.split(r", (?=[A-ZÄÖ])", " ".join(label.split()))


def test_both_languages_have_the_same_chapters() -> None:
    english, finnish = map(chapters, LANGUAGES)
    assert len(english) == 10
    assert [chapter.name for chapter in english] == [chapter.name for chapter in finnish]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: f"{chapter.parent.name}-{chapter.stem}")
def test_a_chapter_has_one_picture_and_names_only_keys_and_labels_that_exist(chapter: Path) -> None:
    text = chapter.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[.+\]\((.+)\)", text)
    assert [(chapter.parent / picture).is_file() for picture in pictures] == [True]
    for key in re.findall(r"`((?:Ctrl|Alt|Shift)\+[^`]+|F\d+)`", text):
        parts = [FINNISH_KEYS.get(part, part) for part in key.split("+")]
        assert QKeySequence("+".join(parts)).toString() in KEYS, key
    known = texts_of_the_window(chapter.parent.name)
    assert [name for name in names(chapter) if bare(name) not in known] == []


@pytest.mark.parametrize("chapter", chapters("en"), ids=lambda chapter: chapter.stem)
def test_a_chapter_is_plain_english(chapter: Path) -> None:
    assert [sentence for sentence in sentences(chapter) if len(sentence.split()) > LONGEST_SENTENCE] == []
    assert found_in(prose(chapter)) == []


def test_the_dialog_shows_the_chosen_chapter_with_its_picture(qtbot: QtBot) -> None:
    dialog = HandbookDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.list.count() == 10
    dialog.list.setCurrentRow(4)
    document = dialog.page.document()
    assert document.firstBlock().text() == "The opening book"
    assert re.findall(r"\((.*?\.png)\)", document.toMarkdown()) == ["../../screens/book-light.png"]
    shown = dialog.page.loadResource(2, QUrl("../../screens/book-light.png"))
    assert isinstance(shown, QImage)
    assert 200 < shown.deviceIndependentSize().width() <= dialog.page.viewport().width()
