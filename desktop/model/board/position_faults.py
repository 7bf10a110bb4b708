"""The faults that make a set-up position illegal: each in words, with the repaired setup."""

from collections.abc import Iterator
from dataclasses import replace

import chess

from desktop.model.board.position_setup import MOST_HALFMOVES, PositionSetup
from engine.ground.values import dataclass
from engine.rules.gate import position_faults

_KING_PLACES = (*["e1", "e8", "g1", "g8", "c1", "c8"], *chess.SQUARE_NAMES)
_USUAL = (("Q", 1), ("R", 2), ("B", 2), ("N", 2))
_SIDES = (("White", True), ("Black", False))


@dataclass(frozen=True)
class SetupFault:
    """`words` and `repair` are templates of `ground.text` for `parts`. `repaired`: None if only the user knows what
    was meant.
    """

    words: str
    repair: str = ""
    parts: tuple[str | int, ...] = ()
    repaired: PositionSetup | None = None


def faults_of(setup: PositionSetup) -> tuple[SetupFault, ...]:
    """Every fault. Checks are examined only if each side has exactly one king."""
    found = [*_king_faults(setup), *_pawn_faults(setup), *_number_faults(setup), *_castling_faults(setup)]
    if all(len(setup.squares(king)) == 1 for king in "Kk"):
        found += [*_en_passant_faults(setup), *_check_faults(setup)]
    found += _counter_faults(setup)
    if not found and position_faults(setup.fields, setup.chess960):
        found.append(SetupFault("More moves are legal than in any position of a game."))
    return tuple(found)


def possible_en_passant(setup: PositionSetup) -> tuple[str, ...]:
    """The squares that a pawn can have passed over with the last move."""
    rank = 6 if setup.white_to_move else 3
    names = (f"{file}{rank}" for file in "abcdefgh")
    return tuple(name for name in names if not _wrong_en_passant(setup.with_en_passant(name)))


def board_of(setup: PositionSetup) -> chess.Board:
    """The setup as a board, including its faults."""
    board = chess.Board(None, chess960=setup.chess960)
    for square, man in enumerate(setup.men):
        if man:
            board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn = setup.white_to_move
    corners = {"K": chess.H1, "Q": chess.A1, "k": chess.H8, "q": chess.A8}
    for right in setup.castling:
        rook = setup.rook_of(right)
        if rook is None:  # a fault of its own; the board then says so too
            rook = corners.get(right, chess.square("abcdefgh".find(right.lower()) % 8, 0 if right.isupper() else 7))
        board.castling_rights |= chess.BB_SQUARES[rook]
    board.ep_square = chess.parse_square(setup.en_passant) if setup.en_passant else None
    board.halfmove_clock, board.fullmove_number = setup.halfmoves, setup.number
    return board


def _king_faults(setup: PositionSetup) -> Iterator[SetupFault]:
    for name, white in _SIDES:
        king = "K" if white else "k"
        places = setup.squares(king)
        if not places:
            square = _safe_square(setup, white)
            repaired = setup.put(square, king) if square is not None else None
            place = chess.square_name(square) if square is not None else ""
            yield SetupFault(f"{name} has no king.", "Put it on %1" if place else "", (place,), repaired)
        elif len(places) > 1:
            home = chess.E1 if white else chess.E8
            kept = home if home in places else places[0]
            repaired = setup
            for square in places:
                repaired = repaired.put(square, king if square == kept else "")
            yield SetupFault(
                f"{name} has more than one king.", "Keep the one on %1", (chess.square_name(kept),), repaired
            )


def _pawn_faults(setup: PositionSetup) -> Iterator[SetupFault]:
    wrong = [s for s, man in enumerate(setup.men) if man in ("P", "p") and chess.square_rank(s) in (0, 7)]
    if wrong:
        places = ", ".join(map(chess.square_name, wrong))
        yield SetupFault("A pawn cannot be on %1.", "Take away", (places,), _without(setup, wrong))


