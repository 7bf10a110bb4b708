"""Messages as values: a template and its values. The words are made at the edge, once for each language.

    message = Text("%1 cannot be read (%2)", path, error)
    str(message)                                 # /home/a.pgn cannot be read (Permission denied): English
    words.said(message)                          # the same in the language of the window

The English template is the key of the other languages (`desktop/resources/i18n`); a test finds each template where its Text or
error is made. Braces choose a form by number, the form for one first:

    Text("%1 {move|moves} written; %2 {is|are} left out.", written, left)

The number is the last one before the braces, or the first one of the template.
"""

import re
from collections.abc import Callable

from engine.ground.values import dataclass

_HOLE = re.compile(r"%([1-9])([.)]?)")
_FORMS = re.compile(r"\{([^{|}]+)\|([^{|}]+)\}")


@dataclass(frozen=True, init=False)
class Text:
    """A sentence or a part of one. `%1` in the template stands for the first value, which may be a text too.

    A value other than a number or a value of the game (move, score, reason) is converted to a string; an error to its text.
    """

    template: str
    values: tuple[object, ...]

    def __init__(self, template: str, *values: object) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", tuple(map(_kept, values)))

    def __str__(self) -> str:
        return fill_template(self.template, self.values)

    def with_values(self, *values: object) -> "Text":
        return type(self)(self.template, *values)

    def __bool__(self) -> bool:
        return bool(self.template)


@dataclass(frozen=True)
class Moment:
    """A local date and time in a template, `YYYY-MM-DD HH:MM`; each language formats it."""

    written: str

    def __str__(self) -> str:
        return self.written


def counted(count: float, one: str, several: str = "", spec: str = "") -> str:
    """`1 game`, `2 games`, for English console output. `several`: the plural if it is not `one` plus s; `spec`: the number's
    format."""
    return f"{count:{spec}} {one if count == 1 else several or f'{one}s'}"


def plain(words: object) -> Text:
    """Words that are not translated: a name, another program's message, a sentence already in the user's language."""
    return Text("%1", words)


def joined(*texts: object, by: str = "; ") -> Text:
    """Joins up to nine texts."""
    return Text(by.join(f"%{number}" for number in range(1, len(texts) + 1)), *texts)


def why(error: BaseException) -> Text:
    """The message of an error: the text of ours, the system's words, or Python's."""
    text = getattr(error, "text", None)
    if isinstance(text, Text):
        return text
    if isinstance(error, OSError) and error.strerror:
        return Text(error.strerror)
    return plain(str(error) or type(error).__name__)


def fill_template(template: str, values: tuple[object, ...], say: Callable[[object], str] = str) -> str:
    """The template with its placeholders filled, each once. A text before a full stop or a closing bracket loses its own full
    stop."""

    def fill(hole: re.Match[str]) -> str:
        number = int(hole[1])
        if number > len(values):
            return hole[0]
        words = say(values[number - 1])
        return (words.rstrip(".") if hole[2] and isinstance(values[number - 1], Text) else words) + hole[2]

    return _HOLE.sub(fill, _in_number(template, values))


def _in_number(template: str, values: tuple[object, ...]) -> str:
    """The template with one of the two forms in each pair of braces."""
    if "{" not in template:
        return template
    numbers = [
        (hole.start(), value)
        for hole in _HOLE.finditer(template)
        for value in values[int(hole[1]) - 1 : int(hole[1])]
        if isinstance(value, int)
    ]

    def choose(forms: re.Match[str]) -> str:
        before = [value for place, value in numbers if place < forms.start()]
        number = before[-1] if before else numbers[0][1] if numbers else 0
        return forms[1] if number == 1 else forms[2]

    return _FORMS.sub(choose, template)


def _kept(value: object) -> object:
    if isinstance(value, BaseException):
        return why(value)
    is_value = isinstance(value, int) or type(value).__module__.startswith(("engine.ground.text", "engine.game"))
    if is_value:
        return value
    return str(value).encode(errors="backslashreplace").decode()  # a lone surrogate cannot be written


NOTHING = Text("")
"""The empty message."""
