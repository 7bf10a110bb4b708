"""Main lines of whole files: wanted headers, moves as 16 bits, Zobrist keys. For books, collections, indexes and
training data. Variations and comments are skipped; the GIL is released while a game's moves are read."""

import cython
from cython.cimports.cpython import array
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.engine.pgn.blocks import (
    TOKENS_AT_A_TIME,
    BlockReader,
    forget_history,
    give_way,
    move_failed,
)
from cython.cimports.engine.pgn.material import material_of
from cython.cimports.engine.pgn.quick import quick_moves
from cython.cimports.engine.pgn.san import (
    GUESSED_BISHOP,
    GUESSED_NOTHING,
    GUESSED_QUEEN,
    SAN_GOOD,
    SAN_ILLEGAL,
    read_move,
)
from cython.cimports.engine.pgn.text.decode import tag_value
from cython.cimports.engine.pgn.text.marks import (
    RESULT_BOTH_LOSE,
    RESULT_NONE,
    TAG_COMMENT,
    TAG_GOOD,
    TAG_MALFORMED,
    TAG_OPEN_QUOTE,
    Tag,
    Text,
    is_both_lose,
    skip_blank,
)
from cython.cimports.engine.pgn.text.problems import (
    LONGEST_LINE,
    PROBLEM_GUESSED_PROMOTION,
    PROBLEM_JUNK,
    PROBLEM_RESULT_IN_MIDDLE,
    PROBLEM_STRAY_BRACKET,
    PROBLEM_TAG_TEXT,
    PROBLEM_TOO_LONG,
    PROBLEM_UNCLOSED_COMMENT,
    PROBLEM_UNCLOSED_VARIATION,
    PROBLEM_UNKNOWN_TEXT,
    report,
)
from cython.cimports.engine.pgn.text.section import next_item
from cython.cimports.engine.pgn.text.tokens import (
    TOKEN_CLOSE,
    TOKEN_COMMENT,
    TOKEN_END,
    TOKEN_ESCAPE,
    TOKEN_JUNK,
    TOKEN_MOVE,
    TOKEN_NAG,
    TOKEN_NULL,
    TOKEN_OPEN,
    TOKEN_OPEN_COMMENT,
    TOKEN_RESULT,
    Token,
    close_of_variation,
    next_token,
    rest_of_line,
)
from cython.cimports.engine.rules.position import MAX_STATES, make_move, make_null_move, position_refresh
from cython.cimports.engine.rules.types import NO_MOVE, PROMOTION, Move, move_kind, u64
from cython.cimports.libc.string import memcpy

from engine.game.tags.results import result_token

_MOVES: array.array = array.array("H")
_KEYS: array.array = array.array("Q")
_SPECIAL: frozenset = frozenset(("FEN", "Variant", "SetUp", "Result"))  # tags that affect how a game is read
_DECIDED: frozenset = frozenset(("1-0", "0-1", "1/2-1/2", "*"))  # Result tags of nearly all games
_MOST_NAMES = cython.declare(cython.int, 1000)  # limit of stored tag names; real files have up to 40


class MainLine:
    """The main line of a game (see mainlines.pyi)."""

    def __repr__(self) -> str:
        return f"<MainLine {self.number}: {len(self.moves)} plies, {self.result}>"


