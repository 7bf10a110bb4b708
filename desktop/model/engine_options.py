"""The settings as options of the engine: what Ratsu is set to when it plays in the window, and when it analyses."""

import os
from collections.abc import Mapping

from desktop.model.game.match import RATSU
from desktop.model.settings import MONTE_CARLO, SETTINGS, Settings, Value

_BY_USE = ("MultiPV", "Style", "UCI_Elo", *RATSU.options)  # set for each search or game
_PLAIN = {setting.option: setting.key for setting in SETTINGS if setting.option and setting.option not in _BY_USE}
# An analysis takes nobody's side, plays no move and is not part of a game; the book would only hide what the search thinks.
_ANALYSIS: Mapping[str, Value] = {
    "OwnBook": False,
    "Contempt": 0,
    "Verify Line": False,
    "Position Learning": False,
    "UCI_ShowWDL": True,
}
# Where these differ, what was found before says nothing of what a search would find now.
_KIND = ("Use MCTS", "Use NNUE", "EvalFile", "Heuristic Search", "SyzygyPath", "SyzygyProbeLimit", "Syzygy50MoveRule")


def playing_options(settings: Settings) -> dict[str, Value]:
    """Options for the engine's moves. Level, style and sources belong to the game."""
    values = {name: settings.get(key) for name, key in _PLAIN.items()}
    folders = [line.strip() for line in settings.text("tablebase_folders").splitlines() if line.strip()]
    values["SyzygyPath"] = os.pathsep.join(folders)
    values["Use MCTS"] = settings.text("search") == MONTE_CARLO
    return values


def analysis_options(settings: Settings) -> dict[str, Value]:
    """Options for an analysis; the number of lines is said with each."""
    return {**playing_options(settings), **_ANALYSIS}


def analysis_kind(settings: Settings) -> str:
    """How Ratsu analyses, as a key: lines found in one way are no lines of another."""
    options = analysis_options(settings)
    return repr([options[name] for name in _KIND])
