"""The words of a person to the user: a greeting, a few words during the game, and some about the result."""

from desktop.model.game.match import MatchTerms
from desktop.model.game.state import GameState
from engine.game.side import Side
from engine.ground.text import NOTHING, Text
from engine.play.people.persons import Person, person_named

_SAID_PLIES = 2  # the user has time to read it


def person_of(match: MatchTerms | None) -> Person | None:
    human = match.human_side if match is not None else None
    return person_named(match.contestant(human.other).person) if match is not None and human is not None else None


def speech_of(state: GameState) -> Text:
    """The opponent's words in the shown state; nothing unless it is a person who has something to say."""
    person, outcome, match = person_of(state.match), state.outcome, state.match
    if person is None or match is None:
        return NOTHING
    if outcome is not None and not state.playing:
        if outcome.winner is None:
            return person.drawn
        return person.lost if outcome.winner is match.human_side else person.won
    if state.game.node(state.live).ply < _SAID_PLIES:
        return person.hello
    return _remark(state, person, match.human_side is Side.BLACK)


def _remark(state: GameState, person: Person, white: bool) -> Text:
    """The words about the person's last move, until its next one. `white`: the person has White."""
    from engine.play.people.remarks import remarks  # late: the window starts without the board

    moves = state.game.moves(state.live)
    if not all(moves):  # a null move
        return NOTHING
    said = remarks(person.voice, state.game.start_fen, state.game.chess960, moves, white)
    return said[-1].words if said and len(moves) - said[-1].ply < _SAID_PLIES else NOTHING
