"""The form of a match between engines: players, number of games, time control, adjudication."""

import contextlib
import os
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QHBoxLayout, QSpinBox, QWidget

from desktop.model.tournament import Participant, TournamentPlan, participants_of
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.style_service import StyleService
from desktop.views.engines.participants import Participants
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.fields import ChoiceField, form_of, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column, in_row

_LEAST_WIDTH = 104  # of a number field; Qt's width for the largest number would make the form too wide


class MatchSetup(QWidget):
    """The form; `plan` returns its contents."""

    def __init__(self, engines: EngineList, styles: StyleService) -> None:
        super().__init__()
        self._engines, self._styles = engines, styles
        self._openings = ""
        self.participants = Participants()
        self.search, self.engines = self.participants.search, self.participants.engines
        self._make_fields()
        self._arrange()
        engines.changed.connect(self._fill)
        styles.saved_changed.connect(self._fill)
        self._fill()
        self._update_limit()

    # Layout

    def _make_fields(self) -> None:
        self.system = ChoiceField()
        for key, text in (
            ("round robin", self.tr("Round robin")),
            ("gauntlet", self.tr("The first against all others")),
            ("ladder", self.tr("Each against the next")),
            ("swiss", self.tr("Swiss system")),
            ("knockout", self.tr("Knockout")),
        ):
            self.system.addItem(text, key)
        self.games = number_field(10, 2, 100_000)
        self.games.setSingleStep(2)
        self.limit = ChoiceField()
        for key, text in (
            ("tc", self.tr("Clock")),
            ("movetime", self.tr("Time per move")),
            ("nodes", self.tr("Nodes per move")),
            ("depth", self.tr("Depth (half moves)")),
        ):
            self.limit.addItem(text, key)
        self.limit.currentIndexChanged.connect(self._update_limit)
        self.base = self._seconds(60.0, 86_400.0, self.tr(" s"))
        self.increment = self._seconds(0.6, 600.0, self.tr(" s a move"))
        self.seconds = self._seconds(1.0, 3_600.0, self.tr(" s a move"))
        self.positions = number_field(20_000, 1, 2_000_000_000)
        self.plies = number_field(8, 1, 100)
        for field, name in (
            (self.base, self.tr("Seconds on the clock")),
            (self.increment, self.tr("Increment per move (seconds)")),
            (self.seconds, self.tr("Time per move")),
            (self.positions, self.tr("Nodes per move")),
            (self.plies, self.tr("Depth (half moves)")),
        ):
            field.setAccessibleName(name)
        self.openings = push_button(
            self.tr("The built-in ones"),
            self._ask_openings,
            tip=self.tr("Every opening is played twice, with colours exchanged"),
            auto_default=False,
        )
        self.openings.setAccessibleName(self.tr("Openings"))
        self.built_in = push_button(self.tr("The built-in ones"), self._use_built_in, auto_default=False)
        self.built_in.hide()
        self.concurrency = number_field(1, 1, max(1, os.cpu_count() or 1))
        self.draw = QCheckBox(self.tr("Draw if both engines agree"))
        self.resign = QCheckBox(self.tr("Win if both engines agree"))
        self.tablebases = QCheckBox(self.tr("By the endgame tables"))
        self.draw.setToolTip(self.tr("From move 40, when eight moves of both engines are within a tenth of a pawn"))
        self.resign.setToolTip(self.tr("When both engines see eight pawns or more for four moves"))
        for box in (self.draw, self.resign, self.tablebases):
            box.setChecked(True)
        self.sprt = QCheckBox(self.tr("Until it is proved (SPRT)"))
        self.sprt.setToolTip(self.tr("Stops when one of the two Elo values is confirmed with 95 % confidence"))
        self.sprt.toggled.connect(self._update_limit)
        self.elo0 = number_field(0, -400, 400, self.tr(" Elo"))
        self.elo1 = number_field(10, -400, 400, self.tr(" Elo"))
        self.elo0.setAccessibleName(self.tr("SPRT: lower Elo"))
        self.elo1.setAccessibleName(self.tr("SPRT: upper Elo"))

    @staticmethod
    def _seconds(value: float, most: float, suffix: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setDecimals(2)
        box.setRange(0.0, most)
        box.setValue(value)
        box.setSuffix(suffix)
        box.setMinimumWidth(theme.scaled(_LEAST_WIDTH))
        box.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)
        return box

    def _arrange(self) -> None:
        time_row, proof_row = QHBoxLayout(), QHBoxLayout()
        for row, parts in (
            (time_row, (self.base, self.increment, self.seconds, self.positions, self.plies)),
            (proof_row, (self.elo0, self.elo1)),
        ):
            row.setSpacing(2 * theme.SPACE)
            for part in parts:
                row.addWidget(part, 1)
        ends = in_column(self.draw, self.resign, self.tablebases, self.sprt, spacing=0)
        form = form_of(
            (self.tr("Who meets"), self.system),
            (self.tr("Games each"), self.games),
            (self.tr("Limit"), self.limit),
            ("", time_row),
            (self.tr("Openings"), in_row((self.openings, 1), self.built_in, spacing=2)),
            (self.tr("At a time"), self.concurrency),
            (self.tr("A game ends"), ends),
            ("", proof_row),
            across=3,
            grow=True,
        )
        in_column((self.participants, 1), form, inside=self, margins=(0, 0, 3, 0), spacing=2)

    # Dependencies between fields

    @Slot()
    def _fill(self) -> None:
        self.participants.fill(participants_of(self._engines.entries, self._styles.saved()))

    def _update_limit(self) -> None:
        kind = self.limit.currentData()
        self.base.setVisible(kind == "tc")
        self.increment.setVisible(kind == "tc")
        self.seconds.setVisible(kind == "movetime")
        self.positions.setVisible(kind == "nodes")
        self.plies.setVisible(kind == "depth")
        self.elo0.setVisible(self.sprt.isChecked())
        self.elo1.setVisible(self.sprt.isChecked())

    def _ask_openings(self) -> None:
        kinds = self.tr("Openings (*.pgn *.pgn.gz *.pgn.zst *.epd *.fen *.txt);;All files (*)")
        ask_path(self, self.tr("Openings"), self.set_openings, "", kinds)

    def _use_built_in(self) -> None:
        self.set_openings("")

    def set_openings(self, path: str) -> None:
        """Sets the file of openings; an empty path means the built-in ones."""
        self._openings = path
        self.built_in.setVisible(bool(path))
        self.openings.setText(ForeignText(Path(path).name).caption if path else self.tr("The built-in ones"))

    # Result

    def chosen(self) -> tuple[Participant, ...]:
        """Returns the chosen participants, from the top of the list."""
        return self.participants.chosen()

    def choose(self, *keys: str) -> None:
        """Chooses exactly the participants with these keys."""
        self.participants.choose(*keys)

    def show_plan(self, plan: TournamentPlan) -> None:
        """Shows the settings of the running, unfinished or last match."""
        self.choose(*(one.key for one in plan.participants))
        for field, key in ((self.system, plan.system), (self.limit, plan.limit)):
            field.setCurrentIndex(field.findData(key))
        first, _, second = plan.amount.partition("+")
        amounts: dict[str, tuple[QDoubleSpinBox | QSpinBox, ...]] = {
            "tc": (self.base, self.increment),
            "movetime": (self.seconds,),
            "nodes": (self.positions,),
            "depth": (self.plies,),
        }
        _set_figures(amounts[plan.limit], (first, second))
        _set_figures((self.elo0, self.elo1), plan.sprt.split(":"))
        self.games.setValue(plan.games)
        self.concurrency.setValue(plan.concurrency)
        self.set_openings(plan.openings)
        for box, ticked in (
            (self.draw, plan.draw),
            (self.resign, plan.resign),
            (self.tablebases, plan.tablebases),
            (self.sprt, plan.sprt),
        ):
            box.setChecked(bool(ticked))

    def fault(self) -> str:
        """Returns the reason why the match cannot begin; empty if it can."""
        if len(self.chosen()) < 2:
            return self.tr("Choose two engines or more.")
        if self.limit.currentData() == "tc" and self.base.value() <= 0:
            return self.tr("Set a time for the clock.")
        if self.limit.currentData() == "movetime" and self.seconds.value() <= 0:
            return self.tr("Set a time per move.")
        if self.sprt.isChecked() and len(self.chosen()) != 2:
            return self.tr("SPRT works with two engines only.")
        if self.sprt.isChecked() and self.elo0.value() >= self.elo1.value():
            return self.tr("The first Elo value of the SPRT must be lower than the second.")
        return ""

    def plan(self) -> TournamentPlan:
        kind = str(self.limit.currentData())
        amounts = {
            "tc": f"{self.base.value():g}+{self.increment.value():g}",
            "movetime": f"{self.seconds.value():g}",
            "nodes": str(self.positions.value()),
            "depth": str(self.plies.value()),
        }
        return TournamentPlan(
            participants=self.chosen(),
            limit=kind,
            amount=amounts[kind],
            games=self.games.value(),
            system=str(self.system.currentData()),
            openings=self._openings,
            concurrency=self.concurrency.value(),
            draw="40:8:10" if self.draw.isChecked() else "",
            resign="4:800" if self.resign.isChecked() else "",
            tablebases=self.tablebases.isChecked(),
            sprt=f"{self.elo0.value()}:{self.elo1.value()}" if self.sprt.isChecked() else "",
        )


def _set_figures(boxes: Iterable[QDoubleSpinBox | QSpinBox], texts: Iterable[str]) -> None:
    """Fills number fields; a text that is not a number, as a stored file may contain, leaves its field unchanged."""
    for box, text in zip(boxes, texts, strict=False):
        with contextlib.suppress(ValueError, OverflowError):
            figure = Fraction(text)
            if isinstance(box, QSpinBox):
                box.setValue(round(figure))
            else:
                box.setValue(float(figure))
