"""Layouts of made-up texts: labels and values, rows, boxes, sections, one above the other."""

from bench.making import Made, Maker


def _pairs(maker: Maker, credentials: dict[str, str], shown: dict[str, str], noise: int = 3) -> list[tuple[str, str]]:
    pairs = [(maker.label(name), value) for name, value in credentials.items()]
    others = [(maker.label(name), value) for name, value in shown.items()] + maker.noise(noise)
    maker.random.shuffle(others)
    if "current" in shown and "peak" in shown and maker.chance(0.4):
        one, other = (
            (each for each in others if each[1] in (shown["current"], shown["peak"]))
            if shown["current"] != shown["peak"]
            and sum(each[1] in (shown["current"], shown["peak"]) for each in others) == 2
            else (None, None)
        )
        if one:
            others = [each for each in others if each not in (one, other)]
            peak = maker.pick(("pico ", "peak ", "peak: ", "máx. ", "max "))
            others.append(
                (
                    maker.label("current"),
                    maker.pick(
                        (
                            f"{shown['current']} ({peak}{shown['peak']})",
                            f"{shown['current']} / {shown['peak']} peak"
                            if False
                            else f"{shown['current']} ({shown['peak']} de pico)",
                        )
                    ),
                )
            )
    if maker.chance(0.2):
        return others + pairs
    if maker.chance(0.1):
        at = maker.random.randrange(len(others) + 1)
        return others[:at] + pairs + others[at:]
    return pairs + others


def lines(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game)
    sign = maker.pick((": ", ": ", ": ", " : ", "=", " = ", " - ", " → ", ":", " -> ", "\t", " » "))
    avoid = sign.strip()
    if avoid in ("-", ""):
        credentials = {name: value.replace(" ", "") for name, value in credentials.items()}
    bullet = maker.pick(("", "", "", "- ", "• ", "✅ ", "🔹 "))
    head = maker.pick(
        (
            "",
            "",
            f"Conta {game.title()}",
            "🎮 Conta à venda",
            "CONTA DISPONÍVEL",
            "Account details",
            "Segue os dados:",
            "Obrigado pela compra! Dados:",
        )
    )
    rows = [f"{bullet}{label}{sign}{value}" for label, value in _pairs(maker, credentials, shown)]
    if maker.chance(0.1):
        rows.insert(maker.random.randrange(len(rows)), "")
    tail = maker.pick(
        (
            "",
            "",
            "",
            "Full acesso, entrega automática",
            "Troque a senha após a compra",
            "Não dê reembolso sem falar comigo",
        )
    )
    return "\n".join(filter(None, [head, *rows, tail])), [(credentials, values)]


def one_line(maker: Maker, game: str) -> Made:
    parting = maker.pick((" | ", " | ", ", ", " / ", "; ", " // ", " • ", " - "))
    credentials, values, shown = maker.account(game, avoid=parting.strip() + (" " if parting in (" - ", " / ") else ""))
    sign = maker.pick((": ", ": ", ":", "=", " "))
    if sign == " ":
        credentials = {name: value.replace(" ", "") for name, value in credentials.items()}
    shown = {name: value.replace(",", ".") if parting == ", " else value for name, value in shown.items()}
    pairs = [(label, value) for label, value in _pairs(maker, credentials, shown) if parting.strip() not in value]
    return parting.join(f"{label}{sign}{value}" for label, value in pairs), [(credentials, values)]


