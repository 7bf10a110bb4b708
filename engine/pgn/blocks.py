"""The base of the readers of game files: blocks of bytes in, games out, problems with file, game, line and token.

A game cut by the end of a block waits for the next one, so memory is bounded by the largest game. The GIL is released
while the next game is located, so that the window stays responsive during an import.
"""

import cython
from cython.cimports.engine.pgn.san import SAN_AMBIGUOUS, SAN_ILLEGAL, has_small_pieces
from cython.cimports.engine.pgn.text.decode import fill_letters, text_of
from cython.cimports.engine.pgn.text.marks import (
    RESULT_NONE,
    RESULT_UNEVEN,
    Text,
    after_points,
    count_lines,
    is_digit,
    skip_blank,
)
from cython.cimports.engine.pgn.text.problems import (
    PROBLEM_AMBIGUOUS_MOVE,
    PROBLEM_ILLEGAL_MOVE,
    PROBLEM_RESULT_CONTRADICTS,
    PROBLEM_SMALL_BISHOP,
    PROBLEM_UNKNOWN_TEXT,
    Found,
    report,
)
from cython.cimports.engine.pgn.text.scan import GAME_FOUND, MAX_GAME_BYTES, Span, next_game
from cython.cimports.engine.pgn.text.tokens import TOKEN_RESULT, Token, next_token
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.position import (
    MAX_STATES,
    Position,
    State,
    position_clear,
    position_copy,
    unmake_move,
    unmake_null_move,
)
from cython.cimports.engine.rules.types import NO_MOVE
from cython.cimports.libc.string import memcpy

from engine.game.tags.results import LONGEST, OPEN, result_in
from engine.pgn.start import start_of
from engine.pgn.text.comment_text import between_games
from engine.pgn.text.letters import piece_letters
from engine.pgn.values import KINDS, LONGEST_TOKEN, RESULTS, Problem, ProblemKind

_CODES: dict = {token: code for code, token in enumerate(RESULTS[:4])}
LONGEST_RESULT = cython.declare(cython.Py_ssize_t, LONGEST)
SHORT_REST = cython.declare(cython.Py_ssize_t, 1 << 16)  # bytes of a game scanned again with every block
HEAD_BYTES = cython.declare(cython.size_t, cython.sizeof(Position) - MAX_STATES * cython.sizeof(State))
if HEAD_BYTES > BOARD_BYTES:
    raise AssertionError("Snapshot has no room for a Position without its states")


def forget_history(position):
    """Drops all but the last two states: reading needs no repetitions, only the position before the last move (for a
    variation)."""
    if position.top < 2:
        return
    position.states[0] = position.states[position.top - 1]
    position.states[1] = position.states[position.top]
    position.top = 1
    position.state = cython.address(position.states[1])


def take_snapshot(snapshot, position):
    """Saves the board with its last two states while a variation is read."""
    forget_history(position)
    memcpy(cython.address(snapshot.board[0]), position, HEAD_BYTES)
    snapshot.states[0] = position.states[0]
    snapshot.states[1] = position.states[1]
    snapshot.top = position.top


def restore_snapshot(snapshot, position):
    """Restores the saved board."""
    memcpy(position, cython.address(snapshot.board[0]), HEAD_BYTES)
    position.states[0] = snapshot.states[0]
    position.states[1] = snapshot.states[1]
    position.top = snapshot.top
    position.state = cython.address(position.states[snapshot.top])


def take_back(position):
    """Takes back the last move or null move."""
    if position.state.move == NO_MOVE:
        unmake_null_move(position)
    else:
        unmake_move(position)


def move_failed(findings, answer, start, length):
    """Reports an unplayable move."""
    kind: cython.int = PROBLEM_UNKNOWN_TEXT
    if answer == SAN_ILLEGAL:
        kind = PROBLEM_ILLEGAL_MOVE
    elif answer == SAN_AMBIGUOUS:
        kind = PROBLEM_AMBIGUOUS_MOVE
    report(findings, kind, start, length)


