"""Reasons in the window: every kind is said in English and in Finnish, from the same templates."""

import re
from collections.abc import Iterator

import chess
import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from desktop.model.errors import Message, Severity
from desktop.model.settings import Settings
from desktop.services.kit.language import language
from desktop.views.kit import words
from engine.game.info import PovScore, Score
from engine.game.reason import (
    BoardMove,
    Provenance,
    Reason,
    ReasonKind,
    Share,
    SourceLayer,
    at_depth,
    listed,
    text_reason,
    together,
)
from engine.game.reason_words import FLAG_NAMES, SINGULAR, TEMPLATES, english
from engine.ground.text import Text
from tests.desktop import texts
from tests.helpers.reasons import NAME, every_reason

SAME_IN_FINNISH = frozenset({"on"})  # is
"""English words of the templates that are Finnish words too."""
WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture
def finnish(qapp: QApplication) -> Iterator[None]:
    """Finnish for one test."""
    language().follow(Settings().with_value("language", "fi"))
    yield
    language().follow(Settings().with_value("language", "en"))


def all_words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


ENGLISH = set().union(*map(all_words, (*TEMPLATES.values(), *SINGULAR.values(), *FLAG_NAMES.values())))


def test_no_english_word_is_in_the_finnish_of_any_reason(finnish: None) -> None:
    seen = set()
    for reason in every_reason():
        said = words.reason(reason)
        assert said and not re.search(r"%\d", said), reason
        assert not all_words(said.replace(NAME, "")) & (ENGLISH - SAME_IN_FINNISH), (reason, said)
        seen.add(reason.kind)
    assert seen == set(ReasonKind)


def test_every_template_with_words_has_its_finnish_among_the_reasons() -> None:
    known = texts.catalogue("fi").special["Reasons"]
    wanted = {text for text in (*TEMPLATES.values(), *SINGULAR.values(), *FLAG_NAMES.values()) if all_words(text)}
    assert wanted == set(known)


def test_in_english_the_window_says_what_the_console_says(qapp: QApplication) -> None:
    """But for separators of thousands, an arrow, dates and the space before %."""
    assert words.reason(Reason(ReasonKind.FORCED)) == english(Reason(ReasonKind.FORCED))
    for kind in ReasonKind:
        if not kind.shape:
            assert words.reason(Reason(kind)) == english(Reason(kind))


def test_moves_numbers_and_shares_are_written_as_the_language_does(finnish: None) -> None:
    space, percent = QLocale().groupSeparator(), "\u00a0%"
    found = listed(at_depth(PovScore(Score(centipawns=46), True), 13), Reason(ReasonKind.NODES, (138_240,)))
    assert words.reason(found) == f"+0,46 syvyydellä 13, 138{space}240 solmua"
    figures = listed(Reason(ReasonKind.GAMES, (7010,)), at_depth(PovScore(Score(centipawns=57), False), 15))
    says = Reason(ReasonKind.SAYS, (Provenance(SourceLayer.SHIPPED), figures))
    assert words.reason(together(says, Reason(ReasonKind.CHOSEN_AMONG, (2, Share(0.9))))) == (
        f"mukana tuleva kirja: 7{space}010 peliä, -0,57 syvyydellä 15; osuus 90{percent}, yksi 2 siirrosta"
    )
    board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2")
    bad, good = (BoardMove.of(board, board.parse_san(san)) for san in ("g4", "Nc3"))
    mated = Reason(ReasonKind.SCORE, (PovScore(Score(mate=-1), True),))
    lesson = listed(Reason(ReasonKind.BECOMES_BAD, (bad,)), mated, Reason(ReasonKind.BETTER, (good,)))
    assert words.reason(lesson) == "2.g4 → ?, häviää 1 siirrossa, parempi 2.Rc3"


def test_words_of_older_files_are_shown_as_they_are(finnish: None) -> None:
    assert words.reason(text_reason("something nobody has said yet")) == "something nobody has said yet"


def test_a_message_says_its_reason_in_the_language(finnish: None) -> None:
    lesson = Reason(ReasonKind.AFTER_GAME, (3, Reason(ReasonKind.NO_MISTAKE)))
    message = Message(Severity.INFORMATION, Text("Learned %1", lesson))
    assert words.message(message) == "Opittu pelin 3 jälkeen: virhettä ei löytynyt"


def test_half_a_character_in_a_name_does_not_spoil_what_is_told() -> None:
    assert str(Text("%1 is empty", "a\ud800.pgn")).encode() == b"a\\ud800.pgn is empty"
