"""Reads games in running text from books, articles and web pages: `1. e4 e5 2. Rf3 attacks the pawn. 2... Rc6`.

Entry point: `free_games`, called by `engine.pgn.reader` for text that is not complete PGN. A word is a move if it
follows a move, or the number of the next move. All other text becomes a comment on the last move. The language whose
piece letters read furthest is used. An illegal or ambiguous move is a `Doubt`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from engine.ground.errors import AmbiguousMoveError, MoveError, PositionError, UnreadableMoveError
from engine.ground.values import dataclass
from engine.pgn.san import typed_move
from engine.pgn.text.letters import LANGUAGES
from engine.pgn.values import Doubt
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN, read_fields

LONGEST_TEXT = 200_000  # characters; a longer text is a file of games, not a page
MOST_CANDIDATES = 6
_DEEPEST = 20  # variations in variations; deeper ones stay text
_MOST_SKIPPED = 8  # numbers tried as part of the prose, such as the first in "12.Rd4 loses, so 12.Re4"

_TOKENS = re.compile(
    r"(?P<comment>\{[^}]*\})"
    r"|(?P<result>(?:1[-–]0|0[-–]1|1/2[-–]1/2|½[-–]½)(?![\w/-]))"
    r"|(?P<number>(?<!\w)\d{1,3}(?:(?:\s?[.…]+)+(?:\s?[-–—](?=[\s,a-zA-Z]),?)?|(?=\s)))"
    r"|(?P<nag>\$\d{1,3}(?!\d)|[!?]{1,2}(?=\s|$))"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<word>[^\s(){}]+)"
)
_SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_SUFFIX = re.compile(r"([!?]{0,2})[.,;:”\"»]*$")
_MATE_SIGN = re.compile(r"(?<=[1-8\w])(?:[Xx×]|\+\+)$")  # 24.Dh7X: some authors mark mate so
_SQUARE = re.compile(r"[a-h][1-8]")
_NOISE = frozenset(("e.p.", "e.p", "ep", "ep.", "+", "++", "#", "ch", "ch.", "mate", "X"))
_BARE_CAPTURE = re.compile(r"[a-h]{2}$")


class Token(NamedTuple):
    """A piece of the text: its kind (a group of `_TOKENS`), start and end."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True)
class FreeGame:
    """A game of a text: `movetext` is PGN with moves in coordinate notation and without the `result`, `plies` the
    length of its main line, `doubt` the move at which it stopped."""

    movetext: str
    result: str
    plies: int
    doubt: Doubt | None


def free_games(
    text: str, first: str = "en", fen: str = START_FEN, answers: Mapping[int, str] = MappingProxyType({})
) -> list[FreeGame]:
    """Returns the games of a text; empty if it has none, or is longer than LONGEST_TEXT.

    `first`: the preferred language if several read equally far. `fen`: the start of the first game. `answers`: the
    moves (coordinate notation) chosen at the doubts so far, by their places.
    """
    if len(text) > LONGEST_TEXT:
        return []
    tokens = [Token(str(match.lastgroup), *match.span()) for match in _TOKENS.finditer(text)]
    is_numbered = any(token.kind == "number" for token in tokens)
    best: list[FreeGame] = []
    for language in _languages(first, set(text)):
        games = _games(_Source(text, tokens, language, answers, is_numbered), fen)
        if sum(game.plies for game in games) > sum(game.plies for game in best):
            best = games
    words = sum(token.kind == "word" for token in tokens)
    # A square in a sentence ("see you at e4") is not a game; without numbers, most words must be moves.
    return best if is_numbered or 2 * sum(game.plies for game in best) >= words else []


def _languages(first: str, characters: set[str]) -> list[str]:
    """Returns a language for each set of piece letters that the text may use: the preferred, English, then the others."""
    by_letters: dict[tuple[str, ...], str] = {}
    for language in (first, "en", *LANGUAGES):
        letters = LANGUAGES[language]
        own = {letter[0] for letter, english in zip(letters, LANGUAGES["en"], strict=True) if letter != english}
        if language == "en" or own & characters:
            by_letters.setdefault(letters, language)
    return list(by_letters.values())


@dataclass(frozen=True)
class _Source:
    text: str
    tokens: Sequence[Token]
    language: str
    answers: Mapping[int, str]
    is_numbered: bool

    def word(self, at: int) -> str:
        return self.text[self.tokens[at].start : self.tokens[at].end]


def _games(source: _Source, fen: str) -> list[FreeGame]:
    """Returns the games. A new game begins at a number 1 after which its first move is legal."""
    found: list[FreeGame] = []
    at = 0
    while at < len(source.tokens):
        try:
            board = CoreBoard.from_fen(START_FEN if found else fen, False)
        except PositionError:
            return []
        line = _furthest(source, board, at)
        at = line.at
        if line.plies:
            found.append(line.game())
        elif found:  # the text after the last game
            found[-1] = replace(found[-1], movetext=f"{found[-1].movetext} {line.movetext}")
    return found


