"""Where the board is in the window: arithmetic alone. The first board is painted there before the parts around it are made.

Lengths are device-independent pixels. What holds text grows with the text size.
"""

from PySide6.QtCore import QRect, QSize

from desktop.views.kit.theme import SPACE, scaled

LEAST_BOARD = 240  # pixels; on a smaller one nobody can play
LEAST_SIDE = 368  # width of the side at a text size of 100 %
WIDEST_SIDE = 1600  # a line of notation wider than this is hard to read; the rest goes around the board
GAP = 2 * SPACE  # between the parts of the window
BOARD_GAP = SPACE  # between the board and what belongs to it


def mode_bar() -> int:
    """Width of the bar of modes."""
    return scaled(72)


def player() -> int:
    """Height of a player's bar, above and below the board."""
    return scaled(40)


def evaluation() -> int:
    """Width of the evaluation bar."""
    return scaled(28)


def controls() -> int:
    """Height of the row of tools."""
    return scaled(40)


def bar() -> int:
    """The evaluation bar's place, kept while it is hidden: the board never moves."""
    return evaluation() + BOARD_GAP


def overhead() -> int:
    """What is above and below the board."""
    return 2 * player() + 2 * BOARD_GAP


def least_panel() -> QSize:
    """The board's panel with the smallest board that can be played on."""
    return QSize(LEAST_BOARD + bar(), LEAST_BOARD + overhead())


def least_side(width: int) -> int:
    """How wide the side is at least in a width. Large text takes no more than what the smallest board leaves."""
    return max(LEAST_SIDE, min(scaled(LEAST_SIDE), width - least_panel().width() - GAP))


def least_below(height: int) -> int:
    """How high the side is at least where it is below the board; with large text as `least_side`."""
    return max(260, min(scaled(260), height - least_panel().height() - controls() - 2 * GAP))


def least_width() -> int:
    """Of the window's body: the smallest board, and beside it the side as it is at 100 %, whatever the text size."""
    return mode_bar() + least_panel().width() + LEAST_SIDE + 3 * GAP


def panel_width(height: int) -> int:
    """How wide the board's panel is when the board fills a height."""
    return height - overhead() + bar()


def panel_height(width: int) -> int:
    """How high the board's panel is when the board fills a width."""
    return width - bar() + overhead()


def room_in(body: QSize) -> QRect:
    """What the bar of modes and the margins leave of the window's body."""
    return QRect(mode_bar(), 0, body.width() - mode_bar(), body.height()).adjusted(GAP, SPACE, -GAP, -SPACE)


def is_upright(room: QRect) -> bool:
    """Whether the board is larger with the side below it than with the side beside it."""
    beside = min(panel_width(room.height()), room.width() - least_side(room.width()) - GAP)
    below = panel_width(room.height() - least_below(room.height()) - controls() - 2 * GAP)
    return min(below, room.width()) > beside


def panel_beside(room: QRect, side: int) -> QRect:
    """The board's panel with the side beside it. `side`: the width that the user has given the side, 0 for none."""
    width = min(panel_width(room.height()), room.width() - max(least_side(room.width()), side) - GAP)
    width = max(least_panel().width(), width)
    left = room.x() + (room.width() - width - GAP - side_beside(room, width)) // 2
    return QRect(left, room.y(), width, room.height())


def side_beside(room: QRect, panel: int) -> int:
    """The width of the side beside a panel of a width."""
    return min(room.width() - panel - GAP, WIDEST_SIDE)


def panel_above(room: QRect) -> QRect:
    """The board's panel with the row of tools and the side below it."""
    foot = least_below(room.height()) + controls() + 2 * GAP
    return QRect(room.x(), room.y(), room.width(), min(panel_height(room.width()), room.height() - foot))


def board_in(panel: QSize, zoom: int, pixel_ratio: float) -> QRect:
    """The board in its panel. `zoom`: percent of the space. Each square has a whole number of device pixels."""
    space = min(panel.width() - bar(), panel.height() - overhead()) * zoom // 100
    side = int(int(space * pixel_ratio / 8) * 8 / pixel_ratio)
    left = (panel.width() - side - bar()) // 2 + bar()
    top = (panel.height() - side - overhead()) // 2 + player() + BOARD_GAP
    return QRect(left, top, side, side)


def board_at_start(body: QSize, side: int, zoom: int, pixel_ratio: float) -> QRect:
    """The board in the window's body as it is after the start. `side`: see `panel_beside`; `zoom`: see `board_in`."""
    room = room_in(body)
    panel = panel_above(room) if is_upright(room) else panel_beside(room, side)
    return board_in(panel.size(), zoom, pixel_ratio).translated(panel.topLeft())
