"""A language's .po file is read as gettext writes it."""

from pathlib import Path

import pytest

from desktop.model.catalogue import Catalogue, Translation, read_catalogue

GETTEXT = """# a translator's comment
msgid ""
msgstr ""
"Language: fr\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

#: desktop/views/window.py:12
msgid "Draw"
msgstr "Nulle"

#, no-c-format
msgctxt "Actions"
msgid "Draw"
msgstr "Faire nulle"

#, fuzzy
#| msgid "Close"
msgid "Closed"
msgstr "Fermer"

msgid "not yet"
msgstr ""

msgid ""
"a long text, "
"in \\"two\\" lines\\n"
msgstr ""
"un texte long, "
"en « deux » lignes\\n"

msgid "%n game"
msgid_plural "%n games"
msgstr[0] "%n partie"
msgstr[1] "%n parties"

#~ msgid "gone"
#~ msgstr "parti"
"""


@pytest.fixture
def french(tmp_path: Path) -> Catalogue:
    (tmp_path / "fr.po").write_text(GETTEXT, encoding="utf-8")
    return read_catalogue(tmp_path / "fr.po", strict=True)


def test_contexts_and_long_texts_are_read(french: Catalogue) -> None:
    assert french.text("Other", "Draw") == "Nulle" and french.text("Actions", "Draw") == "Faire nulle"
    assert french.text("", 'a long text, in "two" lines\n') == "un texte long, en « deux » lignes\n"


def test_what_is_not_translated_stays_english(french: Catalogue) -> None:
    assert [french.text("", text) for text in ("Closed", "not yet", "gone", "unknown")] == [None] * 4


def test_the_number_chooses_the_form(french: Catalogue) -> None:
    assert [french.text("", "%n game", number) for number in (0, 1, 2)] == ["%n partie", "%n partie", "%n parties"]
    english_like = Catalogue(french.general)
    assert english_like.text("", "%n game", 0) == "%n parties"


def test_a_damaged_file_leaves_english(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_bytes(b"\xff\xfe")
    assert read_catalogue(tmp_path / "fr.po") == Catalogue()
    with pytest.raises(ValueError, match="utf-8"):
        read_catalogue(tmp_path / "fr.po", strict=True)


def test_a_text_stands_there_once(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="twice"):
        read_catalogue(tmp_path / "fr.po", strict=True)
    assert read_catalogue(tmp_path / "fr.po").general == {"a": Translation("c")}
