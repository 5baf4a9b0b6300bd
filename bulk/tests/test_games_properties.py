"""What holds of every paste, whatever people put into it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bulk.errors import TextEmpty
from bulk.games import GAMES
from bulk.games.lines import INVISIBLE, LINE_BREAK, WHITE_SPACE, ParsedLine, fold_login

# Much of what decides how a line is cut, and a little of everything else.
pieces = st.sampled_from(
    [
        "ana",
        "Bia07",
        "s:nha",
        ":",
        "::",
        " ",
        "\t",
        "\u00a0",
        "\u200b",
        "\ufeff",
        "\n",
        "\r\n",
        "\r",
        "|",
        "@",
        "a@b.co",
    ]
)
pastes = st.lists(pieces | st.text(max_size=4), max_size=40).map("".join)
games = pytest.mark.parametrize("slug", ["roblox", "war-thunder"])


def parsed(slug: str, text: str) -> list[ParsedLine]:
    """The lines of a text; none for a text without any."""
    try:
        return list(GAMES[slug].parse(text))
    except TextEmpty:
        return []


@games
@given(pastes)
def test_every_line_that_is_not_blank_is_told_once_at_its_own_number(slug: str, text: str) -> None:
    """Blank lines are skipped and not counted, line numbers are those of the pasted text."""
    lines = [INVISIBLE.sub("", line).strip(WHITE_SPACE) for line in LINE_BREAK.split(text)]

    assert [line.line for line in parsed(slug, text)] == [number for number, line in enumerate(lines, 1) if line]


@games
@given(pastes)
def test_a_valid_line_has_a_login_and_a_password_that_were_pasted(slug: str, text: str) -> None:
    seen = INVISIBLE.sub("", text)
    for line in parsed(slug, text):
        if line.valid:
            assert line.login
            assert line.password
            assert line.login in seen
            assert line.password in seen
        else:
            assert line.error
            assert line.duplicate_of is not None or (line.login, line.password) == ("", "") or line.errors


@games
@given(pastes)
def test_of_the_same_login_only_the_first_is_valid(slug: str, text: str) -> None:
    """The same login twice in a run is `duplicate` and names the earlier one."""
    lines = parsed(slug, text)
    valid = {line.line: fold_login(line.login) for line in lines if line.valid}

    assert len(set(valid.values())) == len(valid)
    for line in lines:
        if line.duplicate_of is not None:
            assert line.duplicate_of < line.line
            assert valid[line.duplicate_of] == fold_login(line.login)


@games
@given(pastes, st.sampled_from(["\n", "\r\n", "\r", "\n\n \n"]))
def test_line_breaks_of_any_kind_cut_the_same_lines(slug: str, text: str, line_break: str) -> None:
    told = [(line.login, line.password, line.error) for line in parsed(slug, text)]
    again = parsed(slug, LINE_BREAK.sub(lambda _: line_break, text))

    # A refusal names the earlier line by its number, which blank lines between them change.
    assert [_unnumbered(each) for each in told] == [
        _unnumbered((line.login, line.password, line.error)) for line in again
    ]


def _unnumbered(told: tuple[str, str, str]) -> tuple[str, str, str]:
    login, password, error = told
    return login, password, re.sub(r"\d+", "n", error)
