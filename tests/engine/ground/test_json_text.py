"""JSON read strictly: what is wrong is told with its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ground.json_text import DEEPEST, JsonError, JsonValue, dumped, parse

finite = st.floats(allow_nan=False, allow_infinity=False)
leaves = (
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | finite | st.text(st.characters(codec="utf-8"))
)
values = st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(values)
def test_what_was_written_is_read(value: object) -> None:
    assert parse(dumped(value)).value == value


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:0123456789.eE+-InfityNa \n\\u').map(str.encode))
def test_no_text_raises_anything_else(content: bytes) -> None:
    try:
        found = parse(content).value
    except JsonError:
        return
    assert json.loads(content.decode("utf-8-sig")) == found


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'{"a": [1, Infinity]}', "line 1, column 11: Infinity is not"),
        (b'{"a":\n "NaN", "b": -NaN}', "line 2, column 1"),
        (b'{"a":\n  NaN}', "line 2, column 3: NaN is not"),
        (b"[1e400]", "line 1, column 2: 1e400 is not"),
        (b"[-99999999999999999999]", "line 1, column 2: -99999999999999999999 is not"),
        (b"[" + b"9" * 5_000 + b"]", "line 1, column 2: 9999"),
        (b"[" * (DEEPEST + 1), f"line 1, column {DEEPEST + 1}: nested more than {DEEPEST}"),
        (b"[" * 1_000_000, "nested more than"),
        (b'"\xff"', "byte 2 is not UTF-8"),
        (b" \n", "it is empty"),
        (b"{'a': 1}", "line 1, column 2: Expecting property name"),
        (b" " * 2_000_000, "it is larger than 1000000 bytes"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(content: bytes, told: str) -> None:
    with pytest.raises(JsonError) as error:
        parse(content)
    assert told in str(error.value)


def test_a_value_of_another_type_is_told_with_its_name() -> None:
    found = parse(b'{"engines": [{"elo": 1500}, {"elo": -3, "name": "a\\u0000b", "on": 1}]}')
    assert found["engines"][0]["elo"].whole(0, 4_000) == 1_500
    wrong = found["engines"][1]
    for ask, told in (
        (lambda: found["engines"][0]["elo"].whole(0, 1_499), "elo must be a whole number from 0 to 1499, not 1500"),
        (lambda: wrong["elo"].whole(0, 4_000), "engines[1].elo must be a whole number from 0 to 4000, not -3"),
        (lambda: wrong["name"].text(), "engines[1].name must be a text"),
        (lambda: wrong["on"].flag(), "engines[1].on must be true or false, not 1"),
        (lambda: wrong["none"], "engines[1].none is missing"),
        (lambda: found["engines"][5], "engines must be a list of more than 5 values"),
        (lambda: found["engines"]["a"], "engines must be a table, not list"),
        (lambda: list(found), "the text must be a list, not dict"),
        (lambda: JsonValue(True).whole(0, 1), "the text must be a whole number from 0 to 1, not True"),
    ):
        with pytest.raises(JsonError) as error:
            ask()
        assert told in str(error.value)


def test_a_path_that_is_not_utf8_is_kept_and_what_is_not_finite_is_never_written() -> None:
    assert parse(dumped(["half \udc80"])).value == ["half \udc80"]
    with pytest.raises(ValueError, match="Out of range"):
        dumped({"a": float("inf")})
