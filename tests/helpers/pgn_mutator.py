"""Damaged PGN texts for fuzzing: valid games cut, glued, and sprinkled with everything that readers stumble over."""

import random

SEEDS = (
    b'[Event "A"]\n[White "M\xc3\xbcller"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n\n',
    b'[Event "B"]\n[White "P\xe9rez"]\n\n'
    b"1. d4 {best [%clk 0:01:00]} d5 (1... Nf6 $1 2. c4 (2. Nf3 g6)) 2. c4 $6 dxc4 ; gambit\n3. e3 *\n\n",
    b'[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. a8=Q+ Kd7 2. O-O Ke6 3. Qb7 Kf6 1/2-1/2\n\n',
    b'[Variant "Chess960"]\n'
    b'[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n\n9. O-O O-O 10. Nf3 *\n\n',
    "1. ♘f3 d5 2. g3 Nf6 -- Z0 1. ½-½\n\n".encode(),
    b'[Event "C"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 {long\n\ncomment [Event "inside"]\n} 0-1\n% escaped\n',
)
WORDS = (
    b"{",
    b"}",
    b"(",
    b")",
    b";",
    b"%",
    b"\n%",
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\n",
    b"$",
    b"$999",
    b"$1",
    b"!",
    b"?!",
    b"[",
    b"]",
    b'"',
    b"\\",
    b'\n[Event "x"]\n',
    b'[FEN "junk"]\n',
    b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n',
    b'[Variant "Atomic"]\n',
    b"1-0",
    b"0-1",
    b"1/2-1/2",
    b"1/2",
    b"*",
    b"0-0",
    b"O-O",
    b"0-0-0",
    b"--",
    b"Z0",
    b"null",
    b"0000",
    b"@@@@",
    b"e8=Q",
    b"e8(Q)",
    b"exd6e.p.",
    b"Nf3+-",
    b"Nbd2#",
    b"a1=K",
    b"999999999999.",
    b"1...",
    b"1.",
    b"e4",
    b"Ke2",
    b"Qh5",
    b"N",
    b"D",
    b"+=",
    b"\x00",
    b"\x1a",
    b"\xa0",
    b"\xc2\xa0",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xe2\x99\x98f3",
    b"\xbd-\xbd",
    b"<x>",
    b"((((((((",
    b"))))))))",
    b"{{{{",
    b"$" * 50,
    b".....",
    b"e4" * 30,
    b"[%clk 0:00:01]",
)


def mutant(source: random.Random) -> bytes:
    """A damaged file of at most a few kilobytes."""
    text = bytearray(b"".join(source.choice(SEEDS) for _ in range(source.randint(1, 3))))
    for _ in range(source.choice((1, 1, 2, 3, 5, 8, 20))):
        at = source.randint(0, len(text))
        match source.randint(0, 5):
            case 0:
                text[at:at] = source.choice(WORDS)
            case 1:
                del text[at : at + source.randint(1, 12)]
            case 2:
                text[at:at] = bytes(source.randrange(256) for _ in range(source.randint(1, 3)))
            case 3:
                start = source.randint(0, len(text))
                text[at:at] = text[start : start + source.randint(1, 60)]
            case 4:
                del text[at:]
            case _:
                word = source.choice(WORDS)
                text[at : at + len(word)] = word
    return bytes(text[:4000])
