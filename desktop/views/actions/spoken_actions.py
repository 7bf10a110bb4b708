"""Questions and commands in words, typed into the move line. The answers are shown, and read by screen readers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot
from PySide6.QtGui import QAccessible

from desktop.model.board.sounds import SoundCue
from desktop.model.errors import EditError, IllegalMoveError, Message, Severity
from desktop.model.game.state import GameState, MoveMade
from desktop.model.settings import Settings
from desktop.services.book.book_service import BookService
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.coach_service import CoachService
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.premove_service import PremoveService
from desktop.services.game.sound_service import SoundService
from desktop.services.kit.language import language
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.kit.voice import Voice
from desktop.views.kit import messages, words
from desktop.views.window.window_context import WindowContext
from engine.game.info import PovScore
from engine.game.letters import ENGLISH
from engine.game.position import Position
from engine.ground.text import Text, plain, why

if TYPE_CHECKING:
    from desktop.model.board.spoken import Narrator, Phrase, SpokenAnswer
    from desktop.model.coaching import CoachState

_COORDINATES = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


class SpokenActions(QObject):
    """Reads the typed text: a question, a command, or a move in the user's language."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        clock: ClockService,
        sounds: SoundService,
        coach: CoachService,
        book: BookService,
        analysis: AnalysisService,
        match: MatchService,
        premoves: PremoveService,
    ) -> None:
        super().__init__(context.window)
        self._games, self._clock, self._sounds, self._book, self._analysis = games, clock, sounds, book, analysis
        self._match, self._premoves = match, premoves
        self._context = context
        context.body.controls.entry.move_typed.connect(self.hear)
        context.body.panel.board.refused.connect(self._explain_refused)
        self._voice = Voice(self)
        self._coached: object = None  # the last tried move that was spoken of, with its sign
        self._aloud = settings.settings.flag("voice")
        settings.changed.connect(self._update_settings)
        games.move_made.connect(self._announce_move)
        match.taken_back.connect(self._announce_taken_back)
        match.ended.connect(self._announce_end)
        coach.changed.connect(self._announce_coach)

    @Slot(str)
    def hear(self, text: str) -> None:
        heard = self._listener().hear(text)
        if self._games.state.hidden and not (heard is not None and heard.action):
            self.say(self.tr("The position is hidden until you resume the game."), show=True)
        elif heard is None:
            self._move(text)
        else:
            self._answer(heard)

    def _listener(self) -> Narrator:
        from desktop.model.board.spoken import Narrator  # its patterns are compiled on the first question

        state = self._games.state
        analysed = self._analysis.state
        return Narrator(
            state,
            self._clock.state.clock if state.match is not None else None,
            analysed.evaluation if analysed.fen == state.fen else None,
            words.opening(self._book.state.opening),
        )

    def _move(self, text: str) -> None:
        from desktop.model.game import typed_move

        state = self._games.state
        if not state.user_may_move:
            self._move_ahead(text)
            return
        try:
            move = typed_move.read(state.fen, text, state.game.chess960, piece_letters())
        except IllegalMoveError as error:
            self._sounds.play(SoundCue.ILLEGAL)
            self.say(words.text_of(why(error)), show=True)
            return
        except EditError as error:
            self._sounds.play(SoundCue.ILLEGAL)
            self.say(f"{words.text_of(why(error))} " + self.tr("“help” shows what can be asked."), show=True)
            return
        self._match.user_move(move)

    @Slot(str, str)
    def _explain_refused(self, start: str, end: str) -> None:
        """Says which rule a move made on the board breaks. A premove is judged as if it were the user's turn."""
        import chess  # loaded when a move is made

        from engine.play.illegal_move import why_illegal

        state, scene = self._games.state, self._context.body.panel.board.scene
        board = chess.Board(state.fen, chess960=state.game.chess960)
        if scene.premoves_allowed:
            board.set_piece_map({square: chess.Piece.from_symbol(letter) for square, letter in scene.pieces.items()})
            board.turn = not board.turn
        reason = why_illegal(board, chess.parse_square(start), chess.parse_square(end))
        self.say(words.text_of(reason), show=True)

    def _move_ahead(self, text: str) -> None:
        """Enters a premove if premoves are allowed, in UCI notation: SAN needs to know the legal moves."""
        typed = text.strip().lower().replace("-", "")
        if self._premoves.state.possible and _COORDINATES.fullmatch(typed):
            from desktop.model.game.premove import with_promotion

            state, waiting = self._games.state, self._premoves.state.moves
            typed = with_promotion(typed, Position.of(state.fen, state.game.chess960), waiting, state.game.chess960)
            self._premoves.add(typed)
            self.say(self.tr("%1 waits for its turn.").replace("%1", typed), show=True)
        elif self._premoves.state.possible:
            self.say(self.tr("It is the opponent’s turn. A move ahead is typed as g1f3."), show=True)
        else:
            self._match.user_move("")  # which reports why not

    def _answer(self, heard: SpokenAnswer) -> None:
        if heard.action:
            action = self._context.actions[heard.action]
            if action.isEnabled():
                action.trigger()
            else:
                self.say(self.tr("That cannot be done now."), show=True)
            return
        self.say(". ".join(map(translated, heard.phrases)) + ".", show=True)

    def say(self, text: str, *, show: bool = False) -> None:
        """Speaks through a screen reader, and with the voice if it is on. `show`: also in the message line, which announces
        it."""
        if show:
            self._context.tell(Message(Severity.INFORMATION, plain(text)))
        else:
            messages.announce(self._context.body.panel.board, text)
        if self._aloud:
            self._voice.say(text)

    @property
    def _heard(self) -> bool:
        return self._aloud or QAccessible.isActive()

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        """Follows the setting of the voice, and reports at once if none is installed."""
        before, self._aloud = self._aloud, settings.flag("voice")
        if not self._aloud:
            self._voice.close()
        elif not before and not self._voice.found:
            text = self.tr(
                "There is no voice. Install the extra “voice” of Ratsu (PySide6-Addons) and a speech service."
            )
            self._context.tell(Message(Severity.WARNING, plain(text)))

    @Slot(object)
    def _announce_move(self, made: MoveMade) -> None:
        state = self._games.state_of(made.tab)
        if self._heard and state is not None and made.node.parent is not None:
            side = words.side(str(made.node.side_to_move.other))
            fen = state.game.fen(made.node.parent)
            self.say(f"{side}: {words.spoken_move(fen, made.node.uci, state.game.chess960)}")

    @Slot()
    def _announce_taken_back(self) -> None:
        from desktop.model.board.spoken import Narrator

        if self._heard:
            last = Narrator(self._games.state).hear("last move")
            self.say(". ".join([self.tr("Taken back"), *map(translated, last.phrases if last else ())]))

    @Slot(object)
    def _announce_end(self, state: GameState) -> None:
        if not self._heard or state.outcome is None:
            return
        text = words.outcome(state.outcome)
        if self._context.end_is_in_sight(state.tab):
            self.say(text)
        elif self._aloud:  # the message reaches screen readers
            self._voice.say(text)

    @Slot(object)
    def _announce_coach(self, state: CoachState) -> None:
        """Speaks the coach's comment in its spoken form; of a tried move the first one, and again if the sign changes."""
        said = (
            state.tab,
            state.node,
            state.found.judgement if state.tried is not None and state.found is not None else None,
        )
        again, self._coached = state.tried is not None and said == self._coached, said
        if self._heard and not again and (text := words.coached(state, spoken=True)):
            self.say(text)


def piece_letters() -> dict[str, str]:
    """Piece letter of typed moves -> English letter (Finnish: K D T L R)."""
    return dict(zip(language().typed_letters, ENGLISH, strict=True))


def _told(part: str | Phrase | PovScore | Text) -> str:
    if isinstance(part, PovScore):
        return words.score(part)
    if isinstance(part, Text):
        return words.text_of(part)
    return part if isinstance(part, str) else translated(part)


def translated(phrase: Phrase) -> str:
    text = QCoreApplication.translate("Spoken", phrase.template)
    if phrase.template[:1].isdecimal() and not phrase.parts:
        text = words.moves(text)  # a move with its number
    for number, part in enumerate(phrase.parts, 1):
        text = text.replace(f"%{number}", _told(part))
    return text
