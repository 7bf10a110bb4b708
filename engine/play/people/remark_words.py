"""The words of persons during a game, by voice and occasion."""

from collections.abc import Mapping
from enum import Enum

from engine.game.reason import OpeningTitle
from engine.ground.text import Text


class PersonVoice(Enum):
    """The manner in which a person speaks."""

    CHILD = "child"
    MERRY = "merry"
    CALM = "calm"
    EARNEST = "earnest"


class Occasion(Enum):
    """The subject of a remark: the opening, a good move of the opponent, something it lost by a mistake, the endgame."""

    OPENING = "opening"
    PRAISE = "praise"
    SLIP = "slip"
    ENDGAME = "endgame"


NAME = OpeningTitle("Chess")  # stands for the name of the opening

REMARKS: Mapping[tuple[PersonVoice, Occasion], tuple[Text, ...]] = {
    (PersonVoice.CHILD, Occasion.OPENING): (
        Text("%1! I know that one.", NAME),
        Text("%1? My teacher showed us that.", NAME),
        Text("Is this %1? I have seen it in a book.", NAME),
    ),
    (PersonVoice.CHILD, Occasion.PRAISE): (
        Text("Wow, that was clever!"),
        Text("Where did you learn that?"),
        Text("You are really good at this."),
    ),
    (PersonVoice.CHILD, Occasion.SLIP): (
        Text("Oh no, I forgot about it!"),
        Text("Oops, I was looking at your king."),
        Text("Can I have that one back? Just joking."),
    ),
    (PersonVoice.CHILD, Occasion.ENDGAME): (
        Text("The board is almost empty!"),
        Text("Now my king may go for a walk."),
        Text("So few pieces left. Exciting!"),
    ),
    (PersonVoice.MERRY, Occasion.OPENING): (
        Text("%1! This will be fun.", NAME),
        Text("%1, an old friend of mine.", NAME),
        Text("%1? I like it.", NAME),
    ),
    (PersonVoice.MERRY, Occasion.PRAISE): (
        Text("That was a fine shot!"),
        Text("I did not see that one coming."),
        Text("Nicely done. I still have some fight left."),
    ),
    (PersonVoice.MERRY, Occasion.SLIP): (
        Text("Well, that piece was in a hurry to leave."),
        Text("I looked at the wrong side of the board."),
        Text("That was not part of the plan."),
    ),
    (PersonVoice.MERRY, Occasion.ENDGAME): (
        Text("An endgame! Now every move counts."),
        Text("Not many of us left on the board."),
        Text("Kings, come out and play!"),
    ),
    (PersonVoice.CALM, Occasion.OPENING): (
        Text("%1. I know it a little.", NAME),
        Text("%1. Let us see how far we know it.", NAME),
        Text("So this is %1. Good.", NAME),
    ),
    (PersonVoice.CALM, Occasion.PRAISE): (
        Text("That was well seen."),
        Text("A good move. I had looked at another one."),
        Text("I have to admit that you saw more."),
    ),
    (PersonVoice.CALM, Occasion.SLIP): (
        Text("I should have taken more time for that move."),
        Text("That was careless of me."),
        Text("I overlooked it. It happens."),
    ),
    (PersonVoice.CALM, Occasion.ENDGAME): (
        Text("An endgame. Now we need patience."),
        Text("It has become quiet on the board."),
        Text("Let us see who knows the endgame better."),
    ),
    (PersonVoice.EARNEST, Occasion.OPENING): (
        Text("%1. We both know where this leads.", NAME),
        Text("%1, then. Interesting.", NAME),
        Text("%1 is always a good test.", NAME),
    ),
    (PersonVoice.EARNEST, Occasion.PRAISE): (
        Text("Good. You calculated that well."),
        Text("I underestimated that move."),
        Text("Well calculated. I would have been proud of it."),
    ),
    (PersonVoice.EARNEST, Occasion.SLIP): (
        Text("An oversight. I have to live with it."),
        Text("I missed that. My own fault."),
        Text("I should have checked once more."),
    ),
    (PersonVoice.EARNEST, Occasion.ENDGAME): (
        Text("Now technique decides."),
        Text("The endgame begins. I have looked forward to it."),
        Text("Few pieces, no excuses."),
    ),
}
