"""The deep look: proofs of mates and fortresses, final positions of lines, and the positions that later searches know."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QInputDialog, QListWidget, QListWidgetItem, QWidget

from desktop.model.game.analysis import AnalysisState
from desktop.model.game.remembered_positions import RememberedPositions
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase, JobState
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.deep_look_service import DeepLookService
from desktop.services.engines.remembered_service import RememberedService
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.views.analysis.deep_look_tree import DeepLookTree
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import icon_button, push_button
from desktop.views.kit.fields import named, number_field
from desktop.views.kit.layouts import STRETCH, Flow, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.work_parts import show_status, thin_bar, wrapped
from engine.game.annotations import with_words, words_of
from engine.game.info import Info, PovScore
from engine.game.limits import GamePosition
from engine.game.position import Position

if TYPE_CHECKING:
    from engine.jobs.look import DeepLookRequest, LookFinding
    from engine.search.position_learning import LearnedPosition

_MATE, _MOST_MATE = 10, 30  # moves


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("DeepLookPanel", text))


_RUNNING = {
    "mate": _t("Looking for a proof of mate …"),
    "fortress": _t("Trying all ways to break in …"),
    "verify": _t("Following the line beyond its end …"),
    "lines": _t("Following each move to its end …"),
}


class DeepLookPanel(QFrame):
    """Analyses the shown position on a button. A proved result decides the evaluation bar, and stays known."""

    def __init__(
        self,
        games: GameService,
        files: FileService,
        look: DeepLookService,
        remembered: RememberedService,
        analysis: AnalysisService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._files, self._look, self._analysis = games, files, look, analysis
        self._remembered = remembered
        self.setProperty("look", "card")
        self.verdict = plain_label(look="heading", wrap=True)
        self.fortress = push_button(
            self.tr("Fortress?"),
            lambda: self._begin("fortress"),
            tip=self.tr("Can the worse side hold for ever? Tries all ways to break in"),
        )
        self.lines = push_button(
            self.tr("Where moves lead"),
            lambda: self._begin("lines"),
            tip=self.tr("Follows the line after each move up to 200 moves deep"),
        )
        self.verify = push_button(
            self.tr("Verify the line"),
            lambda: self._begin("verify"),
            tip=self.tr("Follows the engine's best line, or the game's, beyond its end"),
        )
        self.mate = push_button(self.tr("Prove mate in"), lambda: self._begin("mate"))
        self.moves = named(number_field(_MATE, 1, _MOST_MATE), self.tr("Moves to mate at most"))
        self.stop = push_button(self.tr("Stop"), look.stop)
        self.status = wrapped("", "quiet")
        self.bar = thin_bar()
        self.bar.setMaximum(1000)
        self.tree = DeepLookTree(games, look)
        self.write = push_button(self.tr("Write into the game"), self._write)
        self.remember = push_button(
            self.tr("Remember"),
            self._remember,
            tip=self.tr("Later searches know the evaluation that the analysis shows now"),
        )
        self.list = named(QListWidget(), self.tr("Remembered positions"))
        self.list.setWordWrap(True)
        self.list.setMinimumHeight(theme.scaled(16 * theme.SPACE))
        self.list.itemActivated.connect(self._show)
        self.list.itemSelectionChanged.connect(self._update_buttons)
        self.show_it = icon_button("eye", self.tr("Show the position"), self._show)
        self.note = icon_button("note-pencil", self.tr("Note …"), self._ask_note)
        self.forget = icon_button("trash", self.tr("Forget this position"), self._forget)
        self._arrange()
        look.changed.connect(self._update_look)
        remembered.changed.connect(self._update_remembered)
        analysis.changed.connect(self._update_shown)
        games.state_changed.connect(self._update_shown)
        self._update_look(look.state)
        self._update_remembered(remembered.state)
        self._update_shown()

    def _arrange(self) -> None:
        proofs = Flow(self.fortress, self.mate, self.moves)
        walks = Flow(self.lines, self.verify)
        state = in_row((self.status, 1), self.stop, spacing=2)
        foot = Flow(self.write, self.remember)
        self.head, caption = QWidget(), plain_label(self.list.accessibleName(), look="caption")
        in_row(caption, STRETCH, self.show_it, self.note, self.forget, inside=self.head, margins=0, spacing=0)
        parts = (
            self.verdict,
            proofs,
            walks,
            state,
            self.bar,
            (self.tree, 3),
            foot,
            self.head,
            (self.list, 2),
            (STRETCH, 0),
        )
        in_column(*parts, inside=self, margins=(3, 2, 3, 2), spacing=2)

    def showEvent(self, event: QShowEvent) -> None:
        """Reads the stored positions again, as another program may have proved more."""
        self._remembered.refresh()

    # Actions

    def _begin(self, name: str) -> None:
        from engine.jobs.look import DeepLookRequest, LookKind

        state = self._games.state
        position = GamePosition(state.game.start_fen, state.game.moves(state.current), chess960=state.game.chess960)
        moves = self._line() if name == "verify" else ()
        self.tree.begin(state)
        self._update_shown()
        self._look.begin(DeepLookRequest(position, (LookKind(name),), moves, self.moves.value()))

    def _line(self) -> tuple[str, ...]:
        """Returns the engine's line in the shown position, otherwise the game's next moves; empty if there are none:
        the job finds a line."""
        state, found = self._games.state, self._analysis.state
        if found.lines and found.fen == state.fen:
            return found.lines[0].moves
        game = state.game
        return game.moves(game.end(state.current))[len(game.moves(state.current)) :]

    @Slot()
    def _remember(self) -> None:
        state, found = self._games.state, self._analysis.state
        if found.lines and found.fen == state.fen:
            line, game = found.lines[0], state.game
            info = Info(line.depth, line.selective_depth, 1, line.evaluation.score.score, 0, 0, line.moves)
            self._remembered.remember(
                GamePosition(game.start_fen, game.moves(state.current), chess960=game.chess960), info
            )

    @Slot()
    def _write(self) -> None:
        """Writes the proved result as a comment on the shown move."""
        state = self._games.state
        comment, text = state.node.comment, self.verdict.text()
        if text not in words_of(comment):
            self._games.set_comment(state.current, with_words(comment, f"{words_of(comment)} {text}".strip()))

    @Slot()
    def _show(self) -> None:
        entry = self._entry()
        if entry is not None:
            self._files.set_position(entry.fen)

    @Slot()
    def _ask_note(self) -> None:
        entry = self._entry()
        if entry is None:
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Note"))
        dialog.setLabelText(self.tr("What to remember of this position"))
        dialog.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
        dialog.setTextValue(entry.note)
        dialog.textValueSelected.connect(partial(self._remembered.note, entry))
        dialog.open()

    @Slot()
    def _forget(self) -> None:
        entry = self._entry()
        if entry is not None:
            self._remembered.forget(entry)

    def _entry(self) -> LearnedPosition | None:
        item = self.list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if self.list.selectedItems() else None

    # Reactions to the services

    @Slot(object)
    def _update_look(self, state: JobState[DeepLookRequest, LookFinding]) -> None:
        self.stop.setVisible(state.running)
        self.bar.setVisible(state.running)
        self.bar.setMaximum(1000 if state.total else 0)
        self.bar.setValue(state.per_mille)
        self.tree.show_found(state)
        self._update_status()

    def _update_status(self) -> None:
        state = self._look.state
        show_status(self.status, state.problem or self._remembered.state.problem, self._status(state), "quiet")

    def _status(self, state: JobState[DeepLookRequest, LookFinding]) -> str:
        if state.running and state.request is not None:
            return QCoreApplication.translate("DeepLookPanel", _RUNNING[state.request.looks[0].value])
        if state.phase is JobPhase.STOPPED:
            return self.tr("Stopped.")
        if state.rows and self.tree.tab != self._games.state.tab:
            return self.tr("Found in another game:")
        return self.tree.summary if state.rows else self.tr("Proofs are remembered, and every later search knows them.")

    @Slot(object)
    def _update_remembered(self, state: RememberedPositions) -> None:
        self.list.clear()
        for entry in state.rows:
            item = QListWidgetItem("\n".join(part for part in (_title(entry), entry.note or entry.fen) if part))
            item.setData(Qt.ItemDataRole.UserRole, entry)
            self.list.addItem(item)
        self.head.setVisible(bool(state.rows))
        self.list.setVisible(bool(state.rows))  # its least height made an empty panel scroll
        self._update_look(self._look.state)
        self._update_shown()
        self._update_buttons()

    @Slot()
    def _update_shown(self, _state: GameState | AnalysisState | None = None) -> None:
        state = self._games.state
        proven = self._remembered.proven(state.fen, state.game.chess960)
        text = self.tr("Deep look")
        if proven is not None:
            score = words.score(PovScore(proven.score, Position.of(state.fen, state.game.chess960).white_to_move))
            text = (self.tr("%1  drawn, proved") if proven.proof == "draw" else self.tr("%1  proved")).replace(
                "%1", score
            )
        self.verdict.setText(text)
        self.tree.setEnabled(self.tree.tab == state.tab)
        self._update_status()
        self.write.setVisible(proven is not None and not state.playing)
        self.verify.setEnabled(proven is None)  # the line's own searches do not know the proof
        found = self._analysis.state
        self.remember.setEnabled(bool(found.lines) and found.fen == state.fen and not found.threat)

    @Slot()
    def _update_buttons(self) -> None:
        for button in (self.show_it, self.note, self.forget):
            button.setEnabled(self._entry() is not None)


def _title(entry: LearnedPosition) -> str:
    """`0.00  drawn, proved  29 Nov 2026`."""
    tr = QCoreApplication.translate
    score = words.score(PovScore(entry.known, Position.of(entry.fen, entry.chess960).white_to_move))
    if not entry.proof:
        how = tr("DeepLookPanel", "depth %1").replace("%1", str(entry.depth))
        if not entry.exact:
            how = tr("DeepLookPanel", "at least, depth %1").replace("%1", str(entry.depth))
    else:
        how = tr("DeepLookPanel", "drawn, proved") if entry.proof == "draw" else tr("LookPanel", "proved")
    return f"{score}  {how}  {words.date(entry.when[:10].replace('-', '.'))}"