def rows(maker: Maker, game: str) -> Made:
    """Log-ins without labels, one or several lines of the same structure."""
    mark = maker.pick((":", ":", ":", ";", "|", " | ", "\t", ",", " - ", "----", " / ", " : "))
    order = maker.pick(
        (
            ("login", "password"),
            ("login", "password", "email_login"),
            ("login", "password", "email_login", "email_password"),
            ("login", "password", "email_login", "email_password"),
            ("login", "email_login", "password", "email_password"),
            ("email_login", "email_password", "login", "password"),
            ("login", "password", "email_password"),
        )
    )
    count = maker.pick((1, 1, 1, 2, 3, 5))
    hard = mark.strip() == ":" and count == 1 and maker.chance(0.3)
    number = maker.pick(("", "", "", "{}) ", "{}. ", "#{} ", "{} - "))
    behind = maker.pick((" | ", " - ", " / ", ", ", " ")) if mark in (":", ";", "|", "----") else mark
    with_values = maker.chance(0.6)
    shown_names: list[str] | None = None
    told, accounts = [], []
    if maker.chance(0.2):
        told.append(
            maker.pick(
                (
                    "# lista do dia",
                    "Contas:",
                    "Estoque atualizado",
                    "login:senha",
                    "segue:",
                    "contas fn" if game == "fortnite" else "contas vava",
                )
            )
        )
        if told[-1] == "login:senha" and (mark != ":" or len(order) != 2):
            told.pop()
    for place in range(count):
        credentials, values, shown = maker.account(
            game, avoid=" " + ("" if hard else mark.strip()) + behind.strip(), most=4
        )
        login = (
            maker.login()
            if maker.chance(0.75) and order != ("login", "password", "email_password")
            else maker.address(maker.login())
        )
        if "email_login" in order and "@" in login:
            login = maker.login()
        credentials = {"login": login, "password": credentials["password"]}
        if "email_login" in order:
            credentials["email_login"] = maker.address(login)
        if "email_password" in order:
            credentials["email_password"] = maker.password(" " + mark.strip() + behind.strip())
        if (
            order == ("login", "password", "email_login", "email_password")
            and "@" not in login
            and mark == ":"
            and maker.chance(0.1)
        ):
            pass
        line = mark.join(credentials[name] for name in order)
        if order == ("login", "password", "email_password"):
            credentials["email_login"] = login
        if shown_names is None:
            shown_names = list(shown)
        if with_values and mark != ",":
            told_values = [
                f"{maker.label(name)}{maker.pick((': ', ' ', ': '))}{shown[name]}"
                if maker.chance(0.7) or name in ("level", "account_level")
                else _bare(maker, name, shown[name])
                for name in shown
            ]
            told_values += (
                [
                    f"{label}: {value}"
                    for label, value in maker.noise(2)
                    if behind.strip() not in value or not behind.strip()
                ]
                if behind != " "
                else []
            )
            line = behind.join([line, *told_values])
        else:
            values = {}
        told.append(number.format(place + 1) + line)
        accounts.append((credentials, values))
    return "\n".join(told), accounts


def _bare(maker: Maker, name: str, value: str) -> str:
    """'57 skins', 'Ouro 2', 'BR'."""
    if name in ("current", "server", "platform"):
        return value
    if name == "peak":
        return maker.pick(
            (
                f"peak {value}",
                f"pico {value}",
                f"{value} de pico",
                f"{value} (peak)",
                f"max {value}",
                f"já foi {value}",
                f"{value} peak",
            )
        )
    return f"{value} {maker.label(name).lower()}"


