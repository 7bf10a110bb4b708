"""Reads whole games: variations, comments, NAGs, escapes, and unreadable text verbatim.

A comment or NAG belongs to the move before it; a comment at the start of a variation, or between a variation and the
next move, to the move that follows (`before`). A variation is an alternative to the move before it; variations before
any move are alternatives to the move that follows. Unreadable text stays at the node before it (`unread`), from the
failed move to the end of its line. No recursion: interrupted lines are on a stack of at most 6,000; deeper variations
become text.
"""

import re

import cython
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cython.cimports.engine.game.made_moves import attach, record_move
from cython.cimports.engine.game.node import Node, set_san
from cython.cimports.engine.pgn.blocks import (
    TOKENS_AT_A_TIME,
    BlockReader,
    forget_history,
    give_way,
    move_failed,
    put_board_back,
    restore_snapshot,
    take_back,
    take_snapshot,
)
from cython.cimports.engine.pgn.node_additions import NodeAdditions, joined
from cython.cimports.engine.pgn.quick import Plain, after_number, quick_move
from cython.cimports.engine.pgn.san import (
    GUESSED_BISHOP,
    GUESSED_NOTHING,
    GUESSED_QUEEN,
    SAN_GOOD,
    SAN_ILLEGAL,
    read_move,
)
from cython.cimports.engine.pgn.tags import read_tags
from cython.cimports.engine.pgn.text.decode import text_of
from cython.cimports.engine.pgn.text.marks import RESULT_BOTH_LOSE, RESULT_NONE, RESULT_OPEN, Text, is_both_lose
from cython.cimports.engine.pgn.text.problems import (
    LONGEST_LINE,
    PROBLEM_BAD_NAG,
    PROBLEM_GUESSED_PROMOTION,
    PROBLEM_HOMELESS_VARIATION,
    PROBLEM_JUNK,
    PROBLEM_RESULT_IN_MIDDLE,
    PROBLEM_STRAY_BRACKET,
    PROBLEM_TOO_DEEP,
    PROBLEM_TOO_LONG,
    PROBLEM_UNCLOSED_COMMENT,
    PROBLEM_UNCLOSED_VARIATION,
    PROBLEM_UNKNOWN_TEXT,
    report,
)
from cython.cimports.engine.pgn.text.tokens import (
    TOKEN_CLOSE,
    TOKEN_COMMENT,
    TOKEN_END,
    TOKEN_ESCAPE,
    TOKEN_JUNK,
    TOKEN_MOVE,
    TOKEN_NAG,
    TOKEN_NULL,
    TOKEN_NUMBER,
    TOKEN_OPEN,
    TOKEN_OPEN_COMMENT,
    TOKEN_RESULT,
    Token,
    close_of_variation,
    next_token,
    rest_of_line,
    time_in_brackets,
)
from cython.cimports.engine.rules.position import MAX_STATES, Position, make_move, position_refresh
from cython.cimports.engine.rules.types import NO_MOVE, Move
from cython.cimports.libc.string import memchr

from engine.game.tags.results import result_token
from engine.game.tree import NodeTable
from engine.ground.text import NOTHING
from engine.pgn.text.comment_text import BRACE, closed_text, end_of, joined_lines, written_comment
from engine.pgn.values import PgnGame
from engine.rules.fen import START_FEN

_DECIDED: frozenset = frozenset(("1-0", "0-1", "1/2-1/2", "*"))  # Result tags of nearly all games
_SIGNS: dict = {"+-": 18, "-+": 19, "=": 10, "+/-": 16, "-/+": 17}  # results that are also symbols of an evaluation
_ENDS_BOTH_LOSE = re.compile(r"(?:^|[ \n])(0[-\u2010-\u2014\u2212]0)$")


@cython.cfunc
def _hours(time: str) -> str:
    """Returns minutes and seconds with their hours, as `%emt` has them."""
    minutes, _, seconds = time.partition(":")
    return time if ":" in seconds else f"{int(minutes) // 60}:{int(minutes) % 60:02}:{seconds}"


