"""Games come from the sites whole, once each, whatever the network does."""

import contextlib
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from books.collection.export import text_of
from books.collection.game_collection import Collection
from engine.ground.text import Text
from engine.play.world import downloads as wanted
from engine.play.world import fetching
from engine.play.world import http_client as wire
from engine.play.world.chesscom import Month
from tests.engine.play.world import replaying_server as replay


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("httpx")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server() -> Iterator[replay.Server]:
    with contextlib.closing(replay.Server(60)) as made:
        yield made


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection(tmp_path / "c.ratsugames", create=True) as made:
        yield made


def fetch(
    collection: Collection,
    server: replay.Server,
    site: str = "lichess",
    told: list[Text] | None = None,
    choice: wanted.DownloadFilter | None = None,
    again: bool = False,
    patience_s: float = 60.0,
) -> fetching.DownloadReport:
    heard: list[Text] = [] if told is None else told
    with wire.HttpClient(heard.append, lambda: True, patience_s, 0.05) as line:
        chosen = choice or wanted.DownloadFilter("Virtanen")
        *_, last = fetching.fetch_games(collection, site, chosen, line, server.base, again)
        return last


@pytest.mark.parametrize("site", ["lichess", "chesscom"])
def test_all_games_come_once_and_later_only_the_new_ones(
    server: replay.Server, collection: Collection, site: str
) -> None:
    assert replace(fetch(collection, server, site), undo=None) == fetching.DownloadReport(60, 60, 1)
    server.games.append(replay.game(60))
    server.monthly[2023, 12] = [replay.game(60, "chesscom")]
    report = fetch(collection, server, site)
    assert report.added == 1 and report.came <= 2
    assert len(collection) == 61
    assert server.most_at_once == 1
    assert all(agent.startswith("Ratsu/") for agent in server.agents)


def test_clocks_and_evaluations_stay_in_the_games(server: replay.Server, collection: Collection) -> None:
    fetch(collection, server)
    text = text_of(collection, collection.games([1])[0])
    assert "[%clk 0:03:00]" in text and "[%eval 0.2]" in text


def test_a_game_that_was_evaluated_since_then_is_the_same_game(server: replay.Server, collection: Collection) -> None:
    fetch(collection, server)
    first = server.games[0]
    first["pgn"] = str(first["pgn"]).replace("[%eval 0.2]", "[%eval 0.2] and a long remark", 1)
    assert replace(fetch(collection, server, again=True), undo=None) == fetching.DownloadReport(60, 0, completed=1)
    assert len(collection) == 60
    assert "a long remark" in text_of(collection, collection.games([1])[0])


@pytest.mark.parametrize("site", ["lichess", "chesscom"])
@pytest.mark.parametrize("fault", [replay.cut, replay.cut_unnoticed, replay.silent, replay.trickle, replay.limited])
def test_what_breaks_off_or_has_to_wait_continues_by_itself(
    server: replay.Server, collection: Collection, site: str, fault: object
) -> None:
    told: list[Text] = []
    server.faults = [fault, fault]  # type: ignore[list-item]
    patience_s = 1.0 if fault is replay.silent else 60.0
    assert fetch(collection, server, site, told, patience_s=patience_s).added == len(collection) == 60
    assert len(told) == (2 if fault is replay.limited else 0)