def ranks(maker: Maker, game: str) -> Made:
    """A rank of now and the highest one, as sellers say the two."""
    credentials, values, shown = maker.account("valorant", avoid=" ,;|", most=0)
    for name in (
        "current",
        "peak",
        *maker.random.sample(("level", "server", "valorant_points", "radianite_points", "weapon_skins"), 3),
    ):
        maker._value(name, values, shown)
    if maker.is_below(values):
        return ranks(maker, game)
    now, best = shown.pop("current"), shown.pop("peak")
    said = maker.pick(
        (
            f"{now} (peak {best})",
            f"{now}, pico {best}",
            f"{now} | {best} de pico",
            f"{now} / peak {best}",
            f"{now} (pico: {best})",
            f"{now}, já foi {best}",
            f"{best} (pico), {now} (atual)",
            f"atual {now} e pico {best}",
            f"rank {now} peak {best}",
            f"{now} hoje, chegou a {best}",
            f"peak {best}, now {now}",
            f"elo {now} max {best}",
            f"{now} - peaked {best}",
            f"{now} atualmente, maior elo {best}",
        )
    )
    others = [
        _bare(maker, name, value)
        if name == "server" or (maker.chance(0.5) and name != "level")
        else f"{maker.label(name)} {value}"
        for name, value in shown.items()
    ]
    joiner = maker.pick((" | ", ", ", " / ", "\n", " - "))
    pieces = [said, *others]
    if maker.chance(0.5):
        maker.random.shuffle(pieces)
    text = joiner.join(pieces)
    if maker.chance(0.5):
        return f"{maker.pick(('conta', 'Conta Valorant', 'acc', 'smurf', 'vendo conta'))} {text}", [({}, values)]
    return f"{credentials['login']}:{credentials['password']}{joiner if joiner != ', ' else ' | '}{text}", [
        ({name: credentials[name] for name in ("login", "password")}, values)
    ]


def initials(maker: Maker, game: str) -> Made:
    """'u: joana / p: abc#1 / m: … / mp: …'."""
    credentials, values, shown = maker.account(game, avoid=" ", most=2)
    letters = maker.pick(
        (
            {"login": "u", "password": "p", "email_login": "m", "email_password": "mp"},
            {"login": "L", "password": "S", "email_login": "E", "email_password": "SE"},
            {"login": "log", "password": "sen", "email_login": "mail", "email_password": "senmail"},
            {"login": "usr", "password": "pw", "email_login": "mail", "email_password": "mpw"},
        )
    )
    sign, parting = maker.pick((": ", ":", " = ", " - ")), maker.pick(("\n", "\n", " | ", " / ", " ... ", "   "))
    told = [f"{letters[name]}{sign}{value}" for name, value in credentials.items()]
    return parting.join([*told, *(f"{maker.label(name)}{sign}{value}" for name, value in shown.items())]), [
        (credentials, values)
    ]


def checker(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game, avoid=" |:", most=8)
    pair = f"{credentials['login']}:{credentials['password']}"
    credentials = {"login": credentials["login"], "password": credentials["password"]}
    fields = [f"{maker.label(name)}: {value}" for name, value in shown.items()] + [
        f"{label}: {value}" for label, value in maker.noise(5) if "assword" not in label and "enha" not in label
    ]
    if maker.chance(0.3):
        credentials["email_login"] = maker.address(credentials["login"])
        fields.insert(
            maker.random.randrange(len(fields) + 1),
            f"{maker.pick(('Epic Email', 'Email', 'E-mail') if game == 'fortnite' else ('Riot Email', 'Email', 'E-mail'))}: {credentials['email_login']}",
        )
    head = maker.pick(
        ("", "", "Account: ", "==================== 50+ Skins ====================\n", "Conta: ", "[+] ", "HIT: ")
    )
    head = head if game == "fortnite" or "Skins" not in head else ""
    line = head + " | ".join([pair, *fields])
    return line, [(credentials, values)]


def box(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game, avoid=" |:", most=8)
    credentials = {"login": credentials["login"], "password": credentials["password"]}
    fields = [f"{maker.label(name)}: {value}" for name, value in shown.items()] + [
        f"{label}: {value}" for label, value in maker.noise(4) if "assword" not in label and "enha" not in label
    ]
    told = [f"{credentials['login']}:{credentials['password']}"]
    while fields:
        told.append(" | ".join(fields[:3]))
        fields = fields[3:]
    width = max(map(len, told)) + 2
    rule = "═" * width
    return "\n".join([f"╔{rule}╗", *(f"║ {line.ljust(width - 1)}║" for line in told), f"╚{rule}╝"]), [
        (credentials, values)
    ]


