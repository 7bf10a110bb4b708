"""English and Finnish: every text is translated, nothing is left over, and the language changes while the window stands."""

import ast
import errno
import gc
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QMenu
from pytestqt.qtbot import QtBot

from books.collection.game_collection import CollectionError
from desktop.model.book.books_dialog import BooksReport
from desktop.model.catalogue import Catalogue, Translation, read_catalogue
from desktop.model.errors import Message, Severity
from desktop.model.settings import SETTINGS, Settings
from desktop.services.all_services import Services
from desktop.services.kit.language import DRAFTS, FOLDER, LANGUAGES, language, wanted_code
from desktop.views.actions import spoken_actions
from desktop.views.book.addition_texts import changes_text
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.game import game_sheet
from desktop.views.kit import words
from desktop.views.main_window import MainWindow
from desktop.views.rebuild import rebuild
from desktop.views.window.action_table import MENUS, SUBMENUS
from desktop.views.window.handbook_dialog import chapters
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_shell import WindowShell
from engine.game import letters
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.ground.text import Moment, Text, plain
from engine.play.book.book_export import ExportCounts
from tests.desktop import texts
from tests.desktop.po_files import as_po
from tests.desktop.window_doubles import close_services, make_services

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
VIEWS = Path(__file__).resolve().parent.parent.parent / "desktop/views"


@pytest.fixture
def finnish(qapp: QApplication) -> Iterator[None]:
    """Finnish for one test."""
    language().follow(Settings().with_value("language", "fi"))
    yield
    language().follow(Settings().with_value("language", "en"))


@pytest.fixture
def services(qapp: QApplication) -> Iterator[Services]:
    made = make_services()
    yield made
    made.settings.set("language", "en")
    close_services(made)


@pytest.fixture(scope="module", autouse=True)
def trees_for_this_module_only() -> Iterator[None]:
    yield
    texts.forget_trees()


# The catalogue


@pytest.mark.parametrize(("code", "shown"), [("fi", "Home"), ("de", "Pos1"), ("es", "Inicio"), ("fr", "Début")])
def test_the_key_home_is_not_called_as_the_page(qtbot: QtBot, code: str, shown: str) -> None:
    """The menu said that Etusivu, the page, leads to the first position."""
    before = language().code
    language().follow(Settings().with_value("language", code))
    try:
        assert QKeySequence("Home").toString(QKeySequence.SequenceFormat.NativeText) == shown
    finally:
        language().follow(Settings().with_value("language", before))


@pytest.mark.parametrize(("code", "settings"), [("en", "Settings"), ("fi", "Asetukset")])
def test_the_handbook_names_the_pages_of_the_settings_as_the_dialog_does(code: str, settings: str) -> None:
    pages = {setting.group for setting in SETTINGS}
    if code != "en":
        catalogue = read_catalogue(FOLDER / f"{code}.po")
        pages = {catalogue.text("", page) or page for page in pages}
    named = {
        page
        for chapter in chapters(code)
        for page in re.findall(rf"\*{settings}, ([^*,]+)\*", chapter.read_text(encoding="utf-8"))
    }
    assert named and {page for page in named if page[:1].isupper()} <= pages


def test_every_text_and_message_is_said_in_finnish_and_no_other() -> None:
    """What is missing is printed ready to be filled in by `python -m tests.desktop.texts fi`; the source is read once."""
    assert texts.missing("fi") == {}
    assert texts.unused("fi") == [], "translated, and nobody asks for it"
    assert texts.loose() == [], "made of no template: its Finnish cannot be looked for"
    assert texts.misfits() == [], "as many holes as values"
    found = texts.templates()
    assert "%1 is damaged (%2); move it away and import its PGN files into a new collection" in found  # books
    assert "has an incomplete code" in found  # tablebases, compiled
    assert "%1 resigns" in found  # an engine's end, raised by a grandchild of RatsuError
    assert "There is no move to take back." in found  # a service
    assert "variation without an end" in found and "No space left on device" in found  # tables
    assert len(found) > 350 and {"CorruptTable", "Resignation", "EditError"} <= texts.error_names()


