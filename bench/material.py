"""What the weights are learned from: the corpus, the ways of writing of the tests, and texts made by code: corpus texts with
other credentials in them, made-up accounts in the formats of the field, and the sealed sets that are released: a set is learned
from only after the release in which it was scored. Nothing here is of another sealed set."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

from bench import layouts, layouts_said
from bench.making import HARD, Maker
from bench.scoring import cases_of, texts
from bulk.analysis.fields import CREDENTIALS as SECRETS
from bulk.analysis.fields import FIELDS, Kind
from bulk.analysis.tests.corpus import GAMES, OTHERS, Case, Gold
from bulk.analysis.tests.test_readings import CREDENTIALS, VALUES
from bulk.analysis.tests.test_silence import SILENT

LAYOUTS = (
    layouts_said.several,
    layouts_said.several,
    layouts_said.several,
    layouts.ranks,
    layouts.initials,
    layouts.address_only,
    layouts.lines,
    layouts.lines,
    layouts.one_line,
    layouts.one_line,
    layouts.rows,
    layouts.rows,
    layouts.rows,
    layouts.checker,
    layouts.box,
    layouts.sections,
    layouts.sections,
    layouts.below,
    layouts.stacked,
    layouts_said.sentence,
    layouts_said.chat,
    layouts_said.table,
    layouts_said.structured,
    layouts_said.stats,
    layouts_said.stats,
    layouts_said.withheld,
)
RELEASED = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
)  # fmt: skip
"""The sealed sets that are learned from, since release 1.3.0; they were scored in the releases before it."""
LATER = ("nineteen", "twenty", "twentyone", "twentytwo", "twentythree", "twentyfour", "twentyfive", "twentysix")
"""Those from which nothing but sureness is learned, since release 1.5.0."""
VARIANT = "~"
"""Before the seed in the name of a text that has other credentials than the one it is made of."""
MADE, MADE_UP, WAYS = 3_000, "made", "ways"
"""How many texts are made up, and their part; none of them corrects or repeats an account. The part of the ways of writing."""


def released(names: Sequence[str] = RELEASED) -> list[Case]:
    """The texts of the released sets, by other hands; in the name of each is its set."""
    return [
        replace(case, name=f"sealed-{name}-{place}", part=OTHERS)
        for name in names
        for place, case in enumerate(cases_of(texts(f"sealed-{name}")))
    ]


def material(corpus: list[Case], made_up: int = MADE) -> list[Case]:
    ways = [
        Case(f"way-{place}", game, WAYS, text, [Gold(dict(read))], set(), [])
        for place, (text, read) in enumerate(CREDENTIALS)
        for game in GAMES
    ]
    for case in ways:  # what else such a line says is not told
        case.accounts[0].ignored = {"account_level", "level", "skins", "#weapon_skins", "server"}
    values = [Case(f"value-{place}", game, WAYS, text, [_gold(read)]) for place, (game, text, read) in enumerate(VALUES)]
    silent = [
        Case(f"silent-{place}-{game}", game, WAYS, text, [Gold()]) for place, text in enumerate(SILENT) for game in GAMES
    ]
    new = [reskinned(case, seed) for case in ways for seed in range(3)]
    new += [reskinned(case, seed) for seed, case in enumerate(corpus)]
    new += [reskinned(case, seed) for case in corpus if case.part == OTHERS for seed in (10_001, 10_002)]
    return [*corpus, *ways, *values * 2, *silent * 2, *filter(None, new), *map(made, range(made_up))]


def _gold(read: dict[str, object]) -> Gold:
    """Only the values are told: what log-ins and numbers of things stand beside them is not judged."""
    unsaid = {
        *SECRETS,
        *(f"#{name}" for fields in FIELDS.values() for name, field in fields.items() if field.kind is Kind.NAMES),
    }
    return Gold({}, dict(read), {}, unsaid)


def made(seed: int) -> Case:
    """A made-up text of one of the formats."""
    maker = Maker(seed)
    game = maker.pick(("fortnite", "valorant"))
    layout = maker.pick(LAYOUTS)
    game = "valorant" if layout is layouts.ranks else game
    text, accounts = layout(maker, game)
    golds = [Gold(dict(credentials), dict(values)) for credentials, values in accounts]
    return Case(f"made-{layout.__name__}-{seed}", game, MADE_UP, text, golds or [Gold()])


def reskinned(case: Case, seed: int) -> Case | None:
    """The text with other credentials in the same places, each as hard to read as the one before."""
    maker = Maker(seed)
    found = {value for gold in case.accounts for value in gold.credentials.values()}
    if not found or any(value not in case.text for value in found) or case.secrets:
        return None
    new: dict[str, str] = {}
    for value in sorted(found, key=lambda each: (-len(each), each)):  # in the same order in every process
        names = {name for gold in case.accounts for name, held in gold.credentials.items() if held == value}
        if "@" in value and "." in value:
            new[value] = maker.address(maker.login())
        elif names & {"login", "email_login"}:
            new[value] = maker.login() if not value.isalpha() else maker.word() + maker.word()
        else:
            avoid = "".join(sign for sign in HARD + '"<>()[]{}' if sign not in value)
            new[value] = maker.password(avoid)
    if len(set(new.values())) < len(new):
        return None
    text = case.text
    for place, value in enumerate(new):
        text = text.replace(value, f"\ue000{place}\ue001")
    for place, value in enumerate(new.values()):
        text = text.replace(f"\ue000{place}\ue001", value)
    other = deepcopy(case)
    other.name, other.text = f"{case.name}{VARIANT}{seed}", text
    for gold in other.accounts:
        gold.credentials = {name: new[value] for name, value in gold.credentials.items()}
    return other
