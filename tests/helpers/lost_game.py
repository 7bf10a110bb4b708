"""A finished match that the engine lost: what it learns from."""

from desktop.model.game.match import FULL_STRENGTH, NewGame
from desktop.model.game.state import GameState
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.time_control import TimeControl

IMMORTAL = (
    "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 "
    "11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ "
    "20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0"  # Anderssen - Kieseritzky, London 1851
)


def lost_game() -> GameState:
    """Won by the human with White."""
    from engine.pgn.reader import first_game

    game = first_game(IMMORTAL).with_outcome(Outcome(Side.WHITE, Termination.CHECKMATE))
    match = NewGame(Side.WHITE, FULL_STRENGTH, TimeControl(600_000)).match()
    end = game.end()
    return GameState(tab=0, game=game, current=end, match=match, live=end)
