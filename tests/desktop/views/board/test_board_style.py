"""Themes and sets of pieces: contrast, every man in every set, live change, and what a foreign drawing may not hold."""

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from desktop.model.board.piece_files import LARGEST_SVG, checked_drawing, files_of_pieces
from desktop.model.errors import PieceSetError
from desktop.model.settings import TABLE
from desktop.services.kit.piece_folder import read_folder
from desktop.views.board.board_style import board_style
from desktop.views.board.board_themes import THEMES, BoardTheme
from desktop.views.board.piece_sets import MEN, OWN, SETS
from desktop.views.game.board_panel import BoardPanel
from tests.desktop.views.conftest import MakeView, MakeWindow

PLAIN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'


def contrast(one: str, other: str) -> float:
    """WCAG 2.1."""
    lights = []
    for colour in (one, other):
        parts = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in _parts(colour)]
        lights.append(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def _parts(colour: str) -> tuple[float, float, float]:
    given = QColor(colour)
    return given.redF(), given.greenF(), given.blueF()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.key)
@pytest.mark.parametrize("night", [False, True])
def test_coordinates_can_be_read_on_every_square_of_every_theme(theme: BoardTheme, night: bool) -> None:
    shown = theme.shown(night)
    assert contrast(shown.ink, shown.light) >= 4.5
    assert contrast(shown.ink, shown.dark) >= 4.5


def test_the_settings_name_every_theme_and_every_set() -> None:
    assert TABLE["board_theme"].choices == tuple(theme.key for theme in THEMES)
    assert TABLE["piece_set"].choices == (*(drawings.key for drawings in SETS), OWN)
    assert len(THEMES) >= 6


@pytest.mark.parametrize("drawings", SETS, ids=lambda drawings: drawings.key)
def test_every_set_draws_every_man_with_shapes_that_a_foreign_set_might_use(qapp: object, drawings) -> None:  # type: ignore[no-untyped-def]
    for man in MEN:
        svg = drawings.drawing(man)
        assert QSvgRenderer(QByteArray(svg)).isValid()
        checked_drawing(svg, man)


def test_a_change_of_theme_and_pieces_shows_at_once(make_view: MakeView) -> None:
    shown = make_view(BoardPanel)
    board = shown.view.board
    before = board.grab().toImage()
    shown.services.settings.set("board_theme", "sea")
    sea = board.grab().toImage()
    assert sea != before
    shown.services.settings.set("piece_set", "letters")
    assert board.grab().toImage() != sea
    assert board._pieces.key == "letters"
    shown.services.settings.set("piece_set", "modern")
    shown.services.settings.set("board_theme", "sage")
    assert board.grab().toImage() == before


BAD = {
    "doctype": b'<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + PLAIN,
    "use": PLAIN.replace(b"<circle", b'<g id="a"><circle/></g><use href="#a"/><circle'),
    "image": PLAIN.replace(b"<circle", b'<image href="file:///etc/passwd"/><circle'),
    "script": PLAIN.replace(b"<circle", b"<script>1</script><circle"),
    "style": PLAIN.replace(b"<circle", b"<style>@import url(http://x)</style><circle"),
    "outside fill": PLAIN.replace(b"r=", b'fill="url(http://x/y.svg#a)" r='),
    "link": PLAIN.replace(b"<circle", b'<g xmlns:x="http://www.w3.org/1999/xlink" x:href="http://x"/><circle'),
    "handler": PLAIN.replace(b"r=", b'onload="x()" r='),
    "too large": PLAIN + b" " * LARGEST_SVG,
    "too many": PLAIN.replace(b"<circle", b"<g/>" * 3_000 + b"<circle"),
    "too deep": b'<svg xmlns="http://www.w3.org/2000/svg">' + b"<g>" * 100 + b"</g>" * 100 + b"</svg>",
    "too many lines": PLAIN.replace(b"<circle", b'<path d="' + b"M1 1L2 2" * 25_000 + b'"/><circle'),
    "not xml": b"GIF89a",
    "not svg": b"<html></html>",
    "empty": b"",
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD.keys())
def test_a_drawing_with_more_than_plain_shapes_is_refused(content: bytes) -> None:
    with pytest.raises(PieceSetError):
        checked_drawing(content, "wK.svg")


def test_files_are_found_under_the_names_that_people_use() -> None:
    kinds = ("king", "queen", "rook", "bishop", "knight", "pawn")
    for names in (
        [f"{colour}{kind}.svg" for colour in "wb" for kind in "KQRBNP"],
        [f"{colour}_{kind}.SVG" for colour in ("white", "black") for kind in kinds],
    ):
        assert set(files_of_pieces([*names, "readme.txt", "board.svg"])) == set(MEN)
    with pytest.raises(PieceSetError, match=r"bP\.svg"):
        files_of_pieces([f"{colour}{kind}.svg" for colour in "wb" for kind in "KQRBNP" if colour + kind != "bP"])


def own_set(folder: Path, **changed: bytes) -> Path:
    folder.mkdir()
    for colour in "wb":
        for kind in "KQRBNP":
            (folder / f"{colour}{kind}.svg").write_bytes(changed.get(colour + kind, PLAIN))
    return folder


def test_a_folder_of_the_users_own_is_shown(make_view: MakeView, qtbot: QtBot, tmp_path: Path) -> None:
    shown = make_view(BoardPanel)
    folder = own_set(tmp_path / "Шахматы é 'x")
    assert set(read_folder(folder)) == set(MEN)
    shown.services.settings.set("piece_folder", str(folder))
    shown.services.settings.set("piece_set", "own")
    qtbot.waitUntil(lambda: board_style().pieces.key == "own", timeout=10_000)
    shown.services.settings.set("piece_set", "standard")
    assert board_style().pieces.key == "standard"


def test_a_bad_folder_is_told_and_the_classic_pieces_stay(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window()
    folder = own_set(tmp_path / "bad", wN=BAD["image"])
    window.services.settings.set("piece_folder", str(folder))
    window.services.settings.set("piece_set", "own")
    qtbot.waitUntil(lambda: bool(window.body.messages.notices), timeout=10_000)
    assert "<image>" in window.body.messages.notices[0].accessibleName()
    assert window.services.settings.settings.text("piece_set") == "standard"
    assert board_style().pieces.key == "standard"


def test_blindfold_hides_whom_it_says(make_view: MakeView) -> None:
    shown = make_view(BoardPanel)
    board, settings = shown.view.board, shown.services.settings
    pictures = {}
    for which, hidden in (("none", set()), ("own", {True}), ("other", {False}), ("all", {True, False})):
        settings.set("hidden_men", which)
        assert board.hidden == hidden
        pictures[which] = board.grab().toImage()
    assert len({bytes(picture.constBits()) for picture in pictures.values()}) == 4
