"""The engine's error families. `RatsuError` is the environment's or the input's fault and is shown to the user
as it is: it says what, where and what to do. Anything else that escapes is a bug."""


class RatsuError(Exception):
    """Base of every error that is told to the user in words; never a bug."""


class PositionError(RatsuError):
    """A FEN that is none, or whose position cannot be played (see `engine.rules.board.CoreBoard.from_fen`).

    `fault`: what is wrong, without the FEN.
    """

    def __init__(self, text: str, fault: str = "") -> None:
        super().__init__(text)
        self.fault = fault or text


class MoveError(RatsuError):
    """A move that is not legal, or not readable, in the position it was given for."""


class OptionError(RatsuError):
    """An engine option that does not exist, or a value outside its range."""
