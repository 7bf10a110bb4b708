"""Finds what a mistake allows and misses when no material is won at once: pins, traps, tied guards, races.

Door: `answers`, `both_lines`, `quiet`, `tempo`, `allowed.strong_events`, `allowed.plain_events`, `lost_chances`,
`chances.missed`, `chances.works`.
Knows: engine.coach.themes.
"""
