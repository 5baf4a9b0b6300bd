"""Three-way merge of a draft that two browsers changed, against the last version that both had read. Pure. What one
side changed is taken over; what both changed stays twice, theirs before mine, and is told: nothing typed is lost, and
what was sent or removed on one side does not come back."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple
from uuid import uuid4

from bulk.games.lines import fold_login

Key = tuple[str, int]
"""A line and which of its repetitions it is, so that every line of a text is another one."""


class Merged(NamedTuple):
    """`conflicts` are places of two lines that were one."""

    lines: list[str]
    conflicts: list[tuple[int, int]]


def merge_lines(base: Sequence[str], theirs: Sequence[str], mine: Sequence[str]) -> Merged:
    placed: dict[Key, None] = {}
    conflicts: list[tuple[int, int]] = []
    for was, there, here in _regions(_key_lines(base), _key_lines(theirs), _key_lines(mine)):
        for pair in _merge_region(was, there, here):
            new = [key for key in pair if key and key not in placed]  # each once, wherever the two sides have put it
            conflicts += [(len(placed), len(placed) + 1)] if len(new) == 2 else []
            placed |= dict.fromkeys(new)
    return Merged([line for line, _ in placed], conflicts)


def merge_fields(base: Mapping[str, Any], theirs: Mapping[str, Any], mine: Mapping[str, Any]) -> dict[str, Any]:
    """Field by field, however deep; of a field that both changed mine holds."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys([*theirs, *mine]):
        was, there, here = (each.get(name, _ABSENT) for each in (base, theirs, mine))
        if isinstance(there, Mapping) and isinstance(here, Mapping):
            found[name] = merge_fields(was if isinstance(was, Mapping) else {}, there, here)
        elif (value := there if here == was else here) is not _ABSENT:
            found[name] = value
    return found


def merge_entries(
    base: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]], mine: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Entries by their `id`. One that both changed stays as theirs, and mine beside it with an id of its own and
    `conflict`; one that one side changed and the other removed stays."""
    was, there, here = ({entry["id"]: entry for entry in each} for each in (base, theirs, mine))
    kept = [name for name in was if (name in here) != (name in there) and (here | there)[name] != was[name]]
    # To the merge of their order an entry that was changed is a new one, which no removal takes along.
    order = merge_lines([name for name in was if name not in kept], list(there), list(here)).lines
    found: list[dict[str, Any]] = []
    for name in order:
        one, other = there.get(name), here.get(name)
        changed = [entry for entry in (one, other) if entry is not None and entry != was.get(name)]
        if len(changed) == 2 and one != other:
            found += [dict(changed[0]), {**changed[1], "id": str(uuid4()), "conflict": True}]
        else:
            found.append(dict(changed[0] if changed else one or other or {}))
    return found


_ABSENT = object()


def _key_lines(lines: Sequence[str]) -> list[Key]:
    before: dict[str, Iterator[int]] = defaultdict(count)
    return [(line, next(before[line])) for line in lines]


def _regions(base: list[Key], theirs: list[Key], mine: list[Key]) -> Iterator[tuple[list[Key], list[Key], list[Key]]]:
    """The three texts cut at every line that all of them have in the same order; such a line is a region too."""
    in_theirs, in_mine = _matches(base, theirs), _matches(base, mine)
    shared = sorted(in_theirs.keys() & in_mine.keys())
    start = (0, 0, 0)
    for place in shared:
        end = (place, in_theirs[place], in_mine[place])
        yield base[start[0] : end[0]], theirs[start[1] : end[1]], mine[start[2] : end[2]]
        yield [base[place]], [base[place]], [base[place]]
        start = (end[0] + 1, end[1] + 1, end[2] + 1)
    yield base[start[0] :], theirs[start[1] :], mine[start[2] :]


def _matches(base: list[Key], other: list[Key]) -> dict[int, int]:
    """{place in base: place in the other} of the most lines that stand in both in the same order."""
    places = {key: place for place, key in enumerate(other)}
    ends: list[int] = []  # the least place in the other at which so many lines can end
    last: list[int] = []  # the place in base of that line
    before: dict[int, int | None] = {}
    for place, key in enumerate(base):
        if key not in places:
            continue
        length = bisect_left(ends, places[key])
        before[place] = last[length - 1] if length else None
        ends[length : length + 1] = [places[key]]
        last[length : length + 1] = [place]
    found: dict[int, int] = {}
    at = last[-1] if last else None
    while at is not None:
        found[at] = places[base[at]]
        at = before[at]
    return found


def _merge_region(was: list[Key], there: list[Key], here: list[Key]) -> list[tuple[Key | None, Key | None]]:
    """The lines of a region; (theirs, mine) for two that were one, else one of them."""
    if there in (was, here) or here == was:
        return [(key, None) for key in (here if there == was else there)]
    if len(was) == len(there) == len(here) and _in_place(was, there) and _in_place(was, here):
        return [
            (there_key, here_key)
            if old not in (there_key, here_key) and there_key != here_key
            else (here_key if there_key == old else there_key, None)
            for old, there_key, here_key in zip(was, there, here, strict=True)
        ]
    known, in_there, in_here = set(was), set(there), set(here)
    left = {_login(key): key for key in here if _login(key) and key not in known and key not in in_there}
    found: list[tuple[Key | None, Key | None]] = []
    for key in there:
        if key in known and key not in in_here:
            continue
        changed = left.get(_login(key)) if key not in known else None
        if changed and changed[0] != key[0]:
            del left[_login(key)]
            found.append((key, changed))
        else:
            found.append((key, None))
    taken = {other for _, other in found}
    return found + [(None, key) for key in here if key not in known and key not in in_there and key not in taken]


def _in_place(was: list[Key], now: list[Key]) -> bool:
    """Whether lines were changed where they stood, and none moved."""
    known = set(was)
    return all(key == old or key not in known for old, key in zip(was, now, strict=True))


def _login(key: Key) -> str:
    return fold_login(key[0].partition(":")[0])
