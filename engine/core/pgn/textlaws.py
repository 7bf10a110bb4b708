"""Laws of PGN text that reader and writer share, so that what is written is read the same."""

import re

_BREAKS = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
_LINE_ENDS = re.compile(r"\r\n|\r")
_BLANKS = "".join(map(chr, (*range(33), 0xA0, *range(0x2000, 0x200C), 0x202F, 0xFEFF)))  # as marks.blank_length
_BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n)){2,}[ \t]*")


def joined_lines(comment: str) -> str:
    """A comment without the line breaks that only wrap it: a break is a space, empty lines stay (as one)."""
    return "\n\n".join(_BREAKS.sub(" ", paragraph) for paragraph in _BLANK_LINES.split(comment))


def closed_text(text: str) -> str:
    """Text that was not read, with the comments and brackets closed that it leaves open, so that nothing behind it is
    swallowed.
    """
    depth = 0
    at = 0
    text = text.strip()
    while at < len(text):
        sign = text[at]
        if sign == "{":
            at = text.find("}", at)
            if at < 0:
                text += "}"
                break
        elif sign == ";" or (sign == "%" and at and text[at - 1] in "\r\n"):
            ends = [place for place in (text.find("\n", at), text.find("\r", at)) if place >= 0]
            at = min(ends, default=len(text))
            if not ends and depth:
                text += "\n"
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        at += 1
    return text + ")" * depth


def between_games(text: str) -> str:
    """What stands between two games without the blanks around it, empty if there is nothing else. A comment that it
    leaves open is closed, so that it does not swallow the game behind it.
    """
    text = _LINE_ENDS.sub("\n", text).strip(_BLANKS)
    at = 0
    while at < len(text):
        if text[at] in _BLANKS:
            at += 1
        elif text[at] == "{":
            at = text.find("}", at) + 1
            if not at:
                return f"{text}}}"
        else:
            at = text.find("\n", at)
            if at < 0:
                break
    return text


def end_of(text: str) -> str:
    """What must follow unread text: a line break, if something in it may reach to the end of its line."""
    return "\n" if ";" in text or "%" in text or "\n" in text or "\r" in text else ""
