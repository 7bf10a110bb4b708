"""A game against the engine: turns, clock, take back, draw, resignation, hints. One match runs at a time."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.clock import Side
from desktop.model.match import NewGame
from desktop.model.state import Recovery
from desktop.services.clock_service import ClockService
from desktop.services.engine_service import EngineService
from desktop.services.game_service import GameService


class MatchService(QObject):
    """The referee. Gestures come in as methods; `GameService.state_changed` shows what became of them."""

    message = Signal(object)  # Message
    game_over = Signal(object)  # Outcome
    hint_ready = Signal(object)  # Hint
    draw_answered = Signal(bool)  # whether the engine accepts

    def __init__(
        self,
        games: GameService,
        engine: EngineService,
        clock: ClockService,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._engine, self._clock = games, engine, clock

    def new_game(self, wanted: NewGame) -> None:
        """Starts a match in a tab of its own (an untouched empty tab is used); the engine moves at once if it is its turn.
        A running match is stopped and stays in its tab."""

    def user_move(self, uci: str) -> None:
        """A move by hand on the shown position, in coordinates (promotion: `e7e8q`). In a match it is the human's move;
        outside it goes into the tree. What is not legal is answered by a message."""

    def typed_move(self, text: str) -> None:
        """A move typed as SAN or coordinates."""

    def take_back(self) -> None:
        """Back to the human's last turn, with the clocks of then; stops the engine."""

    def resign(self) -> None:
        """The human loses (with two humans: the side to move)."""

    def offer_draw(self) -> None:
        """Asks the engine; it accepts where it stands no better than -0.20 after move 20 (`draw_answered`)."""

    def ask_hint(self) -> None:
        """Asks for a proposal for the shown position; it comes as `hint_ready`."""

    def move_now(self) -> None:
        """The engine shall play what it has found so far."""

    def play_from_here(self, human: Side) -> None:
        """Starts a match from the shown position in a new tab, with the level and clock of the settings."""

    def resume(self, recovery: Recovery) -> None:
        """Goes on with a game that a crash interrupted; the clocks stand until the next move is made."""

    @Slot(object)
    def flag_fell(self, side: Side) -> None:
        """From the clock."""
