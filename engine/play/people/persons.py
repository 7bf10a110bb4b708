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
        Text("My knights got lost. Again?"),
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
        Text("You caught my rooks too early."),
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
        Text("I copied you, and then I won!"),
        Text("I should not have copied that last move."),
        Text("Of course a draw: we played the same moves."),
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
        Text("My bishop saw it from its corner."),
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
        Text("Oops. I saw it one move too late."),
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
        Text("My queen cannot wait. Watch f7!"),
        Text("Attack always works!"),
        Text("My queen went for a walk and got lost."),
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
        Text("You broke my wall. Well done."),
        Text("You could not break through. I am content."),
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
        Text("That pawn was well invested."),
        Text("One pawn too many given away, I think."),
        Text("The attack burned out on both sides."),
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
        Text("My set-up did the work for me."),
        Text("You found the hole in my set-up."),
        Text("My set-up held, and so did yours."),
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
        Text("It went just as the book says."),
        Text("That was not in my book."),
        Text("The book said equal, and equal it was."),
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
        Text("You did not give me the time I needed."),
        Text("Balanced from the first move to the last."),
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
        Text("You took it! They always take it."),
        Text("Not one of my traps caught you. Respect."),
        Text("You saw my traps, I saw yours."),
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
        Text("The endgame decides. It usually does."),
        Text("You did not let me reach my endgame."),
        Text("Even my endgames are drawn sometimes."),
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
        Text("You were close. I calculated one move further."),
        Text("Beautiful. I did not see that coming."),
        Text("Sharp to the end. A draw is right."),
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
        Text("One inaccuracy, and the rest was technique."),
        Text("No weak point found today. Congratulations."),
        Text("Neither of us made the last mistake."),
    ),
)


def person_named(key: str) -> Person | None:
    """The person with a key; None if unknown, for example from a newer version."""
    return next((person for person in PERSONS if person.key == key), None)
