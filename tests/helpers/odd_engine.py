"""Engines that are odd, but obey: `python odd_engine.py ODDITY [MARK]`, a UCI engine that shuffles knights.

What it is sent is added to the file in ODD_LOG. The oddities are from public reports of other programs.
"""

import os
import sys
import time
from pathlib import Path

SHUFFLE = {True: ("g1f3", "f3g1"), False: ("g8f6", "f6g8")}
INFO = "info depth 5 score cp 12 nodes 500 time 3 pv "
OPTIONS = (
    "option name Hash type spin default 16 min 1 max 128",
    "option name Huge type spin default 99999999999999 min -5 max 9223372036854775807",
    "option name Caps type check default True",
    "option name Style type combo default Normal var Solid var Normal var Risky Play",
    "option name Variant type combo default chess var chess var mini var max",
    "option name Path type string empty",
    "option name UCI_Elo type spin default 1320 min 1320 max 3190",
    "option name UCI_LimitStrength type check default false",
    "option name Clear Hash type button",
)


def say(line: str) -> None:
    sys.stdout.buffer.write(line.encode("utf-8", "surrogateescape") + b"\n")
    sys.stdout.buffer.flush()


def go(oddity: str, move: str) -> None:
    if oddity == "spaces":
        say("  " + (INFO + move).replace(" ", "   "))
        say("   bestmove   " + move + "  ")
    elif oddity == "tabs":
        say((INFO + move).replace(" ", "\t"))
        say("\tbestmove\t" + move)
    else:
        say(INFO + move)
        say("bestmove " + move)
    if oddity == "twice":
        say("bestmove " + move)
    if oddity == "twice, late":
        time.sleep(0.05)
        say("bestmove " + move)


def main() -> None:
    oddity = sys.argv[1]
    log = os.environ.get("ODD_LOG")
    plies = 0
    for line in sys.stdin:
        if log:
            with Path(log).open("a") as file:
                file.write(line)
        words = line.split()
        if words == ["uci"]:
            name = {"latin1": "Jos\udce9", "tabs": "\tTab  bed"}.get(oddity, "Odd")
            say(("\tid\tname\t" if oddity == "tabs" else "id name ") + name)
            for option in OPTIONS:
                say("\t" + option.replace(" ", "\t") if oddity == "tabs" else option)
            say("  uciok " if oddity in ("spaces", "tabs") else "uciok")
        elif words == ["isready"]:
            say("\treadyok " if oddity in ("spaces", "tabs") else "readyok")
        elif words[:1] == ["position"]:
            plies = len(words) - words.index("moves") - 1 if "moves" in words else 0
        elif words in (["stop"], ["ponderhit"]) or (words[:1] == ["go"] and not {"infinite", "ponder"} & set(words)):
            go(oddity, SHUFFLE[plies % 2 == 0][(plies // 2) % 2])
        elif words == ["quit"]:
            return


if __name__ == "__main__":
    main()
