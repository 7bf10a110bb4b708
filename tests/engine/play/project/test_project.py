"""Analysis projects: values, work, marks, and what several programs do with one at the same time."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from books.evaluations.projects import MoveMark, Projects
from books.evaluations.store import EvaluationStore, StoreError, key_of
from books.evaluations.values import EngineIdentity, KeptEvaluation, KeptLine
from engine.game.info import Score, TableResult
from engine.game.node import Node
from engine.game.position import START_POSITION, Position
from engine.game.tree import NodeTable
from engine.ground.codec import as_json, of_json
from engine.ground.json_text import parse
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game
from engine.play.project.growth import SearchFound, SearchOrder, growing_player, order_of, search
from engine.play.project.open_project import OpenProject, exact_by
from engine.play.project.project_pgn import add_game, game_of
from engine.play.project.tree import PassKind, ProjectTree, before
from engine.rules.board import CoreBoard
from tablebases.tables import Tablebases

RATSU = EngineIdentity("Ratsu", "1")
OTHER = EngineIdentity("Other", "1")


def says(
    position: Position, *moves: tuple[str, int], nodes: int = 1_000, engine: EngineIdentity = RATSU
) -> KeptEvaluation:
    lines = tuple(KeptLine(Score(centipawns=score), 10, (move,)) for move, score in moves)
    return KeptEvaluation(position, engine, nodes, lines)


def after(*moves: str, root: Position = START_POSITION) -> Position:
    from engine.game.limits import GamePosition

    return Position.of(GamePosition(root.fen, moves, chess960=root.chess960).board().fen(), root.chess960)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EvaluationStore]:
    with EvaluationStore(tmp_path / "e.db") as opened:
        yield opened


@pytest.fixture
def project(store: EvaluationStore) -> OpenProject:
    Projects(store).make("open games", START_POSITION, ("ratsu",), 1_000)
    return OpenProject(store, "open games")


def number(tree: ProjectTree, *moves: str) -> int | None:
    value = tree.value(key_of(after(*moves)))
    return None if value is None else value.number


def test_values_are_minimaxed_and_pruned_and_forced_moves_are_obeyed() -> None:
    tree = ProjectTree(START_POSITION)
    assert tree.value(tree.root) is None
    tree.learn(says(START_POSITION, ("e2e4", 40), ("d2d4", 30)))
    assert number(tree) == 40
    tree.learn(says(after("e2e4"), ("e7e5", 10)))  # Black is better: e4 is worth -10
    assert number(tree) == 30 and tree.best_line() == ("d2d4",)
    tree.learn(says(after("d2d4"), ("d7d5", -5)))
    assert number(tree) == 5
    tree.nodes[tree.root].mark("d2d4", MoveMark.PRUNED)
    tree.replace(START_POSITION, [says(START_POSITION, ("e2e4", 40), ("d2d4", 30))])
    assert number(tree) == -10
    tree.nodes[tree.root].mark("d2d4", MoveMark.FORCED)
    tree.replace(START_POSITION, [says(START_POSITION, ("e2e4", 90), ("d2d4", 30))])
    assert number(tree) == 5 and [one.move for one in tree.counted(tree.root)] == ["d2d4"]


def test_a_transposition_is_one_position_and_a_repetition_a_draw() -> None:
    tree = ProjectTree(START_POSITION)
    tree.learn(says(START_POSITION, ("g1f3", 20), ("d2d4", 25)))
    for first, reply, second in (("g1f3", "d7d5", "d2d4"), ("d2d4", "d7d5", "g1f3")):
        tree.learn(says(after(first), (reply, -20)))
        tree.learn(says(after(first, reply), (second, 20)))
    tree.learn(says(after("g1f3", "d7d5", "d2d4"), ("g8f6", 90)))  # for Black: both ways are worth -90
    assert number(tree) == number(tree, "d2d4", "d7d5") == -90
    round_trip = ("g1f3", "g8f6", "f3g1", "f6g8")
    cycle = ProjectTree(START_POSITION)
    for at, move in enumerate(round_trip):
        cycle.learn(says(after(*round_trip[:at]), (move, 50)))
    assert number(cycle) == 0  # each search said 50, and all lead back
    cycle.learn(says(START_POSITION, ("e2e4", 7), nodes=2_000))
    assert number(cycle) == 7


def test_mates_stalemates_and_tables_end_a_line() -> None:
    mating = Position.of("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", chess960=False)
    tree = ProjectTree(mating)
    tree.learn(says(mating, ("a1a8", 500), ("a1a2", 480)))
    tree.learn(says(after("a1a8", root=mating), ("g8f8", 0)))  # nonsense: the position is mate
    value = tree.value(tree.root)
    assert value is not None and value.mate == 1
    assert before(Score(mate=-3)) == Score(mate=4) and before(Score(mate=2)) == Score(mate=-2)
    with Tablebases(()) as tables:
        ending = Position.of("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", chess960=False)
        known = ProjectTree(ending, exact=exact_by(tables)).value(key_of(ending))
        assert known is not None and known.table is not None and isinstance(known.table, TableResult)
        assert next(ProjectTree(ending, exact=exact_by(tables)).work(), None) is None


def test_work_goes_where_it_pays_and_never_twice_to_one_position() -> None:
    tree = ProjectTree(START_POSITION)
    first = next(tree.work())
    assert (first.kind, first.path) == (PassKind.EXPAND, ())
    tree.learn(says(START_POSITION, ("e2e4", 40), ("a2a4", -60)))
    order = [(one.kind, one.path) for one in tree.work()]
    assert order.index((PassKind.EXPAND, ("e2e4",))) < order.index((PassKind.EXPAND, ("a2a4",)))
    busy = frozenset({key_of(after("e2e4"))})
    assert (PassKind.EXPAND, ("e2e4",)) not in [(one.kind, one.path) for one in tree.work(busy)]
    assert all(key_of(one.position) not in busy for one in tree.work(busy))
    tree.learn(says(after("e2e4"), ("e7e5", -40)))
    tree.learn(says(after("e2e4", "e7e5"), ("g1f3", 30)))
    tree.learn(says(after("e2e4", "e7e5", "g1f3"), ("b8c6", 300)))  # the only move that is known loses
    paths = [one.path for one in tree.work() if len(one.path) >= 2]
    kinds = [one.kind for one in tree.work() if len(one.path) >= 2]
    assert (kinds[0], paths[0]) == (PassKind.WIDEN, ("e2e4", "e7e5"))


def test_a_position_is_studied_before_what_follows_it(project: OpenProject) -> None:
    kinds = []
    for move, score in (("e2e4", 30), ("d2d4", 40), ("c2c4", 20), ("e2e4", 25)):
        found = project.next_order()
        assert found is not None
        order, task = found
        kinds.append((task.kind, task.path, order.excluded))
        lines = (KeptLine(Score(centipawns=score), 10, (move,)),)
        project.absorb(order, SearchFound(order.nodes, RATSU, lines))
    assert kinds == [
        (PassKind.EXPAND, (), ()),
        (PassKind.WIDEN, (), ("e2e4",)),
        (PassKind.WIDEN, (), ("d2d4", "e2e4")),
        (PassKind.DEEPEN, (), ()),
    ]
    assert project.tree.best_line() == ("e2e4",), "the longest search has the last word"
    task = next(project.tree.work())
    assert (task.kind, task.path) == (PassKind.EXPAND, ("e2e4",))


def test_a_line_of_a_shorter_search_is_worth_no_more_than_the_best_of_the_longest() -> None:
    tree = ProjectTree(START_POSITION)
    tree.learn(says(START_POSITION, ("d2d4", 10), ("e2e4", 80)))  # as the store keeps it: the last search's line first
    assert tree.best_line() == ("d2d4",) and number(tree) == 10
    tree.learn(says(after("e2e4"), ("e7e5", -50)))  # a search of its own says more
    assert tree.best_line(most=1) == ("e2e4",) and number(tree) == 50


def test_an_order_that_knows_positions_below_can_be_sent(project: OpenProject) -> None:
    tree, task = project.tree, next(project.tree.work())
    for move in ("e2e4", "d2d4", "g1f3", "c2c4", "b1c3", "a2a3"):  # half of the keys are above 2**63
        tree.learn(says(START_POSITION, (move, 20)))
        tree.learn(says(after(move), ("e7e6", -20)))
    order = order_of(tree, task, project.project)
    assert len(order.known) == 6 and max(int(key, 16) for key, *_ in order.known) >= 1 << 63
    assert of_json(SearchOrder, parse(json.dumps(as_json(order)))) == order
    assert search(order, growing_player()).lines


def test_everything_is_there_again_in_the_next_run(
    tmp_path: Path, store: EvaluationStore, project: OpenProject
) -> None:
    for _ in range(9):
        found = project.next_order()
        assert found is not None
        project.absorb(found[0], search(found[0], growing_player()))
    project.add_line(("d2d4", "g8f6"), comment="the Indian way")
    project.mark(("e2e4",), MoveMark.PRUNED)
    project.annotate(("d2d4",), locked=True)
    with EvaluationStore(store.path) as again:
        opened = OpenProject(again, "open games")
        tree = opened.tree
        assert len(tree.nodes) == len(project.tree.nodes) >= 5
        assert number(tree) == number(project.tree)
        assert tree.nodes[tree.root].marks["e2e4"] is MoveMark.PRUNED
        assert tree.nodes[key_of(after("d2d4", "g8f6"))].kept.comment == "the Indian way"
        assert tree.nodes[key_of(after("d2d4"))].kept.locked
        assert all(one.path[:1] != ("d2d4",) or one.path == ("d2d4",) for one in tree.work())
        opened.annotate(("h2h4",), comment="adds its line")
        assert opened.tree.nodes[key_of(after("h2h4"))].kept.comment == "adds its line"
        with pytest.raises(StoreError, match="already"):
            Projects(again).make("open games", START_POSITION, (), 1)


def test_what_another_program_adds_while_changes_are_listed_does_not_mix_two_trees(
    store: EvaluationStore, project: OpenProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.keep(says(START_POSITION, ("e2e4", 40)))
    project.reload()
    paths = OpenProject.paths

    def late(tree: ProjectTree) -> dict[int, tuple[str, ...]]:
        with EvaluationStore(store.path) as other:
            OpenProject(other, "open games").add_line(("d2d4", "d7d5"))
        return paths(tree)

    monkeypatch.setattr(OpenProject, "paths", staticmethod(late))
    assert [one.move for one in project.changes()] == ["e2e4"]


def test_what_changed_is_shown_until_it_was_seen(store: EvaluationStore, project: OpenProject) -> None:
    store.keep(says(START_POSITION, ("e2e4", 40)))
    project.reload()
    (new,) = project.changes()
    assert (new.path, new.seen, new.move) == ((), None, "e2e4")
    project.look()
    assert project.changes() == []
    store.keep(says(START_POSITION, ("d2d4", 90), nodes=5_000))
    project.reload()
    (change,) = project.changes()
    assert (str(change.seen), str(change.score), change.seen_move, change.move) == ("+0.40", "+0.90", "e2e4", "d2d4")


def test_several_workers_share_a_project_and_no_position_is_searched_twice_at_once(
    store: EvaluationStore, project: OpenProject
) -> None:
    lock, under_way, most, orders = threading.Lock(), set[str](), [0], list[SearchOrder]()

    def work() -> None:
        with EvaluationStore(store.path) as own:
            opened, player = OpenProject(own, "open games"), growing_player()
            for _ in range(4):
                found = opened.next_order()
                if found is None:
                    continue
                with lock:
                    assert found[0].fen not in under_way
                    under_way.add(found[0].fen)
                    most[0] = max(most[0], len(under_way))
                    orders.append(found[0])
                result = search(found[0], player)
                with lock:
                    under_way.remove(found[0].fen)
                opened.absorb(found[0], result)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    project.reload()
    visits = sum(node.visits for node in Projects(store).nodes(project.project))
    assert visits == len(orders) >= 4
    assert Projects(store).leased(project.project) == set()


def test_engines_take_turns_and_an_order_gives_the_same_answer_again(store: EvaluationStore) -> None:
    project = Projects(store).make("two", START_POSITION, ("ratsu", "ratsu"), 500)
    opened = OpenProject(store, "two")
    found = opened.next_order()
    assert found is not None and opened.next_order() is None  # the root alone, and it is leased
    assert opened.project == project
    opened.release(found[0])
    again = opened.next_order()
    assert again is not None and again[0] == found[0]
    assert search(found[0], growing_player()) == search(found[0], growing_player())
    opened.absorb(found[0], SearchFound(500, RATSU, (KeptLine(Score(centipawns=1), 3, ("e2e4",)),)))
    other = opened.next_order()
    assert other is not None and (other[1].kind, other[1].path, other[0].excluded) == (PassKind.WIDEN, (), ("e2e4",))
    opened.absorb(other[0], SearchFound(0, RATSU, ()))  # an engine that gives no line
    later = opened.next_order()
    assert later is None or later[0] != other[0], "it is not asked for ever"


def test_a_project_goes_to_pgn_and_back(store: EvaluationStore, project: OpenProject) -> None:
    store.keep(
        says(START_POSITION, ("e2e4", 40), ("d2d4", 30)),
        says(after("e2e4"), ("c7c5", -30), ("e7e5", -35)),
        says(after("d2d4"), ("d7d5", -25)),
    )
    project.add_line(("e2e4",), comment="best by test")
    project.add_line(("d2d4",))
    text = written_game(game_of(project))
    assert "[%eval 0.35" in text and "best by test" in text and "1. d4" in text
    (game,) = games_of(text)
    Projects(store).make("copy", START_POSITION, ("ratsu",), 1_000)
    with EvaluationStore(Path(":memory:")) as empty:
        Projects(empty).make("copy", START_POSITION, ("ratsu",), 1_000)
        copy = OpenProject(empty, "copy")
        assert add_game(copy, game) == 5
        assert number(copy.tree) == number(project.tree) == 30
        assert "best by test" in copy.tree.nodes[key_of(after("e2e4"))].kept.comment
        (elsewhere,) = games_of('[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *')
        with pytest.raises(StoreError, match="does not reach"):
            add_game(copy, elsewhere)


def test_a_large_project_becomes_a_game_without_a_copy_of_its_table_for_each_move(
    project: OpenProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = CoreBoard.start()
    lines: list[tuple[str, ...]] = [(one,) for one in board.legal_uci_moves()]
    for line in lines[:20]:
        after_it = CoreBoard.start()
        after_it.push_uci(line[0])
        lines += [(*line, reply) for reply in after_it.legal_uci_moves()]
    project.add_moves((line, f"move {place}", None) for place, line in enumerate(lines))
    put, copies = NodeTable.put, list[int]()  # it copies the list of chunks

    def counted(table: NodeTable, node: Node) -> NodeTable:
        copies.append(table.size)
        return put(table, node)

    monkeypatch.setattr(NodeTable, "put", counted)
    game = game_of(project)
    assert copies == [0]  # that of the start position
    assert game.table.size == 421
    assert sorted(game.moves(node.id) for node in game.table if node.id) == sorted(lines)
    assert {game.moves(node.id): node.comment for node in game.table if node.id} == {
        line: f"move {place}" for place, line in enumerate(lines)
    }
