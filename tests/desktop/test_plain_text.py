"""Text from outside (PGN, engines, books, servers) is never read as HTML: `<img src="/path">` in a name would open that path.

The window shows no HTML at all, and Markdown only of its own handbook. Tool tips take a text written out in the source or
the `tip` of a `ForeignText` (kit/foreign_text.py), labels are made by `plain_label`, message boxes by views/kit/dialogs.py and
messages.py.
`views/test_text_from_outside.py` looks at the open window.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import Qt

from desktop.model.catalogue import read_catalogue
from desktop.views.kit.foreign_text import ForeignText

DESKTOP = Path(__file__).resolve().parent.parent.parent / "desktop"
HOMES = {
    "views/kit/messages.py": {"QLabel", "QMessageBox"},
    "views/kit/dialogs.py": {"QMessageBox"},
    "views/game/elided.py": {"QLabel"},  # its base
    "views/kit/foreign_text.py": {"&&"},
    "views/window/handbook_dialog.py": {"setMarkdown"},  # the program's own chapters
}
TIPS = {"setToolTip", "setTabToolTip", "setItemToolTip", "setWhatsThis", "setTabWhatsThis", "setStatusTip"}
TIP_ROLES = {"ToolTipRole", "WhatsThisRole", "StatusTipRole"}
HTML = {"setHtml", "insertHtml", "appendHtml", "fromHtml", "setMarkdown", "insertMarkdown", "fromMarkdown"}
GUESSING = {"QMessageBox", "QErrorMessage", "QProgressDialog", "QStaticText", "QGraphicsTextItem", "QWhatsThis"}
FORMATS = {"RichText", "MarkdownText", "AutoText"}


def is_written_out(node: ast.expr) -> bool:
    """A text that stands in the source: a literal, or its translation."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.Call) and called(node) in {"tr", "translate"} and all(map(is_written_out, node.args))


def is_tip(node: ast.expr) -> bool:
    """A text that Qt takes as it is."""
    if isinstance(node, ast.IfExp):
        return is_tip(node.body) and is_tip(node.orelse)
    return is_written_out(node) or (
        isinstance(node, ast.Attribute) and node.attr == "tip" and made_of(node.value) == "ForeignText"
    )


def made_of(node: ast.expr) -> str:
    return called(node) if isinstance(node, ast.Call) else ""


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(part, ast.Attribute) and part.attr in names for part in ast.walk(node))


def faults(text: str, allowed: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """What the file does with text that might be HTML, as `line: words`."""
    tree = ast.parse(text)
    return [f"{line}: {words}" for node in ast.walk(tree) for line, words in faults_of(node, set(allowed))]


def faults_of(node: ast.AST, allowed: set[str]) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Call):
        yield from call_faults(node, allowed)
    if isinstance(node, ast.ClassDef) and any(ast.unparse(base).split(".")[-1] == "QLabel" for base in node.bases):
        if "QLabel" not in allowed or "PlainText" not in ast.unparse(node):
            yield node.lineno, f"{node.name} is a QLabel: use plain_label or ElidedLabel"
    if isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in GUESSING | HTML and name not in allowed:
            yield node.lineno, f"{name} may read text as HTML"
        if isinstance(node, ast.Attribute) and name in FORMATS:
            yield node.lineno, f"the format {name}: only PlainText is used"
    if isinstance(node, ast.Constant) and node.value == "&&" and "&&" not in allowed:
        yield node.lineno, "use ForeignText(...).caption"
    if isinstance(node, ast.If) and mentions(node.test, TIP_ROLES):
        for part in ast.walk(ast.Module(node.body, [])):
            if isinstance(part, ast.Return) and part.value is not None and not is_tip(part.value):
                yield part.lineno, "a tip of a model that is not ForeignText(...).tip"


def call_faults(node: ast.Call, allowed: set[str]) -> Iterator[tuple[int, str]]:
    name = called(node)
    of_tips = name == "showText" and "QToolTip" in ast.unparse(node.func)
    shown = node.args[-1:] if name in TIPS else node.args[1:2] if of_tips else []
    if name == "setData" and any(mentions(word, TIP_ROLES) for word in node.args):
        shown = [word for word in node.args if not mentions(word, TIP_ROLES)][-1:]
    if name == "setLabelText" and not is_written_out(node.args[-1]):
        yield node.lineno, "setLabelText guesses: only text written out here"
    if not all(map(is_tip, shown)):
        yield node.lineno, f"{name} with text that is not ForeignText(...).tip"
    if name == "QLabel" and name not in allowed:
        yield node.lineno, "QLabel guesses: use plain_label"


