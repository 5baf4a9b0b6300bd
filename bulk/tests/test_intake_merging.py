"""Two browsers' drafts put together: nothing typed is lost, nothing removed comes back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bulk.intake.merging import merge_entries, merge_fields, merge_lines

BASE = ["ana:1", "bia:2", "caio:3", "", "duda:4"]


@pytest.mark.parametrize(
    ("theirs", "mine", "expected", "conflicts"),
    [
        (["ana:9", *BASE[1:]], [*BASE[:4], "duda:8"], ["ana:9", "bia:2", "caio:3", "", "duda:8"], []),
        (["ana:9", *BASE[1:]], ["ana:1", "bia:8", *BASE[2:]], ["ana:9", "bia:8", "caio:3", "", "duda:4"], []),
        (["ana:9", *BASE[1:]], ["ana:8", *BASE[1:]], ["ana:9", "ana:8", "bia:2", "caio:3", "", "duda:4"], [(0, 1)]),
        (BASE[2:], ["ana:1", "bia:8", *BASE[2:]], ["bia:8", "caio:3", "", "duda:4"], []),
        (BASE[:1], BASE[1:], [], []),
        ([*BASE, "eva:5"], [*BASE, "fabi:6"], [*BASE, "eva:5", "fabi:6"], []),
        ([*BASE, "eva:5"], [*BASE, "EVA:6"], [*BASE, "eva:5", "EVA:6"], [(5, 6)]),
        ([*BASE, "eva:5"], [*BASE, "eva:5"], [*BASE, "eva:5"], []),
        ([], [*BASE, "eva:5"], ["eva:5"], []),
        (["x:1"], [], ["x:1"], []),
    ],
    ids=[
        "lines apart",
        "lines side by side",
        "one line in two ways",
        "sent there, another corrected here",
        "each removed the rest",
        "two accounts added",
        "one account added twice",
        "the same added",
        "all sent there, one added here",
        "rewritten there, emptied here",
    ],
)
def test_lines_of_both_sides_are_merged(
    theirs: list[str], mine: list[str], expected: list[str], conflicts: list[tuple[int, int]]
) -> None:
    assert merge_lines(BASE, theirs, mine) == (expected, conflicts)


lines = st.lists(st.sampled_from(["", *(f"{login}:{secret}" for login in "abcd" for secret in "12")]), max_size=9)


@given(lines, lines)
def test_a_side_that_changed_nothing_takes_what_the_other_has(base: list[str], other: list[str]) -> None:
    assert merge_lines(base, other, base) == merge_lines(base, base, other) == (other, [])
    assert merge_lines(base, other, other) == (other, [])


@given(lines, lines, lines)
def test_what_either_side_wrote_is_in_the_merge(base: list[str], theirs: list[str], mine: list[str]) -> None:
    merged, conflicts = merge_lines(base, theirs, mine)

    assert {*theirs, *mine} - {*base} <= {*merged}
    assert {*theirs} & {*mine} <= {*merged}
    assert {*merged} <= {*theirs, *mine}
    assert all(other == line + 1 and merged[line] != merged[other] for line, other in conflicts)


unique_lines = st.lists(st.sampled_from([f"conta{n}:x" for n in range(9)]), max_size=9, unique=True)


@given(unique_lines, st.sets(st.integers(0, 8)), st.sets(st.integers(0, 8)), st.booleans())
def test_what_one_side_removed_does_not_come_back(base: list[str], there: set[int], here: set[int], added: bool) -> None:
    theirs = [line for place, line in enumerate(base) if place not in there]
    mine = [line for place, line in enumerate(base) if place not in here] + (["nova:x"] if added else [])

    merged, conflicts = merge_lines(base, theirs, mine)

    assert merged == [line for line in mine if line in theirs or line == "nova:x"]
    assert conflicts == []


def test_five_thousand_lines_shuffled_are_merged() -> None:
    base = [f"conta{number:04}:Senha#1" for number in range(5_000)]
    theirs = [base[(place * 7) % 5_000] for place in range(5_000)]
    mine = [*base[:4_999], "conta4999:Outra#2"]

    merged, _ = merge_lines(base, theirs, mine)

    assert set(merged) == {*base[:4_999], "conta4999:Outra#2"}


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "expected"),
    [
        ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 3}, {"a": 2, "b": 3}),
        ({"a": 1}, {"a": 2}, {"a": 3}, {"a": 3}),
        ({"a": 1}, {}, {"a": 1}, {}),
        ({"a": 1}, {}, {"a": 2}, {"a": 2}),
        (
            {"ana": {"price": "1"}},
            {"ana": {"price": "1", "title": "x"}},
            {"ana": {"price": "2"}},
            {"ana": {"price": "2", "title": "x"}},
        ),
        ({}, {"ana": {"title": "x"}}, {"ana": {"price": "2"}}, {"ana": {"title": "x", "price": "2"}}),
    ],
    ids=["apart", "both", "removed there", "removed there, changed here", "deeper", "deeper and new"],
)
def test_fields_of_both_sides_are_merged(
    base: dict[str, Any], theirs: dict[str, Any], mine: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert merge_fields(base, theirs, mine) == expected


def entry(name: str, login: str = "ana", **more: Any) -> dict[str, Any]:
    return {"id": name, "account": {"login": login}, "sent": None, "conflict": False} | more


def test_entries_of_both_sides_are_merged() -> None:
    base = [entry("1"), entry("2"), entry("3"), entry("4"), entry("5")]
    theirs = [entry("1", "bia"), entry("2"), entry("4", "bia"), entry("5", "bia"), entry("6")]
    mine = [entry("1"), entry("2", "caio"), entry("3"), entry("4", "caio"), entry("7")]

    merged = merge_entries(base, theirs, mine)

    told = [(each["account"]["login"], each["conflict"]) for each in merged]
    assert [each["id"] for each in merged if not each["conflict"]] == ["1", "2", "4", "5", "6", "7"]
    assert told[:4] == [("bia", False), ("caio", False), ("bia", False), ("caio", True)]
    assert len({each["id"] for each in merged}) == len(merged) == 7


names = st.lists(st.sampled_from("abcdef"), unique=True, max_size=6)
logins = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["ana", "bia"]))


@given(names, names, names, logins, logins)
def test_every_entry_that_a_side_wrote_is_in_the_merge(
    base: list[str], theirs: list[str], mine: list[str], there: dict[str, str], here: dict[str, str]
) -> None:
    was = [entry(name, "x") for name in base]
    one = [entry(name, there.get(name, "x")) for name in theirs]
    other = [entry(name, here.get(name, "x")) for name in mine]

    merged = merge_entries(was, one, other)

    wrote = {(each["id"][0], each["account"]["login"]) for each in [*one, *other] if each not in was}
    kept = {each["account"]["login"] for each in merged}
    assert {login for _, login in wrote} <= kept
    assert {name for name, _ in wrote} <= {each["id"] for each in merged}
    assert len({each["id"] for each in merged}) == len(merged)
    assert merge_entries(was, one, was) == one
    assert merge_entries(was, was, other) == other
