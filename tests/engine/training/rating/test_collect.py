"""Games looked at for the estimate: split by player, continued where a run was broken off, read back as they were."""

import random
from pathlib import Path

import pytest

from engine.play.review.mirror import own_phase
from engine.training.human.games import part_of
from engine.training.rating import collect as collecting
from engine.training.rating.collect import collect, read_analysed, select_games
from engine.training.rating.rating_losses import losses_by_rating

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Games of twelve players, each with each; the last move makes them different."""
    rng, texts = random.Random(2), []
    names = [f"player{number}" for number in range(12)]
    for white in names:
        for black in names:
            if white != black:
                elos = [1000 + 100 * names.index(name) for name in (white, black)]
                tags = f'[White "{white}"]\n[Black "{black}"]\n[WhiteElo "{elos[0]}"]\n[BlackElo "{elos[1]}"]\n'
                last = rng.choice(("9. h3", "9. d4", "9. a4", "9. d3"))
                texts.append(f'{tags}[TimeControl "300+3"]\n[Source "lichess"]\n[Result "1-0"]\n\n{MOVES} {last} 1-0\n')
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_sealed_players_are_never_drawn_and_the_order_is_the_same_each_time(source: Path) -> None:
    drawn = select_games([source])
    assert drawn
    assert [(one.part, one.group, one.line.number) for one in drawn] == [
        (one.part, one.group, one.line.number) for one in select_games([source])
    ]
    for one in drawn:
        assert one.part == part_of(one.line.headers["White"], one.line.headers["Black"])
        assert one.part != "sealed"


def test_a_run_that_was_broken_off_continues(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = select_games([source])[:3]
    monkeypatch.setattr(collecting, "select_games", lambda sources: few)
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    collect([source], whole, lambda text: None)
    broken.write_text(whole.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    collect([source], broken, lambda text: None)
    assert broken.read_bytes() == whole.read_bytes()
    games = list(read_analysed([whole]))
    assert [game.players[0].name for game in games] == [one.line.headers["White"] for one in few]
    assert games[0].clock == (300, 3)
    assert len(games[0].looks) == len(few[0].line.moves)
    monkeypatch.setattr("engine.training.rating.rating_losses.FEWEST_GAMES", 1)
    found = losses_by_rating(games)
    first = games[0].players[0].elo // 200 * 200
    phases = {own_phase(look, ply).value for ply, look in enumerate(games[0].looks[::2], 1)}
    assert {f"phase:{phase}" for phase in phases} <= set(found[first]["lost"])  # type: ignore[call-overload]
