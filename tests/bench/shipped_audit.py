"""Is every word of the shipped book true? Asks a foreign engine, and the games of strong players.

    python -m tests.bench.shipped_audit [--playable 500] [--seed 1] [--condemned 300] [--games FILE ...] [--book FILE]
        [--nodes 1000000] [--engine COMMAND]

- Condemned moves (`$`, `?`), the most played: what each loses, with `--nodes` for the position and for the move, and
  whether the book holds a reply.
- Playable moves (`!` and normal), drawn at random: what each loses. Another seed draws others: what was mended after one audit
  is judged by moves that it did not see.
- Games that the book was not made from: in how many of their first 10, 16 and 20 positions the book has a move to play, and
  how often it agrees with the move played most.
- Lines that theory plays: each move must be playable. Of the main lines the book must have each position, and each move as
  playable: `main_lines` names the moves that are not, and those that the book does not play by itself.
- Gambits and traps: the book must have a move in each position up to eight half moves after them.

Standard output is one JSON object; each move is told on standard error when its answer is known.
"""

import argparse
import json
import random
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import chess
import chess.engine

from books.analysis import MATE_CP
from books.choice.judging import moves_by_rows
from books.choice.layers import LayeredMove, join
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import Flag, Layer
from books.formats.games import read_lines
from books.key import encode, position_key
from books.repertoire.book_check import Visit, walk
from books.repertoire.coverage import DEPTHS, coverage
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.training.book.theory import ANSWERED_PLIES
from engine.training.book.theory_lines import GAMBITS
from engine.training.book.theory_lines import THEORY as THEORY_LINES

NODES = 1_000_000
CONDEMNED_CP, PLAYABLE_CP = 50, 60
DOUBTFUL_CP, DEEPER = 25, 4
"""With fewer nodes than `NODES`, a move that loses this much is asked again with so many times the nodes."""

THEORY = {
    "Ruy Lopez, 4.Ba4": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O",
    "Ruy Lopez, Berlin": "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6",
    "Sicilian, Sveshnikov": "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5",
    "Sicilian, Kan": "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6",
    "Sicilian, Taimanov": "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7",
    "Caro-Kann, 5.Ng5": "e4 c6 d4 d5 Nd2 dxe4 Nxe4 Nd7 Ng5",
}


class Word(NamedTuple):
    """What the book says of one move."""

    board: chess.Board
    move: chess.Move
    flag: Flag
    games: float

    def __str__(self) -> str:
        return f"{self.board.fen()} {self.board.san(self.move)}{self.flag.symbol}, {self.games:.0f} games"


def words(visits: Iterable[Visit]) -> list[Word]:
    """Every word of the book about some positions."""
    return [
        Word(visit.board, move, entry.flag, sum(row.games for _, row in entry.rows))
        for visit in visits
        for move, entry in visit.moves
    ]


def condemned_words(visits: Iterable[Visit]) -> list[Word]:
    """Those that warn of a move, the most played first."""
    bad = (word for word in words(visits) if word.flag in (Flag.DUBIOUS, Flag.BAD))
    return sorted(bad, key=lambda word: -word.games)


def moves_at(book: BookFile, key: int) -> list[LayeredMove]:
    """The book's moves of a position."""
    return join([(Layer.SHIPPED, book.rows(key))])


def losses(sample: Iterable[Word], engine: chess.engine.SimpleEngine, nodes: int = NODES) -> list[tuple[int, Word]]:
    """What each move loses against the best, in centipawns, by the engine."""
    found = []
    for word in sample:
        loss = _loss(word, engine, nodes)
        if loss >= DOUBTFUL_CP and nodes < NODES:
            loss = _loss(word, engine, DEEPER * nodes)
        found.append((loss, word))
        print(f"{len(found)}: {loss} cp, {word}", file=sys.stderr, flush=True)
    return found


def _loss(word: Word, engine: chess.engine.SimpleEngine, nodes: int) -> int:
    limit = chess.engine.Limit(nodes=nodes)
    best = engine.analyse(word.board, limit, game=object())
    if best["pv"][0] == word.move:
        return 0
    own = engine.analyse(word.board, limit, game=object(), root_moves=[word.move])
    scores = [info["score"].pov(word.board.turn).score(mate_score=MATE_CP) for info in (best, own)]
    return max(0, scores[0] - scores[1])


def condemned(
    book: BookFile, bad: Sequence[Word], most: int, engine: chess.engine.SimpleEngine, nodes: int = NODES
) -> dict[str, object]:
    """The verdict on the most played condemned moves."""
    found = losses(bad[:most], engine, nodes)
    wrong = [f"{loss} cp: {word}" for loss, word in found if loss < CONDEMNED_CP]
    return {
        "condemned": len(bad),
        "asked": len(found),
        f"lose_under_{CONDEMNED_CP}_cp": len(wrong),
        "wrongly_condemned": wrong,
        "without_refutation": [str(word) for word in bad if not _answered(book, word)],
    }


