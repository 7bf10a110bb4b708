"""The list of the user's books: adding, building, exporting; which ones the engine uses, and in which order."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.model.book.books_dialog import BookFileRow, BooksState, BuildRequest
from desktop.services.book.books_service import BooksService
from desktop.views.book.addition_texts import changes_text
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton, ask_path
from desktop.views.kit.fields import add_row, form_of, named, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.words import decimal
from desktop.views.kit.work_parts import PGN, show_status, thin_bar, wrapped

_BOOKS = "*.ratsubook *.bin *.abk *.ctg *.pgn"
_PATH = Qt.ItemDataRole.UserRole


_SIDES = ("", "white", "black")


class BookNameDialog(Dialog):
    """A name and, unless `side` is None, a side, passed to `keep` (True: White, False: Black, None: both)."""

    def __init__(
        self,
        heading: str,
        name: str,
        side: str | None,
        keep: Callable[[str, bool | None], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, heading, width=380)
        self._keep = keep
        self.name = QLineEdit(name)
        self.side = QComboBox()
        self.side.addItems([self.tr("Both sides"), self.tr("White"), self.tr("Black")])
        self.side.setCurrentIndex(_SIDES.index(side or ""))
        self.side.setToolTip(self.tr("In a book for one side, the moves of the other side are replies."))
        form = form_of((self.tr("Name"), self.name))
        if side is not None:
            add_row(form, self.tr("Side"), self.side)
        self._buttons = self.button_box()
        in_column(form, self._buttons, inside=self, margins=4, spacing=4)
        self.name.textChanged.connect(self._update_buttons)
        self._update_buttons()
        self.name.selectAll()
        self.name.setFocus()

    def _update_buttons(self) -> None:
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(self.name.text().strip()))

    def accept(self) -> None:
        side = _SIDES[self.side.currentIndex()]
        self._keep(self.name.text().strip(), side == "white" if side else None)
        super().accept()


class BooksDialog(Dialog):
    """The dialog of the books. Every change is saved at once, without confirmation."""

    def __init__(self, books: BooksService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Books"), (680, 520))
        self._books = books
        self._filling = False
        self._pressed: QWidget | None = None  # what had the focus when work on the books began
        self._passed: QWidget | None = None  # what Qt passed the focus to when that one was disabled
        self._working = False
        self._rows: tuple[BookFileRow, ...] = ()
        self.list = named(
            QListWidget(), self.tr("Your flags, your other books and the layers of Ratsu, in order of priority")
        )
        self.list.itemChanged.connect(self._arrange)
        self.list.itemSelectionChanged.connect(self._update_buttons)
        self.news = wrapped()
        self.bar = thin_bar()
        introduction = wrapped(
            self.tr(
                "Your own flags come first, then the ticked books from top to bottom, then what the engine "
                "learned, then the shipped book. A flag that comes from games gives way to one that was set by hand in any "
                "of them. Games that are in two books count twice. A move that was learned as losing is bad whatever they "
                "say, unless you locked it."
            ),
            "quiet",
        )
        middle = in_row((self.list, 1), self._make_buttons(), spacing=2)
        in_column(
            introduction,
            (middle, 1),
            self._make_additions(),
            self.bar,
            self.news,
            self._make_question(),
            self._make_end(),
            inside=self,
            margins=4,
            spacing=2,
        )
        books.changed.connect(self._update_books)
        self._update_books(books.state)
        books.refresh()

    def _make_additions(self) -> QGridLayout:
        self.add = self._button(self.tr("&Add a book …"), "plus", self._ask_book)
        self.new = self._button(self.tr("New boo&k …"), "book-bookmark", self._ask_new)
        self.build = self._button(self.tr("&Build from games …"), "wrench", self._ask_games)
        self.write = self._button(self.tr("&Write to a file …"), "export", self._ask_target)
        self.write.setToolTip(self.tr("Your books and the shipped book together, as Polyglot (.bin) or flagged PGN"))
        grid = QGridLayout()
        grid.setSpacing(2 * theme.SPACE)
        for place, button in enumerate((self.add, self.new, self.build, self.write)):
            grid.addWidget(button, 0, place)
        return grid

    def _make_buttons(self) -> QVBoxLayout:
        """Makes the column of what can be done with the selected book."""
        self.edit = self._button(self.tr("&Edits go here"), "pencil-line", self._edit_here)
        self.rename = self._button(self.tr("&Rename …"), "text-aa", self._ask_name)
        self.copy = self._button(self.tr("&Copy …"), "copy", self._ask_copy)
        self.merge = self._button(self.tr("&Merge into …"), "git-merge", self._ask_merge)
        self.write_one = self._button(self.tr("Write &only this …"), "export", self._ask_target_of_one)
        self.up = self._button(self.tr("&Up"), "arrow-up", lambda: self._move(-1))
        self.down = self._button(self.tr("&Down"), "arrow-down", lambda: self._move(1))
        self.remove = self._button(self.tr("&Take out"), "x", self._remove)
        self.edit.setToolTip(self.tr("Moves, flags and comments that you add go into the selected book"))
        self.rename.setToolTip(self.tr("Changes the name, and the side that the book is for (F2)"))
        self.merge.setToolTip(self.tr("Adds the moves and chapters of the selected book to another one"))
        self.write_one.setToolTip(
            self.tr("Only the selected book, as Polyglot (.bin), PGN with its chapters, or Ratsu's own format")
        )
        self.remove.setToolTip(self.tr("Removes the book from the list; the file stays"))
        QShortcut(QKeySequence(Qt.Key.Key_F2), self.list, self.rename.click, context=Qt.ShortcutContext.WidgetShortcut)
        which = (self.edit, self.rename, self.copy, self.merge, self.write_one, self.up, self.down, self.remove)
        return in_column(*which, STRETCH, spacing=1)

    def _make_question(self) -> QHBoxLayout:
        """Makes the buttons that answer the question whether a book may make a move less likely."""
        self.agree = self._button(self.tr("Add this &book"), "check", self._books.agree)
        self.refuse = self._button(self.tr("Do &not add it"), "x", self._books.refuse)
        return in_row(STRETCH, self.refuse, self.agree)

    def _make_end(self) -> QHBoxLayout:
        self.stop = push_button(self.tr("&Stop"), self._books.stop, auto_default=False)
        return in_row(self.stop, STRETCH, self.button_box(StandardButton.Close))

    def _button(self, text: str, picture: str, clicked: object) -> QPushButton:
        button = push_button(text, picture=picture, auto_default=False)
        button.clicked.connect(lambda _checked=False: clicked())  # type: ignore[operator]
        return button

    # The list

    @Slot(object)
    def _update_books(self, state: BooksState) -> None:
        own = tuple(row for row in state.layers if row.layer == "user")
        self._fill((*own, *state.rows, *(row for row in state.layers if row.layer != "user")))
        if self.focusWidget() not in (None, self._passed, self.agree, self.refuse):
            self._pressed = None  # the user has moved on
        self.bar.setVisible(bool(state.busy))
        self.bar.setRange(0, 0 if state.fraction is None else 1000)
        self.bar.setValue(round(1000 * (state.fraction or 0)))
        self.stop.setVisible(bool(state.busy))
        busy = self.tr("Reading and writing %1 …").replace("%1", state.busy) if state.busy else ""
        none = "" if state.rows else self.tr("You have no other books yet.")
        show_status(self.news, state.problem, busy or changes_text(state.news) or none, "quiet")
        self._update_buttons()

    def _fill(self, rows: tuple[BookFileRow, ...]) -> None:
        if self._rows == rows:
            return
        self._rows = rows
        self._filling = True
        chosen = max(0, self.list.currentRow())
        self.list.clear()
        for row in rows:
            text = words.sentence(row.problem) or "  ·  ".join(self._facts(row))
            picture = icon("pencil-line", "accent") if row.edited else icon("book-open")
            item = QListWidgetItem(icon("warning", "bad") if row.problem else picture, text)
            item.setToolTip(ForeignText(str(row.path)).tip)
            item.setData(_PATH, str(row.path))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if row.active else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.list.setCurrentRow(min(chosen, len(rows) - 1))
        self._filling = False

    def _facts(self, row: BookFileRow) -> list[str]:
        sides = {"white": self.tr("for White"), "black": self.tr("for Black")}
        facts = [self._title(row), sides.get(row.side, ""), self.tr("%1 MB").replace("%1", decimal(row.megabytes, 1))]
        return [fact for fact in (*facts, self.tr("takes your edits") if row.edited else "") if fact]

    def _title(self, row: BookFileRow) -> str:
        titles = {
            "user": self.tr("Your own flags"),
            "learned": self.tr("What the engine learned"),
            "shipped": self.tr("Shipped book"),
        }
        return titles.get(row.layer, row.title)

    def _order(self) -> list[tuple[Path, bool]]:
        """Returns the books that can be reordered, with their check marks."""
        items = [self.list.item(place) for place in self._ordered()]
        return [(Path(item.data(_PATH)), item.checkState() is Qt.CheckState.Checked) for item in items]

    def _ordered(self) -> range:
        """Returns the rows of the books, which are below the rows of the user's own flags."""
        first = sum(row.layer == "user" for row in self._rows)
        return range(first, first + sum(row.layer == "book" for row in self._rows))

    @Slot(QListWidgetItem)
    def _arrange(self, item: QListWidgetItem) -> None:
        if self._filling:
            return
        row = self._rows[self.list.row(item)]
        if row.layer == "book":
            self._books.arrange(self._order())
        else:
            self._books.switch(row.layer, item.checkState() is Qt.CheckState.Checked)

    def _move(self, step: int) -> None:
        order, row = self._order(), self.list.currentRow()
        place = self._ordered().index(row)
        order[place], order[place + step] = order[place + step], order[place]
        self.list.setCurrentRow(row + step)
        self._books.arrange(order)

    def _remove(self) -> None:
        order = self._order()
        del order[self._ordered().index(self.list.currentRow())]
        self._books.arrange(order)

    @Slot()
    def _update_buttons(self) -> None:
        place, books = self.list.currentRow(), self._ordered()
        state = self._books.state
        asked = state.news.waiting is not None
        idle = not state.busy and not asked
        if not idle and not self._working:
            self._pressed = self.focusWidget()
        self._working = not idle
        for answer in (self.agree, self.refuse):
            answer.setVisible(asked)
        if asked:
            self.agree.setFocus()
        for button in (self.add, self.new, self.build, self.write):
            button.setEnabled(idle)
        row = self._rows[place] if 0 <= place < len(self._rows) else None
        own = row is not None and row.layer in ("user", "book") and not row.problem
        self.edit.setEnabled(idle and own and row is not None and row.active and not row.edited)
        self.rename.setEnabled(idle and own and place in books)
        self.copy.setEnabled(idle and own)
        self.merge.setEnabled(idle and own and bool(self._others(row)))
        self.write_one.setEnabled(idle and place >= 0)
        self.up.setEnabled(place in books[1:])
        self.down.setEnabled(place in books[:-1])
        self.remove.setEnabled(place in books)
        if idle and self._pressed is not None:
            self._pressed.setFocus()
            self._pressed = None
        self._passed = self.focusWidget()

    def _edit_here(self) -> None:
        row = self._rows[self.list.currentRow()]
        self._books.edit_in(row.path if row.layer == "book" else None)

    def _others(self, row: BookFileRow | None) -> list[BookFileRow]:
        """Returns the books into which a book can be merged."""
        return [one for one in self._rows if one is not row and one.layer in ("user", "book") and not one.problem]

    # Questions

    def _ask_new(self) -> None:
        BookNameDialog(self.tr("New book"), "", "", self._books.new, self).open()

    def _ask_name(self) -> None:
        row = self._rows[self.list.currentRow()]
        rename = partial(self._books.rename, row.path)
        BookNameDialog(self.tr("Rename the book"), row.title, row.side, rename, self).open()

    def _ask_copy(self) -> None:
        row = self._rows[self.list.currentRow()]
        name = self.tr("%1 (copy)").replace("%1", self._title(row))
        BookNameDialog(
            self.tr("Copy the book"), name, None, lambda name, _: self._books.copy(row.path, name), self
        ).open()

    def _ask_merge(self) -> None:
        row, menu = self._rows[self.list.currentRow()], QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for other in self._others(row):
            merge = partial(self._books.merge, row.path, other.path)
            menu.addAction(icon("book-open"), ForeignText(self._title(other)).caption, merge)
        menu.popup(self.merge.mapToGlobal(self.merge.rect().bottomLeft()))

    def _ask_book(self) -> None:
        kinds = self.tr("Books: Ratsu, Polyglot, Arena, ChessBase, PGN")
        filters = f"{kinds} ({_BOOKS});;*"
        ask_path(self, self.tr("Add a book"), lambda name: self._books.add(Path(name)), "", filters)

    def _ask_games(self) -> None:
        ask_path(self, self.tr("Games to build a book from"), self._ask_build, "", PGN, several=True)

    def _ask_build(self, names: list[str]) -> None:
        BuildDialog(self._books, tuple(Path(name) for name in names), self).open()

    def _ask_target_of_one(self) -> None:
        self._ask_target(self._rows[self.list.currentRow()].path)

    def _ask_target(self, only: Path | None = None) -> None:
        kinds = ";;".join(("Polyglot (*.bin)", "PGN (*.pgn)", "Ratsu (*.ratsubook)"))
        title = self.tr("Write the book to a file")
        dialog = ask_path(self, title, lambda name: self._books.write(Path(name), only), "", kinds, save="bin")
        dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(kind.split("*.")[1].rstrip(")")))


class BuildDialog(Dialog):
    """Asks how to build the book from the chosen games."""

    def __init__(self, books: BooksService, games: tuple[Path, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Build a book"), width=400)
        self._books = books
        self._games = games
        self.title = QLineEdit(games[0].name.partition(".")[0])
        self.plies = number_field(24, 1, 200)
        self.least = number_field(3, 1, 10_000)
        self.player = QLineEdit()
        self.player.setPlaceholderText(self.tr("everybody"))
        form = form_of(
            (self.tr("Title"), self.title),
            (self.tr("Half moves of each game"), self.plies),
            (self.tr("Least number of games for a move"), self.least),
            (self.tr("Only moves by"), self.player),
        )
        buttons = self.button_box(StandardButton.Cancel)
        build = buttons.addButton(self.tr("Build"), QDialogButtonBox.ButtonRole.AcceptRole)
        build.setDefault(True)
        in_column(form, buttons, inside=self, margins=4, spacing=4)

    def accept(self) -> None:
        request = BuildRequest(
            self._games, self.title.text().strip(), self.plies.value(), self.least.value(), self.player.text().strip()
        )
        self._books.build(request)
        super().accept()
