"""Whatever is pasted: no crash, no invention, always the same answer, in time that grows with the text and no faster."""

import json
import os
import re
import sys
from html import unescape
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bulk.analysis import analyse
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import fold
from bulk.analysis.reading import repair_encoding

GAMES = st.sampled_from(["fortnite", "valorant"])
PIECES = st.sampled_from(
    [
        "login",
        "senha",
        "password",
        "e-mail",
        "skins",
        "picaretas",
        "v-bucks",
        "nível",
        "level",
        "lvl",
        "rank",
        "elo",
        "pico",
        "peak",
        "ouro",
        "gold",
        "2",
        "iii",
        "1.250",
        "12,5k\n",
        "",
        "",
        "",
        "BR",
        "EU",
        "PC",
        "ps5",
        "agentes",
        "jett",
        "cookie:",
        ":",
        ";",
        "|",
        "/",
        "-",
        "=",
        ",",
        ".",
        "?",
        "!",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "①",
        "(64)",
        "é a",
        "is the",
        "acima",
        "a_1",
        "b#12",
        '"',
        "'",
        "<",
        ">",
        "<b>",
        "</b>",
        "<br>",
        "[b]",
        "[/b]",
        "&",
        "#",
        "@",
        "a@b.example\n",
        "",
        "",
        "",
        "joana:Sal#12",
        "banida",
        "sim",
        "não",
        "🔥",
        "✅",
        "║",
        "…",
        "\t",
        "\n",
        "\n\n",
        "\u200b",
        "ㅤ",
        "\x00",
        "\ud7ff",
        '{"login":"a"}',
        "|",
        "---",
        "|",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=200), st.lists(PIECES, max_size=40).map(" ".join), st.lists(PIECES, max_size=40).map("".join)
)
HOSTILE = (
    "a", " ", ":", "|", "| ", '"', "1", ".", ",", ".111", "[", "(", "{", "{\n", '{"a":', '{"a":\n', "\n", "<", "<b>", "<a ",
    "<!--", "<script", "[b]x[/b]", "=", "- ", "login: ", "login:", "senha: x ", "skins ", "12 skins ", "skins: 3, ", "a@b.co ",
    "a@", "a.a@b.", "vinte e ", "cookie: a ", "eyJaaaaaaa.", "banida ", "_|WARNING:-DO-NOT-SHARE-THIS", "ouro 2 ", "skins\n",
    "login\n", "a | b | ", "a:b#1\n", "🔥", "\u200b", "skins: 12\n", "login,senha\n", "Skins: A, B, C\n", "Agentes:\n- a\n",
    "<a1>x</a1>", '{"login":"a","password":"b#1"}\n', "║ a ║\n", "*a*", "_a_", '"httpOnly"[{', "EPIC_A=", "a:b:", "a/b/", "1 000 ",
    "tinha 3, ", "(vendida ", "meu amigo tem ", "Antes:\n", "2024: 1 skin\n", "foi de 3 ", "> 3 skins\n", "( ) PC ", "*3\n",
    "a1 é o login e ", "conta a1b2 senha ", "login e senha acima\n", "(login)\na_1\n", "(64) skins ", "① a ② b ", "login..senha",
    "login(a_1) ", "dados: a | b#1 | ", "ouro\n2\n", "Ã", "Ã£", "[login] a ", "a_1 b#12 ", "<a b='c'>x</a>", "<![CDATA[", "Abc#1 ou ", "contas 1) a 2) b ", "e a senha?\na#12\n",
    "nova senha: a#12\n", "Skins: A, B. ", "senha: Abc#12; ",
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(TEXTS, GAMES)
def test_answer_is_the_same_each_time_and_can_be_sent(text: str, game: str) -> None:
    """Deterministic and offline."""
    answer = analyse(text, game).as_json()

    assert analyse(text, game).as_json() == answer
    assert json.loads(json.dumps(answer)) == answer
    assert answer["accounts"][0]["account_data"] == answer["account_data"]


@settings(max_examples=150, deadline=None)
@given(TEXTS, GAMES)
def test_nothing_is_filled_in_that_the_text_does_not_hold(text: str, game: str) -> None:
    """What the text doesn't state is absent, not zero and not a default."""
    require_stated(text, analyse(text, game).as_json())


# Each text in one game, in turns; `make soak` takes both.
@pytest.mark.parametrize(
    ("unit", "game"),
    [
        (unit, game)
        for place, unit in enumerate(HOSTILE)
        for turn, game in enumerate(("fortnite", "valorant"))
        if "SOAK" in os.environ or place % 2 == turn
    ],
    ids=repr,
)
def test_work_grows_with_the_text_and_no_faster(unit: str, game: str) -> None:
    """Counted in calls, so that the speed of the machine plays no part: four times the text, at most six times the work."""
    analyse("skins: 1", game)

    once, four_times = (_calls(lambda size=size: analyse((unit * size)[:size], game)) for size in (1_000, 4_000))

    assert four_times < 6 * once + 5_000


def require_stated(text: str, answer: dict[str, Any]) -> None:
    """Credentials and names stand in the text as they are; each other value has a piece of it as its origin."""
    held = _as_written(text)
    for account in answer["accounts"]:
        origins = {origin["field"] for origin in account["provenance"]}
        stated = [*account["account_data"], *account["credentials"], *account["counts"]]
        assert set(stated) <= origins
        names = [each for value in account["account_data"].values() if isinstance(value, list) for each in value]
        secrets = [account["credentials"].get(name, "") for name in CREDENTIALS]
        written = [name for name in [*names, *secrets] if isinstance(name, str) and name not in PLATFORM_NAMES]
        assert [each for each in written if _squeezed(each) not in held] == []
        for origin in account["provenance"]:
            assert re.search(r"\w", origin["text"])
            assert 1 <= origin["line"] <= text.count("\n") + text.count("\r") + 1


PLATFORM_NAMES = ("PC", "PSN", "XBOX")


def _squeezed(text: str) -> str:
    """Folded, without blanks and marks."""
    return re.sub(r"[\W_]", "", fold(text).text)


def _as_written(text: str) -> str:
    """A text as it is, and as JSON, HTML and what was read in another encoding mean it."""
    meant = re.sub(r"\\u([0-9a-fA-F]{4})|\\[bfnrt]", lambda code: chr(int(code[1], 16)) if code[1] else " ", text)
    return "".join(map(_squeezed, (text, unescape(text), meant, repair_encoding(text))))


def _calls(work: Any) -> int:
    """How many functions are called and lines are run while it works."""
    steps = count()

    def trace(*_: Any) -> Any:
        next(steps)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return next(steps)
