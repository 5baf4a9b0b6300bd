"""docs/security.md has every requirement of ASVS 5.0 levels 1 and 2 once, with a verdict, and names nothing that is not there."""

import re
from collections import Counter

from config.tests.house import ROOT, require_none

PAGE = (ROOT / "docs/security.md").read_text("utf-8")
# How many requirements of level 1, and then of level 2, each section of ASVS 5.0.0 begins with; level 3 comes after them.
SECTIONS = {
    "1.1": (0, 2), "1.2": (5, 4), "1.3": (2, 9), "1.4": (0, 3), "1.5": (1, 1),
    "2.1": (1, 2), "2.2": (2, 1), "2.3": (1, 3), "2.4": (0, 1),
    "3.2": (2, 0), "3.3": (1, 3), "3.4": (2, 4), "3.5": (3, 2), "3.7": (0, 2),
    "4.1": (1, 2), "4.2": (0, 1), "4.3": (0, 2), "4.4": (1, 3),
    "5.1": (0, 1), "5.2": (2, 1), "5.3": (2, 0), "5.4": (0, 3),
    "6.1": (1, 2), "6.2": (8, 4), "6.3": (2, 2), "6.4": (2, 2), "6.5": (0, 5), "6.6": (0, 3), "6.8": (0, 4),
    "7.1": (0, 3), "7.2": (4, 0), "7.3": (0, 2), "7.4": (2, 3), "7.5": (0, 2), "7.6": (0, 2),
    "8.1": (1, 1), "8.2": (2, 1), "8.3": (1, 0), "8.4": (0, 1),
    "9.1": (3, 0), "9.2": (1, 3),
    "10.1": (0, 2), "10.2": (0, 2), "10.3": (0, 4), "10.4": (5, 6), "10.5": (0, 5), "10.6": (0, 2), "10.7": (0, 3),
    "11.1": (0, 2), "11.2": (0, 3), "11.3": (2, 1), "11.4": (1, 3), "11.5": (0, 1), "11.6": (0, 1),
    "12.1": (1, 2), "12.2": (2, 0), "12.3": (0, 4),
    "13.1": (0, 1), "13.2": (0, 5), "13.3": (0, 2), "13.4": (1, 4),
    "14.1": (0, 2), "14.2": (1, 3), "14.3": (1, 2),
    "15.1": (1, 2), "15.2": (1, 2), "15.3": (1, 6),
    "16.1": (0, 1), "16.2": (0, 5), "16.3": (0, 4), "16.4": (0, 3), "16.5": (0, 3),
    "17.1": (0, 1), "17.2": (0, 4), "17.3": (0, 2),
}  # fmt: skip
VERDICTS = {"held", "operator", "differs", "n/a"}
ROWS = re.findall(r"^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", PAGE, re.M)
CITED = set(re.findall(r"`([^`\n]+)`", PAGE))


def test_every_requirement_of_levels_1_and_2_has_one_row_with_its_level() -> None:
    wanted = [
        (f"{section}.{number}", "1" if number <= first else "2")
        for section, (first, second) in SECTIONS.items()
        for number in range(1, first + second + 1)
    ]

    assert (len(wanted), sum(first for first, _ in SECTIONS.values())) == (253, 70)
    assert [(number, level) for number, level, *_ in ROWS] == wanted
    assert len(re.findall(r"^\| *\d+\.\d+\.\d+", PAGE, re.M)) == len(ROWS)


def test_every_row_has_a_verdict_and_says_by_what() -> None:
    require_none(
        [number for number, _, asks, verdict, what in ROWS if verdict not in VERDICTS or not asks or len(what) < 4],
        f"give these rows of docs/security.md a verdict of {sorted(VERDICTS)} and its reason:",
    )


def test_rows_that_are_held_name_a_file_a_setting_a_document_or_a_test() -> None:
    require_none(
        [number for number, _, _, verdict, what in ROWS if verdict == "held" and not re.search(r"`|above|\.md", what)],
        "say where these rows of docs/security.md are held:",
    )


def test_every_test_that_is_named_exists() -> None:
    tests = {name for name in CITED if name.startswith("test_")}
    folders = [path for path in ROOT.iterdir() if path.is_dir() and (path / "tests").is_dir()]
    files = [
        *(ROOT / "platform").glob("*/tests/test_*.py"),
        *(f for each in folders for f in each.glob("tests/test_*.py")),
    ]
    known = Counter(name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M))

    assert len(tests) > 100
    require_none(sorted(tests - set(known)), "docs/security.md names tests that do not exist:")


def test_every_file_and_setting_that_is_named_exists() -> None:
    paths = {name for name in CITED if re.fullmatch(r"[\w.-]+/[\w./-]+|[\w-]+\.(?:txt|py|toml)", name)}
    written = "".join(
        (ROOT / path).read_text("utf-8") for path in ("platform/config/settings.py", "accounts/actions/sign_in.py")
    )
    settings = {name for name in CITED if re.fullmatch(r"[A-Z][A-Z0-9_]{3,}", name)}

    assert paths
    assert settings
    require_none(sorted(path for path in paths if not (ROOT / path).exists()), "docs/security.md names absent files:")
    require_none(sorted(name for name in settings if name not in written), "docs/security.md names absent settings:")


def test_promises_that_are_named_are_in_the_product_document() -> None:
    anchors = set(re.findall(r"^- `([a-z.-]+)` ", (ROOT / "docs/product.md").read_text("utf-8"), re.M))
    named = {name for name in CITED if re.fullmatch(r"[a-z]+\.[a-z-]+", name) and not (ROOT / name).exists()} - {
        "secrets.env"
    }

    assert "people.names" in named
    require_none(sorted(named - anchors), "docs/product.md has no such promises:")
