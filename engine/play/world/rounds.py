"""A round of a broadcast: its games as they are now, and how newer moves come into a game that is open."""

from engine.game.node import Node
from engine.game.tree import ROOT, Game
from engine.ground.values import dataclass
from engine.pgn.reader import games_of
from engine.pgn.values import PgnGame
from engine.play.world.downloads import WorldError

MOST_GAMES = 1_000  # of one answer; the largest open tournaments have a few hundred boards
_TELLS = ("Event", "Round", "Board", "White", "Black")  # tags that identify a game without an address


@dataclass(frozen=True)
class RoundGame:
    """`key` identifies the game in every answer. `content`: its text in the answer, to find changes."""

    key: str
    content: str
    game: PgnGame

    @property
    def last(self) -> Node:
        """Its last move; the root where none was made."""
        return self.game.node(self.game.end())

    @property
    def clocks_ms(self) -> tuple[int | None, int | None]:
        """The time left for White and Black after the last move of each; None if the game does not say."""
        left: list[int | None] = [None, None]
        for node in self.game.main_line()[-2:]:
            left[0 if node.half_moves & 1 else 1] = node.clock_ms
        return left[0], left[1]


def read_round(pgn: str) -> tuple[RoundGame, ...]:
    """The games of an answer. :raises WorldError: there is none."""
    found: list[RoundGame] = []
    times: dict[str, int] = {}
    content = pgn.encode("utf-8", "surrogatepass")
    for game in games_of(content)[:MOST_GAMES]:
        if not game.headers:
            continue  # stray text
        key = _key(game)
        times[key] = times.get(key, 0) + 1
        text = content[game.offset : game.offset + game.length].decode("utf-8", "replace").strip()
        found.append(RoundGame(key if times[key] == 1 else f"{key} {times[key]}", text, game))
    if not found:
        raise WorldError("the round has no games yet")
    return tuple(found)


def renewed(mine: Game, given: Game, newest: Game) -> Game:
    """An open game with the news. `given`: the earlier text of the broadcast; if the user has changed nothing, the newest
    replaces it, otherwise new moves and tags are added to the user's game.

    Moves that the broadcast takes back remain as a variation.
    """
    if mine is given or mine.start_fen != newest.start_fen:
        return newest if mine is given else mine
    for name in {**given.headers, **newest.headers}:
        if newest.header(name) != given.header(name):
            mine = mine.with_header(name, newest.header(name))
    at = ROOT
    for node in newest.main_line():
        if mine.child_with(at, node.uci) is not None:
            mine, at = mine.add_move(at, node.uci)
            continue
        mine, at = mine.add_move(at, node.uci, first=True)
        mine = mine.with_node(mine.node(at).changed(comments=node.comments, nags=node.nags))
    return mine


def place_in(before: Game, current: int, given: Game, after: Game, newest: Game) -> int:
    """The place in `after` for a reader at `current` in `before`: from the newest move to the newest, otherwise the same move."""
    moves = before.moves(current)
    at = ROOT
    for uci in newest.moves(newest.end()) if moves == given.moves(given.end()) else moves:
        child = after.child_with(at, uci)
        if child is None:
            break
        at = child.id
    return at


def _key(game: PgnGame) -> str:
    return game.header("GameURL") or game.header("ChapterURL") or " ".join(game.header(name) for name in _TELLS)
