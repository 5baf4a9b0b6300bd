"""The seller's rules of the marketplace and their documented fines (reference of the marketplace's penalties)."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from bulk.games import GAMES, policy
from bulk.games.fortnite import FALLBACK
from bulk.games.lines import ParsedLine
from bulk.games.providers import PROVIDERS, webmails_in
from marketplace.adapters.base import Listing

CLEAN = Listing(
    game="fortnite",
    title="Conta Fortnite ✨ 57 skins",
    description="Conta com 57 skins.\nGarantia de 14 dias.",
    price_eur=Decimal("24.99"),
    login="ana001",
    password="Exemplo#123",
    email_login="ana001@firstmail.ltd",
    email_password="MailExemplo#9",
    dump="fortnite, PC",
    delivery_instructions="Abra https://firstmail.ltd/webmail/login com o e-mail recebido.",
    image_urls=("https://cdn.example.com/a.jpg",),
)
STANDARD_IMAGE = "https://example.com/padrao.jpg"


def found(**changes: Any) -> list[tuple[str, str, Decimal | None]]:
    """(rule, field, fine) of each finding in the clean listing with these changes."""
    findings = policy.lint(replace(CLEAN, **changes), standard_image=STANDARD_IMAGE)
    return [(each.rule, each.field, each.fine) for each in findings]


def test_a_clean_listing_has_no_finding() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("password", "parts"),
    [
        ("Sen#a9:mail9@rambler.ru:mp9", True),
        ("Sen#a9 mail9@rambler.ru", True),
        ("senha1:outra:senha2", True),
        ("senha1, outra:senha2", True),
        ("P@ss.word", False),
        ("Senha:2", False),
        ("mail9@rambler.ru", False),
    ],
)
def test_a_password_that_holds_an_email_or_another_account_is_a_warning(password: str, parts: bool) -> None:
    assert found(password=password) == ([("password_parts", "password", None)] if parts else [])


@pytest.mark.parametrize(
    "word",
    [
        "refund",
        "Refunds",
        "money-back guarantee",
        "money back",
        "replacement",
        "lifetime",
        "life time",
        "no warranty",
        "voided warranty",
        "reembolso",
        "Reembolsamos",
        "reembolsado",
        "reembolsaremos",
        "devolução",
        "devoluções",
        "dinheiro de volta",
        "reposição",
        "substituição",
        "vitalícia",
        "garantia permanente",
        "sem garantia",
    ],
)
def test_forbidden_words_cost_five_euros_an_offer(word: str) -> None:
    """GameBoost fines € 5.00 for each listing that promises a refund, a replacement or a warranty of its own."""
    fine = Decimal("5.00")
    assert found(description=f"Conta com {word}.") == [("forbidden_words", "description", fine)]
    assert found(title=f"Conta {word}") == [("forbidden_words", "title", fine)]
    assert found(dump=f"fortnite, {word}") == [("forbidden_words", "dump", fine)]


@pytest.mark.parametrize(
    "text",
    ["Conta refundida no estilo", "Substituto do avatar", "reembolsável não", "Garantia de 14 dias", "14-day warranty"],
)
def test_words_that_only_look_forbidden_are_left_alone(text: str) -> None:
    assert found(description=text) == []


@pytest.mark.parametrize(
    ("text", "fined"),
    [
        ("Garantia de 15 dias", True),
        ("45 dias de garantia", True),
        ("45-day warranty", True),
        ("warranty for 30 days", True),
        ("6 meses de garantia", True),
        ("garantia de 1 ano", True),
        ("1 year warranty", True),
        ("Garantia: 45 dias", True),
        ("Garantia - 45 dias", True),
        ("garantia total de 45 dias", True),
        ("garantia de até 60 dias", True),
        ("garantia de acesso por 30 dias", True),
        ("30 dias corridos de garantia", True),
        ("Warranty: 30 days", True),
        ("garantia de um ano", True),
        ("Entrega em 30 dias e garantia de 14 dias", False),
        ("Garantia: 14 dias. Conta de 2020, 300 dias de jogo", False),
        ("Garantia de 7 dias", False),
        ("Conta de 2 anos, garantia de 14 dias", False),
    ],
)
def test_more_than_the_allowed_warranty_is_found(text: str, fined: bool) -> None:
    """Warranty is 14 days."""
    assert found(description=text) == ([("warranty", "description", Decimal("5.00"))] if fined else [])


def test_the_name_of_another_game_is_a_false_keyword() -> None:
    """False keywords/tags EUR 5."""
    fine = Decimal("5.00")
    assert found(dump="fortnite, valorant") == [("false_keywords", "dump", fine)]
    assert found(title="Conta melhor que CS2") == [("false_keywords", "title", fine)]
    assert found(game="valorant", dump="Valorant, Sova", title="Valorant ✨ Ouro") == []


@pytest.mark.parametrize(
    "link",
    [
        "https://example.com",
        "http://example.com",
        "www.example.com",
        "discord.gg/abc",
        "t.me/loja",
        "loja.com.br",
        "site.gg/x",
    ],
)
def test_links_are_not_allowed_and_have_no_documented_fine(link: str) -> None:
    assert found(description=f"Veja {link} agora") == [("links", "description", None)]


@pytest.mark.parametrize("text", ["E-mail ana@loja.com", "V-Bucks: 1.250", "Nível 2.5k.Completo", "Sr.Ana e cia."])
def test_what_is_no_link_is_left_alone(text: str) -> None:
    assert found(description=text) == []


@pytest.mark.parametrize("domain", ["outlook.com", "hotmail.com", "gmail.com", "yahoo.com.br"])
def test_a_mail_that_everybody_knows_needs_no_link(domain: str) -> None:
    """E-mail domain not Outlook/Yahoo/Gmail: the domain's login link must be in the delivery instructions."""
    assert found(email_login=f"ana@{domain}", delivery_instructions="Troque a senha.") == []
    assert found(email_login="", delivery_instructions="Troque a senha.") == []