def sections(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game)
    login = maker.login()
    credentials = {
        "login": login,
        "password": credentials["password"],
        "email_login": maker.address(login),
        "email_password": maker.password(),
    }
    sign = maker.pick((": ", ": ", " - ", "="))
    if sign == " - ":
        credentials = {name: value.replace(" ", "") for name, value in credentials.items()}
    account_head = maker.pick(
        (
            f"Conta {game.title()}",
            "Dados da conta",
            "Acesso do jogo",
            "Account",
            "Epic Games" if game == "fortnite" else "Riot Games",
            "JOGO",
            "=== CONTA ===",
            "Game account:",
        )
    )
    mail_head = maker.pick(
        (
            "E-mail",
            "Dados do e-mail",
            "Acesso ao e-mail",
            "EMAIL",
            "Mailbox",
            "=== E-MAIL ===",
            "Caixa de e-mail",
            "Mail access:",
            "Firstmail",
            "Linked email account",
            "Webmail",
        )
    )
    login_label, pass_label = maker.label("login"), maker.label("password")
    one = [account_head, f"{login_label}{sign}{credentials['login']}", f"{pass_label}{sign}{credentials['password']}"]
    other = [
        mail_head,
        f"{maker.pick((login_label, 'E-mail', 'Endereço', 'Login'))}{sign}{credentials['email_login']}",
        f"{pass_label}{sign}{credentials['email_password']}",
    ]
    blocks = [one, other] if maker.chance(0.7) else [other, one]
    if shown:
        blocks.append(
            [
                maker.pick(("Inventário", "Detalhes", "Info", "Stats")),
                *(f"{maker.label(name)}: {value}" for name, value in shown.items()),
            ]
        )
    if maker.chance(0.3):
        blocks.append(
            [
                maker.pick(("Vendedor", "Suporte", "Contato")),
                maker.pick(("E-mail: loja@shop.example.com", "Discord: loja#0001", "Email: suporte@loja.example.com")),
            ]
        )
    gap = maker.pick(("\n", "\n\n"))
    return gap.join("\n".join(block) for block in blocks), [(credentials, values)]


def address_only(maker: Maker, game: str) -> Made:
    """An e-mail and a password, which are the log-in; or a log-in and an e-mail without its password."""
    _, values, shown = maker.account(game, most=4)
    address = maker.address(maker.login())
    password = maker.password()
    sign = maker.pick((": ", ": ", " - ", "="))
    password = password.replace(" ", "") if sign == " - " else password
    others = [(maker.label(name), value) for name, value in shown.items()] + maker.noise(2)
    pairs = [(maker.label("email_login"), address), (maker.label("password"), password)]
    credentials = {"login": address, "password": password}
    if maker.chance(0.3):
        pairs.insert(
            0,
            (
                maker.pick(("Nick", "Epic ID", "Display Name", "Riot ID", "ID")),
                maker.pick(("Coruja77", "0f3c4b5a6d7e", "Lobo#BR1")),
            ),
        )
    if maker.chance(0.2):
        maker.random.shuffle(pairs)
    return "\n".join(f"{label}{sign}{value}" for label, value in [*pairs, *others]), [(credentials, values)]


def below(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game, most=3)
    pairs = [
        *((maker.label(name), value) for name, value in credentials.items()),
        *((maker.label(name), value) for name, value in shown.items()),
    ]
    sign = maker.pick(("", ":", ":"))
    gap = maker.pick(("\n", "\n\n")) if sign else "\n"
    return gap.join(f"{label}{sign}\n{value}" for label, value in pairs), [(credentials, values)]


def stacked(maker: Maker, game: str) -> Made:
    credentials, values, shown = maker.account(game, avoid=" ", most=4)
    told = [*credentials.values()]
    if maker.chance(0.4):
        told.insert(0, maker.pick(("segue", "conta nova:", "opa, aqui os dados", "here you go", "dados")))
    told += [f"{maker.label(name)}: {value}" for name, value in shown.items()]
    return "\n".join(told), [(credentials, values)]
