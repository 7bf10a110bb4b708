"""The page “Get my games”: site, player and selection, then the result and the next steps. It covers the board."""

from PySide6.QtCore import QDate, QTimeZone, Slot
from PySide6.QtWidgets import QCheckBox, QDateEdit, QFrame, QLineEdit, QWidget

from desktop.model.job import JobPhase, JobState
from desktop.services.book.book_deviations_service import BookDeviationsService
from desktop.services.book.learning_service import LearningService
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.night.night_service import NightService
from desktop.services.world.world_service import WorldService
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import ChoiceField, form_of, named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row, scrolled
from desktop.views.kit.view_factory import WindowPage
from desktop.views.kit.words import text_of
from desktop.views.kit.work_parts import show_status, thin_bar, wrapped
from engine.ground.text import Text, plain
from engine.jobs.fetching import DownloadRequest
from engine.night.job_request import JobRequest
from engine.play.world.addresses import of_site
from engine.play.world.downloads import SPEEDS, DownloadFilter, WorldError
from engine.play.world.fetching import DownloadReport, summary

_FORM = 560  # pixels; maximum width of a field
_ALL = QDate(2007, 1, 1)  # before either site existed: all games


class WorldPage(WindowPage):
    """The form for one site, and the progress of its download."""

    def __init__(
        self,
        settings: SettingsStore,
        habits: BookDeviationsService,
        collection: CollectionService,
        files: FileService,
        learning: LearningService,
        night: NightService,
        world: WorldService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._habits, self._collection = settings, habits, collection
        self._files, self._learning = files, learning
        self._night = night
        self._service = world
        self._make_fields()
        self.allow = QCheckBox()
        self.allow.toggled.connect(self._allow)
        self.sends = wrapped("", "quiet")
        self.fetch = push_button(self.tr("Get the games"), self._fetch, look="primary")
        self.stop = push_button(self.tr("Stop"), self._service.stop)
        self.bar = named(thin_bar(), self.tr("Games are being fetched"))
        self.bar.setRange(0, 0)
        self.far = wrapped("", "")
        self.problem = wrapped("", "error")
        self.review = push_button(self.tr("Review the new ones tonight"), self._review)
        self.report = push_button(self.tr("Where did I leave my book?"), self._report)
        self.games = push_button(self.tr("Show the games"), self._list)
        after = (
            in_row(self.review, STRETCH),
            in_row(self.report, self.games, STRETCH, spacing=2),
        )  # it would be cut off beside them
        column = QWidget()
        column.setMaximumWidth(theme.scaled(_FORM))
        in_column(
            self._form, self.allow, self.sends, in_row(self.fetch, self.stop, STRETCH, spacing=2), self.bar, self.far,
            self.problem, *after, STRETCH, inside=column, margins=0, spacing=1,
        )  # fmt: skip
        card = QFrame()
        card.setProperty("look", "card")
        in_column((scrolled(column), 1), inside=card, margins=(4, 3, 4, 3))
        self.line.setText(
            self.tr(
                "Your games come into the collection of imported games. Fetching again later gets only what is new."
            )
        )
        self.arrange(self.tr("Get my games"), (), (card, 1))
        self.setFocusProxy(self.name)
        self._service.changed.connect(self._update_world)
        settings.changed.connect(self._update_settings)
        self.site.currentIndexChanged.connect(self._update_site)
        self._update_site()
        self._update_world(self._service.state)

    def _make_fields(self) -> None:
        self.site, self.speed, self.colour = ChoiceField(), ChoiceField(), ChoiceField()
        self.site.addItem("lichess.org", "lichess")
        self.site.addItem("chess.com", "chesscom")
        self.name = QLineEdit()
        self.name.returnPressed.connect(self._fetch)
        self.since = QDateEdit(_ALL)
        self.since.setMinimumDate(_ALL)
        self.since.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)  # as `number_field`
        self.since.setSpecialValueText(self.tr("from the first game"))
        self.rated = QCheckBox(self.tr("Rated games only"))
        self.speed.addItem(self.tr("all time controls"), "")
        names = (
            *(self.tr("ultrabullet"), self.tr("bullet"), self.tr("blitz")),
            *(self.tr("rapid"), self.tr("classical"), self.tr("correspondence")),
        )
        for speed, text in zip(SPEEDS, names, strict=True):
            self.speed.addItem(text, speed)
        for text, colour in (
            (self.tr("both colours"), ""),
            (self.tr("with White"), "white"),
            (self.tr("with Black"), "black"),
        ):
            self.colour.addItem(text, colour)
        self._form = form_of(
            (self.tr("Site"), self.site),
            (self.tr("Player name there"), self.name),
            (self.tr("Since"), self.since),
            (self.tr("Time control"), self.speed),
            (self.tr("Colour"), self.colour),
        )
        self._form.addRow(self.rated)

    # Gestures

    @Slot(bool)
    def _allow(self, on: bool) -> None:
        self._settings.set(of_site(self.site.currentData()).setting, on)

    @Slot()
    def _fetch(self) -> None:
        if not self.allow.isChecked():
            self._refuse(plain(self.tr("Nothing is asked yet: first tick “%1”.").replace("%1", self.allow.text())))
            self.allow.setFocus()
            return
        speed, date = self.speed.currentData(), self.since.date()
        since = 0 if date == _ALL else date.startOfDay(QTimeZone.systemTimeZone()).toMSecsSinceEpoch()
        speeds = (speed,) if speed else ()
        name = self.name.text().strip()
        try:
            wanted = DownloadFilter(name, self.rated.isChecked(), speeds, self.colour.currentData(), since)
        except WorldError as error:
            self._refuse(error.text)
            self.name.setFocus()
            return
        self._service.fetch(self.site.currentData(), wanted)

    def _refuse(self, problem: Text) -> None:
        show_status(self.problem, problem, "", "error")
        self.problem.show()

    @Slot()
    def _review(self) -> None:
        request, found = self._service.state.request, self._service.state.last
        if request is not None and found is not None and found.first:
            self._night.add(JobRequest("review", (request.collection,), player=request.wanted.name, first=found.first))
            self.review.setEnabled(False)
            self.action_wanted.emit("night")

    @Slot()
    def _report(self) -> None:
        from desktop.views.book.book_deviations_dialog import BookDeviationsDialog

        request = self._service.state.request
        dialog = BookDeviationsDialog(self._settings, self._habits, self._files, self._learning, self.window())
        if request is not None:
            dialog.player.setText(request.wanted.name)
            dialog.choose_file(str(request.collection))
        dialog.show()
        dialog.compare.click()

    @Slot()
    def _list(self) -> None:
        from books.collection.query import Query

        request = self._service.state.request
        if request is not None:
            self._collection.search(Query(player=request.wanted.name))

    # Updates from the service

    @Slot()
    def _update_site(self) -> None:
        address = of_site(self.site.currentData())
        self.allow.setText(self.tr("Ratsu may ask %1").replace("%1", ForeignText(address.host).caption))
        self.sends.setText(
            self.tr("It sends %1; nothing else. There is no account.").replace("%1", text_of(address.sends))
        )
        self._update_settings()

    @Slot()
    def _update_settings(self) -> None:
        on = self._settings.settings.flag(of_site(self.site.currentData()).setting)
        self.allow.setChecked(on)
        if on:
            self._update_world(self._service.state)  # it is no longer asked for

    @Slot(object)
    def _update_world(self, state: JobState[DownloadRequest, DownloadReport]) -> None:
        began_or_ended = state.running == self.fetch.isVisible()
        self.stop.setVisible(state.running)
        self.fetch.setVisible(not state.running)
        self.bar.setVisible(state.running)
        focus: QWidget | None = self.window().focusWidget()
        if began_or_ended and focus is not None and self.isAncestorOf(focus):
            (self.stop if state.running else self.fetch).setFocus()  # else it wanders while the fields are disabled
        for field in (self.site, self.name, self.since, self.rated, self.speed, self.colour, self.allow):
            field.setEnabled(not state.running)
        self.far.setText(self._far_text(state))
        self.far.setVisible(bool(self.far.text()))
        self.problem.setVisible(bool(state.problem))
        show_status(self.problem, state.problem, "", "error")
        found = state.last or DownloadReport()
        self.review.setVisible(bool(found.first) and not state.running)
        self.review.setEnabled(not self._night.state.adding)
        over = bool(found.came) and not state.running
        self.report.setVisible(over)
        self.games.setVisible(over)

    def _far_text(self, state: JobState[DownloadRequest, DownloadReport]) -> str:
        found = state.last or DownloadReport()
        if state.running and state.waiting:
            return text_of(state.waiting) + "."
        if state.running and not found.came:
            return self.tr("Asking the site …")
        if state.running:
            if found.came == 1:
                return self.tr("One game came. You can keep using the window.")
            text = Text(
                "%1 games came, %2 of them {is|are} new. You can keep using the window.", found.came, found.added
            )
            return text_of(text)
        if found.came or state.phase is JobPhase.DONE:
            kept = self.tr("The games received are saved; the next fetch continues there.") if state.problem else ""
            return f"{text_of(summary(found))} {kept}".rstrip()
        return ""