def test_the_file_dialog_of_qt_is_finnish_too(finnish: None) -> None:
    dialog = QFileDialog()
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    labels = [label.text().replace("&", "") for label in dialog.findChildren(QLabel) if label.text()]
    assert labels == ["Lähde:", "Tiedostonimi:", "Tiedostotyyppi:"]
    dialog.deleteLater()


def test_finnish_words_stand_between_finnish_quotation_marks() -> None:
    """Both marks are the closing one of English."""
    known = texts.catalogue("fi")
    tables = (known.general, *known.special.values())
    said = [form for table in tables for one in table.values() for form in (one.text, one.one)]
    assert [text for text in said if "“" in text] == []


def test_placeholders_agree() -> None:
    known = texts.catalogue("fi")
    tables = (known.general, *known.special.values())
    wrong = [
        english
        for table in tables
        for english, found in table.items()
        for finnish in (found.text, *((found.one,) if found.one else ()))
        if set(texts.marks(finnish)) != set(texts.marks(english))
    ]
    assert wrong == []


@pytest.mark.parametrize("code", sorted(DRAFTS))
def test_a_draft_has_nearly_all_texts_and_their_placeholders(code: str) -> None:
    """New texts may lack theirs for a while; names of openings need none."""
    known = texts.catalogue(code)
    for _, table in _tables(known):
        assert [text for text, found in table.items() if texts.marks(found.text) != texts.marks(text)] == []
        assert [text for text, found in table.items() if ("{" in text) != ("{" in found.text)] == []
    wanted = texts.texts().keys() | texts.templates().keys()
    assert len(texts.missing(code)) < 0.05 * len(wanted)
    assert wanted_code("system") in ("en", "fi"), "a draft is used only if it is chosen"


def _tables(known: Catalogue) -> tuple[tuple[str, Mapping[str, Translation]], ...]:
    return (("", known.general), *known.special.items())


def test_ends_agree() -> None:
    """A full stop, an ellipsis, a colon and a menu's key are in both or in neither."""
    known = texts.catalogue("fi")
    wrong = [
        english
        for table in (known.general, *known.special.values())
        for english, found in table.items()
        if not found.text.strip()
        or (english[-1:] in "…:" and english[-1:] != found.text[-1:])
        or (english.endswith(".") and not found.text.endswith((".", "…")))
        or ("&" in english.replace("&&", "")) != ("&" in found.text.replace("&&", ""))
    ]
    assert wrong == []


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - DRAFTS))
def test_menu_keys_are_given_once_in_a_menu(qtbot: QtBot, services: Services, code: str) -> None:
    """Every menu of the bar with its submenus, and those that open on a move and on the book's button."""
    services.settings.set("language", code)
    window = MainWindow(services)
    qtbot.addWidget(window)
    menus = {menu.title(): menu.actions() for menu in window.menuBar().findChildren(QMenu)}
    menus["the bar"] = window.menuBar().actions()
    menus["on a move"] = [window.actions_by_key[key] for key in game_sheet.MOVE_ACTIONS]
    for name, actions in menus.items():
        keys = [QKeySequence.mnemonic(action.text()).toString() for action in actions]
        given = [key for key in keys if key]
        assert len(given) == len(set(given)), (name, sorted(given))
    assert len(menus) == len(MENUS) + len(SUBMENUS) + 2


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - DRAFTS))
def test_keys_of_the_opening_trainer_open_no_menu(qtbot: QtBot, services: Services, code: str) -> None:
    """They are given once where they are seen together: in the choice, in a session, and in its summary."""
    services.settings.set("language", code)
    window = MainWindow(services)
    qtbot.addWidget(window)
    view = services.make(OpeningTrainerView)
    qtbot.addWidget(view)
    bar = [QKeySequence.mnemonic(action.text()).toString() for action in window.menuBar().actions()]
    buttons = view.findChildren(QAbstractButton)
    choice = [button for button in buttons if view.choice.isAncestorOf(button)]
    for group in (choice, (view.hint, view.next, view.forget, view.end), (view.retry, view.again, view.back)):
        keys = [QKeySequence.mnemonic(button.text()).toString() for button in group]
        given = [*bar, *(key for key in keys if key)]
        assert len(given) == len(set(given)), sorted(given)
        assert len(given) > len(bar) + 2


