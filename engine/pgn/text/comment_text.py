"""Rules of PGN text shared by reader and writer, so that written text is read back the same."""

import re

_LINE_ENDS = re.compile(r"\r\n|\r")
_BREAK = re.compile(r"\r\n|\r|\n")
_MARKS = re.compile(
    r"\{[^}]*\}?|(?:;|(?<=[\r\n])%)[^\r\n]*|[()]"
)  # comments whole, so that brackets in them do not count
BRACE = "\uff5d"  # a wide closing brace, instead of one in a comment, which would end it there
BLANKS = "".join(map(chr, (*range(33), 0xA0, *range(0x2000, 0x200C), 0x202F, 0xFEFF)))  # as marks.blank_length


def joined_lines(comment: str) -> str:
    """Returns a comment without the line breaks that only wrap it: a break becomes a space, empty lines stay (as one)."""
    # Split and strip, not a regular expression: blanks before a break would take quadratic time in a long run of
    # blanks.
    first, *rest = _BREAK.split(comment)
    if not rest:
        return comment
    *middle, last = rest
    parts = [first.rstrip(" \t")]
    between = " "
    for line in middle:
        text = line.strip(" \t")
        if text:
            parts += (between, text)
        between = " " if text else "\n\n"
    return "".join((*parts, between, last.lstrip(" \t")))


def closed_text(text: str) -> str:
    """Returns unread text with its open comments and brackets closed, so that they do not swallow the text after it."""
    text = text.strip()
    depth = 0
    mark = ""
    end = 0
    for found in _MARKS.finditer(text):
        mark, end = found[0], found.end()
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth = max(0, depth - 1)
    if end == len(text):
        if mark[:1] == "{" and mark[-1] != "}":
            text += "}"
        elif mark[:1] in (";", "%") and depth:
            text += "\n"
    return text + ")" * depth


def without_variations(text: str) -> str:
    """Returns unread text without brackets and comments."""
    parts, depth, at = [], 0, 0
    for found in _MARKS.finditer(text):
        if not depth:
            parts.append(text[at : found.start()])
        if found[0] in ("(", ")"):
            depth = max(0, depth + (1 if found[0] == "(" else -1))
        at = found.end()
    return "".join((*parts, "" if depth else text[at:]))


def between_games(text: str) -> str:
    """Returns the text between two games without surrounding blanks. An open comment in it is closed, so that it does
    not swallow the next game."""
    text = _LINE_ENDS.sub("\n", text).strip(BLANKS)
    at = 0
    while at < len(text):
        if text[at] in BLANKS:
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
    """Returns the text that must follow unread text: a line break, if part of it may extend to the line end."""
    return "\n" if ";" in text or "%" in text or "\n" in text or "\r" in text else ""


def written_comment(comment: str) -> str:
    """Returns a comment before unread text, in the writer's form."""
    return f"{{{comment.replace('}', BRACE)}}} "
