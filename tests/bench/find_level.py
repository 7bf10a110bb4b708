"""Find my level on real people: ten games of a player give results and moves; how far is the estimate from the rating?

    nice -n 19 python -m tests.bench.find_level GAMES.pgn [PLAYERS]

GAMES is `test.pgn` of `ratsu train human extract`: players whom the predictor never saw. Only lichess games count, so that all
ratings are of one scale. Their opponents were chosen by lichess, not by the search, which closes in faster.
"""

import io
import re
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean, median

import chess.pgn

from engine.game.limits import GamePosition
from engine.play.people.find_level import GAMES, LevelSearch
from engine.play.people.move_evidence import MoveEvidence
from engine.rules.fen import START_FEN

RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
NEAR = 80  # Elo


def main() -> None:
    """Prints the errors with results alone, and with the moves."""
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    seen: dict[str, list[tuple[chess.pgn.Game, bool]]] = defaultdict(list)
    for text in re.split(r"\n(?=\[Event )", Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace")):
        if "lichess" not in text or ("%clk" in text and "bullet" in text.lower()):
            continue
        names = re.findall(r'^\[(White|Black) "(.+)"\]', text, re.MULTILINE)
        for side, name in names:
            if len(seen[name]) < GAMES:
                game = chess.pgn.read_game(io.StringIO(text))
                if game is not None and game.headers.get("Result") in RESULTS:
                    seen[name].append((game, side == "White"))
    players = [games for games in seen.values() if len(games) == GAMES][:wanted]
    people = MoveEvidence()
    errors: dict[bool, list[int]] = {False: [], True: []}
    for games in players:
        true = fmean(_elo(game, white) for game, white in games)
        for moves in errors:
            search = LevelSearch()
            for game, white in games:
                points = RESULTS[game.headers["Result"]]
                evidence = people.of(_position(game), white) if moves else ()
                search = search.after(_elo(game, not white), points if white else 1 - points, evidence)
            errors[moves].append(round(abs(search.estimate.elo - true)))
        print(f"{true:.0f}: {errors[False][-1]} by results, {errors[True][-1]} with moves", flush=True)
    for moves, found in errors.items():
        near = sum(error <= NEAR for error in found) / len(found)
        print(
            f"{'with moves' if moves else 'results'}: mean {fmean(found):.0f}, median {median(found):.0f}, near {near:.0%}"
        )


def _elo(game: chess.pgn.Game, white: bool) -> int:
    return int(game.headers["WhiteElo" if white else "BlackElo"])


def _position(game: chess.pgn.Game) -> GamePosition:
    return GamePosition(START_FEN, tuple(move.uci() for move in game.mainline_moves()), chess960=False)


if __name__ == "__main__":
    main()
