"""The mirror page: statistics of a player's games, with the moves for each figure. It replaces the board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QButtonGroup, QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.model.job import JobState
from desktop.services.training.mirror_service import MirrorService
from desktop.services.training.practice_trainer import PracticeTrainer
from desktop.views.games.mirror_plot import BarRow, RatingScale
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.fields import ChoiceField, named
from desktop.views.kit.figures import Figure, Figures
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.view_factory import WindowPage
from desktop.views.kit.words import decimal, filled, sentence, text_of, whole
from desktop.views.kit.work_parts import PGN, emptied, listing, show_status, thin_bar
from engine.ground.text import Text
from engine.play.review.mirror import Mirror, MirrorRow, MoveReference, Section
from engine.play.review.rating.scale import SCALE_NAMES

if TYPE_CHECKING:
    from engine.jobs.mirror import MirrorProgress, MirrorRequest

_PLACES = 280  # pixels; of the list of moves
_PLAYER = 200
_MOST_PLACES = 200


class MirrorPage(WindowPage):
    """The statistics of the job. `left` asks for the board."""

    def __init__(self, mirror: MirrorService, practice: PracticeTrainer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._service, self._practice = mirror, practice
        self._state = self._service.state
        self._shown: Mirror | None = None
        self._path: Path | None = None
        self.choose = push_button(self.tr("Choose games …"), self._ask_games)
        self.played = push_button(self.tr("Games played here"), self._look_at_played)
        self.player = named(ChoiceField(), self.tr("Player"))
        self.player.setMinimumWidth(theme.scaled(_PLAYER))
        self.player.activated.connect(self._choose_player)
        self.clock = push_button(
            "", self._save_clock, tip=self.tr("Moves that took you far longer or shorter than people, to be practised")
        )
        self.stop = push_button(self.tr("Stop"), self._service.stop)
        self.bar = named(thin_bar(), self.tr("How many games were looked at"))
        self.figures = Figures()
        self.scale = RatingScale()
        self.area, self._column = listing(self.tr("What the games say"))
        self.rows = QButtonGroup(self)
        self.rows.buttonClicked.connect(self._show_places)
        self.places_title = plain_label(look="heading", wrap=True)
        self.places_detail = plain_label(look="quiet", wrap=True)
        self.places = named(QListWidget(), self.tr("Moves counted in the number"))
        self.places.setSpacing(theme.SPACE // 2)  # each has two lines
        self.places.itemActivated.connect(self._open)
        self.places.itemClicked.connect(self._open)
        self._arrange()
        self._service.changed.connect(self._update_mirror)
        self._update_mirror(self._service.state)
        self._service.resume()

    def _arrange(self) -> None:
        aside = QFrame()
        aside.setProperty("look", "card")
        aside.setFixedWidth(theme.scaled(_PLACES))
        in_column(
            self.places_title, self.places_detail, (self.places, 1), inside=aside, margins=(3, 2, 2, 2), spacing=2
        )
        self._aside = aside
        body = in_row((self.area, 1), aside, spacing=3)
        summary = in_row((self.figures, 1), (self.scale, 1), spacing=3)
        self._found = QWidget()
        in_column(summary, (body, 1), inside=self._found, margins=0, spacing=2)
        self._first = push_button(self.tr("Choose games …"), self._ask_games, look="primary")
        self.empty = placeholder_card(
            self.tr(
                "Choose a PGN file with games of yours. Ratsu looks at each move and shows what you lose by phase, colour, "
                "piece, clock and opening, beside people of your strength. It also estimates your rating."
            ),
            self._first,
            picture="user",
        )
        tools = (self.player, self.clock, self.played, self.choose, self.stop)
        self.arrange(self.tr("Mirror"), tools, self.bar, (self._found, 1), (self.empty, 1))

    # Gestures

    @Slot()
    def _ask_games(self) -> None:
        ask_path(self, self.tr("Games"), lambda name: self._service.look(Path(name)), "", PGN)

    @Slot()
    def _look_at_played(self) -> None:
        path = self._service.played_games
        if path is not None:
            self._service.look(path)

    @Slot()
    def _choose_player(self) -> None:
        if self._state.request is not None:
            self._service.look(self._state.request.path, self.player.currentData())

    @Slot(object)
    def _show_places(self, button: BarRow) -> None:
        row, titles = button.row, self._state.last.titles if self._state.last is not None else {}
        self.places_title.setText(text_of(row.name))
        self.places_detail.setText(button.detail)
        self.places.clear()
        for place in row.places[:_MOST_PLACES]:
            text = filled(self.tr("Game %1, move %2"), whole(place.game), place.number)
            item = QListWidgetItem(f"{text}\n{titles.get(place.game, '')}")
            item.setData(Qt.ItemDataRole.UserRole, place)
            self.places.addItem(item)
        self._aside.setVisible(True)

    @Slot(object)
    def _open(self, item: QListWidgetItem) -> None:
        place: MoveReference = MoveReference(*item.data(Qt.ItemDataRole.UserRole))
        self._service.show(place)
        self.left.emit()

    # Updates from the service

    def _save_clock(self) -> None:
        found = self._state.last
        if found is not None:
            self._practice.save_clock(found.clock)

    @Slot(object)
    def _update_mirror(self, state: JobState[MirrorRequest, MirrorProgress]) -> None:
        found = state.last
        mirror = found.mirror if found is not None else None
        self._state = state
        self._show_players(state)
        self.stop.setVisible(state.running)
        lessons = len(found.clock) if found is not None else 0
        self.clock.setText(self.tr("Save clock lessons (%1)").replace("%1", whole(lessons)))
        self.clock.setVisible(lessons > 0 and not state.running)
        self.bar.setVisible(state.running)
        self.bar.setRange(0, found.total if found is not None else 0)  # 0 to 0 (busy): the file is being read
        self.bar.setValue(state.done if found is not None else 0)
        self.played.setVisible(self._service.played_games is not None)
        show_status(self.line, state.problem, self._status(state), "quiet")
        self.line.setVisible(bool(self.line.text()))
        first = state.request is None
        self.empty.setVisible(first)
        self._found.setVisible(not first)
        self.choose.setVisible(not first)
        self.setFocusProxy(self._first if first else self.choose)
        if mirror is not self._shown or mirror is None:
            self._show(mirror)

    def _show_players(self, state: JobState[MirrorRequest, MirrorProgress]) -> None:
        """Lists the players; those of the last file remain while it is read again."""
        again = state.last is None and state.request is not None and state.request.path == self._path
        self._path = state.request.path if state.request is not None else None
        if again:
            return
        players = state.last.players if state.last is not None else ()
        player = state.last.player if state.last is not None else ""
        self.player.setVisible(bool(players))
        wanted = [(name, f"{name} ({whole(games)})") for name, games in players]
        if [self.player.itemData(at) for at in range(self.player.count())] != [name for name, _ in wanted]:
            self.player.clear()
            for name, text in wanted:
                self.player.addItem(text, name)
        self.player.setCurrentIndex(next((at for at, (name, _) in enumerate(wanted) if name == player), -1))

    def _status(self, state: JobState[MirrorRequest, MirrorProgress]) -> str:
        found = state.last
        if state.running:
            if found is None or not found.total:
                return self.tr("Reading the file …")
            text = self.tr("%1 of %2 games. You can keep using the window; results so far are saved.")
            return filled(text, whole(state.done), whole(found.total))
        if state.request is None:
            return ""  # shown in the card
        if found is None or found.mirror is None or not found.mirror.games:
            return self.tr("The file holds no game of this player that can be looked at.")
        text = self.tr(
            "%1 games, %2 moves. Bars: points of winning chances lost a move; diamonds: people of this rating."
        )
        if found.mirror.games == 1:
            text = self.tr(
                "One game, %2 moves. Bars: points of winning chances lost a move; diamonds: people of this rating."
            )
        text = filled(text, whole(found.mirror.games), whole(found.mirror.moves))
        more = [text_of(found.unread)] if found.unread else []
        more += [] if found.mirror.ratings else [sentence(found.mirror.rating_words)]
        return " ".join([text, *more])

    def _show(self, mirror: Mirror | None) -> None:
        self._shown = mirror
        for button in self.rows.buttons():
            self.rows.removeButton(button)
        emptied(self._column)
        self._aside.setVisible(False)
        there = mirror is not None and bool(mirror.games)
        self.scale.show_rating(mirror.rating if mirror is not None else None)
        self.figures.show_figures(*(self._figures_of(mirror) if mirror is not None and there else ()))
        if mirror is None or not there:
            return
        for section, rows in mirror.sections.items():
            if rows:
                self._column.addWidget(self._card(section, rows))
        self._column.addStretch(1)

    def _card(self, section: Section, rows: tuple[MirrorRow, ...]) -> QFrame:
        card = QFrame()
        card.setProperty("look", "card")
        column = QVBoxLayout(card)
        column.addWidget(plain_label(self._section_name(section), look="heading"))
        counts = section in (Section.ALLOWED, Section.MISSED)
        full = max(float(row.moves) if counts else max(row.lost, row.people or 0.0) for row in rows)
        for row in rows:
            bar = BarRow(section, row, full or 1.0)
            self.rows.addButton(bar)
            column.addWidget(bar)
        return card

    def _figures_of(self, mirror: Mirror) -> list[Figure]:
        """The rating from the moves alone on each scale; points beside those that the ratings promise."""
        between = self.tr("%1, between %2 and %3")
        found = [
            (str(rating.elo), filled(between, SCALE_NAMES[scale], str(rating.low), str(rating.high)))
            for scale, rating in mirror.ratings.items()
        ]
        if mirror.rated_games:
            points = text_of(Text("points from %1 rated {game|games}", mirror.rated_games))
            found += [(decimal(mirror.scored, 1), points), (decimal(mirror.expected, 1), self.tr("expected by rating"))]
        return found

    def _section_name(self, section: Section) -> str:
        return {
            Section.PHASE: self.tr("Phase"),
            Section.COLOUR: self.tr("Colour"),
            Section.PIECE: self.tr("Piece"),
            Section.CLOCK: self.tr("Clock"),
            Section.PACE: self.tr("Thinking time"),
            Section.OPENING: self.tr("Openings"),
            Section.ALLOWED: self.tr("What your moves allowed"),
            Section.MISSED: self.tr("What your moves missed"),
        }[section]
