"""One table of texts, every door: paste, editor, console, PGN tag, search, UCI and XBoard set up the same position.

Paste and editor are tested beside their views.
"""

import io
from collections.abc import Callable

import pytest

from engine.console.position_argument import position_of
from engine.game.history import parsed_position
from engine.pgn.reader import games_of
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer
from engine.rules.board import CoreBoard
from engine.rules.diagrams import diagram_keys
from tests.engine.protocols.test_xboard import Dialogue
from tests.helpers.doubles import RandomMover
from tests.helpers.position_texts import BOARD, NINE_SIXTY, PROTOCOL, TYPED, same


@pytest.mark.parametrize(("text", "fen"), TYPED)
def test_console(text: str, fen: str) -> None:
    found = position_of(text, chess960=False)
    same(found.fen, fen)
    assert found.chess960 is (fen is NINE_SIXTY)


@pytest.mark.parametrize(("text", "fen"), TYPED)
def test_pgn_tag(text: str, fen: str) -> None:
    value = text.replace("\\", "\\\\").replace('"', '\\"')
    (game,) = games_of(f'[FEN "{value}"]\n\n*')
    same(game.start_fen, fen)
    assert game.chess960 is (fen is NINE_SIXTY)


@pytest.mark.parametrize(("text", "fen"), TYPED)
def test_search(text: str, fen: str) -> None:
    is_960 = fen is NINE_SIXTY
    assert CoreBoard.from_fen(fen, is_960).key in diagram_keys(text, is_960)


def uci(fen: str) -> str:
    out = io.BytesIO()
    server = UciServer(RandomMover(), LineWriter(out))
    for line in (f"position fen {fen}", "d"):
        server.handle(line)
    server.handle("quit")
    [line] = [line for line in out.getvalue().decode().splitlines() if line.startswith("FEN: ")]
    return line.removeprefix("FEN: ")


def xboard(fen: str) -> str:
    dialogue = Dialogue()
    dialogue.say("force", f"setboard {fen}")
    return str(dialogue.server._game.board.fen())


@pytest.mark.parametrize("door", [uci, xboard, lambda text: parsed_position(text, chess960=False).position.fen])
@pytest.mark.parametrize(("text", "fen"), PROTOCOL)
def test_protocols(door: Callable[[str], str], text: str, fen: str) -> None:
    same(door(text), fen)


@pytest.mark.parametrize("door", [uci, xboard])
def test_a_protocol_gets_no_rights_that_it_did_not_give(door: Callable[[str], str]) -> None:
    assert door(f"{BOARD} b").split()[:4] == [BOARD, "b", "-", "-"]
