"""What the book's tests share: a small player with a book, and an analyser that knows what the test tells it."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import chess

from books.analysis import MATE_CP, Analysis
from books.choice.library import Library
from books.key import position_key
from books.learning.played import LearnedGame
from engine.drill.session import Session
from engine.drill.sources.opening_session import OpeningQuestion, OpeningSource
from engine.game.reason_words import english

# The Blackburne Shilling Gambit: 1.e4 e5 2.Nf3 Nc6 3.Bc4 Nd4 4.Nxe5 Qg5 5.Nxf7 Qxg2 6.Rf1 Qxe4+ 7.Be2 Nf3 mate; 4.Nxe5 is
# the mistake.
TRAP_BOOK = "1.e4 e5 2.Nf3 Nc6 3.Bc4"
TRAP_END = "4.Nxe5 Qg5 5.Nxf7 Qxg2 6.Rf1 Qxe4 7.Be2 Nf3"
TRAP = f"{TRAP_BOOK} Nd4 {TRAP_END}"

Fallback = Callable[[chess.Board, Sequence[chess.Move]], chess.Move]


def line(text: str, board: chess.Board | None = None) -> list[chess.Move]:
    """The moves of a line in short notation, numbers allowed."""
    walk = (board or chess.Board()).copy()
    moves = []
    for word in text.replace(".", ". ").split():
        if not word.endswith("."):
            moves.append(walk.push_san(word))
    return moves


def after(text: str) -> chess.Board:
    """The position after a line."""
    board = chess.Board()
    for move in line(text):
        board.push(move)
    return board


class TableAnalyser:
    """Looks one ply ahead into a table of positions (key -> centipawns for White); what is not in it stands as the
    position before it, or is level.

    Mate on the board is seen. Counts its calls.
    """

    def __init__(self, white_values: Mapping[int, int], depth: int = 20) -> None:
        self.values = dict(white_values)
        self.depth = depth
        self.calls = 0

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        self.calls += 1
        moves = list(root_moves) or list(board.legal_moves)
        scored = [(self._value(board, move), -number, move) for number, move in enumerate(moves)]
        value, _, move = max(scored, key=lambda entry: entry[:2])
        return Analysis(move, value, self.depth, len(moves), "table")

    def _value(self, board: chess.Board, move: chess.Move) -> int:
        inherited = self.values.get(position_key(board), 0)
        board.push(move)
        white = self.values.get(position_key(board), inherited)
        mated = board.is_checkmate()
        board.pop()
        return MATE_CP - 1 if mated else white if board.turn else -white


def white_values(good: str, bad: str = "", value: int = -300) -> dict[int, int]:
    """Table entries: every position on the line `good + bad` that comes after `good` stands so for White; without
    `bad` the position at the end of `good`."""
    if not bad:
        return {position_key(after(good)): value}
    board = after(good)
    values = {}
    for move in line(bad, board):
        board.push(move)
        values[position_key(board)] = value
    return values


class Scripted:
    """Plays the lines it was given wherever its position is in one of them, else the first legal move by name."""

    def __init__(self, *lines: str) -> None:
        self.replies: dict[int, chess.Move] = {}
        for text in lines:
            board = chess.Board()
            for move in line(text):
                self.replies.setdefault(position_key(board), move)
                board.push(move)

    def __call__(self, board: chess.Board, excluded: Sequence[chess.Move] = ()) -> chess.Move:
        move = self.replies.get(position_key(board))
        if move is not None and move not in excluded:
            return move
        return min((move for move in board.legal_moves if move not in excluded), key=chess.Move.uci)


def play(
    library: Library,
    own: Fallback,
    opponent: Fallback,
    own_white: bool = True,
    plies: int = 30,
    lost: Iterable[int] = (),
) -> tuple[LearnedGame, list[str]]:
    """One game of book + fallback against an opponent. A game that reaches a position of `lost` (or mate) is lost,
    else drawn.

    Returns the game and the reasons of the book moves.
    """
    board, book_plies, reasons, in_book = chess.Board(), 0, [], True
    chooser = library.chooser()
    while board.ply() < plies and not board.is_game_over():
        if board.turn != own_white:
            board.push(opponent(board, ()))
            continue
        choice = chooser.choose(board)
        if choice and choice.move:
            board.push(choice.move)
            reasons.append(english(choice.reason))
            book_plies = board.ply() if in_book else book_plies
        else:
            in_book = False
            board.push(own(board, choice.excluded if choice else ()))
    reached = {position_key(board)}
    walk = board.copy()
    while walk.move_stack:
        walk.pop()
        reached.add(position_key(walk))
    beaten = board.is_checkmate() and board.turn == own_white
    result = "1/2-1/2"
    if beaten or reached & set(lost):
        result = "0-1" if own_white else "1-0"
    return LearnedGame(
        tuple(move.uci() for move in board.move_stack), own_white, result, book_plies=book_plies
    ), reasons


def next_asked(session: Session[OpeningQuestion]) -> OpeningQuestion | None:
    """The trainer's next question, or the same where another move is to be named; what is shown is looked at."""
    if session.question is not None and session.graded is None and not session.question.shown:
        return session.question
    while (question := session.next()) is not None and question.shown:
        source_of(session).seen()
    return question


def source_of(session: Session[OpeningQuestion]) -> OpeningSource:
    """Where its questions come from."""
    assert isinstance(session.source, OpeningSource)
    return session.source
