"""A position in any text: the same board, side and rights from addresses, JSON, sentences, EPD and broken FENs."""

import pytest

from engine.game.position import Position
from engine.rules.fen_repair import repaired
from engine.rules.position_text import start_in, written_fen

BOARD = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
FEN = f"{BOARD} b KQkq - 0 1"
_ENCODED, _ESCAPED, _LINED = BOARD.replace("/", "%2F"), FEN.replace("/", "\\/"), FEN.replace(" ", "_")
# lichess and chess.com addresses, JSON of their interfaces, EPD of fastchess, Forsyth of e-mails and forums
TEXTS = (
    *(FEN, f"  {BOARD}   b   KQkq  -  0  1 ", f"{BOARD} b KQkq -", f"{BOARD} B KQkq - 0 1", f"{BOARD}/ b KQkq - 0 1"),
    *(f"{BOARD},b,KQkq,-,0,1", BOARD.replace("/", "_") + "_b_KQkq_-_0_1", FEN.replace("/8/8/", "/11111111/44/", 1)),
    *(f'{BOARD} b KQkq - bm e5; id "a";', f"{BOARD} b KQkq - hmvc 0; fmvn 1;", f"{BOARD} black KQkq - 0 1"),
    *(f"https://lichess.org/analysis/{_LINED}", f"https://lichess.org/editor/{_LINED}?color=black"),
    *(
        f"https://lichess.org/analysis/standard/{_LINED}#3",
        f"https://lichess.org/?fen={_LINED}#friend",
        f"lichess.org/{_LINED}",
    ),
    f"https://www.chess.com/analysis?fen={_ENCODED}+b+KQkq+-+0+1&flip=true",
    f"https://lichess.org/api/cloud-eval?fen={_ENCODED.replace('%2F', '%2f')}%20b%20KQkq%20-",
    *(_ESCAPED, f'"{_ESCAPED}"', f"`{FEN}`", f"“{FEN}”", f"<fen>{FEN}</fen>", f"position fen {FEN}"),
    *(
        f'{{"fen": "{FEN}"}}',
        f'{{"game":{{"id":1,"fen":"{_ESCAPED}","x":2}}}}',
        f"{{'fen': '{FEN}'}}",
        f'[{{"fen":"{FEN}"}}]',
    ),
    *(f"FEN: {FEN}", f"fen={FEN}", f'[FEN "{FEN}"]', f'[SetUp "1"]\n[FEN "{FEN}"]\n'),
    *(f"The position {FEN} is won for White.", f"Position after 1.e4: {FEN}", f"See ({FEN}), what now?"),
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_position_in_a_text_is_found(text: str) -> None:
    assert repaired(text, None).fen == FEN


@pytest.mark.parametrize(
    ("text", "fen", "notes"),
    [
        (f"{BOARD} b", FEN, ["castling rights"]),
        (BOARD, FEN.replace(" b ", " w "), ["side to move", "castling rights"]),
        (f"Look at {BOARD}!", FEN.replace(" b ", " w "), ["side to move", "castling rights"]),
        ("4k3/8/8/8/4R3/8/8/4K3", "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1", ["in check"]),
        (f"{BOARD} b - - - -", f"{BOARD} b - - 0 1", ["moves since", "move number"]),
        (f"{BOARD} b KQkq E3 0 1", f"{BOARD} b KQkq e3 0 1", ["en passant"]),
        (f"{BOARD} b KQkq - hmvc 3; fmvn 7;", f"{BOARD} b KQkq - 3 7", []),
        (f"{BOARD} W 33", f"{BOARD} w - - 0 1", ["side to move", "castling rights"]),
        ("See rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 4 5, then", f"{BOARD} b KQkq e3 4 5", []),
    ],
)
def test_what_is_missing_is_guessed_and_reported(text: str, fen: str, notes: list[str]) -> None:
    _, said = Position.repaired(text, None)
    assert repaired(text, None).fen == fen
    assert len(said) == len(notes)
    assert all(words in str(note) for words, note in zip(notes, said, strict=True))


def test_a_protocol_does_not_get_rights_that_it_did_not_give() -> None:
    assert repaired(f"{BOARD} b", None, guess=False).fen == f"{BOARD} b - - 0 1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "8/8",
        f'[White "A"]\n[FEN "{FEN}"]\n\n1... e5 *',
        f"{FEN}\n{FEN}\n",
        f"FEN: {FEN}\n1... e5 2. Nf3",
        "https://lichess.org/abcdefgh",
        "07/11/1985/3/4/5/6/7/8",
        "x" * 5000,
    ],
)
def test_games_lists_and_other_texts_stay_as_they_are(text: str) -> None:
    assert written_fen(text) == text


@pytest.mark.parametrize("before", [f"FEN: {FEN}", FEN, f"From {FEN} Black plays"])
def test_moves_after_a_position_begin_there(before: str) -> None:
    assert repaired(start_in(f"{before}\n1... e5 2. Nf3 Nc6"), None).fen == FEN
