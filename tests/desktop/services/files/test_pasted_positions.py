"""Pasting sets up the same position as every other door (`tests/engine/protocols/test_position_doors.py`)."""

import pytest

from tests.desktop.services.conftest import Make
from tests.helpers.position_texts import NINE_SIXTY, TYPED, same


@pytest.mark.parametrize(("text", "fen"), TYPED)
def test_paste(make: Make, text: str, fen: str) -> None:
    services = make().services
    assert services.files.paste(text)
    same(services.files.fen_text(), fen)
    assert services.game.state.game.chess960 is (fen is NINE_SIXTY)
