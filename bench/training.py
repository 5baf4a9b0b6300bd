"""Trains the weights of the analyser's choices: a log-linear model, AdaGrad, plain Python.

`python -m bench.training` writes `weights.tsv` and `calibration.tsv` of bulk/analysis/data, in half an hour. It learns from the
corpus and from the sealed sets of earlier releases (`material.RELEASED`), three times with a third of it left out (of the texts
by other hands, whole hands), prints the scores of what was left out, and learns from all of it in the end. How often it is
right when it says how sure it is, it takes from texts that it has not learned from.
`--trial` leaves out the last two steps, `--calibrate` all but the last.

Each question that the reader asks of a training text (which value does this label announce, which row is this, whose is
it, which label has this number) is a group of options with features; those that agree with what is to be read are right.
"""

import gc
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from typing import Any
from zlib import crc32

from bench.material import LATER, MADE_UP, RELEASED, VARIANT, WAYS, material, released
from bench.scoring import confidences
from bulk.analysis import accounts, analyse, choose, result
from bulk.analysis.analyser import Walk, by_model, unwrap
from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.folding import clear_after_reading
from bulk.analysis.lexicon import lexicon_of
from bulk.analysis.records import Rank, Record, records_of
from bulk.analysis.tests.corpus import EXAMPLES, FRESH, OTHERS, SEEN, UNSEEN, Case, Gold, cases, cases_of
from bulk.analysis.tests.judge import NOTHING, Score, judge, judge_account
from bulk.characters import LINE_BREAK

FOLDS = 3
PRIOR = {"0|by=cliente": 1.0, "0|heading|True": 3.0}
"""What rules knew before: where the learning begins."""
Group = tuple[float, list[list[str]], list[bool]]
"""A question: what its answer is worth, the features of its options, which of them are right."""
WORTH = {OTHERS: 10.0, WAYS: 60.0}
OF_OURS, OF_CODE = 16.0, 0.5
"""A text, as it came, tells more of texts that nobody has seen than one that code made; three quarters of those by people are by
other hands, so each of ours weighs more. The ways of writing are few, and each is to be read by itself."""
PAIRS = {"login": ("login", "email_login"), "password": ("password", "email_password")}
PAIRS |= {"email_login": PAIRS["login"], "email_password": PAIRS["password"]}


