"""Styles of play: the classical evaluation with other weights for some terms, or the evaluation of a program of the source texts
(`engine.evaluation.texts`).

A style file has a line for each term that differs, with the percentage of its normal weight; # begins a comment:

    danger attacker = 130      # pieces near the enemy king count for more
    isolated = 60

The terms are those of `ratsu analyse --explain`. King danger counts squared: 130 % of it is 169 % in effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.evaluation.classical import default_weights
from engine.evaluation.terms import term_offsets, weight_count
from engine.ground.errors import OptionError
from engine.ground.files import opened
from engine.ground.saved_file import SavedFile
from engine.ground.user_files import MY_STYLE, data_folder
from engine.ground.user_files import STYLES as FOLDER

if TYPE_CHECKING:  # the styles of the texts are imported late: the engine starts without them
    from engine.evaluation.texts.style import Style

    StyleChoice = Mapping[str, int] | Style  # percentages of classical terms, or a program of the source texts

TEXT_STYLES = ("Perus-Shakki 2004", "browser 2015", "Tursas 2011")  # those of engine.evaluation.texts.presets
MOST_PERCENT = 400  # of a fitted weight; a hand-set bound for style files
MOST_BYTES = 65_536  # of a style file; a usual one has a few hundred

# Percent of the fitted weights, hand-set. A style is not stronger, it seeks other positions: aggressive play gives up pawn
# structure for an attack on the king, solid play values its own king and pawns, defensive play accepts less space for material.
STYLES: Mapping[str, Mapping[str, int]] = {
    "normal": {},
    "aggressive": {
        "danger attacker": 125,
        "danger ring": 125,
        "danger safe check": 120,
        "danger weak": 115,
        "storm": 130,
        "space": 130,
        "threat by pawn": 115,
        "threat by minor": 115,
        "threat by rook": 115,
        "isolated": 60,
        "doubled": 60,
        "backward": 60,
    },
    "solid": {
        "isolated": 140,
        "doubled": 140,
        "backward": 140,
        "phalanx": 130,
        "supported": 130,
        "shelter": 130,
        "outpost": 120,
        "hanging": 115,
        "danger attacker": 90,
        "storm": 70,
    },
    "defensive": {
        "shelter": 150,
        "danger attacker": 80,
        "danger ring": 80,
        "storm": 60,
        "space": 60,
        "hanging": 130,
        "pinned": 130,
        "material": 105,
    },
}


def style_source(style: str) -> SavedFile[StyleChoice]:
    """Returns a style by its name, also a saved style's, or by the path of its file; a changed file is read again.

    Reading the value raises OptionError if there is no such style or file, or with the number of a line that is wrong.
    """
    name = style.strip().lower() or "normal"
    if name in STYLES:
        return SavedFile(None, lambda: STYLES[name], lambda _changed: None)
    text_style = next((one for one in TEXT_STYLES if one.lower() == name), None)
    if text_style is not None:
        return SavedFile(None, lambda: _program(text_style), lambda _changed: None)
    mine = data_folder() / FOLDER / MY_STYLE
    if name == mine.stem:  # the program that an own style begins with, until something is changed
        return SavedFile(mine, lambda: read_style(mine) if mine.exists() else _program(TEXT_STYLES[0]), lambda _: None)
    path = next((saved for saved in saved_styles().values() if saved.stem.lower() == name), Path(style.strip()))
    return SavedFile(path, lambda: read_style(path), lambda _changed: None)


def _program(name: str) -> Style:
    from engine.evaluation.texts.presets import PRESETS

    return PRESETS[name]


def saved_styles() -> dict[str, Path]:
    """Returns the files of the user's saved styles by name, from A to Z, with the one that is edited in the window."""
    return {path.stem: path for path in sorted((data_folder() / FOLDER).glob("*.json"))}


def style_named(style: str) -> StyleChoice:
    """Returns a style by name or path.

    :raises OptionError: as `style_source`.
    """
    return style_source(style).value()


def weights_of(percentages: Mapping[str, int]) -> list[tuple[int, int]]:
    """Returns the normal weights with some terms scaled; every name must be a term."""
    offsets = term_offsets()
    names = list(offsets)
    ends = dict(zip(names, [*list(offsets.values())[1:], weight_count()], strict=True))
    weights = list(default_weights())
    for name, percent in percentages.items():
        for index in range(offsets[name], ends[name]):
            middlegame, endgame = weights[index]
            weights[index] = (_scaled(middlegame, percent), _scaled(endgame, percent))
    return weights


def read_style(path: Path) -> StyleChoice:
    """Returns the percentages of a style file, or the style of the texts in it.

    :raises OptionError: if it cannot be read.
    """
    try:
        with opened(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        names = ", ".join((*STYLES, *TEXT_STYLES, *saved_styles()))
        raise OptionError("there is no style '%1' (%2): name a style file or one of %3", path, error, names) from error
    if len(data) > MOST_BYTES:
        raise OptionError(
            "%1 is larger than %2 bytes, so it is not a style file: choose another file", path, MOST_BYTES
        )
    if data.lstrip().startswith(b"{"):
        from engine.evaluation.texts.style_file import style_of

        return style_of(data, path)
    lines = data.decode("utf-8", errors="replace").splitlines()
    return dict(entry for number, line in enumerate(lines, 1) if (entry := _entry(line, f"{path}, line {number}")))


def style_text(style: StyleChoice) -> str:
    """Returns a style file with every term, for a user to edit."""
    if not isinstance(style, Mapping):
        from engine.evaluation.texts.style_file import style_bytes

        return style_bytes(style).decode()
    rows = [f"{name} = {style.get(name, 100)}" for name in term_offsets()]
    return "\n".join(["# Percent of each term's normal weight, 0 to 400.", *rows, ""])


def _entry(line: str, place: str) -> tuple[str, int] | None:
    text = line.partition("#")[0].strip()
    if not text:
        return None
    name, _, value = (part.strip().lower() for part in text.partition("="))
    if name not in term_offsets():
        raise OptionError("%1: unknown term '%2'; `ratsu analyse --explain` lists the terms", place, name[:40])
    if not (value.isascii() and value.isdigit() and len(value) <= 3 and int(value) <= MOST_PERCENT):
        raise OptionError("%1: '%2' must be a whole percentage from 0 to %3", place, value[:20], MOST_PERCENT)
    return name, int(value)


def _scaled(weight: int, percent: int) -> int:
    return round(weight * percent / 100)
