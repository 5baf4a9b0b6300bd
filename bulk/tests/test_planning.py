"""What the forms start from."""

from decimal import Decimal

import pytest

from bulk.games import GAMES
from bulk.games.lines import ParsedLine
from marketplace.adapters.base import Connection
from marketplace.adapters.gameboost.market import prepare_by_current_template


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_defaults_of_a_form_are_taken_by_the_shipped_template(game: object, db: None) -> None:
    counts = [column.name for column in game.columns if column.minimum is not None]
    own = {"account_data": dict.fromkeys(counts, 1)} if counts else {}
    line = ParsedLine(line=1, login="exemplo", password="exemplo", own=own)
    listing = game.build_listing(line, game.defaults, usd_eur_rate=Decimal(1), default_image_url="")
    connection = Connection("gameboost", "https://api.gameboost.com/v1", "chave")
    assert set(prepare_by_current_template(listing, connection).errors) <= {"image_urls", "price"}
