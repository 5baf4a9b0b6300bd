"""Layouts of made-up texts: sentences, chats, tables, objects, statements without a log-in, what is withheld."""

import json

from bench.layouts import _bare
from bench.making import Made, Maker
from bulk.analysis.fields import CREDENTIALS


def sentence(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game, avoid=" ,;|", most=3)
    credentials = {name: value.rstrip(".?!") for name, value in credentials.items()}
    login, password = credentials["login"], credentials["password"]
    a, b = (
        maker.pick(("login", "usuário", "user", "acc", "conta", "username", "acesso")),
        maker.pick(("senha", "pass", "pw", "password")),
    )
    is_ = maker.pick(("é", "is", "eh", ":", "=", "->"))
    said = maker.pick((
        f"{a} {is_} {login}, {b} {is_} {password}",
        f"{a} {is_} {login} {b} {is_} {password}",
        f"{login} é o {a} e {password} a {b}" if a in ('login', 'usuário', 'user') else f"{a} {login} {b} {password}",
        f"{login} ({a}) {password} ({b})" if a in ('login', 'usuário', 'user') else f"{a}: {login} {b}: {password}",
        f"use {login} as the username and {password} as the password",
        f"o login é {login} e a senha é {password}",
        f"login {login} senha {password}",
        f"pode entrar com {login} / {password}",
        f"usuário {login}, senha {password}",
        f"the username is {login} and the password is {password}",
        f"log in with user {login} and pass {password}",
        f"acesso: {login} {password}",
        f"conta {login}:{password}",
        f"entra com o login {login} e senha {password}",
    ))  # fmt: skip
    if "email_password" in credentials:
        said += maker.pick((
            f", o e-mail é {credentials['email_login']} e a senha do e-mail é {credentials['email_password']}",
            f"; email {credentials['email_login']} senha do email {credentials['email_password']}",
            f". Mail: {credentials['email_login']} mail pass: {credentials['email_password']}",
        ))  # fmt: skip
    elif "email_login" in credentials:
        said += maker.pick(
            (f", e-mail {credentials['email_login']}", f" (email vinculado: {credentials['email_login']})")
        )
    others = [
        f"{value} {maker.label(name).lower()}"
        if name
        in (
            "skins",
            "pickaxes",
            "emotes",
            "backblings",
            "gliders",
            "wraps",
            "sprays",
            "vbucks",
            "weapon_skins",
            "valorant_points",
            "radianite_points",
        )
        else f"{maker.label(name).lower()} {value}"
        for name, value in shown.items()
        if True
    ]
    if others:
        said = maker.pick(
            (
                f"{said}. Tem {', '.join(others)}",
                f"vendo conta com {', '.join(others)}. {said}",
                f"{said}\n{', '.join(others)}",
            )
        )
    return said, [(credentials, values)]


def chat(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game, most=3)
    one, other = maker.pick(
        (
            ("Bia", "Ana"),
            ("Loja", "Cliente"),
            ("Vendedor", "Comprador"),
            ("Kim", "Lee"),
            ("João", "Eu"),
            ("Seller", "Buyer"),
        )
    )
    stamp = maker.pick(("", "", "[14:0{}] ", "[14:0{}, 03/09/2025] "))
    told: list[tuple[str, str]] = [
        (
            other,
            maker.pick(
                (
                    "oi, pode mandar os dados?",
                    "hi, send me the account please",
                    "comprei agora, manda aí",
                    "tem a conta ainda?",
                )
            ),
        )
    ]
    style = maker.pick(("kv", "said", "next", "asked"))
    if style == "kv":
        told += [(one, f"{maker.label(name)}: {value}") for name, value in credentials.items()]
    elif style in ("next", "asked"):
        for name, value in credentials.items():
            label = maker.label(name).lower()
            told.append(
                (one, maker.pick((f"{label} 👇", f"{label}:", f"agora {label}", f"the {label} is the next message")))
                if style == "next"
                else (other, maker.pick((f"qual {label}?", f"e {label}?", f"{label}?", f"what's the {label}?")))
            )
            told.append((one, value))
    else:
        told += [
            (one, f"{maker.label(name).lower()} {value}" if " " not in value else f"{maker.label(name)}: {value}")
            for name, value in credentials.items()
        ]
    for name, value in shown.items():
        if style == "asked":
            told += [
                (
                    other,
                    maker.pick(
                        (
                            f"qual {maker.label(name).lower()}?",
                            f"{maker.label(name).lower()}?",
                            f"e {maker.label(name).lower()}?",
                        )
                    ),
                ),
                (one, value),
            ]
        else:
            told.append((one, f"{maker.label(name)}: {value}"))
    told.append((other, maker.pick(("valeu!", "thanks, working", "recebi, obrigado", "ok"))))
    return "\n".join(f"{stamp.format(place % 10)}{who}: {what}" for place, (who, what) in enumerate(told)), [
        (credentials, values)
    ]


