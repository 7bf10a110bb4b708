"""Makes the shipped opening book: positions of games searched by two judges. Door: `command.py`. Nothing that plays
imports it."""
