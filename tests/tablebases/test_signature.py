"""Signatures: the standard names. Counts and prerequisites: Syzygy format description (3 men: 5, 4 men: 30, 5 men: 110)."""

import chess
import pytest

from tablebases import signature as signatures
from tablebases.errors import SignatureError


def test_there_are_5_and_30_and_110_signatures_of_3_4_and_5_men() -> None:
    assert [len(signatures.signatures_of(men)) for men in (3, 4, 5)] == [5, 30, 110]
    assert all(signatures.is_signature(name) for men in (3, 4, 5, 6) for name in signatures.signatures_of(men))


@pytest.mark.parametrize(
    ("typed", "name"),
    [("krkq", "KQvKR"), ("KRvKQ", "KQvKR"), ("KPKPP", "KPPvKP"), ("kbnk", "KBNvK"), ("KNBvK", "KBNvK")],
)
def test_what_a_user_types_becomes_the_standard_name(typed: str, name: str) -> None:
    assert signatures.parse(typed) == name


@pytest.mark.parametrize("typed", ["", "KvK", "QvK", "KQ", "KKK", "KXvK", "KQQQQvKQQQQ", "../KQvK"])
def test_what_is_no_signature_is_refused_by_name(typed: str) -> None:
    with pytest.raises(SignatureError, match="not a signature"):
        signatures.parse(typed)


@pytest.mark.parametrize("name", ["KRvKQ", "KvKQ", "KNBvK", "KvK", "kqvk", "KQvK.rtbw", "KQQQQQQvK"])
def test_only_the_one_standard_spelling_names_a_file(name: str) -> None:
    assert not signatures.is_signature(name)


def test_prerequisites_come_first_and_are_complete() -> None:
    order = signatures.needed("KPvKP")
    assert order[-1] == "KPvKP"
    for position, name in enumerate(order):
        assert signatures.reachable(name) <= set(order[:position])
    assert {"KQvKQ", "KQvKR", "KQvKP", "KPvK", "KNvKP"} <= set(order)


def test_a_position_has_the_signature_of_its_men_whichever_colour_has_them() -> None:
    assert signatures.signature_of(chess.Board("8/8/2k5/1r6/8/8/8/2KQ4 b - - 0 1")) == "KQvKR"
    assert signatures.signature_of(chess.Board("8/8/2K5/1R6/8/8/8/2kq4 b - - 0 1")) == "KQvKR"
