"""The look: text can be read in both schemes, and the scheme follows the system live."""

import dataclasses
import re
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from desktop.model.settings import TABLE
from desktop.views.kit.style_sheet import ICONS, style_sheet
from desktop.views.kit.theme import DARK, LIGHT, RADIUS, Colours, Scheme, theme

# Every pair (text, ground) that the program shows.
PAIRS = (
    ("ink", "window"), ("ink", "card"), ("ink", "hover"), ("ink", "accent_soft"), ("ink", "warning_soft"),
    ("quiet", "window"), ("quiet", "card"), ("on_accent", "accent"), ("accent", "card"), ("bad", "card"),
    ("card", "bad"), ("warning", "warning_soft"),
)  # fmt: skip


def luminance(name: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    colour = QColor(name)
    red, green, blue = (linear(channel) for channel in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_a_contrast_of_at_least_four_and_a_half(scheme: Colours, text: str, ground: str) -> None:
    one, other = sorted((luminance(getattr(scheme, text)), luminance(getattr(scheme, ground))))
    assert (other + 0.05) / (one + 0.05) >= 4.5


def test_the_scheme_follows_the_system_live_and_can_be_overridden(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = theme()
    look.set_scheme(Scheme.SYSTEM)
    # The offscreen platform has no scheme of its own, so its answer is given and its signal sent from here.
    monkeypatch.setattr(look, "system_is_dark", lambda: True)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert look.is_dark and qapp.palette().window().color() == QColor(DARK.window)
    look.set_scheme(Scheme.LIGHT)
    assert qapp.palette().window().color() == QColor(LIGHT.window)
    monkeypatch.undo()
    look.set_scheme(Scheme.SYSTEM)


@pytest.mark.parametrize("percent", TABLE["text_size"].choices)
def test_every_text_of_the_style_sheet_has_the_text_size(percent: int) -> None:
    sizes = set(map(int, re.findall(r"font-size: (\d+)px", style_sheet(LIGHT, percent))))
    assert sizes == {round(pixels * percent / 100) for pixels in (12, 16, 20)}


@pytest.mark.parametrize("percent", TABLE["text_size"].choices)
def test_the_frame_of_the_keyboard_makes_no_field_larger(percent: int) -> None:
    """A field is as high with a frame of two pixels as with its line of one."""
    heights = {int(pixels) for pixels in re.findall(r"min-height: (\d+)px", style_sheet(LIGHT, percent))}
    field = round(30 * percent / 100)
    assert {field, field - 2} <= heights


def test_every_size_and_distance_of_the_style_sheet_is_in_the_scale() -> None:
    """docs/look.md: type 12, 14, 16, 20, 28; one corner radius, and half of it or less for what is smaller than a line."""
    sheet = style_sheet(LIGHT)
    assert set(map(int, re.findall(r"font-size: (\d+)px", sheet))) <= {12, 14, 16, 20, 28}
    assert set(map(int, re.findall(r"border-radius: (\d+)px", sheet))) <= {2, 4, RADIUS, 8}, "8: a round handle of 16"
    colours = set(re.findall(r"#[0-9a-f]{6}", sheet))
    assert colours <= set(dataclasses.astuple(LIGHT)), "no colour but those of the scheme"


@pytest.mark.parametrize("name", ["Schach Übung ä", "First Last (x86)", "a'b", 'a"b', "a;b{c}", "日本"])
def test_the_style_sheet_finds_its_pictures_in_any_folder(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    def checked(icons: Path) -> QImage:
        box = QCheckBox()
        qtbot.addWidget(box)
        box.setStyleSheet(style_sheet(LIGHT, icons=icons))
        box.setChecked(True)
        return box.grab().toImage()

    shutil.copytree(ICONS, tmp_path / name)
    assert checked(tmp_path / name) == checked(ICONS)
