"""The common tags, with their names for people; others are called as in PGN."""

from engine.ground.text import Text, plain

TAG_NAMES = {
    "White": Text("White"),
    "WhiteElo": Text("White’s Elo"),
    "Black": Text("Black"),
    "BlackElo": Text("Black’s Elo"),
    "Event": Text("Event"),
    "Site": Text("Place"),
    "Date": Text("Date"),
    "Round": Text("Round"),
    "Result": Text("Result"),
    "Annotator": Text("Annotator"),
}


def tag_name(tag: str) -> Text:
    """Returns the name of a PGN tag for people."""
    return TAG_NAMES.get(tag) or plain(tag)
