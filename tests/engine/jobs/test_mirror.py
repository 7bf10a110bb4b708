"""The mirror reads every game of the player that can be played."""

from pathlib import Path

from engine.jobs.job import Context, findings
from engine.jobs.mirror import JOB, MirrorRequest

PLAYED = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"


def test_a_game_of_another_variant_is_passed_by_and_the_next_ones_count(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    variants = ("Standard", "Crazyhouse", "Standard")
    path.write_text("".join(f'[White "A"]\n[Black "B"]\n[Variant "{one}"]\n\n{PLAYED} *\n\n' for one in variants))
    *_, last = findings(JOB(tmp_path / "mirror.jsonl"), MirrorRequest(path, "A"), Context())
    assert last.mirror is not None and (last.total, last.mirror.games) == (3, 2)
