"""Position learning: the file, what a game teaches, and that a learned position changes the choice until it is taken back."""

import json
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from engine import command_line as cli
from engine.game.info import Info, Score
from engine.game.limits import GamePosition, Limits
from engine.ground.text import Text
from engine.jobs.job import Context
from engine.jobs.look import DeepLookJob, DeepLookRequest, LookKind
from engine.play.mover import RatsuMover
from engine.play.sources.learned_positions import GameLearner, analysed, learned_path
from engine.player import Player
from engine.rules.board import CoreBoard
from engine.search.position_learning import DRAW, MAGIC, LearnedError, LearnedFile, LearnedPosition, table_of

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LIMITS = Limits(depth=7)


def after(*moves: str) -> CoreBoard:
    return GamePosition(START, moves, chess960=False).board()


def word(score: int, *moves: str, exact: bool = False, depth: int = 20) -> LearnedPosition:
    return LearnedPosition.of(after(*moves), score, depth, exact, "a test")


def test_a_learned_position_changes_the_choice_and_taking_it_back_restores_it(tmp_path: Path) -> None:
    player, file = Player(), LearnedFile(tmp_path / "learned.txt")
    plain = player.search(GamePosition(START, chess960=False), LIMITS)
    assert plain.best_move
    file.add(word(300, plain.best_move))  # after our favourite the opponent stands three pawns better
    player.set_learned(table_of(file.read()))
    assert player.search(GamePosition(START, chess960=False), LIMITS).best_move != plain.best_move
    assert [position.fen for position in file.undo()] == [after(plain.best_move).fen()]
    player.set_learned(table_of(file.read()))
    again = player.search(GamePosition(START, chess960=False), LIMITS)
    assert (again.best_move, again.nodes) == (plain.best_move, plain.nodes)


def test_an_exact_word_is_believed_in_both_directions() -> None:
    player = Player()
    player.set_learned(table_of([word(-400, "a2a3", exact=True)]))  # after 1.a3 Black is four pawns down
    result = player.search(GamePosition(START, chess960=False), LIMITS)
    assert result.best_move == "a2a3" and result.lines[0].score == Score(centipawns=400)


def test_what_a_deeper_search_asks_for_is_not_answered_from_memory() -> None:
    player, only = Player(), Limits(depth=7, search_moves=("e2e4",))
    for depth, believed in ((20, True), (2, False)):
        player.set_learned(table_of([word(900, "e2e4", depth=depth)]))
        score = player.search(GamePosition(START, chess960=False), only).lines[0].score.centipawns
        assert score is not None and (score <= -900) is believed


def test_the_file_keeps_all_in_order_and_gives_back_the_latest(tmp_path: Path) -> None:
    file = LearnedFile(tmp_path / "folder" / "learned.txt")
    assert file.read() == [] and file.undo() == []
    words = [word(10, "e2e4"), word(20, "d2d4"), word(-30, "e2e4", exact=True)]
    for position in words:
        file.add(position)
    assert file.read() == words
    assert table_of(words)[2] == (after("e2e4").key, -30, 20, True)
    assert file.undo(2) == [words[2], words[1]] and file.read() == words[:1]
    assert file.undo(9) == words[:1] and file.read() == []


def _with_right_checksum(body: bytes, count: int) -> bytes:
    return f"{MAGIC} {count} {zlib.crc32(body):08x}\n".encode() + body


def _damages(data: bytes) -> list[bytes]:
    line = data.partition(b"\n")[2]
    wrong_type = json.dumps({**json.loads(line), "score": "many"}).encode() + b"\n"
    return [
        b"",
        b"not such a file",
        data[:-1],
        data + data,
        data.replace(b"test", b"tost"),
        data.replace(b"ratsu-learned 1", b"ratsu-learned 9"),
        _with_right_checksum(line, 2),
        _with_right_checksum(b"{}\n", 1),
        _with_right_checksum(b"\xff\xfe\n", 1),
        _with_right_checksum(wrong_type, 1),
        _with_right_checksum(line.replace(b'"depth": 20', b'"depth": 900'), 1),
    ]


