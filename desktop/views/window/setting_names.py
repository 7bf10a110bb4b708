"""Names of settings, their units and their choices in the language in use."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from desktop.model.settings import MONTE_CARLO, Setting
from desktop.services.kit.language import DRAFTS, LANGUAGES


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("SettingNames", text))


_NAMES: dict[str, dict[str, str]] = {
    "theme": {"system": _t("As the system"), "light": _t("Light"), "dark": _t("Dark")},
    "coordinates": {"inside": _t("Inside"), "outside": _t("Outside"), "off": _t("Off")},
    "hidden_men": {
        "none": _t("All are drawn"),
        "own": _t("Hide mine"),
        "other": _t("Hide the opponent’s"),
        "all": _t("All are hidden"),
    },
    "piece_letters": {
        "language": _t("By language"),
        "english": _t("English: K Q R B N"),
        "figurines": _t("Figurines: ♔ ♕ ♖ ♗ ♘"),
    },
    "notation": {"columns": _t("In two columns"), "running": _t("As running text")},
    "book_selection": {
        "weight": _t("By weight"),
        "uniform": _t("All alike"),
        "best": _t("The best by score"),
        "trappiest": _t("The sound move with the most traps"),
    },
    "replies": {
        "people": _t("People of the rating below"),
        "games": _t("The explorer’s games"),
        "books": _t("The games of the books"),
    },
    "search": {"alpha-beta": _t("Alpha-beta"), MONTE_CARLO: _t("Monte Carlo tree search")},
    "side": {"white": _t("White"), "black": _t("Black"), "random": _t("Either")},
    "left_game": {"stand": _t("Adjourn it until you resume it"), "run": _t("Continue it, with its clock")},
    "style": {
        "normal": _t("Plays the move it thinks best"),
        "aggressive": _t("Attacks the king"),
        "solid": _t("Protects its pieces and pawns"),
        "defensive": _t("Takes material and defends"),
        "Perus-Shakki 2004": _t("Perus-Shakki 2004"),
        "browser 2015": _t("browser 2015"),
        "Tursas 2011": _t("Tursas 2011"),
        "my style": _t("my style"),
    },
}


def sentence_text(setting: Setting) -> str:
    """The sentence that describes a setting, in the language in use."""
    return QCoreApplication.translate("Settings", setting.sentence)


def group_text(setting: Setting) -> str:
    """The title of the setting's page."""
    return QCoreApplication.translate("Settings", setting.group)


def unit_text(setting: Setting) -> str:
    """The unit of a numeric setting, with its separator; may be empty."""
    return f"\N{NO-BREAK SPACE}{QCoreApplication.translate('Units', setting.unit)}" if setting.unit else ""


def choice_names(setting: Setting) -> tuple[tuple[str, str], ...]:
    """Value and text of every choice, in order; empty for a setting without choices."""
    if setting.key == "board_theme":
        from desktop.views.board.board_themes import THEMES

        return tuple((theme.key, QCoreApplication.translate("BoardThemes", theme.name)) for theme in THEMES)
    if setting.key == "language":
        draft = QCoreApplication.translate("SettingNames", "%1 (draft)")
        names = {code: draft.replace("%1", name) if code in DRAFTS else name for code, name in LANGUAGES.items()}
        return (("system", QCoreApplication.translate("SettingNames", "As the system")), *names.items())
    if isinstance(setting.default, int):
        return tuple((str(choice), f"{choice}{unit_text(setting)}") for choice in setting.choices)
    names = _NAMES.get(setting.key, {})
    return tuple(
        (str(choice), QCoreApplication.translate("SettingNames", names.get(str(choice), str(choice).capitalize())))
        for choice in setting.choices
    )
