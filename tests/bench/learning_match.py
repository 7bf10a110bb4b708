"""Does learning from lost games win later ones? The same match twice, with learning and without, game by game in turn.

    python -m tests.bench.learning_match FOLDER [--games 400] [--nodes 1000] [--rival-nodes 500]

Ratsu with its book plays an engine of /usr/games (Stockfish by default) from eight openings with each colour, over and over.
Both search a fixed number of nodes, and the choice in the book is drawn by the game's number: the two matches differ by
nothing but what was learned. A lost game is analysed with ten times the nodes. FOLDER keeps both matches: the same command
continues after a kill. The last line is one JSON object: the points of both by half, and their difference in the last half with
its standard error, game against game.
"""

import argparse
import json
import random
import statistics
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import chess

from books.choice.choose import ChoiceSettings, Chooser, Selection
from books.choice.library import Library
from books.choice.open_library import library_in
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from engine.game.limits import Limits
from engine.game.outcome import Outcome
from engine.game.python_board import game_position
from engine.game.stopper import Stopper
from engine.game.time_control import FixedLimits, TimeControl
from engine.play.book.analyser import EngineAnalyser
from engine.play.match.adjudication import Adjudicator, Rules
from engine.play.match.match_engine import EngineMove, MatchEngine
from engine.play.match.referee import play_game
from engine.play.match.runner import ProcessEngine
from engine.play.match.spec import BUILT_IN
from engine.player import Player

OPENINGS = ("e4 e5 Nf3 Nc6", "e4 c5 Nf3", "e4 e6 d4 d5", "e4 c6 d4 d5", "d4 d5 c4", "d4 Nf6 c4", "c4 e5", "Nf3 d5 g3")
ENDS = Rules(draw_from=40, draw_moves=8, draw_cp=10, resign_moves=4, resign_cp=800, max_moves=150)
ANALYSIS = 10  # times the nodes of a move


class BookPlayer:
    """Ratsu with its book, as one side of the match."""

    def __init__(self, library: Library, selection: Selection) -> None:
        self._library, self._selection, self._player = library, selection, Player()
        self._chooser = Chooser(library)
        self.book_plies, self.values = 0, list[int | None]()

    def seed(self, number: int) -> None:
        """What the dice of the book show in this game."""
        self._chooser = self._library.chooser(ChoiceSettings(self._selection), random.Random(number))

    def new_game(self, board: chess.Board) -> None:
        self._player.new_game()
        self.book_plies, self.values = 0, []

    def think(self, board: chess.Board, limits: Limits, stopper: Stopper) -> EngineMove:
        choice = self._chooser.choose(board)
        if choice and choice.move:
            if not any(value is not None for value in self.values):
                self.book_plies = board.ply() + 1
            self.values.append(None)
            return EngineMove(choice.move, 0.0)
        excluded = tuple(move.uci() for move in choice.excluded) if choice else ()
        wanted = Limits(nodes=limits.nodes, exclude_moves=excluded)
        result = self._player.search(game_position(board.root().fen(), board), wanted)
        score = result.lines[0].score
        self.values.append(score.number)
        return EngineMove(chess.Move.from_uci(result.best_move or ""), 0.0, score, nodes=result.nodes)

    def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
        """The match learns."""

    def close(self) -> None:
        """Nothing of its own is open."""


@dataclass(frozen=True)
class Played:
    """One game as the journal has it: `points` of Ratsu, and the book moves before the first search."""

    number: int
    points: float
    moves: tuple[str, ...]
    book_plies: int


class Match:
    """One of the two matches, in a folder of its own."""

    def __init__(self, folder: Path, learns: bool, selection: Selection) -> None:
        self._books = library_in(folder)
        self._journal = folder / "games.jsonl"
        self._learner = Learner(self._books) if learns else None
        self.own = BookPlayer(self._books, selection)
        known = self._journal.read_text().splitlines() if self._journal.exists() else []
        self.games = [Played(**json.loads(line)) for line in known if line.endswith("}")]

    def play(self, number: int, rival: MatchEngine, nodes: int, rival_nodes: int) -> None:
        """Plays the game of that number, and learns from it."""
        own_white = number % 2 == 0
        board = chess.Board()
        for san in OPENINGS[number // 2 % len(OPENINGS)].split():
            board.push_san(san)
        controls = [TimeControl(budget=FixedLimits(nodes=count)) for count in (nodes, rival_nodes)]
        control = controls[0].against(controls[1]) if own_white else controls[1].against(controls[0])
        self.own.seed(number)
        ended = play_game({own_white: self.own, not own_white: rival}, board, control, Adjudicator(ENDS))
        assert ended is not None and ended.faulty is None, ended
        moves = tuple(move.uci() for move in ended.board.move_stack)
        opening = range(0 if own_white else 1, board.ply(), 2)  # our moves that were given
        values = (*[None for _ in opening], *self.own.values)
        game = LearnedGame(
            moves, own_white, ended.outcome.result, ended.outcome.termination.pgn, self.own.book_plies, values
        )
        if self._learner is not None:
            self._learner.record(replace(game, date=str(number)))  # a game of its own, even if it was played before
            self._learner.analyse_pending(EngineAnalyser(ANALYSIS * nodes))
        assert game.points is not None
        self.games.append(Played(number, game.points, moves, self.own.book_plies))
        with self._journal.open("a") as journal:
            journal.write(json.dumps(asdict(self.games[-1])) + "\n")

    @property
    def repeated(self) -> int:
        """How often a lost game was lost again, move by move."""
        lost = Counter(tuple(game.moves) for game in self.games if not game.points)
        return sum(count - 1 for count in lost.values())

    def close(self) -> None:
        self._books.close()


def summary(off: Match, on: Match) -> dict[str, object]:
    """Points (percent) by halves, and what learning gained in the last half, with its standard error."""
    games = min(len(off.games), len(on.games))
    half = games // 2
    last = [
        after.points - before.points for before, after in zip(off.games[half:games], on.games[half:games], strict=True)
    ]
    found: dict[str, object] = {"games": games}
    for name, match in (("off", off), ("on", on)):
        points = [game.points for game in match.games[:games]]
        found[name] = [round(100 * statistics.fmean(part), 1) for part in (points[:half], points[half:])]
        found[f"{name}_losses_repeated"] = match.repeated
        found[f"{name}_different_games"] = len({tuple(game.moves) for game in match.games})
    found["gain"] = round(100 * statistics.fmean(last), 1)
    found["error"] = round(100 * statistics.stdev(last) / len(last) ** 0.5, 1)
    return found


def main() -> None:
    """Plays, or continues."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--rival-nodes", type=int, default=500)
    parser.add_argument("--rival", choices=BUILT_IN, default="stockfish")
    parser.add_argument("--selection", choices=[way.value for way in Selection], default=Selection.WEIGHT.value)
    wish = parser.parse_args()
    rival = ProcessEngine(BUILT_IN[wish.rival])
    matches = {
        learns: Match(wish.folder / ("on" if learns else "off"), learns, Selection(wish.selection))
        for learns in (False, True)
    }
    try:
        for number in range(wish.games):
            for learns, match in matches.items():
                if len(match.games) > number:
                    continue
                match.play(number, rival, wish.nodes, wish.rival_nodes)
                game = match.games[-1]
                told = f"{game.points} points, book {game.book_plies} plies, {len(game.moves)} plies"
                print(f"game {number + 1}, learning {'on' if learns else 'off'}: {told}", flush=True)
        print(json.dumps(summary(matches[False], matches[True])))
    finally:
        rival.close()
        for match in matches.values():
            match.close()


if __name__ == "__main__":
    main()
