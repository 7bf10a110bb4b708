"""The code of a built book: what is frequent is short."""

from books.store.prefix_code import _RARE, PrefixCode


def test_frequent_numbers_have_short_codes_and_only_rare_ones_the_escape() -> None:
    frequency = {1: 1000 * _RARE, 2: 100 * _RARE, 3: 10 * _RARE, 4: _RARE, 5: _RARE - 1}
    codes = PrefixCode.of(frequency, 0, 9).codes()
    assert codes.keys() == {1, 2, 3, 4, None}
    lengths = [codes[number][1] for number in (1, 2, 3, 4)]
    assert lengths == sorted(lengths) and lengths[0] == 1 < lengths[-1]
