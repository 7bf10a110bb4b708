"""Style files: JSON with one style each."""

import json
from pathlib import Path

from engine.evaluation.texts.style import Style, checked
from engine.ground.codec import as_json, of_json
from engine.ground.errors import OptionError
from engine.ground.files import write_atomically
from engine.ground.json_text import JsonError, parse
from engine.ground.write_targets import unwritten

MOST_BYTES = 200_000  # of a style file; a usual one has about 10,000


def style_of(content: bytes, place: object) -> Style:
    """Returns the style in the content of a file; `place` names the file in messages.

    :raises OptionError: if the content is not a valid style.
    """
    try:
        return checked(of_json(Style, parse(content, MOST_BYTES)))
    except (JsonError, OptionError) as error:
        raise OptionError("%1 is not a valid style: %2", place, error) from error


def style_bytes(style: Style) -> bytes:
    """Returns a file for a user to edit, with a line for each term, chart and rank of a table."""
    return (_laid_out(as_json(style), 0) + "\n").encode()


def write_style(path: Path, style: Style) -> None:
    """Writes a style, replacing the file.

    :raises OptionError: if it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, style_bytes(style))
    except OSError as error:
        raise OptionError(unwritten(path, error)) from error


def _laid_out(value: object, depth: int) -> str:
    if isinstance(value, dict) and value:
        rows = (f"{' ' * (depth + 1)}{json.dumps(key)}: {_laid_out(one, depth + 1)}" for key, one in value.items())
        return "{\n" + ",\n".join(rows) + "\n" + " " * depth + "}"
    if isinstance(value, list) and len(value) == 64:
        ranks = (", ".join(json.dumps(one) for one in value[at : at + 8]) for at in range(0, 64, 8))
        return "[\n" + ",\n".join(" " * (depth + 1) + rank for rank in ranks) + "]"
    return json.dumps(value, ensure_ascii=False)