class Teacher:
    """Answers the reader's questions as the gold of a case says, and keeps them."""

    def __init__(self, case: Any) -> None:
        self.golds = case.accounts
        is_of_code = case.part == MADE_UP or VARIANT in case.name
        self.worth = OF_CODE if is_of_code else WORTH.get(case.part, OF_OURS)
        self.ignored = {name for gold in case.accounts for name in gold.ignored}
        self.optional = {name.lstrip("#") for gold in case.accounts for name in gold.optional}
        self.groups: list[Group] = []

    def __call__(self, kind: str, features: Sequence[choose.Features], options: Sequence[Any], page: Any) -> list[float]:
        right, judged = getattr(self, f"_{kind}")(options, page)
        if judged and any(right):
            self.groups.append((self.worth, [list(each) for each in features], right))
        return [100.0 if each else 0.0 for each in right]

    def _is_secret(self, name: str, value: str) -> bool:
        return any(gold.credentials.get(each) == value for gold in self.golds for each in PAIRS[name])

    def _label(self, options: Sequence[Any], page: Any) -> tuple[list[bool], bool]:
        matched = []
        for option in options:
            values = [(each.name, page.lines[each.line].text[each.start : each.end]) for each in option.placed]
            matched.append(len(values) if values and all(self._is_secret(*each) for each in values) else 0)
        most = max(matched)
        right = [count == most for count in matched] if most else [not option.placed for option in options]
        return right, self.ignored.isdisjoint(CREDENTIALS) and self.optional.isdisjoint(CREDENTIALS)

    def _row(self, options: Sequence[Any], page: Any) -> tuple[list[bool], bool]:
        matched = []
        for row in options:
            if row is None:
                matched.append(0)
                continue
            values = {each.name: page.lines[each.line].text[each.start : each.end] for each in row.placed}
            matched.append(max(self._fits(values, gold) for gold in self.golds))
        most = max(matched)
        return [
            count == most if most else options[place] is None for place, count in enumerate(matched)
        ], self.ignored.isdisjoint(CREDENTIALS) and self.optional.isdisjoint(CREDENTIALS)

    @staticmethod
    def _fits(values: dict[str, str], gold: Any) -> int:
        if all(gold.credentials.get(name) == value for name, value in values.items()):
            return len(values)
        of_mail = {f"email_{name}": value for name, value in values.items()}
        if values.keys() == {"login", "password"} and all(
            gold.credentials.get(name) == value for name, value in of_mail.items()
        ):
            return len(values)
        return 0

    def _loose(self, options: Sequence[Any], page: Any) -> tuple[list[bool], bool]:
        values = [each and (each.name, page.lines[each.line].text[each.start : each.end]) for each in options]
        right = [bool(each) and any(gold.credentials.get(each[0]) == each[1] for gold in self.golds) for each in values]
        right[-1] = not any(right)
        return right, self.ignored.isdisjoint(CREDENTIALS) and self.optional.isdisjoint(CREDENTIALS)

    def _owner(self, options: Sequence[Any], page: Any) -> tuple[list[bool], bool]:
        right = []
        for owner, placed, text in options:
            short = placed.name.removeprefix("email_")
            name = {"account": short, "mail": f"email_{short}"}.get(owner, "")
            right.append(any(gold.credentials.get(name) == text for gold in self.golds))
        right[-1] = not any(right)
        return right, self.ignored.isdisjoint(CREDENTIALS) and self.optional.isdisjoint(CREDENTIALS)

    def _value(self, options: Sequence[Any], page: Any) -> tuple[list[bool], bool]:
        right = [
            bool(option.name) and any(self._states(option.name, option.value, gold, page) for gold in self.golds)
            for option in options
        ]
        doubtful = any(
            option.name in self.ignored | self.optional or f"#{option.name}" in self.ignored for option in options
        )
        doubtful = doubtful or any(f"{option.name}_tier" in self.ignored | self.optional for option in options)
        if not any(right):
            return [not option.name for option in options], not doubtful
        return right, True

    @staticmethod
    def _states(name: str, value: Any, gold: Any, page: Any) -> bool:
        if isinstance(value, Rank):
            told = gold.values.get(f"{name}_tier") == value.tier
            return told and (value.division is None or gold.values.get(f"{name}_division") == value.division)
        kind = page.lexicon.kind_of(name)
        if kind is Kind.RANK:
            return gold.values.get(f"{name}_division") == value
        if kind is Kind.NAMES:
            return gold.values.get(f"#{name}") == value
        stated = gold.values.get(name)
        if name == "platforms":
            return value in (stated or ())
        return name in gold.values and stated == value and isinstance(stated, bool) == isinstance(value, bool)


class AccountTeacher(Teacher):
    """Reads by the weights that there are, which have not seen the text, and says which of the accounts told apart are
    accounts: what leaves the fewest values missed and wrong."""

    def __init__(self, case: Any, records: Sequence[Record]) -> None:
        super().__init__(case)
        self._case, self._records, self._merged = case, records, 0
        self._source = LINE_BREAK.sub("\n", case.text).split("\n")

    def _account(self, options: Sequence[Any], page: Any) -> tuple[list[bool], bool]:
        place = next(at for at, record in enumerate(self._records) if record is options[0].accounts[1])
        first = place - 1 - self._merged
        costs = [sum(self._cost(each, at) for at, each in enumerate(way.accounts, first)) for way in options]
        if len(self.golds) - first > len(self._records) - place:  # none is left to be this account
            costs[1:] = [cost + self._cost(None, first + 1) for cost in costs[1:]]
        right = [cost == min(costs) for cost in costs]
        self._merged += not right[0]
        return [True, *[False] * (len(right) - 1)] if right[0] else right, True

    def _cost(self, record: Record | None, at: int) -> int:
        score, gold = Score(), self.golds[at] if at < len(self.golds) else Gold()
        read = result.account_of(record, self._case.game, [], [], self._source).as_json() if record else NOTHING
        judge_account(self._case.name, read, gold, score)
        return score.missed + score.wrong

    def _text(self, options: Sequence[Any], page: Any) -> tuple[list[bool], bool]:
        is_none = not any(gold.credentials or gold.values or gold.optional or gold.ignored for gold in self.golds)
        return [not is_none, is_none], True


