"""Groups of names that are spellings of one player's.

Every two names of a group match (`player_names.is_player`, both ways). A name that fits two groups, as `Adams, M` does
beside Michael and Mark, is in none.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from engine.game.player_names import has_full_given, is_player, surname_keys

_STEP = 2_000  # surnames between two reports of progress


def alike_groups(
    names: Iterable[str],
    apart: Callable[[str, str], bool] = lambda _one, _other: False,
    progress: Callable[[int, int], bool] | None = None,
) -> list[list[str]]:
    """Returns the groups of several names; none if `progress` returned False. `apart`: whether two names must be two
    players' for another reason."""
    ordered = sorted(names, key=lambda name: (not has_full_given(name), -len(name), name))
    alike: defaultdict[str, set[str]] = defaultdict(set)
    buckets: defaultdict[str, list[str]] = defaultdict(list)
    for name in ordered:
        for key in surname_keys(name):
            buckets[key].append(name)
    for done, bucket in enumerate(buckets.values()):
        if done % _STEP == 0 and progress is not None and not progress(done, len(buckets)):
            return []
        for one, other in combinations(bucket, 2):
            if not apart(one, other) and is_player(one, other) and is_player(other, one):
                alike[one].add(other)
                alike[other].add(one)
    return [group for group in _joined([name for name in ordered if name in alike], alike) if len(group) > 1]


def _joined(names: Iterable[str], alike: Mapping[str, set[str]]) -> list[list[str]]:
    """`names`: the most complete first."""
    groups: list[list[str]] = []
    places: defaultdict[str, set[int]] = defaultdict(set)  # of the groups in which a name has an alike one
    for name in names:
        near = places[name]
        fitting = [place for place in near if alike[name].issuperset(groups[place])]
        if len(fitting) > 1 or (near and not fitting and not has_full_given(name)):
            continue
        if not fitting:
            groups.append([])
        place = fitting[0] if fitting else len(groups) - 1
        groups[place].append(name)
        for other in alike[name]:
            places[other].add(place)
    return groups
