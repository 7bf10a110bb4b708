"""Text from a file, an engine, a book or a server, escaped for each part of the window that shows it.

Qt guesses whether a tool tip is HTML, and would open the file that an `<img>` in a player's name points to. It also takes a
single `&` in the text of a button, action, menu or tab for a menu key. The window shows no HTML
at all; tests/desktop/test_plain_text.py checks the source for it, tests/desktop/views/test_text_from_outside.py the open window.
"""

import re
import textwrap

from engine.ground.values import dataclass

_WIDEST = 80  # characters in a line of a tip, which Qt does not wrap
_HIGHEST = 20  # lines of a tip
_BREAK = "\u2060"  # word joiner: has no width, and neither a tag nor an entity may begin with it
_GUESSED = re.compile(f"<(?!{_BREAK})|&(?=lt;)")  # patterns that make Qt take a text for HTML (Qt::mightBeRichText)


@dataclass(frozen=True)
class ForeignText:
    """A text from outside, escaped for tool tips, captions and titles. Labels show `text` itself: they are set to plain text."""

    text: str

    @property
    def tip(self) -> str:
        """For a tool tip, What's this or status tip: never read as HTML, in at most 20 lines of 80 characters."""
        most = (_WIDEST + 1) * _HIGHEST
        text = _unguessed(self.text[: most + 1])
        lines = [part for line in text.splitlines() for part in _wrapped(line)]
        return "\n".join(lines if len(lines) <= _HIGHEST else [*lines[: _HIGHEST - 1], "…"])

    @property
    def caption(self) -> str:
        """For a button, action, menu, tab or a label with a buddy: in one line, with every `&` shown.

        Qt takes the caption of an action for its tool tip as well.
        """
        return re.sub(r"\s", " ", _unguessed(self.text)).replace("&", "&&")

    @property
    def title(self) -> str:
        """For the title of a window, whose `[*]` stands for "not saved"."""
        return self.text.replace("[*]", "[*][*]")


def caption_text(caption: str) -> str:
    """The words of a caption: without the mark of its Alt key, and without the ellipsis of what opens a dialog."""
    return caption.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix(" …")


def _unguessed(text: str) -> str:
    if "<" not in text and "&" not in text:  # as nearly all; the pattern takes 20 times as long
        return text
    return _GUESSED.sub(lambda found: found[0] + _BREAK, text)


def _wrapped(line: str) -> list[str]:
    """The line, split into parts if it is too long."""
    return textwrap.wrap(line, _WIDEST, break_on_hyphens=False) if len(line) > _WIDEST else [line]
