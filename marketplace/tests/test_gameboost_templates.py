"""Templates as the marketplace writes them, and what their changes mean."""

from typing import Any

import pytest

from marketplace.adapters.gameboost.templates import BUNDLED, check, read_template
from marketplace.adapters.gameboost.translation import WORDS
from marketplace.adapters.templates import Change, Field, Template, changes, content_of, template_from
from marketplace.sandbox import gameboost_templates as sandbox_templates
from marketplace.tests.conftest import war_thunder
from marketplace.tests.documented import V1_TEMPLATE, V2_TEMPLATE

GAMES = ("fortnite", "valorant", "roblox", "war-thunder")


def test_documented_v2_template_is_read_field_by_field() -> None:
    assert read_template("valorant", V2_TEMPLATE, None) == Template(
        game="valorant",
        servers=("Europe", "Brazil"),
        fields={
            "current_tier": Field("choice", ("Unranked", "Gold")),
            "current_division": Field("choice", (1, 2, 3)),
            "platforms": Field("choices", ("PC", "PSN", "XBOX")),
            "is_ranked_ready": Field("flag"),
            "level": Field("text", required=True),
            "valorant_points": Field("integer"),
        },
        item_collections=("agents", "weapon-skins"),
    )


def test_documented_v1_template_is_read_field_by_field() -> None:
    assert read_template("valorant", V1_TEMPLATE, None) == Template(
        game="valorant",
        fields={
            "account_level": Field("integer"),
            "is_ranked_ready": Field("flag"),
            "level": Field("text"),
            "platform": Field("choice", ("PC", "Xbox")),
            "platforms": Field("choices", ("PC", "PSN")),
        },
    )


@pytest.mark.parametrize(
    "wrapped", [{"template": V2_TEMPLATE}, {"data": V2_TEMPLATE}, {"data": {"template": V2_TEMPLATE}}]
)
def test_template_may_be_wrapped(wrapped: dict[str, Any]) -> None:
    assert read_template("valorant", wrapped, None) == read_template("valorant", V2_TEMPLATE, None)


@pytest.mark.parametrize("data", [None, [], "x", {}, {"account_data": {}}, {"template": {"account_data": []}}])
def test_answer_that_describes_no_field_is_no_template(data: Any) -> None:
    assert read_template("valorant", data, None) is None


@pytest.mark.parametrize("game", GAMES)
def test_what_v1_leaves_open_stays_as_it_was_known(game: str) -> None:
    """It tells neither whether a field is required nor which collections there are."""
    told = {"template": sandbox_templates.describe_v1(game)}
    assert read_template(game, told, BUNDLED[game]) == BUNDLED[game]


@pytest.mark.parametrize("game", GAMES)
def test_shipped_template_is_what_v2_tells(game: str) -> None:
    assert read_template(game, sandbox_templates.describe_v2(game), None) == BUNDLED[game]


@pytest.mark.parametrize("game", GAMES)
def test_template_is_kept_and_read_back(game: str) -> None:
    template = BUNDLED[game]
    assert template is not None
    assert template_from(content_of(template)) == template


def test_field_of_a_type_that_is_new_is_not_checked() -> None:
    template = read_template("war-thunder", {"account_data": {"rating": {"type": "date", "required": True}}}, None)
    assert template is not None
    assert template.fields["rating"] == Field("any", required=True)
    listing = war_thunder(account_data={"rating": 4.5})
    assert check(listing, template) == {}
    assert check(war_thunder(account_data={}), template) == {"account_data.rating": ["Campo obrigatório para este jogo."]}


def test_list_without_values_takes_anything() -> None:
    template = Template("war-thunder", fields={"nations": Field("choices")})
    assert check(war_thunder(account_data={"nations": ["Atlantis"]}), template) == {}


def template(**fields: Field) -> Template:
    return Template("roblox", fields=fields)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (template(), template(a=Field("text")), Change("a", "added", "Novo campo a (texto).")),
        (
            template(),
            template(a=Field("integer", required=True)),
            Change("a", "added", "Novo campo a (número inteiro, obrigatório)."),
        ),
        (template(a=Field("text")), template(), Change("a", "removed", "O campo a deixou de existir.")),
        (
            template(a=Field("choice", ("x",))),
            template(a=Field("choices", ("x",))),
            Change("a", "kind", "O campo a passou de uma opção a várias opções."),
        ),
        (
            template(a=Field("flag")),
            template(a=Field("flag", required=True)),
            Change("a", "required", "O campo a passou a ser obrigatório."),
        ),
        (
            template(a=Field("flag", required=True)),
            template(a=Field("flag")),
            Change("a", "required", "O campo a passou a ser opcional."),
        ),
        (
            template(a=Field("integer")),
            template(a=Field("integer", minimum=1)),
            Change("a", "minimum", "O mínimo do campo a passou de 0 a 1."),
        ),
        (
            template(a=Field("choice", ("x", "y"))),
            template(a=Field("choice", ("y",))),
            Change("a", "values_removed", "a: valores removidos: x."),
        ),
        (
            template(a=Field("choice", ("x",))),
            template(a=Field("choice", ("y", "x", "z"))),
            Change("a", "values_added", "a: valores novos: y, z."),
        ),
        (
            Template("valorant", servers=("Europe",)),
            Template("valorant", servers=()),
            Change("server", "values_removed", "server: servidores removidos: Europe."),
        ),
        (
            Template("valorant"),
            Template("valorant", item_collections=("agents",)),
            Change("game_items", "values_added", "game_items: coleções novas: agents."),
        ),
    ],
)
def test_every_change_is_told_in_a_sentence(before: Template, after: Template, change: Change) -> None:
    assert changes(before, after) == [change]


def test_other_order_is_no_change() -> None:
    assert changes(template(a=Field("choice", ("x", "y"))), template(a=Field("choice", ("y", "x")))) == []


@pytest.mark.parametrize("game", GAMES)
def test_our_translations_fit_the_shipped_templates(game: str) -> None:
    """Every word that a table translates to is one that the game's template takes."""
    shipped = BUNDLED[game]
    assert shipped is not None
    assert not shipped.servers or set(WORDS["servers"].values()) <= set(shipped.servers)
    assert set(WORDS["fields"].get(game, {}).values()) <= {*shipped.fields, *shipped.item_collections}
    targets = [
        (name, word)
        for table in ("equivalent", "nearest")
        for name, words in WORDS[table].get(game, {}).items()
        for word in words.values()
    ]
    targets += WORDS["others"].get(game, {}).items()
    for name, word in targets:
        assert word in ("", *shipped.fields[name].values)
