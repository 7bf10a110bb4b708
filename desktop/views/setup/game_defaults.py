"""The defaults of a new game: the user's last choices."""

import random

from desktop.model.game.match import MY_STYLE, NewGame, budget_of, level_of
from desktop.model.game.stored_control import read_control
from desktop.model.settings import TABLE, Settings
from desktop.services.kit.settings_store import SettingsStore
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.levels import OpponentSources
from engine.play.people.persons import PERSONS, Person, person_named


def side_of(name: str) -> Side:
    """The side for a value of the setting; `random` draws lots."""
    return random.choice((Side.WHITE, Side.BLACK)) if name == "random" else Side(name)


def control_of(settings: Settings) -> TimeControl:
    """The last clock, with the user as White; none for children. A change in the plain settings overrides it."""
    if settings.flag("children"):
        return TimeControl()
    minutes, seconds = settings.number("base_minutes"), settings.number("increment_seconds")
    kept = read_control(settings.text("time_control"))
    if kept is not None:
        return kept
    return TimeControl(minutes * 60_000, seconds * 1_000) if minutes else TimeControl()


def remember_control(store: SettingsStore, control: TimeControl) -> None:
    """Saves a clock, with the user as White: a plain one in the settings of the dialog, any other in a separate value.
    Not for children, who are not asked for one."""
    if store.settings.flag("children"):
        return
    minutes, rest = divmod(control.base_ms or 0, 60_000)
    seconds, odd = divmod(control.increment_ms, 1_000)
    plain = TimeControl(control.base_ms, control.increment_ms) if control.timed else TimeControl()
    if control == plain and not rest and not odd and minutes <= 600 and seconds <= 600:
        store.set("time_control", "")
        store.set("base_minutes", minutes)
        if control.timed:
            store.set("increment_seconds", seconds)
    else:
        store.set("time_control", str(control))


def person_of(settings: Settings) -> Person | None:
    """The person chosen last, or None. Children who have never chosen an opponent meet the weakest person."""
    person = person_named(settings.text("person"))
    chosen = (
        any(settings.text(key) for key in ("person", "opponent")) or settings.own("level") != TABLE["level"].default
    )
    return person if chosen or not settings.flag("children") else PERSONS[0]


def remember_person(store: SettingsStore, person: Person) -> None:
    """Saves the person as the last opponent."""
    store.set("opponent", "")
    store.set("person", person.key)


def chain_of(settings: Settings) -> OpponentSources:
    """The move sources of Ratsu, as chosen last."""
    return OpponentSources(settings.flag("use_book"), settings.flag("use_tablebases"), settings.flag("human_like"))


def style_of(settings: Settings) -> str:
    """The style chosen last: one of STYLES, or the name of a saved one."""
    style = settings.text("style")
    return (settings.text("saved_style") or style) if style == MY_STYLE else style


def game_of(settings: Settings, side: Side | None = None) -> NewGame:
    """A game with the side, level, style and clock of the settings, or with another side that gets the user's time."""
    side = side or side_of(settings.text("side"))
    control = control_of(settings)
    return NewGame(
        human=side,
        level=level_of(settings.text("level")),
        control=control if side is Side.WHITE else control.mirrored(),
        human_name=settings.text("player_name"),
        style=style_of(settings),
        budget=budget_of(settings.text("engine_bound"), settings.number("engine_amount")),
        play_on=settings.flag("play_on"),
        person=person_of(settings),
        chain=chain_of(settings),
    )
