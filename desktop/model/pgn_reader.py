"""PGN text into game trees, through python-chess. Nothing escapes but `GameInputError`, and nothing unread is lost.

python-chess raises on some bad games (`)` too many, a glyph of 5,000 digits) and stops a line at the first illegal move:
then the prefix is kept, and the game's whole text goes along verbatim in `Game.unread`.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import chess
import chess.pgn

from desktop.model import rules
from desktop.model.analysis import Evaluation
from desktop.model.errors import GameInputError, PositionInputError
from desktop.model.game import ROOT, START_FEN, Game, Origin
from desktop.model.pgn_writer import UNREAD

LONGEST_GAME = 16 * 1024 * 1024  # characters; a limit that is written down
CLOCK = re.compile(r"\[%clk\s+(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\s*\]")
EVALUATION = re.compile(r"\[%eval\s+(?:#(-?\d{1,4})|(-?\d{1,5}(?:\.\d{1,4})?))(?:,(\d{1,3}))?\s*\]")
SOURCE = re.compile(r"\s?\[%source (book|tablebases|search): ([^\]]*)\]\s?")
TAG = re.compile(r'^\[([A-Za-z0-9_]+)[ \t]+"((?:[^"\\\r\n]|\\.)*)"\][ \t]*\r?$', re.MULTILINE)
GAME_START = re.compile(r"^(?=\[[A-Za-z0-9_]+[ \t]+\")", re.MULTILINE)


class _QuietBuilder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Collects errors without writing them to the log as python-chess does."""

    def __init__(self) -> None:
        super().__init__(Game=chess.pgn.Game)

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


@dataclass(frozen=True)
class ReadGame:
    """A game, and what could not be read in it (a sentence each)."""

    game: Game
    problems: tuple[str, ...] = ()


def read_first(text: str) -> ReadGame:
    """The first game of a text.

    :raises GameInputError: there is no game in it.
    """
    for found in read_games(text):
        return found
    raise GameInputError("There is no chess game in this text.")


def read_games(text: str) -> Iterator[ReadGame]:
    """All games of a text, one after another. A text without tags and moves has none."""
    for raw in split_games(text.lstrip("\ufeff")):
        found = _read(raw)
        if found is not None:
            yield found


def split_games(text: str) -> Iterator[str]:
    """The texts of the games: a game begins where a tag follows on something that is no tag, outside comments."""
    starts = [match.start() for match in GAME_START.finditer(text)]
    begin = 0
    for start in starts:
        before = text[begin:start].rstrip()
        if before and not _inside_tags(before) and before.count("{") <= before.count("}"):
            yield text[begin:start]
            begin = start
    if text[begin:].strip():
        yield text[begin:]


def _inside_tags(before: str) -> bool:
    last = before.rsplit("\n", 1)[-1].strip()
    return last.startswith("[") and last.endswith("]")


def _read(raw: str) -> ReadGame | None:
    if len(raw) > LONGEST_GAME:
        raise GameInputError(f"A game of {len(raw):,} characters is longer than the {LONGEST_GAME:,} that are read.")
    kept = "\n".join(line[len(UNREAD) :] for line in raw.splitlines() if line.startswith(UNREAD))
    try:
        parsed = chess.pgn.read_game(io.StringIO(raw), Visitor=_QuietBuilder)
        if parsed is None:
            return None
        start = _start(parsed)
    except PositionInputError as error:
        return _unreadable(raw, str(error))
    except Exception as error:  # noqa: BLE001 - python-chess promises none, and raises IndexError and ValueError
        return _unreadable(raw, f"The game cannot be read ({type(error).__name__}: {error}).")
    if not parsed.errors and _is_empty(parsed):
        return None
    game = _convert(parsed, start)
    problems = tuple(f"Not all of the game could be read: {error}" for error in parsed.errors)
    return ReadGame(replace(game, unread=kept or (raw.strip("\n") if problems else "")), problems)


