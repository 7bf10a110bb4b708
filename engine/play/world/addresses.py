"""Every network address that the program can contact, and the data it sends there. There are no others.

The console contacts game sites only on command (`ratsu import`). The window contacts an address only if its setting is on;
all are off by default.
"""

from engine.ground.text import Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class Address:
    """`base`: the beginning of the address; `purpose`: why it is asked; `sends`: everything that leaves this machine; `setting`:
    the window's setting that turns it on."""

    base: str
    purpose: str
    sends: Text
    setting: str

    @property
    def host(self) -> str:
        return self.base.removeprefix("https://")

    @property
    def sentence(self) -> str:
        return f"{self.host}: {self.purpose}. It sends {self.sends}"


LICHESS = Address(
    "https://lichess.org",
    "your games at lichess",
    Text("the player name, the choice of games, and the name and version of Ratsu"),
    "net_lichess",
)
CHESSCOM = Address(
    "https://api.chess.com",
    "your games at chess.com",
    Text("the player name, the month, and the name and version of Ratsu"),
    "net_chesscom",
)
EXPLORER = Address(
    "https://explorer.lichess.ovh",
    "the opening explorer of lichess",
    Text("the position on the board, the choice of games, and the name and version of Ratsu"),
    "net_explorer",
)
TABLES = Address(
    "https://tablebase.lichess.ovh",
    "endgame tables of up to 7 pieces",
    Text("the position on the board if it has at most 7 pieces, and the name and version of Ratsu"),
    "net_tables",
)
CLOUD = Address(
    "https://lichess.org",
    "evaluations that lichess has stored",
    Text("the position on the board, and the name and version of Ratsu"),
    "net_cloud",
)
PUZZLE = Address(
    "https://lichess.org", "the daily puzzle of lichess", Text("the name and version of Ratsu"), "net_puzzle"
)
STUDY = Address(
    "https://lichess.org",
    "studies of lichess",
    Text("the number of the study, and the name and version of Ratsu"),
    "net_study",
)
BROADCAST = Address(
    "https://lichess.org",
    "broadcasts of tournaments at lichess",
    Text("the number of the round, and the name and version of Ratsu"),
    "net_broadcast",
)
SENDING = Address(
    "https://lichess.org",
    "games that you send to a study of yours",
    Text("the shown game, the number of the study, your token, and the name and version of Ratsu"),
    "net_sending",
)
ENGINE = Address(
    "https://engine.lichess.ovh",
    "serving lichess as your engine, once you start it",
    Text("your token to lichess.org, the engine's name and size, its lines, and the name and version of Ratsu"),
    "net_engine",
)
ADDRESSES = (LICHESS, CHESSCOM, EXPLORER, TABLES, CLOUD, PUZZLE, STUDY, BROADCAST, SENDING, ENGINE)
_SITES = {"lichess": LICHESS, "chesscom": CHESSCOM}


def of_site(site: str) -> Address:
    """The address of a site of games: lichess or chesscom."""
    return _SITES[site]