class TreeReader(BlockReader):
    """Reads whole games from blocks of bytes (see tree.pyi)."""

    def __cinit__(self, *arguments, **options):
        self.room = 64
        self.branches = cython.cast(cython.pointer(Branch), PyMem_Malloc(self.room * cython.sizeof(Branch)))
        if self.branches == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.branches)

    def __init__(self, name="", language="en", fallback="cp1252"):
        self._begin(name, language, fallback)
        self.additions = NodeAdditions()

    def _game(self, text, span):
        repeated: list = []
        remarks: list = []  # `;` lines between tags
        more: list = []
        root: Node = Node.__new__(Node)
        self.nodes = [root]
        self.escapes = []
        if span.junk >= 0:
            report(cython.address(self.findings), PROBLEM_JUNK, span.junk, span.start - span.junk)
        headers = read_tags(text, span, cython.address(self.findings), self.fallback, repeated, self.escapes, remarks)
        start = self._set_up(headers, more)
        if start is None or start.board is not None:  # otherwise the position is still that of the game before
            root.half_moves = 2 * (self.position.fullmove - 1) + self.position.side
        self._begin_line(root)
        root.comments = tuple(remarks)
        self.result_code = RESULT_NONE
        tag: str = headers.get("Result", "*")
        self.both_lose = tag not in _DECIDED and result_token(tag) == "0-0"
        at: cython.Py_ssize_t = span.movetext
        self.readable = start is None or start.board is not None
        if not self.readable:
            at = self._keep_rest(text, self._read_escapes(text, at, span.end), span.end)
        self._read_movetext(text, at, span.end)
        remarks = []
        if self.result_code == RESULT_NONE and tag in _SIGNS:
            last: cython.Py_ssize_t = len(self.node.nags) - 1
            if last >= 0 and self.node.nags[last] == _SIGNS[tag]:
                self.node.nags = self.node.nags[:last]  # the result of the tag again, not an evaluation
        self._result(self.result_code, tag, more, remarks)
        for words in remarks:
            self.additions.remark(self.node, words, self.readable)
        self.additions.finish()
        result: str = self._result_tag(text, self.result_code, tag)
        if tag != result:
            headers["Result"] = result
        game = PgnGame.__new__(PgnGame)
        game.__dict__.update(  # a frozen dataclass's constructor takes four times as long
            headers=headers,
            table=NodeTable.of(self.nodes),
            start_fen=START_FEN if start is None or start.board is None else start.board.fen(),
            chess960=start is not None and start.chess960,
            outcome=None,
            escapes=tuple(self.escapes),
            repeated=tuple(repeated),
            refused=NOTHING if start is None else start.refusal,
            problems=self._tell(text, span, more),
            number=self.number,
            offset=self.offset + span.start,
            length=span.end - span.start,
            prelude=self._between(text, span.prelude, span.start),
        )
        return game

    def _pass_result(self, text):
        """Turns a result after which the game continues into a comment."""
        report(cython.address(self.findings), PROBLEM_RESULT_IN_MIDDLE, self.result_start, self.result_length)
        self._comment(text_of(text, self.result_start, self.result_length, self.fallback))
        self.result_code = RESULT_NONE

    def _begin_line(self, root):
        self.depth = 0
        self.stale = False
        self.moved = False
        self.varied = False
        self.plies = 0
        self.number_at = -1
        self.node = root
        self.parent = root
        self.waiting = []
        self.before = None
        self.nags = None
        self.additions.begin()

    def _read_escapes(self, text, at, end):
        """Reads the escape lines at the start of a movetext."""
        token: Token
        next_token(text, at, end, cython.address(token))
        while token.kind == TOKEN_ESCAPE:
            self._read_token(text, end, cython.address(token))
            at = token.end
            next_token(text, at, end, cython.address(token))
        return at

    def _read_movetext(self, text, at, end):
        token: Token
        count: cython.int = 0
        while True:
            count += 1
            if count % TOKENS_AT_A_TIME == 0:
                give_way()
            if self.readable and (self.result_code == RESULT_NONE or self.depth):
                at = self._read_plain(text, at, end)
            next_token(text, at, end, cython.address(token))
            if token.kind == TOKEN_END:
                break
            if token.kind == TOKEN_NUMBER:
                self.number_at = token.start
                at = token.end
                continue
            at = self._read_token(text, end, cython.address(token))
            self.number_at = -1
        if self.depth:
            report(cython.address(self.findings), PROBLEM_UNCLOSED_VARIATION, end, 0)
        while self.depth:
            self._close()
        self._settle()

    def _read_plain(self, text, at, end):
        """Plays moves in plain spelling and adds their nodes. Returns the offset of the first other text, or of the number
        before it."""
        plain: cython.pointer(Plain) = cython.address(self.plain)
        position: cython.pointer(Position) = cython.address(self.position)
        node: Node
        begin: cython.Py_ssize_t = at
        while True:
            begin = at
            if self.plies >= LONGEST_LINE:
                break
            while at < end and text[at] <= 32:
                at += 1
            if at < end and 0x31 <= text[at] <= 0x39:
                at = after_number(text, at)
                if at == 0:
                    break
                while at < end and text[at] <= 32:
                    at += 1
            if at >= end:
                break
            at = quick_move(position, cython.address(self.letters), text, at, end, plain)
            if at == 0:
                break
            node = Node.__new__(Node)
            node.move = plain.move
            node.chess960 = position.chess960
            set_san(node, cython.address(plain.san[0]), plain.length)
            self.stale = True
            self.number_at = -1
            self._link(node)
            if len(self.nodes) % TOKENS_AT_A_TIME == 0:
                give_way()
        return begin

    def _refresh(self):
        """Plays the last plain move again on a whole position, with the state before it."""
        position: cython.pointer(Position) = cython.address(self.position)
        if not self.stale:
            return
        self.stale = False
        put_board_back(position, cython.address(self.plain.before))
        position_refresh(position)
        if position.top > MAX_STATES - 8:
            forget_history(position)
        make_move(position, self.node.move)

    def _read_token(self, text, end, token):
        """Handles one token. Returns the offset after it."""
        if token.kind == TOKEN_MOVE or token.kind == TOKEN_NULL:
            return self._read_move(text, end, token)
        if token.kind == TOKEN_COMMENT or token.kind == TOKEN_OPEN_COMMENT:
            if token.kind == TOKEN_OPEN_COMMENT:
                report(cython.address(self.findings), PROBLEM_UNCLOSED_COMMENT, token.start, token.length)
            comment: str = text_of(text, token.start, token.length, self.fallback)
            if memchr(text + token.start, 10, token.length) != cython.NULL or (
                memchr(text + token.start, 13, token.length) != cython.NULL
            ):
                comment = joined_lines(comment)
            self._comment(comment)
        elif token.kind == TOKEN_NAG:
            if self.moved or self.depth == 0:
                self.additions.add_nag(self.node, token.value)
            elif self.nags is None:
                self.nags = [token.value]
            else:
                self.nags.append(token.value)
        elif token.kind == TOKEN_OPEN:
            stop: cython.Py_ssize_t = time_in_brackets(text, token.end, end) if self.moved else 0
            if stop:
                self._comment(f"[%emt {_hours(text_of(text, token.end, stop - 1 - token.end, self.fallback))}]")
                return stop
            return self._open(text, end, token)
        elif token.kind == TOKEN_CLOSE:
            if self.depth:
                further: cython.int = self.branches[self.depth - 1].further
                self._close()
                if further:
                    self._branch(further - 1)
            else:
                report(cython.address(self.findings), PROBLEM_STRAY_BRACKET, token.start, 1)
        elif token.kind == TOKEN_RESULT and self.depth == 0:
            if self.result_code != RESULT_NONE and self.result_code != token.value:
                self._pass_result(text)
            self.result_code = token.value
            self.result_start = token.start
            self.result_length = token.length
        elif token.kind == TOKEN_ESCAPE:
            self.escapes.append(text_of(text, token.start, token.length, self.fallback))
        elif token.kind == TOKEN_RESULT and token.value != RESULT_OPEN:  # inside a variation: a comment
            report(cython.address(self.findings), PROBLEM_RESULT_IN_MIDDLE, token.start, token.length)
            self._comment(text_of(text, token.start, token.length, self.fallback))
        elif token.kind == TOKEN_JUNK:
            kind: cython.int = PROBLEM_BAD_NAG if text[token.start] == 0x24 else PROBLEM_UNKNOWN_TEXT
            report(cython.address(self.findings), kind, token.start, token.length)
            self.additions.keep(self.node, text_of(text, token.start, token.length, self.fallback))
        return token.end

    def _comment(self, comment):
        if not comment:
            return
        comment = comment.replace(BRACE, "}")
        if not self.readable:
            self.additions.remark(self.node, comment, False)
        elif (self.moved and not self.varied) or (self.depth == 0 and not self.moved and not self.varied):
            self.additions.add_comment(self.node, comment)
        elif self.before is None:
            self.before = [comment]
        else:
            self.before.append(comment)

    def _settle(self):
        """Attaches comments without a following move to the last move."""
        self.additions.add_comments(self.node, self.before)
        self.additions.add_nags(self.node, self.nags)
        self.before = None
        self.nags = None

    def _keep_rest(self, text, start, end):
        """Stores the rest of the line as text. Returns its end. A variation of nothing but such text is attached to the
        move it varies."""
        stop: cython.Py_ssize_t = rest_of_line(text, start, end, self.depth > 0)
        words: str = closed_text(text_of(text, start, stop - start, self.fallback))
        if self.both_lose and self.depth == 0 and _ENDS_BOTH_LOSE.search(words):
            words = words[:-3].rstrip()  # the result, which the tokenizer cannot distinguish from castling
            self.result_code = RESULT_BOTH_LOSE
        if not words:
            return stop
        if self.depth == 0 and self.readable:
            self.result_code = self._spelled_result(text, start, stop, end) or self.result_code
        if self.depth and not self.moved:
            comments: str = "".join([written_comment(comment) for comment in self.before or ()])
            self.additions.keep(self.waiting[self.depth - 1][0], f"({comments}{words}{end_of(words)})")
            self.before = None
        else:
            self.additions.keep(self.node, words)
        return stop

    def _read_move(self, text, end, token):
        """Plays a move token and adds its node; an unplayable move is stored with the rest of its line."""
        move: Move = NO_MOVE
        used: cython.Py_ssize_t = token.length
        guessed: cython.int = GUESSED_NOTHING
        answer: cython.int = SAN_GOOD
        begin: cython.Py_ssize_t = token.start if self.number_at < 0 else self.number_at
        start: Text = text + token.start
        after: Token
        if self.plies >= LONGEST_LINE:
            report(cython.address(self.findings), PROBLEM_TOO_LONG, token.start, token.length)
            return self._keep_rest(text, begin, end)
        self._refresh()
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
                if after.kind == TOKEN_END and self.depth == 0:
                    self.result_code = RESULT_BOTH_LOSE
                    self.result_start = token.start
                    self.result_length = token.length
                    return token.end
        if guessed == GUESSED_BISHOP and not self._allow_bishop(text, end, token):
            answer = SAN_ILLEGAL
        if answer != SAN_GOOD:
            move_failed(cython.address(self.findings), answer, token.start, token.length)
            return self._keep_rest(text, begin, end)
        if guessed == GUESSED_QUEEN:
            report(cython.address(self.findings), PROBLEM_GUESSED_PROMOTION, token.start, token.length)
        if self.result_code != RESULT_NONE and self.depth == 0:
            self._pass_result(text)
        self._add(move)
        return token.start + used

    def _add(self, move):
        """Makes the move and adds its node after the last one."""
        position: cython.pointer(Position) = cython.address(self.position)
        node: Node = Node.__new__(Node)
        if position.top > MAX_STATES - 8:
            forget_history(position)
        record_move(node, position, move)
        self._link(node)

    def _link(self, node):
        """Adds the node of a move that was made after the last one."""
        attach(node, self.node, len(self.nodes))
        self.nodes.append(node)
        if self.before is not None:
            node.before = tuple(self.before)
            self.before = None
        if self.nags is not None:
            node.nags = tuple(self.nags)
            self.nags = None
        if self.varied and not self.moved and self.node.children:  # variations came before the move they vary
            self.node.children = (node.id, *self.node.children)
        else:
            self.additions.add_child(self.node, node)
        self.parent = self.node
        self.node = node
        self.moved = True
        self.varied = False
        self.plies += 1

    def _open(self, text, end, token):
        """Begins a variation. One directly after the start of another is a further alternative to the same move."""
        stop: cython.Py_ssize_t
        if not self.moved:
            report(cython.address(self.findings), PROBLEM_HOMELESS_VARIATION, token.start, 1)
        if not self.moved and self.depth:
            self.branches[self.depth - 1].further += 1
        elif self.depth < DEEPEST_VARIATION:
            self._branch(0)
        else:
            report(cython.address(self.findings), PROBLEM_TOO_DEEP, token.start, 1)
            stop = close_of_variation(text, token.end, end)
            stop = end if stop < 0 else stop
            self.additions.keep(self.node, closed_text(text_of(text, token.start, stop - token.start, self.fallback)))
            return stop
        return token.end

    def _branch(self, further):
        """Puts the line on the stack and takes the board back one move."""
        branch: cython.pointer(Branch)
        if self.depth == self.room:
            branch = cython.cast(
                cython.pointer(Branch), PyMem_Realloc(self.branches, 4 * self.room * cython.sizeof(Branch))
            )
            if branch == cython.NULL:
                raise MemoryError
            self.branches = branch
            self.room *= 4
        self._refresh()
        branch = cython.address(self.branches[self.depth])
        take_snapshot(cython.address(branch.snapshot), cython.address(self.position))
        branch.moved = self.moved
        branch.plies = self.plies
        branch.further = further
        self.waiting.append((self.node, self.parent, self.before, self.nags))
        self.depth += 1
        self.before = None
        self.nags = None
        self.varied = False
        if self.moved:
            take_back(cython.address(self.position))
            self.node = self.parent
            self.plies -= 1
        self.moved = False

    def _close(self):
        """Ends a variation; comments without a following move go to the interrupted line."""
        branch: cython.pointer(Branch)
        if self.moved:
            self._settle()
        left_before: list = self.before
        left_nags: list = self.nags
        self.depth -= 1
        branch = cython.address(self.branches[self.depth])
        restore_snapshot(cython.address(branch.snapshot), cython.address(self.position))
        self.stale = False
        self.node, self.parent, self.before, self.nags = self.waiting.pop()
        self.before = joined(self.before, left_before)
        self.nags = joined(self.nags, left_nags)
        self.moved = branch.moved
        self.plies = branch.plies
        self.varied = True
