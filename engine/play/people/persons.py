"""Opponents as persons: each with a rating, a style, a repertoire, a pace, a temperament, and words of its own.

for person in PERSONS: print(person.name, person.elo, person.about) mover.set_options(person.options)
"""

from collections.abc import Mapping
from functools import cached_property

from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.levels import PERSON
from engine.options import Value
from engine.play.people.remark_words import PersonVoice
from engine.play.people.repertoire import PersonRepertoire
from engine.play.people.repertoires import REPERTOIRES
from engine.play.people.temperament import Resigning

FAST, SLOW = 80, 115  # percent of a person's think time


@dataclass(frozen=True)
class Person:
    """`key` is stored in files and never changes. `elo`: the level; `style`: a key of
    `engine.play.people.character.AGGRESSION`; `pace`: think time in percent of a person's; `resigning`: when it usually gives up;
    `voice`: how it speaks during the game (`engine.play.people.remarks`).

    `about` describes the opponent; `hello` is said before the game, `won`, `lost` and `drawn` after it, from the person's side.
    They must be true of any game, even one resigned on move 3: they speak of no piece, opening, attack or last move of it.
    """

    key: str
    name: str
    elo: int
    style: str
    pace: int
    resigning: Resigning
    voice: PersonVoice
    about: Text
    hello: Text
    won: Text
    lost: Text
    drawn: Text

    @cached_property
    def repertoire(self) -> PersonRepertoire:
        """The openings."""
        return PersonRepertoire.of(REPERTOIRES[self.key])

    @property
    def temperament(self) -> Text:
        """`Plays fast and resigns late.`"""
        pace = Text("fast") if self.pace <= FAST else Text("slowly") if self.pace >= SLOW else Text("at a steady pace")
        if self.resigning is Resigning.NEVER:
            return Text("Plays %1 and hardly ever resigns.", pace)
        return Text(
            "Plays %1 and resigns %2.", pace, Text("early") if self.resigning is Resigning.EARLY else Text("late")
        )

    @cached_property
    def options(self) -> Mapping[str, Value]:
        """The options of a mover that plays like this person."""
        return {
            "UCI_LimitStrength": True,
            "UCI_Elo": self.elo,
            **PERSON.options,
            "Human Time": self.pace,
            "Style": self.style,
            "Opening Taste": REPERTOIRES[self.key],
            "Resigns": self.resigning.value,
        }


