"""Tables and headings that tell two times apart: of '| Skins | 60 | 72 |' under 'Mês passado' and 'Hoje', only what holds now."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum

from bulk.analysis.folding import fold, fold_label
from bulk.analysis.reading import Line
from bulk.analysis.vocabulary import times
from bulk.analysis.vocabulary.turns import GAME_TURNS

_PARTINGS = (re.compile(r"\s*\|\s*"), re.compile(r"\s*;\s*"), re.compile(r"\s*\t\s*|\s{2,}"), re.compile(r"\s*,\s*"))
MIN_CELLS = 2
MAX_COLUMN_HEADING = 40
_LEAD = re.compile(r"\W*([a-z]{3,12}|\d{4}|[a-z]{3,9}[ /]\d{2,4}):\s")
_DATE = re.compile(times.DATE)


_FOREIGN = {game: re.compile(others, re.VERBOSE) for game, others in GAME_TURNS.items()}


class _Time(Enum):
    NOW = re.compile(times.NOW)
    OTHER = re.compile(times.OTHER_TIME)


def of_now(lines: Sequence[Line], game: str) -> Iterator[Line]:
    """The lines, without what other columns, other rows or other sections than those of now hold."""
    lines = _without_other_dates(_without_other_sections(lines, game))
    index = 0
    while index < len(lines):
        table = _alike(lines, index)
        rows = _columns(lines, index)
        yield from rows or _without_other_times(table)
        index += 1 + len(rows) if rows else len(table)


def _without_other_sections(lines: Sequence[Line], game: str) -> Sequence[Line]:
    """'Antes:' over lines, and 'Agora:' over others; 'LOL' and 'VALORANT'."""
    heads = [None if len(line.text) > MAX_COLUMN_HEADING or line.cells else _head(line.text, game) for line in lines]
    if _Time.NOW not in heads or _Time.OTHER not in heads:
        return lines
    kept: list[Line] = []
    is_other = False
    for index, (line, head) in enumerate(zip(lines, heads, strict=True)):
        ends = line.apart and (index == 0 or heads[index - 1] is None)
        is_other = head is _Time.OTHER if head else is_other and not ends
        if not is_other:
            kept.append(line)
    return kept


def _without_other_dates(lines: Sequence[Line]) -> Sequence[Line]:
    """'2023: 30 skins' above '2024: 61 skins', 'jan: nível 50' above 'hoje: nível 90': what a line of now stands against."""
    leads = [None if line.cells else _LEAD.match(fold(line.text[:MAX_COLUMN_HEADING]).text) for line in lines]
    dated = [index for index, lead in enumerate(leads) if lead and _DATE.fullmatch(lead[1])]
    has_now = any(lead and _Time.NOW.value.fullmatch(lead[1]) for lead in leads)
    old = set(dated if has_now else dated[:-1])
    return [line for index, line in enumerate(lines) if index not in old]


def _head(text: str, game: str) -> _Time | None:
    words = fold_label(text)
    if words == game:
        return _Time.NOW
    return _Time.OTHER if _FOREIGN[game].fullmatch(words) else _time(text)


def _columns(lines: Sequence[Line], index: int) -> list[Line]:
    """The rows under a header of times, each as its label and what it holds now."""
    for parting in _PARTINGS:
        told = [_time(cell) for cell in _cells(lines[index], parting)]
        if told[:1] != [None] or told[1:].count(_Time.NOW) != 1:
            told = [None, *told]
        if len(told) <= MIN_CELLS or None in told[1:] or told.count(_Time.NOW) != 1:
            continue
        place = told.index(_Time.NOW)
        rows = []
        for line in lines[index + 1 :]:
            cells = _cells(line, parting)
            if len(cells) != len(told):
                break
            pair = (cells[0], cells[place])
            rows.append(replace(line, text=" | ".join(pair), cells=pair))
        if rows:
            return rows
    return []


def _without_other_times(rows: Sequence[Line]) -> Sequence[Line]:
    """The rows of a table, without those that are told by another time, where one is told by now."""
    told = [_time(line.cells[0]) if line.cells else None for line in rows]
    if _Time.NOW not in told:
        return rows
    return [line for line, time in zip(rows, told, strict=True) if time is not _Time.OTHER]


def _alike(lines: Sequence[Line], index: int) -> Sequence[Line]:
    """The rows between bars that begin here, as long as they have as many cells; one line where none do."""
    width, end = len(lines[index].cells), index + 1
    while width >= MIN_CELLS and end < len(lines) and len(lines[end].cells) == width:
        end += 1
    return lines[index:end]


def _cells(line: Line, parting: re.Pattern[str]) -> Sequence[str]:
    return line.cells or parting.split(line.text)


def _time(cell: str) -> _Time | None:
    words = fold_label(cell)
    return next((time for time in _Time if time.value.fullmatch(words)), None)
