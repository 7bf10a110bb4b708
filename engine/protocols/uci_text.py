"""UCI text: commands to values and values to lines. Stateless, without input or output."""

from collections.abc import Iterable, Sequence

from engine.game.info import Bound, Info, SearchProgress
from engine.game.limits import Limits
from engine.ground.errors import PositionError
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN

MAX_INTEGER = 2**62  # larger numbers are clamped to it: the core's counters are 64-bit
MAX_MILLISECONDS = 10**12  # thirty years; fits in 64 bits as microseconds
MAX_DEPTH = 1000

# The parameters of `go` with a number: the field of Limits and its range
_GO_NUMBERS = {
    "depth": ("depth", 1, MAX_DEPTH),
    "nodes": ("nodes", 1, MAX_INTEGER),
    "mate": ("mate", 1, MAX_DEPTH),
    "movetime": ("move_time_ms", 1, MAX_MILLISECONDS),
    "wtime": ("white_time_ms", 1, MAX_MILLISECONDS),  # GUIs send 0 or less when the flag is about to fall
    "btime": ("black_time_ms", 1, MAX_MILLISECONDS),
    "winc": ("white_increment_ms", 0, MAX_MILLISECONDS),
    "binc": ("black_increment_ms", 0, MAX_MILLISECONDS),
    "movestogo": ("moves_to_go", 0, MAX_DEPTH),  # GUIs send 0 for "none", not for the last move
}
_GO_FLAGS = ("infinite", "ponder")
_GO_WORDS = frozenset((*_GO_NUMBERS, *_GO_FLAGS, "searchmoves", "perft"))
_LIMITING = ("depth", "nodes", "mate", "move_time_ms", "white_time_ms", "black_time_ms")


@dataclass(frozen=True)
class GoCommand:
    """A parsed `go`: the limits, remarks about unknown words, and the depth of `go perft`."""

    limits: Limits
    remarks: tuple[str, ...] = ()
    perft_depth: int | None = None


def parse_integer(text: str) -> int | None:
    """An integer of ASCII digits with an optional sign; None if it is not one. Very long numbers are clamped. Never raises."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    if len(digits) > 19:
        return -MAX_INTEGER if text[0] == "-" else MAX_INTEGER
    return int(text)


def parse_go(tokens: Sequence[str]) -> GoCommand:
    """Parses the words after `go`. Numbers are clamped to their range; unreadable words become remarks.

    Without any limit the search is infinite, as GUIs expect of a bare `go`.
    """
    fields: dict[str, int | bool | tuple[str, ...]] = {}
    remarks: list[str] = []
    perft_depth: int | None = None
    index = 0
    while index < len(tokens):
        word = tokens[index]
        index += 1
        if word in _GO_FLAGS:
            fields[word] = True
        elif word == "searchmoves":
            end = index
            while end < len(tokens) and tokens[end] not in _GO_WORDS:
                end += 1
            fields["search_moves"] = _moves(tokens[index:end])
            index = end
        elif word in _GO_NUMBERS or word == "perft":
            value = parse_integer(tokens[index]) if index < len(tokens) else None
            if value is None:
                remarks.append(f"go {word} needs a whole number")
                continue
            index += 1
            if word == "perft":
                perft_depth = max(0, value)
                continue
            field, low, high = _GO_NUMBERS[word]
            fields[field] = min(max(value, low), high)
        else:
            remarks.append(f"go does not know '{word}'")
    if not fields.get("moves_to_go"):
        fields.pop("moves_to_go", None)
    for given, missing in (("white_time_ms", "black_time_ms"), ("black_time_ms", "white_time_ms")):
        if given in fields:  # a GUI that sends only one clock means it for both sides
            fields.setdefault(missing, fields[given])
    if not any(name in fields for name in _LIMITING):
        fields["infinite"] = True
    return GoCommand(Limits(**fields), tuple(remarks), perft_depth)  # type: ignore[arg-type]


def parse_position(tokens: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Parses the words after `position`: FEN and moves, both unchecked.

    :raises PositionError: neither `startpos` nor `fen` follows.
    """
    moves_at = tokens.index("moves") if "moves" in tokens else len(tokens)
    moves = _moves(tokens[moves_at + 1 :])
    kind = tokens[0] if tokens else ""
    if kind == "startpos":
        return START_FEN, moves
    if kind == "fen":
        return " ".join(tokens[1:moves_at]), moves
    raise PositionError("position must be followed by 'startpos' or 'fen FEN'")


def _moves(words: Sequence[str]) -> tuple[str, ...]:
    """Moves in UCI notation; promotion letters in capitals (Junior) are accepted, as in Stockfish."""
    return tuple(word[:4] + word[4:].lower() for word in words)


def parse_setoption(tokens: Sequence[str]) -> tuple[str, str]:
    """Parses the words after `setoption`: (name, value); both may have spaces, the value may be empty. An empty name:
    unreadable."""
    if not tokens or tokens[0] != "name":
        return "", ""
    value_at = tokens.index("value") if "value" in tokens else len(tokens)
    return " ".join(tokens[1:value_at]), " ".join(tokens[value_at + 1 :])


def split_legal(moves: Iterable[str], legal: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Splits `moves` into (legal, illegal), in order."""
    known = frozenset(legal)
    unique = tuple(moves)
    return tuple(move for move in unique if move in known), tuple(move for move in unique if move not in known)


def info_line(info: Info, show_wdl: bool) -> str:
    """One `info` line of a search report."""
    parts = [f"info depth {info.depth} seldepth {info.selective_depth} multipv {info.multipv} score {info.score}"]
    if info.bound is not Bound.EXACT:
        parts.append(info.bound.value)
    if show_wdl and info.wdl is not None:
        parts.append("wdl {} {} {}".format(*info.wdl))
    parts.append(f"nodes {info.nodes} nps {info.nodes_per_second} hashfull {info.hash_permille}")
    parts.append(f"tbhits {info.tablebase_hits} time {info.time_ms}")
    if info.pv:
        parts.append("pv " + " ".join(info.pv))
    return " ".join(parts)


def progress_line(progress: SearchProgress, time_ms: int) -> str:
    """The `info currmove` line of a long search: root move, its number, and counts."""
    rate = progress.nodes * 1000 // max(1, time_ms)
    return (
        f"info depth {progress.depth} currmove {progress.move} currmovenumber {progress.number}"
        f" nodes {progress.nodes} nps {rate} hashfull {progress.hash_permille} time {time_ms}"
    )


def bestmove_line(move: str | None, ponder_move: str | None) -> str:
    """The `bestmove` line; `(none)` without a legal move."""
    if move is None:
        return "bestmove (none)"
    return f"bestmove {move} ponder {ponder_move}" if ponder_move else f"bestmove {move}"
