"""Collections of games in one file, searched by header, position and material. Door: `game_collection.Collection`."""