def test_a_mail_without_its_webmail_link_is_found() -> None:
    missing = [("webmail_link", "delivery_instructions", None)]
    assert found(delivery_instructions="Troque a senha.") == missing
    assert found(email_login="ana@rambler.ru") == missing, "the link is another provider's"
    assert found(email_login="ana@dominio-proprio.example") == [], "nobody knows whose that domain is"


def test_words_in_the_place_of_an_e_mail_are_found() -> None:
    assert found(email_login="sem email") == [("webmail_link", "email_login", None)]


def test_an_account_without_an_image_of_its_own_is_found() -> None:
    assert found(image_urls=(STANDARD_IMAGE,)) == [("image_missing", "image_urls", None)]
    assert found(image_urls=(STANDARD_IMAGE, "https://cdn.example.com/a.jpg")) == []


def test_an_emoji_glued_to_a_word_is_found() -> None:
    """Put a space after an emoji in titles or keywords are not found."""
    assert found(title="🔥Conta Fortnite") == [("emoji_spacing", "title", None)]
    assert found(title="🔥 Conta ⭐️ Fortnite ✨") == []


def test_several_rules_are_told_at_once_in_portuguese() -> None:
    findings = policy.lint(replace(CLEAN, description="Reembolso e garantia de 45 dias em https://example.com"))

    assert [(each.rule, each.message) for each in findings] == [
        ("forbidden_words", "O marketplace proíbe “reembolso” na descrição."),
        ("warranty", "O marketplace aceita no máximo 14 dias de garantia, e há mais na descrição."),
        ("links", "O marketplace não aceita links na descrição."),
    ]


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_default_texts_break_none_of_the_rules(game: Any, provider: str) -> None:
    """The texts that a form opens with cost nobody a fine."""
    line = ParsedLine(
        line=1,
        login="conta01",
        password="Senha#1",
        email_login=f"conta01@{PROVIDERS[provider].domain}",
        email_password="Mail#1",
    )
    settings = game.default_settings().with_changes({"emailDomain": provider})
    listing = game.build_listing(
        line, settings, usd_eur_rate=Decimal("0.87"), default_image_url="https://cdn.example.com/a.jpg"
    )

    assert policy.lint(listing) == []
    assert webmails_in(listing.delivery_instructions) == {provider}


def test_the_documented_fallback_breaks_no_rule() -> None:
    assert found(description=FALLBACK) == []
