"""What a screen reader hears of a list."""

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget


def row_texts(view: QWidget) -> list[str]:
    """The name of each row, as the accessibility interface says it."""
    rows = QAccessible.queryAccessibleInterface(view)
    assert rows.role() == QAccessible.Role.List
    children = [rows.child(number) for number in range(rows.childCount())]
    return [row.text(QAccessible.Text.Name) for row in children if row.role() == QAccessible.Role.ListItem]
