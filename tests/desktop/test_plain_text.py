"""Text from outside (PGN, engines, files) is never read as HTML: `<img src="/path">` in a comment would open that path.

QLabel, QMessageBox and tool tips guess ("AutoText"); only what this test sees is allowed: literals, `tr(...)`, labels set to
PlainText, and text that went through an escape. views/kit/messages.py is the one door for message boxes. Where a text is ours
although it comes in a variable, the line says so: `# own text`.
"""

import ast
from pathlib import Path

import pytest

DESKTOP = Path(__file__).resolve().parent.parent.parent / "desktop"
DOOR = DESKTOP / "views/kit/messages.py"
TIPS = {"setToolTip", "setWhatsThis"}
HTML = {"setHtml", "insertHtml", "appendHtml"}


def is_own_text(node: ast.expr) -> bool:
    """A text that is ours: a literal, tr(...), an escaped value, and what is put together from such."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.JoinedStr):
        return all(is_own_text(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return is_own_text(node.value)
    if isinstance(node, ast.BinOp):
        return is_own_text(node.left) and is_own_text(node.right)
    if isinstance(node, ast.IfExp):
        return is_own_text(node.body) and is_own_text(node.orelse)
    if isinstance(node, ast.BoolOp):
        return all(is_own_text(value) for value in node.values)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            return is_own_text(node.func.value) and all(is_own_text(argument) for argument in arguments)
        if isinstance(node.func, ast.Attribute) and node.func.attr in {"replace", "removesuffix", "toolTip", "arg"}:
            return node.func.attr == "toolTip" or all(is_own_text(part) for part in (node.func.value, *node.args))
        return called(node) in {"tr", "translate"} or "escape" in called(node)
    return False


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def faults(text: str) -> list[str]:
    """What the file does with text that might be HTML, as `line: words`."""
    tree = ast.parse(text)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made_plain = {
        ast.unparse(call.func.value)
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "setTextFormat"
        and call.args
        and ast.unparse(call.args[0]).endswith("PlainText")
    }
    labels = {
        ast.unparse(target): node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) == "QLabel"
        for target in node.targets
    }
    found = [*label_faults(calls, labels, made_plain), *tip_and_html_faults(calls), *class_faults(tree)]
    found += [
        f"{node.lineno}: message boxes are views/kit/messages.py's"
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "QMessageBox"
    ]
    lines = text.splitlines()
    return [fault for fault in found if "# own text" not in lines[int(fault.split(":")[0]) - 1]]


def label_faults(calls: list[ast.Call], labels: dict[str, ast.Call], made_plain: set[str]) -> list[str]:
    plain_calls = {id(call) for name, call in labels.items() if name in made_plain}
    found = [
        f"{call.lineno}: QLabel with text from outside, and not PlainText"
        for call in calls
        if called(call) == "QLabel"
        and id(call) not in plain_calls
        and call.args
        and not is_text_or_parent(call.args[0])
    ]
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "setText":
            name = ast.unparse(call.func.value)
            if name in labels and name not in made_plain and call.args and not is_own_text(call.args[0]):
                found.append(f"{call.lineno}: {name}.setText with text from outside, and not PlainText")
    return found


def is_text_or_parent(node: ast.expr) -> bool:
    return is_own_text(node) or (isinstance(node, ast.Name) and node.id in {"self", "parent"})


def tip_and_html_faults(calls: list[ast.Call]) -> list[str]:
    """Of a tool tip of Qt's, and of views/kit/buttons.py: an icon's name is its tip, unless it has one of its own."""
    found = []
    for call in calls:
        name, shown = called(call), [word.value for word in call.keywords if word.arg == "tip"]
        if name in TIPS | HTML:
            shown = call.args[:1]
        elif name == "icon_button" and not shown:
            shown = call.args[1:2]
        elif name not in {"icon_button", "push_button"}:
            shown = []
        if not all(map(is_own_text, shown)):
            found.append(f"{call.lineno}: {name} with text that was not escaped")
    return found


def class_faults(tree: ast.AST) -> list[str]:
    return [
        f"{node.lineno}: {node.name} is a QLabel and does not set PlainText"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).split(".")[-1] == "QLabel" for base in node.bases)
        and "PlainText" not in ast.unparse(node)
    ]


def test_no_text_from_outside_is_read_as_html() -> None:
    found = [
        f"{path.relative_to(DESKTOP.parent)}:{fault}"
        for path in sorted(DESKTOP.rglob("*.py"))
        if path != DOOR
        for fault in faults(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "label = QLabel(comment)",
        "self.name = QLabel()\nself.name.setText(player.name)",
        "layout.addWidget(QLabel(f'by {author}'))",
        "button.setToolTip(opening)",
        "button.setToolTip(tr('Open {}').format(path))",
        "self.view.setHtml(text)",
        "push_button(tr('Open'), tip=path)",
        "icon_button('x', player.name)",
        "QMessageBox.warning(self, 'Ratsu', message)",
        "class Note(QLabel):\n    pass",
    ],
)
def test_offenders_are_seen(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "label = QLabel(tr('White'))",
        "label = QLabel(comment)\nlabel.setTextFormat(Qt.TextFormat.PlainText)",
        "self.name = QLabel(self)\nself.name.setTextFormat(Qt.TextFormat.PlainText)\nself.name.setText(player.name)",
        "button.setToolTip(tr('Open {}').format(html.escape(path)))",
        "button.setToolTip(f'<b>{escape(name)}</b>')",
        "button.setToolTip(tip)  # own text",
        "bar.setToolTip(self.tr('depth %1').replace('%1', escape(depth)))",
    ],
)
def test_plain_and_escaped_text_is_allowed(text: str) -> None:
    assert faults(text) == []