def _is_empty(parsed: chess.pgn.Game) -> bool:
    """Whether this is what python-chess makes of a text that has nothing to do with chess."""
    return not parsed.variations and not parsed.comment and parsed.headers == chess.pgn.Headers()


def _unreadable(raw: str, problem: str) -> ReadGame:
    headers = [pair for pair in tag_pairs(raw) if pair[0] not in ("FEN", "SetUp", "Variant")]
    game = Game.new()
    for name, value in headers:
        game = game.with_header(name, value)
    return ReadGame(replace(game, unread=raw.strip("\n")), (problem,))


def tag_pairs(raw: str) -> list[tuple[str, str]]:
    """The tags of a game's text, in order, without reading its moves."""
    return [(name, _unescaped(value)) for name, value in TAG.findall(raw)]


def _start(parsed: chess.pgn.Game) -> tuple[str, bool]:
    """The start position and whether it is Chess960; other variants are refused by name."""
    variant = parsed.headers.get("Variant", "").strip().lower()
    if variant not in ("", "chess", "standard", "from position", "normal") and "960" not in variant:
        if "fischer" not in variant:
            raise PositionInputError(
                f"“{parsed.headers['Variant']}” is another game than chess; Ratsu does not play it."
            )
    chess960 = "960" in variant or "fischer" in variant
    fen = parsed.headers.get("FEN", "")
    return (rules.checked_fen(fen, chess960) if fen else START_FEN), chess960


def _convert(parsed: chess.pgn.Game, start: tuple[str, bool]) -> Game:
    """python-chess's tree as ours. Children are visited depth first with a stack; boards are undone, not copied."""
    fen, chess960 = start
    game = Game.new(fen, chess960)
    headers = tuple((name, _unescaped(value)) for name, value in parsed.headers.items() if name not in ("FEN", "SetUp"))
    extra = tuple((name, value) for name, value in game.headers if name in ("FEN", "SetUp"))
    game = replace(game, headers=(*headers, *extra))
    game = game.with_node(replace(game.root, comment=_one_line(parsed.comment)))
    board = chess.Board(fen, chess960=chess960)
    stack: list[tuple[chess.pgn.ChildNode, int, int]] = [(child, ROOT, 0) for child in reversed(parsed.variations)]
    while stack:
        child, parent, ply = stack.pop()
        while len(board.move_stack) > ply:
            board.pop()
        played = rules.push(board, child.move)
        game, node_id = game.attach(parent, played.uci, played.san, played.fen)
        if child.comment or child.starting_comment or child.nags:
            game = _annotate(game, node_id, child)
        stack.extend((after, node_id, ply + 1) for after in reversed(child.variations))
    return game


def _annotate(game: Game, node_id: int, child: chess.pgn.ChildNode) -> Game:
    comment, origin = _one_line(child.comment), None
    source = SOURCE.search(comment)
    if source:
        origin = Origin(source[1], source[2])
        comment = SOURCE.sub(" " if source.start() and source.end() < len(comment) else "", comment, count=1)
    node = replace(
        game.node(node_id),
        comment=comment,
        comment_before=_one_line(child.starting_comment),
        nags=tuple(sorted(child.nags)),
        clock_ms=clock_of(comment),
        evaluation=evaluation_of(comment),
        origin=origin,
    )
    return game.with_node(node)


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value)


def _one_line(comment: str) -> str:
    return " ".join(comment.splitlines())


def clock_of(comment: str) -> int | None:
    """The time that %clk gives, in ms."""
    found = CLOCK.search(comment)
    if found is None:
        return None
    return int(found[1]) * 3_600_000 + int(found[2]) * 60_000 + round(float(found[3]) * 1000)


def evaluation_of(comment: str) -> Evaluation | None:
    """The evaluation that %eval gives, from White's point of view as everywhere in PGN."""
    found = EVALUATION.search(comment)
    if found is None:
        return None
    depth = int(found[3] or 0)
    if found[1] is not None:
        return Evaluation(mate=int(found[1]), depth=depth)
    return Evaluation(centipawns=round(float(found[2]) * 100), depth=depth)