@pytest.mark.parametrize("site", ["lichess", "chesscom"])
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (replay.page, "a web page instead of games"),
        (replay.endless_line, "which is not a game|more than|no list of months"),
        (replay.silent, "did not answer in time"),
        (replay.limited, "asks for fewer requests"),
        (lambda handler, _: replay.send(handler, 404, b"{}"), "knows no player"),
        (lambda handler, _: replay.send(handler, 503, b""), "error 503"),
        (lambda handler, _: replay.send(handler, 302, b""), "error 302"),
        (lambda handler, _: replay.send(handler, 200, b"[1]\n"), "not a game|no list of months"),
    ],
)
def test_a_fault_that_stays_is_one_sentence_and_costs_no_game(
    server: replay.Server, collection: Collection, site: str, fault: object, words: str
) -> None:
    server.faults = [fault] * 9  # type: ignore[list-item]
    tracemalloc.start()
    with pytest.raises(wanted.WorldError, match=words):
        fetch(collection, server, site, patience_s=0.3 if fault is replay.silent else 60.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 << 20
    server.faults = []
    assert fetch(collection, server, site).added == len(collection) == 60


@pytest.mark.parametrize("entry", [b"oops", b'{"pgn": "' + b"x" * (2 << 20)], ids=["no object", "no end"])
def test_a_month_with_anything_but_games_is_refused_at_once(
    server: replay.Server, collection: Collection, entry: bytes
) -> None:
    """It is neither collected until the memory is full, nor requested again as an answer that broke off."""
    server.faults = [lambda *_: False, lambda handler, _: replay.send(handler, 200, b'{"games": [' + entry)]
    with pytest.raises(wanted.WorldError, match="an entry that is not a game"):
        fetch(collection, server, "chesscom")
    assert len(server.asked) == 2


def test_without_a_network_one_sentence_says_so(server: replay.Server, collection: Collection) -> None:
    choice = wanted.DownloadFilter("virtanen")
    with wire.HttpClient(print, lambda: True) as line, pytest.raises(wanted.WorldError, match="is this machine online"):
        list(fetching.fetch_games(collection, "lichess", choice, line, "http://127.0.0.1:1"))
    with wire.HttpClient(print, lambda: True) as line, pytest.raises(wanted.WorldError, match="is this machine online"):
        list(fetching.fetch_games(collection, "lichess", choice, line, "http://nowhere.invalid"))


def test_stopped_it_keeps_what_came_and_continues_there(server: replay.Server, collection: Collection) -> None:
    with wire.HttpClient(print, lambda: True) as line:
        for report in fetching.fetch_games(collection, "lichess", wanted.DownloadFilter("virtanen"), line, server.base):
            if report.came == 20:
                break
    assert len(collection) == 20
    assert fetch(collection, server).added == 40
    assert len(collection) == 60


def test_the_choice_of_games_is_kept_to(server: replay.Server, collection: Collection) -> None:
    assert fetch(collection, server, "chesscom", choice=wanted.DownloadFilter("virtanen", rated_only=True)).added == 30
    assert fetch(collection, server, "chesscom", choice=wanted.DownloadFilter("virtanen", colour="black")).added == 0
    assert fetch(collection, server, "chesscom", choice=wanted.DownloadFilter("virtanen", speeds=("rapid",))).added == 0
    assert fetch(collection, server, "chesscom").added == 30
    since = wanted.DownloadFilter("virtanen", since_ms=1_000 * (replay.STAMP + 40))
    assert fetch(collection, server, "chesscom", choice=since).came == 20
    choice = wanted.DownloadFilter("virtanen", True, ("daily", "blitz"), "black")
    fetch(collection, server, choice=choice)
    assert "rated=true&perfType=correspondence%2Cblitz&color=black" in server.asked[-1]


@pytest.mark.parametrize("name", ["", "a/../b", "x?y", "ä" * 3, "a" * 31])
def test_a_name_that_is_none_is_never_sent(name: str) -> None:
    with pytest.raises(wanted.WorldError, match="not a player name"):
        wanted.DownloadFilter(name)


def test_other_variants_are_left_out(server: replay.Server, collection: Collection) -> None:
    server.games[5]["variant"] = "crazyhouse"
    server.monthly[2023, 11][5]["rules"] = "bughouse"
    assert fetch(collection, server).added == 59
    assert fetch(collection, server, "chesscom").added == 59


def test_games_out_of_order_lose_none_at_a_cut_off(server: replay.Server, collection: Collection) -> None:
    server.games.reverse()
    server.faults = [replay.cut]
    fetch(collection, server)
    assert len(collection) == 60


def test_a_month_is_over_some_days_after_its_end() -> None:
    from datetime import UTC, datetime

    assert not Month(2023, 12).is_over(datetime(2024, 1, 2, tzinfo=UTC))
    assert Month(2023, 12).is_over(datetime(2024, 1, 5, tzinfo=UTC))


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(wanted.WorldError, match=r"install ratsu\[world\]"):
        wire.HttpClient(print, lambda: True)


def with_long_games(server: replay.Server) -> None:
    """Of half of a short answer nothing is read; of half of these the first games are."""
    for game in server.games:
        game["pgn"] = str(game["pgn"]).replace("1. ", f"1. {{{'x' * 9_000}}} ", 1)


@pytest.mark.parametrize(("cuts", "through"), [(1, True), (2, False)])
def test_only_three_cuts_one_after_another_without_a_new_game_end_it(
    server: replay.Server, collection: Collection, cuts: int, through: bool
) -> None:
    """One that comes after new games is the first of them."""
    with_long_games(server)
    server.faults = [replay.cut, *[lambda handler, body: replay.send(handler, 200, body[:9], length=len(body))] * cuts]
    with contextlib.nullcontext() if through else pytest.raises(wanted.WorldError):
        fetch(collection, server)
    assert len(collection) == 60 if through else 0 < len(collection) < 60


def test_after_a_cut_no_game_comes_twice(server: replay.Server, collection: Collection) -> None:
    with_long_games(server)
    server.faults = [replay.cut]
    assert fetch(collection, server).came in (60, 61)  # the place of the last game is asked for again


def test_the_games_of_a_month_that_breaks_off_again_and_again_stay(
    server: replay.Server, collection: Collection
) -> None:
    for game in server.monthly[2023, 11]:
        game["pgn"] = str(game["pgn"]).replace("1. ", f"1. {{{'x' * 9_000}}} ", 1)
    server.faults = [lambda *_: False, replay.cut, replay.cut, replay.cut]
    with pytest.raises(wanted.WorldError):
        fetch(collection, server, "chesscom")
    assert 0 < len(collection) < 60
