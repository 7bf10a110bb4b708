"""The bad doubles of reliability promise P15: `python bad_engine.py BEHAVIOUR [MARK]`, a UCI engine but for its one vice.

MARK is a word that only marks the process (and its children) for the search for orphans. Otherwise it shuffles knights.
"""

import mmap
import os
import subprocess
import sys
import time

SHUFFLE = {True: ("g1f3", "f3g1"), False: ("g8f6", "f6g8")}
REPLIES = {"none": "bestmove (none)", "null": "bestmove 0000", "empty": "bestmove", "illegal": "bestmove e2e7"}


def main() -> None:
    behaviour = sys.argv[1]
    if behaviour == "dies at start":
        sys.stderr.write("error while loading shared libraries: libnothing.so\n")
        sys.exit(127)
    if behaviour == "silent":
        time.sleep(600)
    if behaviour == "stderr flood" and os.fork() == 0:
        while True:
            os.write(2, b"warning: this is said again and again\n" * 100)
    if behaviour == "grandchild":
        leave_a_grandchild()
    if behaviour == "memory":
        hoard = mmap.mmap(-1, 1_000_000_000)
        for place in range(0, len(hoard), 8 * 4096):  # every eighth page: the machine has other tests to run
            hoard[place] = 1
    obey(behaviour)
    if behaviour == "dies after quit":
        os.abort()


def leave_a_grandchild() -> None:
    """One in the process group, and one that is in a session of its own, as daemons are."""
    sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(600)", *sys.argv[2:]]
    subprocess.Popen(sleeper)
    if os.fork() == 0:
        os.setsid()
        subprocess.Popen(sleeper, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os._exit(0)


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def obey(behaviour: str) -> None:
    plies, white = 0, True
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            if behaviour == "ignores quit":
                continue
            return
        if words == ["uci"]:
            greet(behaviour)
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            plies = len(words) - words.index("moves") - 1 if "moves" in words else 0
            white = " b " not in line.partition("moves")[0]
        elif words[:2] == ["go", "ponder"]:
            note("go ponder")
        elif words == ["ponderhit"]:
            note("ponderhit")
            say("bestmove " + SHUFFLE[(plies % 2 == 0) == white][(plies // 2) % 2])
        elif words[:1] == ["go"]:
            note("go")
            go(behaviour, plies, (plies % 2 == 0) == white, "infinite" in words)
        elif words == ["stop"] and behaviour not in ("ignores stop", "silent in go"):
            say("bestmove " + SHUFFLE[(plies % 2 == 0) == white][(plies // 2) % 2])
    if behaviour == "ignores quit":
        time.sleep(600)


def greet(behaviour: str) -> None:
    if behaviour == "slow start":
        time.sleep(34)
    if behaviour == "not text":
        sys.stdout.buffer.write(b"id name B\xff\xfe\x80d\noption name \xc3\x28 type string default \xf0\x28\n")
    elif behaviour == "NUL":
        sys.stdout.buffer.write(b"id name Nu\0l\n\0\0\0\noption name H\0sh type spin default 1 min 1 max 9\n")
    else:
        say(f"id name Bad ({behaviour})", "id author nobody")
    if behaviour == "wrong options":
        say(
            "option name Upside type spin default 3 min 9 max 1",
            "option name Bare type spin",
            "option name Huge type spin default 99999999999999999999999 min 0 max 5",
            "option name Maybe type check default perhaps",
            "option name None type combo",
            "option name Odd type combo default x var y",
            "option name Strange type telepathy default 3",
            "option type spin",
            "option name",
            "option",
            "option name " + "x" * 5000 + " type string default " + "y" * 50_000,
        )
    say("uciok")


def go(behaviour: str, plies: int, white: bool, infinite: bool) -> None:
    if behaviour == "dies in go" or (behaviour == "dies once" and first_time()):
        os.kill(os.getpid(), 11)
    if behaviour == "silent in go":
        time.sleep(600)
    if behaviour == "closes stdout":
        os.close(1)
        time.sleep(600)
    if behaviour == "floods":
        block = b"".join(b"info depth 1 score cp %d nodes 20 pv e2e4\n" % number for number in range(10_000))
        while True:
            os.write(1, block)
    if behaviour == "endless line":
        for _ in range(300):
            os.write(1, b"x" * 1_000_000)
        os.write(1, b"\n")
    if behaviour == "not text":
        sys.stdout.buffer.write(b"info string \xff\xfe\ninfo depth 1 score cp 3 pv \xff\xfe\n")
    if behaviour == "NUL":
        sys.stdout.buffer.write(b"info\0depth\0\n\0\ninfo depth 2 score cp 4 pv \0\0\n")
    if behaviour in ("ignores stop", "analyses") or infinite:
        say("info depth 5 seldepth 7 multipv 1 score cp 21 nodes 999 time 3 pv " + SHUFFLE[white][(plies // 2) % 2])
        return
    say("info depth 1 score cp 0 nodes 1")
    if behaviour == "ponders":  # expects the knight back home, or out again
        expected = SHUFFLE[not white][((plies + 1) // 2) % 2]
        say("bestmove " + SHUFFLE[white][(plies // 2) % 2] + " ponder " + expected)
        return
    say(REPLIES.get(behaviour, "bestmove " + SHUFFLE[white][(plies // 2) % 2]))


def note(command: str) -> None:
    """What a pondering engine was told, for the test to read."""
    if sys.argv[1] == "ponders":
        with open(sys.argv[2], "a") as file:  # noqa: PTH123 - a path that may not be there for other behaviours
            file.write(f"{command}\n")


def first_time() -> bool:
    """Whether the mark's file is not there yet; afterwards it is."""
    try:
        os.close(os.open(sys.argv[2], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


if __name__ == "__main__":
    main()
