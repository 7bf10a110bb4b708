"""Options as engines declare them, and what they may be sent."""

import pytest

from engine.play.external.options import NO_BOUND, EngineOption, OptionKind, parse_uci_option, parse_xboard_option


def declared(line: str) -> EngineOption:
    option = parse_uci_option(f"option name {line}")
    assert option is not None
    return option


@pytest.mark.parametrize("written", ["true", "True", "TRUE"])
def test_a_check_is_true_however_it_is_spelled(written: str) -> None:
    """C# writes `True`: such an option was shown unchecked."""
    option = declared(f"Own Book type check default {written}")
    assert option.default == "true" and not option.fault
    assert [option.spelled(value) for value in ("True", "false", "1", "")] == ["true", "false", None, None]


@pytest.mark.parametrize(
    ("line", "default", "low", "high"),
    [
        ("Huge type spin default 99999999999999 min -5 max 9223372036854775807", "99999999999999", -5, NO_BOUND),
        ("Unsigned type spin default 7 min 0 max 18446744073709551615", "7", 0, NO_BOUND),
        ("No bounds type spin default 3000000000", "3000000000", -NO_BOUND, NO_BOUND),
        ("Nodes, max type spin default 5 min 1 max 10", "5", 1, 10),
    ],
)
def test_a_number_has_64_bits(line: str, default: str, low: int, high: int) -> None:
    option = declared(line)
    assert (option.default, option.low, option.high, bool(option.fault)) == (default, low, high, False)
    assert option.spelled(default) == default and option.spelled(str(high + 1)) is None


@pytest.mark.parametrize(
    ("line", "name", "default"),
    [
        ("Path type string empty", "Path", ""),  # cutechess, issue 406
        ("Path type string", "Path", ""),
        ("Path type string default", "Path", ""),
        ("Path type string default <empty>", "Path", ""),
        ("Text type string default a  b", "Text", "a  b"),
        ("Text type string default the min and the max var", "Text", "the min and the max var"),
        ("type type string default z", "type", "z"),
        ("Use type string default type check", "Use", "type check"),
        ("Use default value var type string default default", "Use default value var", "default"),
    ],
)
def test_a_text_is_whatever_comes_after_its_default(line: str, name: str, default: str) -> None:
    option = declared(line)
    assert (option.name, option.kind, option.default) == (name, OptionKind.STRING, default)


@pytest.mark.parametrize(
    ("line", "default", "choices"),
    [
        ("default chess var chess var mini var max var min", "chess", ("chess", "mini", "max", "min")),
        ("default Very High var Very Low var Very High var default", "Very High", ("Very Low", "Very High", "default")),
        ("var A var default default A", "A", ("A", "default")),
        ("default solid var Solid var Risky Play", "Solid", ("Solid", "Risky Play")),
        ("default <empty> var <empty> var A", "", ("", "A")),
    ],
)
def test_a_choice_may_be_called_like_a_field(line: str, default: str, choices: tuple[str, ...]) -> None:
    """A choice `max` became an empty one."""
    option = declared(f"Variant type combo {line}")
    assert (option.default, option.choices, bool(option.fault)) == (default, choices, False)


@pytest.mark.parametrize(
    ("option", "refused", "taken"),
    [
        (
            declared("UCI_Elo type spin default 1320 min 1320 max 3190"),
            ("500", "1e3", "", "x", "1320.5"),
            ("1320", "+1500"),
        ),
        (declared("Style type combo default Normal var Normal var Risky Play"), ("wild", ""), ("risky play",)),
        (declared("Text type string default x"), ("a\nb", "x" * 5_000), ("", "any thing")),
    ],
)
def test_only_what_is_declared_is_sent(option: EngineOption, refused: tuple[str, ...], taken: tuple[str, ...]) -> None:
    assert not any(option.accepts(value) for value in refused) and all(option.accepts(value) for value in taken)
    assert str(option.demand)


def test_an_xboard_number_has_64_bits_too() -> None:
    option = parse_xboard_option("Huge -spin 99999999999999 -99999999999999 99999999999999")
    assert option is not None and option.spelled("99999999999998") == "99999999999998" and not option.fault
