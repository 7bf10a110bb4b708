"""The client's side of UCI: commands to an engine, and its reports as values."""

import contextlib
import re

import chess

from engine.game.info import Bound, Info, Score
from engine.game.limits import Limits
from engine.protocols.uci_text import MAX_INTEGER, parse_integer

MOST_PLIES = 100  # of a line that are read
_SCORE, _RANK = re.compile(r"\sscore\s"), re.compile(r"\smultipv\s+(\S+)")
_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "time", "hashfull", "tbhits")


def position_command(board: chess.Board) -> str:
    root = board.root()
    replay = root.copy()
    moves = []
    for move in board.move_stack:
        moves.append(replay.uci(move))
        replay.push(move)
    start = "startpos" if root.fen() == chess.STARTING_FEN and not board.chess960 else f"fen {root.fen()}"
    return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"


def go_command(limits: Limits) -> str:
    """`go` with the limits; an engine does not know moves that are not to be played, so these are left to the caller."""
    parts = ["go"]
    if limits.ponder:
        parts.append("ponder")
    for name, value in (
        ("wtime", limits.white_time_ms),
        ("btime", limits.black_time_ms),
        ("winc", limits.white_increment_ms or None),
        ("binc", limits.black_increment_ms or None),
        ("movestogo", limits.moves_to_go),
        ("movetime", limits.move_time_ms),
        ("nodes", limits.nodes),
        ("depth", limits.depth),
        ("mate", limits.mate),
    ):
        if value is not None:
            parts.append(f"{name} {value}")
    if limits.infinite:
        parts.append("infinite")
    if limits.search_moves:
        parts.append("searchmoves " + " ".join(limits.search_moves))
    return " ".join(parts)


def first_word(line: str) -> str:
    """The word that says what a line is; empty for an empty line. UCI allows any white space anywhere."""
    words = line.split(None, 1)
    return words[0] if words else ""


def rank_of(line: str) -> int | None:
    """The rank of a report that carries a score, without reading it whole; None for other `info` lines."""
    if _SCORE.search(line) is None:
        return None
    rank = _RANK.search(line)
    return (parse_integer(rank[1]) if rank else 1) or 1


def parse_info(line: str, board: chess.Board) -> Info | None:
    """Parses an `info` line with a score; None without a score. Moves from the first illegal one on are left out."""
    words = line.split()
    numbers: dict[str, int] = {}
    score: Score | None = None
    bound = Bound.EXACT
    wdl: tuple[int, int, int] | None = None
    moves: list[str] = []
    index = 1
    while index < len(words):
        word, rest = words[index], words[index + 1 :]
        index += 1
        if word == "string":
            break
        if word in _NUMBERS and rest:
            numbers[word] = _bounded(rest[0])
            index += 1
        elif word == "score" and len(rest) > 1:
            score = _score(rest[0], rest[1]) or score
            index += 2
        elif word in ("lowerbound", "upperbound"):
            bound = Bound(word)
        elif word == "wdl" and len(rest) > 2:
            wdl = (_bounded(rest[0]), _bounded(rest[1]), _bounded(rest[2]))
            index += 3
        elif word == "pv":
            moves = rest[:MOST_PLIES]
            break
    if score is None:
        return None
    depth = numbers.get("depth", 0)
    return Info(
        depth=depth,
        selective_depth=numbers.get("seldepth", depth),
        multipv=max(1, numbers.get("multipv", 1)),
        score=score,
        nodes=numbers.get("nodes", 0),
        time_ms=numbers.get("time", 0),
        pv=legal_line(moves, board),
        bound=bound,
        hash_permille=min(1000, numbers.get("hashfull", 0)),
        tablebase_hits=numbers.get("tbhits", 0),
        wdl=wdl,
    )


def legal_line(moves: list[str], board: chess.Board) -> tuple[str, ...]:
    """The moves in Ratsu's coordinates up to the first illegal one. UCI, XBoard's coordinates and SAN are accepted."""
    replay = board.copy(stack=False)
    line: list[str] = []
    with contextlib.suppress(ValueError):
        for word in moves:
            move = read_move(word, replay)
            line.append(replay.uci(move))
            replay.push(move)
    return tuple(line)


def read_move(word: str, board: chess.Board) -> chess.Move:
    """A move in any of the notations. :raises ValueError: it is unreadable or illegal."""
    for parse in (board.parse_uci, board.parse_xboard, board.parse_san):
        with contextlib.suppress(ValueError):
            move = parse(word)
            if move:
                return move
    raise ValueError(f"{word} is not a legal move")


def _score(kind: str, value: str) -> Score | None:
    number = parse_integer(value)
    if number is None:
        return None
    if kind == "mate":
        return Score(mate=max(-1_000, min(1_000, number)))
    return Score(centipawns=max(-100_000, min(100_000, number))) if kind == "cp" else None


def _bounded(text: str) -> int:
    number = parse_integer(text)
    return 0 if number is None else max(0, min(MAX_INTEGER, number))
