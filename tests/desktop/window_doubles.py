"""The real services with an engine of a few lines in place of Ratsu's: deterministic, quick, and stoppable."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import chess

from books.evaluations.store import EvaluationStore
from books.evaluations.values import EngineIdentity
from books.store.database import IN_MEMORY
from desktop.compose import Composition
from desktop.model.game.match import Contestant
from desktop.model.settings import Settings, Value
from desktop.services.all_services import Services
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.engines.movers import Movers
from desktop.services.kit.folders import Folders
from desktop.services.kit.move_chooser import MoveChooser
from desktop.services.kit.settings_store import SettingsStore
from engine.game.info import Info, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.reason import Reason, text_reason
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.ground.text import Text, plain
from engine.play.review.judge import PositionJudge
from tablebases.tables import Tablebases

if TYPE_CHECKING:
    from books.choice.library import Library

LAST_DEPTH = 23  # of the scripted analysis; then nothing changes any more


class ScriptedChooser:
    """Plays given moves in turn, then the first legal one; `hold` keeps it thinking until it is stopped or released."""

    def __init__(self, moves: Sequence[tuple[str, ChoiceSource, str | Reason]] = (), hold: bool = False) -> None:
        self._moves = list(moves)
        self._go = threading.Event()
        if not hold:
            self._go.set()

    def release(self) -> None:
        """Lets a held choice end."""
        self._go.set()

    def choose(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> MoveChoice:
        """The next move of the script."""
        board = chess.Board(position.fen, chess960=position.chess960)
        for move in position.moves:
            board.push_uci(move)
        with (stopper or Stopper()).reaching(self._go.set):
            self._go.wait(300)
        if self._moves:
            uci, source, reason = self._moves.pop(0)
            return MoveChoice(uci, source, text_reason(reason) if isinstance(reason, str) else reason)
        return MoveChoice(board.uci(next(iter(board.legal_moves))), ChoiceSource.SEARCH, text_reason("depth 12, +0.21"))


class ScriptedAnalyser:
    """Reports two lines of three legal moves each, deeper and deeper, until it is stopped."""

    def __init__(self, lines: int = 1) -> None:
        self._lines = lines

    def choose(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> MoveChoice:
        """Reports until it is stopped."""
        board = chess.Board(position.fen, chess960=position.chess960)
        for move in position.moves:
            board.push_uci(move)
        roots = list(board.legal_moves)
        stopped = threading.Event()
        with (stopper or Stopper()).reaching(stopped.set):
            for depth in range(1, LAST_DEPTH + 1):
                for rank, root in enumerate(roots[: self._lines], 1):
                    line = self._line(board.copy(), root, 9)
                    if on_info is not None:
                        score = Score(centipawns=46 - 13 * rank + depth)
                        on_info(Info(depth, depth + 6, rank, score, 90_000 * depth, 50 * depth, line))
                if stopped.wait(0.01):
                    break
            stopped.wait(300)
        return MoveChoice(board.uci(roots[0]), ChoiceSource.SEARCH, text_reason("analysis"))

    @staticmethod
    def _line(board: chess.Board, first: chess.Move, length: int) -> tuple[str, ...]:
        line, move = [], first
        for _ in range(length):
            line.append(board.uci(move))
            board.push(move)
            moves = list(board.legal_moves)
            if not moves:
                break
            move = moves[(7 * len(line)) % len(moves)]
        return tuple(line)


class ScriptedPlayer:
    """Judges a position by its material alone, in no time; `hold` keeps it at the first position until it is stopped or
    released."""

    def __init__(self) -> None:
        self.searched: list[int] = []  # plies
        self._go = threading.Event()
        self._go.set()

    def hold(self) -> None:
        """From now on every search waits."""
        self._go.clear()

    def release(self) -> None:
        """Lets the searches go on."""
        self._go.set()

    def search(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> SearchResult:
        """The best capture, else the first move; the score is the material after it."""
        board = chess.Board(position.fen, chess960=position.chess960)
        for move in position.moves:
            board.push_uci(move)
        with (stopper or Stopper()).reaching(self._go.set):
            self._go.wait(300)
        self.searched.append(len(position.moves))
        moves = sorted(board.legal_moves, key=lambda move: -_worth_of(board, move))
        best = moves[0]
        score = Score(centipawns=_balance(board) + _worth_of(board, best))
        line = Info(9, 12, 1, score, 1000, 1, (board.uci(best),))
        return SearchResult(board.uci(best), None, (line,), 1000, 1)


_WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def _worth_of(board: chess.Board, move: chess.Move) -> int:
    """What a move takes, less what it puts where a cheaper man takes it."""
    if board.gives_check(move) and _mates(board, move):
        return 10_000
    taken = board.piece_type_at(move.to_square) or 0
    mover = board.piece_type_at(move.from_square) or 0
    guarded = board.is_attacked_by(not board.turn, move.to_square)
    return _WORTH.get(taken, 0) - (_WORTH[mover] if guarded else 0)


def _mates(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    mated = board.is_checkmate()
    board.pop()
    return mated


def _balance(board: chess.Board) -> int:
    worth = sum(_WORTH[piece.piece_type] * (1 if piece.color else -1) for piece in board.piece_map().values())
    return worth if board.turn else -worth


class ScriptedSources(Movers):
    """The sources with a scripted engine, the book that the test hands in, and no tables."""

    def __init__(self, chooser: MoveChooser | None = None, library: Library | None = None) -> None:
        self.chooser = chooser or ScriptedChooser()
        self.reviewer = ScriptedPlayer()
        self._library = library
        self._store: EvaluationStore | None = None

    def open_evaluations(self) -> EvaluationStore:
        """A store of its own, in memory."""
        return EvaluationStore(IN_MEMORY)

    def evaluations(self) -> EvaluationStore:
        """The same store each time."""
        self._store = self._store or self.open_evaluations()
        return self._store

    def identity(self, kind: str = "") -> EngineIdentity:
        """The scripted engine."""
        return EngineIdentity("Scripted", options=kind)

    def configure(self, settings: Settings) -> None:
        """Takes no settings."""

    def saves_power(self) -> bool:
        """Never."""
        return False

    def library(self) -> Library:
        """The test's book."""
        if self._library is None:
            raise RatsuError("There is no book in this test.")
        return self._library

    def tables(self) -> Tablebases:
        """There are none."""
        return Tablebases((), built_in=False)

    def reopen_tables(self) -> None:
        """There are none."""

    def mover(  # type: ignore[override] # any chooser serves
        self, elo: int | None, seed: int, style: str = "normal", book: str = "", person: str = ""
    ) -> MoveChooser:
        """The scripted one."""
        return self.chooser

    def opponent(self, one: Contestant, seed: int) -> MoveChooser:
        """The same, whose moves are not stored."""
        return self.chooser

    def continued(self, lines: int) -> MoveChooser:
        """The analyser."""
        return self.analyser(lines)

    def analyser(self, lines: int) -> MoveChooser:  # type: ignore[override] # any chooser serves
        """Reports until stopped."""
        return ScriptedAnalyser(lines)

    def other_analysers(self) -> tuple[AnalysisSource, ...]:
        """A second engine, which reports the same."""
        return (AnalysisSource("second", "Second engine", ScriptedAnalyser),)

    def forget_game(self) -> None:
        """Nothing was searched."""

    def release(self, kind: str = "") -> None:
        """Nothing was searched."""

    def judge(self, nodes: int) -> PositionJudge:
        """Judges by the scripted player."""
        return PositionJudge(self.reviewer, Limits(nodes=nodes))

    def problems(self) -> tuple[Text, ...]:
        """None."""
        return ()

    def close(self) -> None:
        """Closes the book."""
        if self._library is not None:
            self._library.close()
        if self._store is not None:
            self._store.close()


NOWHERE = Folders(Path("nowhere"), Path("nowhere"), Path("nowhere"), plain("tests keep nothing"))
_compositions: dict[int, Composition] = {}  # keeps them alive for their services


def make_services(
    chooser: MoveChooser | None = None,
    library: Library | None = None,
    settings: Mapping[str, Value] = MappingProxyType({}),
) -> Services:
    """Joined by the composition root, without files on disk but those of the book."""
    store = SettingsStore(None, writable=False)
    # People's moves cost half a second a position; their tests ask for them.
    for name, value in {"animation_ms": 0, "people_moves": False, "explain_tries": False, **settings}.items():
        store.set(name, value)
    composition = Composition(NOWHERE, ScriptedSources(chooser, library), reply_ms=0, settings=store)
    composition.window_shown()
    _compositions[id(composition.services)] = composition
    return composition.services


def close_services(services: Services) -> None:
    """Ends every thread and timer."""
    _compositions.pop(id(services)).close()


def composition_of(services: Services) -> Composition:
    """What made the services."""
    return _compositions[id(services)]
