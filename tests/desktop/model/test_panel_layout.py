"""What the user did with the panels is remembered, and damage to it is left out."""

import pytest

from desktop.model.panel_layout import PanelLayout, layout_from

KEYS = ("game", "engine", "book")


def test_a_mode_shows_its_own_panels_and_what_was_added_less_what_was_closed() -> None:
    layout = PanelLayout()
    assert layout.tabs("play", KEYS, ("game",)) == ("game",)
    layout = layout.with_tab("play", "book")
    assert layout.tabs("play", KEYS, ("game",)) == ("game", "book") and layout.chosen["play"] == "book"
    assert layout.tabs("analyse", KEYS, ("engine",)) == ("engine",)
    assert layout.without_tab("play", "game").tabs("play", KEYS, ("game",)) == ("book",)


def test_a_panel_stands_in_one_place_only() -> None:
    layout = PanelLayout().with_pin("book").with_window("book", "place")
    assert layout.pinned == () and layout.detached == {"book": "place"}
    assert layout.tabs("book", KEYS, ("book",)) == ()
    back = layout.with_tab("book", "book")
    assert back.detached == {} and back.tabs("book", KEYS, ("book",)) == ("book",)


def test_a_layout_is_read_as_it_was_written() -> None:
    layout = PanelLayout().with_tab("play", "book").without_tab("play", "game").with_pin("engine")
    layout = layout.with_sizes("play tall", (300, 200, 200, 0)).with_choice("book", "book")
    assert layout_from(layout.text(), KEYS) == layout


@pytest.mark.parametrize(
    "text",
    ["", "no JSON", "[]", "7", '{"added": 3, "pinned": {"a": 1}, "sizes": {"a": ["x"]}, "side_width": -4}', "[" * 9000,
     '{"pinned": ["a panel that is no more"], "detached": {"gone": "x"}, "chosen": {"play": 5}}'],
)  # fmt: skip
def test_damage_and_panels_that_are_no_more_are_left_out(text: str) -> None:
    assert layout_from(text, KEYS) == PanelLayout()
