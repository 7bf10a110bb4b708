"""Main lines of whole files: headers wanted, moves as 16 bits, Zobrist keys. For building books, collections, indexes
and training data.

Blocks of bytes go in, batches of games come out; a game that is cut by the end of a block waits for the next one.
Variations and comments are stepped over. The GIL is given up while a game's moves are read, so a window lives on beside
an import.
"""

import cython
from cython.cimports.cpython import array
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.engine.core.board import CoreBoard
from cython.cimports.engine.core.pgn.decode import fill_letters, tag_value, text_of
from cython.cimports.engine.core.pgn.marks import (
    RESULT_BOTH_LOSE,
    RESULT_NONE,
    TAG_MALFORMED,
    Tag,
    Text,
    count_lines,
    next_tag,
    result_at,
)
from cython.cimports.engine.core.pgn.problems import (
    LONGEST_LINE,
    PROBLEM_AMBIGUOUS_MOVE,
    PROBLEM_GUESSED_PROMOTION,
    PROBLEM_ILLEGAL_MOVE,
    PROBLEM_JUNK,
    PROBLEM_RESULT_IN_MIDDLE,
    PROBLEM_STRAY_BRACKET,
    PROBLEM_TOO_LONG,
    PROBLEM_UNCLOSED_COMMENT,
    PROBLEM_UNCLOSED_VARIATION,
    PROBLEM_UNKNOWN_TEXT,
    Found,
    report,
)
from cython.cimports.engine.core.pgn.san import SAN_AMBIGUOUS, SAN_GOOD, SAN_ILLEGAL, read_move
from cython.cimports.engine.core.pgn.scan import GAME_FOUND, MAX_GAME_BYTES, Span, next_game
from cython.cimports.engine.core.pgn.tokens import (
    TOKEN_CLOSE,
    TOKEN_END,
    TOKEN_JUNK,
    TOKEN_MOVE,
    TOKEN_NULL,
    TOKEN_OPEN,
    TOKEN_OPEN_COMMENT,
    TOKEN_RESULT,
    Token,
    close_of_variation,
    next_token,
    rest_of_line,
)
from cython.cimports.engine.core.position import (
    MAX_STATES,
    Position,
    make_move,
    make_null_move,
    position_clear,
    position_copy,
)
from cython.cimports.engine.core.types import NO_MOVE, Move, u64
from cython.cimports.libc.string import memcmp, memcpy

import engine.core.board
import engine.core.pgn.decode
import engine.core.pgn.marks
import engine.core.pgn.san
import engine.core.pgn.scan
import engine.core.pgn.tokens
import engine.core.position
import engine.core.types  # noqa: F401
from engine.core.pgn.letters import piece_letters
from engine.core.pgn.start import start_of
from engine.core.pgn.values import KINDS, RESULTS, Problem, ProblemKind

_MOVES: array.array = array.array("H")
_KEYS: array.array = array.array("Q")
_SPECIAL = {b"FEN": "FEN", b"Variant": "Variant", b"SetUp": "SetUp", b"Result": "Result", b"Language": "Language"}


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _forget_history(position: cython.pointer(Position)) -> cython.void:
    """Makes the current state the first one; reading needs no repetitions, and a line may be longer than the stack of
    states.
    """
    position.states[0] = position.state[0]
    position.state = cython.address(position.states[0])
    position.top = 0


class MainLine:
    """A game as its main line (see mainlines.pyi)."""

    def __repr__(self) -> str:
        return f"<MainLine {self.number}: {len(self.moves)} plies, {self.result}>"


