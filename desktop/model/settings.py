"""All settings as one table: key, default, allowed values, and the sentence in the dialog."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from engine.ground.machine import spare_hash_mb, spare_threads
from engine.ground.values import dataclass
from engine.options import find_option
from engine.play.world.addresses import ADDRESSES

Value = bool | int | str
LONGEST_TEXT = 100_000  # characters of a value; the longest of ours, the open panels, has a few hundred


@dataclass(frozen=True)
class Setting:
    """One setting.

    The type of `default` is the type of the value. `choices` are the allowed values (empty: any); `lowest` and
    `highest` limit a number. `group` is the page of the dialog. `option` is the engine option (see `engine.options`)
    that it sets.
    """

    key: str
    default: Value
    sentence: str
    group: str
    choices: tuple[Value, ...] = ()
    lowest: int = 0
    highest: int = 0
    hidden: bool = False  # remembered by the program, not shown in the dialog
    unit: str = ""
    option: str = ""

    def accepts(self, value: object) -> bool:
        if type(value) is not type(self.default):
            return False
        if self.choices:
            return value in self.choices
        if isinstance(value, str):
            return len(value) <= LONGEST_TEXT and "\0" not in value
        return isinstance(value, bool) or self.lowest <= value <= self.highest


def _of_option(key: str, name: str, default: Value | None = None) -> Setting:
    """An engine option as a setting: range, unit, sentence, and by default the value are the option's."""
    option = find_option(name)
    if default is None:
        default = option.default
    assert default is not None, "a button is not a setting"
    sentence = option.sentence.removesuffix(".")
    return Setting(key, default, sentence, "Engine", (), option.low, option.high, unit=option.unit, option=name)


