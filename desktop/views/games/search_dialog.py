"""Searches the collection. A game must match every filled field."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QTabWidget,
    QWidget,
)

from books.collection.query import BISHOPS, ENDINGS, SIDES, Query
from desktop.services.files.collection_service import CollectionService, LastSearch
from desktop.services.files.saved_search_service import SavedSearchService
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import language
from desktop.views.games.saved_search_row import SavedSearchRow
from desktop.views.games.search_board import SearchBoard
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog, make_default
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import announce, plain_label
from desktop.views.kit.words import opening, sentence
from engine.game.letters import placed
from engine.game.tags.titles import TITLES

_ECO = re.compile(r"[A-Ea-e]\d{0,2}")  # an ECO code or its first characters
_RESULTS = ("", "1-0", "1/2-1/2", "0-1")
_ANY, _EXACT, _PAWNS, _ENDING, _PIECES, _SAVED = range(6)  # the position that is searched for
_LINES = (
    *("player", "white", "black", "headers", "material", "difference", "manoeuvre"),
    *("comment", "signs"),
)
_WITH_PIECES = ("material", "difference", "manoeuvre", "pieces")
_MOST_MOVES = 600


class SearchDialog(Dialog):
    """Enter searches; the page of games lists the result while the search runs."""

    def __init__(
        self,
        games: GameService,
        collection: CollectionService,
        saved: SavedSearchService,
        listed: Sequence[int] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`listed`: the numbers of the games of the collection that are listed now, if any."""
        super().__init__(parent, self.tr("Search the collection"), (960, 620), width=660)  # the longest example
        self._games, self._collection, self._listed = games, collection, listed
        self.saved = SavedSearchRow(saved, self.query_to_save, self.show_query)
        self._positions: tuple[int, ...] = ()  # of a saved search
        self.tabs = QTabWidget()
        self._add_headers(self._tab(self.tr("&Games")))
        self._add_position(self.tr("&Position"))
        self._add_moves(self._tab(self.tr("&Moves and end")))
        self._add_notes(self._tab(self.tr("&Comments and signs")))
        self.within = QCheckBox(self.tr("Only in the games that are &listed now"))
        self.within.setVisible(listed is not None)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        search = buttons.addButton(self.tr("Search"), QDialogButtonBox.ButtonRole.AcceptRole)
        make_default(search, 24)
        clear = buttons.addButton(self.tr("Clea&r all"), QDialogButtonBox.ButtonRole.ResetRole)
        clear.setAutoDefault(False)
        clear.clicked.connect(lambda: self.show_query(Query()))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.problem = plain_label(look="error", wrap=True)
        self.problem.hide()
        in_column(self.saved, (self.tabs, 1), self.within, self.problem, buttons, inside=self, margins=4, spacing=3)
        QWidget.setTabOrder(search, clear)  # Tab goes to the first button of the box, past any before it
        self._begin()
        self.player.setFocus()
        self.player.selectAll()

    def _begin(self) -> None:
        """Shows the last search, if there is one."""
        last = self._collection.last_search
        if last is None:
            return
        self.show_query(last.query)
        if last.here:
            self.board.setCurrentIndex(_EXACT)

    # The tabs

    def _form(self, page: QWidget) -> QFormLayout:
        form = QFormLayout(page)
        form.setContentsMargins(*4 * (3 * theme.SPACE,))
        form.setHorizontalSpacing(4 * theme.SPACE)
        form.setVerticalSpacing(2 * theme.SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        return form

    def _tab(self, title: str) -> QFormLayout:
        page = QWidget()
        self.tabs.addTab(scrolled(page), title)
        return self._form(page)

    def _add_headers(self, form: QFormLayout) -> None:
        self.player = self._line(form, self.tr("Player"), self.tr("part of a name"))
        self.white, self.black = QLineEdit(), QLineEdit()
        sides = self._pair(self.white, self.black, self.tr("White"), self.tr("Black"))
        self._row(form, self.tr("White – Black"), sides)
        self.event_name = self._line(form, self.tr("Event"), self.tr("part of a name"))
        self.first, self.last = QLineEdit(), QLineEdit()
        dates = self._pair(self.first, self.last, self.tr("First date"), self.tr("Last date"))
        self.first.setPlaceholderText("1972")
        self.last.setPlaceholderText("1985.07")
        self._row(form, self.tr("From – to"), dates)
        self.headers = self._line(form, self.tr("Words of any header"), self.tr("for example oulu annotator:kotov"))
        self.outcome = self._choice(form, self.tr("Result"), [(token or self.tr("any"), token) for token in _RESULTS])
        self.elo: QSpinBox = self._number(3500, 100)
        self._row(form, self.tr("Both players from Elo"), self.elo)
        titles = [(title or self.tr("any"), title) for title in ("", *TITLES)]
        self.title_held = self._choice(form, self.tr("Title of a player"), titles)
        self.opening = self._line(form, self.tr("Opening"), self.tr("for example B9, C65, or words of its name"))
        self.least, self.most = self._number(_MOST_MOVES), self._number(_MOST_MOVES)
        length = self._pair(self.least, self.most, self.tr("At least"), self.tr("At most"))
        self._row(form, self.tr("Number of moves, from – to"), length)

    def _add_position(self, title: str) -> None:
        page, fields = QWidget(), QWidget()
        self.small = SearchBoard(lambda: self._games.state.fen)
        self.small.edited.connect(self._board_edited)
        form = self._form(fields)
        form.setContentsMargins(0, 0, 0, 0)
        self.board = self._choice(
            form,
            self.tr("The position on the board"),
            [
                (self.tr("any"), ""),
                (self.tr("exactly as in the game"), ""),
                (self.tr("the pawns as on the small board"), ""),
                (self.tr("its pawns, and the same pieces"), ""),
                (self.tr("its pieces on their squares"), ""),
            ],
        )
        self.board.currentIndexChanged.connect(self._board_chosen)
        self.differ = self._number(8)
        self.differ.setSpecialValueText(self.tr("none"))
        self._row(form, self.tr("Pawns of each side that may differ"), self.differ)
        self.pieces = self._line(form, self.tr("Pieces on squares"), _own(self.tr("Nd5 pe6 -e4 (white, black, empty)")))
        self.material = self._line(form, self.tr("Material"), _own(self.tr("KRPvKR, KRP*vKRP*, or KRPvKR > KPvK")))
        self.difference = self._line(form, self.tr("Difference"), _own(self.tr("RvB, or QvRR:8 for 8 half moves")))
        colours = (self.tr("any"), self.tr("of opposite colours"), self.tr("of the same colour"))
        self.bishops = self._choice(form, self.tr("One bishop each"), list(zip(colours, ("", *BISHOPS), strict=True)))
        sides = (self.tr("any"), self.tr("White"), self.tr("Black"))
        self.to_move = self._choice(form, self.tr("To move"), list(zip(sides, ("", *SIDES), strict=True)))
        self.swapped = QCheckBox(self.tr("Find it with swapped colours too"))
        self.wings = QCheckBox(self.tr("Find it on the other wing too"))
        form.addRow("", self.swapped)
        form.addRow("", self.wings)
        in_row(self.small, (fields, 1), inside=page, margins=3, spacing=4)
        self.tabs.addTab(scrolled(page), title)

    def _add_moves(self, form: QFormLayout) -> None:
        self.manoeuvre = self._line(form, self.tr("Manoeuvre"), _own(self.tr("for example Nd2-f1-g3")))
        self.castled: list[ChoiceField] = []
        for name, letters in ((self.tr("White castles"), "KQ"), (self.tr("Black castles"), "kq")):
            ways = zip((self.tr("any"), self.tr("short"), self.tr("long")), ("", *letters), strict=True)
            self.castled.append(self._choice(form, name, list(ways)))
        promotions = (
            (self.tr("any"), ""),
            (self.tr("to any piece"), "NBRQnbrq"),
            (self.tr("to a knight, bishop or rook"), "NBRnbr"),
            (self.tr("to a knight"), "Nn"),
        )
        self.promotion = self._choice(form, self.tr("A pawn promotes"), promotions)
        ends = (
            *(self.tr("any"), self.tr("mate"), self.tr("stalemate"), self.tr("third repetition")),
            *(self.tr("fifty moves without capture or pawn move"), self.tr("neither side can mate")),
        )
        self.ends = self._choice(form, self.tr("The game ends with"), list(zip(ends, ("", *ENDINGS), strict=True)))
        self.first_move, self.last_move = self._number(_MOST_MOVES), self._number(_MOST_MOVES)
        moves = self._pair(self.first_move, self.last_move, self.tr("First move"), self.tr("Last move"))
        self._row(form, self.tr("Position and moves from – to move"), moves)
        self.variations = QCheckBox(self.tr("Search variations too"))
        form.addRow("", self.variations)

    def _add_notes(self, form: QFormLayout) -> None:
        self.comment = self._line(form, self.tr("Words of a comment"), self.tr("all in one comment, in any language"))
        self.signs = self._line(form, self.tr("Signs of a move"), self.tr("for example !!, ?! or $14"))

    # Fields

    def _line(self, form: QFormLayout, name: str, example: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(example)
        self._row(form, name, field)
        return field

    def _choice(self, form: QFormLayout, name: str, items: Sequence[tuple[str, str]]) -> ChoiceField:
        field = ChoiceField()
        for words, value in items:
            field.addItem(words, value)
        self._row(form, name, field)
        return field

    def _number(self, highest: int, step: int = 1) -> QSpinBox:
        field = number_field(0, 0, highest)
        field.setSpecialValueText(self.tr("any"))
        field.setSingleStep(step)
        return field

    def _row(self, form: QFormLayout, name: str, field: QWidget) -> None:
        caption = plain_label(name, look="caption")
        caption.setBuddy(field)
        field.setAccessibleName(name)
        caption.setMinimumHeight(field.sizeHint().height())  # aligns the label with its field
        form.addRow(caption, field)

    def _pair(self, first: QWidget, last: QWidget, *names: str) -> QWidget:
        for field, name in zip((first, last), names, strict=True):
            field.setAccessibleName(name)
        pair = QWidget()
        in_row((first, 1), (last, 1), inside=pair, margins=0, spacing=2)
        return pair

    # Gestures

    def _board_edited(self) -> None:
        if self.board.currentIndex() not in (_PAWNS, _ENDING):
            self.board.setCurrentIndex(_ANY if self.small.empty else _PIECES)

    def _board_chosen(self, way: int) -> None:
        """The small board shows only what is searched for. An empty one would find nothing: the game's position is taken."""
        if way == _ANY:
            self.small.show_fen("")
        elif way == _EXACT or (way in (_PAWNS, _ENDING, _PIECES) and self.small.empty):
            self.small.show_fen(self._games.state.fen)

    def _typed(self, name: str) -> str:
        """Returns the text of a line. Pieces are typed in the letters of the language, and searched for in English ones."""
        text: str = getattr(self, name).text().strip()
        return placed(text, language().typed_letters) if name in _WITH_PIECES else text

    @staticmethod
    def _opening_words(words: str) -> str:
        """The words of an opening's name, typed in the language in use or in English, as English ones."""
        from books.openings import shipped_names

        return shipped_names().english_words(words, opening) if words else ""

    def query(self) -> Query:
        """The query in the fields, without the position of the game on the board."""
        words = self.opening.text().strip()
        code = _ECO.fullmatch(words)
        way = self.board.currentIndex()
        pieces = f"{self.small.pieces if way == _PIECES else ''} {self._typed('pieces')}"
        lines: dict[str, Any] = {name: self._typed(name) for name in _LINES}
        return Query(
            **lines,
            event=self.event_name.text().strip(),
            date_from=self.first.text().strip(),
            date_to=self.last.text().strip(),
            result=self.outcome.currentData(),
            elo_min=self.elo.value() or None,
            title_held=self.title_held.currentData(),
            eco=words.upper() if code else "",
            opening="" if code else self._opening_words(words),
            positions=self._positions if way == _SAVED else (),
            pieces=pieces.strip(),
            structure=self.small.setup.fen if way in (_PAWNS, _ENDING) else "",
            differ=self.differ.value() if way in (_PAWNS, _ENDING) else 0,
            same_pieces=way == _ENDING,
            bishops=self.bishops.currentData(),
            to_move=self.to_move.currentData(),
            castling="".join(field.currentData() for field in self.castled),
            promotion=self.promotion.currentData(),
            ends=self.ends.currentData(),
            first_move=self.first_move.value() or None,
            last_move=self.last_move.value() or None,
            mirrored=self.swapped.isChecked(),
            wings=self.wings.isChecked(),
            variations=self.variations.isChecked(),
            least_moves=self.least.value() or None,
            most_moves=self.most.value() or None,
        )

    def query_to_save(self) -> Query:
        """The query in the fields, with the position of the game on the board if that is searched for."""
        from engine.rules.diagrams import diagram_keys

        query, state = self.query(), self._games.state
        if self.board.currentIndex() != _EXACT:
            return query
        return replace(query, positions=diagram_keys(state.fen, state.game.chess960))

    def show_query(self, query: Query) -> None:
        """Fills the fields with a saved search."""
        for name in _LINES:
            text = getattr(query, name)
            getattr(self, name).setText(_own(text) if name in _WITH_PIECES else text)
        self.event_name.setText(query.event)
        self.first.setText(query.date_from)
        self.last.setText(query.date_to)
        self.opening.setText(query.eco or query.opening)
        self.pieces.setText(_own(query.pieces))
        way = (_ENDING if query.same_pieces else _PAWNS) if query.structure else _ANY
        self.small.show_fen(query.structure)
        self._positions = query.positions
        if query.positions:
            if self.board.count() == _SAVED:
                self.board.addItem(self.tr("the saved position"), "")
            way = _SAVED
        self.board.setCurrentIndex(way)
        for field, value in (
            (self.outcome, query.result),
            (self.title_held, query.title_held),
            (self.bishops, query.bishops),
            (self.to_move, query.to_move),
            (self.promotion, query.promotion),
            (self.ends, query.ends),
            *(
                (field, "".join(set(query.castling) & set(letters)))
                for field, letters in zip(self.castled, ("KQ", "kq"), strict=True)
            ),
        ):
            field.setCurrentIndex(max(0, field.findData(value)))
        for number, amount in (
            (self.elo, query.elo_min),
            (self.differ, query.differ),
            (self.first_move, query.first_move),
            (self.last_move, query.last_move),
            (self.least, query.least_moves),
            (self.most, query.most_moves),
        ):
            number.setValue(amount or 0)
        for box, ticked in (
            (self.swapped, query.mirrored),
            (self.wings, query.wings),
            (self.variations, query.variations),
        ):
            box.setChecked(ticked)

    def accept(self) -> None:
        """Searches. An invalid field is reported in the dialog, and the list remains unchanged."""
        query = self.query()
        problem = sentence(self._collection.problem_of(query))
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if problem:
            announce(self, problem)
            return
        here = self._games.state if self.board.currentIndex() == _EXACT else None
        within = self._listed if self.within.isChecked() else None
        super().accept()
        self._collection.last_search = LastSearch(query, here is not None)
        self._collection.search(query, here, within)


def _own(text: str) -> str:
    """Pieces in English letters, such as those of an example, in the letters of the language."""
    return placed(text, language().typed_letters, back=True)
