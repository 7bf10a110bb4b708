"""The search probes tables inside the tree: won by a capture or promotion far away, silent where the root moves were ranked."""

from engine.game.limits import GamePosition, Limits
from engine.play.mover import RatsuMover


def hits(fen: str, nodes: int = 60_000) -> tuple[int, int | None]:
    """Tablebase hits of a search, and its score in centipawns (None: a mate)."""
    mover = RatsuMover(seed=1)
    choice = mover.choose(GamePosition(fen, chess960=False), Limits(nodes=nodes))
    mover.close()
    assert choice.result is not None
    line = choice.result.lines[0]
    return line.tablebase_hits, line.score.centipawns


def test_five_men_lead_into_four_man_tables() -> None:
    # Rook and pawn against bishop: whatever is taken or promoted leads into a table, so the win is proved or a mate.
    found, score = hits("8/8/1b6/8/3k4/8/1R1P4/3K4 w - - 0 1")
    assert found > 0
    assert score is None or score > 0


def test_no_probing_in_the_tree_where_the_root_is_ranked_by_distance() -> None:
    assert hits("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 20_000)[0] == 0


def test_syzygy_probe_limit_zero_turns_it_off() -> None:
    mover = RatsuMover(seed=1)
    mover.set_option("SyzygyProbeLimit", 0)
    choice = mover.choose(GamePosition("8/8/1b6/8/3k4/8/1R1P4/3K4 w - - 0 1", chess960=False), Limits(nodes=20_000))
    assert choice.result is not None
    assert choice.result.lines[0].tablebase_hits == 0
    mover.close()


def test_a_search_of_named_moves_probes_by_its_own_position_not_by_the_one_before() -> None:
    near, inside = (
        GamePosition("8/8/1b6/8/3k4/8/1R1P4/3K4 w - - 0 1", chess960=False),
        GamePosition("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", chess960=False),
    )
    mover = RatsuMover(seed=1)
    for position, moves, probed in ((near, "b2b4", True), (inside, "b1b5", False), (near, "b2b4", True)):
        result = mover.choose(position, Limits(nodes=20_000, search_moves=(moves,))).result
        assert result is not None and (result.lines[0].tablebase_hits > 0) is probed
    mover.close()
