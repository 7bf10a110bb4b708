"""The style sheet of the application, made from a colour scheme and a text size."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from desktop.views.kit.design_tokens import DARK, LARGE, RADIUS, SMALL, TAB_PADDINGS, TITLE, Colours

ICONS = Path(__file__).parents[2] / "resources" / "icons"
Image = Callable[[str], str]  # the name of a picture -> its URL in the style sheet


class Sizes:
    """Lengths of the style sheet that grow with the text, at a text size in percent: `{sizes(30)}`."""

    def __init__(self, percent: int) -> None:
        self._percent = percent

    def __call__(self, pixels: int) -> str:
        return f"{round(pixels * self._percent / 100)}px"

    def inside(self, pixels: int, line: int = 1) -> str:
        """A length less the two lines around it, each thicker by `line`: a focus frame does not make a widget larger."""
        return f"{round(pixels * self._percent / 100) - 2 * line}px"


def style_sheet(c: Colours, text_size: int = 100, icons: Path = ICONS) -> str:
    """The style sheet of the application, with the pictures of the folder `icons`. Widgets choose a style by their `look`
    property; no rule names a single window."""
    scheme = "dark" if c is DARK else "light"
    sizes = Sizes(text_size)
    plain = (_menus, _surfaces, _push_buttons, _tool_buttons)
    with_images = (_fields, _lists)
    parts = [part(c, sizes) for part in plain] + [part(c, sizes, partial(_url, icons, scheme)) for part in with_images]
    return "".join([*parts, _sliders(c)])


def _url(icons: Path, scheme: str, name: str) -> str:
    """A quoted URL: the path of the program may contain an umlaut or an apostrophe."""
    path = (icons / f"{name}-{scheme}.svg").as_posix().replace('"', '\\"')
    return f'url("{path}")'


def _menus(c: Colours, s: Sizes) -> str:
    return f"""
    QToolTip {{ background: {c.ink}; color: {c.window}; border: 0; padding: 4px 8px; font-size: {s(SMALL)}; }}
    QMenuBar {{ background: {c.window}; padding: 2px 4px; }}
    QMenuBar::item {{ padding: 4px 8px; border-radius: {RADIUS}px; background: transparent; }}
    QMenuBar::item:selected {{ background: {c.hover}; }}
    QMenu {{ background: {c.card}; border: 1px solid {c.line}; padding: 4px; }}
    QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 4px; }}
    QMenu::icon {{ padding-left: 8px; }}
    QMenu, QPushButton, QToolButton, QTabBar, QLineEdit {{ icon-size: {s(16)}; }}
    QMenu::item:selected {{ background: {c.accent_soft}; color: {c.ink}; }}
    QMenu::item:disabled {{ color: {c.quiet}; }}
    QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 8px; }}
    """


def _surfaces(c: Colours, s: Sizes) -> str:
    """Rules for cards, the bar of modes, notices, and labels by their `look`."""
    return f"""
    *[look="card"] {{ background: {c.card}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
    *[look="stack"] {{ background: {c.card}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
    *[look="stack"] *[look="card"] {{ background: transparent; border: 0; }}
    QDialog[look="popup"] {{ border: 1px solid {c.line}; }}
    QSplitter::handle {{ background: transparent; }}
    QSplitter::handle:hover {{ background: {c.line}; }}
    *[look="mode-bar"] {{ background: {c.window}; border: 0; border-right: 1px solid {c.line}; }}
    *[look="notice"] {{ background: {c.warning_soft}; border: 1px solid {c.quiet}; border-radius: {RADIUS}px; }}
    *[look="fault"] {{ background: {c.warning_soft}; border: 0; border-radius: {RADIUS}px; }}
    QToolButton[look="palette"] {{ background: {c.square_dark}; border: 2px solid transparent; padding: 0; }}
    QToolButton[look="palette"]:hover {{ background: {c.square_light}; }}
    QToolButton[look="palette"]:checked {{ background: {c.square_light}; border: 2px solid {c.accent}; }}
    *[look="pointed-at"] {{ background: transparent; border: 2px solid {c.accent}; border-radius: {RADIUS}px; }}
    *[look="good-notice"] {{ background: {c.accent_soft}; border: 1px solid {c.accent}; border-radius: {RADIUS}px; }}
    QLabel[look="notice-text"] {{ color: {c.ink}; }}
    QLabel[look="quiet"] {{ color: {c.quiet}; font-size: {s(SMALL)}; }}
    QLabel[look="heading"] {{ color: {c.ink}; font-size: {s(LARGE)}; font-weight: 600; }}
    QLabel[look="title"] {{ color: {c.ink}; font-size: {s(TITLE)}; font-weight: 600; }}
    QLabel[look="figure"] {{ color: {c.ink}; font-size: {s(TITLE)}; font-weight: 600; }}
    QLabel[look="caption"] {{ color: {c.quiet}; font-size: {s(SMALL)}; font-weight: 600; }}
    QLabel[look="error"] {{ color: {c.bad}; font-size: {s(SMALL)}; }}
    """


def _push_buttons(c: Colours, s: Sizes) -> str:
    return f"""
    QPushButton {{ background: {c.card}; color: {c.ink}; border: 1px solid {c.line}; border-radius: {RADIUS}px;
        padding: 0 12px; min-height: {s(30)}; }}
    QPushButton:hover {{ background: {c.hover}; }}
    QPushButton:pressed, QPushButton:checked {{ background: {c.accent_soft}; border-color: {c.accent}; }}
    QPushButton:focus {{ border: 2px solid {c.accent}; padding: 0 11px; min-height: {s.inside(30)}; }}
    QPushButton:disabled {{ color: {c.quiet}; background: {c.window}; }}
    QPushButton[look="row"] {{ background: transparent; border-color: transparent; padding: 0 8px; text-align: left; }}
    QPushButton[look="row"]:hover {{ background: {c.hover}; }}
    QPushButton[look="row"]:focus {{ border: 2px solid {c.accent}; padding: 0 7px; min-height: {s.inside(30)}; }}
    QPushButton:default, QPushButton[look="primary"] {{ background: {c.accent}; color: {c.on_accent};
        border-color: {c.accent}; }}
    QPushButton[look="primary"] {{ font-weight: 600; }}
    QPushButton[look="primary"]:disabled {{ background: {c.window}; color: {c.quiet}; border-color: {c.line}; }}
    QPushButton:default:disabled {{ background: {c.window}; color: {c.quiet}; border-color: {c.line}; }}
    QPushButton:default:focus, QPushButton[look="primary"]:focus {{ border: 2px solid {c.ink}; }}
    """


def _tool_buttons(c: Colours, s: Sizes) -> str:
    return f"""
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QToolButton {{ background: transparent; color: {c.ink}; border: 0; border-radius: {RADIUS}px; padding: 4px; }}
    QToolButton:hover {{ background: {c.hover}; }}
    QToolButton:pressed, QToolButton:checked {{ background: {c.accent_soft}; color: {c.ink}; }}
    QToolButton:focus {{ border: 2px solid {c.accent}; padding: 2px; }}
    QToolButton:disabled {{ color: {c.quiet}; }}
    QToolButton[look="mode-bar"] {{ font-size: {s(SMALL)}; padding: 8px 0 6px 0; border: 0; }}
    QToolButton[look="mode-bar"]:focus {{ border: 2px solid {c.accent}; padding: 6px 0 4px 0; }}
    QLabel[look="badge"] {{ background: {c.accent}; color: {c.on_accent}; border-radius: {s(6)};
        font-size: {s(SMALL)}; font-weight: 600; padding: 0 {s(3)}; }}
    QToolButton[look="mode-bar-low"] {{ font-size: {s(SMALL)}; padding: 2px 0 1px 0; border: 0; }}
    QToolButton[look="mode-bar-low"]:focus {{ border: 2px solid {c.accent}; padding: 0; }}
    """


def _fields(c: Colours, s: Sizes, image: Image) -> str:
    return f"""
    QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit {{ background: {c.card}; color: {c.ink}; border: 1px solid {c.line};
        border-radius: {RADIUS}px; padding: 0 8px; min-height: {s(30)}; selection-background-color: {c.accent};
        selection-color: {c.on_accent}; }}
    QPlainTextEdit {{ padding: 4px; }}
    QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus {{ border: 2px solid {c.accent};
        padding: 0 7px; min-height: {s.inside(30)}; }}
    QLineEdit[state="error"] {{ border: 2px solid {c.bad}; padding: 0 7px; min-height: {s.inside(30)}; }}
    QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{ background: {c.window}; color: {c.quiet}; }}
    QAbstractSpinBox {{ max-height: {s(30)}; }}
    QAbstractSpinBox:focus {{ max-height: {s.inside(30)}; }}
    QAbstractSpinBox QLineEdit {{ background: transparent; border: 0; padding: 0 0 0 6px; min-height: 0; }}
    QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ subcontrol-origin: border; width: {s(24)}; border: 0;
        background: none; }}
    QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 2px 2px 0 0; }}
    QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 2px 2px 0; }}
    QAbstractSpinBox::up-arrow {{ image: {image("up")}; width: {s(12)}; height: {s(12)}; }}
    QAbstractSpinBox::down-arrow {{ image: {image("down")}; width: {s(12)}; height: {s(12)}; }}
    QComboBox::drop-down {{ border: 0; width: {s(24)}; }}
    QComboBox::down-arrow {{ image: {image("down")}; width: {s(12)}; height: {s(12)}; }}
    QCheckBox {{ spacing: 8px; min-height: {s(30)}; }}
    QCheckBox::indicator {{ width: {s(16)}; height: {s(16)}; border: 1px solid {c.quiet}; border-radius: 4px;
        background: {c.card}; }}
    QCheckBox::indicator:checked {{ background: {c.accent}; border-color: {c.accent};
        image: {image("check")}; }}
    QAbstractItemView::indicator {{ width: {s(16)}; height: {s(16)}; border: 1px solid {c.quiet}; border-radius: 4px;
        background: {c.card}; }}
    QAbstractItemView::indicator:checked {{ background: {c.accent}; border-color: {c.accent};
        image: {image("check")}; }}
    QCheckBox::indicator:focus {{ border: 2px solid {c.ink}; width: {s.inside(16)}; height: {s.inside(16)}; }}
    QTabBar {{ background: transparent; }}
    QTabBar::tab {{ background: transparent; color: {c.quiet}; padding: 8px {TAB_PADDINGS[""]}px; border: 0;
        border-bottom: 2px solid transparent; }}
    QTabBar::tab:hover {{ color: {c.ink}; }}
    QTabBar::tab:selected:focus {{ color: {c.ink}; border: 2px solid {c.accent}; padding: 6px 10px 8px 10px; }}
    {_tabs("near")} {_tabs("tight")}
    QTabBar::tab:selected {{ color: {c.ink}; border-bottom: 2px solid {c.accent}; }}
    QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; }}
    QComboBox QAbstractItemView {{ background: {c.card}; border: 1px solid {c.line}; padding: 4px; outline: 0; }}
    """


def _tabs(look: str) -> str:
    """Tabs that are nearer to each other."""
    padding = TAB_PADDINGS[look]
    focus = f"padding: 6px {padding - 2}px 8px {padding - 2}px;"
    bar = f'QTabBar[look="{look}"]::tab'
    return f"{bar} {{ padding: 8px {padding}px; }} {bar}:selected:focus {{ {focus} }}"


def _lists(c: Colours, s: Sizes, image: Image) -> str:
    """Rules for lists, tables, progress and scroll bars."""
    return f"""
    QTextBrowser {{ background: transparent; border: 0; }}
    QListWidget {{ background: transparent; border: 0; outline: 0; }}
    QListWidget:focus, QTextBrowser:focus {{ border: 1px solid {c.accent}; border-radius: {RADIUS}px; }}
    QDialog QListWidget, QTreeView {{ background: {c.card}; border: 1px solid {c.line}; border-radius: {RADIUS}px; outline: 0; }}
    QDialog QListWidget:focus, QTreeView:focus {{ border: 1px solid {c.accent}; }}
    QDialog QListWidget::item, QTreeView::item {{ padding: 3px 6px; }}
    QDialog QListWidget::item:selected, QTreeView::item:selected {{ background: {c.accent_soft}; color: {c.ink}; }}
    QHeaderView::section {{ background: {c.card}; color: {c.quiet}; border: 0; border-bottom: 1px solid {c.line};
        padding: 4px 6px; font-size: {s(SMALL)}; }}
    QProgressBar {{ background: {c.line}; border: 0; border-radius: 2px; max-height: 4px; }}
    QProgressBar::chunk {{ background: {c.accent}; border-radius: 2px; }}
    QTableView {{ background: transparent; alternate-background-color: {c.window}; border: 0; outline: 0;
        selection-background-color: {c.accent_soft}; selection-color: {c.ink}; }}
    QTableView::item {{ padding: 0 8px; border: 0; }}
    QTableView::item:selected {{ background: {c.accent_soft}; color: {c.ink}; }}
    QTableView::item:focus {{ background: {c.accent_soft}; color: {c.ink}; }}
    QHeaderView {{ background: transparent; border: 0; }}
    QHeaderView::section {{ background: {c.card}; color: {c.quiet}; border: 0; border-bottom: 1px solid {c.line};
        padding: 8px; font-size: {s(SMALL)}; font-weight: 600; }}
    QHeaderView::section:hover {{ color: {c.ink}; background: {c.hover}; }}
    QHeaderView::up-arrow {{ image: {image("up")}; width: {s(10)}; height: {s(10)}; }}
    QHeaderView::down-arrow {{ image: {image("down")}; width: {s(10)}; height: {s(10)}; }}
    QProgressBar {{ background: {c.line}; border: 0; border-radius: 2px; }}
    QProgressBar::chunk {{ background: {c.accent}; border-radius: 2px; }}
    QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar::handle:vertical {{ background: {c.line}; border-radius: 4px; min-height: 24px; margin: 1px; }}
    QScrollBar::handle:vertical:hover {{ background: {c.quiet}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
    QScrollBar::handle:horizontal {{ background: {c.line}; border-radius: 4px; min-width: 24px; margin: 1px; }}
    """


def _sliders(c: Colours) -> str:
    return f"""
    QSlider:horizontal {{ min-height: 20px; }}
    QSlider::groove:horizontal {{ height: 4px; background: {c.line}; border-radius: 2px; }}
    QSlider::sub-page:horizontal {{ background: {c.accent}; border-radius: 2px; }}
    QSlider::handle:horizontal {{ background: {c.accent}; width: 16px; height: 16px; margin: -6px 0;
        border-radius: 8px; }}
    QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled {{ background: {c.quiet}; }}
    QSlider::handle:horizontal:focus {{ border: 2px solid {c.ink}; width: 14px; height: 14px; margin: -7px 0; }}
    """
