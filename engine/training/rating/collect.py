"""Analyses games of people for the fit of rating estimates; an interrupted run resumes.

A JSON line for each game: scale, part, group, names and ratings, time control, site, result, the numbers of a `MoveFeatures`
for each ply, and the opening. Players are split as in `engine.training.human.games`; games of sealed players are never read.
"""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from books.openings import DEEPEST, last_named
from engine.ground.files import append_durably
from engine.human.predicted_player import Site, seconds_of, site_of
from engine.pgn.mainlines import MainLine
from engine.play.review.rating.move_analyser import MoveAnalyser, MoveFeatures
from engine.play.review.rating.scale import EloScale, scale_of
from engine.rules.board import CoreBoard
from engine.training.human.games import part_of, people_games

A_PLAYER = 10  # games of a player in a group
GROUPS = {"test": 40, "teach": 60}  # groups of each part and scale
SINGLES = {"test": 700, "teach": 1_400}  # other games of each part and scale, as many of each band as there are
MOST_OF_A_PLAYER = 30  # of these
BAND = 200  # Elo


class RatedPlayer(NamedTuple):
    """A player and the rating at the time of the game."""

    name: str
    elo: int


class AnalysedGame(NamedTuple):
    """An analysed game. `group`: the player of its group, or "". `players`: White first. `looks`: of all plies. `opening`: the
    family of the opening's name, or ""."""

    scale: EloScale
    part: str
    group: str
    players: tuple[RatedPlayer, RatedPlayer]
    clock: tuple[int, int]
    site: Site
    result: str
    looks: tuple[MoveFeatures, ...]
    opening: str


class SelectedGame(NamedTuple):
    """A game that was selected for analysis."""

    scale: EloScale
    part: str
    group: str
    line: MainLine


def select_games(sources: list[Path], seed: int = 1) -> list[SelectedGame]:
    """Selects games, the same in each run; their order is random by groups, so that an interrupted run has all kinds.

    :raises PgnError: if a source cannot be read.
    """
    rng = random.Random(seed)
    by_kind: dict[tuple[EloScale, str], list[MainLine]] = defaultdict(list)
    for source in sources:
        for line in people_games(source):
            scale, part = scale_of(line.headers), part_of(line.headers["White"], line.headers["Black"])
            if scale is not None and part in GROUPS:
                by_kind[scale, part].append(line)
    units: list[list[SelectedGame]] = []
    for (scale, part), lines in sorted(by_kind.items(), key=lambda row: (row[0][0].value, row[0][1])):
        for group, chosen in (*_groups(lines, part, rng), *_singles(lines, part, rng)):
            units.append([SelectedGame(scale, part, group, line) for line in chosen])
    rng.shuffle(units)
    return [drawn for unit in units for drawn in unit]


def _groups(lines: Sequence[MainLine], part: str, rng: random.Random) -> Iterator[tuple[str, list[MainLine]]]:
    """Players with A_PLAYER games each."""
    by_player: dict[str, list[MainLine]] = defaultdict(list)
    for line in lines:
        for name in _names(line):
            if part_of(name) == part:
                by_player[name].append(line)
    players = sorted(name for name, own in by_player.items() if len(own) >= A_PLAYER)
    for name in rng.sample(players, min(GROUPS[part], len(players))):
        yield name, rng.sample(by_player[name], A_PLAYER)


def _singles(lines: Sequence[MainLine], part: str, rng: random.Random) -> Iterator[tuple[str, list[MainLine]]]:
    """Games of all bands in turn, in packets of A_PLAYER."""
    bands: dict[int, list[MainLine]] = defaultdict(list)
    for line in rng.sample(lines, len(lines)):
        bands[int(line.headers["WhiteElo"]) // BAND].append(line)
    played: Counter[str] = Counter()
    chosen: list[MainLine] = []
    while len(chosen) < SINGLES[part] and any(bands.values()):
        for band in sorted(bands):
            rare = next((one for one in iter(partial(_popped, bands[band]), None) if _rare(one, played)), None)
            if rare is not None:
                played.update(_names(rare))
                chosen.append(rare)
    for at in range(0, len(chosen), A_PLAYER):
        yield "", chosen[at : at + A_PLAYER]


def _popped(lines: list[MainLine]) -> MainLine | None:
    return lines.pop() if lines else None


def _rare(line: MainLine, played: Counter[str]) -> bool:
    return max(played[name] for name in _names(line)) < MOST_OF_A_PLAYER


def _names(line: MainLine) -> tuple[str, str]:
    return line.headers["White"].lower(), line.headers["Black"].lower()


def collect(sources: list[Path], target: Path, say: Callable[[str], None], share: tuple[int, int] = (0, 1)) -> None:
    """Analyses the games that `select_games` selects and appends them to `target`, resuming an interrupted run.

    `share`: (number, processes), if several processes each write a file with a share of the groups.

    :raises PgnError: if a source cannot be read. :raises OSError: if the file cannot be written.
    """
    done = target.read_bytes().count(b"\n") if target.exists() else 0
    drawn = [one for at, one in enumerate(select_games(sources)) if at // A_PLAYER % share[1] == share[0]]
    looker = MoveAnalyser()
    rows = ""
    for number, one in enumerate(drawn[done:], done + 1):
        rows += _packed(one, looker) + "\n"
        if number % A_PLAYER == 0 or number == len(drawn):
            append_durably(target, rows.encode())
            rows = ""
            say(f"{number} of {len(drawn)} games")


def _packed(one: SelectedGame, looker: MoveAnalyser) -> str:
    tags = one.line.headers
    clock, site = seconds_of(tags.get("TimeControl", "")), site_of(tags)
    looks = looker.look(CoreBoard.start(), one.line.moves, clock, site)
    players = [(tags[side], int(tags[side + "Elo"])) for side in ("White", "Black")]
    rows = [[*look[:4], [round(value, 3) for value in look.chances], *look[5:]] for look in looks or ()]
    return json.dumps(
        [one.scale.value, one.part, one.group, players, clock, site, one.line.result, rows, _family(one.line.moves)]
    )


def _family(moves: Sequence[int]) -> str:
    board, keys = CoreBoard.start(), []
    for move in moves[:DEEPEST]:
        board.push(move)
        keys.append(board.key)
    found = last_named(keys)
    return found.family if found else ""


def read_analysed(paths: Sequence[Path]) -> Iterator[AnalysedGame]:
    """Yields the games of files that `collect` wrote.

    :raises OSError: if a file cannot be read.
    """
    for path in paths:
        for text in path.read_text(encoding="utf-8").splitlines():
            scale, part, group, players, clock, site, result, rows, opening = json.loads(text)
            looks = tuple(MoveFeatures._make((*row[:4], tuple(row[4]), *row[5:])) for row in rows)
            white, black = (RatedPlayer(*player) for player in players)
            yield AnalysedGame(
                EloScale(scale), part, group, (white, black), tuple(clock), Site(site), result, looks, opening
            )
