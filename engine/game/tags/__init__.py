"""The values of tags (results, dates, ratings, time controls, names) beside their text, which files keep unchanged.

Door: one function a kind: `results.result_in`, `dates.date_in`, `ratings.elo_in`, `time_controls.control_in`,
`order.sort_key`, `same_names.alike_groups`. Knows: no other room.
"""
