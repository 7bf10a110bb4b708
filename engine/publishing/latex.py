r"""Games as a LaTeX file, for pdflatex and lualatex.

Pieces and diagrams are set in the fonts SkakNew (texlive-games), by their own letters: no package for chess is needed. The rest
is `article`, `multicol` and `amssymb`. What pdflatex has no letters for (Chinese, say) is `[U+4E2D]` there, and itself with
lualatex. Arrows and marked squares are named below their diagram.
"""

import re
from collections.abc import Iterator, Mapping

from engine.game.position import Position
from engine.publishing.document import Block, Diagram, PageHeading, TextStyle
from engine.publishing.wording import JOINER

_OPENING = r"""\documentclass[10pt]{article}
\usepackage{iftex}
\ifPDFTeX
  \newcommand\other[2]{[U+#1]}
  \IfFileExists{t2aenc.def}%%
    {\usepackage[T2A,T1]{fontenc}\newcommand\cyrillic[2]{#2}}%%
    {\usepackage[T1]{fontenc}\let\cyrillic\other}
  \usepackage[utf8]{inputenc}
\else
  \newcommand\other[2]{#2}
  \let\cyrillic\other
\fi
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{textcomp,amssymb,multicol}
\usepackage[a4paper,margin=16mm]{geometry}
\font\figurines=SkakNew-Figurine at 10pt
\font\boldfigurines=SkakNew-FigurineBold at 10pt
\font\board=SkakNew-Diagram at 20pt
\newcommand\pc[1]{{\figurines #1}}
\newcommand\bpc[1]{{\boldfigurines #1}}
\newcommand\rank[2]{\hbox{\hbox to 0pt{\hss\footnotesize\raise 6pt\hbox{#1}\kern 5pt}\board #2}}
\newcommand\diagram[4]{\par\medskip\noindent\hfil\vbox{\offinterlineskip
  \hbox{\fboxsep 0pt\fboxrule 0.8pt\fbox{\vbox{#1}}}\vskip 3pt\hbox{\footnotesize #2\enspace #3}
  \ifx\relax#4\relax\else\hbox{\strut\footnotesize #4}\fi}\hfil\par\medskip}
\newcommand\heading[1]{\par\bigskip\noindent\parbox{\linewidth}{\centering #1}\par\nopagebreak\medskip}
\newcommand\file[1]{\hbox to 20pt{\hss #1\hss}}
\frenchspacing\raggedcolumns\raggedright\widowpenalty10000\clubpenalty10000
\setlength\parindent{0pt}\setlength\parskip{3pt plus 1pt}\setlength\emergencystretch{3em}
\title{%(title)s}\date{}
\begin{document}
"""
_ESCAPED = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "\u00a0": "~", "\u00ad": r"\-",
    "–": "--", "—": "---", "“": r"\textquotedblleft{}", "”": r"\textquotedblright{}", "’": "'", "‘": "`", "„": r"\quotedblbase{}",
    "…": r"\ldots{}", "½": r"\textonehalf{}", "⚙": r"$\ast$",
    "□": r"$\Box$", "∞": r"$\infty$", "±": r"$\pm$", "∓": r"$\mp$", "−": "$-$", "∆": r"$\Delta$", "∇": r"$\nabla$",
    "○": r"$\bigcirc$", "⇔": r"$\Leftrightarrow$", "⇗": r"$\nearrow$", "⊞": r"$\boxplus$", "»": r"\guillemotright{}",
    "«": r"\guillemotleft{}", "×": r"$\times$", "⊥": r"$\bot$", "⨀": r"$\odot$", "⟳": r"$\circlearrowright$",
    "↑": r"$\uparrow$", "→": r"$\rightarrow$", "⇆": r"$\leftrightarrows$", "⊕": r"$\oplus$", "▦": "",
    "♔": r"\pc{K}", "♕": r"\pc{Q}", "♖": r"\pc{R}", "♗": r"\pc{B}", "♘": r"\pc{N}",
    "`": "`{}", "'": "'{}", "-": "-{}", ",": ",{}", "!": "!{}", "?": "?{}",  # no ligatures: `!\x60`, `--`
}  # fmt: skip
_KNOWN = re.compile(r"[ -~¡-ž]")
_UNKNOWN = frozenset("¸ĦħĸĿŀŉŦŧ")  # exceptions in that range: not in T1
_ON_DARK = dict(zip("KQRBNPkqrbnp", "JLSAMOjlsamo", strict=True))  # a letter for each piece on a dark square


