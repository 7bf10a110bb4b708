"""The lines of a sheet after an edit are those of the game listed anew; what stays in the document stays in its order."""

import random

import pytest

from desktop.views.game.sheet_lines import RESULT, SheetLines
from engine.game.tree import ROOT, Game
from tests.helpers.large_games import attach, repertoire

WORDS = ("", "a word")


def listed(game: Game, *, running: bool = False) -> SheetLines:
    """All lines, each with two paragraphs in the document."""
    made = SheetLines(running=running)
    for line, _ in made.of(game):
        made.add(line)
    if game.result != "*":
        made.add_result()
    for index in range(len(made)):
        made.write(index, 2)
    return made


def starts(sheet: SheetLines) -> list[object]:
    return [sheet.line(index) for index in range(len(sheet))]


def edited(hand: random.Random, game: Game) -> Game:
    node = hand.choice([node for node in game.table if node.id != ROOT])
    kind = hand.randrange(7)
    if kind == 0:
        return game.with_node(node.changed(comment=hand.choice(WORDS)))
    if kind == 1:
        return game.delete(node.id) if len(list(game.table)) > 20 else game
    if kind == 2:
        return game.demote(node.id)
    if kind == 3:
        return game.promote(node.id)
    if kind == 4:
        return game.with_header("Result", hand.choice(("1-0", "*")))
    return attach(game, node.id, f"a2a{hand.randrange(3, 5)}", "a3")[0]


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 20))])
def test_after_any_edits_and_undos_the_lines_are_those_of_the_game(seed: int, running: bool) -> None:
    hand = random.Random(seed)
    games = [repertoire(hand.randrange(1, 90))]
    sheet = listed(games[0], running=running)
    document = [line for line in starts(sheet) for _ in range(2)]
    taken_over = 0
    for _ in range(60):
        before = games[-1]
        if len(games) > 1 and hand.random() < 0.25:
            games = games[: hand.randrange(1, len(games))]  # undo: ids are given again
        else:
            after = before
            for _ in range(hand.randrange(1, 3)):
                after = edited(hand, after)
            games.append(after)
        removed = sheet.edit(before, games[-1])
        if removed is None:
            sheet = listed(games[-1], running=running)
            document = [line for line in starts(sheet) for _ in range(2)]
            continue
        taken_over += 1
        assert starts(sheet) == starts(listed(games[-1], running=running))
        for start, stop in removed:
            del document[start:stop]
        written = [index for index in range(len(sheet)) if sheet.is_written(index)]
        assert [line.start for line in document] == [sheet.line(index).start for index in written for _ in range(2)]  # type: ignore[attr-defined]
        while (index := sheet.missing(0)) is not None:
            place = sheet.place(index)
            document[place:place] = [sheet.line(index)] * 2
            sheet.write(index, 2)
        document = [line for line in starts(sheet) for _ in range(2)]
    assert taken_over > 40


def test_a_word_or_a_move_in_a_large_game_leaves_all_other_lines_in_the_document() -> None:
    game = repertoire(1_000)
    sheet = listed(game)
    node = game.main_line()[500]
    assert sheet.edit(game, game.with_node(node.changed(comment="a word"))) == [(2 * 1000, 2 * 1000 + 2)]
    sheet = listed(game)
    longer, _ = attach(game, game.end(), "a2a3", "a3")
    removed = sheet.edit(game, longer)
    assert removed is not None
    assert sum(stop - start for start, stop in removed) <= 2


def test_the_result_is_below_the_moves_and_goes_with_it() -> None:
    game = repertoire(3)
    sheet = listed(game)
    won = game.with_header("Result", "1-0")
    assert sheet.edit(game, won) == []
    assert sheet.line(len(sheet) - 1).start == RESULT
    sheet.write(len(sheet) - 1, 1)
    assert sheet.edit(won, game) == [(sheet.place(len(sheet)), sheet.place(len(sheet)) + 1)]


@pytest.mark.parametrize("focus", [0, 50, 199])
def test_what_is_looked_at_is_written_first_then_what_is_above_then_what_is_below(focus: int) -> None:
    sheet = SheetLines()
    for line, _ in sheet.of(repertoire(100)):
        sheet.add(line)
    written: list[int] = []
    while (index := sheet.missing(min(focus, len(sheet) - 1))) is not None:
        sheet.write(index, 1)
        written.append(index)
    assert sorted(written) == list(range(len(sheet)))
    first = written[: written.index(min(focus, len(sheet) - 1)) + 1]
    assert len(first) <= 31
    rest = [index for index in written if index < first[0]]
    assert rest == sorted(rest)
