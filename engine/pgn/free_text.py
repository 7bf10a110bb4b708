"""Reads games in running text from books, articles and web pages: `1. e4 e5 2. Rf3 attacks the pawn. 2... Rc6`.

Entry point: `free_games`, called by `engine.pgn.reader` for text that is not complete PGN. A word is a move if it
follows a move, or the number of the next move. All other text becomes a comment on the last move. The language whose
piece letters read furthest is used. An illegal or ambiguous move is a `Doubt`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.game.tags.results import result_token
from engine.ground.errors import AmbiguousMoveError, MoveError, PositionError, UnreadableMoveError
from engine.ground.values import dataclass
from engine.pgn.san import typed_move
from engine.pgn.text.letters import LANGUAGES, is_mixed, languages_of, piece_initials
from engine.pgn.text.prose import SIGNS, Token, comment, due_of, tokens_of, with_number
from engine.pgn.values import Doubt
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN, read_fields

LONGEST_TEXT = 200_000  # characters; a longer text is a file of games, not a page
MOST_CANDIDATES = 6
_DEEPEST = 20  # variations in variations; deeper ones stay text
_MOST_SKIPPED = 8  # numbers tried as part of the prose, such as the first in "12.Rd4 loses, so 12.Re4"

_SUFFIX = re.compile(r"([!?]{0,2})[.,;:”\"»]*$")
_MATE_SIGN = re.compile(r"(?<=[1-8\w])(?:[Xx×]|\+\+)$")  # 24.Dh7X: some authors mark mate so
_SQUARE = re.compile(r"[a-h][1-8]")
_NOISE = frozenset(("e.p.", "e.p", "ep", "ep.", "+", "++", "#", "ch", "ch.", "mate", "X"))
_BARE_CAPTURE = re.compile(r"[a-h]{2}$")


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
    tokens = tokens_of(text)
    is_numbered = any(token.kind == "number" for token in tokens)
    initials = piece_initials(text)
    best: list[_ParsedLine] = []
    most = (0, 0)
    for language in languages_of(first, set(text)):
        source = _Source(text, tokens, language, answers, is_numbered, is_mixed(language, initials))
        lines = _lines(source, fen)
        reached = sum(line.plies for line in lines), -len(initials - {*LANGUAGES[language]})
        if reached[0] and reached > most:
            best, most = lines, reached
        elif best and reached == most and best[0].language not in (first, "en"):
            for line, other in zip(best, lines, strict=False):
                line.compare(other)
    words = sum(token.kind == "word" for token in tokens)
    # A square in a sentence ("see you at e4") is not a game; without numbers, most words must be moves.
    return [line.game() for line in best] if is_numbered or 2 * most[0] >= words else []


@dataclass(frozen=True)
class _Source:
    text: str
    tokens: Sequence[Token]
    language: str
    answers: Mapping[int, str]
    is_numbered: bool
    is_mixed: bool  # English piece letters too: a letter of both languages may mean either piece

    def word(self, at: int) -> str:
        return self.text[self.tokens[at].start : self.tokens[at].end]


def _lines(source: _Source, fen: str) -> "list[_ParsedLine]":
    """Returns the games. A new game begins at a number 1 after which its first move is legal."""
    found: list[_ParsedLine] = []
    at = 0
    while at < len(source.tokens):
        try:
            board = CoreBoard.from_fen(START_FEN if found else fen, False)
        except PositionError:
            return []
        line = _furthest(source, board, at)
        at = line.at
        if line.plies:
            found.append(line)
        elif found:  # the text after the last game
            found[-1].tail = line.movetext
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
        self._guess: Doubt | None = None
        self._places: list[int] = []  # of the moves in the text
        self.tail = ""  # the text after the result
        self._depth = depth
        self._due = read_fields(board.fen()).number, not board.white_to_move
        self._is_due = depth > 0 or not source.is_numbered
        self._read()

    @property
    def language(self) -> str:
        return self._source.language

    def compare(self, other: "_ParsedLine") -> None:
        """Records the first move that another language reads otherwise as a guess."""
        at = next((at for at, pair in enumerate(zip(self._moves, other._moves, strict=False)) if len({*pair}) > 1), -1)
        if at < 0 or self._guess is not None:
            return
        board = self._start.copy()
        board.push_all_uci(self._moves[:at])
        place = self._places[at]
        word = re.split(r"[\s(){}]", self._source.text[place:], maxsplit=1)[0]
        number = read_fields(board.fen()).number, not board.white_to_move
        self._guess = Doubt(
            with_number(word, number), board.fen(), (self._moves[at], other._moves[at]), place, True, True
        )

    def game(self) -> FreeGame:
        return FreeGame(f"{self.movetext} {self.tail}".strip(), self._result, self.plies, self._guess or self._asked())

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
        self._events.append(comment(self._source.word(at)[1:-1]))
        return at + 1

    def _read_result(self, at: int) -> int:
        """Ends the game, unless the number of the next move comes later."""
        numbers = (token for token in range(at, self._end) if self._source.tokens[token].kind == "number")
        if self.plies and not self._depth and all(due_of(self._source.word(token)) != self._due for token in numbers):
            self._result = result_token(self._source.word(at))
        else:
            self._add_prose(at, at)
        return at + 1

    def _read_number(self, at: int) -> int:
        number = due_of(self._source.word(at))
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
            self._events.append(word if word[0] == "$" else f"${SIGNS[word]}")
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
        is_due = self._is_due
        self._add_prose(at, min(close, self._end - 1))
        self._is_due = is_due  # 5. 0-0 (a knight for the attack) gxf3
        return close + 1

    def _read_close(self, at: int) -> int:
        self._add_prose(at, at)
        return at + 1

    def _read_word(self, at: int) -> int:
        is_noise = self._is_due and self.plies > 0 and self._source.word(at) in _NOISE
        if not is_noise and (not self._is_due or not self._play(at)):
            self._add_prose(at, at)
            self._is_due |= self._source.word(at) == "moves" and not self.plies  # UCI: position startpos moves e2e4
        return at + 1

    # -- moves

    @property
    def _moves(self) -> list[str]:
        return [event for event in self._events if event[0] in "abcdefgh"]

    def _play(self, at: int, numbered: int = -1) -> bool:
        """Plays the word if it is a move; records it as a doubt if it is only written like one. `numbered`: the token
        of its number."""
        word, place = self._source.word(at), self._source.tokens[at].start
        signs = _SUFFIX.search(word)
        bare = _MATE_SIGN.sub("", word[: signs.start()] if signs else word).lstrip('“"«')
        if _BARE_CAPTURE.match(bare) and numbered < 0:
            return False
        try:
            move = self._source.answers.get(place, "")
            if not move or move not in self._board.legal_uci_moves():
                move = self._typed(bare, place)
        except UnreadableMoveError:
            return False
        except MoveError as error:
            self._doubt = self._doubt or (at, bare, isinstance(error, AmbiguousMoveError))
            return False
        self._end_prose()
        if numbered >= 0:
            self.numbers.append((numbered, self._due))
        self._events.append(move)
        self._places.append(place)
        if signs and signs[1] in SIGNS:
            self._events.append(f"${SIGNS[signs[1]]}")
        self._board.push_uci(move)
        number, is_black = self._due
        self._due = number + is_black, not is_black
        self.plies += 1
        self._is_due, self._doubt = True, None
        return True

    def _typed(self, bare: str, place: int) -> str:
        """Returns the move that a word means. In a mixed text it may be English; if both pieces can play it, this is
        the first guess of the line.

        :raises MoveError: as `typed_move`.
        """
        source = self._source
        if not source.is_mixed or bare[:1] not in {*LANGUAGES["en"]} & {*LANGUAGES[source.language]}:
            return typed_move(self._board, bare, source.language)
        found: list[str] = []
        problem: MoveError | None = None
        for language in (source.language, "en"):
            try:
                found.append(typed_move(self._board, bare, language))
            except MoveError as error:
                problem = problem or error
        if problem is not None and not found:
            raise problem
        if found[0] != found[-1] and self._guess is None:
            self._guess = Doubt(with_number(bare, self._due), self._board.fen(), tuple(found), place, True, True)
        return found[0]

    def _is_next_game(self) -> bool:
        """Whether a number 1 begins another game."""
        at = self.at
        if self._depth or not self.plies or at + 1 >= self._end or due_of(self._source.word(at)) != (1, False):
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
            self._events.append(comment(self._source.text[self._prose[0] : self._prose[1]]))
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
        return Doubt(
            with_number(word, self._due), self._board.fen(), tuple(order[:MOST_CANDIDATES]), place, is_ambiguous
        )

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
