"""A UCI engine that keeps every rule but one. usage: rule_breaker.py FAULT

It plays the first legal move by python-chess. It shares no code with Ratsu.
"""

import contextlib
import sys

import chess


def say(line: str) -> None:
    print(line, flush=True)


class Breaker:
    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.board = chess.Board()
        self.waiting: list[str] = []  # of an infinite search, or while pondering
        self.pondering = False
        self.lines = 1

    def greet(self) -> None:
        if self.fault != "identity":
            say("id name Breaker")
        say("id author nobody")
        default = 99 if self.fault == "options" else 16
        say(f"option name Hash type spin default {default} min 1 max 64")
        say("option name MultiPV type spin default 1 min 1 max 9")
        say("option name Ponder type check default false")
        say("option name UCI_Chess960 type check default false")
        if self.fault == "strength":
            say("option name UCI_Elo type spin default 1500 min 1000 max 2000")
        say("uciok")

    def set_position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        fen = chess.STARTING_FEN if words[1] == "startpos" else " ".join(words[2:cut])
        self.board = chess.Board(fen, chess960=self.board.chess960)
        if self.fault != "moves":
            for move in words[cut + 1 :]:
                self.board.push_uci(move)

    def go(self, words: list[str]) -> None:
        legal = sorted(self.board.legal_moves, key=lambda move: move.uci())
        named = [move for move in legal if move.uci() in words[1:]]
        if named and self.fault != "searchmoves":
            legal = named
        if not legal:
            self.answer("bestmove e1e8" if self.fault == "mated" else "bestmove (none)")
            return
        move = self.board.uci(legal[0])
        for number, line in enumerate(legal[: self.lines], 1):
            rank = f"multipv {1 if self.fault == 'multipv' else number}"
            score = "score 12" if self.fault == "lines" else "score cp 12"
            say(f"info depth 1 {rank} {score} nodes 20 pv {self.board.uci(line)}")
        if self.fault == "promotion":
            move = move.upper() if len(move) == 5 else move
        if self.fault == "castling" and self.board.is_castling(legal[0]):
            move = "O-O"
        if self.fault == "chess960" and self.board.chess960 and self.board.is_castling(legal[0]):
            move = "b1g1"
        text = f"bestmove {move}"
        unending = "infinite" in words or "ponder" in words or (self.fault == "nodes" and "nodes" in words)
        self.pondering = "ponder" in words
        ignored = (self.fault == "infinite" and "infinite" in words) or (self.fault == "ponderhit" and self.pondering)
        if unending and not ignored:
            self.waiting = [text]
        else:
            self.answer(text)

    def answer(self, text: str) -> None:
        say(text)
        if self.fault == "one-answer":
            say(text)

    def stop(self) -> None:
        if self.waiting:
            self.answer(self.waiting.pop())
        elif self.fault == "idle-stop":
            say("bestmove e2e4")

    def set_option(self, words: list[str]) -> None:
        name, value = words[2], words[-1]
        if name == "MultiPV":
            self.lines = int(value)
        if name == "UCI_Chess960":
            self.board.chess960 = value == "true"
        if self.fault == "bad-value" and name == "Hash":
            assert int(value) >= 1
        if self.fault == "unknown-option" and name == "No":
            raise KeyError(name)

    def obey(self, line: str) -> bool:
        words = line.split(" ") if self.fault == "white-space" else line.split()
        command = words[0] if words else ""
        if command == "uci":
            self.greet()
        elif command == "isready":
            if self.waiting and self.fault == "ready-while-searching":
                self.stop()
            say("readyok")
            if self.fault == "ready":
                say("readyok")
        elif command == "position":
            self.set_position(words)
        elif command == "go":
            self.go(words)
        elif command in ("stop", "ponderhit"):
            self.stop()
        elif command == "setoption":
            self.set_option(words)
        elif command == "quit":
            return self.fault == "quit" or (self.fault == "quit-while-searching" and bool(self.waiting))
        elif command == "joho" and self.fault == "unknown-command":
            raise ValueError(line)
        return True


def main() -> None:
    breaker = Breaker(sys.argv[1])
    with contextlib.suppress(KeyboardInterrupt):
        for line in sys.stdin:
            if not breaker.obey(line.rstrip("\n")):
                return


main()
