"""The settings as engine options, for playing and for analysis."""

import os
from collections.abc import Mapping

from desktop.model.game.match import RATSU
from desktop.model.settings import MONTE_CARLO, SETTINGS, Settings, Value

_BY_USE = ("MultiPV", "Style", "UCI_Elo", *RATSU.options)  # set for each search or game
_PLAIN = {setting.option: setting.key for setting in SETTINGS if setting.option and setting.option not in _BY_USE}
# Analysis is neutral (no contempt), plays no move and is outside a game; the book would hide the search.
_ANALYSIS: Mapping[str, Value] = {
    "OwnBook": False,
    "Contempt": 0,
    "Verify Line": False,
    "Position Learning": False,
    "UCI_ShowWDL": True,
}
# Results of searches that differ in these options are not comparable.
_KIND = ("Use MCTS", "Use NNUE", "EvalFile", "Heuristic Search", "SyzygyPath", "SyzygyProbeLimit", "Syzygy50MoveRule")


def playing_options(settings: Settings) -> dict[str, Value]:
    """Options for the engine's moves, without level, style and sources, which belong to the game."""
    values = {name: settings.get(key) for name, key in _PLAIN.items()}
    folders = [line.strip() for line in settings.text("tablebase_folders").splitlines() if line.strip()]
    values["SyzygyPath"] = os.pathsep.join(folders)
    values["Use MCTS"] = settings.text("search") == MONTE_CARLO
    return values


def analysis_options(settings: Settings) -> dict[str, Value]:
    """Options for an analysis, without the number of lines, which is sent with each search."""
    return {**playing_options(settings), **_ANALYSIS}


def analysis_kind(settings: Settings) -> str:
    """A key for the kind of analysis; results of different kinds are not comparable."""
    options = analysis_options(settings)
    return repr([options[name] for name in _KIND])
