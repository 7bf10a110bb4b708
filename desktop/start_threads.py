"""The work of a start that threads do while the user looks at the board."""

from contextlib import suppress


def import_rest() -> None:
    """Imports what the window around the board needs, with the panel that it shows first."""
    with suppress(Exception):  # the stage that needs the module meets and reports it
        import desktop.services.all_services
        import desktop.views.game.eval_graph
        import desktop.views.game.status_card
        import desktop.views.game.trainer_marks
        import desktop.views.main_window  # noqa: F401


def warm_up() -> None:
    """Imports the modules that the first move needs, and makes the values of a first edit once, while the user looks at the
    board. That compiles their methods (`engine/ground/values.py`) and saves 6 ms."""
    from dataclasses import fields

    import engine.pgn.writer  # noqa: F401
    from desktop.model.game.snapshot import Snapshot, dump
    from desktop.services.game.tab import Tab
    from engine.game.tree import ROOT, Game
    from engine.pgn.values import PgnGame

    fields(PgnGame)
    tab = Tab(0, Game.new())
    tab.remember()
    tab.replace(tab.game.with_node(tab.game.root.changed(comment="-")))
    dump(Snapshot(tab.game, ROOT, ROOT, None, playing=False, clock=None, path="", saved_at=""))
