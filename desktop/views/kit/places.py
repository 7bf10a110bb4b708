"""Where the board is in the window: arithmetic alone. The first board is painted there before the parts around it are made.

Lengths are device-independent pixels.
"""

from PySide6.QtCore import QRect, QSize

from desktop.views.kit.theme import SPACE

MODE_BAR = 72  # width of the bar of modes
PLAYER = 40  # height of a player's bar, above and below the board
EVALUATION = 28  # width of the evaluation bar
CONTROLS = 40  # height of the row of tools
LEAST_SIDE = 368  # width of the side
LEAST_BELOW = 260  # height of the side where it is below the board
WIDEST_SIDE = 1600  # a line of notation wider than this is hard to read; the rest goes around the board
GAP = 2 * SPACE  # between the parts of the window
BOARD_GAP = SPACE  # between the board and what belongs to it
BAR = EVALUATION + BOARD_GAP  # the evaluation bar's place is kept while it is hidden: the board never moves
OVERHEAD = 2 * PLAYER + 2 * BOARD_GAP  # what is above and below the board
LEAST_PANEL = QSize(240 + BAR, 240 + OVERHEAD)  # of the smallest board that can be played on


def panel_width(height: int) -> int:
    """How wide the board's panel is when the board fills a height."""
    return height - OVERHEAD + BAR


def panel_height(width: int) -> int:
    """How high the board's panel is when the board fills a width."""
    return width - BAR + OVERHEAD


def room_in(body: QSize) -> QRect:
    """What the bar of modes and the margins leave of the window's body."""
    return QRect(MODE_BAR, 0, body.width() - MODE_BAR, body.height()).adjusted(GAP, SPACE, -GAP, -SPACE)


def is_upright(room: QRect) -> bool:
    """Whether the board is larger with the side below it than with the side beside it."""
    beside = min(panel_width(room.height()), room.width() - LEAST_SIDE - GAP)
    below = panel_width(room.height() - LEAST_BELOW - CONTROLS - 2 * GAP)
    return min(below, room.width()) > beside


def panel_beside(room: QRect, side: int) -> QRect:
    """The board's panel with the side beside it. `side`: the width that the user has given the side, 0 for none."""
    width = min(panel_width(room.height()), room.width() - max(LEAST_SIDE, side) - GAP)
    width = max(LEAST_PANEL.width(), width)
    left = room.x() + (room.width() - width - GAP - side_beside(room, width)) // 2
    return QRect(left, room.y(), width, room.height())


def side_beside(room: QRect, panel: int) -> int:
    """The width of the side beside a panel of a width."""
    return min(room.width() - panel - GAP, WIDEST_SIDE)


def panel_above(room: QRect) -> QRect:
    """The board's panel with the row of tools and the side below it."""
    foot = LEAST_BELOW + CONTROLS + 2 * GAP
    return QRect(room.x(), room.y(), room.width(), min(panel_height(room.width()), room.height() - foot))


def board_in(panel: QSize, zoom: int, pixel_ratio: float) -> QRect:
    """The board in its panel. `zoom`: percent of the space. Each square has a whole number of device pixels."""
    space = min(panel.width() - BAR, panel.height() - OVERHEAD) * zoom // 100
    side = int(int(space * pixel_ratio / 8) * 8 / pixel_ratio)
    left = (panel.width() - side - BAR) // 2 + BAR
    top = (panel.height() - side - OVERHEAD) // 2 + PLAYER + BOARD_GAP
    return QRect(left, top, side, side)


def board_at_start(body: QSize, side: int, zoom: int, pixel_ratio: float) -> QRect:
    """The board in the window's body as it is after the start. `side`: see `panel_beside`; `zoom`: see `board_in`."""
    room = room_in(body)
    panel = panel_above(room) if is_upright(room) else panel_beside(room, side)
    return board_in(panel.size(), zoom, pixel_ratio).translated(panel.topLeft())
