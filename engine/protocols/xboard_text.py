"""The Chess Engine Communication Protocol (XBoard) as text: commands to values and values to lines."""

from collections.abc import Iterable

from engine.game.info import Info, Score
from engine.game.time_control import TimeControl
from engine.ground.version import VERSION
from engine.protocols.uci_text import MAX_INTEGER, parse_integer

FEATURES = (
    "feature done=0 ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1",
    'feature colors=0 ics=0 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 variants="normal,fischerandom"',
    f'feature myname="Ratsu {VERSION}"',
)
MATE_SCORE = 100_000  # CECP: 100000 + moves for a mate, negative when being mated
MANAGED = frozenset(("Hash", "Threads", "Ponder", "MultiPV", "UCI_Chess960", "UCI_ShowWDL", "UCI_AnalyseMode"))
MAX_SECONDS = 10**8


def parse_level(words: list[str]) -> TimeControl | None:
    """Parses `MOVES BASE INCREMENT`: moves to the control (0: the whole game), BASE in minutes or minutes:seconds, INCREMENT in
    seconds; None if unreadable, or without any time."""
    if len(words) != 3:
        return None
    moves = parse_integer(words[0])
    minutes, _, seconds = words[1].partition(":")
    base = (parse_integer(minutes), parse_integer(seconds or "0"))
    increment_ms = parse_seconds(words[2])
    if moves is None or base[0] is None or base[1] is None or increment_ms is None:
        return None
    base_ms = min(max(base[0] * 60 + base[1], 0), MAX_SECONDS) * 1000
    if not base_ms and not increment_ms:
        return None
    return TimeControl(base_ms, increment_ms, min(max(moves, 0), 1000))


def parse_seconds(text: str) -> int | None:
    """Seconds with an optional fraction as milliseconds, at least 0; None if unreadable."""
    whole, _, fraction = text.partition(".")
    seconds = parse_integer(whole or "0")
    if seconds is None or (fraction and not (fraction.isascii() and fraction.isdigit())) or not (whole or fraction):
        return None
    thousandths = int((fraction + "000")[:3])
    return min(max(seconds, 0), MAX_SECONDS) * 1000 + (thousandths if seconds >= 0 else 0)


def parse_count(words: list[str], low: int) -> int | None:
    """The first word as a whole number, at least `low`; None if unreadable."""
    value = parse_integer(words[0]) if words else None
    return None if value is None else min(max(value, low), MAX_INTEGER)


def score_number(score: Score) -> int:
    """A score in the form of CECP's thinking output."""
    if score.mate is None:
        return score.number
    return MATE_SCORE + score.mate if score.mate > 0 else -MATE_SCORE + score.mate


def post_line(info: Info, pv: Iterable[str]) -> str:
    """A line of thinking output: ply, score, centiseconds, nodes, selective depth, nodes/s, table hits, moves."""
    numbers = (
        f"{info.depth} {score_number(info.score)} {info.time_ms // 10} {info.nodes}"
        f" {info.selective_depth} {info.nodes_per_second} {info.tablebase_hits}"
    )
    return f"{numbers}\t{' '.join(pv)}"


def feature_block(uci_option_lines: Iterable[str]) -> str:
    """The answer to `protover`: the supported features and options."""
    options = [feature for line in uci_option_lines if (feature := option_feature(line))]
    return "\n".join([*FEATURES, *options, "feature done=1"])


def option_feature(uci_line: str) -> str | None:
    """A UCI option line as CECP's `feature option="..."`; None for options with their own CECP command. Spaces in names become
    underscores, because some programs take the first word as the name."""
    words = uci_line.split()
    type_at = words.index("type")
    name = " ".join(words[2:type_at])
    if name in MANAGED:
        return None
    kind, rest = words[type_at + 1], words[type_at + 2 :]
    values = {key: _value_of(key, rest) for key in ("default", "min", "max")}
    default = values["default"].replace("<empty>", "")
    head = f"{cecp_name(name)} -{'path' if name.endswith('Path') else kind}"
    if kind == "check":
        body = f" {int(default == 'true')}"
    elif kind == "spin":
        body = f" {default} {values['min']} {values['max']}"
    elif kind == "combo":
        choices = " ".join(rest).split(" var ")[1:]
        body = " " + " /// ".join(f"*{choice}" if choice == default else choice for choice in choices)
    else:
        body = f" {default}" if kind == "string" else ""
    return f'feature option="{head}{body}"'


def cecp_name(uci_name: str) -> str:
    return uci_name.replace(" ", "_")


def _value_of(key: str, words: list[str]) -> str:
    if key not in words:
        return ""
    after = words[words.index(key) + 1 :]
    end = next((index for index, word in enumerate(after) if word in ("min", "max", "var", "default")), len(after))
    return " ".join(after[:end])
