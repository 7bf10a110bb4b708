"""A position that is pasted as other programs write it."""

import pytest

from tests.desktop.services.conftest import Make

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


@pytest.mark.parametrize(
    "text",
    [
        f"https://lichess.org/analysis/{FEN.replace(' ', '_')}?color=black#5",
        f"lichess.org/editor/{FEN.replace(' ', '_')}",
        f"https://www.chess.com/analysis?fen={FEN.replace(' ', '+').replace('/', '%2F')}&flip=true",
        '"' + FEN.replace("/", "\\/") + '"',
        '{"id": 1, "fen": "' + FEN.replace("/", "\\/") + '", "moves": []}',
        f"FEN: {FEN}",
    ],
)
def test_a_position_in_an_address_in_json_or_behind_its_name_is_found(make: Make, text: str) -> None:
    services = make().services
    assert services.files.paste(text)
    assert services.game.state.fen == FEN