def table(maker: Maker, game: str) -> Made:
    mark = maker.pick((",", ";", "\t", " | ", "md"))
    plain = mark.strip() if mark != "md" else "|"
    accounts, records = [], []
    for _ in range(maker.pick((1, 2, 3))):
        credentials, values, shown = maker.account(game, avoid=plain + ' "' + (" " if mark == "\t" else ""), most=8)
        login = maker.login()
        credentials = {
            "login": login,
            "password": credentials["password"],
            "email_login": maker.address(login),
            "email_password": maker.password(plain + '" '),
        }
        accounts.append((credentials, values))
        records.append(credentials | {name: value for name, value in shown.items() if plain not in value})
        for name in list(shown):
            if plain in shown[name]:
                for each in (name, f"#{name}"):
                    values.pop(each, None)
    names = [
        *CREDENTIALS[: maker.pick((2, 3, 4))],
        *sorted(
            {name for record in records for name in record if name not in CREDENTIALS and name not in ("current", "peak")}
        ),
    ]
    if maker.chance(0.3):
        maker.random.shuffle(names)
    shown_names = set(names)
    accounts = [
        (
            {name: value for name, value in credentials.items() if name in shown_names},
            {name: value for name, value in values.items() if name.lstrip("#") in shown_names},
        )
        for credentials, values in accounts
    ]
    header = [maker.pick((name, maker.label(name))) for name in names]
    table_ = [header, *([record.get(name, "") for name in names] for record in records)]
    if mark == "md":
        return "\n".join(
            [
                "| " + " | ".join(header) + " |",
                "|" + "---|" * len(header),
                *("| " + " | ".join(row) + " |" for row in table_[1:]),
            ]
        ), accounts
    return "\n".join(mark.join(row) for row in table_), accounts


def structured(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game, most=6)
    keys = maker.pick(
        (
            {"login": "login", "password": "password", "email_login": "email", "email_password": "email_password"},
            {"login": "username", "password": "pass", "email_login": "mail", "email_password": "mail_pass"},
            {"login": "usuario", "password": "senha", "email_login": "email", "email_password": "senha_email"},
        )
    )
    told = {keys[name]: value for name, value in credentials.items()} | dict(shown.items())
    if maker.chance(0.3):
        told |= {"price": 120, "id": 88123, "verified": True}
    if maker.chance(0.3):
        return "".join(
            f"<p><b>{maker.label(name)}:</b> {_escaped(value)}</p>\n" for name, value in {**credentials, **shown}.items()
        ), [(credentials, values)]
    return json.dumps(told, ensure_ascii=maker.chance(0.3), indent=maker.pick((None, 2))), [(credentials, values)]


