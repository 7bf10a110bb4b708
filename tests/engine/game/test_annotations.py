"""Commands in comments: read, replaced, and the words left alone (lichess writes [%csl] and [%cal] this way)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.annotations import drawings_of, with_drawings, with_words, words_of

squares = st.builds("{}{}".format, st.sampled_from("abcdefgh"), st.sampled_from("12345678"))
codes = st.builds("{}{}{}".format, st.sampled_from("GRBY"), squares, st.one_of(st.just(""), squares))


def test_words_and_commands_are_told_apart() -> None:
    comment = "[%clk 0:01:02] a fine [%cal Ge2e4] move"
    assert words_of(comment) == "a fine move"
    assert with_words(comment, "another") == "[%clk 0:01:02][%cal Ge2e4] another"
    assert with_words(comment, "a fine move") == comment


@pytest.mark.parametrize("text", ["[%cal]", "[%cal Xe2e4]", "[%csl Gd9]", "[%cal Ge2e4e6]", "[%cal ", "nothing"])
def test_what_is_no_drawing_is_left_out(text: str) -> None:
    assert drawings_of(text) == ()


@given(st.lists(codes, unique=True, max_size=20), st.sampled_from(["", "word", "[%clk 0:00:01] two words"]))
def test_what_is_drawn_is_read_again(drawn: list[str], comment: str) -> None:
    written = with_drawings(comment, tuple(drawn))
    assert set(drawings_of(written)) == set(drawn)
    assert words_of(written) == words_of(comment)
    assert ("[%clk 0:00:01]" in written) == ("[%clk" in comment)
