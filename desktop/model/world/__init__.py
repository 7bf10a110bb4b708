"""Values for the window of games and services of other machines. Door: `online`, `broadcast`. Knows: engine.play.world."""
