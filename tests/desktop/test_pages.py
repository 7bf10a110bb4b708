"""Every page looks as it did: small grey cells of each picture beside those kept in the repository (`tests.desktop.pages`)."""

import json

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.desktop.pages import CELLS, KEPT, MOST_APART, MOST_CELL, apart, cells, looks, pages, run


@pytest.mark.long
def test_a_look_is_kept_for_every_page_in_every_size_scheme_and_language() -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    wanted = {f"{name} {look}" for name in pages() for scaling in (1, 2) for look in looks(scaling)}
    assert set(kept) == wanted
    assert {len(found) for found in kept.values()} == {CELLS[0] * CELLS[1]}
    assert KEPT.stat().st_size < 1_000_000


def test_a_page_that_moved_is_seen_and_one_that_did_not_is_not(qapp: QApplication) -> None:
    def picture(left: int) -> QImage:
        made = QImage(960, 540, QImage.Format.Format_RGB32)
        made.fill(QColor("#eeeeee"))
        painter = QPainter(made)
        painter.fillRect(left, 60, 400, 400, QColor("#333333"))
        painter.end()
        return made

    assert apart(cells(picture(100)), cells(picture(100))) == (0, 0)
    mean, largest = apart(cells(picture(100)), cells(picture(103)))
    assert mean > MOST_APART and largest > MOST_CELL, "a board that moves by 3 pixels is seen"


@pytest.mark.long
@pytest.mark.parametrize("scaling", [1, 2])
def test_no_page_has_changed_beyond_what_is_allowed(scaling: int) -> None:
    changed = json.loads(run(scaling, "--compare").stdout)
    assert not changed, "run `python -m tests.desktop.pages FOLDER --keep` and look at the pictures"
