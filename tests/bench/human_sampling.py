"""What the moves of the levels lose, beside what people of the rating lose by lichess' own evaluations.

    nice -n 19 python -m tests.bench.human_sampling GAMES.pgn[.gz] [POSITIONS] [ENGINE]

For CARE and TAIL of `engine.play.people.level_chances`. Reads lichess games whose every move has a `[%eval]`, of 3 minutes and
more, and takes two positions of each player who taught nothing, from ply 10 on, POSITIONS of a band (default 300). Prints by
band, as the percentage of winning chances and as the share of moves that lose 1.5 and 3 pawns: what people lost by lichess'
evaluation; and what people and the level lose by ENGINE (default stockfish), which has 12,000 nodes for each move that the
level may draw. The level's moves are not drawn but weighed.
"""

import gzip
import io
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import chess
import chess.engine
import chess.pgn

from engine.human.predictor import Predictor
from engine.play.people.level_chances import chance_to_win, level_player, with_care, without_tail
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard
from engine.training.human.games import part_of

BAND, LOWEST, HIGHEST = 200, 800, 2399  # Elo
FIRST_PLY, LAST_PLY = 10, 90
OF_A_PLAYER = 2  # positions of one game
SLOW_S = 180  # base time: bullet says little of what people see
CALM_CP, MOST_CP = 1000, 1000  # of the position; of a score in the count of pawns
BLUNDERS_CP = (150, 300)
NODES = 12_000  # for each move
MATE_CP = 10_000


class Turn(NamedTuple):
    """A position of a person: lichess' evaluations before and after the move, in centipawns for the mover."""

    elo: int
    board: chess.Board
    played: chess.Move
    before: int
    after: int


class Loss(NamedTuple):
    """Means over some positions: winning chances lost, and the shares of moves that lose BLUNDERS_CP."""

    chances: float
    shares: tuple[float, ...]

    def __str__(self) -> str:
        return f"{100 * self.chances:5.2f} % {' / '.join(f'{100 * share:4.1f}' for share in self.shares)}"


def main() -> None:
    """Prints a row for each band."""
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    bands: dict[int, list[Turn]] = defaultdict(list)
    for turn in turns(Path(sys.argv[1])):
        if len(own := bands[turn.elo // BAND * BAND]) < wanted:
            own.append(turn)
    scores = ShallowScores()
    predictor = Predictor(scores)
    print("band        n  people by lichess           people by engine            level by engine")
    with chess.engine.SimpleEngine.popen_uci(sys.argv[3] if len(sys.argv) > 3 else "stockfish") as judge:
        for band, own in sorted(bands.items()):
            told = [loss((turn.before, {turn.played: turn.after}, {turn.played: 1.0}) for turn in own)]
            level = [level_chances(predictor, scores, turn) for turn in own]
            worth = [judged(judge, turn, chances) for turn, chances in zip(own, level, strict=True)]
            for drawn in ([{turn.played: 1.0} for turn in own], level):
                rows = zip(worth, drawn, strict=True)
                told.append(loss((max(found.values()), found, chances) for found, chances in rows))
            print(f"{band}-{band + BAND - 1} {len(own):4}  " + "  ".join(map(str, told)), flush=True)


def turns(path: Path) -> Iterator[Turn]:
    """The positions of people who taught nothing."""
    dice = random.Random(5)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as file:
        texts = [text for text in re.split(r"\n(?=\[Event )", file.read()) if "[%eval" in text]
    dice.shuffle(texts)
    for text in texts:
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', text, re.MULTILINE))
        base = tags.get("TimeControl", "").split("+")[0]
        for side in ("White", "Black"):
            known = tags.get(f"{side}Elo", "").isdigit() and (not base.isdigit() or int(base) >= SLOW_S)
            if known and LOWEST <= int(tags[f"{side}Elo"]) <= HIGHEST and part_of(tags[side]) == "test":
                found = list(_turns(text, side == "White", int(tags[f"{side}Elo"])))
                yield from dice.sample(found, min(OF_A_PLAYER, len(found)))


def _turns(text: str, white: bool, elo: int) -> Iterator[Turn]:

    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    for ply, node in enumerate(game.mainline()):
        before, after = node.parent.eval(), node.eval()
        if FIRST_PLY <= ply < LAST_PLY and node.parent.turn() is white and before is not None and after is not None:
            worth = before.pov(white).score(mate_score=MATE_CP)
            if abs(worth) <= CALM_CP:
                yield Turn(elo, node.parent.board(), node.move, worth, after.pov(white).score(mate_score=MATE_CP))


def level_chances(predictor: Predictor, scores: ShallowScores, turn: Turn) -> dict[chess.Move, float]:
    """What a level of the rating draws from."""
    board = CoreBoard.start()
    board.push_all_uci(move.uci() for move in turn.board.move_stack)
    expected = predictor.chances(board, level_player(turn.elo))
    drawn = without_tail(with_care(expected, scores.last, turn.elo))
    return {turn.board.parse_uci(board.uci(move)): chance for move, chance in drawn.items()}


def judged(judge: chess.engine.SimpleEngine, turn: Turn, chances: Mapping[chess.Move, float]) -> dict[chess.Move, int]:
    """What the played move and those of the level are worth, in centipawns for the mover."""
    moves = [*({turn.played} | chances.keys())]
    limit = chess.engine.Limit(nodes=NODES * len(moves))
    found = judge.analyse(turn.board, limit, multipv=len(moves), root_moves=moves)
    return {line["pv"][0]: line["score"].pov(turn.board.turn).score(mate_score=MATE_CP) for line in found}


def loss(rows: Iterable[tuple[int, Mapping[chess.Move, int], Mapping[chess.Move, float]]]) -> Loss:
    """The mean loss of moves played with these probabilities; a row has what the best move and each of them is worth."""
    lost, shares, count = 0.0, [0.0] * len(BLUNDERS_CP), 0
    for best, worth, chances in rows:
        count += 1
        for move, chance in chances.items():
            lost += chance * max(0.0, chance_to_win(best) - chance_to_win(worth[move]))
            pawns = min(best, MOST_CP) - max(-MOST_CP, min(worth[move], MOST_CP))
            shares = [share + chance * (pawns >= bound) for share, bound in zip(shares, BLUNDERS_CP, strict=True)]
    return Loss(lost / count, tuple(share / count for share in shares))


if __name__ == "__main__":
    main()