class MainLineReader:
    """Reads main lines from blocks of bytes (see mainlines.pyi)."""

    def __cinit__(self):
        self.moves = cython.cast(cython.pointer(Move), PyMem_Malloc(LONGEST_LINE * cython.sizeof(Move)))
        self.keys = cython.cast(cython.pointer(u64), PyMem_Malloc((LONGEST_LINE + 1) * cython.sizeof(u64)))
        if self.moves == cython.NULL or self.keys == cython.NULL:
            raise MemoryError
        position_clear(cython.address(self.position))

    def __dealloc__(self):
        PyMem_Free(self.moves)
        PyMem_Free(self.keys)

    def __init__(self, name="", headers=None, keys=True, language="en", fallback="cp1252"):
        start: CoreBoard = CoreBoard.start()
        position_copy(cython.address(self.start), cython.address(start.position))
        fill_letters(cython.address(self.letters), piece_letters(language))
        self.name = name
        self.fallback = fallback
        self.wanted = None if headers is None else tuple((header.encode("utf-8"), header) for header in headers)
        self.with_keys = keys
        self.rest = b""
        self.number = 0
        self.offset = 0
        self.lines = 0
        self.counted = 0

    def feed(self, block: bytes, last: cython.bint = False):
        """The games that are complete with this block; with `last`, all that are left."""
        content: bytes = self.rest + block if self.rest else block
        text: Text = content
        end: cython.Py_ssize_t = len(content)
        at: cython.Py_ssize_t = 0
        span: Span
        games: list = []
        self.counted = 0
        while True:
            with cython.nogil:
                answer: cython.int = next_game(text, at, end, last or end - at > MAX_GAME_BYTES, cython.address(span))
            if answer != GAME_FOUND:
                break
            games.append(self._game(text, cython.address(span)))
            at = span.end
        self.rest = b"" if last else content[at:]
        self.lines += count_lines(text, self.counted, at)
        self.offset += at
        return games

    @property
    def consumed(self):
        """Bytes of the file that the games given so far cover."""
        return self.offset

    def _game(self, text, span):
        game: MainLine = MainLine.__new__(MainLine)
        line: Line
        special: dict = {}
        more: list = []
        self.number += 1
        self.findings.count = 0
        game.headers = self._headers(text, span, special)
        line.stopped = False
        game.chess960 = False
        game.start_fen = None
        if "FEN" in special or "Variant" in special:
            start = start_of(special.get("FEN"), special.get("Variant", ""), special.get("SetUp"))
            game.start_fen = start.fen
            game.chess960 = start.chess960
            more.extend(start.problems)
            line.stopped = start.board is None
            if start.board is not None:
                board: CoreBoard = start.board
                position_copy(cython.address(self.position), cython.address(board.position))
        else:
            position_copy(cython.address(self.position), cython.address(self.start))
        if span.junk:
            report(cython.address(self.findings), PROBLEM_JUNK, span.prelude, span.start - span.prelude)
        line.plies = 0
        line.result = RESULT_BOTH_LOSE if special.get("Result") == "0-0" else RESULT_NONE
        with cython.nogil:
            self._read_line(text, span, cython.address(line))
        if span.end - span.start > MAX_GAME_BYTES:
            more.append((ProblemKind.TOO_BIG, ""))
        moves: array.array = array.clone(_MOVES, line.plies, False)
        memcpy(moves.data.as_voidptr, self.moves, line.plies * cython.sizeof(Move))
        game.moves = moves
        game.keys = None
        if self.with_keys and not (line.stopped and line.plies == 0 and game.start_fen is not None):
            keys: array.array = array.clone(_KEYS, line.plies + 1, False)
            memcpy(keys.data.as_voidptr, self.keys, (line.plies + 1) * cython.sizeof(u64))
            game.keys = keys
        elif self.with_keys:
            game.keys = array.clone(_KEYS, 0, False)
        self._set_result(game, cython.address(line), special.get("Result", "*"), more)
        game.number = self.number
        game.offset = self.offset + span.start
        game.length = span.end - span.start
        game.problems = self._tell(text, span, more) if self.findings.count or more else ()
        return game

    def _headers(self, text, span, special):
        """The headers wanted, and apart those that decide how the game is read."""
        tag: Tag
        at: cython.Py_ssize_t = span.start
        found: dict = {}
        while at < span.movetext and next_tag(text, at, span.movetext, cython.address(tag)):
            at = tag.end
            if tag.state == TAG_MALFORMED:
                continue
            name: bytes = (cython.cast(cython.p_const_char, text) + tag.name)[: tag.name_length]
            if name in _SPECIAL:
                special.setdefault(_SPECIAL[name], tag_value(text, cython.address(tag), self.fallback))
            if self.wanted is None:
                found.setdefault(name.decode("ascii"), tag_value(text, cython.address(tag), self.fallback))
                continue
            for code, header in self.wanted:
                if code == name:
                    found.setdefault(header, tag_value(text, cython.address(tag), self.fallback))
                    break
        return found

    def _move_failed(self, answer, start, length):
        kind: cython.int = PROBLEM_UNKNOWN_TEXT
        if answer == SAN_ILLEGAL:
            kind = PROBLEM_ILLEGAL_MOVE
        elif answer == SAN_AMBIGUOUS:
            kind = PROBLEM_AMBIGUOUS_MOVE
        report(cython.address(self.findings), kind, start, length)

    def _read_line(self, text, span, line):
        """Plays the main line on the board. `line.result` comes in as RESULT_BOTH_LOSE where the tag says 0-0."""
        token: Token
        after: Token
        move: Move = NO_MOVE
        used: cython.Py_ssize_t = 0
        guessed: cython.bint = False
        answer: cython.int
        both_lose: cython.bint = line.result == RESULT_BOTH_LOSE
        at: cython.Py_ssize_t = span.movetext
        end: cython.Py_ssize_t = span.end
        position: cython.pointer(Position) = cython.address(self.position)
        line.result = RESULT_NONE
        if line.stopped:
            at = rest_of_line(text, at, end, False)
        else:
            self.keys[0] = position.state.key
        while True:
            next_token(text, at, end, cython.address(token))
            at = token.end
            if token.kind == TOKEN_MOVE or token.kind == TOKEN_NULL:
                if line.plies >= LONGEST_LINE:
                    report(cython.address(self.findings), PROBLEM_TOO_LONG, token.start, token.length)
                    at = rest_of_line(text, token.start, end, False)
                    line.stopped = True
                    continue
                if token.kind == TOKEN_NULL:
                    answer = SAN_ILLEGAL if position.state.checkers else SAN_GOOD
                    move = NO_MOVE
                else:
                    answer = read_move(
                        position,
                        cython.address(self.letters),
                        text + token.start,
                        token.length,
                        cython.address(move),
                        cython.address(used),
                        cython.address(guessed),
                    )
                    if (
                        token.length == 3
                        and memcmp(text + token.start, b"0-0", 3) == 0
                        and (both_lose or answer != SAN_GOOD)
                    ):
                        next_token(text, at, end, cython.address(after))
                        if after.kind == TOKEN_END:
                            line.result = RESULT_BOTH_LOSE
                            continue
                    at = token.start + used if answer == SAN_GOOD else at
                    if guessed and answer == SAN_GOOD:
                        report(cython.address(self.findings), PROBLEM_GUESSED_PROMOTION, token.start, token.length)
                if answer != SAN_GOOD:
                    self._move_failed(answer, token.start, token.length)
                    at = rest_of_line(text, token.start, end, False)
                    line.stopped = True
                    continue
                if line.result != RESULT_NONE:
                    report(cython.address(self.findings), PROBLEM_RESULT_IN_MIDDLE, token.start, token.length)
                    line.result = RESULT_NONE
                if position.top > MAX_STATES - 8:
                    _forget_history(position)
                if move == NO_MOVE:
                    make_null_move(position)
                else:
                    make_move(position, move)
                self.moves[line.plies] = move
                line.plies += 1
                self.keys[line.plies] = position.state.key
            elif token.kind == TOKEN_END:
                return
            elif token.kind == TOKEN_RESULT:
                line.result = token.value
            elif token.kind == TOKEN_OPEN:
                at = close_of_variation(text, at, end)
                if at < 0:
                    report(cython.address(self.findings), PROBLEM_UNCLOSED_VARIATION, token.start, 1)
                    return
            elif token.kind == TOKEN_CLOSE:
                report(cython.address(self.findings), PROBLEM_STRAY_BRACKET, token.start, 1)
            elif token.kind == TOKEN_OPEN_COMMENT:
                report(cython.address(self.findings), PROBLEM_UNCLOSED_COMMENT, token.start, token.length)
            elif token.kind == TOKEN_JUNK:
                report(cython.address(self.findings), PROBLEM_UNKNOWN_TEXT, token.start, token.length)

    def _set_result(self, game, line, tag, more):
        """The tag's result if it is one, else the movetext's."""
        behind: cython.Py_ssize_t = 0
        code: bytes = tag.strip().encode("utf-8")
        said: cython.int = result_at(code, 0, len(code), cython.address(behind))
        if code == b"0-0":
            said = RESULT_BOTH_LOSE
        elif behind != len(code):
            said = RESULT_NONE
        told: str = RESULTS[line.result]
        game.result = told if said == RESULT_NONE or RESULTS[said] == "*" else RESULTS[said]
        if told != "*" and told != game.result:
            more.append((ProblemKind.RESULT_CONTRADICTS, told))

    def _line_of(self, text, at):
        return self.lines + count_lines(text, self.counted, at) + 1

    def _tell(self, text, span, more):
        """The findings in words, with the lines they stand on."""
        problems: list = []
        index: cython.int
        found: Found
        self.lines += count_lines(text, self.counted, span.prelude)
        self.counted = span.prelude
        for kind, token in more:
            problems.append(Problem(kind, self.name, self.number, self._line_of(text, span.start), token[:80]))
        for index in range(self.findings.count):
            found = self.findings.found[index]
            token = text_of(text, found.start, min(found.length, 80), self.fallback)
            problems.append(Problem(KINDS[found.kind], self.name, self.number, self._line_of(text, found.start), token))
        return tuple(problems)
