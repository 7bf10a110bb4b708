"""How often people and the levels of their ratings play a mate in one.

    nice -n 19 python -m tests.bench.human_mates FOLDER/test.games [POSITIONS]

The games are those of `ratsu train human extract`; only lichess, whose ratings the levels mean, from ply 20 on. Of each band
so many positions (default 250) are drawn; the level makes one move in each.
"""

import random
import sys
from collections import defaultdict
from pathlib import Path

import chess

from engine.game.limits import GamePosition, Limits
from engine.human.predicted_player import Site
from engine.play.people.character import Character
from engine.play.people.human_mover import HumanMover
from engine.rules.board import CoreBoard
from engine.training.human.games import HumanGame, read_games

BAND, LOWEST, HIGHEST = 200, 800, 2200  # Elo
FIRST_PLY = 20

Found = tuple[int, tuple[str, ...], str, frozenset[str]]  # rating, moves so far, the move played, those that mate


def main() -> None:
    """Prints a row for each band."""
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 250
    bands: dict[int, list[Found]] = defaultdict(list)
    for game in read_games(Path(sys.argv[1])):
        for found in mates(game) if game.site == Site.LICHESS else []:
            bands[found[0] // BAND * BAND].append(found)
    people, dice = HumanMover(), random.Random(1)
    print("band          n   people mate   level mates")
    for band, rows in sorted(bands.items()):
        if LOWEST <= band <= HIGHEST:
            drawn = dice.sample(rows, min(wanted, len(rows)))
            mated = sum(played in mating for _, _, played, mating in drawn)
            level = sum(answer(people, moves, elo) in mating for elo, moves, _, mating in drawn)
            share, own = 100 * mated / len(drawn), 100 * level / len(drawn)
            print(f"{band}-{band + BAND - 1} {len(drawn):6}   {share:9.0f} %   {own:9.0f} %", flush=True)


def mates(game: HumanGame) -> list[Found]:
    """The positions of a game with a mate in one."""
    board, names, found = CoreBoard.start(), list[str](), list[Found]()
    for ply, move in enumerate(game.moves):
        name = board.uci(move)
        mating = (
            frozenset(board.uci(legal) for legal in board.legal_moves() if _mates(board, legal))
            if ply >= FIRST_PLY
            else ()
        )
        if mating:
            found.append((game.question(ply).elo, tuple(names), name, frozenset(mating)))
        names.append(name)
        board.push(move)
    return found


def answer(people: HumanMover, moves: tuple[str, ...], elo: int) -> str:
    """What the level of a rating plays."""
    choice = people.choose(GamePosition(chess.STARTING_FEN, moves, chess960=False), Limits(), Character(elo), seed=1)
    assert choice is not None
    return choice.move


def _mates(board: CoreBoard, move: int) -> bool:
    if not board.gives_check(move):
        return False
    board.push(move)
    mated = not board.legal_moves()
    board.pop()
    return mated


if __name__ == "__main__":
    main()
