"""Engines that behave badly, as processes: `python fake_engine.py PROTOCOL BEHAVIOUR`.

Protocols uci and xboard. Behaviours: shuffle (knights out and back, legal from the start position while nothing is in
their way), illegal, dies (when it is to move), silent (when it is to move), mute (from the start), gone (ends at once),
deaf (ignores quit), flood (thirty thousand lines before each move), resigns, child (starts a sleeping child),
waits (xboard: moves when it is told to, by `?`).
The xboard engine knows neither setboard nor ping, as the oldest do.
"""

import subprocess
import sys
import time

SHUFFLE = {True: ("g1f3", "f3g1"), False: ("g8f6", "f6g8")}


def main() -> None:
    protocol, behaviour = sys.argv[1:3]
    if behaviour == "gone":
        return
    if behaviour == "mute":
        time.sleep(600)
    if behaviour == "child":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    if protocol == "uci":
        uci(behaviour)
    else:
        xboard(behaviour)


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def lines(behaviour: str):  # type: ignore[no-untyped-def]
    for line in sys.stdin:
        if line.strip() == "quit":
            if behaviour != "deaf":
                return
            time.sleep(600)
        yield line.split()


def move_of(behaviour: str, plies: int, prefix: str) -> None:
    if behaviour == "dies":
        sys.exit(3)
    if behaviour == "silent":
        time.sleep(600)
    if behaviour == "flood":
        for _ in range(30_000):
            print("info string nothing" if prefix == "bestmove" else "# nothing")
    if behaviour == "resigns":
        say("resign")
        return
    move = "e2e7" if behaviour == "illegal" else SHUFFLE[plies % 2 == 0][(plies // 2) % 2]
    say(f"{prefix} {move}")


def uci(behaviour: str) -> None:
    plies = 0
    for words in lines(behaviour):
        if words == ["uci"]:
            say("id name Fake", "option name Hash type spin default 1 min 1 max 9", "uciok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            plies = len(words) - words.index("moves") - 1 if "moves" in words else 0
        elif words[:1] == ["go"]:
            move_of(behaviour, plies, "bestmove")


def xboard(behaviour: str) -> None:
    plies, forced = 0, False
    for words in lines(behaviour):
        if words == ["new"]:
            plies, forced = 0, False
        elif words == ["force"]:
            forced = True
        elif words == ["go"] or (words and len(words[0]) == 4 and words[0][1].isdigit()):
            plies += words != ["go"]
            forced = forced and words != ["go"]
            if not forced and behaviour != "waits":
                move_of(behaviour, plies, "move")
                plies += 1
        elif words == ["?"] and not forced:
            move_of(behaviour, plies, "move")
            plies += 1


if __name__ == "__main__":
    main()