def opening(title: str, language: str, columns: int) -> str:
    del language  # without hyphenation: TeX may not have the language's patterns
    head = _OPENING % {"title": text(title)}
    return head + ("\\begin{multicols}{2}\n" if columns > 1 else "")


def game(blocks: Iterator[Block]) -> Iterator[str]:
    """Yields one game, block by block. The result, which comes last, never starts a column."""
    before = ""
    for block in blocks:
        if before:
            yield before
        before = _written(block)
    if before:
        yield "\n\\nopagebreak[4]" + before  # without the number, TeX would take a following `[` as its argument


def closing(columns: int) -> str:
    return ("\\end{multicols}\n" if columns > 1 else "") + "\\end{document}\n"


def _written(block: Block) -> str:
    if isinstance(block, PageHeading):
        lines = [f"{{\\large\\bfseries {text(block.players)}}}"] if block.players else []
        lines += [f"{{\\small {text(line)}}}" for line in block.lines]
        return "\n\\heading{" + "\\\\\n".join(lines) + "}\n"
    if isinstance(block, Diagram):
        return _diagram(block)
    words = "".join(_span(span.text, span.look) for span in block.spans)
    indent = "\\hangindent 1em \\hangafter 0 " if block.indent else ""
    return f"\n{indent}{words}\n"


def _span(words: str, look: TextStyle) -> str:
    if words == " ":
        return "\n"  # a line of its own for each move and comment: TeX reads it as a space
    written = text(words)
    if look is TextStyle.BOLD:
        return "\\mbox{\\textbf{" + written.replace(r"\pc{", r"\bpc{") + "}}"
    if look is TextStyle.ITALIC:
        return f"\\textit{{{written}}}"
    if look is TextStyle.QUIET:
        return f"{{\\footnotesize {written}}}"
    return f"\\mbox{{{written}}}" if JOINER in words and " " not in words else written


def text(words: str) -> str:
    """Returns any text with TeX's special characters escaped."""
    return "".join(_letter(letter) for letter in words if letter != JOINER)


def _letter(letter: str) -> str:
    if letter in _ESCAPED:
        return _ESCAPED[letter]
    if _KNOWN.match(letter) and letter not in _UNKNOWN:
        return letter
    if not letter.isprintable():
        return " "
    command = "cyrillic" if "\u0400" <= letter <= "\u045f" else "other"
    return f"\\{command}{{{ord(letter):04X}}}{{{letter}}}"


def _diagram(diagram: Diagram) -> str:
    position = Position.of(diagram.fen, chess960=None)
    ranks = range(8) if diagram.turned else range(7, -1, -1)
    files = range(7, -1, -1) if diagram.turned else range(8)
    rows = "".join(
        f"\\rank{{{rank + 1}}}{{{''.join(_square(position.pieces, 8 * rank + file) for file in files)}}}%\n"
        for rank in ranks
    )
    names = "".join(f"\\file{{{'abcdefgh'[file]}}}" for file in files)
    mover = r"$\square$" if position.white_to_move else r"$\blacksquare$"
    drawn = ", ".join(
        r"$\rightarrow$".join((code[1:3], code[3:])) if code[3:] else code[1:] for code in diagram.drawings
    )
    return f"\\diagram{{%\n{rows}}}{{{names}}}{{{mover}}}{{{drawn}}}\n"


def _square(pieces: Mapping[int, str], square: int) -> str:
    dark = ((square & 7) + (square >> 3)) % 2 == 0
    letter = pieces.get(square)
    if letter is None:
        return "Z" if dark else "0"
    return _ON_DARK[letter] if dark else letter