class BlockReader:
    """The base of the readers; a subclass makes a game of a span of bytes."""

    def __cinit__(self, *arguments, **options):
        position_clear(cython.address(self.position))
        position_clear(cython.address(self.start))
        self.rest = b""
        self.came = []
        self.tail = ""
        self.tail_problems = ()

    def _begin(self, name: str, language: str, fallback: str):
        board: CoreBoard = CoreBoard.start()
        position_copy(cython.address(self.start), cython.address(board.position))
        fill_letters(cython.address(self.letters), piece_letters(language))
        self.name = name
        self.fallback = fallback

    def feed(self, block: bytes, last: cython.bint = False):
        """Returns the games completed by this block; with `last`, all remaining ones."""
        content: bytes = self._gathered(block, last)
        if content is None:
            return []
        text: Text = content
        end: cython.Py_ssize_t = len(content)
        at: cython.Py_ssize_t = 0
        answer: cython.int
        span: Span
        games: list = []
        self.counted = 0
        self.asked = -1
        while True:
            with cython.nogil:
                answer = next_game(text, at, end, last or end - at > MAX_GAME_BYTES, cython.address(span))
            if answer != GAME_FOUND:
                break
            self.number += 1
            self.findings.count = 0
            self.moves_at = span.movetext
            self.small_pieces = 0
            games.append(self._game(text, cython.address(span)))
            at = span.end
        self.rest = b"" if last else content[at:]
        self.lines += count_lines(text, self.counted, at)
        self.counted = 0
        self.offset += at
        if last:
            self._leave(text, at, end, span.junk)
        return games

    def _gathered(self, block, last):
        """Returns the incomplete game with the blocks after it; None if more must arrive first.

        A game is scanned from its start, so a large one is scanned again only when its data has doubled.
        """
        known: cython.Py_ssize_t = len(self.rest)
        wanted: cython.Py_ssize_t = known if known > MAX_GAME_BYTES else min(known, MAX_GAME_BYTES + 1 - known)
        if known == 0:
            return block
        self.came.append(block)
        self.came_bytes += len(block)
        if not last and known > SHORT_REST and self.came_bytes < wanted:
            return None
        content: bytes = b"".join([self.rest, *self.came])
        self.came = []
        self.came_bytes = 0
        return content

    def _between(self, text, start, end):
        """Returns the text between two games, empty if there are only blanks."""
        if skip_blank(text, start, end) >= end:
            return ""
        return between_games(text_of(text, start, end - start, self.fallback))

    def _leave(self, text, start, end, junk):
        """Stores the text after the last game; text that is not a comment is reported."""
        self.tail = self._between(text, start, end)
        self.tail_problems = ()
        if junk >= 0:
            line: cython.Py_ssize_t = self.lines + count_lines(text, start, junk) + 1
            token: str = text_of(text, junk, min(end - junk, LONGEST_TOKEN), self.fallback)
            self.tail_problems = (Problem(ProblemKind.LEFT_OVER, self.name, self.number, line, token),)

    @property
    def consumed(self):
        """Number of bytes of the file covered by the games so far."""
        return self.offset

    def skip_to(self, number: cython.int, offset: cython.Py_ssize_t, lines: cython.Py_ssize_t = 0):
        """Sets the offset of the next block, after this number of games and line breaks."""
        self.number = number
        self.offset = offset
        self.lines = lines

    def _game(self, text, span):
        raise NotImplementedError

    def _set_up(self, special, more):
        """Sets up the start position. Returns a `start.Start`, or None for the standard one."""
        if "FEN" not in special and "Variant" not in special:
            position_copy(cython.address(self.position), cython.address(self.start))
            return None
        start = start_of(special.get("FEN"), special.get("Variant", ""), special.get("SetUp"))
        more.extend(start.problems)
        if start.board is not None:
            board: CoreBoard = start.board
            position_copy(cython.address(self.position), cython.address(board.position))
            self.position.chess960 = start.chess960
        return start

    def _result(self, movetext_result, tag, more, remarks):
        """Returns the result that the tag or, if that says nothing, the movetext has. What is not used goes to
        `remarks`."""
        result: str = RESULTS[movetext_result]
        if tag == result:
            return result
        found = OPEN if tag == "*" else result_in(tag)
        if found is None:
            more.append((ProblemKind.BAD_RESULT, tag[:LONGEST_TOKEN]))
            if result != "*" or movetext_result == RESULT_UNEVEN:
                remarks.append(f"Result: {tag}")
            return result
        if found.points is None:
            return result
        if result != "*" and result != found.token:
            report(cython.address(self.findings), PROBLEM_RESULT_CONTRADICTS, self.result_start, self.result_length)
            remarks.append(result)
        return found.token

    def _result_tag(self, text, movetext_result, tag):
        """Returns the text of the Result tag: its own if that has a result or the movetext has none."""
        if movetext_result != RESULT_UNEVEN and (tag == RESULTS[movetext_result] or RESULTS[movetext_result] == "*"):
            return tag
        found = OPEN if tag == "*" else result_in(tag)
        if found is not None and found.points is not None:
            return tag
        if movetext_result == RESULT_UNEVEN:  # PGN has no token for it
            return text_of(text, self.result_start, self.result_length, self.fallback)
        return RESULTS[movetext_result]

    def _spelled_result(self, text, start, stop, end):
        """Returns the result that the unread text between the offsets spells (`White wins`), RESULT_NONE without one. Its
        problem is then dropped. It must end the movetext, or the same result follows."""
        after: Token
        last: cython.int = self.findings.count - 1
        while start < stop and is_digit(text[start]):  # a move number, unless it belongs to the word: 1F-0F
            start += 1
        start = skip_blank(text, after_points(text, start, stop), stop)
        while start > self.moves_at and is_digit(text[start - 1]):
            start -= 1
        if stop - start > LONGEST_RESULT:
            return RESULT_NONE
        found = result_in(text_of(text, start, stop - start, self.fallback))
        if found is None or found.token not in _CODES or found.points is None:
            return RESULT_NONE
        code: cython.int = _CODES[found.token]
        if stop < end:
            next_token(text, stop, end, cython.address(after))
            if after.kind != TOKEN_RESULT or after.value != code:
                return RESULT_NONE
        if last >= 0 and start <= self.findings.found[last].start < stop:
            self.findings.count = last
        self.result_start = start
        self.result_length = stop - start
        return code

    def _allow_bishop(self, text, end, token):
        """Whether a lower-case b is a bishop here: the game's other pieces are in lower case. The first is reported."""
        if self.small_pieces == 0:
            self.small_pieces = 1 if has_small_pieces(cython.address(self.letters), text, self.moves_at, end) else -1
            if self.small_pieces > 0:
                report(cython.address(self.findings), PROBLEM_SMALL_BISHOP, token.start, token.length)
        return self.small_pieces > 0

    def _line_of(self, text, at):
        if not self.counted <= self.asked <= at:
            self.asked = self.counted
            self.asked_lines = self.lines
        self.asked_lines += count_lines(text, self.asked, at)
        self.asked = at
        return self.asked_lines + 1

    def _tell(self, text, span, more):
        """Adds the findings in words, with their lines."""
        index: cython.int
        found: Found
        if span.end - span.start > MAX_GAME_BYTES:
            more.append((ProblemKind.TOO_BIG, ""))
        if self.findings.count == 0 and not more:
            return ()
        self.lines += count_lines(text, self.counted, span.prelude)
        self.counted = span.prelude
        self.asked = -1
        line = self._line_of(text, span.start)
        problems: list = [Problem(kind, self.name, self.number, line, token) for kind, token in more]
        for index in range(self.findings.count):
            found = self.findings.found[index]
            token = text_of(text, found.start, min(found.length, LONGEST_TOKEN), self.fallback)
            line = self._line_of(text, found.start)
            problems.append(Problem(KINDS[found.kind], self.name, self.number, line, token))
        return tuple(problems)
