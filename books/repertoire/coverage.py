"""Measures a book on games: the share of moves it knows, its agreement with them, and its biggest gaps."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import chess

from books.entry import Flag
from books.formats.games import GameLine, GameReplay
from books.learning.mistakes import numbered_san
from books.repertoire.lines import MovesOn
from engine.ground.values import dataclass

DEPTHS = (10, 16, 20)
ENOUGH = 20  # met at least this often, a position has a "most played move"


@dataclass(frozen=True)
class Coverage:
    """A book measured on games. Shares 0-1. `known[n]`: share of the first n plies whose move has a flag in the book;
    `whole[n]`: share of the games whose first n plies are all in the book; `agreement`: how often the most played move
    of a position (met at least 20 times, within the deepest n) is one the book would play, weighted by games; None if
    the book knows no such position."""

    games: int
    known: dict[int, float]
    whole: dict[int, float]
    agreement: float | None


def coverage(games: Iterable[GameLine], moves_on: MovesOn, depths: Sequence[int] = DEPTHS) -> Coverage:
    """Measures a book on games. Games shorter than a depth count with the plies they have."""
    flags: dict[int, dict[int, Flag]] = {}
    played: dict[int, Counter[int]] = defaultdict(Counter)
    hits, totals, whole = Counter[int](), Counter[int](), Counter[int]()
    count = 0
    for game in games:
        count += 1
        unbroken, replay = True, GameReplay(game)
        for ply, (key, move) in enumerate(zip(game.keys[: max(depths)], game.moves, strict=False)):
            here = flags.get(key)
            if here is None:
                here = flags[key] = _flags(replay.board(ply), moves_on)
            known = move in here
            unbroken &= known
            played[key][move] += 1
            totals[ply] += 1
            hits[ply] += known
            whole[ply] += unbroken
    known_share = {depth: _share(hits, totals, depth) for depth in depths}
    whole_share = {depth: whole[depth - 1] / max(1, totals[depth - 1]) for depth in depths}
    return Coverage(count, known_share, whole_share, _agreement(played, flags))


def _share(hits: Counter[int], totals: Counter[int], depth: int) -> float:
    return sum(hits[ply] for ply in range(depth)) / max(1, sum(totals[ply] for ply in range(depth)))


def _agreement(played: dict[int, Counter[int]], flags: dict[int, dict[int, Flag]]) -> float | None:
    agreed = met = 0
    for key, counts in played.items():
        games = counts.total()
        if games < ENOUGH or not flags[key]:
            continue
        best = max(flags[key].values())
        met += games
        agreed += games * (best.playable and flags[key].get(counts.most_common(1)[0][0]) == best)
    return agreed / met if met else None


def _flags(board: chess.Board | None, moves_on: MovesOn) -> dict[int, Flag]:
    """Returns the flags of the moves in a position of a game, each judged by the position that it reaches."""
    moves = () if board is None else moves_on(board)
    return {entry.code: entry.flag for _, entry in moves if entry.flag is not Flag.UNCHECKED}


@dataclass(frozen=True)
class RepertoireGap:
    """A position that comes up in games and for which the book has no answer. `share` is of all games (0-1)."""

    board: chess.Board
    last_move: str
    games: int
    share: float

    def __str__(self) -> str:
        return f"no answer to {self.last_move}, met in {self.share:.0%} of the games"


def gaps(
    games: Iterable[GameLine], moves_on: MovesOn, own_white: bool, most: int = 10, max_ply: int = 30
) -> list[RepertoireGap]:
    """Returns the biggest gaps, most frequent first: the positions in which games leave the book by the opponent's
    move."""
    answers: dict[int, dict[int, Flag]] = {}
    missing: Counter[int] = Counter()
    example: dict[int, tuple[GameLine, int]] = {}
    count = 0
    for game in games:
        count += 1
        own, replay = game.white_first == own_white, GameReplay(game)
        for ply, (key, move) in enumerate(zip(game.keys[:max_ply], game.moves, strict=False)):
            if own:
                if key not in answers:
                    answers[key] = _flags(replay.board(ply), moves_on)
                if not any(flag.playable for flag in answers[key].values()):
                    missing[key] += 1
                    example.setdefault(key, (game, ply))
                    break
                if move not in answers[key]:
                    break  # our side left the book: not a gap
            own = not own
    found = []
    for key, games_met in missing.most_common(most):
        line, ply = example[key]
        board = GameReplay(line).board(ply)
        if board is not None:
            before = board.copy()
            reached_by = before.pop() if ply else None
            last = numbered_san(before, reached_by) if reached_by else "the start position"
            found.append(RepertoireGap(board.copy(stack=False), last, games_met, games_met / max(1, count)))
    return found
