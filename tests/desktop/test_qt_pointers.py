"""What Qt deletes without telling Python is never taken into Python: a wrapper that outlives its object crashes the program.

`layout.itemAt(n)` gives such a wrapper (PySide 6.11 keeps it as long as the layout): once Qt has put another object at the
same address, deleting that one ends in freed memory. `takeAt` hands the item over and is safe.
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