def _number_faults(setup: PositionSetup) -> Iterator[SetupFault]:
    for name, white in _SIDES:
        pawns = setup.squares("P" if white else "p")
        promoted = 0
        for man, usual in _USUAL:
            promoted += max(0, len(setup.squares(man if white else man.lower())) - usual)
        surplus = max(0, len(pawns) + promoted - 8)
        if not surplus:
            continue
        words = f"{name} has %1 {{pawn|pawns}} and %2 promoted {{piece|pieces}}: together 8 at most."
        gone = sorted(pawns, key=lambda square: (chess.square_file(square), square))[-surplus:]
        enough = len(pawns) >= surplus
        parts = (len(pawns), promoted, ", ".join(map(chess.square_name, gone)))
        yield SetupFault(words, "Take away %3" if enough else "", parts, _without(setup, gone) if enough else None)


def _castling_faults(setup: PositionSetup) -> Iterator[SetupFault]:
    wrong = [right for right in setup.castling if setup.rook_of(right) is None]
    if wrong:
        names = ", ".join(map(_right_name, wrong))
        left = "".join(right for right in setup.castling if right not in wrong)
        yield SetupFault("King or rook is not in place for %1.", "Take away", (names,), replace(setup, castling=left))


def _right_name(right: str) -> str:
    side = "White " if right.isupper() else "Black "
    if right in "KQkq":
        return side + ("O-O" if right in "Kk" else "O-O-O")
    return f"{side}{right.lower()}"


def _counter_faults(setup: PositionSetup) -> Iterator[SetupFault]:
    if setup.halfmoves >= MOST_HALFMOVES:
        words = "%1 moves without a capture or a pawn move: the fifty-move rule has ended the game."
        yield SetupFault(words, "Count from 0", (str(setup.halfmoves),), setup.with_counters(0, setup.number))
    elif setup.en_passant and setup.halfmoves:
        words = "En passant on %1: the pawn has just moved, so the count of moves without one is 0."
        yield SetupFault(words, "Count from 0", (setup.en_passant,), setup.with_counters(0, setup.number))


def _wrong_en_passant(setup: PositionSetup) -> bool:
    return bool(board_of(setup).status() & chess.STATUS_INVALID_EP_SQUARE)


def _en_passant_faults(setup: PositionSetup) -> Iterator[SetupFault]:
    if setup.en_passant and _wrong_en_passant(setup):
        words = "En passant on %1: no pawn can have passed it."
        yield SetupFault(words, "No en passant", (setup.en_passant,), setup.with_en_passant(""))


def _check_faults(setup: PositionSetup) -> Iterator[SetupFault]:
    board = board_of(setup)
    waiting = not setup.white_to_move
    name, other = ("White", "Black") if waiting else ("Black", "White")
    if board.attackers(not waiting, _king(board, waiting)):
        words = f"{name} is in check, but it is {other}’s turn."
        if not board.attackers(waiting, _king(board, not waiting)):
            yield SetupFault(words, f"Let {name} move", (), setup.with_turn(waiting))
            return
        square = _safe_square(setup, waiting)
        place = chess.square_name(square) if square is not None else ""
        moved = setup.move(_king(board, waiting), square) if square is not None else None
        yield SetupFault(words, "Put the king on %1" if place else "", (place,), moved)
        return
    checkers = list(board.checkers())
    impossible = board.status() & (chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)
    if impossible and not setup.en_passant:
        words = "No move can give check from %1 at once."
        parts = (" ".join(map(chess.square_name, checkers)), chess.square_name(checkers[-1]))
        yield SetupFault(words, "Take away %2", parts, _without(setup, checkers[-1:]))
    elif impossible and not _wrong_en_passant(setup):
        words = "The pawn that passed %1 cannot have given this check."
        yield SetupFault(words, "No en passant", (setup.en_passant,), setup.with_en_passant(""))


def _king(board: chess.Board, white: bool) -> int:
    square = board.king(white)
    assert square is not None, "only called with one king on each side"
    return square


def _safe_square(setup: PositionSetup, white: bool) -> int | None:
    """An empty square that the opponent does not attack, preferably on the back rank."""
    board = board_of(replace(setup, castling="", en_passant=""))
    own = board.king(white)
    if own is not None:
        board.remove_piece_at(own)  # it does not shield squares from an attack through it
    home = "1" if white else "8"
    for name in sorted(_KING_PLACES, key=lambda name: name[1] != home):
        square = chess.parse_square(name)
        if not setup.men[square] and not board.attackers(not white, square):
            return square
    return None


def _without(setup: PositionSetup, squares: list[int]) -> PositionSetup:
    for square in squares:
        setup = setup.put(square, "")
    return setup