def test_no_text_from_outside_is_read_as_html() -> None:
    found = [
        f"{path.relative_to(DESKTOP.parent)}:{fault}"
        for path in sorted(DESKTOP.rglob("*.py"))
        for fault in faults(path.read_text(encoding="utf-8"), HOMES.get(str(path.relative_to(DESKTOP)), frozenset()))
    ]
    assert found == []


def test_no_translation_is_read_as_html() -> None:
    files = sorted((DESKTOP / "resources/i18n").glob("*.po"))
    assert files
    for path in files:
        known = read_catalogue(path, strict=True)
        tables = (known.general, *known.special.values())
        said = [form for table in tables for one in table.values() for form in (one.text, one.one)]
        assert [text for text in said if Qt.mightBeRichText(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "label = QLabel(comment)",
        "label = QLabel(tr('White'))",
        "layout.addWidget(QLabel(f'by {author}'))",
        "label.setTextFormat(Qt.TextFormat.RichText)",
        "button.setToolTip(opening)",
        "button.setToolTip(opening)  # own text",
        "button.setToolTip(html.escape(opening))",
        "button.setToolTip(tr('Open {}').format(path))",
        "button.setToolTip(tr('Open %1').replace('%1', path))",
        "button.setToolTip(f'{opening}')",
        "button.setToolTip(other.tip)",
        "action.setStatusTip(opening)",
        "bar.setTabToolTip(0, name)",
        "item.setToolTip(0, name)",
        "item.setData(0, Qt.ItemDataRole.ToolTipRole, name)",
        "item.setData(name, Qt.ItemDataRole.ToolTipRole)",
        "def data(role):\n    if role == Qt.ItemDataRole.ToolTipRole and column == 0:\n        return names[0]",
        "QToolTip.showText(place, name, self)",
        "self.view.setHtml(text)",
        "cursor.insertHtml(text)",
        "QMessageBox.warning(self, 'Ratsu', message)",
        "dialog.setLabelText(name)",
        "box.setText(name.replace('&', '&&'))",
        "class Note(QLabel):\n    pass",
    ],
)
def test_offenders_are_seen(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "label = plain_label(comment)",
        "label.setTextFormat(Qt.TextFormat.PlainText)",
        "button.setToolTip(tr('White'))",
        "button.setToolTip(ForeignText(tip).tip)",
        "button.setToolTip('' if whole else ForeignText(f'{name}: {path}').tip)",
        "item.setToolTip(0, ForeignText(name).tip)",
        "item.setData(0, Qt.ItemDataRole.ToolTipRole, ForeignText(name).tip)",
        "QToolTip.showText(place, ForeignText(name).tip, self)",
        "box.setText(ForeignText(name).caption)",
    ],
)
def test_plain_text_is_allowed(text: str) -> None:
    assert faults(text) == []


_NASTY = st.text(st.sampled_from("<>&;/!?ltimgbpxdoc'= \n\t\r\u2060\u2028\u200b\0Aä")) | st.text()


@given(_NASTY)
@example("<img src='/dev/zero'>A")
@example("&lt;b&gt;")
@example("<?xml version='1.0'?><b>")
@example("\n <!DOCTYPE html>")
@example(f"{'x' * 79}<b>")
@example(f"{'x ' * 39}<b>{'y' * 4000}")
@example("a\n" * 400)
def test_a_tip_is_never_read_as_html_and_fits_on_the_screen(text: str) -> None:
    tip = ForeignText(text).tip
    assert not Qt.mightBeRichText(tip)
    assert len(tip.split("\n")) <= 20
    assert max(map(len, tip.split("\n"))) <= 80 + tip.count("\u2060")
    if len(text) <= 80 and text.isprintable():
        assert tip.replace("\u2060", "") == text.replace("\u2060", "")
    assert not Qt.mightBeRichText(ForeignText(text).caption)


@given(_NASTY)
def test_a_caption_shows_every_sign(text: str) -> None:
    caption = ForeignText(text).caption
    assert caption.replace("&&", "").count("&") == 0
    assert caption.replace("&&", "&").replace("\u2060", "").split() == text.replace("\u2060", "").split()


def test_names_are_shown_as_they_are() -> None:
    assert ForeignText('Smith & Jones\'s "A" engine').tip == 'Smith & Jones\'s "A" engine'
    assert ForeignText("Smith & Jones").caption == "Smith && Jones"
    assert ForeignText("Cup [*]").title == "Cup [*][*]"


def test_a_long_tip_is_wrapped_between_words() -> None:
    lines = ForeignText("The openings begin again after this many games of each pairing. " * 3).tip.split("\n")
    assert len(lines) == 3
    assert all(line == line.strip() for line in lines)
