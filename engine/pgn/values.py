"""The readers' results: games, problems, results. No python-chess, no Qt."""

from enum import Enum

import engine.game.move_notes  # noqa: F401 - on the reading thread, so that the window need not wait
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.pgn.text.comment_text import without_variations


class ProblemKind(Enum):
    """The kinds of problems. `value` is the template of the message; see `Problem`."""

    ILLEGAL_MOVE = "illegal move"
    AMBIGUOUS_MOVE = "ambiguous move"
    UNKNOWN_TEXT = "text that is not a move"
    UNCLOSED_COMMENT = "comment without an end"
    UNCLOSED_VARIATION = "variation without an end"
    STRAY_BRACKET = "closing bracket without an opening one"
    HOMELESS_VARIATION = "variation before any move"
    TOO_DEEP = "variations nested too deep, stored as text"
    TOO_LONG = "more plies than one line can hold, the rest is stored as text"
    TOO_BIG = "game larger than 16 MB, read up to there"
    BAD_NAG = "annotation glyph that is not between $0 and $255"
    BAD_TAG = "line in brackets that is not a tag"
    OPEN_TAG = "tag value without a closing quote"
    DUPLICATE_TAG = "tag given twice, the first is used"
    BAD_FEN = "invalid start position"
    FEN_REPAIRED = "start position with errors, which were corrected"
    SETUP_CONTRADICTS = "SetUp tag that contradicts the FEN, which is used"
    VARIANT = "variant that is not chess"
    RESULT_CONTRADICTS = "result that contradicts the Result tag; the tag is used, and the result becomes a comment"
    RESULT_IN_MIDDLE = "result in the middle of the game"
    JUNK = "text between games"
    GUESSED_PROMOTION = "promotion without a piece, taken as a queen"
    BAD_RESULT = "invalid Result tag"
    LEFT_OVER = "text that belongs to no game"
    TOO_MANY_TAGS = "more than 1,000 tags, the rest is stored as text"
    NO_FEN = "FEN tag without a position; the game begins at the start position"
    TAG_TEXT = "text between the tags, stored as text of the game"
    SMALL_BISHOP = "lower-case b read as a bishop, because the game has lower-case pieces"
    UNKNOWN_VARIANT = "unknown variant; the moves are read as chess"
    ENGLISH_LETTERS = "English piece letters; the letters that were asked for would give another game"


# In the order of the PROBLEM_ numbers of problems.pxd.
KINDS = tuple(ProblemKind)

# Result tokens, in the order of the RESULT_ numbers of marks.pxd; a missing result is written as `*`.
RESULTS = ("*", "1-0", "0-1", "1/2-1/2", "*", "0-0", "*")


LONGEST_TOKEN = 80  # characters of a text at fault


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem in a file: `game` and `line` count from 1; `token` is the text at fault (at most 80 characters), or
    what is wrong with a start position and what was corrected in it."""

    kind: ProblemKind
    file: str
    game: int
    line: int
    token: str | Text

    @property
    def text(self) -> Text:
        """The message for a reader of this game: line, problem, and the text at fault."""
        if isinstance(self.token, Text):
            return Text("Line %1: %2: %3", self.line, Text(self.kind.value), self.token)
        token = " ".join(self.token.split())
        if not token:
            return Text("Line %1: %2.", self.line, Text(self.kind.value))
        return Text("Line %1: %2: “%3”.", self.line, Text(self.kind.value), token)

    def __str__(self) -> str:
        where = f"{self.file}, game {self.game}, line {self.line}"
        token = " ".join(str(self.token).split())
        return f"{where}: {self.kind.value}: {token}" if token else f"{where}: {self.kind.value}"


def _stopped_by(problem: Problem) -> Text:
    """Returns why the line ends at a problem; empty if it does not end there."""
    match problem.kind:
        case ProblemKind.ILLEGAL_MOVE:
            return Text("%1 is not legal", problem.token)
        case ProblemKind.AMBIGUOUS_MOVE:
            return Text("%1 is ambiguous", problem.token)
        case ProblemKind.UNKNOWN_TEXT:
            return Text("%1 is not a move", problem.token)
    return NOTHING


@dataclass(frozen=True)
class Doubt:
    """An illegal or (`is_ambiguous`) ambiguous move.

    `written`: the move with its number; `fen`: the position; `candidates`: the legal moves it may mean (coordinate
    notation), first the one after which most of the text can be read; `place`: the word's place in the text, the key of
    an answer. `is_guessed`: the first candidate was played, and the moves after it were read.
    """

    written: str
    fen: str
    candidates: tuple[str, ...]
    place: int
    is_ambiguous: bool
    is_guessed: bool = False


@dataclass(frozen=True, eq=False)
class PgnGame(Game):
    """A game from a file, with its place there.

    `prelude` is the text between the game before and this one. `number` counts from 1; `offset` and `length` say where the
    game's bytes lie in the unpacked file. `doubt`: the move at which running text (`free_text`) could not be read on.
    """

    problems: tuple[Problem, ...] = ()
    number: int = 0
    offset: int = 0
    length: int = 0
    prelude: str = ""
    doubt: Doubt | None = None

    @property
    def unread(self) -> Text:
        """The reason why the main line is incomplete: `read to move 3; Bxa7 is not legal`. Empty if all of it
        was read. Every figure about the game covers only that part, so show this message with it."""
        last = self.node(self.end())
        left = without_variations(last.unread)
        for problem in self.problems:
            why = _stopped_by(problem)
            if why and str(problem.token) in left:
                return (
                    Text("read to move %1; %2", last.move_number, why) if last.id else Text("no move was read; %1", why)
                )
        return NOTHING
