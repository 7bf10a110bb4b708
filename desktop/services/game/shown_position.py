"""A base class for services that follow the shown position."""

from desktop.model.game.state import GameState
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service


class ShownPositionService(Service):
    """A service that follows the shown position."""

    def look_at(self, state: GameState) -> None:
        raise NotImplementedError

    def window_shown(self, games: GameService) -> None:
        games.state_changed.connect(self.look_at)
        self.look_at(games.state)
