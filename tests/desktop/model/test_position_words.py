"""Every fault of a typed FEN is told in Finnish to a Finnish user."""

import re

import pytest

from desktop.model.catalogue import read_catalogue
from engine.game.position import Position
from engine.game.reason_words import LanguageFormats, text
from engine.ground.errors import PositionError
from tests.helpers.shared import REPOSITORY

FAULTY = (
    "", "k" * 200, "8/8/8", "9/8/8/8/8/8/8/8 w", "7/8/8/8/8/8/8/8 w", "44/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 x",
    "8/8/8/8/8/8/8/8 w e3", "8/8/8/8/8/8/8/8 w - e9", "8/8/8/8/8/8/8/8 w - - x", "8/8/8/8/8/8/8/8 w - - 0 x",
    "8/8/8/8/8/8/8/8 w - - 0 1 2", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/4K3 w",
    "4k3/8/8/8/8/8/8/KK6 w", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", "4k2P/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w KQ",
    "4k3/8/8/8/8/8/8/4K3 w - e6", "4k3/8/8/8/8/8/4R3/4K3 w", "4k3/8/8/8/8/2n1n3/5n2/3K4 w", "4k3/8/8/r2K2r1/8/8/8/8 w",
    "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w", "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w", "kk6/7P/8/8/8/8/8/KK6 w KQ",
)  # fmt: skip
_ENGLISH = re.compile(
    r"\b(the|is|has|no|a|and|or|of|than|king|pawns?|pieces?|board|castling|position|more|White|Black)\b"
)


@pytest.mark.parametrize("fen", FAULTY)
def test_a_fault_has_no_english_word_in_finnish(fen: str) -> None:
    catalogue = read_catalogue(REPOSITORY / "desktop/resources/i18n/fi.po", strict=True)
    finnish = LanguageFormats(message=lambda template: catalogue.text("Messages", template) or template)
    with pytest.raises(PositionError) as caught:
        Position.of(fen, chess960=False)
    told = text(caught.value.text, finnish).replace(fen, "")
    assert not _ENGLISH.search(told), told
