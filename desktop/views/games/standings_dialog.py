"""The cross table of the listed games, and a page for each player."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal, SignalInstance, Slot
from PySide6.QtWidgets import QTableWidget, QTabWidget, QWidget

from desktop.model.game.results import printed_result
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, caption, named
from desktop.views.kit.figures import Figure, Figures
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.read_table import ReadTable
from desktop.views.kit.words import date, decimal, results, whole
from engine.pgn.standings import (
    BLACK,
    DATE,
    RESULT,
    WHITE,
    PlayerPage,
    Record,
    Row,
    cross_table,
    is_swiss,
    main_spellings,
    player_page,
)

MOST_MARKS = 40  # the most players with a column for their mutual games


class StandingsDialog(Dialog):
    """Enter or a double click on a player in the table shows the player's page; on a row of the page, lists its games.

    `rows` is asked again when `changed` says that more openings are known; the last ones stay where it has none any more.
    """

    games_wanted = Signal(object, str)  # the places of games in the rows, and words that find them in a list

    def __init__(
        self,
        rows: Callable[[], Sequence[Row]],
        changed: SignalInstance,
        parent: QWidget | None = None,
        *,
        player: str = "",
    ) -> None:
        """`player`: only this player's page is shown."""
        super().__init__(parent, self.tr("Cross table and players"), (1040, 660))
        self._read, self._rows = rows, rows()
        self._players = cross_table(self._rows)
        self.tabs = QTabWidget()
        self.table = ReadTable(self.tr("Cross table"))
        self.openings, self.opponents = ReadTable(self.tr("Openings")), ReadTable(self.tr("Opponents"))
        self.years, self.tournaments = ReadTable(self.tr("Years")), ReadTable(self.tr("Tournaments"))
        self.latest = ReadTable(self.tr("Latest games"))
        self._page = PlayerPage("")
        self.player = named(ChoiceField(), self.tr("Player"))
        self.player.addItems([one.name for one in self._players])
        self.colour = named(ChoiceField(), self.tr("Colour of the player"))
        for text, white in ((self.tr("both colours"), None), (self.tr("White"), True), (self.tr("Black"), False)):
            self.colour.addItem(text, white)
        self.facts, self.figures = plain_label(look="quiet", wrap=True), Figures()
        self.table.horizontalHeader().setStretchLastSection(False)
        self._fill_table()
        self.none = plain_label(self.tr("None of these games has a result."))
        standings, page = QWidget(), QWidget()
        in_column(self.none, (self.table, 1), inside=standings, margins=0, spacing=2)
        self.none.setVisible(not self._players)
        in_column(
            in_row(caption(self.tr("Player"), self.player), (self.player, 1), self.colour, spacing=2),
            self.figures,
            self.facts,
            (in_row((self.openings, 4), (self.opponents, 5), (self.years, 4), spacing=2), 1),
            (in_row((self.tournaments, 1), (self.latest, 1), spacing=2), 1),
            inside=page,
            margins=2,
            spacing=2,
        )
        self.tabs.addTab(standings, self.tr("Cross table"))
        self.tabs.addTab(page, self.tr("Player"))
        in_column((self.tabs, 1), inside=self, margins=3)
        self.player.currentTextChanged.connect(self._show_player)
        self.colour.currentIndexChanged.connect(lambda _: self._show_player(self.player.currentText()))
        self.table.cellActivated.connect(self._choose)
        for kind, table in self._groups():
            table.cellActivated.connect(partial(self._list, kind, table))
        self.latest.cellActivated.connect(lambda row, _column: self._list_latest(row))
        if player:
            self.setWindowTitle(player)
            form = main_spellings(self._rows).get(player, player)
            if self.player.findText(form) < 0:
                self.player.addItem(form)  # none of the games has a result
            self.player.setCurrentIndex(self.player.findText(form))
            self.tabs.setTabVisible(0, False)
        self._show_player(self.player.currentText())
        changed.connect(self._read_again)

    @Slot()
    def _read_again(self) -> None:
        self._rows = self._read() or self._rows
        self._show_player(self.player.currentText())

    def _fill_table(self) -> None:
        swiss = is_swiss(self._players)
        marked = self._players if len(self._players) <= MOST_MARKS and not swiss else []
        rounds = sorted({number for one in self._players for number in one.rounds})[:MOST_MARKS] if swiss else []
        columns = rounds or range(1, len(marked) + 1)
        heads = [self.tr("Player"), self.tr("Elo"), *map(str, columns), self.tr("Points"), self.tr("Games")]
        heads += [self.tr("Buchholz"), self.tr("SB"), self.tr("Direct")]
        places = {one.name: place for place, one in enumerate(self._players, 1)}
        sides = {"w": self.tr("White")[:1].lower(), "b": self.tr("Black")[:1].lower()}
        lines = []
        for place, one in enumerate(self._players, 1):
            if swiss:
                met = [one.rounds.get(number) for number in rounds]
                marks = [f"{places[game[0]]}{sides[game[1]]}{game[2]}" if game else "" for game in met]
            else:
                marks = [one.marks.get(other.name, "–" if other is one else "") for other in marked]
            score = [decimal(one.score.points, 1), whole(one.score.games), decimal(one.buchholz, 1)]
            score += [decimal(one.tie_break), decimal(one.direct, 1)]
            lines.append([f"{place}. {one.name}", str(one.elo or ""), *marks, *score])
        self.table.show_heads(heads, range(1, len(heads)))
        self.table.fill(lines)
        self.table.resizeColumnsToContents()

    def _choose(self, row: int, _column: int) -> None:
        self.player.setCurrentIndex(row)
        self.tabs.setCurrentIndex(1)

    def _show_player(self, name: str) -> None:
        page = self._page = player_page(name, self._rows, self.colour.currentData())
        self.facts.setText(self._facts(page) if name else self.none.text())
        self.facts.setVisible(bool(self.facts.text()))
        self.figures.show_figures(*(self._figures(page) if name else ()))
        for table, title, scores in (
            (self.openings, self.tr("Opening"), page.openings),
            (self.opponents, self.tr("Opponent"), page.opponents),
            (self.years, self.tr("Year"), page.by_year),
            (self.tournaments, self.tr("Event"), page.tournaments),
        ):
            table.show_heads([title, self.tr("Points"), self.tr("Results")], (1,))
            table.fill([
                (found, f"{decimal(one.points, 1)} / {whole(one.games)}", (one.won, one.drawn, one.lost))
                for found, one in scores.items()
            ])  # fmt: skip
            table.give_rest()
        games = [self._rows[number] for number in page.latest]
        lines = [[f"{row[WHITE]} – {row[BLACK]}", printed_result(row[RESULT]), date(row[DATE])] for row in games]
        self.latest.show_heads([self.tr("Latest games"), self.tr("Result"), self.tr("Date")], (1, 2))
        self.latest.fill(lines)
        self.latest.give_rest()

    def _groups(self) -> tuple[tuple[str, QTableWidget], ...]:
        return (
            ("openings", self.openings),
            ("opponents", self.opponents),
            ("by_year", self.years),
            ("tournaments", self.tournaments),
        )

    def _list(self, kind: str, table: QTableWidget, row: int, _column: int) -> None:
        item = table.item(row, 0)
        if item is not None:
            games = self._page.games.get((kind, item.text()), [])
            self.games_wanted.emit(games, f"{self._page.name} {item.text()}")
            self.close()

    def _list_latest(self, row: int) -> None:
        self.games_wanted.emit([self._page.latest[row]], " ".join(self._rows[self._page.latest[row]][WHITE : DATE + 1]))
        self.close()

    def _facts(self, page: PlayerPage) -> str:
        parts = [page.title] if page.title else []
        parts += [self.tr("written: %1").replace("%1", "; ".join(page.spellings))] if len(page.spellings) > 1 else []
        return " · ".join(parts)

    def _figures(self, page: PlayerPage) -> list[Figure]:
        def points(name: str, score: Record) -> Figure:
            number = f"{decimal(score.points, 1)} / {whole(score.games)}"
            return number, f"{name}: {results((score.won, score.drawn, score.lost))}"

        sides = ((True, self.tr("White"), page.white), (False, self.tr("Black"), page.black))
        figures = [points(name, score) for white, name, score in sides if self.colour.currentData() in (None, white)]
        figures += [(_span(page.years), self.tr("years"))] if page.years else []
        figures += [(_span(page.elo), self.tr("Elo"))] if page.elo else []
        if page.average_opponent is not None:
            figures.append((str(page.average_opponent), self.tr("opponents’ Elo on average")))
            figures.append((str(page.performance), self.tr("performance")))
        return figures


def _span(ends: tuple[int, int]) -> str:
    """The first and the last as `1958–1961`; one number if they are equal."""
    first, last = ends
    return f"{first}–{last}" if first != last else f"{first}"
