"""The card with the source and the reason of the engine's move: `3.Bb5 Opening book: strong (!), 15,011 games`."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from desktop.model.book.panel import BookState
from desktop.model.game.farewell import parting_word
from desktop.model.game.speech import person_of, speech_of
from desktop.model.game.state import GameState, Hint
from desktop.model.home import FinishedGames, score_words
from desktop.model.training import TrainingState
from desktop.services.book.book_service import BookService
from desktop.services.engines.coach_service import CoachService, may_explain
from desktop.services.engines.rating_service import RatingService
from desktop.services.engines.review_service import ReviewService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.home_service import HomeService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.analysis.coach_card import CoachCard
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.portraits import face
from engine.game.move_notes import MoveSource
from engine.game.node import Node
from engine.game.side import Side
from engine.ground.text import NOTHING, Text, plain
from engine.play.people.persons import Person

_PICTURES = {"book": "book-open", "tablebases": "database", "search": "cpu", "human": "user"}


_FACE, _LAST_FACE = 44, 64  # portrait beside the opponent's words, during the game and at its end
_MORE = ("analysis", "mirror", "book_report", "save", "new_game")  # keys of actions, in this order


class ResultRow(QWidget):
    """The next steps after a game: review, rematch, and everything else in a menu."""

    def __init__(self, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("What next"))
        more = push_button("…", auto_default=False, name=self.tr("More"))
        menu = QMenu(more)
        menu.addActions([actions[key] for key in _MORE if key in actions])
        more.setMenu(menu)
        buttons = []
        for key, text, look in (("review", self.tr("Review"), "primary"), ("rematch", self.tr("Rematch"), "")):
            tip = actions[key].toolTip()
            buttons.append(push_button(text, actions[key].trigger, auto_default=False, tip=tip, look=look))
        in_row(*((button, 1) for button in buttons), more, inside=self, margins=(0, 1, 0, 1), spacing=2)


class StatusCard(QFrame):
    """The state of play in words: side to move, result, and source of the engine's last move."""

    def __init__(
        self,
        games: GameService,
        openings: OpeningTrainer,
        coach: CoachService,
        book: BookService,
        match: MatchService,
        settings: SettingsStore,
        home: HomeService,
        rating: RatingService,
        review: ReviewService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._settings, self._home, self._rating, self._review = games, settings, home, rating, review
        self._changes: dict[int, str] = {}  # tab -> the change that its rated game made to the Elo
        self._played: FinishedGames | None = None  # as known while the last game ran
        self.setProperty("look", "card")
        self._heading = plain_label(look="heading", wrap=True)
        self._opening = plain_label(look="quiet", wrap=True)
        self._picture = plain_label()
        self._reason = plain_label(wrap=True, name=self.tr("Source of the move"))
        row = QHBoxLayout()
        row.setSpacing(2 * theme.SPACE)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._reason, 1)
        self.why = push_button(
            self.tr("Wh&y?"), actions["explain_move"].trigger, tip=actions["explain_move"].toolTip(), auto_default=False
        )
        row.addWidget(self.why, 0, Qt.AlignmentFlag.AlignTop)
        self._parting = plain_label(wrap=True, name=self.tr("A word at the end"))
        self._parting.hide()
        self._facts = plain_label(wrap=True, name=self.tr("Elo and accuracy"))
        self._facts.hide()
        self._due = plain_label(look="quiet")
        self.next = ResultRow(actions)
        in_column(
            self._heading,
            self._opening,
            self._facts,
            self.next,  # high up, to be visible in the smallest window
            self._parting,
            row,
            CoachCard(coach),
            self._due,
            STRETCH,
            inside=self,
            margins=(3, 2, 3, 2),
            spacing=1,
        )
        self.setMinimumHeight(
            theme.scaled(96)
        )  # so that the notation does not move when the reason takes a second line
        self._node: Node | None = None
        games.state_changed.connect(self._update_game)
        settings.changed.connect(self._update_words)
        home.played.connect(self._update_words)
        match.ended.connect(self._update_rating)
        review.changed.connect(self._update_facts)
        book.changed.connect(self._update_book)
        match.hint_ready.connect(self._update_hint)
        openings.changed.connect(self._update_due)
        theme.theme().changed.connect(self._update_words)
        self._update_game(games.state)
        self._update_book(book.state)
        self._update_due(openings.state)

    @Slot(object)
    def _update_due(self, state: TrainingState) -> None:
        """Shows the number of due positions in the opening trainer while no game runs."""
        self._due.setText(self.tr("Positions to train today: %1").replace("%1", str(state.due or 0)))
        self._due.setVisible(bool(state.due) and not self._games.state.playing)

    @property
    def heading(self) -> str:
        return self._heading.text()

    @property
    def text(self) -> str:
        return self._reason.text()

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._heading.setText(status_text(self, state))
        over = state.match is not None and state.outcome is not None and not state.playing
        self.next.setVisible(over)
        self._update_facts()
        person = person_of(state.match)
        if person is not None and not over:
            self._home.ask_played()
            self._played = self._home.state.played
        speech = speech_of(state) if self._settings.settings.flag("person_words") else NOTHING
        if speech:
            self._node = None
            score = self._score(person) if over else NOTHING
            self._parting.setText(words.text_of(score))
            self._parting.setVisible(bool(score))
            self._show("", f"\u201c{words.text_of(speech)}\u201d", person)
            return
        self._parting.setText(
            words.text_of(self._score(person) if person is not None and over else parting_word(state))
        )
        self._parting.setVisible(bool(self._parting.text()))
        node = state.node
        if node.origin is None and node.id and state.game.node(node.parent).origin is not None:
            node = state.game.node(node.parent)  # after the user's answer, show the engine's last move
        self._node = node
        children = self._settings.settings.flag("children")  # the reasons are full of numbers
        explained = node.origin is not None and node.id == state.current and may_explain(state)
        self.why.setVisible(explained and not children)
        if node.origin is not None and not children:
            self._show(node.origin.source, self._origin_text(node, node.origin))
        elif over or children or (state.match is not None and not any(map(state.match.is_engine, Side))):
            self._show("", "")
        elif state.match is not None:
            self._show("", self.tr("The source of each engine move, and the reason, will appear here."))
        else:
            self._show("", self.tr("Move the pieces freely, or start a game with Ctrl+N."))

    @Slot(object)
    def _update_rating(self, state: GameState) -> None:
        """Notes the change that a rated game made to the user's Elo, which the service has counted by now."""
        if state.match is None or not state.match.rated or not self._rating.state.history:
            return
        now, *before = (round(one.elo) for one in reversed(self._rating.state.history[-2:]))
        change = f" ({now - before[0]:+d})".replace("-", "−") if before else ""
        self._changes[state.tab] = self.tr("Your Elo: %1").replace("%1", f"{now}{change}")
        self._update_facts()

    @Slot()
    def _update_facts(self) -> None:
        """Shows the change of the Elo, and the accuracies if the game was reviewed."""
        state, review = self._games.state, self._review.state
        facts = [self._changes.get(state.tab, "")]
        if review.review is not None and review.tab == state.tab:
            sides = ((Side.WHITE, review.review.white), (Side.BLACK, review.review.black))
            shown = [
                f"{words.player(state.player(side))} {words.percent(one.accuracy / 100)}"
                for side, one in sides
                if one.accuracy is not None
            ]
            facts.append(self.tr("Accuracy: %1").replace("%1", ", ".join(shown)))
        text = "\n".join(filter(None, facts))
        self._facts.setText(text)
        self._facts.setVisible(bool(text) and not self.next.isHidden())

    def _score(self, person: Person | None) -> Text:
        """The user's results against a person, with the game that is over; nothing until it is counted."""
        played = self._home.state.played
        if person is None or played is None or played is self._played:
            return NOTHING
        score = score_words(played.record(person))
        return Text("Your games against %1: %2.", plain(person.name), score) if score else NOTHING

    def _origin_text(self, node: Node, origin: MoveSource) -> str:
        return (
            f"{node.number_text}{words.moves(node.san)}  {words.source(origin.source)}: {words.reason(origin.reason)}"
        )

    @Slot(object)
    def _update_book(self, state: BookState) -> None:
        self._opening.setText(words.opening(state.opening))
        self._opening.setVisible(bool(state.opening))

    @Slot(object)
    def _update_hint(self, hint: Hint) -> None:
        if hint.fen == self._games.state.fen:
            self._show("hint", words.hint(hint))

    @Slot()
    def _update_words(self) -> None:
        self._update_game(self._games.state)

    def _show(self, source: str, text: str, person: Person | None = None) -> None:
        picture = _PICTURES.get(source, "lightbulb" if source == "hint" else "")
        self._picture.setVisible(bool(picture) or person is not None)
        face_side = _FACE if self.next.isHidden() else _LAST_FACE
        side = face_side if person is not None else 20
        self._picture.setFixedSize(theme.size(side, side))
        if person is not None:
            self._picture.setPixmap(face(person.key, theme.scaled(side), self.devicePixelRatioF()))
        elif picture:
            self._picture.setPixmap(icon(picture, "accent").pixmap(theme.size(20, 20)))
        if self._reason.text() != text:
            self._reason.setText(text)
        self._reason.setVisible(bool(text))
        look = "" if picture or person is not None else "quiet"
        if self._reason.property("look") != look:
            self._reason.setProperty("look", look)
            self._reason.style().polish(self._reason)


def status_text(widget: QWidget, state: GameState) -> str:
    outcome = state.outcome
    if outcome is not None and not state.playing:
        return words.outcome(outcome)
    if state.adjourned and state.course is not None:
        return widget.tr("Adjourned (Ctrl+G resumes)") if state.course.begun else widget.tr("Ready (Ctrl+G begins)")
    if state.playing and not state.at_live_end:
        return widget.tr("Looking back (End returns)")
    if state.playing and state.match is not None:
        if state.user_may_move and state.match.human_side is not None:
            return widget.tr("Your move")
        return words.player(state.player(state.node.side_to_move)) + " " + widget.tr("to move")
    if state.current and not state.legal_moves:  # before the first move no legal moves were generated: see LegalMoves
        return widget.tr("Checkmate") if state.in_check else widget.tr("Stalemate")
    return widget.tr("White to move") if state.node.side_to_move.value == "white" else widget.tr("Black to move")
