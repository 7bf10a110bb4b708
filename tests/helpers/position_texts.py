"""Texts with a position, and its FEN: what the doors for positions read (`engine.rules.position_text`)."""

from engine.rules.board import CoreBoard

BOARD = "r3k2r/pppppppp/8/8/4P3/8/PPPP1PPP/R3K2R"
FEN = f"{BOARD} b KQkq - 3 9"
NINE_SIXTY = "rqnknrbb/pppppppp/8/8/8/8/PPPPPPPP/RQNKNRBB w KQkq - 0 1"
LINED = FEN.replace(" ", "_")
PROTOCOL = (  # what programs send
    *((FEN, FEN), (f"{BOARD} B KQkq - 3 9", FEN), (f"{BOARD} b KQkq - hmvc 3; fmvn 9;", FEN)),
    *(
        (f"{BOARD} b KQkq - - -", f"{BOARD} b KQkq - 0 1"),
        (f"{BOARD} b KQkq E3 0 9", f"{BOARD} b KQkq - 0 9"),
        (f"{BOARD} b QKqk - 3 9", FEN),
    ),
    (NINE_SIXTY, NINE_SIXTY),
    (NINE_SIXTY.replace("KQkq", "FAfa"), NINE_SIXTY),
)
TYPED = (  # what people paste, type and write
    *PROTOCOL,
    *(
        (f"FEN: {FEN}", FEN),
        (f"https://lichess.org/analysis/{LINED}", FEN),
        (f"See {FEN} now", FEN),
        (FEN.replace("/", "\\/"), FEN),
    ),
    *(
        (f"https://www.chess.com/analysis?fen={FEN.replace('/', '%2F').replace(' ', '+')}", FEN),
        (f"{BOARD} b", f"{BOARD} b KQkq - 0 1"),
    ),
    (f'{{"a":1,"fen":"{FEN}"}}', FEN),
    (f"https://lichess.org/editor/chess960/{NINE_SIXTY.replace(' ', '_')}", NINE_SIXTY),
)


def same(fen: str, expected: str) -> None:
    """The same position: rights may be written in Shredder-FEN or X-FEN, and an impossible en passant square is none."""
    chess960 = expected.startswith("rqnk")
    assert CoreBoard.from_fen(fen, chess960).key == CoreBoard.from_fen(expected, chess960).key
    assert fen.split()[4:] == expected.split()[4:]