@pytest.mark.parametrize("which", range(11))
def test_a_damaged_file_is_reported_and_left_unchanged(tmp_path: Path, which: int) -> None:
    file = LearnedFile(tmp_path / "learned.txt")
    file.add(word(10, "e2e4"))
    damaged = _damages(file.path.read_bytes())[which]
    file.path.write_bytes(damaged)
    for use in (file.read, file.undo, lambda: file.add(word(1, "d2d4"))):
        with pytest.raises(LearnedError, match=r"is damaged: .*Move it away"):
            use()
    assert file.path.read_bytes() == damaged
    mover = RatsuMover(seed=1)
    (remark,) = mover.set_option("Learning File", str(file.path))
    assert mover.set_option("Position Learning", "true") == (), "it is said once"
    assert "damaged" in str(remark)
    assert mover.choose(GamePosition(START, chess960=False), Limits(depth=2)).move  # and the engine plays on


def thought(centipawns: int, depth: int = 12) -> Info:
    return Info(depth, depth, 1, Score(centipawns), 1, 1, ("e2e4",))


def test_a_move_that_turned_out_badly_is_remembered_from_the_opponents_side() -> None:
    learner = GameLearner()
    assert learner.lesson(GamePosition(START, chess960=False), "f2f3", thought(20)) is None
    lesson = learner.lesson(GamePosition(START, ("f2f3", "e7e5"), chess960=False), "g2g4", thought(-180))
    assert lesson is not None and lesson.fen == after("f2f3").fen()
    assert (lesson.score, lesson.depth, lesson.exact) == (180, 13, False)
    assert lesson.fault() == ""


@pytest.mark.parametrize(
    ("moves", "then", "depth"),
    [
        (("f2f3", "e7e5"), -60, 12),  # not much worse
        (("f2f3", "e7e5"), 0, 12),  # a draw by repetition says nothing of the position
        (("f2f3", "e7e5"), -180, 5),  # too shallow
        (("e2e4", "e7e5"), -180, 12),  # another move was played
        (("f2f3", "e7e5", "a2a3", "a7a6"), -180, 12),  # not the next move
    ],
)
def test_nothing_is_learned_without_reason(moves: tuple[str, ...], then: int, depth: int) -> None:
    learner = GameLearner()
    learner.lesson(GamePosition(START, chess960=False), "f2f3", thought(20))
    assert learner.lesson(GamePosition(START, moves, chess960=False), "g2g4", thought(then, depth)) is None


