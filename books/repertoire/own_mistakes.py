"""The user's own opening mistakes as training positions, from reviewed games and from games learned from."""

import json
from collections.abc import Container, Iterable, Mapping, Sequence

import chess

from books.analysis import Analyser
from books.choice.layers import is_own
from books.choice.library import Library
from books.entry import Flag
from books.key import decode, encode, position_key
from books.learning import lessons
from books.learning.lessons import LessonState
from books.learning.mistakes import Stretch, find_mistake
from books.learning.played import LearnedGame, board_of, plies
from books.progress import Progress, silent
from books.repertoire.lines import MovesOn, RepertoirePosition, Spots
from books.store.book_file import BookFile
from books.store.row_shapes import ANY_WHOLE, POSITION, TEXT, RowShape, as_json, whole
from books.store.schema import FORGOTTEN, MISTAKES
from engine.ground.values import dataclass

OPENING_PLIES = 30
"""The last ply of the opening: a book of 24 plies, and the moves right after it."""

_ROWS = RowShape(
    "mistakes", fen=POSITION, moves=as_json(lambda value: isinstance(value, list)), played=TEXT, better=TEXT, event=TEXT
)
_KEYS = RowShape(FORGOTTEN, key=ANY_WHOLE)
_GAMES = RowShape("games", own=TEXT, opponent=TEXT, fen=POSITION, moves=TEXT, white=whole(0, 1))


@dataclass(frozen=True)
class OwnMistake:
    """A bad move of the user. `moves` (coordinate notation) lead to the position from `fen`; `event` names the game:
    `Virtanen - Ratsu`."""

    fen: str
    moves: tuple[str, ...]
    played: str
    better: str
    event: str = ""

    def board(self) -> chess.Board:
        """Returns the position before the mistake. :raises ValueError: a move is illegal."""
        board = board_of(self.fen)
        for move in self.moves:
            board.push_uci(move)
        board.parse_uci(self.played)
        board.parse_uci(self.better)
        return board


def keep(library: Library, book: BookFile, found: Iterable[OwnMistake], now: float) -> int:
    """Stores mistakes in the user's book, each position once. Returns the number of new ones. Left out: moves that the
    user's books recommend, since training must not contradict the repertoire; and games from a set-up position that no
    book knows.

    :raises ValueError: a move is illegal.
    :raises BookError: the book cannot be written.
    """
    rows = []
    for mistake in found:
        board = mistake.board()
        if mistake.fen != chess.STARTING_FEN and not library.moves_at(position_key(board_of(mistake.fen))):
            continue
        played = encode(board, board.parse_uci(mistake.played))
        entries = library.moves_at(position_key(board))
        if len(mistake.moves) < OPENING_PLIES and not any(
            entry.code == played and is_own(entry.rows) for entry in entries
        ):
            name = position_key(board), bool(board.turn)
            rows.append((*name, mistake.fen, json.dumps(mistake.moves), mistake.played, mistake.better, mistake.event))
    with book.transaction() as connection:
        before = connection.total_changes
        sql = f"INSERT OR IGNORE INTO {MISTAKES} VALUES (?, ?, ?, ?, ?, ?, ?, {int(now)})"
        connection.executemany(sql, rows)
        return connection.total_changes - before


def forget(book: BookFile, key: int) -> None:
    """Removes a position from the mistakes, including learned ones; its card stays."""
    with book.transaction() as connection:
        connection.execute(f"DELETE FROM {MISTAKES} WHERE key = ?", (key,))
        connection.execute(f"INSERT OR IGNORE INTO {FORGOTTEN} VALUES (?)", (key,))


def forgotten(book: BookFile) -> frozenset[int]:
    """Returns the positions whose learned mistakes are not asked."""
    return frozenset(key for (key,) in book.query(f"SELECT key FROM {FORGOTTEN}", (), _KEYS))


