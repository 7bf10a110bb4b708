"""What the commands of the console share, and the game in the terminal.

Knows `engine.play`; imported by `engine.commands` only.
"""
