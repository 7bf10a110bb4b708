"""Games of Ratsu with itself at fixed nodes; python-chess judges every move and every end.

Run: `python -m tests.bench.self_play JOURNAL [--games N]`. Each game is made from its number: four to twelve random moves,
every fourth game in Chess960, 60 to 400 nodes a move for each side. After each move the core and python-chess must agree on the
legal moves, on check and on the end; python-chess counts repetitions by its own EPD. Every 20th game goes through PGN, and
python-chess reads it. The journal gets a line for each game and one for the memory after each 500; the same command continues.
"""

import argparse
import io
import json
import random
import resource
import time
from collections import Counter
from pathlib import Path

import chess
import chess.pgn

from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.game.tree import SEVEN_TAGS, Game
from engine.pgn.writer import written_game
from engine.player import Player
from engine.rules.board import CoreBoard

MOST_PLIES = 600  # as long as the fifty-move rule lets the longest game of two weak players be
FEWEST_NODES, MOST_NODES = 60, 400
MEMORY_EVERY, PGN_EVERY = 500, 20


class Disagreement(Exception):
    """The core, the engine and python-chess do not say the same."""


def core_verdict(board: CoreBoard) -> str | None:
    """How the game is over for the compiled rules."""
    if not board.legal_moves():
        return ("0-1" if board.white_to_move else "1-0") if board.in_check else "1/2-1/2 stalemate"
    if board.is_insufficient_material():
        return "1/2-1/2 material"
    if board.repetitions() >= 2:
        return "1/2-1/2 repetition"
    return "1/2-1/2 fifty" if board.halfmove_clock >= 100 else None


def judged(board: chess.Board, seen: int) -> str | None:
    """How it is over for python-chess; `seen`: how often this position has stood on the board."""
    if not any(board.generate_legal_moves()):
        return ("0-1" if board.turn else "1-0") if board.is_check() else "1/2-1/2 stalemate"
    if board.is_insufficient_material():
        return "1/2-1/2 material"
    if seen >= 3:
        return "1/2-1/2 repetition"
    return "1/2-1/2 fifty" if board.halfmove_clock >= 100 else None


class JudgedGame:
    """One game on both boards at once."""

    def __init__(self, number: int) -> None:
        self.dice = random.Random(f"self-play {number}")
        self.board = chess.Board.from_chess960_pos(self.dice.randrange(960)) if number % 4 == 3 else chess.Board()
        self.first_fen = self.board.fen()
        self.core = CoreBoard.from_fen(self.first_fen, self.board.chess960)
        self.moves: list[str] = []
        self.seen = Counter([self.board.epd()])
        for _ in range(self.dice.randrange(4, 13)):
            legal = sorted(move.uci() for move in self.board.legal_moves)
            if legal and self.end() is None:
                self.play(self.dice.choice(legal))

    def play(self, uci: str) -> None:
        """Plays a move on both boards.

        :raises Disagreement: it is not legal, or the boards differ behind it.
        """
        move = chess.Move.from_uci(uci)
        if not self.board.is_legal(move):
            raise Disagreement(f"{uci} is not legal in {self.board.fen()}")
        self.board.push(move)
        self.core.push_uci(uci)
        self.moves.append(uci)
        self.seen[self.board.epd()] += 1
        theirs = sorted(move.uci() for move in self.board.legal_moves)
        if sorted(self.core.legal_uci_moves()) != theirs or self.core.in_check != self.board.is_check():
            raise Disagreement(f"legal moves or check differ in {self.board.fen()}")

    def end(self) -> str | None:
        """How it is over; None while it continues.

        :raises Disagreement: the core and python-chess say different things.
        """
        ours, theirs = core_verdict(self.core), judged(self.board, self.seen[self.board.epd()])
        if ours != theirs:
            raise Disagreement(f"the core says {ours}, python-chess {theirs}: {self.board.fen()} after {self.moves}")
        return theirs


def through_pgn(game: JudgedGame, result: str) -> None:
    """Written by Ratsu and read by python-chess, it is the same game.

    :raises Disagreement: it is not.
    """
    tree = Game.new(Position.of(game.first_fen, game.board.chess960), {**SEVEN_TAGS, "Result": result})
    board = CoreBoard.from_fen(game.first_fen, game.board.chess960)
    tree = tree.with_line(board, _pushed(board, game.moves))
    found = chess.pgn.read_game(io.StringIO(written_game(tree)))
    if found is None or found.errors or found.headers["Result"] != result:
        raise Disagreement(f"PGN: {found and found.errors}")
    if found.end().board().fen() != game.board.fen() or found.end().ply() != len(game.moves):
        raise Disagreement(f"PGN: {found.end().board().fen()} is not {game.board.fen()}")


def _pushed(board: CoreBoard, moves: list[str]) -> list[int]:
    numbers = []
    copy = board.copy()
    for uci in moves:
        numbers.append(copy.parse_uci(uci))
        copy.push(numbers[-1])
    return numbers


def played(number: int, players: list[Player]) -> tuple[str, int]:
    """The end and the plies of the game with this number.

    :raises Disagreement: a move or the end is wrong.
    """
    game = JudgedGame(number)
    nodes = [game.dice.randrange(FEWEST_NODES, MOST_NODES + 1) for _ in players]
    for player in players:
        player.new_game()
    while (end := game.end()) is None and len(game.moves) < MOST_PLIES:
        side = len(game.moves) % 2
        position = GamePosition(game.first_fen, tuple(game.moves), chess960=game.board.chess960)
        game.play(players[side].search(position, Limits(nodes=nodes[side])).best_move or "0000")
    if number % PGN_EVERY == 0:
        through_pgn(game, (end or "*").split()[0])
    return end or "* too long", len(game.moves)


def main() -> int:
    """The exit code is 1 if any game was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    wanted = parser.parse_args()
    kept = [json.loads(line) for line in wanted.journal.read_text().splitlines()] if wanted.journal.exists() else []
    games = [row for row in kept if "game" in row]
    players = [Player(), Player()]
    for player in players:
        player.set_option("Hash", 1)
    with wanted.journal.open("a", encoding="utf-8") as journal:
        for number in range(len(games), wanted.games):
            try:
                end, plies = played(number, players)
            except (Disagreement, ValueError) as error:  # a move that is none is a ValueError
                end, plies = f"WRONG: {error}", 0
                print(f"game {number}: {error}", flush=True)
            games.append({"game": number, "end": end, "plies": plies})
            rows = games[-1:]
            if len(games) % MEMORY_EVERY == 0:
                mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                rows = [*rows, {"after": len(games), "rss_mb": round(mb, 1), "cpu_s": round(time.process_time())}]
            journal.write("".join(json.dumps(row) + "\n" for row in rows))
            journal.flush()
    wrong: int = sum(row["end"].startswith("WRONG") for row in games)
    print(f"{len(games)} games, {sum(row['plies'] for row in games)} moves, {wrong} wrong")
    for end, count in sorted(Counter(row["end"] for row in games).items()):
        print(f"{count:6} {end[:60]}")
    return wrong > 0


if __name__ == "__main__":
    raise SystemExit(main())
