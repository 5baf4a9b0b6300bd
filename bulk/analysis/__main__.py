"""`python -m bulk.analysis --explain FILE [--game GAME]` follows a text through every step; `--entries` counts the data."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bulk.analysis.accounts import select_accounts
from bulk.analysis.analyser import Walk, unwrap
from bulk.analysis.choose import Features, probabilities, score, weights
from bulk.analysis.fields import GAME_WORDS
from bulk.analysis.lexicon import lexicon_of
from bulk.analysis.page import Page
from bulk.analysis.records import records_of
from bulk.analysis.vocabulary import PHRASES, SHARED, entries

SHOWN, SHOWN_FEATURES = 3, 6
_told = print


def shown_scores(kind: str, features: Sequence[Features], options: Sequence[Any], page: Page) -> list[float]:
    """The scores of the model, printed: the likeliest options of a question and the features that weigh most."""
    scores = [score(each) for each in features]
    ranked = sorted(zip(probabilities(scores), options, features, strict=True), key=lambda each: -each[0])
    _told(f"  {kind}")
    for chance, option, keys in ranked[:SHOWN]:
        placed = getattr(option, "placed", None)
        texts = [f"{each.name}={page.lines[each.line].text[each.start : each.end]!r}" for each in placed or ()]
        named = f"{option.name or 'nothing'}={option.value!r}" if hasattr(option, "value") else " ".join(texts)
        most = sorted((each for each in keys if each in weights()), key=lambda each: -abs(weights()[each]))
        _told(f"    {chance:.2f} {named or str(getattr(option, 'parse', option))[:60]}")
        _told("         " + "  ".join(f"{each} {weights()[each]:+.1f}" for each in most[:SHOWN_FEATURES]))
    return scores


def explain(text: str, game: str) -> None:
    page, cookies = unwrap(text, lexicon_of(game))
    _told("unwrapped" + (f"; a session was on lines {cookies}" if cookies else ""))
    for index, line in enumerate(page.lines):
        marks = [name for name in ("apart", "heading", "bullet") if getattr(line, name)]
        _told(f"  {line.number:3} {line.text!r} {' '.join(marks)} {line.speaker}")
        tokens = " ".join(f"{token.type}:{token.value or token.folded}" for token in page.tokens(index))
        _told(f"      {tokens} | section {' '.join(page.section(index)[1])}")
    _told("choices")
    walk = Walk(page, shown_scores)
    walk.run()
    records = select_accounts(records_of(walk.units), page, shown_scores)
    _told("accounts")
    for record in records:
        stated = {slot: (fact.value, round(fact.sure, 3), fact.line) for slot, fact in record.best().items()}
        _told("  " + json.dumps(stated, ensure_ascii=False, default=str))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bulk.analysis")
    parser.add_argument("--explain", metavar="FILE", type=Path)
    parser.add_argument("--game", choices=sorted(GAME_WORDS), default=sorted(GAME_WORDS)[0])
    parser.add_argument("--entries", action="store_true")
    asked = parser.parse_args()
    if asked.entries:
        content = {name: entries(dict(game.labels)) + entries(dict(game.tiers)) for name, game in GAME_WORDS.items()}
        content |= {"shared": SHARED, "phrases": len(PHRASES), "weights": len(weights())}
        _told(" · ".join(f"{name} {count}" for name, count in content.items()))
    if asked.explain:
        explain(asked.explain.read_text("utf-8"), asked.game)


if __name__ == "__main__":
    main()