@clear_after_reading()
def account_groups_of(case: Any) -> list[Group]:
    """What is asked about the accounts of a text, as the weights that there are read it."""
    page, _ = unwrap(case.text, lexicon_of(case.game))
    walk = Walk(page, by_model)
    walk.run()
    records = records_of(walk.units)
    teacher = AccountTeacher(case, records)
    accounts.select_accounts(records, page, teacher)
    return teacher.groups


def groups_of(cases: Iterable[Any]) -> list[Group]:
    found: list[Group] = []
    for case in cases:
        teacher = Teacher(case)
        page, _ = unwrap(case.text, lexicon_of(case.game))
        Walk(page, teacher).run()
        found += teacher.groups
    return found


def trained(
    groups: Sequence[Group], *, epochs: int = 14, rate: float = 0.1, decay: float = 1e-5, least: int = 2, seed: int = 1
) -> dict[str, float]:
    """The weight of each feature that at least so many groups have: the mean over the later half of the learning, which
    depends less on the order of the texts than where it ends."""
    seen = Counter(feature for _, options, _ in groups for feature in {each for option in options for each in option})
    index = {
        feature: place
        for place, feature in enumerate(sorted(feature for feature, count in seen.items() if count >= least))
    }
    plain = [
        (worth, [[index[each] for each in option if each in index] for option in options], right)
        for worth, options, right in groups
    ]
    weights, squares = [PRIOR.get(feature, 0.0) for feature in index], [1e-3] * len(index)
    sums, taken = [0.0] * len(index), 0
    order = list(range(len(plain)))
    quarter = max(1, len(order) // 4)
    generator = random.Random(seed)
    for epoch in range(epochs):
        generator.shuffle(order)
        for count, at in enumerate(order, start=1):
            worth, options, right = plain[at]
            scores = [sum([weights[each] for each in option]) for option in options]
            top = max(scores)
            powers = [math.exp(each - top) for each in scores]
            total = sum(powers)
            told = sum(power for power, is_right in zip(powers, right, strict=True) if is_right)
            for option, power, is_right in zip(options, powers, right, strict=True):
                slope = power / total - (power / told if is_right and told else 0.0)
                if abs(slope) < 1e-3:
                    continue
                slope *= worth
                for each in option:
                    gradient = slope + decay * weights[each]
                    squares[each] += gradient * gradient
                    weights[each] -= rate * gradient / math.sqrt(squares[each])
            if epoch >= epochs // 2 and count % quarter == 0:
                sums, taken = [one + other for one, other in zip(sums, weights, strict=True)], taken + 1
    return {feature: sums[place] / taken for feature, place in index.items()}


def written(weights: dict[str, float], least: float = 0.28) -> str:
    """The file: in a row how much the feature has of the one above, the rest of it, its weight in hundredths."""
    kept = sorted((feature, weight) for feature, weight in weights.items() if abs(weight) >= least)
    shared = [0, *(_shared(one, other) for (one, _), (other, _) in pairwise(kept))]
    return "".join(
        f"{same}\t{name[same:]}\t{100 * weight:.0f}\n" for same, (name, weight) in zip(shared, kept, strict=True)
    )


def _shared(one: str, other: str) -> int:
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


def steps(told: Sequence[tuple[float, bool]], least: int = 60) -> list[tuple[float, float]]:
    """(what the model says, how often it is right) in rising steps of at least so many values each."""
    bands: list[list[float]] = []
    for said, right in sorted(told):
        if not bands or bands[-1][2] >= least:
            bands.append([0.0, 0.0, 0.0])
        bands[-1][0] += said
        bands[-1][1] += right
        bands[-1][2] += 1
        while len(bands) > 1 and bands[-1][2] >= least and bands[-2][1] / bands[-2][2] > bands[-1][1] / bands[-1][2]:
            last = bands.pop()
            bands[-1] = [one + other for one, other in zip(bands[-1], last, strict=True)]
    return [(said / count, right / count) for said, right, count in bands]


def fold_of(case: Case) -> int:
    """Which of the three folds a text is in, with its variants: those by other hands by the hand; -1 for made-up ones."""
    if case.part not in (EXAMPLES, SEEN, UNSEEN, OTHERS):
        return -1
    name = case.name.partition(VARIANT)[0]
    if case.part != OTHERS:
        return crc32(name.encode()) % FOLDS
    hand = name.split("-")[1]
    return RELEASED.index(hand) // 2 % FOLDS if hand in RELEASED else ord(hand) % FOLDS  # two sets were written at a time


def main() -> None:
    """Train and score as the first lines of this file say."""
    if "--calibrate" in sys.argv:
        calibrate()
        return
    gc.disable()  # the groups are millions of lists, which it would look through again and again
    corpus = cases() + released()
    texts = material(corpus)
    groups: dict[int, list[Group]] = {fold: [] for fold in range(-1, FOLDS)}
    for case in texts:
        groups[fold_of(case)] += groups_of([case])
    weights = [_without(fold, groups) for fold in range(FOLDS)]
    of_accounts: dict[int, list[Group]] = {}
    for fold in groups:
        _write(weights[max(fold, 0)])
        left_out = [case for case in texts if fold_of(case) == fold and case.part != MADE_UP and VARIANT not in case.name]
        of_accounts[fold] = [group for case in left_out for group in account_groups_of(case)]
    scores: dict[str, list[Score]] = defaultdict(list)
    for fold in range(FOLDS):
        _write(weights[fold] | _without(fold, of_accounts))
        left_out = [case for case in corpus if fold_of(case) == fold]
        answers = {(case.text, case.game): analyse(case.text, case.game) for case in left_out}
        for case in left_out:
            scores[case.part].append(judge([case], lambda text, game, known=answers: known[text, game]))
    for part, each in scores.items():
        print(f"{part}: {_summed(each)}")
    if "--trial" not in sys.argv:
        _write(_without(FOLDS, groups) | _without(FOLDS, of_accounts))
        calibrate()


def calibrate() -> None:
    file = choose.WEIGHTS.with_name("calibration.tsv")
    file.write_text("")
    choose._calibration.cache_clear()
    fresh, later = cases_of(FRESH), released(LATER)
    answers = {(case.text, case.game): analyse(case.text, case.game) for case in fresh + later}
    told = list(confidences(fresh, answers)) * 3 + list(confidences(later, answers))  # tricky texts weigh as much
    rows = [f"{said:.4f}\t{right:.4f}" for said, right in steps(told, 180)]
    file.write_text("\n".join(rows) + "\n")


def _without(left_out: int, groups: dict[int, list[Group]]) -> dict[str, float]:
    return trained([each for fold, of_it in groups.items() if fold != left_out for each in of_it])


def _summed(scores: Sequence[Score]) -> str:
    right, missed, wrong, invented, told, inexact = (
        sum(getattr(score, name) for score in scores)
        for name in ("right", "missed", "wrong", "filled_falsely", "with_credentials", "credentials_wrong")
    )
    f1 = 2 * right / (2 * right + missed + wrong or 1)
    exact = told - inexact
    return (
        f"{len(scores)} texts, F1 {f1:.4f}, credentials exact {exact} of {told} = {exact / (told or 1):.4f},"
        f" invented {invented} of {right + wrong} = {100 * invented / (right + wrong or 1):.2f} %"
    )


def _write(weights: dict[str, float]) -> None:
    choose.WEIGHTS.write_text(written(weights), "utf-8")
    for each in choose.CACHES:
        each.cache_clear()


if __name__ == "__main__":
    main()
