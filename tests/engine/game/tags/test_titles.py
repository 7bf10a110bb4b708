"""Titles as files write them."""

import pytest

from engine.game.tags.titles import highest, title_in, title_in_name


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("GM", "GM"), ("gm", "GM"), ("g", "GM"), ("Grandmaster", "GM"), ("Grand Master", "GM"), ("m", "IM"), ("im", "IM"),
        ("International Master", "IM"), ("f", "FM"), ("FIDE Master", "FM"), ("cm", "CM"), ("Candidate Master", "CM"),
        ("WGM", "WGM"), ("wg", "WGM"), ("wm", "WIM"), ("wf", "WFM"), ("Woman Grandmaster", "WGM"), ("WIM", "WIM"),
        ("Women's International Master", "WIM"), ("WFM", "WFM"), ("WCM", "WCM"), ("NM", "NM"), ("LM", ""), ("BOT", ""),
        ("", ""), ("-", ""), ("?", ""), ("w", ""), ("master", ""), ("GM IM", ""), ("85.3", ""),
    ],
)  # fmt: skip
def test_a_title_is_read(text: str, title: str) -> None:
    assert title_in(text) == title


def test_a_title_in_a_name_is_a_word_of_its_own() -> None:
    assert title_in_name("Polgar Judit (GM) (HUN)") == "GM"
    assert title_in_name("GMeiner, Peter") == title_in_name("Tal, Mihail") == ""


def test_the_highest_title() -> None:
    assert highest({"FM", "IM", ""}) == "IM" and highest({""}) == ""
