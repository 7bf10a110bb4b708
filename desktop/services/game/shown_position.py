"""Services that look at whatever position is shown."""

from desktop.model.game.state import GameState
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service


class ShownPositionService(Service):
    """One that looks at whatever position is shown."""

    def look_at(self, state: GameState) -> None:
        """The shown position has changed, or something else of the shown game."""
        raise NotImplementedError

    def window_shown(self, games: GameService) -> None:
        """Looks at what is shown, from now on."""
        games.state_changed.connect(self.look_at)
        self.look_at(games.state)
