"""Merges many games into one tree, with the frequency and results of each move in comments."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.game.move_notes import without_times
from engine.game.node import Node
from engine.game.tags.dates import date_value
from engine.game.tree import ROOT, SEVEN_TAGS, Game, NodeTable
from engine.ground.errors import RatsuError
from engine.pgn.values import PgnGame

MOST_NODES = 200_000  # limit for a tree in a window


class MergeError(RatsuError):
    """Games that cannot be merged; the message names the first."""


class _Tree:
    """The growing tree. Ids are indices of the lists."""

    def __init__(self, start: Game) -> None:
        self.nodes = [start.root]
        self.children: list[dict[int, int]] = [{}]  # by move
        self.results: list[Counter[str]] = [Counter()]  # of the games whose main line passes here
        self.comments: list[list[str]] = [[]]
        self.before: list[list[str]] = [[]]
        self.nags: list[list[int]] = [[]]

    def child(self, parent: int, node: Node) -> int:
        """Returns the index of a move after a node; a new move is added."""
        known = self.children[parent].get(node.move)
        if known is None:
            known = self.children[parent][node.move] = len(self.nodes)
            ply = self.nodes[parent].ply + 1
            self.nodes.append(Node(known, parent, ply, node.half_moves, node.move, node.uci, node.san))
            self.children.append({})
            self.results.append(Counter())
            for texts in (self.comments, self.before):
                texts.append([])
            self.nags.append([])
        return known

    def note(self, place: int, node: Node) -> None:
        """Adds a game's annotations of a move, without repetitions."""
        for kept, given in ((self.comments, node.comments), (self.before, node.before)):
            kept[place] += [text for text in dict.fromkeys(given) if text not in kept[place]]
        if node.unread and node.unread not in self.comments[place]:
            self.comments[place].append(node.unread)
        self.nags[place] += [nag for nag in node.nags if nag not in self.nags[place]]

    def finished(self) -> list[Node]:
        """Returns the nodes: most played moves first, with counts before the comments at branching points."""
        done = []
        for place, node in enumerate(self.nodes):
            children = sorted(self.children[place].values(), key=lambda child: -self.results[child].total())
            comments = list(self.comments[place])
            if self.results[place].total() > 1:
                comments = [kept for text in comments if (kept := without_times(text))]
            played = sum(bool(self.results[other]) for other in self.children[node.parent].values())
            if place != ROOT and played > 1 and self.results[place].total() > 1:
                comments.insert(0, counted(self.results[place]))
            done.append(
                node.changed(
                    children=tuple(children),
                    comments=tuple(comments),
                    before=tuple(self.before[place]),
                    nags=tuple(self.nags[place]),
                )
            )
        return done


def counted(results: Counter[str]) -> str:
    """Returns `12: +5 =4 -3`: games, White's wins, draws, losses; games without a result only count."""
    return f"{results.total()}: +{results['1-0']} ={results['1/2-1/2']} -{results['0-1']}"


def said_of(game: Game) -> str:
    """Returns a game's description for a comment: `Tal – Botvinnik, Moscow 1960, 1-0`."""
    place = " ".join(
        text
        for text in (game.header("Event"), str(date_value(game.header("Date")).year or ""))
        if text and not set(text) <= set("?.")
    )
    return ", ".join(filter(None, (f"{game.header('White')} – {game.header('Black')}", place, game.result)))


def merged(games: Iterable[Game]) -> Game:
    """Returns one tree of all lines and variations of games with the same start position, with their comments and
    signs.

    At branching points each move shows how often it was played and with which results; at the end of a game its players
    are named. Tags shared by all games stay. Clock times of moves in several games are dropped, because each belongs to
    one game.
    :raises MergeError: `games` is empty, one has another start position or is unreadable, or the tree is too large.
    """
    tree: _Tree | None = None
    first: Game | None = None
    shared: dict[str, str] = {}
    for place, game in enumerate(games, 1):
        number = game.number if isinstance(game, PgnGame) and game.number else place  # the file's numbering
        if game.refused:
            raise MergeError("game %1 has no moves to be merged (%2)", number, game.refused)
        if tree is None or first is None:
            tree, first, shared = _Tree(game), game, dict(game.headers)
        if (game.start_fen, game.chess960) != (first.start_fen, first.chess960):
            raise MergeError("game %1 has another start position than the first", number)
        shared = {name: value for name, value in shared.items() if game.header(name) == value}
        _add(tree, game)
        if len(tree.nodes) > MOST_NODES:
            raise MergeError("the tree of these games has more than %1 moves; choose fewer games", MOST_NODES)
    if tree is None or first is None:
        raise MergeError("no games to merge; choose at least one")
    for side in {"White", "Black"} - shared.keys():  # an Elo or a title belongs to a name
        shared = {name: value for name, value in shared.items() if not name.startswith(side)}
    headers = {**SEVEN_TAGS, **shared, "Result": "*"}
    return Game(headers, NodeTable.of(tree.finished()), first.start_fen, first.chess960)


def united(games: Sequence[Game]) -> Game:
    """Returns copies of one game as one: the main line of the first, the lines, comments and signs of all, and tags of the
    others if the first has none or an unknown value.
    :raises MergeError: see `merged`."""
    first = games[0]
    tree = _Tree(first)
    headers = dict(first.headers)
    for place, game in enumerate(games, 1):
        if game.refused:
            raise MergeError("game %1 has no moves to be merged (%2)", place, game.refused)
        if (game.start_fen, game.chess960) != (first.start_fen, first.chess960):
            raise MergeError("game %1 has another start position than the first", place)
        _grow(tree, game)
        for name, value in game.headers.items():
            if value.strip("?.* ") and not headers.get(name, "").strip("?.* "):
                headers[name] = value
    return Game(headers, NodeTable.of(tree.finished()), first.start_fen, first.chess960)


def _grow(tree: _Tree, game: Game) -> dict[int, int]:
    """Adds all moves of a game with their annotations. Returns their places in the tree by their ids."""
    places = {ROOT: ROOT}
    tree.note(ROOT, game.root)
    for node_id in game.subtree(ROOT)[1:]:  # parents come before their children
        node = game.node(node_id)
        place = places[node_id] = tree.child(places[node.parent], node)
        tree.note(place, node)
    return places


def _add(tree: _Tree, game: Game) -> None:
    places = _grow(tree, game)
    line = [ROOT, *(places[node.id] for node in game.main_line())]
    for place in line:
        tree.results[place][game.result] += 1
    tree.comments[line[-1]].append(said_of(game))
