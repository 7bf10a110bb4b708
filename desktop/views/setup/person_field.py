"""Chooses a person to play against: portraits with name and rating, and what is known of the chosen one: manner, openings,
temperament, and the user's score."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QListView, QListWidget, QListWidgetItem, QWidget

from desktop.model.home import score_words
from desktop.services.home_service import HomeService
from desktop.views.kit import theme, words
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.portraits import face
from engine.ground.text import Text
from engine.play.people.persons import PERSONS, Person

_FACE, _CELL = 38, (43, 80)  # pixels at a text size of 100 %; nine in a row of the dialog


class PersonField(QWidget):
    """One person is always chosen. The arrow keys change the choice."""

    def __init__(self, chosen: Person, home: HomeService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Opponent"))
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setFont(theme.font(theme.SMALL))
        self.list.setIconSize(theme.size(_FACE, _FACE))
        self.list.setGridSize(theme.size(*_CELL))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(2 * theme.scaled(_CELL[1]) + 8)
        self.currentItemChanged = self.list.currentItemChanged
        self._about = plain_label(look="quiet", wrap=True)
        self._about.setMinimumHeight(theme.scaled(48))
        for person in PERSONS:
            shown = face(person.key, theme.scaled(_FACE), self.devicePixelRatioF())
            picture = QIcon(shown)
            picture.addPixmap(shown, QIcon.Mode.Selected)  # Qt's own selected icon is tinted
            item = QListWidgetItem(picture, f"{person.name}\n{person.elo}")
            about = words.text_of(person.about)
            item.setData(Qt.ItemDataRole.UserRole, person)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{person.name}, {person.elo}, {about}")
            self.list.addItem(item)
            if person is chosen:
                self.list.setCurrentItem(item)
        in_column((self.list, 1), self._about, inside=self, margins=0, spacing=1)
        self.setFocusProxy(self.list)
        self.list.currentItemChanged.connect(self._update)
        home.played.connect(self._update)
        home.ask_played()
        self._update()

    @property
    def person(self) -> Person:
        """The chosen person."""
        found = self.list.currentItem().data(Qt.ItemDataRole.UserRole)
        return found if isinstance(found, Person) else PERSONS[0]

    @Slot()
    def _update(self) -> None:
        person, played = self.person, self._home.state.played
        about = [f"{person.name}: {words.text_of(person.about)}."]
        about += [words.text_of(person.repertoire.words), words.text_of(person.temperament)]
        if played is not None and (score := score_words(played.record(person))):
            about.append(words.text_of(Text("Your games: %1.", score)))
        self._about.setText(" ".join(about))
