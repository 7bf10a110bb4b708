"""The line where moves are typed also answers questions and takes orders, in words: on the screen and for screen readers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from desktop.model.board.sounds import Cue
from desktop.model.errors import EditError, Message, Severity
from desktop.model.game.state import MoveMade
from desktop.services.kit.language import language
from desktop.views.kit import words
from desktop.views.window.window_context import WindowContext
from engine.game.info import PovScore
from engine.game.letters import ENGLISH
from engine.text import plain

if TYPE_CHECKING:
    from desktop.model.board.spoken import Heard, Listener, Phrase
    from desktop.model.coaching import CoachState

_COORDINATES = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


class SpokenGestures(QObject):
    """Reads what is typed: a question, an order, or a move in the user's language."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context, self._services = context, context.services
        context.body.controls.entry.move_typed.connect(self.hear)
        self._services.game.move_made.connect(self._announce_move)
        self._services.coach.changed.connect(self._announce_coach)

    @Slot(str)
    def hear(self, text: str) -> None:
        """Whatever was typed into the line."""
        heard = self._listener().hear(text)
        if heard is None:
            self._move(text)
        else:
            self._answer(heard)

    def _listener(self) -> Listener:
        from desktop.model.board.spoken import Listener  # its patterns are compiled when somebody asks first

        services, state = self._services, self._services.game.state
        analysed = services.analysis.state
        return Listener(
            state,
            services.clock.state.clock if state.match is not None else None,
            analysed.evaluation if analysed.fen == state.fen else None,
            services.book.state.opening,
        )

    def _move(self, text: str) -> None:
        from desktop.model.game import typed_move

        state = self._services.game.state
        if not state.user_may_move:
            self._move_ahead(text)
            return
        try:
            move = typed_move.read(state.fen, text, state.game.chess960, piece_letters())
        except EditError as error:
            self._services.sounds.play(Cue.ILLEGAL)
            self.say(f"{error} " + self.tr("“help” shows what can be asked."), show=True)
            return
        self._services.match.user_move(move)

    def _move_ahead(self, text: str) -> None:
        """Out of turn: a move ahead where they are allowed, in coordinates since nobody knows what will be legal."""
        typed = text.strip().lower().replace("-", "")
        if self._services.premoves.state.possible and _COORDINATES.fullmatch(typed):
            self._services.premoves.add(typed)
            self.say(self.tr("%1 waits for its turn.").replace("%1", typed), show=True)
        elif self._services.premoves.state.possible:
            self.say(self.tr("It is the opponent’s turn. A move ahead is typed as g1f3."), show=True)
        else:
            self._services.match.user_move("")  # which says why not

    def _answer(self, heard: Heard) -> None:
        if heard.action:
            action = self._context.actions[heard.action]
            if action.isEnabled():
                action.trigger()
            else:
                self.say(self.tr("That cannot be done now."), show=True)
            return
        self.say(". ".join(map(translated, heard.phrases)) + ".", show=True)

    def say(self, text: str, *, show: bool) -> None:
        """Speaks through a screen reader, and shows it in the message line too if asked."""
        if show:
            self._context.tell(Message(Severity.INFORMATION, plain(text)))
        if QAccessible.isActive():
            board = self._context.body.panel.board
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(board, text))

    @Slot(object)
    def _announce_move(self, made: MoveMade) -> None:
        if made.by_engine and QAccessible.isActive():
            self.say(made.node.number_text + words.moves(made.node.san), show=False)

    @Slot(object)
    def _announce_coach(self, state: CoachState) -> None:
        """What the coach says, in the form that is made to be heard."""
        if QAccessible.isActive() and (text := words.coached(state, spoken=True)):
            self.say(text, show=False)


def piece_letters() -> dict[str, str]:
    """The English letter for each of those in use (Finnish: K D T L R)."""
    return dict(zip(language().letters, ENGLISH, strict=True))


def _told(part: str | Phrase | PovScore) -> str:
    if isinstance(part, PovScore):
        return words.score(part)
    return part if isinstance(part, str) else translated(part)


def translated(phrase: Phrase) -> str:
    """A phrase in the user's language."""
    text = QCoreApplication.translate("Spoken", phrase.template)
    if phrase.template[:1].isdecimal() and not phrase.parts:
        text = words.moves(text)  # a move with its number
    for number, part in enumerate(phrase.parts, 1):
        text = text.replace(f"%{number}", _told(part))
    return text
