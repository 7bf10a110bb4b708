"""What Qt deletes without telling Python is not kept in Python: a wrapper that outlives its object crashes the program.

`layout.itemAt(n)` gives such a wrapper (PySide 6.11 keeps it as long as the layout): once Qt has put another object at the
same address, deleting that one ends in freed memory. `takeAt` hands the item over and is safe.

An exception keeps the local variables of the function that raised it. A painter among them outlived its widget or picture,
and ending it then was a segmentation fault. A `with` ends it in time.
"""

import ast
from pathlib import Path

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


def _is_painter(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("QPainter", "QStylePainter")
    )
