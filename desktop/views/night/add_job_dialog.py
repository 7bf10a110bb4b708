"""Adds a job to the queue: its kind, games or engines, player, and time per move."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QFormLayout, QLineEdit, QWidget

from desktop.model.tournament import MOST_GAMES, participants_of, repeatable
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.style_service import StyleService
from desktop.services.engines.tournament_service import TournamentService
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.kit.language import own_name
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.night.night_service import NightService
from desktop.views.engines.participants import Participants
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, ask_path, make_default
from desktop.views.kit.fields import ChoiceField, caption, number_field
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import text_of
from desktop.views.night.night_words import kind_text
from engine.night.job_request import NODES, JobRequest

OFFERED = ("review", "book", "deepen", "match", "tables")
_MOST_NODES = 1_000_000_000
_POSITIONS = ("book", "deepen")  # each position is searched once
_FILES = ("review", "deepen", "match", "tables")  # for a match: the openings


class AddJobDialog(Dialog):
    """Enter adds the job. Jobs for training positions are added in the console, as only network training there uses them."""

    def __init__(
        self,
        settings: SettingsStore,
        engines: EngineList,
        styles: StyleService,
        collection: CollectionService,
        file_service: FileService,
        tournaments: TournamentService,
        night: NightService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, self.tr("Add a job for the night"), width=480)
        self._collection, self._file_service = collection, file_service
        self._tournaments, self._night = tournaments, night
        self._files: tuple[Path, ...] = ()
        self.kind, self.games = ChoiceField(), ChoiceField()
        for kind in OFFERED:
            self.kind.addItem(kind_text(kind), kind)
        self.player = QLineEdit(own_name(settings.settings.text("player_name")))
        self.nodes = number_field(NODES["review"], 1_000, _MOST_NODES)
        self.nodes.setSingleStep(100_000)
        self.nodes.setGroupSeparatorShown(True)
        self.choose = push_button(self.tr("Choose …"), self._ask, auto_default=False)
        self.participants = Participants(self._show_games)
        self.participants.fill(repeatable(participants_of(engines.entries, styles.saved())))
        self.system = ChoiceField()
        self.system.addItem(self.tr("Round robin"), False)
        self.system.addItem(self.tr("The first against all others"), True)
        self.rounds = number_field(100, 2, MOST_GAMES)
        self.rounds.setSingleStep(2)
        self.about = plain_label(look="quiet", wrap=True)
        self.add = push_button(self.tr("&Add"), self._add)
        make_default(self.add)
        cancel = push_button(self.tr("Cancel"), self.reject, auto_default=False)
        self._form = QFormLayout()
        self._fields = in_row((self.games, 1), self.choose, spacing=2)
        self._form.addRow(caption(self.tr("What"), self.kind), self.kind)
        self._form.addRow(caption(self.tr("Who takes part"), self.participants.engines), self.participants)
        self._form.addRow(caption(self.tr("Who meets"), self.system), self.system)
        self._form.addRow(caption(self.tr("Games each"), self.rounds), self.rounds)
        self.of = caption(self.tr("Of"), self.games)
        self._form.addRow(self.of, self._fields)
        self._form.addRow(caption(self.tr("Mistakes of"), self.player), self.player)
        self.each = caption(self.tr("Nodes a move"), self.nodes)
        self._form.addRow(self.each, self.nodes)
        in_column(
            self._form,
            self.about,
            (None, 1),
            in_row(None, cancel, self.add, spacing=2),
            inside=self,
            margins=4,
            spacing=3,
        )
        self.kind.currentIndexChanged.connect(self._show_kind)
        self.games.currentIndexChanged.connect(self._show_games)
        self._show_kind()

    def show_files(self, files: tuple[Path, ...]) -> None:
        self._files = files
        self._fill_games()
        self.games.setCurrentIndex(self.games.count() - 1)

    @Slot()
    def _show_kind(self) -> None:
        kind = self.kind.currentData()
        for field, wanted in (
            (self.participants, kind == "match"),
            (self.system, kind == "match"),
            (self.rounds, kind == "match"),
            (self._fields, kind in _FILES),
            (self.player, kind == "review"),
            (self.nodes, kind in NODES),
        ):
            self._form.setRowVisible(field, wanted)
        self.of.setText(self.tr("Openings") if kind == "match" else self.tr("Of"))
        self.each.setText(self.tr("Nodes a position") if kind in _POSITIONS else self.tr("Nodes a move"))
        self.nodes.setValue(NODES.get(kind, NODES["review"]))
        self.about.setText(
            {
                "review": self.tr(
                    "Every game is reviewed. Your mistakes become exercises; leave the name empty for none. The accuracies "
                    "of a collection are written into it."
                ),
                "book": self.tr("Your own books are checked, the likeliest lines first. What changes can be undone."),
                "deepen": self.tr(
                    "Each position of EPD and FEN files, or the end of each game of PGN files. If a line of an EPD file "
                    "names the best move (bm) or one to avoid (am), the report says which positions were solved."
                ),
                "match": self.tr(
                    "The games can be repeated: each engine has the same nodes for every move. They are written to a file of "
                    "their own at the end."
                ),
                "tables": self.tr(
                    "The files of endgame tables are checked, and values compared with those after a move."
                ),
            }[kind]
        )
        self._files = ()
        self._fill_games()

    def _fill_games(self) -> None:
        kind = self.kind.currentData()
        played, collected = self._file_service.played_games, self._collection.path
        self.games.clear()
        if kind == "review" and played is not None and played.exists():
            self.games.addItem(self.tr("Games played here"), (played,))
        if kind == "review" and self._collection.exists and collected is not None:
            self.games.addItem(text_of(self._collection.state.name), (collected,))
        if kind == "match":
            self.games.addItem(self.tr("The built-in ones"), ())
        if self._files:
            self.games.addItem(", ".join(path.name for path in self._files), self._files)
        if not self.games.count():
            self.games.addItem(self.tr("no file chosen"), ())
        self._show_games()

    @Slot()
    def _show_games(self) -> None:
        kind = self.kind.currentData()
        ready = {"book": True, "match": len(self.participants.chosen()) > 1}
        self.add.setEnabled(ready.get(kind, bool(self.games.currentData())))

    @Slot()
    def _ask(self) -> None:
        kind = self.kind.currentData()
        positions = "EPD, FEN, PGN (*.epd *.fen *.pgn *.pgn.gz *.pgn.zst);;*"
        games = "PGN (*.pgn *.PGN *.pgn.gz *.pgn.zst *.ratsugames);;*"
        kinds = positions if kind in ("deepen", "match") else games
        dialog = ask_path(self, self.tr("Files"), self._show_names, "", kinds, folder=kind == "tables", several=True)
        if kind == "match":
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)

    @Slot(list)
    def _show_names(self, names: list[str]) -> None:
        self.show_files(tuple(Path(name) for name in names))

    @Slot()
    def _add(self) -> None:
        kind = self.kind.currentData()
        files = () if kind == "book" else tuple(self.games.currentData())
        player = self.player.text().strip() if kind == "review" else ""
        nodes = self.nodes.value() if kind in NODES else 0
        self._night.add(JobRequest(kind, files, nodes, player=player, **(self._match() if kind == "match" else {})))
        self.accept()

    def _match(self) -> dict[str, Any]:
        """The extra parameters of a match. Its report names the file with the games, or contains them if no file can be
        written."""
        chosen = self.participants.chosen()
        try:
            output = self._tournaments.fresh_pgn(chosen)
        except OSError:
            output = None  # the games are in the report
        engines = tuple(one.spec for one in chosen)
        return {
            "engines": engines,
            "games": self.rounds.value(),
            "gauntlet": self.system.currentData(),
            "output": output,
        }
