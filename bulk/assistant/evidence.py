"""What of a model's answer may be believed: only what stands in the text that the model saw."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bulk.analysis.fields import MAX_COUNT, MAX_NAMES, Field, Kind
from bulk.analysis.folding import fold
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type, lex
from bulk.analysis.reading import Line
from bulk.analysis.result import MAX_PIECE_CHARACTERS, Origin
from bulk.analysis.values import Rank, plain, read_rank


class Evidence:
    """The numbers, ranks, places and words of a text, and the line of each."""

    def __init__(self, lines: Sequence[Line], lexicon: Lexicon) -> None:
        self._lines = [(line, fold(line.text).text) for line in lines]
        self._lexicon = lexicon
        self._numbers: dict[float, Line] = {}
        self._said: dict[tuple[Type, str], Line] = {}
        self._ranks: dict[Rank, Line] = {}
        for line in lines:
            self._note(line, lex(line.text, lexicon))

    def origins(self, answer: Mapping[str, Any]) -> Iterator[Origin]:
        """The values of an answered account that the text bears out, under the API's names."""
        for field in self._lexicon.fields.values():
            checked = self._rank(field, answer) if field.kind is Kind.RANK else self._checked(field, answer)
            if checked:
                values, line = checked
                for name, value in values.items():
                    yield Origin(name, value, line.text[:MAX_PIECE_CHARACTERS], line.number)

    def _note(self, line: Line, tokens: Sequence[Token]) -> None:
        for index, token in enumerate(tokens):
            if token.number is not None:
                self._numbers.setdefault(float(plain(token.number)), line)
            self._said.setdefault((token.type, token.value), line)
            read = read_rank(tokens, index, after_label=True)
            if read and isinstance(read.value, Rank):
                self._ranks.setdefault(read.value, line)

    def _checked(self, field: Field, answer: Mapping[str, Any]) -> tuple[dict[str, Any], Line] | None:
        checker = _CHECKERS.get(field.kind)
        if checker is None or field.name not in answer:
            return None
        found = checker(self, field, answer[field.name])
        return ({field.name: found[0]}, found[1]) if found else None

    def _rank(self, field: Field, answer: Mapping[str, Any]) -> tuple[dict[str, Any], Line] | None:
        rank = Rank(answer.get(f"{field.name}_tier", ""), answer.get(f"{field.name}_division"))
        try:
            line = self._ranks.get(rank)
        except TypeError:  # a list or an object where a name belongs
            return None
        if line is None:
            return None
        named = {f"{field.name}_tier": rank.tier, f"{field.name}_division": rank.division}
        return {name: value for name, value in named.items() if value is not None}, line

    # One for each form of a value: what is believed of it, and the line that says so

    def _count(self, _: Field, value: Any) -> tuple[Any, Line] | None:
        line = self._numbers.get(value) if type(value) is int and 0 <= value <= MAX_COUNT else None
        return (value, line) if line else None

    def _percent(self, _: Field, value: Any) -> tuple[Any, Line] | None:
        line = self._numbers.get(value) if type(value) in (int, float) and 0 <= value <= 100 else None
        return (value, line) if line else None

    def _flag(self, field: Field, value: Any) -> tuple[Any, Line] | None:
        line = self._said.get((Type.LABEL, field.name))
        return (value, line) if line and isinstance(value, bool) else None

    def _place(self, field: Field, value: Any) -> tuple[Any, Line] | None:
        kind = Type.SERVER if field.kind is Kind.SERVER else Type.PLATFORM
        names = value if isinstance(value, list) and field.name == "platforms" else [value]
        lines = [self._said.get((kind, name)) for name in names if isinstance(name, str)]
        found = [line for line in lines if line]
        return (value, found[0]) if found and len(found) == len(names) else None

    def _names(self, _: Field, value: Any) -> tuple[Any, Line] | None:
        if not isinstance(value, list):
            return None
        found = {name: line for name in value[:MAX_NAMES] if isinstance(name, str) and (line := self._line_of(name))}
        return (list(found), next(iter(found.values()))) if found else None

    def _seasons(self, field: Field, value: Any) -> tuple[Any, Line] | None:
        listed = value if isinstance(value, list) else [value]
        found = [checked[1] for each in listed if (checked := self._count(field, each))]
        return (value, found[0]) if found and len(found) == len(listed) else None

    def _line_of(self, name: str) -> Line | None:
        folded = fold(name.strip()).text
        return next((line for line, text in self._lines if len(folded) > 2 and folded in text), None)


_CHECKERS: dict[Kind, Callable[[Evidence, Field, Any], tuple[Any, Line] | None]] = {
    Kind.COUNT: Evidence._count,
    Kind.PERCENT: Evidence._percent,
    Kind.FLAG: Evidence._flag,
    Kind.SERVER: Evidence._place,
    Kind.PLATFORM: Evidence._place,
    Kind.NAMES: Evidence._names,
    Kind.SEASONS: Evidence._seasons,
}
