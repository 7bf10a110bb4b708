"""Names of players: which are written for one player. Spellings as in public databases and broadcasts."""

from pathlib import Path

import pytest

from engine.game.player_names import (
    cannot_be_same,
    is_player,
    may_be_same,
    names_found,
    search_text,
    side_of,
    spellings,
)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("Adams, Michael", "Adams,M"),
        ("Adams, Michael", "Michael Adams"),
        ("Adams, Michael", "ADAMS, Michael R"),
        ("Adams", "Adams, Michael"),
        ("Adams", "Michael Adams"),
        ("Adams", "Adams Michael"),
        ("GM Adams", "Adams, Michael"),
        ("Tal, M", "Tal, Mihail"),
        ("Rohde, Michael", "Rohde Michael A (USA)"),
        ("magnus alpha", "Alpha,M"),
        ("Magnus Alpha", "Alpha, Magnus"),
        ("alpha, magnus", "ALPHA M."),
        ("smith  john", "smith, john"),
        ("Hodgson JM", "Hodgson Julian M. (ENG)"),
        ("Vachier Lagrave, M", "Vachier-Lagrave, Maxime"),
        ("Medina Garcia, A", "Medina_Garcia Antonio"),
        ("Wiel, John van der", "Van der Wiel, J"),
        ("George Thomas", "Thomas, George"),
        ("Vidmar", "Vidmar, Milan jr"),
        ("Ratsu", "Ratsu 1500"),
        ("stockfish 16", "Stockfish 16"),
        ("drnykterstein", "DrNykterstein"),
    ],
)
def test_a_player_is_found_in_other_orders_and_by_initials(asked: str, written: str) -> None:
    assert is_player(asked, written)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("Adams, Michael", "Rohde Michael A (USA)"),
        ("Adams, Michael", "Brooks, Michael A"),
        ("Adams, Michael", "Michael, Adam"),
        ("Michael Adams", "Michael, A"),
        ("Michael", "Adams, Michael"),
        ("Ivanov, Igor", "Ivanov, Mikhail I"),
        ("Tal", "Talvik, Eduard"),
        ("Tal, Mihail", "Tal"),
        ("Tal, M", "Kruys, M. T."),
        ("Smith, John", "Smith, Robert"),
        ("Van der Wiel", "Van der Sterren"),
        ("De Boer, J", "De Jong, J"),
        ("Gonzales", "Garcia-Gonzales"),
        ("Vidmar, Milan", "Vidmar, Milan Jr"),
        ("Stockfish 16", "Stockfish 15"),
        ("Stockfish 16", "Stockfish 1"),
        ("Tal 1", "Tal 11"),
        ("Alekhine", "Alekhine/Rozanov V"),
        ("Alexander K", "Kotov Alexander (RUS)"),
        ("Martin, P", "Pribyl Martin"),
        ("Muller", "Mueller"),
        ("nykterstein", "DrNykterstein"),
        ("", "Tal, Mihail"),
        ("Tal", "?"),
    ],
)
def test_another_player_is_not_taken(asked: str, written: str) -> None:
    assert not is_player(asked, written)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("lukasz", "Łukasz Żółć"),
        ("odegard", "Ødegård, Åse"),
        ("Odegaard, Aase", "Ødegård, Åse"),
        ("o'neil", "O’Neil, Pat"),
        ("oneil", "O’Neil, Pat"),
        ("O Neil, P", "O’Neil, Pat"),
        ("isil ipek", "İpek, Işıl"),
        ("djokic", "Đokić, Ana"),
        ("dokic", "Đokić, Ana"),
        ("aesir", "Æsir, Odd"),
        ("thor", "Þór, Jon"),
        ("duc", "Đức, Le"),
        ("oedipe", "Œdipe, R"),
        ("hjorring", "Hjørring, Ib"),
        ("mueller", "Müller, Karl"),
        ("muller", "Müller, Karl"),
        ("Müller, Karsten", "Mueller, Karsten"),
        ("strasse", "Straße, Kim"),
        ("ciric, d", "Ćirić, Dragoljub"),
    ],
)
def test_plain_letters_find_accents_and_strokes(asked: str, written: str) -> None:
    assert is_player(asked, written)
    assert any(form in search_text(written) for form in spellings(asked.replace(",", "").split()[0].replace("O", "o")))


def test_two_names_may_be_one_players_if_neither_contradicts_the_other() -> None:
    assert may_be_same("beta", "Beta, Bob") and may_be_same("Beta, Bob", "beta")
    assert not may_be_same("Beta, Bob", "Beta, Carl")


@pytest.mark.parametrize(("one", "other"), [("Mortazavi Ali", "Ali M"), ("Tomas Daniel", "Daniel T")])
def test_a_name_without_a_comma_is_not_turned_round_to_fit_an_initial(one: str, other: str) -> None:
    assert not may_be_same(one, other) and not may_be_same(other, one)
    assert may_be_same(one, " ".join(reversed(one.split())))


