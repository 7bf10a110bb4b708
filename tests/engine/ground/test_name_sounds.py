"""Names in other transcriptions, and with a slip: who may be the same, and who is not."""

import pytest

from engine.ground.name_sounds import given_alike, surnames_alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("alexandra", "aleksandr", False),
        ("victoria", "viktor", False),
        ("mihaila", "michail", False),
        ("aleksandr", "alexander", True),
        ("viktor", "victor", True),
    ],
)
def test_a_woman_and_a_man_have_no_name_in_common(one: str, other: str, alike: bool) -> None:
    assert given_alike(one, other) is given_alike(other, one) is alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("rubinstein", "rbinstein", True),
        ("boleslavsky", "bolslavsky", True),
        ("polugaevsky", "polugievsky", True),
        ("rubinstein", "rubinsteina", False),
        ("tal", "tl", False),
    ],
)
def test_a_long_surname_may_have_a_slip_but_for_an_a_at_its_end(one: str, other: str, alike: bool) -> None:
    assert surnames_alike(one, other) is surnames_alike(other, one) is alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("martin", "marten", True),
        ("stefan", "stefen", True),
        ("anton", "antan", False),
        ("daniel", "danil", True),
        ("jan", "jn", False),
    ],
)
def test_a_given_name_may_have_another_vowel_or_lack_one_if_it_is_long(one: str, other: str, alike: bool) -> None:
    assert given_alike(one, other) is given_alike(other, one) is alike