def _furthest(source: _Source, board: CoreBoard, at: int) -> "_ParsedLine":
    """Returns the line from a token on. A repeated number may have introduced a remark; reading without it may give a
    longer line."""
    best = _ParsedLine(source, board, at, len(source.tokens))
    skipped: frozenset[int] = frozenset()
    for _ in range(_MOST_SKIPPED):
        repeated = [token for token, due in best.numbers if due in best.passed]
        if not repeated:
            break
        more = skipped | {repeated[-1]}
        line = _ParsedLine(source, board, at, len(source.tokens), more)
        if line.plies <= best.plies:
            break
        best, skipped = line, more
    return best


class _ParsedLine:
    """A line of moves, read from the tokens `at` to `end`; `at` is then the start of the next game.

    `depth`: of a variation, 0 for the main line. `numbers`: the move numbers before a move, by token and as (number, is
    Black's); `passed`: those read as prose.
    """

    def __init__(
        self,
        source: _Source,
        board: CoreBoard,
        at: int,
        end: int,
        skipped: frozenset[int] = frozenset(),
        *,
        depth: int = 0,
    ) -> None:
        self._source, self._start, self._board, self._end = source, board, board.copy(), end
        self._skipped = skipped
        self._from = self.at = at
        self.plies = 0
        self._result = "*"
        self.numbers: list[tuple[int, tuple[int, bool]]] = []
        self.passed: set[tuple[int, bool]] = set()
        self._events: list[str] = []
        self._prose: list[int] = []  # start and end of the prose since the last move
        self._doubt: tuple[int, str, bool] | None = None
        self._depth = depth
        self._is_due = depth > 0 or not source.is_numbered
        self._read()

    def game(self) -> FreeGame:
        """Returns the finished line as a game."""
        return FreeGame(self.movetext, self._result, self.plies, self._asked())

    @property
    def movetext(self) -> str:
        """The line as PGN with moves in coordinate notation."""
        return " ".join(self._events)

    @property
    def begins_with_move(self) -> bool:
        """Whether no text precedes the first move."""
        return bool(self._events) and self._events[0][0] not in "{($"

    def _read(self) -> None:
        while self.at < self._end and self._result == "*":
            kind = self._source.tokens[self.at].kind
            if kind == "number" and self._is_next_game():
                break
            self.at = getattr(self, f"_read_{kind}")(self.at)
        self._end_prose()

    # -- tokens: each method returns the next token

    def _read_comment(self, at: int) -> int:
        self._end_prose()
        self._events.append(_comment(self._source.word(at)[1:-1]))
        return at + 1

    def _read_result(self, at: int) -> int:
        """Ends the game, unless the number of the next move comes later."""
        numbers = (token for token in range(at, self._end) if self._source.tokens[token].kind == "number")
        if self.plies and not self._depth and all(_due(self._source.word(token)) != self._due for token in numbers):
            self._result = self._source.word(at).replace("–", "-").replace("½", "1/2")
        else:
            self._add_prose(at, at)
        return at + 1

    def _read_number(self, at: int) -> int:
        number = _due(self._source.word(at))
        is_word = at + 1 < self._end and self._source.tokens[at + 1].kind == "word"
        if number == self._due and at not in self._skipped and is_word and self._play(at + 1, numbered=at):
            return at + 2
        self.passed.add(number)
        self._add_prose(at, at)
        return at + 1

    def _read_nag(self, at: int) -> int:
        word = self._source.word(at)
        if self._prose or not self.plies:
            self._add_prose(at, at)
        else:
            self._events.append(word if word[0] == "$" else f"${_SIGNS[word]}")
        return at + 1

    def _read_open(self, at: int) -> int:
        close = self._close_of(at)
        if self.plies and self._depth < _DEEPEST:
            before = self._start.copy()
            before.push_all_uci(self._moves[:-1])
            line = _ParsedLine(self._source, before, at + 1, close, depth=self._depth + 1)
            if line.begins_with_move:
                self._end_prose()
                self._events.append(f"({line.movetext})")
                return close + 1
        self._add_prose(at, min(close, self._end - 1))
        return close + 1

    def _read_close(self, at: int) -> int:
        self._add_prose(at, at)
        return at + 1

    def _read_word(self, at: int) -> int:
        is_noise = self._is_due and self.plies > 0 and self._source.word(at) in _NOISE
        if not is_noise and (not self._is_due or not self._play(at)):
            self._add_prose(at, at)
        return at + 1

    # -- moves

    @property
    def _moves(self) -> list[str]:
        return [event for event in self._events if event[0] in "abcdefgh"]

    @property
    def _due(self) -> tuple[int, bool]:
        """The number of the next move, and whether it is Black's."""
        return read_fields(self._board.fen()).number, not self._board.white_to_move

    def _play(self, at: int, numbered: int = -1) -> bool:
        """Plays the word if it is a move; records it as a doubt if it is only written like one. `numbered`: the token
        of its number."""
        word, place = self._source.word(at), self._source.tokens[at].start
        signs = _SUFFIX.search(word)
        bare = _MATE_SIGN.sub("", word[: signs.start()] if signs else word).lstrip('“"«')
        if _BARE_CAPTURE.match(bare) and numbered < 0:
            return False
        try:
            answer = self._source.answers.get(place, "")
            is_answered = answer in self._board.legal_uci_moves()
            move = answer if is_answered else typed_move(self._board, bare, self._source.language)
        except UnreadableMoveError:
            return False
        except MoveError as error:
            self._doubt = self._doubt or (at, bare, isinstance(error, AmbiguousMoveError))
            return False
        self._end_prose()
        if numbered >= 0:
            self.numbers.append((numbered, self._due))
        self._events.append(move)
        if signs and signs[1] in _SIGNS:
            self._events.append(f"${_SIGNS[signs[1]]}")
        self._board.push_uci(move)
        self.plies += 1
        self._is_due, self._doubt = True, None
        return True

    def _is_next_game(self) -> bool:
        """Whether a number 1 begins another game."""
        at = self.at
        if self._depth or not self.plies or at + 1 >= self._end or _due(self._source.word(at)) != (1, False):
            return False
        word = _SUFFIX.sub("", self._source.word(at + 1))
        try:
            typed_move(CoreBoard.start(), word, self._source.language)
        except MoveError:
            return False
        return self._due > (1, True)

    # -- prose

    def _add_prose(self, first: int, last: int) -> None:
        tokens = self._source.tokens
        self._prose = [self._prose[0] if self._prose else tokens[first].start, tokens[last].end]
        self._is_due = self._is_due and not self._source.is_numbered

    def _end_prose(self) -> None:
        if self._prose:
            self._events.append(_comment(self._source.text[self._prose[0] : self._prose[1]]))
            self._prose = []

    def _close_of(self, at: int) -> int:
        """Returns the token of the closing bracket, or the end."""
        depth = 0
        for token in range(at, self._end):
            depth += {"open": 1, "close": -1}.get(self._source.tokens[token].kind, 0)
            if not depth:
                return token
        return self._end

    # -- doubts

    def _asked(self) -> Doubt | None:
        if self._doubt is None:
            return None
        at, word, is_ambiguous = self._doubt
        place = self._source.tokens[at].start
        reached = {
            move: _ParsedLine(self._source_with(place, move), self._start, self._from, self._end, self._skipped).plies
            for move in self._candidates(word, is_ambiguous)
        }
        order = sorted(reached, key=lambda move: -reached[move])  # stable: the likeliest candidates come first
        number, is_black = self._due
        written = f"{number}{'...' if is_black else '.'}{word}"
        return Doubt(written, self._board.fen(), tuple(order[:MOST_CANDIDATES]), place, is_ambiguous)

    def _source_with(self, place: int, move: str) -> _Source:
        source = self._source
        return replace(source, answers={**source.answers, place: move})

    def _candidates(self, word: str, is_ambiguous: bool) -> list[str]:
        """Returns legal moves to the written square, those of the written piece first. If the move is illegal, the
        other moves of that piece follow."""
        pieces = read_fields(self._board.fen()).pieces
        squares = _SQUARE.findall(word)
        letters = dict(zip(LANGUAGES["en"], LANGUAGES["en"], strict=True))
        letters |= dict(zip(LANGUAGES[self._source.language], LANGUAGES["en"], strict=True))
        written = letters.get(word[:1], "P")
        to_square: list[str] = []
        same_piece: list[str] = []
        of_piece: list[str] = []
        for move in self._board.legal_uci_moves():
            is_same = pieces[(ord(move[0]) - 97) + 8 * (int(move[1]) - 1)].upper() == written
            if squares and move[2:4] == squares[-1]:
                (same_piece if is_same else to_square).append(move)
            elif is_same:
                of_piece.append(move)
        return same_piece if is_ambiguous and same_piece else [*same_piece, *to_square, *of_piece]


def _due(text: str) -> tuple[int, bool]:
    """Returns the move that a number introduces: `12.` White's, `12...`, `12…` and `12. -` Black's."""
    digits = re.match(r"\d+", text)
    marks = text[digits.end() :] if digits else ""
    return int(digits[0]) if digits else 0, marks.count(".") > 1 or bool(re.search(r"[…\-–—]", marks))


def _comment(text: str) -> str:
    return "{" + " ".join(text.split()).replace("{", "(").replace("}", ")") + "}"
