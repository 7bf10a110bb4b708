"""Start positions and variants as the tags tell them."""

from typing import NamedTuple

from engine.errors import PositionError
from engine.pgn.values import ProblemKind
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN, FenFields, read_fields, write_fields
from engine.rules.gate import position_faults
from engine.text import NOTHING, Text

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


class Start(NamedTuple):
    """Where a game begins. `board` is None if the moves cannot be read; `problems` are kinds with the text at fault."""

    board: CoreBoard | None
    fen: str | None
    chess960: bool
    problems: tuple[tuple[ProblemKind, str], ...]

    @property
    def refusal(self) -> Text:
        """Why no moves can be made from here, nothing where they can."""
        if self.board is not None:
            return NOTHING
        kind, text = self.problems[0]
        if kind is ProblemKind.VARIANT:
            return Text("“%1” is another game than chess; Ratsu keeps its text and does not play it.", text)
        return Text("The start position “%1” cannot be set up; the text of the game is kept as it is.", text)


def start_of(fen: str | None, variant: str, setup: str | None) -> Start:
    """The start of a game with these FEN, Variant and SetUp tags (None: not given).

    A FEN is used whether or not SetUp says so. Castling rights without king and rook in place and an impossible e.p.
    square are dropped and reported; other faults make the game unreadable from the first move on.
    """
    problems: list[tuple[ProblemKind, str]] = []
    name = variant.strip().lower()
    if name not in _CHESS and name not in _CHESS960:
        return Start(None, fen, False, ((ProblemKind.VARIANT, variant),))
    chess960 = name in _CHESS960
    if fen is None:
        return Start(CoreBoard.start(), None, False, ()) if not chess960 else _from_fen(START_FEN, True, problems)
    if setup == "0":
        problems.append((ProblemKind.SETUP_CONTRADICTS, "0"))
    return _from_fen(fen, chess960, problems)


def _from_fen(fen: str, chess960: bool, problems: list[tuple[ProblemKind, str]]) -> Start:
    try:
        fields = read_fields(fen)
        # Castling rights that name files (Shredder-FEN) need Chess960; so may KQkq with the king off e1 (X-FEN).
        files = any(right not in "KQkq" for right in fields.castling)
        kinds = (True,) if chess960 or files else (False, True)
        fitting = [kind for kind in kinds if not position_faults(fields, kind)]
        sound = fields if fitting else _repaired(fields, kinds[0])
        kind = fitting[0] if fitting else kinds[0]
        core = CoreBoard.from_fen(write_fields(sound), kind)
    except PositionError as error:
        problems.append((ProblemKind.BAD_FEN, f"{error.fault}: {fen}"))
        return Start(None, fen, False, tuple(problems))
    if not fitting:
        problems.append((ProblemKind.FEN_REPAIRED, fen))
    return Start(core, write_fields(sound), kind, tuple(problems))


def _repaired(fields: FenFields, chess960: bool) -> FenFields:
    """Without the castling rights and the e.p. square that do not fit the position."""
    kept = fields._replace(castling="", en_passant="")
    for right in fields.castling:
        more = kept._replace(castling=kept.castling + right)
        kept = kept if position_faults(more, chess960) else more
    whole = kept._replace(en_passant=fields.en_passant)
    return kept if position_faults(whole, chess960) else whole
