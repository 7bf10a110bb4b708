"""Nine games of a player that are counted by hand, two of her namesakes, and what is counted."""

from pathlib import Path

AINO = "Virtanen, Aino"
GAMES = (
    ("B1", AINO, "0-1", "2020.01.01", "1. e4 c5 2. Nf3 d6"),
    ("B2", AINO, "0-1", "2021.01.01", "1. e4 c5 2. Nf3 Nc6"),
    ("B3", "Virtanen, A.", "1/2-1/2", "2021.??.??", "1. e4 c5 2. Nf3 d6"),
    ("B4", AINO, "1-0", "2022.01.01", "1. e4 c5 2. c3 d5"),
    ("B5", AINO, "1-0", "2022.01.01", "1. e4 c5 2. c3 Nf6"),
    ("B6", AINO, "0-1", "2022.01.01", "1. d4 Nf6 2. c4 e6"),
    (AINO, "W1", "1-0", "2020.01.01", "1. e4 e5 2. Nf3 Nc6"),
    ("Aino Virtanen", "W2", "1/2-1/2", "????.??.??", "1. d4 d5 2. c4 e6"),
    (AINO, "W3", "*", "2023.01.01", "1. e4 e5 2. f4 exf4"),
    ("Virta, Aino", "X", "1-0", "2020.01.01", "1. a4 a5"),
    ("Virtanen, Eino", "Y", "1-0", "2020.01.01", "1. h4 h5"),
)


def write_games(folder: Path, ratings: tuple[int, ...] = ()) -> Path:
    """The games as a PGN file; `ratings` are Aino's in her first games."""
    parts = []
    for number, (white, black, result, date, moves) in enumerate(GAMES):
        tag = "WhiteElo" if "Aino" in white else "BlackElo"
        elo = f'[{tag} "{ratings[number]}"]\n' if number < len(ratings) else ""
        parts.append(
            f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[Date "{date}"]\n{elo}\n{moves} {result}\n'
        )
    path = folder / "aino.pgn"
    path.write_text("\n".join(parts))
    return path