def _escaped(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def stats(maker: Maker, game: str) -> Made:
    """A statement of what an account has, no log-in, and things beside it that are none of its."""
    _, values, shown = maker.account(game, most=8)
    head = maker.pick((f"CONTA {game.upper()} À VENDA", "Vendo conta", "conta top", "Selling account", ""))
    style = maker.pick(("kv", "count", "inline", "dash", "glued", "plain"))
    told = []
    for name, value in shown.items():
        label = maker.label(name)
        counted = name in (
            "skins",
            "pickaxes",
            "emotes",
            "backblings",
            "gliders",
            "wraps",
            "sprays",
            "vbucks",
            "weapon_skins",
            "valorant_points",
            "radianite_points",
        )
        if style in ("glued", "plain"):
            told.append(f"{label.lower()}{'' if style == 'glued' and counted and ' ' not in label else ' '}{value}")
            continue
        told.append(
            _bare(maker, name, value)
            if style == "inline" and name in ("peak", "current") and maker.chance(0.6)
            else f"{label}: {value}"
            if style == "kv" or not counted
            else f"{value} {label}"
            if style in ("count", "inline")
            else f"{label} - {value}"
        )
    told += [f"{label}: {value}" for label, value in maker.noise(3) if "assword" not in label and "enha" not in label]
    extra = maker.pick((
        "", "", "Garantia de 30 dias e suporte até 22h", "Aceito pix ou cartão em 12x", "Aceito troca por conta com mais de 100 skins" if game == "fortnite" else "Troco por conta imortal com 50 skins",
        "Minha outra conta tem 300 skins mas essa não vendo", "Regras:\n- nível mínimo 20 para trocar\n- sem reembolso depois de 24h", "Procuro conta com 50 skins",
        "Já vendi mais de 200 contas", "Tenho 4.9 estrelas e 1.250 avaliações", "The account of my friend has 80 skins",
        "Tabela de preços:\n50 skins - R$ 90\n100 skins - R$ 170\n200 skins - R$ 350", "Conta vendida (exemplo): nível 300",
    ))  # fmt: skip
    joiner = (
        maker.pick((" | ", ", ", " • ", " + "))
        if style == "inline"
        else " "
        if style in ("glued", "plain") and maker.chance(0.6)
        else "\n"
    )
    if joiner == ", " and any("," in each for each in told):
        joiner = " | "
    body = joiner.join(told)
    return "\n".join(filter(None, [head, body, extra])), [({}, values)]


def withheld(maker: Maker, game: str) -> Made:
    """Credentials that are announced and not given, or masked."""
    _credentials, values, shown = maker.account(game, most=4)
    login = maker.login()
    kept: dict[str, str] = {"login": login}
    told = [
        f"{maker.label('login')}: {login}",
        f"{maker.label('password')}: {maker.pick(('enviada após a compra', 'a combinar', '********', 'Tr***9', 'sent after payment', 'no chat', 'xxxx', 'ver no pedido', 'M****o1', 'hidden', '[oculta]', '(enviada no chat)', '(after payment)'))}",
    ]
    if maker.chance(0.5):
        told.append(
            f"{maker.label('email_password')}: {maker.pick(('não incluso', 'n/a', 'sem acesso', 'none', '****', 'not included', 'trocar com o suporte'))}"
        )
    told += [f"{maker.label(name)}: {value}" for name, value in shown.items()]
    return maker.pick(("\n", " | ")).join(told), [(kept, values)]


def several(maker: Maker, game: str) -> Made:
    """Two to four accounts in blocks of the same labels, with a heading, a number, a ruler or a gap between."""
    sign = maker.pick((": ", ": ", " - ", "="))
    style = maker.pick(("labels", "labels", "row", "secrets"))
    parting = maker.pick(("\n\n", "\n\n", "\n---\n", "\n=======\n", "\n\n---\n\n", "\n"))
    heading = maker.pick(("", "", "Conta {}", "#{}", "Account {}", "🎮 Conta {}", "=== Conta {} ===", "{}) "))
    labels: dict[str, str] = {}
    blocks, accounts = [], []
    for place in range(maker.pick((2, 2, 3, 4))):
        credentials, values, shown = maker.account(game, avoid=" ", most=5)
        first = []
        if style == "row":
            credentials = {name: credentials[name].replace(":", "#") for name in ("login", "password")}
            first = [":".join(credentials.values())]
        elif style == "secrets":
            values, shown = {}, {}
        told = ({} if style == "row" else credentials) | shown
        lines = [
            *first,
            *(f"{labels.setdefault(name, maker.label(name))}{sign}{value}" for name, value in told.items()),
        ]
        head = heading.format(place + 1)
        lines = [head + lines[0], *lines[1:]] if head.endswith(") ") else [*([head] if head else []), *lines]
        blocks.append("\n".join(lines))
        accounts.append((credentials, values))
    return parting.join(blocks), accounts