AS_YOURS = 350  # of "people_elo": the user's own estimated rating; a step below the lowest that can be asked for
MONTE_CARLO = "monte carlo"  # a choice of the setting "search"
SETTINGS: tuple[Setting, ...] = (
    Setting("theme", "system", "Window colours", "Look", ("system", "light", "dark")),
    Setting("text_size", 100, "Text size", "Look", (90, 100, 115, 130, 150, 175, 200), unit="%"),
    Setting("language", "system", "Language", "Look", ("system", "en", "fi", "de", "es", "fr")),
    Setting(
        "piece_letters",
        "language",
        "Piece letters in moves",
        "Look",
        ("language", "english", "figurines"),
    ),
    Setting("evaluation_graph", True, "The evaluation graph below the moves", "Look"),
    Setting("notation", "columns", "Notation layout", "Look", ("columns", "running")),
    Setting("children", False, "For children: large pieces, arrows, no numbers and no clock", "Look"),
    Setting(
        "board_theme",
        "sage",
        "Board colours",
        "Board",
        ("sage", "wood", "sea", "meadow", "stone", "heather", "sand", "contrast", "print"),
    ),
    Setting("piece_set", "modern", "The pieces", "Board", ("modern", "standard", "letters", "symbols", "discs", "own")),
    Setting("piece_folder", "", "The folder of your own pieces", "Board", hidden=True),
    Setting("coordinates", "outside", "Board coordinates", "Board", ("inside", "outside", "off")),
    Setting("board_zoom", 100, "Board size, in percent of the available space", "Board", (), 40, 100),
    Setting("legal_dots", True, "Show where the selected piece can move", "Board"),
    Setting("last_move_marks", True, "Mark the last move", "Board"),
    Setting("variation_arrows", True, "Arrows for the next moves where there are variations", "Board"),
    Setting("captured_men", True, "Show captured pieces and who is ahead", "Board"),
    Setting("animation_ms", 150, "Duration of the move animation in milliseconds (0: none)", "Board", (), 0, 2_000),
    Setting("flip_for_black", True, "Flip the board when you play Black", "Board"),
    Setting("auto_flip", False, "Two people at one board: flip it to the side to move", "Board"),
    Setting("hidden_men", "none", "Blindfold: pieces that are not drawn", "Board", ("none", "own", "other", "all")),
    Setting("always_queen", False, "Always promote to a queen (Alt: choose)", "Board"),
    Setting("premoves", True, "Allow premoves while the opponent thinks", "Board"),
    Setting("sounds", True, "Sounds", "Sounds"),
    Setting("volume", 70, "Volume in percent", "Sounds", (), 1, 100),
    Setting("voice", False, "Read moves, answers and the coach aloud", "Sounds"),
    Setting("level", "elo 1500", "Playing strength", "Play", option="UCI_Elo", hidden=True),
    Setting("use_book", True, "Opening book", "Play", option="OwnBook", hidden=True),
    Setting("use_tablebases", True, "Endgame tables", "Play", option="Use Tablebases", hidden=True),
    Setting("human_like", False, "Plays like people", "Play", option="Human Like", hidden=True),
    Setting("side", "white", "Your side", "Play", ("white", "black", "random")),
    Setting("base_minutes", 10, "Minutes for each side (0: no clock)", "Play", (), 0, 600),
    Setting("increment_seconds", 5, "Increment per move (seconds)", "Play", (), 0, 600),
    Setting(
        "style",
        "normal",
        "Playing style",
        "Play",
        ("normal", "aggressive", "solid", "defensive", "Perus-Shakki 2004", "browser 2015", "Tursas 2011", "my style"),
        option="Style",
    ),
    Setting("saved_style", "", "Name of a saved style, if the playing style is the user's own", "Play", hidden=True),
    Setting("left_game", "stand", "When you leave a game while its clock runs", "Play", ("stand", "run")),
    Setting("play_on", False, "Play on after a flag has fallen", "Play"),
    Setting("running_scores", False, "The sheet of a running game shows the engine's scores", "Play"),
    Setting("person_words", True, "Persons say a few words during the game", "Play"),
    Setting("write_sources", False, "Saved and copied games say where each engine move came from", "Play"),
    Setting("player_name", "", "Your name in saved games", "Play"),
    Setting(
        "book_selection",
        "weight",
        "Choice among equally good book moves",
        "Engine",
        ("weight", "uniform", "best", "trappiest"),
    ),
    Setting("book_own_first", False, "My repertoire first: my own book's moves before all others", "Engine"),
    Setting("book_variety", 50, "Variety of the book by weight (0: main line, 100: all equal)", "Engine", (), 0, 100),
    _of_option("book_sound", "Book Variety"),
    Setting("book_moves", 0, "Most book moves in a game (0: no limit)", "Engine", (), 0, 100),
    Setting("book_games", 0, "Least number of games for a move of the shipped book", "Engine", (), 0, 10_000),
    Setting(
        "replies",
        "people",
        "Gaps of repertoires: whose replies count",
        "Engine",
        ("people", "games", "books"),
    ),
    Setting("expected_scores", False, "The book shows what people of a rating score with a move", "Engine"),
    Setting("people_moves", True, "Analysis and book show what people of a rating would play", "Engine"),
    Setting("people_arrows", False, "Arrows of these moves on the board", "Engine"),
    Setting(
        "people_elo", AS_YOURS, "The rating of these people, for moves, scores and traps", "Engine", (), AS_YOURS, 2_800
    ),
    Setting("learn", True, "The engine learns from its games against you", "Engine"),
    Setting(
        "search",
        "alpha-beta",
        "How Ratsu searches in analysis and at full strength. Alpha-beta is stronger; Monte Carlo tree "
        "search finds other ideas",
        "Engine",
        ("alpha-beta", MONTE_CARLO),
        option="Use MCTS",
    ),
    _of_option("threads", "Threads", spare_threads()),
    _of_option("hash_mb", "Hash", spare_hash_mb()),
    _of_option("use_network", "Use NNUE"),
    _of_option("network_file", "EvalFile"),
    _of_option("heuristic_search", "Heuristic Search"),
    _of_option("human_time", "Human Time", 100),
    _of_option("verify_line", "Verify Line"),
    _of_option("contempt", "Contempt"),
    _of_option("move_overhead_ms", "Move Overhead"),
    _of_option("position_learning", "Position Learning"),
    _of_option("tablebase_men", "SyzygyProbeLimit"),
    _of_option("tablebase_depth", "SyzygyProbeDepth"),
    _of_option("fifty_move_rule", "Syzygy50MoveRule"),
    Setting("analysis_lines", 1, "Number of analysis lines", "Engine", (), 1, 10, option="MultiPV"),
    Setting("evaluations_mb", 500, "Size of the stored evaluations", "Engine", (), 10, 100_000, unit="MB"),
    Setting("analysis_arrows", True, "Arrows of the analysis on the board", "Engine"),
    Setting("explain_tries", True, "The coach says at once what it thinks of a move that you try", "Engine"),
    Setting("review_words", False, "A review writes its reasons as comments too, for other programs", "Engine"),
    Setting("tablebase_folders", "", "Endgame tables, and folders with more of them", "Engine", option="SyzygyPath"),
    Setting("night_processes", 0, "Processes at a time (0: all cores)", "Night", (), 0, 256),
    Setting("night_battery", False, "On battery too: work at night, and analyse with all threads", "Night"),
    Setting("night_hours", "", "Work only in these hours, as 22:00-7:00 (empty: always)", "Night"),
    Setting(
        "grow_minutes",
        10,
        "The analysis project opened last grows after this many minutes without a move on the board (0: never)",
        "Night",
        (),
        0,
        600,
        unit="min",
    ),
    Setting("night_hottest", 0, "Rest above this temperature (0: no limit)", "Night", (), 0, 120, unit="°C"),
    *(Setting(address.setting, False, address.sentence, "Internet") for address in ADDRESSES),
    Setting("time_control", "", "The clock last used, if it has several periods", "Play", hidden=True),
    Setting(
        "engine_bound", "clock", "What bounds the engine", "Play", ("clock", "time", "depth", "nodes"), hidden=True
    ),
    Setting("engine_amount", 0, "The figure of that bound", "Play", (), 0, 1_000_000, hidden=True),
    Setting("person", "", "The person you play, by key; empty: a level", "Play", hidden=True),
    Setting("opponent", "", "Who plays if it is neither a level nor a person", "Play", hidden=True),
    Setting("start", "standard", "The start position of new games", "Play", hidden=True),
    Setting("rated", False, "Whether games against a level count for your Elo", "Play", hidden=True),
    Setting("my_elo", 1_500, "Your Elo as it was last estimated", "Play", (), 400, 2_800, hidden=True),
    Setting("hints", True, "Short hints on first use", "Window"),
    Setting("shared_folder", "", "The same settings, training, book and games on your other computers", "Window"),
    Setting("restore_session", True, "Reopen the last session at the start", "Window"),
    Setting("hints_told", "", "Hints already shown", "Window", hidden=True),
    Setting("keys", "", "Keys that were changed", "Window", hidden=True),
    Setting("session", "", "Files that were open", "Window", hidden=True),
    Setting("analysis_engines", "ratsu", "The engines that analyse, one a line", "Window", hidden=True),
    Setting("project", "", "The analysis project opened last", "Window", hidden=True),
    Setting("last_folder", "", "The folder last used", "Window", hidden=True),
    Setting("window_geometry", "", "Place and size of the window", "Window", hidden=True),
    Setting("window_state", "", "Which panels are open", "Window", hidden=True),
    Setting("collections", "", "Collections that are listed, one a line", "Window", hidden=True),
    Setting("collection", "", "The collection used last", "Window", hidden=True),
    Setting("explorer", "", "Sources and filter of the explorer", "Window", hidden=True),
    Setting("recent_files", "", "Files last used, one a line", "Window", hidden=True),
)
# Options of the engine without a setting, and why.
LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "Book Learning": "the window has a setting of its own for what is learned after a game",
        "Clear Hash": "every new game empties the table",
        "Ponder": "the program asks Ratsu for a move only when it is its turn",
        "Opening Taste": "it belongs to an opponent, as the style does",
        "Resigns": "it belongs to an opponent, as the style does",
        "Learning File": "the window and the console share the file of the user",
        "UCI_Chess960": "every game says what it is",
        "UCI_ShowWDL": "the analysis always shows the chances",
        "UCI_LimitStrength": "it is on at every level but full strength",
    }
)
FOR_CHILDREN: Mapping[str, Value] = MappingProxyType(
    {
        "board_zoom": 100,
        "legal_dots": True,
        "last_move_marks": True,
        "captured_men": False,
        "evaluation_graph": False,
        "running_scores": False,
        "expected_scores": False,
        "people_moves": False,
        "analysis_arrows": True,
        "piece_letters": "figurines",
    }
)
"""The values of other settings while the program is set up for children."""
TABLE: Mapping[str, Setting] = MappingProxyType({setting.key: setting for setting in SETTINGS})

