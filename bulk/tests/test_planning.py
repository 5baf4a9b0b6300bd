"""What the forms start from, as the report of changed templates sees it."""

from bulk.games import GAMES
from bulk.planning import standard_listings
from core.events import publish
from marketplace.adapters.gameboost.market import prepare


def test_every_games_defaults_are_looked_at_when_a_template_changes() -> None:
    """Which 'saved defaults now break' is told on the page of the marketplace."""
    [listings] = publish("saved_listings_wanted")
    assert {name for name, _ in listings} == {f"Padrões de {game.title}" for game in GAMES.values()}


def test_no_games_defaults_are_refused_by_the_shipped_template(db: None) -> None:
    for name, listing in standard_listings():
        refused = {field for field in prepare(listing).errors if field != "image_urls"}
        assert refused <= {"price"}, name
