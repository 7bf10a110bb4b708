"""One token of PGN over and over: every mark of the format, each where it would cost most if its cost grew with its number."""

_TAGS = b'[Event "x"]\n[White "a"]\n\n'
# name: what stands before, what is repeated, what stands behind
_FRAMES: dict[str, tuple[bytes, bytes, bytes]] = {
    # annotations of one move
    "NAG": (b"1. e4 ", b"$1 ", b"e5 *"),
    "NAG at the start of a variation": (b"1. e4 ( ", b"$1 ", b"1. d4 ) e5 *"),
    "sign": (b"1. e4 ", b"! ", b"e5 *"),
    "glyph out of range": (b"1. e4 ", b"$999 ", b"e5 *"),
    "comment": (b"1. e4 ", b"{a} ", b"e5 *"),
    "empty comment": (b"1. e4 ", b"{} ", b"e5 *"),
    "comment before the move": (b"1. e4 e5 (1... c5) ", b"{a} ", b"2. d4 *"),
    "comment before the game": (b"", b"{a} ", b"1. e4 *"),
    "comment at the start of a variation": (b"1. e4 ( ", b"{a} ", b"1. d4 ) e5 *"),
    "line comment": (b"1. e4\n", b";a\n", b"e5 *"),
    "escape": (b"1. e4\n", b"%a\n", b"e5 *"),
    "mark": (b"1. e4 {", b"[%csl Ga1] ", b"} e5 *"),
    "mark in a comment of its own": (b"1. e4 ", b"{[%cal Ga1b2]} ", b"e5 *"),
    "source without an end": (b"1. e4 {", b"[%source book: ", b"} e5 *"),
    "clock": (b"1. e4 {", b"[%clk 0:00:0  ", b"} e5 *"),
    # long comments
    "word of a comment": (b"1. e4 {", b"word ", b"} e5 *"),
    "percent word of a comment": (b"1. e4 {a ", b"% ", b"} e5 *"),
    "blank of a comment": (b"1. e4 {a", b" ", b"\nb} e5 *"),
    "line of a comment": (b"1. e4 {a", b" \na", b"} e5 *"),
    "empty line of a comment": (b"1. e4 {a", b"\n", b"b} e5 *"),
    "CR LF of a comment": (b"1. e4 {a", b"\r\n", b"b} e5 *"),
    "byte of a comment that is not UTF-8": (b"1. e4 {", b"\xe4", b"} e5 *"),
    "opening brace": (b"1. e4 ", b"{ ", b"e5 *"),
    "closing brace": (b"1. e4 ", b"} ", b"e5 *"),
    "tag in an open comment": (b"1. e4 ", b'{\n[Event "a"]\n', b""),
    # variations
    "variation": (b"1. e4 e5 ", b"(1... c5) ", b"2. d4 *"),
    "variation of three moves": (b"1. e4 e5 ", b"(1... c5 2. Nf3 d6) ", b"2. d4 *"),
    "variation of a null move": (b"1. e4 e5 ", b"(1... --) ", b"2. d4 *"),
    "nested variation": (b"1. e4 e5 " + b"(1... c5 " * 6000, b"(1... c5 ", b"*"),  # text from there on
    "variation before any move": (b"", b"(1. e4) ", b"1. d4 *"),
    "empty variation": (b"1. e4 e5 ", b"() ", b"2. d4 *"),
    "variation of a comment": (b"1. e4 e5 ", b"({a}) ", b"2. d4 *"),
    "variation of a NAG": (b"1. e4 e5 ", b"($1) ", b"2. d4 *"),
    "variation of junk": (b"1. e4 e5 ", b"(Zz9) ", b"2. d4 *"),
    "variation of a result": (b"1. e4 e5 ", b"(1-0) ", b"2. d4 *"),
    "variation of an illegal move": (b"1. e4 e5 ", b"(1... c5 2. Ke4) ", b"2. d4 *"),
    "opening bracket": (b"1. e4 e5 ", b"( ", b"*"),
    "closing bracket": (b"1. e4 e5 ", b") ", b"*"),
    "opening bracket on a line of its own": (b"", b"(\n", b""),
    "pair of brackets too deep": (b"1. e4 e5 " + b"(1... c5 " * 6000, b"() ", b"*"),
    # moves and what is none
    "moves": (b"", b"Nf3 Nf6 Ng1 Ng8 ", b"*"),
    "null move": (b"1. e4 ", b"-- ", b"*"),
    "null move and move": (b"", b"Nf3 -- Ng1 -- ", b"*"),
    "move number": (b"1. e4 ", b"1. ", b"e5 *"),
    "dot": (b"1. e4 ", b".", b" e5 *"),
    "junk": (b"1. e4 ", b"& ", b"e5 *"),
    "word": (b"1. e4 ", b"hello ", b"e5 *"),
    "letter of a word": (b"1. e4 ", b"x", b" e5 *"),
    "moves in one word": (b"1. ", b"e4", b" e5 *"),
    "sign in one word": (b"1. e4", "±".encode(), b" e5 *"),
    "line comment in unread text": (b"1. e4 Zz9 (", b";\n", b") *"),
    "comment in unread text": (b"1. e4 Zz9 ", b"{a} ", b" *"),
    "castling": (b'[Result "0-0"]\n\n1. e4 ', b"0-0 ", b""),
    "junk of a game that cannot be set up": (b'[FEN "none"]\n\n', b"e4 {a} ", b"*"),
    # results
    "result": (b"1. e4 ", b"1-0 ", b"e5 *"),
    "star": (b"1. e4 ", b"* ", b"2. e5 *"),
    "result and comment": (b"1. e4 ", b"1-0 {a} ", b"2. e5 *"),
    "half": (b"1. e4 ", "½-½ ".encode(), b"2. e5 *"),
    # tags
    "same tag": (_TAGS[:-1], b'[White "a"]\n', b"\n1. e4 *"),
    "malformed tag": (_TAGS[:-1], b"[a\n", b"\n1. e4 *"),
    "open tag": (_TAGS[:-1], b'[White "a\n', b"\n1. e4 *"),
    "character of a tag": (b'[Event "', b"x", b'"]\n\n1. e4 *'),
    "character of a tag's name": (b"[", b"x", b' "a"]\n\n1. e4 *'),
    "quote in a tag": (b'[Event "', b'\\"', b'"]\n\n1. e4 *'),
    "end of a tag in a tag": (b'[Event "', b'\\"] ', b'"]\n\n1. e4 *'),
    "blank in a tag": (b'[Event "a"', b" ", b"]\n\n1. e4 *"),
    "line comment between tags": (_TAGS[:-1], b";a\n", b'[Site "b"]\n\n1. e4 *'),
    "escape between tags": (_TAGS[:-1], b"%a\n", b'[Site "b"]\n\n1. e4 *'),
    # between games
    "blank line": (b"1. e4 *", b"\n", b"1. d4 *"),
    "blank line in a game": (b"1. e4", b"\n", b" e5 *"),
    "no-break space": (b"1. e4", b"\xa0", b"[ e5 *"),
    "line of junk": (b"1. e4 *\n", b"&\n", b"1. d4 *"),
    "comment between games": (b"1. e4 *\n%\n", b"{a}\n", b"&\n1. d4 *"),
    "zero byte": (b"", b"\0", b""),
    "game": (b"", b"1. e4 *\n", b""),
    "game of a tag": (b"", b'[Event "a"]\n\n*\n', b""),
}
NAMES = (*_FRAMES, "tag")


def text_of(name: str, size: int) -> bytes:
    """A text of about so many bytes in which the token stands as often as fits."""
    if name == "tag":
        return _TAGS[:-1] + b"".join(b'[T%d "a"]\n' % number for number in range(size // 14)) + b"\n1. e4 *"
    head, token, tail = _FRAMES[name]
    return head + token * (size // len(token)) + tail