def kept(book: BookFile) -> list[OwnMistake]:
    """Returns the stored mistakes, oldest first."""
    rows = book.query(f"SELECT fen, moves, played, better, event FROM {MISTAKES} ORDER BY made, key", (), _ROWS)
    return [OwnMistake(fen, tuple(json.loads(moves)), *rest) for fen, moves, *rest in rows]


def learned(library: Library, away: Container[int] = ()) -> list[OwnMistake]:
    """Returns the mistakes learned from the user's games, without undone ones and those in the positions `away`.
    Ratsu's own games are left out."""
    book = library.learned
    if book is None:
        return []
    games: dict[int, tuple[str, str, str, str, int]] = {}
    found = []
    for lesson in lessons.log(book):
        if lesson.state is LessonState.REJECTED or lesson.flag_after is not Flag.BAD or lesson.game < 1:
            continue  # undone, not a mistake, or found by a book check
        if position_key(lesson.board) in away:
            continue
        if lesson.game not in games:
            sql = "SELECT own, opponent, fen, moves, own_white FROM games WHERE id = ?"
            rows = book.query(sql, (lesson.game,), _GAMES)
            games[lesson.game] = rows[0] if rows else ("?", "", "", "", 0)
        mistake = _of_lesson(library, lesson, *games[lesson.game])
        if mistake is not None:
            found.append(mistake)
    return found[::-1]


def _of_lesson(
    library: Library, lesson: lessons.Lesson, own: str, opponent: str, fen: str, moves: str, white: int
) -> OwnMistake | None:
    if own == "?" or own.startswith("Ratsu"):
        return None
    key = position_key(lesson.board)
    entry = next((entry for entry in library.moves_at(key) if entry.code == lesson.move), None)
    row = entry.learned() if entry else None
    board = board_of(fen)
    for number, move in enumerate(moves.split()[:OPENING_PLIES]):
        if position_key(board) == key and row is not None and row.better and bool(board.turn) == bool(white):
            played, better = decode(board, lesson.move), decode(board, row.better)
            if played is None or better is None:
                return None
            names = (own, opponent) if white else (opponent, own)
            return OwnMistake(fen, tuple(moves.split()[:number]), played.uci(), better.uci(), " - ".join(names))
        board.push_uci(move)
    return None


def in_games(games: Iterable[LearnedGame], analyse: Analyser, progress: Progress = silent) -> list[OwnMistake]:
    """Finds the opening mistake of each game with `analyse`.

    :raises CancelledError: the user stopped it.
    :raises BookError: a game has an illegal move.
    """
    found = []
    for game in games:
        walked = plies(game)
        mistake = find_mistake(walked, Stretch(OPENING_PLIES - 1), analyse, lambda ply: frozenset(), False, progress)
        if mistake is not None and mistake.better is not None:
            names = (game.own, game.opponent) if game.own_white else (game.opponent, game.own)
            better, event = mistake.better.move.uci(), " - ".join(names)
            found.append(OwnMistake(game.fen, game.moves[: mistake.index], mistake.ply.move.uci(), better, event))
    return found


def spots_of(mistakes: Sequence[OwnMistake], moves_on: MovesOn) -> Spots:
    """Returns the positions to train: the better move is asked for, and every move of the user's books counts as right."""
    spots: Spots = {}
    for mistake in mistakes:
        try:
            board = mistake.board()
        except ValueError:
            continue  # a damaged row
        better = board.parse_uci(mistake.better)
        path = tuple(board.move_stack)
        spot = RepertoirePosition(board.copy(stack=False), True, path, mistake.fen, "", (better,))
        known = moves_on(spot.board)
        spot.accepted = tuple(move for move, entry in known if move != better and is_own(entry.rows))
        spots.setdefault(spot.key, spot)
    return spots


def by_position(mistakes: Sequence[OwnMistake]) -> Mapping[int, OwnMistake]:
    """Returns the mistakes by the key of their position; of equal ones the first."""
    found: dict[int, OwnMistake] = {}
    for mistake in mistakes:
        try:
            found.setdefault(position_key(mistake.board()), mistake)
        except ValueError:
            continue
    return found
