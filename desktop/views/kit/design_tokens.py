"""The values of the visual system: type scale, lengths and the two colour schemes. Views use them through `theme`."""

from engine.ground.values import dataclass

# The type scale, in device-independent pixels at a text size of 100 %; lengths that hold text grow with it (`scaled`).
SMALL, BODY, LARGE, TITLE, DISPLAY = 12, 14, 16, 20, 28
SPACE = 4  # every distance is a multiple of this, in pixels
RADIUS = 6  # the one corner radius
TAB_PADDINGS = {"": 12, "near": 7, "tight": 3}  # pixels on both sides of a tab's text, by the look of its bar
ROW = 7 * SPACE  # the height of a list row with a tick box; grows with the text


@dataclass(frozen=True)
class Colours:
    """One colour scheme. `window` is the background, `card` the panels on it, `ink` the text, `quiet` secondary text."""

    window: str
    card: str
    line: str
    hover: str
    ink: str
    quiet: str
    accent: str
    on_accent: str
    accent_soft: str
    warning: str
    warning_soft: str
    bad: str
    square_light: str
    square_dark: str
    bar_white: str
    bar_black: str


LIGHT = Colours(
    window="#e2e7ea", card="#ffffff", line="#c8d0d4", hover="#d6dde1", ink="#1b2325", quiet="#4f5d64",
    accent="#0f6b66", on_accent="#ffffff", accent_soft="#d5ebe8", warning="#7a4b00", warning_soft="#fdf0d3",
    bad="#b3261e", square_light="#f2efe2", square_dark="#7d9f8f",
    bar_white="#fafafa", bar_black="#3a4345",
)  # fmt: skip
DARK = Colours(
    window="#15191b", card="#1e2426", line="#333c3f", hover="#2a3235", ink="#e8edee", quiet="#a3b0b4",
    accent="#58c7bb", on_accent="#06201d", accent_soft="#1d3f3c", warning="#f3c262", warning_soft="#3b2f16",
    bad="#ff8a80", square_light="#c9d1cb", square_dark="#6f9087",
    bar_white="#dfe4e4", bar_black="#0c0f10",
)  # fmt: skip