HERE = frozenset(
    (
        *("text_size", "board_zoom", "piece_folder", "volume", "threads", "hash_mb", "network_file", "evaluations_mb"),
        *("tablebase_folders", "night_processes", "night_battery", "night_hours", "night_hottest", "opponent"),
        *("analysis_engines", "shared_folder", "session", "last_folder", "window_geometry", "window_state"),
        *("collections", "collection", "explorer", "recent_files"),
        *(address.setting for address in ADDRESSES),
    )
)
"""The settings that belong to this computer and are not shared with others: its screen, processor, files and engines, and
what it may send."""


@dataclass(frozen=True)
class Settings:
    """The values that differ from their defaults; read with the typed getters."""

    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    def get(self, key: str) -> Value:
        """The value of a setting, as it applies now. :raises KeyError: the key is unknown."""
        if key in FOR_CHILDREN and self.values.get("children"):
            return FOR_CHILDREN[key]
        return self.own(key)

    def own(self, key: str) -> Value:
        """The user's choice, which `FOR_CHILDREN` may overrule. :raises KeyError: the key is unknown."""
        return self.values.get(key, TABLE[key].default)

    def text(self, key: str) -> str:
        return str(self.get(key))

    def number(self, key: str) -> int:
        return int(self.get(key))

    def flag(self, key: str) -> bool:
        return bool(self.get(key))

    @property
    def people_elo(self) -> int:
        """The rating for predictions of players' moves, scores and traps: the chosen one, or the user's own."""
        chosen = self.number("people_elo")
        return self.number("my_elo") if chosen == AS_YOURS else max(chosen, TABLE["my_elo"].lowest)

    def next_choice(self, key: str, step: int) -> Value:
        """The choice `step` places after the present one (before it if negative), limited to the ends."""
        choices = TABLE[key].choices
        return choices[min(max(choices.index(self.get(key)) + step, 0), len(choices) - 1)]

    def with_value(self, key: str, value: Value) -> "Settings":
        """The settings with another value. :raises KeyError: the key is unknown. :raises ValueError: the value is not
        allowed.
        """
        if not TABLE[key].accepts(value):
            raise ValueError(f"{value!r} is not allowed for the setting {key!r}")
        values = {**self.values, key: value}
        if value == TABLE[key].default:
            del values[key]
        return Settings(MappingProxyType(values))
