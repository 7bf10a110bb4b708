"""All opponents of the game room as tiles: persons, Ratsu, engines, and games without the user."""

from collections.abc import Iterable
from enum import Enum

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QListWidget, QListWidgetItem, QWidget

from desktop.model.engines import EngineEntry
from desktop.model.home import score_words
from desktop.services.home_service import HomeService
from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import paint_glyph
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.portraits import face
from engine.ground.text import Text
from engine.play.people.persons import PERSONS, Person

_LEAST, _MOST = 40, 96  # pixels: the side of a tile's picture
_EDGES, _LINES = 20, 38  # pixels beside a picture, and below it for two lines of text
_ROWS = 6  # the most rows of tiles that are tried
_PORTRAIT = 88
_RADIUS = 0.16  # of a tile's corners, as a share of its side


class Other(Enum):
    """An opponent that is neither a person nor an external engine."""

    RATSU = ""
    PEOPLE = "people"
    ITSELF = "itself"


Opponent = Person | EngineEntry | Other
_PICTURES = {Other.RATSU: "cpu", Other.PEOPLE: "users", Other.ITSELF: "arrows-left-right"}


class OpponentField(QListWidget):
    """One opponent is always chosen. The tiles are as large as the room allows, so that they never scroll in a window of usual
    size. The arrow keys change the choice."""

    opponent_changed = Signal()

    def __init__(
        self, engines: Iterable[EngineEntry], parent: QWidget | None = None, *, children: bool = False
    ) -> None:
        """`children`: without the persons' Elo."""
        super().__init__(parent)
        self.setAccessibleName(self.tr("Opponent"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setFont(theme.font(theme.SMALL))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.cell = QSize()
        for person in PERSONS:
            name = _named(person, children)
            self._add(person, name.replace(", ", "\n"), name)
        self._add(Other.RATSU, "Ratsu", "Ratsu")
        for entry in engines:
            self._add(entry, entry.name, entry.name)
        people = self.tr("Two people")
        self._add(Other.PEOPLE, people.replace(" ", "\n", 1), people)
        self._add(Other.ITSELF, "Ratsu –\nRatsu", self.tr("Ratsu against itself"))
        self.setCurrentRow(0)
        self.currentItemChanged.connect(self.opponent_changed)

    def _add(self, opponent: Opponent, text: str, name: str) -> None:
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, opponent)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, name)
        item.setToolTip(ForeignText(name).tip)
        self.addItem(item)

    @property
    def opponent(self) -> Opponent:
        """The chosen opponent."""
        found = self.currentItem().data(Qt.ItemDataRole.UserRole)
        return found if isinstance(found, Person | EngineEntry | Other) else Other.RATSU

    def choose(self, key: str) -> None:
        """Chooses by the key of a person or engine, or the value of an `Other`; Ratsu if it is unknown."""
        keys = [_key(self.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self.count())]
        self.setCurrentRow(keys.index(key) if key in keys else keys.index(Other.RATSU.value))

    def sizeHint(self) -> QSize:
        """The least that the tiles need: a page that scrolls gives its parts what they want."""
        return self.minimumSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Chooses the size of the tiles, so that they fill the width, and as few rows of them as are as large as can be."""
        super().resizeEvent(event)
        room = self.contentsRect().size() - QSize(theme.SPACE, theme.SPACE)
        side, rows = max((self._side(rows, room), -rows) for rows in range(1, _ROWS))
        columns = max(1, min(-(-self.count() // -rows), room.width() // theme.scaled(_LEAST + _EDGES)))
        rows, side = -(-self.count() // columns), max(_LEAST, side)
        cell = QSize(room.width() // columns, theme.scaled(side + _LINES))
        least = rows * theme.scaled(_LEAST + _LINES) + theme.SPACE + 2
        self.setMinimumHeight(least)
        fits = rows * cell.height() <= room.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(
            policy
        )  # Qt shows one for a moment, and then wraps to less than the whole width
        self._fit(side, cell)

    def _side(self, rows: int, room: QSize) -> int:
        """The side of a picture, at 100 % text, if all tiles are in that number of rows."""
        columns = -(-self.count() // rows)
        wide, high = room.width() / columns, room.height() / rows
        return min(_MOST, int(min(wide / theme.scaled(100) * 100 - _EDGES, high / theme.scaled(100) * 100 - _LINES)))

    def _fit(self, side: int, cell: QSize) -> None:
        if cell == self.cell:
            return
        self.cell = cell
        self.setGridSize(cell)
        self.setIconSize(theme.size(side, side))
        for row in range(self.count()):
            item = self.item(row)
            opponent = item.data(Qt.ItemDataRole.UserRole)
            if isinstance(opponent, EngineEntry):
                item.setText(_in_two_lines(opponent.name, self.fontMetrics(), cell.width() - 5 * theme.SPACE))
            shown = _picture(opponent, theme.scaled(side), self.devicePixelRatioF())
            picture = QIcon(shown)
            picture.addPixmap(shown, QIcon.Mode.Selected)  # Qt's own selected icon is tinted
            item.setIcon(picture)


def _named(person: Person, children: bool) -> str:
    """A person with the rating, or for children the name alone."""
    return person.name if children else f"{person.name}, {person.elo}"


def _in_two_lines(name: str, metrics: QFontMetrics, wide: int) -> str:
    """The name of an engine: its version, often the last word, comes into the second line if the first has no room."""
    words, first = name.split(), ""
    while words and metrics.horizontalAdvance(f"{first} {words[0]}".strip()) <= wide:
        first = f"{first} {words.pop(0)}".strip()
    rest = metrics.elidedText(" ".join(words), Qt.TextElideMode.ElideRight, wide)
    return "\n".join(filter(None, (first, rest)))


def _key(opponent: Opponent) -> str:
    return opponent.value if isinstance(opponent, Other) else opponent.key


def _picture(opponent: Opponent, side: int, ratio: float) -> QPixmap:
    if isinstance(opponent, Person):
        return face(opponent.key, side, ratio)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    colours = theme.colours()
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent_soft))
        painter.drawRoundedRect(QRectF(0, 0, side, side), side * _RADIUS, side * _RADIUS)
        name = "cpu" if isinstance(opponent, EngineEntry) else _PICTURES[opponent]
        paint_glyph(painter, name, QRectF(side / 4, side / 4, side / 2, side / 2), QColor(colours.accent))
    return picture


class PersonDetails(QWidget):
    """The description of a person: manner, openings, temperament, and the results of the user against it; for children
    without numbers: only manner and temperament."""

    def __init__(self, home: HomeService, parent: QWidget | None = None, *, children: bool = False) -> None:
        super().__init__(parent)
        self._home, self._person, self._children = home, PERSONS[0], children
        self._face, self._name = plain_label(), plain_label(look="heading")
        self._about = plain_label(wrap=True)
        self._more = plain_label(look="quiet", wrap=True)
        column = in_column(self._name, self._about, self._more, STRETCH, spacing=1)
        in_row(in_column(self._face, STRETCH), (column, 1), inside=self, margins=0, spacing=3)
        home.played.connect(self._update)
        home.ask_played()

    def show_person(self, person: Person) -> None:
        """Shows a person."""
        self._person = person
        self._update()

    @Slot()
    def _update(self) -> None:
        person, played = self._person, self._home.state.played
        self._face.setPixmap(face(person.key, theme.scaled(_PORTRAIT), self.devicePixelRatioF()))
        self._name.setText(_named(person, self._children))
        self._about.setText(words.text_of(person.about))
        openings = [] if self._children else [words.text_of(person.repertoire.words)]
        more = [*openings, words.text_of(person.temperament)]
        if not self._children and played is not None and (score := score_words(played.record(person))):
            more.append(words.text_of(Text("Your games: %1.", score)))
        self._more.setText(" ".join(more))
