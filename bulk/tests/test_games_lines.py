"""How a paste is cut into lines and each is checked. The golden files also drive the browser's parser."""

import json
from pathlib import Path
from typing import Any

import pytest

from bulk.errors import COOKIE_REFUSED, TextRefused
from bulk.games import GAMES
from bulk.games.lines import ParsedLine, fold_login

PASTED = ("roblox", "war-thunder")
GAMES_FOLDER = Path(__file__).parents[1] / "games"
BARE = {
    "verdict": "valid",
    "login": "",
    "password": "",
    "emailLogin": "",
    "emailPassword": "",
    "error": "",
    "duplicateOf": None,
    "robux": None,
    "otherExperiences": [],
}
ACCOUNT = {"login": "jogador01", "password": "a:b"}


def golden(path: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((GAMES_FOLDER / path).read_text("utf-8"))
    return cases


def verdict(line: ParsedLine) -> str:
    return "valid" if line.valid else "invalid" if line.duplicate_of is None else "duplicate"


@pytest.mark.parametrize(
    ("slug", "case"),
    [
        pytest.param(slug, case, id=f"{slug}: {case['name']}")
        for slug in PASTED
        for case in golden(f"{slug.replace('-', '_')}/golden.json")
    ],
)
def test_parse_gives_the_golden_lines(slug: str, case: dict[str, Any]) -> None:
    parsed = GAMES[slug].parse(case["text"])

    assert [
        {
            "line": each.line,
            "verdict": verdict(each),
            "login": each.login,
            "password": each.password,
            "emailLogin": each.email_login,
            "emailPassword": each.email_password,
            "error": each.error,
            "duplicateOf": each.duplicate_of,
            "robux": each.details.get("robux"),
            "otherExperiences": each.details.get("other_experiences", []),
        }
        for each in parsed
    ] == [BARE | expected for expected in case["lines"]]


@pytest.mark.parametrize("slug", PASTED)
@pytest.mark.parametrize("case", golden("golden/limits.json"), ids=lambda case: case["name"])
def test_parse_holds_the_golden_limits(case: dict[str, Any], slug: str) -> None:
    text = "\n".join(case["line"].replace("{n}", str(n)) for n in range(case["count"]))
    if case["error"] is None:
        assert GAMES[slug].parse(text)
        return
    with pytest.raises(TextRefused) as refused:
        GAMES[slug].parse(text)
    assert refused.value.message == case["error"]
    assert refused.value.status == 400


@pytest.mark.parametrize("slug", PASTED)
def test_parse_of_5000_lines_finds_every_one(slug: str) -> None:
    text = "\r\n".join(f" jogador{n}:Exemplo#{n} " for n in range(5_000))

    parsed = GAMES[slug].parse(text)

    assert sum(each.valid for each in parsed) == 5_000


def test_fold_login_ignores_case_and_what_nobody_sees() -> None:
    assert fold_login(" \ufeffStraße ") == fold_login("STRASSE") == "strasse"
    assert fold_login("joa\u0303o") == fold_login("JOÃO") == "joão"


def test_lone_surrogate_is_removed() -> None:
    [line] = GAMES["roblox"].parse("jogador\ud83c01:senha")
    assert (line.login, line.password) == ("jogador01", "senha")


def test_read_accounts_takes_fields_that_came_parted() -> None:
    [first, second] = GAMES["war-thunder"].read_accounts(
        [ACCOUNT, {"login": " p ", "password": "x", "emailLogin": "e", "emailPassword": "f"}]
    )

    assert (first.line, first.login, first.password, first.valid) == (1, "jogador01", "a:b", True)
    assert (second.line, second.login, second.email_login, second.email_password) == (2, "p", "e", "f")


@pytest.mark.parametrize(
    "account",
    [
        None,
        {},
        {"login": "a"},
        {"login": "", "password": "b"},
        {"login": "a", "password": None},
        {"login": ["a"], "password": {"b": 1}},
        {"login": True, "password": 1.5},
    ],
)
def test_read_accounts_refuses_one_without_its_credentials(account: object) -> None:
    [line] = GAMES["war-thunder"].read_accounts([account])

    assert line.error == "Formato inválido. Use: login:senha ou login:senha:email:senhadoemail"
    assert (line.login, line.password) == ("", "")


@pytest.mark.parametrize("slug", PASTED)
@pytest.mark.parametrize(
    ("email", "errors"),
    [
        ({"emailLogin": "e"}, {"emailPassword": ["Informe a senha do e-mail, ou deixe os dois em branco."]}),
        ({"emailPassword": "f"}, {"emailLogin": ["Informe o e-mail desta senha, ou deixe os dois em branco."]}),
    ],
)
def test_read_accounts_says_which_half_of_an_email_lacks(
    slug: str, email: dict[str, str], errors: dict[str, list[str]]
) -> None:
    [line] = GAMES[slug].read_accounts([ACCOUNT | email])

    assert (line.login, line.valid, line.errors) == ("jogador01", False, errors)


@pytest.mark.parametrize(
    ("robux", "error"),
    [
        ("muitos", "Robux deve ser um número inteiro"),
        (1.5, "Robux deve ser um número inteiro"),
        (-5, "Robux deve ser pelo menos 0"),
    ],
)
def test_read_accounts_refuses_robux_that_are_no_count(robux: object, error: str) -> None:
    """What a file states and nobody can read is told, and never left out of the listing in silence."""
    [line] = GAMES["roblox"].read_accounts([ACCOUNT | {"robux": robux}])

    assert (line.valid, line.details, line.errors) == (False, {}, {"robux": [error]})


@pytest.mark.parametrize("robux", [None, "", " "])
def test_read_accounts_takes_an_account_that_states_no_robux(robux: object) -> None:
    [line] = GAMES["roblox"].read_accounts([ACCOUNT | {"robux": robux}])

    assert (line.valid, line.details) == (True, {})


def test_read_accounts_takes_numbers_as_digits_and_leaves_out_what_is_no_list() -> None:
    [line] = GAMES["roblox"].read_accounts([{"login": 123, "password": 0, "robux": "5", "otherExperiences": 7}])

    assert (line.login, line.password, line.details) == ("123", "0", {"robux": 5})


def test_read_accounts_refuses_a_session_cookie_and_keeps_nothing_of_it() -> None:
    [line] = GAMES["roblox"].read_accounts([{"login": "a", "password": "_|WARNING:-DO-NOT-SHARE-THIS"}])

    assert (line.error, line.login, line.password) == (COOKIE_REFUSED, "", "")


def test_read_accounts_names_the_first_of_a_duplicate() -> None:
    lines = GAMES["roblox"].read_accounts([ACCOUNT, ACCOUNT | {"login": "JOGADOR01"}])

    assert [(verdict(each), each.duplicate_of) for each in lines] == [("valid", None), ("duplicate", 1)]


@pytest.mark.parametrize(("count", "code"), [(0, "text_empty"), (5_001, "too_many_lines")])
def test_read_accounts_refuses_none_and_too_many(count: int, code: str) -> None:
    with pytest.raises(TextRefused) as refused:
        GAMES["roblox"].read_accounts([ACCOUNT] * count)
    assert refused.value.code == code
