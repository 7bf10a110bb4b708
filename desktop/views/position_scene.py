"""Turns the state of a game into what the board draws."""

from types import MappingProxyType

from desktop.model.state import GameState
from desktop.views.board_scene import BoardScene, piece_word

_NO_MOVES: MappingProxyType[int, frozenset[int]] = MappingProxyType({})


def square_number(name: str) -> int:
    """28 for `e4`."""
    return ord(name[0]) - 97 + 8 * (int(name[1]) - 1)


def pieces_of(fen: str) -> dict[int, str]:
    """Letter by square, from the first field of a FEN that has been checked before."""
    pieces: dict[int, str] = {}
    for row, text in enumerate(fen.split(" ", 1)[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            elif letter.isalpha():
                pieces[8 * (7 - row) + file] = letter
                file += 1
    return pieces


def scene_of(state: GameState) -> BoardScene:
    """The position shown, with the moves that the user may enter now."""
    pieces = pieces_of(state.fen)
    white = state.fen.split(" ", 2)[1] == "w"
    king = "K" if white else "k"
    check = next((square for square, letter in pieces.items() if letter == king), None) if state.in_check else None
    last = state.last_move
    destinations, promotions = _moves(state.legal_moves) if state.user_may_move else (_NO_MOVES, frozenset())
    return BoardScene(
        pieces=MappingProxyType(pieces),
        destinations=destinations,
        promotions=promotions,
        turn_white=white,
        last_move=(square_number(last[:2]), square_number(last[2:4])) if last else None,
        check=check,
        description=describe(pieces, white, state.node.san),
    )


def _moves(legal: tuple[str, ...]) -> tuple[MappingProxyType[int, frozenset[int]], frozenset[tuple[int, int]]]:
    goals: dict[int, set[int]] = {}
    promotions = set()
    for move in legal:
        start, end = square_number(move[:2]), square_number(move[2:4])
        goals.setdefault(start, set()).add(end)
        if len(move) == 5:
            promotions.add((start, end))
    return MappingProxyType({start: frozenset(ends) for start, ends in goals.items()}), frozenset(promotions)


def describe(pieces: dict[int, str], white_to_move: bool, san: str) -> str:
    """The position in words: the last move, who is to move, and every piece with its square."""
    placed: dict[str, list[str]] = {}
    for square in sorted(pieces):
        placed.setdefault(pieces[square], []).append("abcdefgh"[square & 7] + str((square >> 3) + 1))
    words = [f"last move {san}"] if san else []
    words.append("white to move" if white_to_move else "black to move")
    words += [f"{piece_word(letter)} {' '.join(placed[letter])}" for letter in "KQRBNPkqrbnp" if letter in placed]
    return ". ".join(words)


_VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}


def captured(fen: str, start_fen: str, by_white: bool) -> tuple[str, int]:
    """The men that a side has taken, most valuable first, and by how many pawns' worth it is ahead (0 if it is not).

    Counted against the start position; a pawn that was promoted counts as gone.
    """
    now, before = fen.split(" ", 1)[0], start_fen.split(" ", 1)[0]
    taken, balance = "", 0
    for letter in "qrbnp":
        theirs = letter if by_white else letter.upper()
        taken += letter * max(0, before.count(theirs) - now.count(theirs))
        balance += _VALUES[letter] * (now.count(letter.upper()) - now.count(letter)) * (1 if by_white else -1)
    return taken, max(0, balance)
