"""The Home page: games to resume, training, Elo, own games, opponents, and the last review."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QAction, QIcon, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QWidget

from desktop.model.drill import DrillState
from desktop.model.game.correspondence import CorrespondenceRow, reminder
from desktop.model.game.match import player_of
from desktop.model.game.match_course import MatchPhase
from desktop.model.game.results import printed_result
from desktop.model.game.state import SavedGame
from desktop.model.home import (
    MOST_SHOWN,
    FinishedGame,
    FinishedGames,
    HomeState,
    LastReview,
    UnfinishedGame,
    is_first_day,
    opponents,
    score_words,
)
from desktop.model.settings import TABLE, Settings
from desktop.model.shorten import shortened_header
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.correspondence_service import CorrespondenceService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.autosave import Autosave
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.home_service import HomeService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.endgame_trainer import EndgameTrainer
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.services.training.tactics_trainer import TacticsTrainer
from desktop.views.engines.rating_dialog import RatingGraph
from desktop.views.game.eval_graph import HEIGHT, EvalGraph
from desktop.views.home.home_cards import HomeCard, HomeRow
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.portraits import face
from desktop.views.kit.view_factory import WindowPage
from desktop.views.setup.game_defaults import game_of, remember_person
from engine.game.position import START_POSITION
from engine.pgn.standings import Record
from engine.play.people.persons import Person

_FACE, _LARGEST_FACE = 44, 120
_FACE_LINES = 4  # rows of faces at most
_FACE_TEXT, _FACE_EDGES = 46, 16  # pixels below and beside a face
_COLUMN = 380  # pixels; minimum width of a column of cards, so that the Finnish texts fit
_HEAD = 80  # pixels; the height of a card's heading, sentence and edges
_CORRESPONDENCE = 3  # games with a row
_REPERTOIRES = 3  # whose progress is shown
_GAMES, _GAME = 5, 32  # the minimum number of games shown; the height of one in pixels
_TALL = 280  # pixels; from this height on a card has higher rows


class HomePage(WindowPage):
    """The cards of Home. The home service reads their data again each time the page is shown."""

    def __init__(
        self,
        settings: SettingsStore,
        game_service: GameService,
        autosave: Autosave,
        collection: CollectionService,
        openings: OpeningTrainer,
        mistakes: MistakeTrainer,
        tactics: TacticsTrainer,
        endgames: EndgameTrainer,
        lists: GameListService,
        files: FileService,
        match: MatchService,
        home: HomeService,
        correspondence: CorrespondenceService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._game_service, self._autosave = settings, game_service, autosave
        self._collection, self._openings, self._endgames = collection, openings, endgames
        self._mistakes, self._tactics, self._lists, self._files, self._match = mistakes, tactics, lists, files, match
        self._home, self._correspondence = home, correspondence
        self._actions = actions
        self.going, self.due = HomeCard(self.tr("Resume")), HomeCard(self.tr("Train"))
        self.rating, self.played = HomeCard(self.tr("Your Elo")), HomeCard(self.tr("Games played here"))
        self.opponents, self.review = HomeCard(self.tr("Opponents")), HomeCard(self.tr("Last review"))
        self.welcome = HomeCard(self.tr("Welcome to Ratsu"))
        self._cards: tuple[HomeCard, ...] = ()  # those shown
        self._usual = (self.going, self.due, self.rating, self.played, self.opponents, self.review)
        self._shown: HomeState | None = None
        self._fill_feet()
        body = QWidget()
        self._grid = QGridLayout(body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(2 * theme.SPACE)
        for card in (self.welcome, *self._usual):
            card.setParent(body)
        self._columns, self._games = 2, _GAMES
        self._faces = (6, _FACE, 1)  # faces in a row, the side of one, and the rows
        self.arrange(self.tr("Home"), (), (scrolled(body), 1))
        self._children = settings.settings.flag("children")  # no ratings
        home.changed.connect(self._update)
        settings.changed.connect(self._suit_children)
        self._update(home.state)

    def _fill_feet(self) -> None:
        self._new = push_button(self.tr("New game …"), self._actions["new_game"].trigger, auto_default=False)
        self.going.add_foot(_alone(self._new))
        self._trainers = (
            HomeRow("", self._train_openings, "graduation-cap"),
            HomeRow("", self._train_mistakes, "repeat"),
            HomeRow("", self._train_tactics, "puzzle-piece"),
            HomeRow("", self._train_lessons, "crown"),
            HomeRow("", lambda: self.board_wanted.emit("practice"), "chalkboard"),
        )
        firsts = (
            HomeRow(self.tr("Play: choose an opponent"), self._actions["new_game"].trigger, "horse"),
            HomeRow(self.tr("Analyse: a position or a game"), partial(self.board_wanted.emit, "analysis"), "flask"),
            HomeRow(self.tr("Import my games"), self._actions["get_games"].trigger, "cloud-arrow-down"),
            HomeRow(self.tr("Learn: lessons from the first mate on"), self._train_lessons, "crown"),
        )
        for first in firsts:
            first.set_tall(True)
        self.welcome.fill([*firsts])
        self.welcome.say(self.tr("A game is ready on the board. What would you like to do?"))
        self.welcome.rest.show_position(START_POSITION.fen, False, partial(self.board_wanted.emit, ""))
        self.due.fill([*self._trainers])
        self.known = plain_label(look="quiet", wrap=True)
        self.due.add_foot(self.known)
        self.graph = RatingGraph()
        self.graph.setMinimumHeight(theme.scaled(120))
        self.rating.add_foot(self.graph)
        self.curve = EvalGraph()
        self.curve.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.curve.setMaximumHeight(2 * HEIGHT)
        self.curve.node_chosen.connect(self._show_move)
        self.review.add_foot(self.curve)
        level = push_button(self.tr("Find my level …"), self._actions["find_level"].trigger, auto_default=False)
        all_rated = push_button(self.tr("Rated games …"), self._actions["rating"].trigger, auto_default=False)
        self.rating.add_foot(_alone(all_rated, level))
        self.all_played = push_button(self.tr("All my games"), self._list_played, auto_default=False)
        self.imported = push_button("", self._list_imported, auto_default=False)
        self.get_games = push_button(self.tr("Get my games …"), self._actions["get_games"].trigger, auto_default=False)
        self.played.add_foot(_alone(self.all_played, self.imported))
        self.played.add_foot(_alone(self.get_games))
        self._people = QGridLayout()
        self._people.setSpacing(theme.SPACE)
        people = QWidget()
        people.setLayout(self._people)
        self._people.setContentsMargins(0, 0, 0, 0)
        self.opponents.add_foot(people)
        self.opponents.say(self.tr("A click starts a game with your last time control."))

    def showEvent(self, event: QShowEvent) -> None:
        """Reads the data again."""
        super().showEvent(event)
        self._home.look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Chooses the number of columns by width. The cards share the height, and show more if they are large."""
        super().resizeEvent(event)
        self._lay_out(min(3, max(1, (self.width() - 3 * theme.SPACE) // theme.scaled(_COLUMN))))
        self._fit()

    def _lay_out(self, columns: int) -> None:
        """Lays the cards out: on the first day a welcome, training and opponents, and later everything."""
        first_day = self._shown is not None and is_first_day(self._shown)
        usual = (self.welcome, self.due, self.opponents) if first_day else self._usual
        cards = tuple(card for card in usual if not (self._children and card is self.rating))
        if (columns, cards) == (self._columns, self._cards):
            return
        self._columns, self._cards = columns, cards
        focused = cast(QWidget | None, self.window().focusWidget())
        self.setFocusProxy(self.welcome.rows()[0] if first_day else self._new)
        for card in (self.welcome, *self._usual):
            self._grid.removeWidget(card)
            card.setVisible(card in cards)
        if focused is not None and self.isAncestorOf(focused) and not focused.isVisible():
            self.setFocus()
        for index, card in enumerate(cards):
            wide = columns - index % columns if card is cards[-1] else 1  # no hole at the end
            self._grid.addWidget(card, index // columns, index % columns, 1, wide)
        for row in range(len(self._usual)):
            self._grid.setRowStretch(row, int(row < -(-len(self._cards) // columns)))
        for column in range(3):
            self._grid.setColumnStretch(column, int(column < columns))

    def _fit(self) -> None:
        """Chooses how much each card shows for its width and height in pixels."""
        rows = max(1, -(-len(self._cards) // self._columns))
        width, height = self.width() // self._columns - 14 * theme.SPACE, (self.height() - 16 * theme.SPACE) // rows
        game, room, text = theme.scaled(_GAME), height - theme.scaled(_HEAD), theme.scaled(_FACE_TEXT)
        games = min(MOST_SHOWN, max(_GAMES, (room - 3 * game) // game))
        two_rows = room // 2 - text >= _FACE + 4 * theme.SPACE
        in_row = 3 if two_rows else 6
        low = not two_rows and height < theme.scaled(_TALL)
        widest = _FACE if low else max(_FACE, min(_LARGEST_FACE, width // in_row - _FACE_EDGES))
        lines = max(2, min(_FACE_LINES, room // (widest + text))) if two_rows else 1
        faces = in_row, max(_FACE, min(widest, room // lines - text)), lines
        for row in self._trainers:
            row.set_tall(height >= theme.scaled(_TALL))
        changed = (games, faces) != (self._games, self._faces)
        self._games, self._faces = games, faces
        if changed and self._shown is not None:
            self._show_played(self._shown)
            self._show_opponents(self._shown)
            self._order()

    # Contents

    @Slot(object)
    def _update(self, state: HomeState) -> None:
        before, self._shown = self._shown, state
        if before is None or (before.going, before.left, before.post) != (state.going, state.left, state.post):
            self._show_going(state)
        if before is None or (before.due, is_first_day(before)) != (state.due, is_first_day(state)):
            self._show_due(state)
        if before is None or before.rating != state.rating:
            self._show_rating(state)
        self.imported.setVisible(state.collected)
        self.imported.setText(ForeignText(words.text_of(self._collection.state.name)).caption)
        if before is None or before.played != state.played:
            self._show_played(state)
        if before is None or (before.played, before.rating, before.my_elo) != (
            state.played,
            state.rating,
            state.my_elo,
        ):
            self._show_opponents(state)
        if before is None or (before.review, before.curve) != (state.review, state.curve):
            self._show_review(state)
        self._lay_out(self._columns)
        self._fit()  # the cards of the first day have more room
        self._order()

    @Slot(object)
    def _suit_children(self, settings: Settings) -> None:
        if settings.flag("children") is not self._children:
            self._children, self._shown = settings.flag("children"), None
            self._update(self._home.state)

    def _order(self) -> None:
        """Sets the tab order to that of the cards."""
        buttons = [button for card in self._cards for button in (*card.rows(), *card.foot_buttons())]
        for one, other in pairwise(buttons):
            QWidget.setTabOrder(one, other)

    def _show_going(self, state: HomeState) -> None:
        rows: list[QWidget] = [
            HomeRow(self._name_of(one), partial(self._resume, one), "play-circle") for one in state.going
        ]
        for left in state.left:
            text = self.tr("%1, move %2, left %3")
            text = text.replace("%2", str(left.moves)).replace("%3", words.moment(left.when))
            text = text.replace("%1", words.saved_game_title(left))
            rows.append(HomeRow(text, partial(self._restore, left), "play-circle"))
        waiting = [one for one in state.post if one.my_move][:_CORRESPONDENCE]
        for row in waiting:
            text = f"{row.opponent}   {words.moves(row.last)}"
            rows.append(HomeRow(text, partial(self._open_correspondence, row), "envelope"))
        self.going.fill(rows)
        nothing = "" if rows else self.tr("No game waits for you. Start one, and find it here when you leave it.")
        self.going.say(words.text_of(reminder(state.post)) if waiting else nothing)
        first = next(iter(state.going), None)
        if first is not None and first.fen:
            self.going.rest.show_position(first.fen, first.black, partial(self._resume, first))
        else:
            self.going.rest.show_picture("" if rows else "play-circle")

    def _name_of(self, one: UnfinishedGame) -> str:
        text = self.tr("%1, move %2, adjourned") if one.phase is MatchPhase.ADJOURNED else self.tr("%1, move %2")
        return text.replace("%2", str(one.moves)).replace("%1", words.text_of(one.players))

    def _show_due(self, state: HomeState) -> None:
        due = state.due
        names = (
            self.tr("Openings"),
            self.tr("Mistakes"),
            self.tr("Tactics"),
            self.tr("Lessons"),
            self.tr("Drills"),
        )
        counts = (due.openings, due.mistakes, due.tactics, due.lessons, due.drills)
        for row, name, count in zip(self._trainers, names, counts, strict=True):
            shown = self.tr("counting …") if count is None else self.tr("%1 due").replace("%1", words.whole(count))
            if due.learned is not None and row is self._trainers[3]:
                learned = self.tr("%1 of %2 learned").replace("%1", str(due.learned[0]))
                shown += ", " + learned.replace("%2", str(due.learned[1]))
            row.say(f"{name}: {shown}")
        text = self.tr("%1: %2 of %3 positions known")
        lines = [
            text.replace("%2", words.whole(known)).replace("%3", words.whole(total)).replace("%1", name)
            for name, known, total in due.known[:_REPERTOIRES]
        ]
        self.known.setText("\n".join(lines))
        self.known.setVisible(bool(lines))
        nothing = not any(counts) and None not in counts
        self.due.rest.show_picture("barbell" if nothing else "")
        said = nothing and not is_first_day(state)  # the rows say so too, and the first day needs no scroll bar
        self.due.say(self.tr("Nothing is due now. New positions are always there.") if said else "")

    def _show_rating(self, state: HomeState) -> None:
        now = state.rating.now
        self.graph.setVisible(now is not None)
        self.graph.show_state(state.rating)
        self.rating.grow(now is not None)
        self.rating.rest.show_picture("chart-line" if now is None else "")
        if now is None:
            self.rating.say(self.tr("Play rated games, and your Elo is drawn here."))
            return
        games = len(state.rating.games)
        text = self.tr("%1 ± %2 after one rated game") if games == 1 else self.tr("%1 ± %2 after %3 rated games")
        text = text.replace("%3", words.whole(games))
        self.rating.say(text.replace("%1", f"{now.elo:.0f}").replace("%2", f"{(now.high - now.low) / 2:.0f}"))

    def _show_played(self, state: HomeState) -> None:
        played = state.played
        games = played.last[: self._games] if played is not None else ()
        self.played.rest.show_picture("" if games else "horse")
        self.played.fill([HomeRow(_game_text(one), partial(self._open, one), "horse") for one in games])
        if played is None:
            self.played.say(self.tr("Reading your games …"))
        elif not games:
            self.played.say(self.tr("Every finished game is saved here."))
        else:
            text = self.tr("One game:") if played.total == 1 else self.tr("%1 games, the last ones:")
            self.played.say(text.replace("%1", words.whole(played.total)))
        self.all_played.setVisible(bool(games))

    def _show_opponents(self, state: HomeState) -> None:
        for old in self.opponents.findChildren(QToolButton):
            self._people.removeWidget(old)
            old.hide()
            old.setParent(None)
            old.deleteLater()
        played = state.played or FinishedGames()  # the faces come at once, the results once they are read
        known = state.my_elo if state.my_elo != TABLE["my_elo"].default else None
        elo = known if state.rating.now is None else state.rating.now.elo
        in_row, _, lines = self._faces
        for place, (person, record) in enumerate(opponents(played, elo, in_row * lines)):
            self._people.addWidget(self._face_of(person, record), place // in_row, place % in_row)

    def _face_of(self, person: Person, record: Record) -> QToolButton:
        button = QToolButton()
        side = self._faces[1]
        button.setIcon(QIcon(face(person.key, side, self.devicePixelRatioF())))
        button.setIconSize(QSize(side, side))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setFont(theme.font(theme.SMALL))
        rating = "" if self._children else f"\n{person.elo}"
        button.setText(f"{ForeignText(person.name).caption}{rating}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        about = words.text_of(person.about)
        if record.games:
            about += "\n" + words.text_of(score_words(record))
        button.setToolTip(ForeignText(about).tip)
        button.setAccessibleName(f"{person.name}, {person.elo}, {about}")
        button.clicked.connect(lambda: self._play(person))
        return button

    def _show_review(self, state: HomeState) -> None:
        last = state.review
        self.curve.setVisible(bool(state.curve))
        self.curve.show_points(state.curve, -1)
        self.review.grow(bool(state.curve))
        self.review.rest.show_picture("" if last is not None else "magnifying-glass")
        if last is None:
            self.review.say(self.tr("Review a game (R): its mistakes are found and explained."))
            self.review.fill([])
            return
        text = f"{_player(last.white)} – {_player(last.black)}, {words.moment(last.when)}"
        self.review.fill([HomeRow(text, lambda: self._show_game(last), "chart-line")])
        if self._children:
            self.review.say("")
            return
        said = self.tr("White: accuracy %1, mistakes %2. Black: accuracy %3, mistakes %4.")
        for place, side in ((0, "%1"), (1, "%3")):
            accuracy = last.accuracy[place]
            said = said.replace(side, "–" if accuracy is None else words.percent(accuracy / 100))
        self.review.say(said.replace("%2", str(last.faults[0])).replace("%4", str(last.faults[1])))

    # Gestures

    def _resume(self, one: UnfinishedGame) -> None:
        self._game_service.select_tab(one.tab)
        self.board_wanted.emit("")
        if one.phase is MatchPhase.ADJOURNED:
            self._match.go_on()

    def _open_correspondence(self, row: CorrespondenceRow) -> None:
        self.board_wanted.emit("correspondence")
        self._correspondence.open(row.number)

    def _restore(self, left: SavedGame) -> None:
        self.board_wanted.emit("")
        self._autosave.restore_all((left,))

    def _train_openings(self) -> None:
        self.board_wanted.emit("openings")
        if self._goes_on(self._openings.state):
            return
        rows = self._openings.state.repertoires or ()
        most = max(rows, key=lambda row: row.waiting.due, default=None)
        if most is not None and most.waiting.due:
            self._openings.begin(most)

    def _train_mistakes(self) -> None:
        self.board_wanted.emit("mistakes")
        if not self._goes_on(self._mistakes.state) and self._home.state.due.mistakes:
            self._mistakes.train()

    def _train_tactics(self) -> None:
        from engine.drill.sources.puzzles import PuzzleSelection

        self.board_wanted.emit("tactics")
        if not self._goes_on(self._tactics.state):
            self._tactics.begin(PuzzleSelection())

    def _train_lessons(self) -> None:
        self.board_wanted.emit("endgames")
        if not self._goes_on(self._endgames.state) and self._home.state.due.lessons:
            self._endgames.begin_due()

    def _goes_on(self, session: DrillState[Any]) -> bool:
        """Whether a session is running. If so, its board is shown, because a new session would end it."""
        if session.running:
            self._game_service.select_tab(session.tab)
        return session.running

    def _list_played(self) -> None:
        path = self._files.played_games
        if path is not None:
            self._lists.open(path)
            self.action_wanted.emit("games")

    def _list_imported(self) -> None:
        from books.collection.query import Query

        self._collection.search(Query())

    def _open(self, one: FinishedGame) -> None:
        path = self._files.played_games
        if path is not None:
            self.board_wanted.emit("review")
            self._files.open_file(Path(path), one.number)

    def _play(self, person: Person) -> None:
        self.board_wanted.emit("")
        remember_person(self._settings, person)
        self._match.new_game(replace(game_of(self._settings.settings), person=person, finding=False))

    def _show_game(self, last: LastReview, node: int = 0) -> None:
        self.board_wanted.emit("review")

        def shown() -> None:
            self._game_service.go_to(node)
            self._home.show_review(last)

        self._files.paste(last.pgn, shown)

    @Slot(int)
    def _show_move(self, node: int) -> None:
        """Opens the game of the last review at the clicked move of the curve."""
        last = self._home.state.review
        if last is not None:
            self._show_game(last, node)


def _alone(*buttons: QWidget) -> QWidget:
    """Buttons at the left, as wide as their texts."""
    row = QWidget()
    in_row(*buttons, STRETCH, inside=row, margins=0, spacing=2)
    return row


def _player(name: str) -> str:
    return words.player(player_of(shortened_header(name)))


def _game_text(one: FinishedGame) -> str:
    result = printed_result(one.result)
    when = words.date(one.date)
    return f"{_player(one.white)} – {_player(one.black)}  {result}" + (f", {when}" if when else "")
