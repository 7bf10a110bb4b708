"""Home: what waits for the player, on one page. Knows the kit and the Elo graph; its door is `home_page.py`."""
