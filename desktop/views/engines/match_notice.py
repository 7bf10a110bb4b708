"""The notice of the main window that a match between engines is running while its own window is closed."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from desktop.model.errors import Message, Severity
from desktop.model.tournament import TournamentState
from desktop.services.engines.tournament_service import TournamentService
from desktop.views.kit.messages import MessageBar, Notice
from engine.ground.text import NOTHING, plain


class MatchNotice(QObject):
    """Shows the notice until the user closes it or the match ends. The problem that ended an earlier match is withdrawn when
    another one begins."""

    def __init__(
        self, messages: MessageBar, tournaments: TournamentService, show: Callable[[], None], parent: QObject
    ) -> None:
        """`show` opens the window of the match."""
        super().__init__(parent)
        self._messages, self._tournaments, self._show = messages, tournaments, show
        self._watched, self._problem = False, NOTHING
        self._notice: Notice | None = None  # dismissed if the user has closed it
        tournaments.changed.connect(self._update)

    def watch(self, watched: bool) -> None:
        """Follows the window of the match: whether it is open."""
        self._watched = watched
        self._update(self._tournaments.state)

    @Slot(object)
    def _update(self, state: TournamentState) -> None:
        if state.running and self._problem:
            self._messages.withdraw(Message(Severity.ERROR, self._problem))
        self._problem = NOTHING if state.running else state.problem
        wanted = state.running and not state.stopping and not self._watched
        if wanted and self._notice is None:
            answers = ((self.tr("Show the match"), self._show), (self.tr("Stop the match"), self._tournaments.stop))
            text = plain(self.tr("A match between engines is running."))
            self._notice = self._messages.tell(Message(Severity.INFORMATION, text), answers, keep=True)
        elif not wanted and self._notice is not None:
            if not self._notice.dismissed:
                self._notice.dismiss()
            self._notice = None
