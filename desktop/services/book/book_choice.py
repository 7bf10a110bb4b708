"""The user's book settings in the form that the book uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.model.settings import Settings

if TYPE_CHECKING:
    from books.choice.choose import ChoiceSettings


def choice_settings(settings: Settings) -> ChoiceSettings:
    from books.choice.choose import ChoiceSettings, Selection

    selection, traps = Selection(settings.text("book_selection")), None
    if selection is Selection.TRAPPIEST:
        from engine.play.people.human_replies import human_replies

        traps = human_replies(settings.people_elo).trap_costs
    moves = settings.number("book_moves")
    return ChoiceSettings(
        selection,
        2 * moves or None,
        settings.number("book_games"),
        settings.number("book_variety"),
        settings.number("book_sound"),
        traps,
        own_first=settings.flag("book_own_first"),
    )
