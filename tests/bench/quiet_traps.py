"""Quiet traps: moves that look best at first and are refuted late, and the nodes an engine needs until it avoids them.

    python -m tests.bench.quiet_traps measure FILE.epd [--engine PATH] [--limit N]
    python -m tests.bench.quiet_traps find TO.epd GAMES.pgn[.gz] ... --judge PATH

`measure` searches each position from an empty hash table, with Ratsu and with the other engine. A move of `am` counts as avoided
from the first finished iteration after which it is not chosen again, within four times as many nodes. `find` looks in games with
`%eval` for moves that were played and lost much, that Ratsu and the judge also choose at 2,000 nodes, and that the judge avoids
within 400,000.
"""

import argparse
import gzip
import math
import re
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess
import chess.engine

from engine.game.limits import GamePosition, Limits
from engine.play.external.own_command import own_command
from engine.player import Player
from tests.bench.solved_positions import MATE, Problem, problems

STABLE = 4  # a move is avoided for good if it does not come back within so many times the nodes
LEAST = 100_000  # nodes that each search gets at least
SLOW_S = 300.0  # for answers on a busy machine
OPTIONS = {"Hash": 64, "Threads": 1, "OwnBook": False, "SyzygyProbeLimit": 0}

GLANCE, TEMPTED, PROOF = 300, 2_000, 60_000  # nodes of the steps of `find`
MOST = 400_000  # nodes of the judge, within which it must see the trap
FIRST_PLY = 8
LOST = 0.12  # of the expected score that the move costs, by the evaluations in the game and by the judge
IN_DOUBT = 300  # centipawns: the position itself is not yet won or lost
SLOPE = 150  # centipawns of the logistic curve of the expected score


EVALUATED = re.compile(r"([KQRBNOa-h][\w=+#-]*)[?!]*\s*\{[^}]*\[%eval ([^\],]+)[^}]*\}")


class Trap(NamedTuple):
    """A tempting move and the better one, with the judge's scores of both (centipawns of the mover) and the refutation."""

    board: chess.Board
    tempting: chess.Move
    better: chess.Move
    score: int
    better_score: int
    refutation: chess.Move
    name: str

    def is_quiet(self) -> bool:
        """True if the refutation is no capture, check or promotion."""
        board = self.board.copy(stack=False)
        board.push(self.tempting)
        move = self.refutation
        return not (board.is_capture(move) or board.gives_check(move) or move.promotion)

    def epd(self) -> str:
        """One line of the suite."""
        after = self.board.copy(stack=False)
        after.push(self.tempting)
        kind = "quiet" if self.is_quiet() else "deep"
        said = f"{kind}: {after.san(self.refutation)}; {self.score} instead of {self.better_score}"
        return self.board.epd(am=[self.tempting], bm=[self.better], id=self.name, c0=said)


def avoided_after(engine: chess.engine.SimpleEngine, problem: Problem, limit: int) -> int | None:
    """Nodes until the moves to avoid are not chosen any more; None if they are still chosen at `limit`."""
    since: int | None = None
    with engine.analysis(problem.board, chess.engine.Limit(nodes=limit), game=object()) as analysis:
        for info in analysis:
            nodes, line = info.get("nodes", 0), info.get("pv")
            if line and not info.get("lowerbound") and not info.get("upperbound"):
                if line[0] in problem.avoided:
                    since = None
                elif since is None:
                    since = nodes
            if since is not None and nodes >= max(STABLE * since, LEAST):
                break
    return since


def ratio(own: int | None, other: int | None, limit: int) -> float | None:
    """Nodes of the first beside those of the second; one that never avoids the move counts as `limit`. None if both do not."""
    if own is None and other is None:
        return None
    return (own or limit) / (other or limit)


def measure(arguments: argparse.Namespace) -> None:
    """Prints a line for each position and the medians."""
    asked = [problem for problem in problems(arguments.file) if problem.avoided][:: arguments.every]
    limit: int = arguments.limit
    found: list[tuple[int | None, int | None]] = []
    with _started(own_command("uci")) as own, _started(arguments.engine) as other:
        for problem in asked:
            pair = (avoided_after(own, problem, limit), avoided_after(other, problem, limit))
            found.append(pair)
            print(f"{problem.name}: {_nodes(pair[0], limit)}, {_nodes(pair[1], limit)}", flush=True)
        print(summary(found, limit), flush=True)


def summary(found: list[tuple[int | None, int | None]], limit: int) -> str:
    """The medians of both engines and of the ratio, and how often each still played the move at the limit."""
    ratios = [each for own, other in found if (each := ratio(own, other, limit)) is not None]
    middle = [statistics.median(nodes or limit for nodes in side) for side in zip(*found, strict=True)]
    never = [sum(nodes is None for nodes in side) for side in zip(*found, strict=True)]
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    slower = sum(each > 1 for each in ratios)
    return (
        f"{len(found)} positions: median {middle[0]:,.0f} nodes beside {middle[1]:,.0f}; still played at {limit:,} nodes: "
        f"{never[0]} and {never[1]}; ratio: median {statistics.median(ratios):.2f}, geometric mean {mean:.2f}, "
        f"above 1 in {slower} of {len(ratios)}"
    )


def _nodes(found: int | None, limit: int) -> str:
    return f"more than {limit:,}" if found is None else f"{found:,}"


