"""What is pasted from other programs, from letters and from pages."""

import pytest

from desktop.services.files.clipboard_text import copied
from engine.rules.fen import START_FEN
from tests.desktop.services.conftest import Heard, Make

PAWN = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"
SHREDDER, CHESS960 = (f"1r4kr/pppppppp/8/8/8/8/PPPPPPPP/1R4KR w {rights} - 0 1" for rights in ("HBhb", "KQkq"))
SPANISH = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1\ngo wtime 1000\n"


@pytest.mark.parametrize(
    ("text", "start", "sans"),
    [
        (f"position fen {PAWN} moves e3d3 e1f2\n", PAWN, ["Kd3", "Kf2"]),
        (SPANISH, START_FEN, ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O"]),
        (f"position fen {PAWN}", PAWN, []),
        ("position startpos\ngo", START_FEN, []),
        (f"position fen {SHREDDER} moves g1h1", CHESS960, ["O-O"]),
    ],
)
def test_the_command_of_a_chess_program_opens_its_position(make: Make, text: str, start: str, sans: list[str]) -> None:
    services = make().services
    heard = Heard(services.files.message)
    assert services.files.paste(text) and not heard.all
    state = services.game.state
    assert (state.game.start_fen, [node.san for node in state.game.main_line()]) == (start, sans)
    assert state.current == state.game.end()


def test_a_move_of_a_command_that_is_not_legal_is_told(make: Make) -> None:
    services = make().services
    heard = Heard(services.files.message)
    assert services.files.paste("position startpos moves e2e4 e7e4 g1f3")
    assert [node.san for node in services.game.state.game.main_line()] == ["e4"] and "e7e4" in heard.texts


def test_a_command_whose_position_cannot_be_played_is_handed_to_the_editor(make: Make) -> None:
    services = make().services
    refused = Heard(services.files.position_refused)
    assert not services.files.paste("position fen 8/8/8/8/8/8/8/8 w - - 0 1")
    assert refused.all == ["8/8/8/8/8/8/8/8 w - - 0 1"]


@pytest.mark.parametrize("quotes", ["“”", "„“", "«»", "””"])
def test_tags_in_curly_quotes_are_tags(make: Make, quotes: str) -> None:
    services = make().services
    heard = Heard(services.files.message)
    left, right = quotes[0], quotes[1]
    tags = f"[White {left}Anna “Ann” O'Neill{right}]\n[FEN {left}{PAWN}{right}]\n"
    assert services.files.paste(f"{tags}\n1... Kd3 {{as “they” say}} *\n") and not heard.all
    game = services.game.state.game
    assert (game.header("White"), game.start_fen) == ("Anna “Ann” O'Neill", PAWN)
    assert game.node(game.end()).comments == ("as “they” say",)


@pytest.mark.parametrize(
    "text",
    [
        '<pre class="pgn">[White &quot;Anna&quot;]\n[Black "Bert"]\n\n1. e4 <b>e5</b> *</pre>',
        '<div><p>[White "Anna"]<br>[Black "Bert"]<br/></p><p>1.&nbsp;e4 <span style="x">e5</span> *</p></div>',
    ],
)
def test_a_game_in_a_page_is_read_without_its_marks(make: Make, text: str) -> None:
    services = make().services
    heard = Heard(services.files.message)
    assert services.files.paste(text) and not heard.all
    game = services.game.state.game
    assert (game.header("White"), game.header("Black")) == ("Anna", "Bert")
    assert [node.san for node in game.main_line()] == ["e4", "e5"]


def test_a_position_in_a_page_is_read_without_its_marks(make: Make) -> None:
    services = make().services
    assert services.files.paste(f"<p><code>{PAWN}</code></p>") and services.game.state.fen == PAWN


@pytest.mark.parametrize(
    "text", ["1. e4 {<b>bold</b> [White “x”] } *", '[White "“x”"]\n\n1. e4 *', "positional play", ""]
)
def test_anything_else_stays_as_it_is(text: str) -> None:
    assert copied(text) == (text, False)
