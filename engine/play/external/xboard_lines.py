"""The XBoard protocol from the other side: time commands, and thinking output as values."""

import chess

from engine.game.info import Info, Score
from engine.game.limits import Limits
from engine.play.external.errors import EngineUnusable
from engine.play.external.uci_lines import MOST_PLIES, legal_line
from engine.protocols.uci_text import MAX_INTEGER, parse_integer
from engine.protocols.xboard_text import MATE_SCORE


def time_commands(limits: Limits, white: bool, name: str, *, first: bool) -> list[str]:
    """The commands that say how long an engine may think. `first`: it does not know this game's control yet.

    :raises EngineUnusable: a limit that the protocol does not have.
    """
    if limits.nodes is not None:
        raise EngineUnusable("%1: the XBoard protocol has no limit of nodes a move", name)
    if limits.depth is not None:
        return [f"sd {limits.depth}"] if first else []
    if limits.move_time_ms is not None:
        return [f"st {max(1, round(limits.move_time_ms / 1000))}"] if first else []
    own_ms, other_ms = limits.white_time_ms or 0, limits.black_time_ms or 0
    increment_ms = limits.white_increment_ms if white else limits.black_increment_ms
    if not white:
        own_ms, other_ms = other_ms, own_ms
    commands = [f"time {max(1, own_ms // 10)}", f"otim {max(1, other_ms // 10)}"]
    if first:
        minutes, seconds = divmod(own_ms // 1000, 60)
        commands.insert(0, f"level {limits.moves_to_go or 0} {minutes}:{seconds:02d} {increment_ms / 1000:g}")
    return commands


def parse_report(line: str, board: chess.Board) -> Info | None:
    """Reads `PLY SCORE TIME NODES [SELDEPTH SPEED TBHITS TAB] PV`, time in centiseconds; None where it is none."""
    head, tab, tail = line.partition("\t")
    words = head.split()
    if len(words) < 4:
        return None
    depth, score, time_cs, nodes = (parse_integer(word.rstrip(".&+-")) for word in words[:4])
    if depth is None or score is None or nodes is None or time_cs is None:
        return None
    extra = [parse_integer(word) for word in words[4:7]] if tab else []
    moves = tail.split() if tab else words[4:]
    selective = extra[0] if extra and extra[0] is not None else depth
    return Info(
        depth=max(0, min(1_000, depth)),
        selective_depth=max(0, min(1_000, selective)),
        multipv=1,
        score=_score(score),
        nodes=max(0, min(MAX_INTEGER, nodes)),
        time_ms=max(0, min(MAX_INTEGER, time_cs * 10)),
        pv=legal_line([word for word in moves if not word.rstrip(".").isdigit()][:MOST_PLIES], board),
    )


def _score(number: int) -> Score:
    if abs(number) >= MATE_SCORE:
        return Score(mate=number - MATE_SCORE if number > 0 else number + MATE_SCORE)
    return Score(centipawns=number)
