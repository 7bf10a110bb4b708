"""Games of files under the eyes of the estimate: whose game it is, and what its moves say of the player's rating."""

from collections.abc import Callable

from engine.game import player_names
from engine.game.tree import Game
from engine.human.predicted_player import seconds_of, site_of
from engine.play.review.rating.estimate import RatingEstimate, tables
from engine.play.review.rating.features import features
from engine.play.review.rating.move_analyser import MoveAnalyser, MoveFeatures
from engine.play.review.rating.scale import EloScale, scale_of

PROGRAMS = ("ratsu", "stockfish", "maia")  # names that begin so are of no person


def side_of(game: Game, player: str) -> bool | None:
    """Whether the player was White; None if he was neither (`player_names.side_of`)."""
    return player_names.side_of(player, game.header("White"), game.header("Black"))


def is_program(game: Game, white: bool) -> bool:
    """Whether a player of a game is a program by its tags: its moves say nothing of the opponent's rating."""
    side = "White" if white else "Black"
    return game.header(f"{side}Type").lower() == "program" or game.header(side).lower().startswith(PROGRAMS)


def look_at(
    looker: MoveAnalyser, game: Game, progress: Callable[[int, int], bool] | None = None, predicts: bool = True
) -> tuple[MoveFeatures, ...] | None:
    """The analysed moves of a game's main line, up to a null move; None if `progress(done, plies)` returned False. `predicts`:
    as in `MoveAnalyser.look`."""
    moves = [node.move for node in game.main_line()]
    if 0 in moves:
        moves = moves[: moves.index(0)]
    return looker.look(
        game.board(), moves, seconds_of(game.header("TimeControl")), site_of(game.headers), progress, predicts
    )


def guess_of(
    game: Game, looks: tuple[MoveFeatures, ...], white: bool, scale: EloScale | None = None
) -> RatingEstimate | None:
    """The estimate from one game; None if it is too short, does not begin with White, or if its scale is unknown. `scale`:
    instead of that of the tags."""
    scale = scale or scale_of(game.headers)
    if scale is None or not game.board().white_to_move:
        return None
    person = not is_program(game, not white)
    numbers = features(looks, white, seconds_of(game.header("TimeControl")), scale, person)
    return None if numbers is None else tables()[scale][person].guess(numbers)
