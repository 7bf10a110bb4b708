"""The language in use: installs the translator, and reports a change.

Texts come from `model/catalogue.py`. Widgets need not listen: the window is rebuilt on the same services
(`desktop/views/rebuild.py`), so that no text can be missed.
"""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal, Slot

from desktop.model.catalogue import Catalogue, read_catalogue
from desktop.model.settings import Settings
from engine.game.letters import ENGLISH, LETTERS
from engine.ground.user_name import USER

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "i18n"
LANGUAGES = {"en": "English", "fi": "Suomi", "de": "Deutsch", "es": "Español", "fr": "Français"}  # each by its own name
DRAFTS = frozenset({"de", "es", "fr"})
"""Languages that are not complete and not read by a native speaker. They are used only if chosen: what they lack is English."""
_QT_LOCALES = {
    "en": (QLocale.Language.English, QLocale.Country.UnitedKingdom),
    "fi": (QLocale.Language.Finnish, QLocale.Country.Finland),
    "de": (QLocale.Language.German, QLocale.Country.Germany),
    "es": (QLocale.Language.Spanish, QLocale.Country.Spain),
    "fr": (QLocale.Language.French, QLocale.Country.France),
}


class CatalogueTranslator(QTranslator):
    """Translates for Qt from a catalogue."""

    def __init__(self, catalogue: Catalogue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.catalogue = catalogue

    def isEmpty(self) -> bool:
        """Returns False, as Qt skips an empty translator."""
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        """The translation; with None Qt shows its own, or the English text. Names of keys are Qt's: the key *Home* is not
        the page of that name."""
        return None if context == "QShortcut" else self.catalogue.text(context, source, n)


class WindowLanguage(QObject):
    """`code` is the language in use, `letters` the piece letters. There is one per application: see `language()`."""

    changed = Signal()  # another language or other letters: what is shown must be built again

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.code = ""
        self.letters = ENGLISH
        self.catalogue = Catalogue()
        self._translators: list[QTranslator] = []
        self.follow(settings)

    @property
    def typed_letters(self) -> str:
        """The piece letters of typed moves: those that are shown, or the language's own where figurines are shown."""
        return LETTERS[self.code] if self.letters == LETTERS["figurines"] else self.letters

    @Slot(object)
    def follow(self, settings: Settings) -> None:
        code = wanted_code(settings.text("language"))
        letters = wanted_letters(settings.text("piece_letters"), code)
        if (code, letters) == (self.code, self.letters) and (self._translators or code == "en"):
            return
        self.code, self.letters = code, letters
        self._install()
        self.changed.emit()

    def _install(self) -> None:
        for old in self._translators:
            QCoreApplication.removeTranslator(old)
        self._translators.clear()
        QLocale.setDefault(locale_of(self.code))
        self.catalogue = read_catalogue(FOLDER / f"{self.code}.po") if self.code != "en" else Catalogue()
        if self.code == "en":
            return
        qt = QTranslator(self)  # buttons of Qt's own dialogs
        if qt.load(f"qtbase_{self.code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._translators.append(qt)
        self._translators.append(CatalogueTranslator(self.catalogue, self))
        for translator in self._translators:
            QCoreApplication.installTranslator(translator)


def wanted_code(chosen: str) -> str:
    """The code of a language, or of the system's if that is chosen and known."""
    if chosen != "system":
        return chosen
    return "fi" if QLocale.system().language() == QLocale.Language.Finnish else "en"


def wanted_letters(chosen: str, code: str) -> str:
    return LETTERS[{"english": "en", "figurines": "figurines"}.get(chosen, code)]


def locale_of(code: str) -> QLocale:
    """The format of numbers and dates: the system's if it uses this language, otherwise that of the language's main
    country.
    """
    system, (spoken, country) = QLocale.system(), _QT_LOCALES[code]
    return system if system.language() == spoken else QLocale(spoken, country)


def language() -> WindowLanguage:
    """The application's language; English with the system's letters before `set_language`."""
    application = QCoreApplication.instance()
    found = application.property("ratsu_language") if application is not None else None
    return found if isinstance(found, WindowLanguage) else set_language(Settings())


def set_language(settings: Settings) -> WindowLanguage:
    """Creates the application's language; called once, before any window is shown."""
    application = QCoreApplication.instance()
    made = WindowLanguage(settings, application)
    if application is not None:
        application.setProperty("ratsu_language", made)
    return made


def own_name(given: str = "") -> str:
    """The user's name for saved games and fields: the one given in the settings, or `You` in the language in use."""
    return given or QCoreApplication.translate("Messages", USER[0])