class MainLineReader(BlockReader):
    """Reads main lines from blocks of bytes (see mainlines.pyi)."""

    def __cinit__(self, *arguments, **options):
        self.line.moves = cython.cast(cython.pointer(Move), PyMem_Malloc(LONGEST_LINE * cython.sizeof(Move)))
        self.line.keys = cython.cast(cython.pointer(u64), PyMem_Malloc((LONGEST_LINE + 1) * cython.sizeof(u64)))
        if self.line.moves == cython.NULL or self.line.keys == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.line.moves)
        PyMem_Free(self.line.keys)

    def __init__(self, name="", headers=None, keys=True, language="en", fallback="cp1252", contents=False, plies=None):
        self._begin(name, language, fallback)
        self.wanted = None if headers is None else frozenset(headers)
        self.names = {}
        self.with_keys = keys
        self.with_contents = contents
        self.line.most = LONGEST_LINE if plies is None else min(plies, LONGEST_LINE)

    def _game(self, text, span):
        game: MainLine = MainLine.__new__(MainLine)
        special: dict = {}
        more: list = []
        self.line.annotated = span.junk >= 0 or skip_blank(text, span.prelude, span.start) < span.start
        game.headers = self._headers(text, span, special)
        start = self._set_up(special, more)
        readable: cython.bint = start is None or start.board is not None
        game.start_fen = None if start is None else start.fen
        game.chess960 = start is not None and start.chess960
        if span.junk >= 0:
            report(cython.address(self.findings), PROBLEM_JUNK, span.junk, span.start - span.junk)
        tag: str = special.get("Result", "*")
        self.both_lose = tag not in _DECIDED and result_token(tag) == "0-0"
        with cython.nogil:
            self._read_line(text, span, readable)
        if self.unread_at >= 0:
            spelled: cython.int = self._spelled_result(text, self.unread_at, self.unread_end, span.end)
            self.result_code = spelled or self.result_code
        moves: array.array = array.clone(_MOVES, self.line.plies, False)
        if self.line.plies:  # an empty array has no address, and memcpy must not get NULL
            memcpy(moves.data.as_voidptr, self.line.moves, self.line.plies * cython.sizeof(Move))
        game.moves = moves
        game.keys = None
        if self.with_keys:
            keys: array.array = array.clone(_KEYS, self.line.plies + 1 if readable else 0, False)
            if readable:
                memcpy(keys.data.as_voidptr, self.line.keys, (self.line.plies + 1) * cython.sizeof(u64))
            game.keys = keys
        game.material = material_of(cython.address(self.position)) | (cython.cast(u64, self.line.promoted) << 63)
        game.result = self._result(self.result_code, tag, more, [])
        game.number = self.number
        game.offset = self.offset + span.start
        game.length = span.end - span.start
        game.problems = self._tell(text, span, more)
        if self.with_contents and (self.line.annotated or game.problems):
            game.content = (cython.cast(cython.p_const_char, text) + span.prelude)[: span.end - span.prelude]
        return game

    def _headers(self, text, span, special):
        """Returns the wanted headers; those that affect how the game is read go to `special`."""
        tag: Tag
        at: cython.Py_ssize_t = span.start
        found: dict = {}
        count: cython.int = 0
        while at < span.movetext and next_item(text, at, span.movetext, cython.address(tag)):
            at = tag.end
            count += 1
            if count % TOKENS_AT_A_TIME == 0:
                give_way()
            if tag.state != TAG_GOOD and tag.state != TAG_OPEN_QUOTE:
                self.line.annotated = True
                if tag.state != TAG_COMMENT and tag.state != TAG_MALFORMED:
                    report(cython.address(self.findings), PROBLEM_TAG_TEXT, tag.start, tag.end - tag.start)
                continue
            name: str = self._tag_name((cython.cast(cython.p_const_char, text) + tag.name)[: tag.name_length])
            deciding: cython.bint = name in _SPECIAL
            wanted: cython.bint = self.wanted is None or name in self.wanted
            if deciding or wanted:
                value: str = tag_value(text, cython.address(tag), self.fallback)
                if deciding:
                    special.setdefault(name, value)
                if wanted:
                    found.setdefault(name, value)
        if self.wanted is None and count != len(found):
            self.line.annotated = True  # a repeated tag
        return found

    def _tag_name(self, code):
        """Returns the name of a tag; repeated names are cached."""
        name: str = self.names.get(code)
        if name is None:
            name = code.decode("ascii")
            if len(self.names) < _MOST_NAMES:
                self.names[code] = name
        return name

    def _play(self, move):
        """Makes the move (or null move) on the board and records it."""
        if self.position.top > MAX_STATES - 8:
            forget_history(cython.address(self.position))
        if move == NO_MOVE:
            make_null_move(cython.address(self.position))
        else:
            make_move(cython.address(self.position), move)
        self.line.moves[self.line.plies] = move
        if move_kind(move) == PROMOTION:
            self.line.promoted = True
        self.line.plies += 1
        self.line.keys[self.line.plies] = self.position.state.key

    def _read_move(self, text, end, token):
        """Plays a move token. Returns the offset after it; -1 if the rest of the line cannot be read."""
        move: Move = NO_MOVE
        used: cython.Py_ssize_t = token.length
        guessed: cython.int = GUESSED_NOTHING
        answer: cython.int = SAN_GOOD
        start: Text = text + token.start
        after: Token
        if self.line.plies >= self.line.most:
            if self.line.most == LONGEST_LINE:
                report(cython.address(self.findings), PROBLEM_TOO_LONG, token.start, token.length)
            return -1
        if self.stale:
            position_refresh(cython.address(self.position))
            self.stale = False
        if token.kind == TOKEN_NULL:
            answer = SAN_ILLEGAL if self.position.state.checkers else SAN_GOOD
        else:
            answer = read_move(
                cython.address(self.position),
                cython.address(self.letters),
                start,
                token.length,
                cython.address(move),
                cython.address(used),
                cython.address(guessed),
            )
            if is_both_lose(start, token.length) and (self.both_lose or answer != SAN_GOOD):
                next_token(text, token.end, end, cython.address(after))
                if after.kind == TOKEN_END:
                    self.result_code = RESULT_BOTH_LOSE
                    self.result_start = token.start
                    self.result_length = token.length
                    return token.end
        if guessed == GUESSED_BISHOP and not self._allow_bishop(text, end, token):
            answer = SAN_ILLEGAL
        if answer != SAN_GOOD:
            move_failed(cython.address(self.findings), answer, token.start, token.length)
            return -1
        if guessed == GUESSED_QUEEN:
            report(cython.address(self.findings), PROBLEM_GUESSED_PROMOTION, token.start, token.length)
        if self.result_code != RESULT_NONE:
            report(cython.address(self.findings), PROBLEM_RESULT_IN_MIDDLE, token.start, token.length)
            self.result_code = RESULT_NONE
        self._play(move)
        return token.start + used

    def _read_plain(self, text, at, end):
        """Plays moves in plain spelling. Returns the offset of the first other text."""
        plies: cython.int = self.line.plies
        at = quick_moves(
            cython.address(self.position), cython.address(self.letters), text, at, end, cython.address(self.line)
        )
        self.stale |= self.line.plies > plies
        return at

    def _read_line(self, text, span, readable):
        """Plays the main line on the board; without a `readable` start it only looks for the result."""
        token: Token
        at: cython.Py_ssize_t = span.movetext
        end: cython.Py_ssize_t = span.end
        self.line.plies = 0
        self.line.promoted = False
        self.stale = False
        self.unread_at = -1
        self.result_code = RESULT_NONE
        self.line.keys[0] = self.position.state.key
        if not readable:
            at = rest_of_line(text, at, end, False)
        while True:
            if readable and self.result_code == RESULT_NONE:
                at = self._read_plain(text, at, end)
            next_token(text, at, end, cython.address(token))
            at = token.end
            if token.kind == TOKEN_MOVE or token.kind == TOKEN_NULL:
                at = self._read_move(text, end, cython.address(token))
                if at < 0:
                    at = rest_of_line(text, token.start, end, False)
                    self.unread_at = token.start
                    self.unread_end = at
            elif token.kind == TOKEN_END:
                return
            elif token.kind == TOKEN_RESULT:
                self.result_code = token.value
                self.result_start = token.start
                self.result_length = token.length
            elif token.kind == TOKEN_COMMENT or token.kind == TOKEN_NAG or token.kind == TOKEN_ESCAPE:
                self.line.annotated = True
            elif token.kind == TOKEN_OPEN:
                self.line.annotated = True
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
