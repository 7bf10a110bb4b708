"""Finds what a mistake allows and misses when no material is won at once: pins, traps, tied guards, races.

Door: `allowed.events`, `chances.missed`, `chances.works`. Knows: no other room.
"""