def test_files_are_in_their_order_and_gettext_reads_them(tmp_path: Path) -> None:
    """`python -m tests.desktop.texts CODE --sort` brings one into order."""
    files = sorted(FOLDER.glob("*.po"))
    assert {path.stem for path in files} == set(LANGUAGES) - {"en"}
    for path in files:
        assert path.read_text("utf-8") == as_po(path.stem, texts.catalogue(path.stem)), path
        if gettext := shutil.which("msgfmt"):
            subprocess.run([gettext, "--check-format", "-o", tmp_path / "compiled", path], check=True)


# What other rooms tell


def test_every_message_is_said_in_finnish_with_its_values(finnish: None) -> None:
    for template in texts.templates():
        said = words.text_of(Text(template, *"ABCDEFGHI"))
        assert not re.search(r"%\d", said), template
        shown = [value for number, value in enumerate("ABCDEFGHI", 1) if f"%{number}" in template]
        assert all(value in said for value in shown), template


def test_what_stands_in_a_message_is_said_in_the_language_too(finnish: None, tmp_path: Path) -> None:
    full = CollectionError("cannot use %1: %2", tmp_path / "a%1.db", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert words.text_of(full.text) == f"kokoelmaa {tmp_path}/a%1.db ei voi käyttää: levy on täynnä"
    assert str(full) == f"cannot use {tmp_path}/a%1.db: No space left on device"
    assert (
        words.text_of(Text("byte %1 is not UTF-8", 12345)) == f"tavu 12{QLocale().groupSeparator()}345 ei ole UTF-8:aa"
    )
    at = words.text_of(Text("The clocks show the times saved last, at %1.", Moment("2026-11-27 20:26")))
    assert "27.11.2026" in at and "2026-11" not in at


def test_nothing_reads_an_english_sentence_back(finnish: None) -> None:
    """Words that another program made stay as they are, though a template would fit them."""
    assert words.text_of(plain("a.pgn was closed")) == "a.pgn was closed"


@pytest.mark.parametrize("kind", [kind for kind in Termination if Outcome(Side.WHITE, kind).blame])
def test_an_end_that_is_the_losers_doing_names_him(finnish: None, kind: Termination) -> None:
    for winner, loser in ((Side.WHITE, "Musta"), (Side.BLACK, "Valkea")):
        said = words.outcome(Outcome(winner, kind, Text("a4")))
        assert said.startswith(f"{words.side(str(winner))} voittaa: {loser}") and said.endswith(": a4")


def test_a_number_has_the_forms_of_the_language(finnish: None) -> None:
    saved = "%1 {mistake|mistakes} saved to training; %2 {was|were} already there."
    assert words.text_of(Text(saved, 1, 1)) == "Harjoitteluun tallennettiin 1 virhe; 1 oli siellä jo."
    assert words.text_of(Text(saved, 2, 0)) == "Harjoitteluun tallennettiin 2 virhettä; 0 oli siellä jo."
    assert str(Text(saved, 1, 1)) == "1 mistake saved to training; 1 was already there."


# Letters, numbers, dates


def test_what_came_of_a_books_export_is_told_in_the_language(finnish: None) -> None:
    news = BooksReport(Text("%1: %2", "a.pgn", ExportCounts(42_852, 3).text))
    assert changes_text(news).startswith("a.pgn: 42\N{NO-BREAK SPACE}852 siirtoa kirjoitettu; 3 jäi pois, ")


def test_moves_have_the_letters_of_the_language() -> None:
    assert (
        letters.shown("1. Nf3 Nc6 2. Bb5 Qe7 3. O-O e8=R+", letters.LETTERS["fi"])
        == "1. Rf3 Rc6 2. Lb5 De7 3. O-O e8=T+"
    )
    assert letters.shown("Nf3", letters.LETTERS["figurines"]) == "♘f3"
    for code in letters.LETTERS:
        for san in ("Nf3", "Qxe5+", "R1d2", "Bb5", "Kf1", "exd8=Q#", "O-O-O", "e4"):
            assert letters.english(letters.shown(san, letters.LETTERS[code]), letters.LETTERS[code]) == san
    assert letters.english("♞f6", letters.LETTERS["fi"]) == "Nf6"


def test_a_typed_move_is_read_in_the_language_first_and_in_english_then(finnish: None) -> None:
    assert words.typed_move("Rf3", START, chess960=False) == "Nf3"  # ratsu
    assert words.typed_move("Nf3", START, chess960=False) == "Nf3"
    assert words.typed_move("e4", START, chess960=False) == "e4"
    assert words.typed_move("g1f3", START, chess960=False) == "g1f3"
    rook_or_knight = "4k3/8/8/8/8/8/8/R3K1N1 w Q - 0 1"
    assert words.typed_move("Ra3", rook_or_knight, chess960=False) == "Ra3"  # no knight goes there, the rook does
    assert words.typed_move("Ta3", rook_or_knight, chess960=False) == "Ra3"


def test_moves_are_typed_in_the_letters_of_the_language_while_figurines_are_shown(finnish: None) -> None:
    before = Settings().with_value("language", "fi")
    language().follow(before.with_value("piece_letters", "figurines"))
    assert words.moves("Nf3") == "♘f3"
    assert words.typed_move("Rf3", START, chess960=False) == words.typed_move("♘f3", START, chess960=False) == "Nf3"
    assert spoken_actions.piece_letters()["R"] == "N"
    language().follow(before)


def test_numbers_and_dates_are_written_as_the_language_does(finnish: None) -> None:
    assert words.decimal(0.31, signed=True) == "+0,31" and words.figures("+0.31") == "+0,31"
    assert (words.decimal(-0.8, signed=True), words.whole(-3)) == ("-0,80", "-3")  # as scores of lines are
    assert words.whole(12345) == f"12{QLocale().groupSeparator()}345"
    assert (
        words.date("2024.05.17") == "17.5.2024"
        and words.date("2024.??.??") == "2024"
        and words.date("3 Jul 1985") == "3.7.1985"
        and words.date("Christmas") == "Christmas"
        and words.date("????.??.??") == words.date("1" * 5000 + ".01.01") == ""
    )


# The window


def test_the_language_changes_while_the_window_stands(qtbot: QtBot, services: Services) -> None:
    shell = WindowShell("")
    qtbot.addWidget(shell)
    old = MainWindow(services)
    shell.fill(old)
    shell.resize(1024, 700)
    shell.show()
    services.game.play_move("g1f3")
    old.show_mode(Mode.BOOK)
    old.actions_by_key["settings"].trigger()
    gone: list[bool] = []
    old.destroyed.connect(lambda: gone.append(True))
    services.settings.set("language", "fi")
    new = rebuild(shell, old)
    del old
    gc.collect()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert gone == [True], "the old window is gone, and nothing of it listens any more"
    assert shell.contents is new and new.modes.mode is Mode.BOOK
    qtbot.waitUntil(new.isVisible)
    assert new.body.side.notation.toPlainText() == "1.\tRf3"
    shown = {label.text() for label in new.findChildren(QLabel)} | {a.text() for a in new.actions_by_key.values()}
    assert "&Uusi peli …" in shown
    services.game.play_move("d7d5")
    for change in (services.book, services.analysis, services.openings, services.collection):
        change.changed.emit(getattr(change, "state", None))
    new.tell(Message(Severity.WARNING, plain("x")))
    services.settings.set("language", "en")
    newest = rebuild(shell, new)
    assert newest.body.side.notation.toPlainText() == "1.\tNf3\td5"


def test_no_view_listens_to_a_service_with_a_lambda() -> None:
    """A lambda is not disconnected when its view goes, and would call into the dead."""
    found = []
    for path in sorted(VIEWS.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "connect":
                sender = ast.unparse(call.func.value)
                if "services." in sender and call.args and isinstance(call.args[0], ast.Lambda):
                    found.append(f"{path.name}:{call.lineno} {sender}")
    assert found == []
