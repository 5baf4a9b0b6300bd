"""The browser paints lines as it reads them, the server decides: over drawn lines both read the same."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bulk.games import GAMES
from bulk.games.description import describe_game
from bulk.games.lines import MAX_LINE_CHARACTERS, visible

FRONTEND = Path(__file__).parents[2] / "frontend"
PROGRAM = """
import { createInterface } from "node:readline";
import { readLine, visible } from "@/shared/creation/lines";
createInterface({ input: process.stdin }).on("line", (asked) => {
  const [line, rule] = JSON.parse(asked);
  console.log(JSON.stringify({ ...readLine(line, rule), blank: visible(line) === "" }));
});
"""

Read = Callable[[str, str], dict[str, Any]]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Read]:
    """Reads a line of a game as the browser does, in a process that stays."""
    bundle = tmp_path_factory.mktemp("parser") / "parser.cjs"
    build = ["node_modules/.bin/esbuild", "--bundle", "--platform=node", "--loader=ts", f"--outfile={bundle}"]
    subprocess.run([*build, "--log-level=error"], cwd=FRONTEND, input=PROGRAM, text=True, check=True)
    rules = {slug: describe_game(game, game.defaults)["lines"] for slug, game in GAMES.items()}
    pipe = subprocess.PIPE
    with subprocess.Popen(["node", str(bundle)], stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as process:
        assert process.stdin
        assert process.stdout

        def read(slug: str, line: str) -> dict[str, Any]:
            process.stdin.write(json.dumps([line, rules[slug]]) + "\n")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
            return answer

        yield read
        process.stdin.close()


PIECES = (
    *(":", "::", " : ", "|", " | ", ";", ",", "\t", "/", " ", "", "@", "-"),
    *("ana", "Senha#1", "ana@firstmail.ltd", "1.250", "40 R$", "Não", "ßẞıİſK", "ΣΑΣ", "😀", "٣", "\x1f"),
    *("Robux: 350", " | Robux: 1,250", " | ROBUX:1.2.3", " |Robux : 9 R$", " | Premium: False", " | premium"),
    *(
        " | Email: a@b.c | Email password: x",
        " | E-mail: sem | Senha do e-mail: y",
        " | Experiências: A, ,B",
        " | 2FA: a:b",
    ),
    *("\u200b", "\ufeff", "\u00a0", "\u2028", "\u3000", "\u0085", "\u180e", "\x00", "\u202e", "\u00ad"),
    *(
        "_|WARNING:-DO-NOT-SHARE-THIS",
        ".ROBLO\u017fECURITY",
        "warning:-do-not-\u200bshare-this",
        "x" * MAX_LINE_CHARACTERS,
    ),
)
drawn = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=9).map("".join)
lines = drawn.filter(lambda line: not {"\r", "\n"} & set(line) and not any("\ud800" <= each <= "\udfff" for each in line))


@pytest.mark.parametrize("slug", GAMES)
def test_the_browser_and_the_server_read_the_same_of_a_line(slug: str, browser: Read) -> None:
    @settings(max_examples=500)
    @given(lines)
    def same(line: str) -> None:
        painted = browser(slug, line)
        assert painted["blank"] == (visible(line) == "")
        if painted["blank"]:
            return
        [read] = GAMES[slug].parse(line)
        malformed = read.error if not read.errors else ""
        assert painted["error"] == malformed
        if malformed:
            return
        said = {name: value for name, value in painted["own"].items() if value}
        names = [each.strip() for each in said.pop("otherExperiences", "").split(",")]
        assert [name for name in names if name] == list(read.details.get("other_experiences", []))
        assert said.pop("robux", "") == str(read.details.get("robux", ""))
        parted = (read.login, read.password, read.email_login, read.email_password)
        own = dict(zip(("login", "password", "emailLogin", "emailPassword"), parted, strict=True))
        assert said == {name: value for name, value in own.items() if value}

    same()
