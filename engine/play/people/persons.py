"""Opponents as persons: each with a rating, a style, openings, a pace, and words before and after the game.

for person in PERSONS: print(person.name, person.elo, person.about) mover.set_options(person.options)
"""

from collections.abc import Mapping
from functools import cached_property

from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.levels import PERSON
from engine.options import Value


@dataclass(frozen=True)
class Person:
    """`key` is stored in files and never changes. `elo`: the level; `style`: a key of
    `engine.play.people.character.AGGRESSION`; `taste`: openings, see `engine.play.people.character.taste_of`; `pace`: think
    time in percent of a person's.

    `about` describes the opponent; `hello` is said before the game, `won`, `lost` and `drawn` after it, from the person's side.
    """

    key: str
    name: str
    elo: int
    style: str
    taste: str
    pace: int
    about: Text
    hello: Text
    won: Text
    lost: Text
    drawn: Text

    @cached_property
    def options(self) -> Mapping[str, Value]:
        """The options of a mover that plays like this person."""
        return {
            "UCI_LimitStrength": True,
            "UCI_Elo": self.elo,
            **PERSON.options,
            "Human Time": self.pace,
            "Style": self.style,
            "Opening Taste": self.taste,
        }


PERSONS: tuple[Person, ...] = (
    Person(
        "aino",
        "Aino",
        800,
        "normal",
        "e2e4 e7e5 g1f3 b8c6 f1c4, e2e4 e7e5",
        70,
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
        "e2e4 e7e5 d1h5, e2e4 e7e5 f1c4, e2e4 d7d5",
        60,
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
        "d2d4 d7d5 c1f4, e2e4 e7e6, d2d4 d7d5 e2e3",
        130,
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
        "e2e4 e7e5 f2f4, e2e4 e7e5 g1f3 b8c6 d2d4, e2e4 e7e5 g1f3 d7d5",
        80,
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
        "d2d4 d7d5 c1f4, e2e4 c7c6, d2d4 d7d5 c2c4 c7c6",
        100,
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
        "e2e4 e7e5 g1f3 b8c6 f1b5, e2e4 e7e5, d2d4 g8f6 c2c4 e7e6",
        110,
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
        "e2e4 c7c5, e2e4 c7c5 g1f3 d7d6 d2d4, d2d4 g8f6 c2c4 g7g6",
        75,
        Text("plays the Sicilian and storms with the pawns"),
        Text("Castle on the other side, if you dare."),
        Text("The pawns were faster."),
        Text("Your attack came one move earlier."),
        Text("A race without a winner. Fun!"),
    ),
    Person(
        "paula",
        "Paula",
        1500,
        "solid",
        "d2d4 d7d5 c2c4 e7e6, e2e4 e7e6 d2d4 d7d5, c2c4",
        120,
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
        "e2e4 e7e5 g1f3 b8c6 d2d4, e2e4 c7c5 d2d4, e2e4 g8f6",
        65,
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
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6, c2c4, d2d4 g8f6 c2c4 e7e6 b1c3 f8b4",
        100,
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
        "e2e4 c7c6 d2d4 d7d5, g1f3, d2d4 d7d5 c2c4 c7c6",
        130,
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
        "d2d4 d7d5 c2c4, d2d4 g8f6 c2c4 g7g6, e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
        85,
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
        "g1f3 d7d5 g2g3, d2d4 d7d5 c2c4 e7e6 b1c3 g8f6, e2e4 e7e5 g1f3 b8c6 f1b5 g8f6",
        110,
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
