"""Moves as people type or speak them: `Nf3`, `nf3`, `Rf3` in Finnish, `♘f3`, `g1-f3`, `knight to f3`, `castle short`.

Every reading is tried in turn; the first legal move counts.
"""

import re
from collections.abc import Iterator, Mapping

from desktop.model.errors import EditError, IllegalMoveError
from engine.ground.errors import AmbiguousMoveError, MoveError
from engine.pgn.san import typed_move
from engine.rules.board import CoreBoard

LONGEST = 80  # characters
ENGLISH: Mapping[str, str] = {letter: letter for letter in "KQRBN"}
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
_KINDS = {
    "king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "horse": "N", "pawn": "",
    "kuningas": "K", "kuningatar": "Q", "daami": "Q", "torni": "R", "lähetti": "B", "ratsu": "N", "sotilas": "",
}  # fmt: skip
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
_FILES = {
    "alpha": "a", "bravo": "b", "charlie": "c", "delta": "d", "echo": "e", "foxtrot": "f", "golf": "g", "hotel": "h",
    "anna": "a", "bella": "b", "cesar": "c", "david": "d", "eva": "e", "felix": "f", "gustav": "g", "hector": "h",
}  # fmt: skip
_SHORT = re.compile(
    r"(?:castles?|castling|linna)\s*(?:king(?:\s*side)?|short|lyhyt)|(?:lyhyt|short|kingside)\s+(?:linna|castl\w*)"
)
_LONG = re.compile(
    r"(?:castles?|castling|linna)\s*(?:queen(?:\s*side)?|long|pitkä)|(?:pitkä|long|queenside)\s+(?:linna|castl\w*)"
)
_COORDINATES = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbn]?)")


def read(fen: str, text: str, chess960: bool, letters: Mapping[str, str] = ENGLISH) -> str:
    """The move in coordinates.

    `letters` maps the user's piece letters to the English ones.
    :raises IllegalMoveError: it breaks a rule, which the text names.
    :raises EditError: it cannot be read, or is ambiguous.
    """
    board = CoreBoard.from_fen(fen, chess960)
    shown = text.strip()[:LONGEST]
    refused: EditError | None = None
    for reading in readings(shown, letters):
        try:
            return typed_move(board, reading)
        except AmbiguousMoveError:
            refused = EditError("“%1” can be more than one move here.", shown)
        except MoveError:
            continue
    raise refused or _refusal(fen, shown, chess960, letters)


def _refusal(fen: str, shown: str, chess960: bool, letters: Mapping[str, str]) -> EditError:
    """The error for an illegal or unreadable move, with the rule that it breaks if it names a move."""
    import chess  # loaded when a move is made

    from engine.play.illegal_move import why_typed

    board = chess.Board(fen, chess960=chess960)
    reason = next(filter(None, (why_typed(board, reading) for reading in readings(shown, letters))), None)
    if reason is None:
        return EditError("“%1” is not a legal move here.", shown)
    return IllegalMoveError("“%1” is not a legal move here. %2", shown, reason)


def readings(text: str, letters: Mapping[str, str] = ENGLISH) -> Iterator[str]:
    """The possible readings, the likeliest first, in English SAN or coordinates."""
    plain = re.sub(r"[!?.,;]+$", "", text.strip().translate(_FIGURINES)).strip()
    if not plain:
        return
    local = _with_letters(plain, letters)
    yield from dict.fromkeys(
        reading for one in (local, plain, _spoken(plain, letters)) for reading in _variants(one) if reading
    )


def _with_letters(text: str, letters: Mapping[str, str]) -> str:
    """The text with English piece letters, also for a promotion."""
    first = letters.get(text[:1], text[:1])
    promoted = re.search(r"=?([A-ZÅÄÖ])([+#]?)$", text[1:])
    if promoted is None or promoted[1] not in letters:
        return first + text[1:]
    return f"{first}{text[1 : 1 + promoted.start()]}={letters[promoted[1]]}{promoted[2]}"


def _variants(text: str) -> Iterator[str]:
    yield text
    tight = re.sub(r"[\s\-–:]+", "", text)
    castling = re.sub(r"[\s\-–]", "", text).upper().replace("0", "O").rstrip("+#")
    if castling in ("OO", "OOO"):
        yield "O-O" if castling == "OO" else "O-O-O"
        return
    yield tight
    coordinates = _COORDINATES.fullmatch(tight.lower().replace("x", "").replace("=", ""))
    if coordinates is not None:
        yield "".join(coordinates.groups())
        if not coordinates[3]:
            yield "".join(coordinates.groups()) + "q"  # a pawn on the last rank, without a piece named
    if tight and tight[0] in "kqrbn":
        yield tight[0].upper() + tight[1:]
    yield re.sub(r"=?([qrbn])([+#]?)$", lambda found: f"={found[1].upper()}{found[2]}", tight)


def _spoken(text: str, letters: Mapping[str, str]) -> str:
    """`knight takes on d five` as `Nxd5`; castling in words as O-O."""
    words = text.lower()
    if _LONG.search(words):
        return "O-O-O"
    if _SHORT.search(words) or words in ("castle", "castles", "linna", "tornita"):
        return "O-O"
    made = []
    for word in re.split(r"[\s\-]+", words):
        if word in ("takes", "captures", "x", "lyö"):
            made.append("x")
        elif word in ("promotes", "equals", "becomes", "korotus"):
            made.append("=")
        elif word in ("check", "mate", "checkmate", "to", "on", "the", "from", "a!", "šakki"):
            continue
        else:
            made.append(_KINDS.get(word, _NUMBERS.get(word, _FILES.get(word, word))))
    return "".join(made)
