"""Files of any number of games, for measuring growth: `python -m tests.bench.many_games FILE GAMES`.

Each game is an opening of 20 plies from the shared games, and 50 to 90 random legal moves after it; names, events and
ratings are those of real games. `LINES` different continuations are made with the rules; after that each is used again,
one move shorter each time, so that ten million games take minutes and no two have the same moves.
"""

import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from engine.pgn.reader import read_main_lines
from engine.rules.board import CoreBoard
from engine.rules.fen import SQUARE_NAMES, START_FEN
from tests.helpers.shared import SHARED

LINES = 200_000
OPENING_PLIES = 20
LEAST_PLIES, MOST_PLIES = 50, 90  # after the opening
_CASTLING, _PASSING, _PROMOTION = 3, 2, 1  # kinds of moves
_RESULTS = ("1-0", "0-1", "1/2-1/2")


class _Scoresheet:
    """A game being written: the board, and the letter of the piece on each square."""

    def __init__(self) -> None:
        self.board = CoreBoard.start()
        self.pieces = [""] * 64
        for row, line in enumerate(reversed(START_FEN.split()[0].split("/"))):
            if not line.isdigit():
                self.pieces[8 * row : 8 * row + 8] = line.upper()

    def play(self, move: int, legal: list[int]) -> str:
        """Makes a move and returns its SAN without a sign of check."""
        source, target, kind = move & 63, move >> 6 & 63, move >> 14
        pieces, piece = self.pieces, self.pieces[source]
        if kind == _CASTLING:
            king = target > source
            pieces[source] = pieces[target] = ""
            pieces[source + 2 if king else source - 2], pieces[source + 1 if king else source - 1] = "K", "R"
            san = "O-O" if king else "O-O-O"
        else:
            taken = pieces[target] or kind == _PASSING
            san = SQUARE_NAMES[target]
            if piece == "P":
                san = f"{SQUARE_NAMES[source][0]}x{san}" if taken else san
            else:
                others = [one & 63 for one in legal if one >> 6 & 63 == target and one & 63 != source]
                san = piece + _origin(source, [one for one in others if pieces[one] == piece]) + "x" * bool(taken) + san
            if kind == _PASSING:
                pieces[8 * (source // 8) + target % 8] = ""
            pieces[source], pieces[target] = "", piece
            if kind == _PROMOTION:
                pieces[target] = "NBRQ"[move >> 12 & 3]
                san += f"={pieces[target]}"
        self.board.push(move)
        return san


def _origin(source: int, others: list[int]) -> str:
    """What a move of a piece needs beside its target, if others of its kind can go there."""
    if not others:
        return ""
    if all(one % 8 != source % 8 for one in others):
        return SQUARE_NAMES[source][0]
    if all(one // 8 != source // 8 for one in others):
        return SQUARE_NAMES[source][1]
    return SQUARE_NAMES[source]


def line_of(opening: list[int], chance: random.Random) -> list[str]:
    """The moves of a game that goes on at random after an opening."""
    sheet, sans = _Scoresheet(), []
    for move in opening:
        sans.append(sheet.play(move, sheet.board.legal_moves()))
    for _ in range(chance.randint(LEAST_PLIES, MOST_PLIES)):
        legal = sheet.board.legal_moves()
        if not legal:
            break
        sans.append(sheet.play(chance.choice(legal), legal))
    return [f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san for ply, san in enumerate(sans)]


def games(count: int, lines: int = LINES) -> Iterator[str]:
    """Games as PGN, the same ones in every run."""
    chance = random.Random(1)
    openings, tags = [], []
    for path in sorted((SHARED / "data" / "games").glob("*.pgn.gz")):
        for line in islice(read_main_lines(path), 0, None, 4):
            if len(line.moves) >= OPENING_PLIES and line.start_fen is None:
                openings.append(list(line.moves[:OPENING_PLIES]))
                tags.append({name: line.headers.get(name, "?") for name in ("White", "Black", "Event", "Site", "ECO")})
    made = ["\t".join(line_of(chance.choice(openings), chance)) for _ in range(min(count, lines))]
    names = [tag[side] for tag in tags for side in ("White", "Black")]
    for number in range(count):
        moves, shorter = made[number % lines].split("\t"), number // lines
        tag, result = tags[chance.randrange(len(tags))], chance.choice(_RESULTS)
        white, black = chance.choice(names), chance.choice(names)
        yield (
            f'[Event "{tag["Event"]}"]\n[Site "{tag["Site"]}"]\n[Date "{1950 + number % 75}.{1 + number % 12:02}.'
            f'{1 + number % 28:02}"]\n[Round "{1 + number % 11}"]\n[White "{white}"]\n[Black "{black}"]\n'
            f'[Result "{result}"]\n[WhiteElo "{2000 + number % 800}"]\n[BlackElo "{2000 + number % 700}"]\n'
            f'[ECO "{tag["ECO"]}"]\n\n{_wrapped(moves[: len(moves) - shorter])} {result}\n\n'
        )


def _wrapped(words: list[str]) -> str:
    """The moves in lines below 80 characters."""
    return "\n".join(" ".join(words[start : start + 12]) for start in range(0, len(words), 12))


def write(path: Path, count: int, lines: int = LINES) -> None:
    """Writes a file of so many games."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(games(count, lines))


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
