"""The themes of the lessons: name, goals, and a method in three sentences. `PATH`: the course for beginners."""

from types import MappingProxyType
from typing import NamedTuple

from engine.ground.text import NOTHING, Text


class LessonTheme(NamedTuple):
    """The texts of a card of lessons. `win` and `hold`: the goals of lessons to win, and to hold."""

    name: Text
    method: tuple[Text, Text, Text]
    win: Text = NOTHING
    hold: Text = NOTHING

    def goal(self, wins: bool) -> Text:
        return self.win if wins else self.hold


THEMES: MappingProxyType[str, LessonTheme] = MappingProxyType(
    {
        "mate in one": LessonTheme(
            Text("Mate in one"),
            (
                Text("Count the squares that the black king can still reach."),
                Text("Find a move that gives check and takes all of them away."),
                Text("Make sure that Black cannot capture the checking piece."),
            ),
            Text("Give mate with your first move."),
        ),
        "queen mate": LessonTheme(
            Text("Mate with the queen"),
            (
                Text("Place the queen a knight’s move away from the king, and it has to step back towards the edge."),
                Text("Once the king is shut in on the edge, leave it two squares and bring your own king."),
                Text("Give mate beside your king. Before each queen move, make sure that Black is not stalemated."),
            ),
            Text("Give mate with king and queen."),
        ),
        "rook mate": LessonTheme(
            Text("Mate with the rook"),
            (
                Text("Let the rook guard a rank or file that the black king cannot cross."),
                Text("Bring your king opposite the black one, one square apart, and check from the side."),
                Text("Repeat this up to the edge. If the king attacks the rook, move it far away along its line."),
            ),
            Text("Give mate with king and rook."),
        ),
        "two bishops mate": LessonTheme(
            Text("Mate with two bishops"),
            (
                Text("Put the bishops on neighbouring diagonals: together they are a wall that the king cannot cross."),
                Text("Bring your king close, then move the wall step by step towards a corner."),
                Text("The mate comes in a corner. Before each move, look for stalemate."),
            ),
            Text("Give mate with king and two bishops."),
        ),
        "bishop and knight mate": LessonTheme(
            Text("Mate with bishop and knight"),
            (
                Text("Mate can be forced only in a corner of the bishop’s colour; drive the king to the edge first."),
                Text("The king will run to the other corner. King and knight force it along the edge."),
                Text("The knight travels in the shape of a W, while king and bishop take the other squares."),
            ),
            Text("Give mate with king, bishop and knight."),
        ),
        "opposition": LessonTheme(
            Text("Opposition"),
            (
                Text("Kings with one square between them are in opposition: whoever has to move gives way."),
                Text("The stronger king walks ahead of its pawn, and the pawn follows."),
                Text("The defender stays in front of the pawn and steps back so that it can take the opposition."),
            ),
            Text("Win with king and pawn."),
            Text("Hold the draw against king and pawn."),
        ),
        "square of the pawn": LessonTheme(
            Text("Square of the pawn"),
            (
                Text("Imagine a square from the pawn to its last rank: a king that enters it catches the pawn."),
                Text("A pawn on its first square counts as one square further on, because it can move two."),
                Text("If the pawn can be caught, your king has to clear its way or bar the other king’s."),
            ),
            Text("Bring the pawn to promotion, and win."),
            Text("Catch the pawn."),
        ),
        "rook pawn": LessonTheme(
            Text("Rook pawn"),
            (
                Text("A pawn on the edge wins least often: no one can drive a king out of the corner in front of it."),
                Text("Reach that corner, or lock the black king in, in front of its own pawn."),
                Text("Then step to and fro. Stalemate or repetition gives the draw."),
            ),
            hold=Text("Hold the draw against a pawn on the edge."),
        ),
        "wrong bishop": LessonTheme(
            Text("Wrong bishop"),
            (
                Text("With a pawn on the edge, the bishop must guard the corner where it promotes."),
                Text("If it does not, a king in that corner can never be driven out."),
                Text("The stronger side bars the way to the corner; the defender runs for it."),
            ),
            Text("Win with bishop and pawn."),
            Text("Hold the draw against bishop and pawn."),
        ),
        "queen against pawn": LessonTheme(
            Text("Queen against pawn"),
            (
                Text("Check or pin until the king has to step in front of its pawn."),
                Text("Each time it does, bring your own king one square nearer."),
                Text("A rook or bishop pawn on the seventh rank can save the game, because it leads to stalemate."),
            ),
            Text("Win against the far pawn."),
            Text("Hold the draw with your pawn against the queen."),
        ),
        "rook against pawn": LessonTheme(
            Text("Rook against pawn"),
            (
                Text("A rook alone can give itself up for the pawn. To win the pawn, the king has to help."),
                Text("Cut the other king off from its pawn with the rook, if you can."),
                Text("The side with the pawn keeps the other king away with its own, and pushes in time."),
            ),
            Text("Stop the pawn with rook and king, and win."),
            Text("Hold the draw with your pawn against the rook."),
        ),
        "pawn race": LessonTheme(
            Text("Pawn race"),
            (
                Text("Count who promotes first, and whether the new queen checks or guards the other pawn’s square."),
                Text("A king move can do two things at once: help its own pawn and catch the other."),
                Text("If both promote, look for the check that wins the new queen."),
            ),
            Text("Win the race of the pawns."),
            Text("Hold the draw in the race of the pawns."),
        ),
        "rook against minor piece": LessonTheme(
            Text("Rook against minor piece"),
            (
                Text("Keep king and piece together; far apart, the rook attacks both at once."),
                Text("With a bishop, the safe corner is of the colour that the bishop does not guard."),
                Text("With a knight, stay out of the corners and keep the knight beside the king."),
            ),
            hold=Text("Hold the draw against the rook."),
        ),
        "triangulation": LessonTheme(
            Text("Triangulation"),
            (
                Text("Look for a position that you would win if it were Black’s turn."),
                Text("Walk a triangle with your king: three moves where two would do, while Black steps to and fro."),
                Text("Now Black is to move and has to let your king in."),
            ),
            Text("Bring a pawn through."),
        ),
        "lucena": LessonTheme(
            Text("Lucena position"),
            (
                Text("Your king is in front of its pawn, and the rook cuts the black king off."),
                Text("Build a bridge: play the rook to the fourth rank."),
                Text("Then the king comes out, and the rook steps between when it is checked."),
            ),
            Text("Bring the pawn through."),
        ),
        "philidor": LessonTheme(
            Text("Philidor position"),
            (
                Text(
                    "Keep the king in front of the pawn and the rook on the third rank: the black king cannot come in."
                ),
                Text("As soon as the pawn steps to that rank, take the rook far behind the pawn."),
                Text("Then check along the files: the black king finds no shelter any more."),
            ),
            hold=Text("Stop the pawn."),
        ),
        "vancura": LessonTheme(
            Text("Vancura position"),
            (
                Text("The pawn is on the edge, with its own rook in front of it."),
                Text("Attack the pawn with your rook from the side, and the black rook cannot leave."),
                Text("If the black king comes to help, check it from the side, then attack the pawn again."),
            ),
            hold=Text("Stop the pawn."),
        ),
        "fork": LessonTheme(
            Text("Fork"),
            (
                Text("Look at every check."),
                Text("Find the square from which your piece gives check and attacks another piece too."),
                Text("Make sure that nothing can capture it there. Then take the other piece."),
            ),
            Text("Win the piece: attack it together with the king."),
        ),
        "pin": LessonTheme(
            Text("Pin"),
            (
                Text("Look for a piece on one line with its king, with nothing between them."),
                Text("Place your rook or queen on that line: the piece may not move away."),
                Text("Make sure that the king cannot come to its help. Then take it."),
            ),
            Text("Win the piece that cannot move away."),
        ),
        "skewer": LessonTheme(
            Text("Skewer"),
            (
                Text("Look for a king and a piece on one line: a rank, a file or a diagonal."),
                Text("Give check along that line, and the king has to step aside."),
                Text("Then take the piece behind the king."),
            ),
            Text("Win the piece behind the king."),
        ),
        "discovered check": LessonTheme(
            Text("Discovered check"),
            (
                Text("Your king is between your own piece and the black king."),
                Text("When it moves away, your piece gives check."),
                Text("Move it so that it attacks something: Black has no time to save it."),
            ),
            Text("Win the piece by a discovered check."),
        ),
    }
)
"""By name, in the order of the lessons."""

PATH = (
    *("mate in one", "queen mate", "rook mate", "two bishops mate"),
    *("square of the pawn", "opposition", "fork", "pin", "skewer", "discovered check"),
)
"""The course for beginners: mates, king and pawn, first tactics."""