PERSONS: tuple[Person, ...] = (
    Person(
        "nelli",
        "Nelli",
        400,
        "normal",
        70,
        Resigning.NEVER,
        PersonVoice.CHILD,
        Text("learned the moves last month, likes the knights best"),
        Text("Hello! My knights jump first."),
        Text("I won? Mum, I won!"),
        Text("You won! Will you show me how?"),
        Text("No winner? Then let us share a biscuit."),
    ),
    Person(
        "oskar",
        "Oskar",
        500,
        "aggressive",
        60,
        Resigning.NEVER,
        PersonVoice.CHILD,
        Text("pushes the pawns at the edge to let the rooks out"),
        Text("My rooks want to go outside."),
        Text("Rooks are the strongest!"),
        Text("You won. I still like rooks best."),
        Text("Even? Then both of us are good."),
    ),
    Person(
        "pia",
        "Pia",
        600,
        "normal",
        80,
        Resigning.NEVER,
        PersonVoice.CHILD,
        Text("plays what you play as long as she can"),
        Text("I do what you do. Is that allowed?"),
        Text("I won! Will you copy me next time?"),
        Text("You won. May I copy you again next time?"),
        Text("A draw! You get half a point, and so do I."),
    ),
    Person(
        "leo",
        "Leo",
        700,
        "solid",
        90,
        Resigning.NEVER,
        PersonVoice.CHILD,
        Text("puts the bishops into the corners and castles early, as at the chess club"),
        Text("At the club they say: castle first."),
        Text("I won! The club will be surprised."),
        Text("The coach will ask me about this game."),
        Text("My coach says a draw is half a win."),
    ),
    Person(
        "aino",
        "Aino",
        800,
        "normal",
        70,
        Resigning.LATE,
        PersonVoice.MERRY,
        Text("plays quickly and happily, sees threats late"),
        Text("Hi! I only know how the Italian Game begins."),
        Text("Did I really win? Let's play again!"),
        Text("Oops. I must look more carefully."),
        Text("A draw! I am quite happy with that."),
    ),
    Person(
        "tom",
        "Tom",
        900,
        "aggressive",
        60,
        Resigning.NEVER,
        PersonVoice.MERRY,
        Text("brings the queen out early and hopes for mate"),
        Text("My queen cannot wait. Watch your king!"),
        Text("Attack always works!"),
        Text("My queen wants another game!"),
        Text("No mate this time? Then a draw."),
    ),
    Person(
        "marta",
        "Marta",
        1000,
        "defensive",
        130,
        Resigning.LATE,
        PersonVoice.CALM,
        Text("keeps everything protected and exchanges gladly"),
        Text("I like it calm. Shall we exchange a few pieces?"),
        Text("Slow and steady wins."),
        Text("No wall holds forever. Well done."),
        Text("A draw. I am content with that."),
    ),
    Person(
        "eero",
        "Eero",
        1100,
        "aggressive",
        80,
        Resigning.EARLY,
        PersonVoice.MERRY,
        Text("loves gambits and open lines"),
        Text("A pawn for you, the attack for me!"),
        Text("Attacking is fun, and winning too!"),
        Text("You win. I still prefer to attack."),
        Text("A draw? Next time I attack again."),
    ),
    Person(
        "lucia",
        "Lucía",
        1200,
        "solid",
        100,
        Resigning.LATE,
        PersonVoice.CALM,
        Text("plays the London System and knows where her pieces go"),
        Text("Always the same set-up, and it always works. Nearly."),
        Text("I will not change my set-up, I think."),
        Text("Well played. I will look at my set-up again."),
        Text("A draw. That is fine with me."),
    ),
    Person(
        "henrik",
        "Henrik",
        1300,
        "normal",
        110,
        Resigning.EARLY,
        PersonVoice.CALM,
        Text("reads opening books and forgets them by move eight"),
        Text("I read this chapter last night. Let us see."),
        Text("So reading helps after all."),
        Text("I must read that chapter again."),
        Text("A draw, as at the end of many chapters."),
    ),
    Person(
        "yuki",
        "Yuki",
        1400,
        "aggressive",
        75,
        Resigning.LATE,
        PersonVoice.MERRY,
        Text("plays the Sicilian and storms with the pawns"),
        Text("Castle on the other side, if you dare."),
        Text("I was faster this time."),
        Text("You were faster this time."),
        Text("A race without a winner. Fun!"),
    ),
    Person(
        "paula",
        "Paula",
        1500,
        "solid",
        120,
        Resigning.EARLY,
        PersonVoice.CALM,
        Text("builds slowly, strong in quiet positions"),
        Text("No hurry. Good positions take time."),
        Text("A small advantage is enough for me."),
        Text("Well played. I will think it over, without hurry."),
        Text("Not every game needs a winner."),
    ),
    Person(
        "milo",
        "Milo",
        1650,
        "aggressive",
        65,
        Resigning.NEVER,
        PersonVoice.MERRY,
        Text("fast, tricky, sets traps in every opening"),
        Text("Careful: every gift of mine has a price."),
        Text("Another game? I know a few more tricks."),
        Text("You were too clever for me. Respect."),
        Text("A draw. I keep a few traps for next time."),
    ),
    Person(
        "ingrid",
        "Ingrid",
        1800,
        "normal",
        100,
        Resigning.EARLY,
        PersonVoice.EARNEST,
        Text("club player for thirty years, few weaknesses"),
        Text("Good evening. Shake hands and start the clock."),
        Text("Thank you for the game. Shall we look at it together?"),
        Text("Well played. You earned that one."),
        Text("A fair result. Thank you for the game."),
    ),
    Person(
        "viktor",
        "Viktor",
        2000,
        "defensive",
        130,
        Resigning.LATE,
        PersonVoice.EARNEST,
        Text("patient, takes what you offer and lives on it in the endgame"),
        Text("Exchange the queens, and then we begin."),
        Text("Patience decides. It usually does."),
        Text("Well played. Patience alone was not enough."),
        Text("Even patience does not win every game."),
    ),
    Person(
        "sofia",
        "Sofia",
        2100,
        "aggressive",
        85,
        Resigning.EARLY,
        PersonVoice.EARNEST,
        Text("league player, calculates far and likes it sharp"),
        Text("I came to play for a win. And you?"),
        Text("That is what I came for. Thank you."),
        Text("Well done. I want a return game."),
        Text("A draw. I came for more, but I accept it."),
    ),
    Person(
        "otto",
        "Otto",
        2200,
        "solid",
        110,
        Resigning.EARLY,
        PersonVoice.EARNEST,
        Text("tournament player, punishes small mistakes"),
        Text("Show me a plan, and I will show you its weak point."),
        Text("Small mistakes are expensive. Thank you for the game."),
        Text("Now I will look for my own weak points. Congratulations."),
        Text("Neither of us made the last mistake."),
    ),
)


def person_named(key: str) -> Person | None:
    """The person with a key; None if unknown, for example from a newer version."""
    return next((person for person in PERSONS if person.key == key), None)
