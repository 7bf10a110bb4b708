"""The work of the mirror: analyses each game of a player, and saves the results.

The file has one JSON line for each game and colour, found by a hash of its moves and of the effort, so that no game is
analysed twice, whatever file it is in. Unreadable lines are ignored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import chess

from books.openings import opening_of
from engine.coach.claims import ClaimRole, Motif
from engine.game.limits import Limits
from engine.game.tags.ratings import elo_in
from engine.game.tree import ROOT, Game
from engine.ground.codec import as_json, of_json
from engine.ground.files import append_durably, read_file
from engine.ground.json_text import JsonError, parse
from engine.human.predicted_player import seconds_of
from engine.pgn.values import PgnGame
from engine.play.people.thinking import timed_moves
from engine.play.review.coaching import explain_move
from engine.play.review.mirror import FAULT, Mirror, OwnGame, OwnMove, mirror_of, own_phase
from engine.play.review.own_judge import own_judge
from engine.play.review.rating.estimate import RatingEstimate, ratings_of
from engine.play.review.rating.features import points_lost
from engine.play.review.rating.games import guess_of, look_at
from engine.play.review.rating.move_analyser import NODES, MoveAnalyser, MoveFeatures
from engine.play.review.rating.scale import scale_of

if TYPE_CHECKING:
    from engine.play.review.judge import PositionJudge
    from engine.play.sources.stored_search import OpenStore

FILE = "mirror.jsonl"
MOST_BYTES = 256 << 20
EXPLAIN_NODES = 12_500  # a position of a fault: more name other motifs, but not more surely (docs/coach.md)
MOST_GUESSED = (
    40  # games, about, whose moves are predicted: the rating of more is at most 7 % narrower, and each takes 0.4 s
)
_UNGUESSED = " without guess"  # after the key of a game whose moves were not predicted
_VERSION = 2  # of what a line holds, and of how it was found
Progress = Callable[[int, int], bool]


class SideAnalysis(NamedTuple):
    """The result for one side of a game."""

    guess: RatingEstimate | None
    moves: tuple[OwnMove, ...]


class MirrorFile:
    """The saved results. One thread at a time; `path` None: nothing is saved."""

    def __init__(self, path: Path | None) -> None:
        """Reads the file. :raises OSError: it is there and cannot be read."""
        self._path = path
        self._found: dict[str, SideAnalysis] = {}
        with suppress(FileNotFoundError):
            text = read_file(path, MOST_BYTES).decode("utf-8", "replace") if path is not None else ""
            for line in text.splitlines():
                with suppress(JsonError, ValueError):
                    key, guess, moves = of_json(tuple[str, RatingEstimate | None, tuple[OwnMove, ...]], parse(line))
                    self._found[key] = SideAnalysis(guess, moves)

    def get(self, key: str) -> SideAnalysis | None:
        """The saved result of a game, or None."""
        return self._found.get(key)

    def add(self, key: str, found: SideAnalysis) -> None:
        """Keeps one. :raises OSError: the disk does not take it."""
        self._found[key] = found
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            guess, moves = as_json(found)
            line = json.dumps([key, guess, [move[:-2] for move in moves]])  # without the times, which the game has
            append_durably(self._path, line.encode() + b"\n", private=True)


class MirrorWorker:
    """Looks at games; one thread at a time. It makes its engine when the first game needs it."""

    def __init__(self, kept: MirrorFile, evaluations: OpenStore | None = None) -> None:
        """`evaluations` opens the store that is asked before faults are explained, and gets what is found."""
        self._kept, self._evaluations = kept, evaluations
        self._looker: MoveAnalyser | None = None
        self._judge: PositionJudge | None = None

    def game(
        self, game: PgnGame, white: bool, progress: Progress | None = None, guessed: float = 1.0
    ) -> OwnGame | None:
        """The result for one side of a game. None if `progress(done, plies)` returned False. `guessed`: the share of all games
        whose moves give a guess of the rating. With a smaller share, a part of the same games does.

        :raises RatsuError: the engine cannot be made.
        :raises OSError: the result cannot be saved.
        """
        key = _key(game, white)
        guesses = int(key[:8], 16) < guessed * 2**32
        found = self._kept.get(key) or (self._kept.get(key + _UNGUESSED) if not guesses else None)
        if found is None:
            found = self._look(game, white, progress, guesses)
            if found is None:
                return None
            self._kept.add(key if guesses else key + _UNGUESSED, found)
        line = game.main_line()
        base_s, _ = seconds_of(game.header("TimeControl"))
        clocks = {node.ply + 2: node.clock_ms / 1000 / base_s for node in line if base_s and node.clock_ms is not None}
        paces = {timed.ply: timed.pace for timed in timed_moves(game, white)}
        moves = tuple(move._replace(clock=clocks.get(move.ply), pace=paces.get(move.ply, "")) for move in found.moves)
        own, other = ("White", "Black") if white else ("Black", "White")
        return OwnGame(
            number=game.number,
            white=white,
            opening=_family(game),
            points={"1-0": float(white), "0-1": float(not white), "1/2-1/2": 0.5}.get(game.result),
            elo=elo_in(game.header(f"{own}Elo")),
            opponent=elo_in(game.header(f"{other}Elo")),
            guess=found.guess,
            moves=moves,
            before=game.node(ROOT).half_moves,
            scaled=scale_of(game.headers) is not None,
        )

    def _look(self, game: PgnGame, white: bool, progress: Progress | None, guesses: bool) -> SideAnalysis | None:
        if self._looker is None:
            self._looker = MoveAnalyser()
            self._judge = own_judge(Limits(nodes=EXPLAIN_NODES), None, self._evaluations)
        looks = look_at(self._looker, game, progress, guesses)
        if looks is None:
            return None
        guess = guess_of(game, looks, white) if guesses else None
        first_is_white = game.board().white_to_move
        own = [(ply, look) for ply, look in enumerate(looks, 1) if (ply % 2 == 1) is (white is first_is_white)]
        return SideAnalysis(guess, tuple(self._own_move(game, ply, look) for ply, look in own))

    def _own_move(self, game: Game, ply: int, look: MoveFeatures) -> OwnMove:
        lost = round(points_lost(look), 2)  # in its stored form
        motifs: tuple[tuple[ClaimRole, Motif], ...] = ()
        if lost > FAULT and look.choices > 1:
            motifs = self._motifs(game, ply)
        return OwnMove(ply, lost, look.piece, own_phase(look, ply), motifs)

    def _motifs(self, game: Game, ply: int) -> tuple[tuple[ClaimRole, Motif], ...]:
        """The coach's motifs for a fault; empty if a longer search finds no fault."""
        assert self._judge is not None, "made before the look"
        node = game.main_line()[ply - 1]
        board = chess.Board(game.fen(node.parent), chess960=game.chess960)
        found = explain_move(self._judge, board, board.parse_uci(node.uci), makes_sure=False, compares=False)
        if found is None or found.judgement is None:
            return ()
        return tuple(
            dict.fromkeys((claim.role, claim.motif) for claim in found.claims if claim.role is not ClaimRole.WORKS)
        )


def _family(game: PgnGame) -> str:
    """The family of the opening by the names of ECO: one row, whatever its variations; the code where there is no name."""
    eco, name = opening_of(game)
    return name.partition(":")[0].partition(",")[0].strip("? ") or eco


def mirror_from(games: Iterable[OwnGame]) -> Mirror:
    known = tuple(games)
    return mirror_of(known, ratings_of(game.guess for game in known if game.guess is not None))


def _key(game: PgnGame, white: bool) -> str:
    moves = " ".join(node.uci for node in game.main_line())
    text = "\n".join(
        (
            game.start_fen,
            moves,
            str(white),
            game.header("TimeControl"),
            str(scale_of(game.headers)),
            f"{NODES} {_VERSION}",
        )
    )
    return hashlib.sha256(text.encode()).hexdigest()[:24]