def test_a_game_of_the_engine_teaches_and_the_next_one_uses_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = RatsuMover(seed=1)
    mover.set_option("Learning File", str(tmp_path / "mine.txt"))
    assert mover.set_option("Position Learning", "true") == (
        Text("%1 learned {position|positions} in %2", 0, tmp_path / "mine.txt"),
    )
    scores = iter((30, -250))
    real = Player.search

    def search(self: Player, position: GamePosition, limits: Limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        result = real(self, position, Limits(depth=1), on_info, stopper)
        line = thought(next(scores))
        return type(result)(result.best_move, None, (line,), 1, 1)

    monkeypatch.setattr(Player, "search", search)
    first = mover.choose(GamePosition(START, chess960=False), LIMITS).move
    answer = after(first).legal_uci_moves()[0]
    mover.choose(GamePosition(START, (first, answer), chess960=False), LIMITS)
    (learned,) = LearnedFile(tmp_path / "mine.txt").read()
    assert learned.fen == after(first).fen() and learned.score == 250
    assert str(mover.set_option("Position Learning", "true")[0]).startswith("1 learned")


def test_without_the_option_nothing_is_written(tmp_path: Path) -> None:
    mover = RatsuMover(seed=1)
    mover.set_option("Learning File", str(tmp_path / "mine.txt"))
    mover.choose(GamePosition(START, chess960=False), LIMITS)
    assert list(tmp_path.glob("mine*")) == [] and not learned_path().exists()


def test_the_command_adds_lists_checks_and_takes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = ["--file", str(tmp_path / "mine.txt")]
    assert cli.main(["learned", "list", *file]) == 0 and "nothing learned yet" in capsys.readouterr().out
    assert cli.main(["learned", "add", START, "--depth", "4", *file]) == 0
    assert cli.main(["learned", "list", "--json", *file]) == 0
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert shown["fen"] == START and shown["depth"] == 4 and shown["exact"] is True
    assert cli.main(["learned", "check", *file]) == 0 and "1 position, 0 faulty" in capsys.readouterr().out
    assert cli.main(["learned", "undo", *file]) == 0
    assert cli.main(["learned", "check", *file]) == 0 and "0 positions" in capsys.readouterr().out


def test_an_analysed_position_is_remembered_as_it_stands() -> None:
    learned = analysed(GamePosition(START, ("e2e4",), chess960=False), thought(-15))
    assert (learned.fen, learned.score, learned.exact) == (after("e2e4").fen(), -15, True)


FORTRESS = GamePosition(
    "4k1r1/p3Pp1r/1p3Pp1/rp1K2Pp/pP4bP/P7/8/8 w - - 0 1", chess960=False
)  # figure 18 of the source texts
SIX_MOVER = GamePosition("8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1", chess960=False)  # figure 20


def test_a_proved_fortress_is_known_to_every_later_search(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    list(DeepLookJob(path).run(DeepLookRequest(FORTRESS, (LookKind.FORTRESS,)), Context()))
    (proof,) = LearnedFile(path).read()
    assert (proof.proof, proof.known, proof.line) == (DRAW, Score(centipawns=0), "d5d6") and proof.fault() == ""
    assert len(proof.also.split()) > 1_000
    mover = RatsuMover(seed=1)  # the option is off: that is for what games teach by the way
    mover.set_option("Learning File", str(path))
    choice = mover.choose(FORTRESS, Limits(depth=6))
    assert choice.result is not None
    assert choice.result.best_move in ("d5c6", "d5d6") and choice.result.lines[0].score == Score(centipawns=0)
    inside = GamePosition(FORTRESS.fen, ("d5d6", "g4f3"), chess960=False)
    assert mover.search(inside, Limits(depth=6)).lines[0].score == Score(centipawns=0)


def test_a_proof_that_comes_or_goes_is_noticed_before_the_next_move(tmp_path: Path) -> None:
    file, mover, moves = LearnedFile(tmp_path / "mine.txt"), RatsuMover(seed=1), Limits(depth=2)
    mover.set_option("Learning File", str(file.path))

    def score() -> Score:
        result = mover.choose(SIX_MOVER, moves).result
        assert result is not None
        return result.lines[0].score

    assert score().mate is None
    list(DeepLookJob(file.path).run(DeepLookRequest(SIX_MOVER, (LookKind.MATE,)), Context()))
    (proof,) = file.read()
    assert proof.known == Score(mate=6) == score()
    file.change(proof, None)
    assert file.read() == [] and score().mate is None


def test_a_note_is_written_and_other_entries_stay(tmp_path: Path) -> None:
    file, entries = LearnedFile(tmp_path / "mine.txt"), [word(10, "e2e4"), word(20, "d2d4")]
    file.write(entries)
    plain = file.path.read_bytes()
    assert b"note" not in plain and b"proof" not in plain, "as programs before proofs wrote and read it"
    noted = replace(entries[0], note="against Virtanen")
    file.change(entries[0], noted)
    assert file.read() == [noted, entries[1]]
    file.change(entries[0], None)  # gone
    file.change(noted, None)
    assert file.read() == entries[1:]


def test_a_proof_takes_the_place_of_the_same_and_its_note(tmp_path: Path) -> None:
    file = LearnedFile(tmp_path / "mine.txt")
    proof = replace(LearnedPosition.of(after("e2e4"), 0, 1, True, "a test"), proof=DRAW)
    for entry in (replace(proof, note="mine"), word(10, "e2e4"), proof):
        file.add(entry)
    assert file.read() == [word(10, "e2e4"), replace(proof, note="mine")]


def test_a_bound_from_a_game_takes_no_proof_away() -> None:
    proof = replace(LearnedPosition.of(after("e2e4"), 0, 1, True, "a test"), proof=DRAW)
    assert table_of([proof, word(-300, "e2e4")])[-1] == (after("e2e4").key, 0, 120, True)


ADDS = """
import sys
from pathlib import Path
from engine.rules.board import CoreBoard
from engine.search.position_learning import LearnedFile, LearnedPosition
for score in range(int(sys.argv[2]), int(sys.argv[3])):
    LearnedFile(Path(sys.argv[1])).add(LearnedPosition.of(CoreBoard(), score, 5, True, "analysed"))
"""


def test_two_programs_that_learn_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "learned"
    parts = ((0, 40), (40, 80))
    running = [subprocess.Popen([sys.executable, "-c", ADDS, path, str(low), str(high)]) for low, high in parts]
    assert [process.wait(60) for process in running] == [0, 0]
    assert sorted(position.score for position in LearnedFile(path).read()) == list(range(80))
