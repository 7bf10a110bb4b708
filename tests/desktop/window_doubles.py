"""The real services with an engine of a few lines in place of Ratsu's: deterministic, quick, and stoppable."""

import threading
from collections.abc import Callable, Sequence

import chess

from desktop.services.analysis_service import AnalysisService
from desktop.services.autosave import Autosave
from desktop.services.book_service import BookService
from desktop.services.bundle import Services
from desktop.services.clock_service import ClockService
from desktop.services.engine_service import EngineService
from desktop.services.file_service import FileService
from desktop.services.game_service import GameService
from desktop.services.match_service import MatchService
from desktop.services.settings_store import SettingsStore
from desktop.services.tablebase_service import TablebaseService
from engine.info import Info, Score
from engine.limits import GamePosition, Limits
from engine.mover import MoveChoice, Source


class ScriptedChooser:
    """Plays given moves in turn, then the first legal one; `hold` keeps it thinking until it is stopped or released."""

    def __init__(self, moves: Sequence[tuple[str, Source, str]] = (), hold: bool = False) -> None:
        self._moves = list(moves)
        self._go = threading.Event()
        if not hold:
            self._go.set()

    def release(self) -> None:
        """Lets a held choice end."""
        self._go.set()

    def choose(
        self, position: GamePosition, limits: Limits, on_info: Callable[[Info], None] | None = None
    ) -> MoveChoice:
        """The next move of the script."""
        board = chess.Board(position.fen, chess960=position.chess960)
        for move in position.moves:
            board.push_uci(move)
        self._go.wait(10)
        if self._moves:
            uci, source, reason = self._moves.pop(0)
            return MoveChoice(uci, source, reason)
        return MoveChoice(board.uci(next(iter(board.legal_moves))), Source.SEARCH, "depth 12, +0.21")

    def stop(self) -> None:
        """Ends a running choice."""
        self._go.set()


class ScriptedAnalyser:
    """Reports two lines of three legal moves each, deeper and deeper, until it is stopped."""

    def __init__(self, lines: int = 1) -> None:
        self._lines = lines
        self._stopped = threading.Event()

    def choose(
        self, position: GamePosition, limits: Limits, on_info: Callable[[Info], None] | None = None
    ) -> MoveChoice:
        """Reports until it is stopped."""
        board = chess.Board(position.fen, chess960=position.chess960)
        for move in position.moves:
            board.push_uci(move)
        roots = list(board.legal_moves)
        for depth in range(1, 24):
            for rank, root in enumerate(roots[: self._lines], 1):
                line = self._line(board.copy(), root, 9)
                if on_info is not None:
                    score = Score(centipawns=46 - 13 * rank + depth)
                    on_info(Info(depth, depth + 6, rank, score, 90_000 * depth, 50 * depth, line))
            if self._stopped.wait(0.01):
                break
        self._stopped.wait(10)
        return MoveChoice(board.uci(roots[0]), Source.SEARCH, "analysis")

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

    def stop(self) -> None:
        """Ends the analysis."""
        self._stopped.set()


def make_services(chooser: ScriptedChooser | None = None) -> Services:
    """Joined as the composition root does it, without files on disk."""
    settings = SettingsStore(None)
    settings.set("animation_ms", 0)
    game, clock = GameService(), ClockService()
    used = chooser or ScriptedChooser()
    engine = EngineService(lambda: used)
    match = MatchService(game, engine, clock, reply_ms=0)
    analysis = AnalysisService(ScriptedAnalyser)
    book, tablebases = BookService(), TablebaseService()
    game.state_changed.connect(analysis.follow)
    engine.setParent(match)
    analysis.follow(game.state)
    return Services(settings, game, match, clock, analysis, book, tablebases, FileService(game), Autosave())


def close_services(services: Services) -> None:
    """Ends every thread and timer."""
    services.clock.stop()
    services.settings.flush()
    services.analysis.close()
    engine = services.match.findChild(EngineService)
    if isinstance(engine, EngineService):
        engine.close()
