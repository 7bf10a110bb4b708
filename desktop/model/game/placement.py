"""Where the pieces of a FEN stand, without python-chess: the board shows the first position before that is imported."""


def pieces_of(fen: str) -> dict[int, str]:
    """Letter by square (0 = a1), from the first field of a FEN that has been checked before."""
    pieces: dict[int, str] = {}
    for row, text in enumerate(fen.split(" ", 1)[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            elif letter.isalpha():
                pieces[8 * (7 - row) + file] = letter
                file += 1
    return pieces
