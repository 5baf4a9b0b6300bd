"""Texts whose reading is known (the folder `texts`): invented accounts, reserved domains, as sellers and buyers write them.

`examples.jsonl` holds worked examples, a JSON object a line. `seen` and `unseen` hold texts of our own: the rules were
written with the first in view, of the second only the scores were looked at. Most of `unseen` was written by strangers
to the rules. What each set was read at first, in this order, before anything was changed for it (F1 of fields,
credentials exact, filled but not stated):

    hand          0.950     32 of 34
    kin           0.982     15 of 16                 0.856 and 9 of 16 where known gaps were aimed at
    market        0.926     32 of 38      3.0 %      then 0.944, 0.972 and 0.954, 24 of 27, for further ones
    siblings      0.945    126 of 135     3.0 %      288 texts by three strangers; the 51 misread are now seen
    strangers     0.905     21 of 29      3.1 %      the 29 misread are now seen
    cousins       0.987     54 of 55      1.0 %      never looked at
    cousins-2     0.986     44 of 47      0.4 %      the 7 misread are now seen
    cousins-3     0.996     84 of 87      0.4 %      credentials in each; two of the three misread are now seen
    cousins-4     0.998     95 of 95      0.3 %      credentials in most; never looked at
    cousins-5     0.987     50 of 51        0 %      never looked at
    cousins-6     0.991    122 of 126     0.1 %      the 7 misread are now seen

`others` holds texts by eleven more hands, written from the formats of the field for training, and `fresh` 930 by three
further ones, which nothing is learned from but how sure the reader may be. The weights are also learned from the sealed sets
of earlier releases (`bench.material.RELEASED`), which are no part of this corpus.

A file of ours goes

    %% fn-lines-01                 a text's name (and, in `others`, its layout and language), and the text as pasted
    Login: joana …
    %% escaped                     where \\t, \\u200b and the like in the text stand for those characters
    %% gold                        what is to be read of its first account; %% account begins each further one
    login joana                    a field and its value, JSON or plain
    price 85 BRL                   what the account is offered for
    # agents 5                     how many, where the text doesn't say which
    ? platform PC                  may be read so, or not at all
    ~ rare_items                   is not judged
    warn banned                    a warning of the text
    secret abc                     must be nowhere in the answer
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TEXTS = Path(__file__).with_name("texts")
GAMES = ("fortnite", "valorant")
EXAMPLES, SEEN, UNSEEN, OTHERS, FRESH = "examples", "seen", "unseen", "others", "fresh"
CREDENTIALS = ("login", "password", "email_login", "email_password")

_HEAD = re.compile(r"^%% (.+)\n", re.MULTILINE)


@dataclass
class Gold:
    """What is to be read of one account. `optional` may be read so or not at all; `ignored` is not judged."""

    credentials: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    optional: dict[str, list[Any]] = field(default_factory=dict)
    ignored: set[str] = field(default_factory=set)


@dataclass
class Case:
    """A text of one part of the corpus, its accounts, its warnings, and what must not be in the answer at all."""

    name: str
    game: str
    part: str
    text: str
    accounts: list[Gold] = field(default_factory=list)
    warnings: set[str] = field(default_factory=set)
    secrets: list[str] = field(default_factory=list)
    price: dict[str, Any] | None = None


def batches() -> dict[str, list[Case]]:
    """The corpus by part, game and kind of name ("seen-fortnite-fn-lines"), so that a test case is a batch of texts."""
    found: dict[str, list[Case]] = defaultdict(list)
    for case in cases():
        found["-".join((case.part, case.game, case.name.rpartition("-")[0]))].append(case)
    return found


def cases() -> list[Case]:
    found = [_example(json.loads(line)) for line in (TEXTS / "examples.jsonl").read_text("utf-8").splitlines()]
    return [*found, *cases_of(SEEN, UNSEEN, OTHERS)]


def cases_of(*parts: str) -> list[Case]:
    found: list[Case] = []
    for part in parts:
        for game in GAMES:
            for path in sorted((TEXTS / part / game).glob("*.txt")):
                found += _own(path.read_text("utf-8"), game, part)
    return found


def _example(raw: dict[str, Any]) -> Case:
    gold = raw["gold"]
    accounts = [_example_account(account) for account in gold.get("accounts", [gold])]
    warnings, secrets = set(gold["warnings"]), gold.get("must_not_contain", [])
    return Case(raw["id"], raw["game"], EXAMPLES, raw["text"], accounts, warnings, secrets)


def _example_account(gold: dict[str, Any]) -> Gold:
    counts = {f"#{item}": number for item, number in gold.get("counts", {}).items()}
    optional = {name: [*values, values] for name, values in gold.get("optional", {}).items()}
    return Gold(gold["credentials"], gold["account_data"] | counts, optional, set(gold.get("ignore", [])))


def _own(content: str, game: str, part: str) -> Iterator[Case]:
    case: Case | None = None
    pieces = _HEAD.split(content)[1:]
    for head, body in zip(pieces[::2], pieces[1::2], strict=True):
        if head.startswith(("fn-", "va-")):
            if case:
                yield case
            case = Case(head.split()[0], game, part, body.removesuffix("\n"))
        elif case and head == "escaped":
            case.text = _unescaped(case.text)
        elif case:
            case.accounts.append(_account(case, body.splitlines()))
    if case:
        yield case


def _unescaped(text: str) -> str:
    quoted = text.replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return str(json.loads(f'"{quoted}"'))


def _account(case: Case, lines: Sequence[str]) -> Gold:
    gold = Gold()
    for line in filter(None, lines):
        sign, _, rest = line.partition(" ")
        name, _, value = rest.partition(" ")
        if sign == "warn":
            case.warnings.add(rest)
        elif sign == "secret":
            case.secrets.append(rest)
        elif sign == "~":
            gold.ignored.add(rest)
        elif sign == "?":
            gold.optional.setdefault(name, []).append(_value(name, value))
        elif sign == "price":
            case.price = {"amount": float(name), "currency": value}
        elif sign == "#":
            gold.values[f"#{name}"] = int(value)
        elif sign in CREDENTIALS:
            gold.credentials[sign] = rest
        else:
            gold.values[sign] = _value(sign, rest)
    return gold


def _value(name: str, written: str) -> Any:
    try:
        return written if name in CREDENTIALS else json.loads(written)
    except ValueError:
        return written
