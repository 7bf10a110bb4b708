"""What is told to the user, as a value: a template and what fills it. Words are made at the edge, once for each language.

    told = Text("%1 cannot be read (%2)", path, error)
    str(told)                                    # /home/a.pgn cannot be read (Permission denied): English
    words.said(told)                             # the same in the language of the window

The English template is the key of the other languages (`desktop/resources/i18n`); nothing reads a finished sentence back.
Each template is written out where its Text or its error is made: a test finds them there and looks for their Finnish.

What depends on a number is in braces, with the form for one first; each language has its own:

    Text("%1 {move|moves} written; %2 {is|are} left out.", written, left)

The number is the last one before the braces; where there is none before, the first one of the template.
"""

import re
from collections.abc import Callable

from engine.ground.values import dataclass

_HOLE = re.compile(r"%([1-9])([.)]?)")
_FORMS = re.compile(r"\{([^{|}]+)\|([^{|}]+)\}")


@dataclass(frozen=True, init=False)
class Text:
    """A sentence or a part of one. `%1` in the template stands for the first of the values, which may be texts too.

    A value that is no number and no value of the game (a move, a score, a reason) is kept as its words: a path, a name.
    Of an error its text is kept, and nothing of the frames that it holds.
    """

    template: str
    values: tuple[object, ...]

    def __init__(self, template: str, *values: object) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", tuple(map(_kept, values)))

    def __str__(self) -> str:
        return filled(self.template, self.values)

    def __bool__(self) -> bool:
        """Whether anything is told."""
        return bool(self.template)


@dataclass(frozen=True)
class Moment:
    """A local date and time that fills a template, `YYYY-MM-DD HH:MM`; each language writes it in its own way."""

    written: str

    def __str__(self) -> str:
        return self.written


def counted(count: float, one: str, several: str = "", spec: str = "") -> str:
    """`1 game`, `2 games`, in English sentences of the console. `several`: where it is not `one` and an s; `spec`: the
    number's format."""
    return f"{count:{spec}} {one if count == 1 else several or f'{one}s'}"


def plain(words: object) -> Text:
    """Words that are shown as they are: a name, what another program says, what a view has said in the user's language."""
    return Text("%1", words)


def joined(*texts: object, by: str = "; ") -> Text:
    """Texts side by side; at most nine."""
    return Text(by.join(f"%{number}" for number in range(1, len(texts) + 1)), *texts)


def why(error: BaseException) -> Text:
    """What an error says: the text of one of ours, the system's words, or what Python says."""
    text = getattr(error, "text", None)
    if isinstance(text, Text):
        return text
    if isinstance(error, OSError) and error.strerror:
        return Text(error.strerror)
    return plain(str(error) or type(error).__name__)


def filled(template: str, values: tuple[object, ...], say: Callable[[object], str] = str) -> str:
    """The template with its holes filled, each once, whatever is in the values.

    A text that is filled in before a full stop or a closing bracket loses its own full stop.
    """

    def fill(hole: re.Match[str]) -> str:
        number = int(hole[1])
        if number > len(values):
            return hole[0]
        words = say(values[number - 1])
        return (words.rstrip(".") if hole[2] and isinstance(values[number - 1], Text) else words) + hole[2]

    return _HOLE.sub(fill, _in_number(template, values))


def _in_number(template: str, values: tuple[object, ...]) -> str:
    """The template with one of the two forms in each of its braces."""
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
    return str(value).encode(errors="backslashreplace").decode()  # half a character in a name can be written nowhere


NOTHING = Text("")
"""No message."""
