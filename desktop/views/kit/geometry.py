"""The geometry of the window: pure arithmetic, so that the first board is painted in place before the parts around it exist.

Lengths are device-independent pixels. What holds text grows with the text size.
"""

from PySide6.QtCore import QRect, QSize

from desktop.views.kit.theme import SPACE, scaled

LEAST_BOARD = 240  # pixels; a smaller board cannot be played on
LEAST_SIDE, NARROW_SIDE = 368, 222  # widths of the side at a text size of 100 %: usual, and least
_LOWEST_SIDE = 220  # height of the side at a text size of 100 %: two rows of moves, a heading, a panel
WIDEST_SIDE = 1600  # a wider line of notation is hard to read; surplus space goes around the board
_SHEET_SHARE = 0.65  # of the side's height, while a game is played
GAP = 2 * SPACE  # between the parts of the window
BOARD_GAP = SPACE  # between the board and its bars


def mode_bar() -> int:
    return scaled(72)


def player() -> int:
    """Height of a player's bar, above and below the board."""
    return scaled(40)


def evaluation() -> int:
    return scaled(28)


def controls() -> int:
    return scaled(40)


def strip() -> int:
    """Height of the strip for messages where it has a place of its own."""
    return scaled(48)


def bar() -> int:
    """The space of the evaluation bar. It is reserved even if the bar is hidden, so that the board never moves."""
    return evaluation() + BOARD_GAP


def overhead() -> int:
    """The height of all bars above and below the board."""
    return 2 * player() + 2 * BOARD_GAP


def least_panel() -> QSize:
    """The board's panel with the smallest playable board."""
    return QSize(LEAST_BOARD + bar(), LEAST_BOARD + overhead())


def least_side(room: QRect) -> int:
    """The minimum width of the side beside the board, which comes first: it has half of the window if the side can be as
    narrow as panels can be, and half of the room in any case, as far as the height allows."""

    def beside(board: int) -> int:
        return room.width() - min(board, room.height() - overhead()) - bar() - GAP

    narrow = min(scaled(NARROW_SIDE), max(beside(room.width() // 2), LEAST_SIDE))
    return min(scaled(LEAST_SIDE), max(beside((room.width() + mode_bar() + 2 * GAP) // 2), narrow))


def least_below(room: QRect) -> int:
    """The minimum height of the side below the board; with large text as in `least_side`."""
    board = min(room.width() - bar(), (room.width() + mode_bar() + 2 * GAP) // 2)
    rest = room.height() - board - overhead() - controls() - 2 * GAP
    return max(260, min(scaled(260), max(rest, scaled(_LOWEST_SIDE))))


def least_width() -> int:
    """The minimum width of the window's body: the smallest board, and beside it the side at a text size of 100 %."""
    return mode_bar() + least_panel().width() + LEAST_SIDE + 3 * GAP


def panel_width(height: int) -> int:
    """The width of the board's panel if the board fills a given height."""
    return height - overhead() + bar()


def panel_height(width: int) -> int:
    """The height of the board's panel if the board fills a given width."""
    return width - bar() + overhead()


def room_in(body: QSize) -> QRect:
    """The area of the window's body without the bar of modes and the margins."""
    return QRect(mode_bar(), 0, body.width() - mode_bar(), body.height()).adjusted(GAP, SPACE, -GAP, -SPACE)


def is_upright(room: QRect) -> bool:
    """Whether the board is larger with the side below it than beside it."""
    beside = min(panel_width(room.height()), room.width() - least_side(room) - GAP)
    below = panel_width(room.height() - least_below(room) - controls() - 2 * GAP)
    return min(below, room.width()) > beside


def panel_beside(room: QRect, side: int) -> QRect:
    """The board's panel with the side to its right. `side`: the width chosen by the user, 0 for automatic."""
    width = min(panel_width(room.height()), room.width() - max(least_side(room), side) - GAP)
    width = max(least_panel().width(), width)
    left = room.x() + (room.width() - width - GAP - side_beside(room, width)) // 2
    return QRect(left, room.y(), width, room.height())


def side_beside(room: QRect, panel: int) -> int:
    return min(room.width() - panel - GAP, WIDEST_SIDE)


def panel_above(room: QRect) -> QRect:
    """The board's panel with the row of tools and the side below it."""
    foot = least_below(room) + controls() + 2 * GAP
    return QRect(room.x(), room.y(), room.width(), min(panel_height(room.width()), room.height() - foot))


def board_in(panel: QSize, zoom: int, pixel_ratio: float) -> QRect:
    """The board in its panel. `zoom`: percent of the space. Each square is a whole number of device pixels wide."""
    space = min(panel.width() - bar(), panel.height() - overhead()) * zoom // 100
    side = int(int(space * pixel_ratio / 8) * 8 / pixel_ratio)
    left = (panel.width() - side - bar()) // 2 + bar()
    top = (panel.height() - side - overhead()) // 2 + player() + BOARD_GAP
    return QRect(left, top, side, side)


def panel_at_start(body: QSize, side: int) -> QRect:
    """The board's panel in the window's body at the start. `side`: see `panel_beside`."""
    room = room_in(body)
    return panel_above(room) if is_upright(room) else panel_beside(room, side)


def sheet_at_start(body: QSize, side: int) -> QRect:
    """The sheet of moves at the start: at its place and with its width, and with the height that it usually has."""
    room, panel = room_in(body), panel_at_start(body, side)
    if is_upright(room):
        top = panel.bottom() + 1 + controls() + 2 * GAP
        return QRect(room.x(), top, room.width(), room.bottom() + 1 - top)
    left, top = panel.x() + panel.width() + GAP, room.y() + SPACE
    height = room.height() - controls() - GAP - SPACE
    return QRect(left, top, side_beside(room, panel.width()), int(height * _SHEET_SHARE))


def board_at_start(body: QSize, side: int, zoom: int, pixel_ratio: float) -> QRect:
    """The board in the window's body at the start. `side`: see `panel_beside`; `zoom`: see `board_in`."""
    panel = panel_at_start(body, side)
    return board_in(panel.size(), zoom, pixel_ratio).translated(panel.topLeft())
