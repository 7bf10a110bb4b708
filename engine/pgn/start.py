"""Start positions and variants from the tags."""

import re
from typing import NamedTuple

from engine.ground.errors import PositionError
from engine.ground.text import NOTHING, Text
from engine.pgn.values import LONGEST_TOKEN, ProblemKind
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from engine.rules.fen_repair import repaired

_CHESS = {
    "",
    "?",
    "-",
    "standard",
    "chess",
    "normal",
    "from position",
    "fromposition",
    "classical",
    "classic",
    "regular",
}
_CHESS960 = {"chess960", "chess 960", "chess-960", "960", "frc", "fischerandom", "fischerrandom", "fischer random"}
_CHESS960 |= {"fischer random chess", "fischerandom chess", "freestyle", "freestyle chess"}
_OTHER_GAMES = {
    *(
        "antichess",
        "atomic",
        "bughouse",
        "capablanca",
        "crazyhouse",
        "duck",
        "giveaway",
        "horde",
        "janus",
        "kingofthehill",
    ),
    *("losers", "makruk", "racingkings", "seirawan", "shatranj", "shogi", "suicide", "threecheck", "3check", "xiangqi"),
}  # without blanks and dashes; in others, whose names say little (`Najdorf`, `nocastle`), the moves decide
_NO_FEN = {"", "?", "-", "*", "startpos", "start", "none", "null"}  # FEN tags of programs without a position to write


class GameStart(NamedTuple):
    """The start of a game. Without a `board` the moves cannot be read; `problems` are kinds with the text at fault, or with
    what is wrong with the FEN and what was corrected in it."""

    board: CoreBoard | None
    fen: str | None
    chess960: bool
    problems: tuple[tuple[ProblemKind, str | Text], ...]

    @property
    def refusal(self) -> Text:
        """The reason why no moves can be made from here; empty if they can."""
        if self.board is not None:
            return NOTHING
        kind, text = self.problems[0]
        if kind is ProblemKind.VARIANT:
            return Text("“%1” is not chess; Ratsu preserves the text of the game but cannot play it.", text)
        return Text("The start position “%1” is invalid; the text of the game is unchanged.", text)


def start_of(fen: str | None, variant: str, setup: str | None) -> GameStart:
    """Returns the start of a game with these FEN, Variant and SetUp tags (None: missing).

    A FEN is used whatever SetUp says. An empty one (`?`, `startpos`) means the start position; others are mended as far
    as `repaired` can. Both are reported. Other faults make the game unreadable from the first move.
    """
    problems: list[tuple[ProblemKind, str | Text]] = []
    name = variant.strip().lower()
    if re.sub("[^a-z0-9]", "", name) in _OTHER_GAMES:
        return GameStart(None, fen, False, ((ProblemKind.VARIANT, variant[:LONGEST_TOKEN]),))
    if name not in _CHESS and name not in _CHESS960:
        problems.append((ProblemKind.UNKNOWN_VARIANT, variant[:LONGEST_TOKEN]))
    chess960 = name in _CHESS960
    if fen is not None and fen.strip().lower() in _NO_FEN:
        problems.append((ProblemKind.NO_FEN, fen[:LONGEST_TOKEN]))
        fen = None
    if fen is None and not chess960:
        return GameStart(CoreBoard.start(), None, False, tuple(problems))
    if fen is None:
        return _from_fen(START_FEN, True, problems)
    if setup == "0":
        problems.append((ProblemKind.SETUP_CONTRADICTS, "0"))
    return _from_fen(fen, chess960, problems)


def _from_fen(fen: str, chess960: bool, problems: list[tuple[ProblemKind, str | Text]]) -> GameStart:
    try:
        start = repaired(fen, chess960 or None)
        core = CoreBoard.from_fen(start.fen, start.chess960)
    except PositionError as error:
        problems.append((ProblemKind.BAD_FEN, Text("%1: %2", error.fault, fen[:LONGEST_TOKEN])))
        return GameStart(None, fen, False, tuple(problems))
    problems += [(ProblemKind.FEN_REPAIRED, note) for note in start.notes]
    return GameStart(core, start.fen, start.chess960, tuple(problems))
