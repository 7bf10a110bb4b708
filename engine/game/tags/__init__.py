"""The values of tags (results, dates, ratings, time controls) beside their text, which files keep unchanged.

Door: one function a kind: `results.result_in`, `dates.date_in`, `ratings.elo_in`, `time_controls.control_in`,
`order.sort_key`. Knows: no other room.
"""