def _started(command: str | tuple[str, ...]) -> chess.engine.SimpleEngine:
    words = command if isinstance(command, str) else list(command)
    engine = chess.engine.SimpleEngine.popen_uci(words, timeout=SLOW_S)
    engine.configure({name: value for name, value in OPTIONS.items() if name in engine.options})
    return engine


# --- How the suite was made ---


def find(arguments: argparse.Namespace) -> None:
    """Appends traps to the file until it has as many as wanted. `--start` continues an interrupted run."""
    to: Path = arguments.to
    held = {line.split(" am ")[0] for line in to.read_text("utf-8").splitlines()} if to.exists() else set()
    player = Player()
    with _started(arguments.judge) as judge:
        for path in arguments.games:
            for number, game in _games(path, arguments.start, arguments.every):
                for mistake in _mistakes(game):
                    trap = _trap(player, judge, mistake)
                    if trap is not None and trap.board.epd() not in held:
                        held.add(trap.board.epd())
                        with to.open("a", encoding="utf-8") as file:
                            file.write(trap.epd() + "\n")
                        print(f"{path.name}: game {number}, {len(held)} traps", flush=True)
                if len(held) >= arguments.positions:
                    return


def _games(path: Path, start: int, every: int) -> Iterator[tuple[int, str]]:
    """The text of every n-th game that has evaluations, with its number in the file."""
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        text = file.read()
    for number, game in enumerate(text.split("\n\n[Event "), 1):
        if number >= start and (number - start) % every == 0 and "%eval" in game and "[FEN " not in game:
            yield number, game


class Mistake(NamedTuple):
    """A move that was played, and the evaluations before and after it in the game, in centipawns of its player."""

    board: chess.Board
    move: chess.Move
    before: int
    after: int
    name: str


def _mistakes(game: str) -> Iterator[Mistake]:
    """The moves that cost much by the game's own evaluations, in positions that were not decided."""
    tags, _, moves = game.partition("\n\n")
    site = next((line.split('"')[1].rsplit("/", 1)[-1] for line in tags.splitlines() if line.startswith("[Site ")), "?")
    board, before = chess.Board(), 0
    for san, text in EVALUATED.findall(moves):
        after = _centipawns(text)
        side = 1 if board.turn else -1
        try:
            move = board.parse_san(san)
        except ValueError:
            return
        was, became = side * before, side * after
        if board.ply() >= FIRST_PLY and abs(was) <= IN_DOUBT and _expected(was) - _expected(became) >= LOST:
            yield Mistake(chess.Board(board.fen()), move, was, became, f"{site}, ply {board.ply() + 1}")
        board.push(move)
        before = after


def _centipawns(text: str) -> int:
    if text.startswith("#"):
        return -MATE if text.startswith("#-") else MATE
    return round(100 * float(text))


def _trap(player: Player, judge: chess.engine.SimpleEngine, mistake: Mistake) -> Trap | None:
    """The trap, if both engines fall into it at few nodes and the judge avoids it with more."""
    board, move = mistake.board, mistake.move
    for nodes in (GLANCE, TEMPTED):
        player.new_game()
        if player.search(GamePosition(board.fen(), chess960=False), Limits(nodes=nodes)).best_move != move.uci():
            return None
    if _look(judge, board, TEMPTED)[0][0] != move:
        return None
    refuted, score = _look(judge, board, PROOF, move)
    if len(refuted) < 2 or _expected(mistake.before) - _expected(score) < LOST:
        return None
    seen_after = avoided_after(judge, Problem(board, frozenset(), frozenset([move]), mistake.name), MOST)
    if seen_after is None:
        return None
    line, better_score = _look(judge, board, max(seen_after, PROOF))
    if line[0] == move or abs(better_score) > IN_DOUBT or _expected(better_score) - _expected(score) < LOST:
        return None
    return Trap(board, move, line[0], score, better_score, refuted[1], mistake.name)


def _look(
    judge: chess.engine.SimpleEngine, board: chess.Board, nodes: int, only: chess.Move | None = None
) -> tuple[list[chess.Move], int]:
    limit = chess.engine.Limit(nodes=nodes)
    told = judge.analyse(board, limit, root_moves=None if only is None else [only], game=object())
    return told["pv"], told["score"].relative.score(mate_score=MATE)


def _expected(score: int) -> float:
    return 1 / (1 + math.exp(-max(min(score, 2000), -2000) / SLOPE))


def main() -> None:
    """Runs the command named first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("file", type=Path, help="EPD file with am")
    measuring.add_argument(
        "--engine", default="/usr/games/stockfish", help="the other engine (default: Debian's Stockfish)"
    )
    measuring.add_argument("--limit", type=int, default=1_000_000, help="nodes a position (default 1,000,000)")
    measuring.add_argument("--every", type=int, default=1, help="take only every n-th position")
    measuring.set_defaults(run=measure)
    finding = commands.add_parser("find")
    finding.add_argument("to", type=Path)
    finding.add_argument("games", type=Path, nargs="+")
    finding.add_argument("--judge", default="/usr/games/stockfish", help="a UCI engine")
    finding.add_argument("--positions", type=int, default=300)
    finding.add_argument("--every", type=int, default=1, help="take only every n-th game")
    finding.add_argument("--start", type=int, default=1, help="the first game to look at")
    finding.set_defaults(run=find)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
