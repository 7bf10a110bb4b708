"""Writes games as one self-contained HTML file with SVG diagrams, printed by a browser in columns."""

from collections.abc import Iterator
from html import escape

from engine.publishing import diagram
from engine.publishing.document import Block, Diagram, PageHeading, PageParagraph, TextStyle
from engine.publishing.wording import JOINER

_STYLE = """
body { max-width: %dem; margin: 2em auto; padding: 0 1em; font: 1em/1.4 Georgia, "Liberation Serif", serif;
  color: #111; background: #fff; columns: %d; column-gap: 2.5em }
h2 { font-size: 1.15em; text-align: center; margin: 1.6em 0 0.2em; break-after: avoid }
.of { text-align: center; font-size: 0.9em; margin: 0.1em 0; break-after: avoid }
p { margin: 0.4em 0; overflow-wrap: anywhere }
.variation { margin-left: 1.2em }
.move { white-space: nowrap }
.quiet { font-size: 0.8em; color: #555 }
.diagram { display: block; width: 15em; margin: 0.8em auto; break-inside: avoid }
.diagram text { font-family: sans-serif }
"""
_TAGS = {
    TextStyle.BOLD: ('<b class="move">', "</b>"),
    TextStyle.ITALIC: ("<i>", "</i>"),
    TextStyle.QUIET: ('<span class="quiet">', "</span>"),
}


def opening(title: str, language: str, columns: int) -> str:
    style = _STYLE % (64 if columns > 1 else 38, columns)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n{diagram.symbols()}\n"
    )


def game(blocks: Iterator[Block]) -> Iterator[str]:
    yield "<article>\n"
    for block in blocks:
        yield _written(block)
    yield "</article>\n"


CLOSING = "</body>\n</html>\n"


def _written(block: Block) -> str:
    if isinstance(block, PageHeading):
        head = f"<h2>{_text(block.players)}</h2>\n" if block.players else ""
        return head + "".join(f'<p class="of">{_text(line)}</p>\n' for line in block.lines)
    if isinstance(block, Diagram):
        return diagram.svg(block, escape(block.fen)) + "\n"
    kind = ' class="variation"' if block.indent else ""
    return f"<p{kind}>{_spans(block)}</p>\n"


def _spans(paragraph: PageParagraph) -> str:
    found = []
    for text, look in paragraph.spans:
        before, behind = _TAGS.get(look, ("", ""))
        found.append(f"{before}{_text(text)}{behind}")
    return "".join(found)


def _text(text: str) -> str:
    """Escapes text. `&NoBreak;` keeps a move on one line; unlike `<wbr>` it survives copying."""
    return escape(text, quote=False).replace(JOINER, "&NoBreak;")
