"""What Qt deletes without telling Python is not kept in Python: a wrapper that outlives its object crashes the program.

`layout.itemAt(n)` gives such a wrapper (PySide 6.11 keeps it as long as the layout): once Qt has put another object at the
same address, deleting that one ends in freed memory. `takeAt` hands the item over and is safe.

An exception keeps the local variables of the function that raised it. A painter among them outlived its widget or picture,
and ending it then was a segmentation fault. A `with` ends it in time.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from pytestqt.qtbot import QtBot
from shiboken6 import delete

from books.collection.tidying.spellings import SpellingGroup
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.job_service import JobService
from desktop.views.games.spellings_dialog import SpellingsDialog
from engine.jobs.spellings import SpellingSearch

DESKTOP = Path(__file__).resolve().parent.parent.parent / "desktop"
UNSAFE = {"itemAt", "itemAtPosition", "replaceWidget"}


def test_no_item_of_a_layout_is_looked_at() -> None:
    asked = [
        f"{path.relative_to(DESKTOP.parent)}:{node.lineno} {node.attr}"
        for path in sorted(DESKTOP.rglob("*.py"))
        if any(name in (source := path.read_text(encoding="utf-8")) for name in UNSAFE)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in UNSAFE
    ]
    assert asked == []


def test_every_painter_ends_with_its_block() -> None:
    made, ended = list[str](), set[str]()
    for path in sorted(DESKTOP.rglob("*.py")):
        if "Painter(" not in (source := path.read_text(encoding="utf-8")):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.With):
                ended |= {f"{path}:{item.context_expr.lineno}" for item in node.items if _is_painter(item.context_expr)}
            elif _is_painter(node):
                made.append(f"{path}:{node.lineno}")  # type: ignore[attr-defined]
    assert len(made) > 30 and [place for place in made if place not in ended] == []


def test_no_slot_is_overridden() -> None:
    bases, methods = dict[str, list[str]](), dict[str, dict[str, bool]]()
    for path in sorted(DESKTOP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = [_name(base) for base in node.bases]
                methods[node.name] = {
                    entry.name: _is_slot(entry) for entry in node.body if isinstance(entry, ast.FunctionDef)
                }
    overridden = [
        f"{above}.{name} by {heir}"
        for heir in sorted(bases)
        for above in _ancestors(heir, bases)
        for name in methods[heir]
        if methods.get(above, {}).get(name)
    ]
    assert sum(any(names.values()) for names in methods.values()) > 50 and overridden == []


def test_a_deleted_dialog_of_groups_hears_nothing(qtbot: QtBot) -> None:
    """The fault that the rule above forbids, at the place where it was met."""
    lists, finder = GameListService(), JobService[SpellingSearch, SpellingGroup]("spellings")
    collection = CollectionService(Path("none"))
    dialog = SpellingsDialog(Path("none"), finder, collection, lists)
    delete(dialog)
    with qtbot.captureExceptions() as errors:
        lists.changed.emit(lists.state)
    assert errors == []
    for service in (finder, collection, lists):
        assert service.close()


def _ancestors(name: str, bases: dict[str, list[str]]) -> Iterator[str]:
    for base in bases.get(name, ()):
        yield base
        yield from _ancestors(base, bases)


def _name(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else ast.unparse(node)


def _is_slot(entry: ast.FunctionDef) -> bool:
    return any(isinstance(sign, ast.Call) and _name(sign.func) == "Slot" for sign in entry.decorator_list)


def _is_painter(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("QPainter", "QStylePainter")
    )