def _answered(book: BookFile, word: Word) -> bool:
    after = word.board.copy(stack=False)
    after.push(word.move)
    return after.is_game_over() or any(row.flag.playable for row in book.rows(position_key(after)))


def playable(
    known: Sequence[Word], most: int, engine: chess.engine.SimpleEngine, seed: int = 1, nodes: int = NODES
) -> dict[str, object]:
    """The verdict on playable moves drawn at random."""
    good = [word for word in known if word.flag.playable]
    found = losses(random.Random(seed).sample(good, min(most, len(good))), engine, nodes)
    return {
        "playable": len(good),
        "asked": len(found),
        "mean_loss_cp": round(sum(loss for loss, _ in found) / max(1, len(found)), 1),
        f"lose_{PLAYABLE_CP}_cp": [f"{loss} cp: {word}" for loss, word in found if loss >= PLAYABLE_CP],
    }


def known_games(book: BookFile, paths: Iterable[Path]) -> dict[str, object]:
    """How much of other people's games the book has an answer to."""
    games = [game for path in paths for game in read_lines(path, max(DEPTHS))]
    measured = coverage(games, moves_by_rows(partial(moves_at, book)))
    keys = {key for game in games for key in game.keys}
    answered = {key for key in keys if any(row.flag.playable for row in book.rows(key))}
    return {
        "games": len(games),
        "positions_with_a_move": {
            depth: round(
                sum(key in answered for game in games for key in game.keys[:depth])
                / max(1, sum(len(game.keys[:depth]) for game in games)),
                3,
            )
            for depth in DEPTHS
        },
        "agreement": None if measured.agreement is None else round(measured.agreement, 3),
    }


def theory(book: BookFile) -> dict[str, str]:
    """The lines that are not playable to their end, each with the move that is not."""
    wrong = {}
    for name, line in THEORY.items():
        board = chess.Board()
        for san in line.split():
            move = board.parse_san(san)
            flags = {entry.code: entry.flag for entry in moves_at(book, position_key(board))}
            flag = flags.get(encode(board, move), Flag.UNCHECKED)
            if not flag.playable:
                wrong[name] = f"{board.fullmove_number}{'.' if board.turn else '...'}{san}{flag.symbol}"
                break
            board.push(move)
    return wrong


class MainLines(NamedTuple):
    """The half moves of the main lines: their number; those that are not playable or never drawn, with their values."""

    half_moves: int
    not_playable: dict[str, int | None]
    never_drawn: dict[str, int | None]


def main_lines(book: Path) -> MainLines:
    """Follows the main lines through a book."""
    total, lacking, never = 0, dict[str, int | None](), dict[str, int | None]()
    with closing(Library(None, None, book)) as library:
        for line in THEORY_LINES.values():
            board = chess.Board()
            for san in line.split():
                found = {entry.san: entry for entry in library.look_up(board)}
                said = chess.Board().variation_san([*board.move_stack, board.parse_san(san)])
                total += 1
                if san not in found or not found[san].flag.playable:
                    lacking[said] = found[san].evaluation if san in found else None
                elif not found[san].probability:
                    never[said] = found[san].evaluation
                board.push_san(san)
    return MainLines(total, lacking, never)


def unanswered(book: BookFile) -> dict[str, int]:
    """The gambits after which the book's own moves end before eight half moves, with the number that it has."""
    found = {}
    for name, line in GAMBITS.items():
        board = chess.Board()
        for san in line.split():
            board.push_san(san)
        for ply in range(ANSWERED_PLIES + 1):
            if board.is_game_over():
                break
            moves = moves_by_rows(partial(moves_at, book))(board)
            if not moves or not moves[0][1].flag.playable:
                found[name] = ply
                break
            board.push(moves[0][0])
    return found


def main() -> None:
    """Prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", type=Path, default=SHIPPED_BOOK)
    parser.add_argument("--playable", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1, help="which playable moves are drawn")
    parser.add_argument("--condemned", type=int, default=300)
    parser.add_argument("--games", type=Path, nargs="*", default=[])
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--engine", default=shutil.which("stockfish") or "stockfish")
    arguments = parser.parse_args()
    with (
        BookFile(arguments.book, Access.IMMUTABLE) as book,
        chess.engine.SimpleEngine.popen_uci(arguments.engine, timeout=300) as engine,
    ):
        visits = list(walk(moves_by_rows(partial(moves_at, book))))
        result = {
            "condemned": condemned(book, condemned_words(visits), arguments.condemned, engine, arguments.nodes),
            "playable": playable(words(visits), arguments.playable, engine, arguments.seed, arguments.nodes),
            "games": known_games(book, arguments.games),
            "theory_not_playable": theory(book),
            "main_lines": main_lines(arguments.book)._asdict(),
            "gambits_not_answered": unanswered(book),
        }
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