def test_a_search_finds_beginnings_only_where_no_player_has_the_name() -> None:
    names = ["Kasparov, Garry", "Tal, Mihail", "Talvik, Eduard"]
    assert names_found("tal", names) == ["Tal, Mihail"]
    assert names_found("kasp gar", names) == ["Kasparov, Garry"]
    assert names_found("talv", names) == ["Talvik, Eduard"]
    assert names_found(" ", names) == []


def test_a_search_finds_longer_names_beside_the_player_called_so() -> None:
    names = ["Dominguez", "Dominguez Perez,L", "Liem", "Le, Quang Liem", "Le,Quang Liem", "Dominguezova, A", "Van, A"]
    assert names_found("dominguez", names) == names[:2]
    assert names_found("liem", names) == names[2:5]
    assert names_found("dominguez l", names) == ["Dominguez Perez,L"]
    assert names_found("van", [*names, "Van Wely,L", "van Foreest, J", "Vanin, A"]) == [
        *("Van, A", "Van Wely,L", "van Foreest, J"),
    ]


def test_the_side_is_that_of_the_name_written_exactly_so() -> None:
    assert side_of("Ratsu", "Ratsu 1500", "ratsu") is False
    assert side_of("tal", "Petrosian, T", "Tal, M") is False
    assert side_of("tal", "Talvik, E", "Petrosian, T") is None


def judged_pairs(name: str = "player_name_pairs.tsv") -> list[tuple[str, ...]]:
    lines = (Path(__file__).parent / name).read_text("utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if not line.startswith("#")]


def test_every_pair_of_real_names_is_taken_as_a_person_judged_it() -> None:
    pairs = judged_pairs()
    wrong = [pair for pair in pairs if may_be_same(pair[1], pair[2]) != (pair[0] == "same")]
    assert len(pairs) > 500
    assert wrong == []
    assert [pair for pair in pairs if pair[0] == "same" and cannot_be_same(pair[1], pair[2])] == []


def test_pairs_that_no_rule_was_made_from_are_told_but_for_known_ones() -> None:
    pairs = judged_pairs("player_name_pairs_held_out.tsv")
    wrong = [pair for pair in pairs if may_be_same(pair[1], pair[2]) != (pair[0] == "same")]
    assert len(pairs) > 300
    assert wrong == [pair for pair in pairs if len(pair) > 3]
    assert {pair[0] for pair in wrong} == {"same"}  # none joins two players


def test_jun_is_a_given_name_unless_there_is_another() -> None:
    assert not may_be_same("Xie Jun", "Xie, George")
    assert may_be_same("Xie Jun", "Xie, Jun") and may_be_same("Smith, Peter Jun", "Smith, P jun")
    assert not may_be_same("Smith, Peter Jun", "Smith, Peter")


def test_senior_is_no_given_name_unless_there_is_no_other() -> None:
    assert may_be_same("Smith, Peter Sr", "Smith, P") and is_player("Smith, Peter", "Smith, Peter Sr")
    assert may_be_same("Ristic,Sr", "Ristic, Srdjan")
    assert may_be_same("Smith, Peter Robert", "Smith, Peter Sr")


def test_two_users_of_a_server_are_one_only_if_written_alike() -> None:
    for one, other in (("maris", "mariss"), ("sacha_k", "sasha_k"), ("yuri77", "juri77"), ("ches", "chess")):
        assert not may_be_same(one, other)


def test_a_search_of_many_names_finds_what_comparing_each_would() -> None:
    names = [name for pair in judged_pairs() for name in pair[1:3]]
    for asked in names[::7]:
        found = [name for name in names if is_player(asked, name)]
        there = names_found(asked, names)
        assert not found or [name for name in there if is_player(asked, name)] == found
        assert (
            all(
                any(form in words_of(name) for form in spellings(word))
                for name in set(there) - set(found)
                for word in asked.replace(",", " ").split()
                if word.isalpha()
            )
            or not found
        )


def test_short_names_are_found_as_comparing_each_would() -> None:
    names = [
        "An, B",
        "AnB",
        "AN, JOHN",
        "A-N, X",
        "von An, C",
        "GM An",
        "Anand, V",
        "D'Andrea, P",
        "Ån, E",
        "A'n",
        "Ana",
    ]
    names += [name for pair in judged_pairs() for name in pair[1:3]]
    for asked in ("an", "ka", "xu", "Li", "ye", "o", "a", "Ng", "ho", "su"):
        found = [name for name in names if is_player(asked, name)]
        beginning = [name for name in names if any(word.startswith(asked.casefold()) for word in words_of(name))]
        longer = [name for name in names if len(asked) > 1 and asked.casefold() in words_of(name)]
        either = [name for name in names if name in found or name in longer]
        assert names_found(asked, names) == (either or beginning), asked


def words_of(name: str) -> list[str]:
    plain = "".join(sign if sign.isalnum() else " " for sign in name.translate({ord("'"): None}))
    return [form for word in plain.split() for form in spellings(word)]
