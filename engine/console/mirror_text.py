"""A mirror as tables of text."""

from engine.ground.text import counted
from engine.play.review.mirror import Mirror, MirrorRow, Section

_TITLES = {
    Section.PHASE: "by phase",
    Section.COLOUR: "by colour",
    Section.PIECE: "by piece",
    Section.CLOCK: "by clock",
    Section.PACE: "by thinking time",
    Section.OPENING: "by opening",
    Section.ALLOWED: "allowed",
    Section.MISSED: "missed",
}
_PLACES = 4  # printed after each number


def mirror_text(mirror: Mirror) -> str:
    """The rating, the results, and a table for each section. `worst`: game and ply of the costliest moves."""
    lines = [f"{counted(mirror.games, 'game')}, {counted(mirror.moves, 'move')}"]
    lines.append(f"rating from the moves alone: {mirror.rating_words}")
    if mirror.rated_games:
        scored = f"{counted(mirror.scored, 'point', spec='g')} from {counted(mirror.rated_games, 'rated game')}"
        lines.append(f"{scored}; the ratings promise {mirror.expected:.1f}")
    for section, rows in mirror.sections.items():
        if rows:
            lines += ["", *_section(section, rows)]
    return "\n".join(lines)


def _section(section: Section, rows: tuple[MirrorRow, ...]) -> list[str]:
    if section in (Section.ALLOWED, Section.MISSED):
        return [f"{_TITLES[section]:<44}{'times':>7}   worst", *(_motif(row) for row in rows)]
    head = f"{_TITLES[section]:<32}{'moves':>7}{'accuracy':>10}{'lost a move':>13}{'people':>8}{'mistakes in 100':>17}   worst"
    return [head, *(_row(row) for row in rows)]


def _row(row: MirrorRow) -> str:
    people = "-" if row.people is None else f"{row.people:.1f} %"
    figures = f"{row.moves:>7}{row.accuracy:>8.1f} %{row.lost:>11.1f} %{people:>8}{row.faults:>17.1f}"
    return f"{str(row.name)[:31]:<32}{figures}   {_worst(row)}".rstrip()


def _motif(row: MirrorRow) -> str:
    return f"{str(row.name)[:43]:<44}{row.moves:>7}   {_worst(row)}"


def _worst(row: MirrorRow) -> str:
    return " ".join(f"{place.game}:{place.ply}" for place in row.places[:_PLACES])
