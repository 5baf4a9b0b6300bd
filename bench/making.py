"""Made-up accounts and the ways to write their values, for the texts that the analyser's weights are learned from."""

import random
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_DATA = tomllib.loads(Path(__file__).with_name("made_up.toml").read_text("utf-8"))
WORDS = " ".join(_DATA["words"]).split()
DOMAINS, TIERS, SERVERS, LABELS, NOISE = (_DATA[name] for name in ("domains", "tiers", "servers", "labels", "noise"))
SIGNS = "#!@$%&*_-.+=?"
HARD = ":;|,/"


class Maker:
    """One random account, and ways to write it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, values: Sequence[Any]) -> Any:
        return values[self.random.randrange(len(values))]

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def word(self) -> str:
        return str(self.pick(WORDS))

    def login(self) -> str:
        joiner = self.pick(("_", ".", "", "-", "_"))
        tail = self.pick(("", str(self.random.randrange(1, 9999)), str(self.random.randrange(1, 99))))
        name = f"{self.word()}{joiner}{self.word()}{tail}"
        return (
            name
            if self.chance(0.9)
            else name.upper()
            if self.chance(0.5)
            else f"{self.word()}{self.random.randrange(10, 9999)}"
        )

    def address(self, login: str) -> str:
        box = (
            login.lower()
            if self.chance(0.5) and login.isascii()
            else f"{self.word()}.{self.word()}{self.pick(('', '7', '88', '2024'))}"
        )
        box = box.replace("ç", "c").replace("ã", "a").replace("é", "e").strip(".")
        return f"{box}@{self.pick(DOMAINS)}"

    def password(self, avoid: str = "") -> str:
        one, other, number = self.word(), self.word(), str(self.random.randrange(1, 9999))
        sign = self.pick(SIGNS)
        hard = self.pick([each for each in HARD if each not in avoid] or [sign])
        forms: list[Callable[[], str]] = [
            lambda: f"{one.title()}{sign}{number}",
            lambda: f"{one.title()}{other.title()}{number}{sign}",
            lambda: f"{one}{number}",
            lambda: f"{sign}{one.title()}{number}{other}",
            lambda: "".join(
                self.pick("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*")
                for _ in range(self.random.randrange(8, 15))
            ),
            lambda: f"{one.title()}{self.pick(SIGNS)}{other.title()}{self.pick(SIGNS)}{number}",
            lambda: number * 2 + one[:3],
            lambda: f"{one.title()}{hard}{other.title()}{number}",
            lambda: f"{one.title()}{hard}{other}{sign}",
            lambda: f"{one.title()}{sign}{other}{hard}{number[:1]}",
        ]
        made = self.pick(forms)()
        for character in avoid:
            made = made.replace(character, sign if sign not in avoid else "x")
        return made.strip() if len(made.strip()) > 4 else self.password(avoid)

    def number(self, value: int) -> str:
        if value < 1000:
            return self.pick((str(value), str(value), str(value), f"{value}+"))
        dotted = f"{value:,}"
        forms = [str(value), dotted.replace(",", "."), dotted, str(value)]
        if value % 100 == 0 and value < 100_000:
            forms.append(f"{value / 1000:g}k".replace(".", self.pick((".", ","))))
        return self.pick(forms)

    def account(
        self, game: str, *, avoid: str = "", most: int = 6
    ) -> tuple[dict[str, str], dict[str, Any], dict[str, str]]:
        """(credentials, values, {field: as it is written})."""
        login = self.login()
        credentials = {"login": login, "password": self.password(avoid)}
        if self.chance(0.6):
            credentials["email_login"] = self.address(login)
            if self.chance(0.8):
                credentials["email_password"] = self.password(avoid)
        if self.chance(0.15):
            credentials["login"] = self.address(login)
            credentials.pop("email_login", None)
            credentials.pop("email_password", None)
        values: dict[str, Any] = {}
        shown: dict[str, str] = {}
        if game == "fortnite":
            names = [
                "skins",
                "pickaxes",
                "emotes",
                "backblings",
                "wraps",
                "gliders",
                "sprays",
                "vbucks",
                "account_level",
                "platform",
            ]
        else:
            names = [
                "level",
                "current",
                "peak",
                "server",
                "valorant_points",
                "radianite_points",
                "weapon_skins",
                "winrate",
            ]
        for name in self.random.sample(names, self.random.randrange(0, min(most, len(names)) + 1)):
            self._value(name, values, shown)
        if {"current_tier", "peak_tier"} <= values.keys() and self.is_below(values):
            for name in ("peak_tier", "peak_division"):
                values.pop(name, None)
            shown.pop("peak")
        return credentials, values, shown

    def is_below(self, values: dict[str, Any]) -> bool:
        """Whether the peak is none: below the rank of now."""
        order = ["Unranked", *(tier for tier in TIERS if tier != "Unranked")]
        now, best = (
            (order.index(values[f"{name}_tier"]), values.get(f"{name}_division", 0)) for name in ("current", "peak")
        )
        return best < now

    def _value(self, name: str, values: dict[str, Any], shown: dict[str, str]) -> None:
        if name in ("current", "peak"):
            tier = self.pick(list(TIERS)[: 9 if name == "peak" else 10])
            division = self.random.randrange(1, 4) if tier not in ("Radiant", "Unranked") else None
            values[f"{name}_tier"] = tier
            written = self.pick((tier, TIERS[tier]))
            if division:
                values[f"{name}_division"] = division
                written += " " + self.pick((str(division), str(division), "I" * division))
            shown[name] = written
        elif name == "server":
            code = self.pick(list(SERVERS))
            values[name], shown[name] = SERVERS[code], code
        elif name == "platform":
            written, told = self.pick(
                (
                    ("PC", "PC"),
                    ("PS5", "PlayStation"),
                    ("Xbox", "Xbox"),
                    ("PSN", "PlayStation"),
                    ("Nintendo Switch", "Switch"),
                    ("PS4", "PlayStation"),
                )
            )
            values[name], shown[name] = told, written
        elif name == "winrate":
            value = self.random.randrange(40, 70)
            values[name], shown[name] = value, f"{value}%"
        else:
            value = self.pick(
                (
                    self.random.randrange(0, 400),
                    self.random.randrange(0, 60),
                    50 * self.random.randrange(0, 300)
                    if "points" in name or name == "vbucks"
                    else self.random.randrange(1, 300),
                )
            )
            values["#weapon_skins" if name == "weapon_skins" else name] = value
            shown[name] = self.number(value)

    def label(self, name: str) -> str:
        label = self.pick(LABELS[name])
        return label.upper() if self.chance(0.08) else label

    def noise(self, most: int = 3) -> list[tuple[str, str]]:
        found = []
        for _ in range(self.random.randrange(0, most + 1)):
            label = self.pick(list(NOISE))
            found.append((label, self.pick(NOISE[label])))
        return [each for each in found if each[0] != "Region"]


Made = tuple[str, list[tuple[dict[str, str], dict[str, Any]]]]
"""A text, and the credentials and values of each of its accounts."""
