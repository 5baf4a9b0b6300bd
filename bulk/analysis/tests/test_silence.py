"""Texts that state nothing of an account fill nothing: 'what the text doesn't state is absent'."""

import json

import pytest

from bulk.analysis import analyse

SILENT = [
    "Vendo contas de Fortnite! Temos mais de 300 contas, de 50 a 200 skins. Chama no zap (11) 98888-7777, 12:30 às 18:00.",
    "Aceitamos pix e cartão em até 12x. Garantia de 30 dias. Entrega em 24h. Nota 4.9/5 com 1.250 avaliações.",
    "https://admin:s3cr3t@site.example.com/path?user=joana&pass=Abc#12",
    "ftp://user:pass@host.example.com:21/\npostgres://joana:Abc#12@db.example.com:5432/base",
    "[12:30] Bia: oi, tudo bem?\n[12:31] Ana: tem conta com 100 skins?\n[12:32] Bia: tenho não, só semana que vem",
    "Procuro conta imortal BR nível 100+, pago até 200 reais",
    "Termos: não nos responsabilizamos por ban. Troque a senha em até 24 horas. Suporte: suporte@loja.example.com",
    "Q: does it come with email?\nA: yes\nQ: refund?\nA: 7 days",
    "Horário: 09:00-18:00\nProporção 16:9\nPlacar 2:1\nNota: 9/10",
    "Ranking da semana:\n1. Joana - 1.250 pontos\n2. Maria - 1.100 pontos",
    "Nova temporada do Fortnite começa dia 12/12 às 5:00. Passe de batalha custa 950 V-Bucks.",
    "1000 V-Bucks por R$ 23,90 | 2800 V-Bucks por R$ 57,90 | 5000 V-Bucks por R$ 92,90",
    "Promoção: compre 3 skins e leve 1 grátis! Cupom: NATAL2025",
    "Skins em promoção hoje: Prime Vandal 1775 VP, Reaver Phantom 1775 VP",
    "Order #12345\nSubtotal: $45.00\nTax: $3.60\nTotal: $48.60\nStatus: Paid",
    "Como trocar a senha: 1. Entre em epicgames.com 2. Clique em Conta 3. Senha: escolha uma nova 4. Salve",
    "Requisitos: nível mínimo 20 para ranked. Precisa de 2FA.",
    "O melhor jogador tem 250 skins e nível 800, segundo a Epic.",
    "My friend is Immortal 3 and has 200 skins, I'm jealous lol",
    "Treino: 10:30 aim, 11:00 scrim, 12:15 review. Placar 13:7, KD 1.2",
    "color:#ff00aa;width:100px;height:20px",
    "MAC 00:1A:2B:3C:4D:5E IP 192.168.0.1:8080",
    "Gosto: 5\nPasso: 3\nTraps: 12\nSpins: 40",
    "Boost de elo! Ferro ao Ouro em 3 dias, R$ 80. Winrate 90%. Chama no pv.",
    "Mais de 80 contas no estoque! Contas a partir de 30 skins.",
    "Estoque atualizado:\n▪ 50 skins - R$ 90\n▪ 100 skins - R$ 170\n▪ 200 skins - R$ 350",
    "Tabela de preços:\nFerro - R$ 20\nBronze - R$ 25\nOuro - 40 reais",
    "Price list: Iron 10$, Bronze 15$, Silver 20$, Gold 30$",
    "Compared to other sellers (Gold 1, lvl 50, 3 skins for $50) this is cheap",
    "L: 3\nP: 5\nS: 2",
    "key:value;other:thing;foo:bar123",
    'def login(user: str, password: str) -> bool:\n    password = os.environ["PASSWORD"]\n    return sign_in(user, password=password)',
    "const { login, senha } = req.body;\nconst password = process.env.PASSWORD;\nif (!senha) {\n  throw new Error('senha');\n}",
    "class Conta(models.Model):\n    login: str\n    password: str",
    "SELECT login, senha FROM contas WHERE skins > 40;",
    "CREATE TABLE contas (login VARCHAR(80), password VARCHAR(80));",
    "git clone git@host.example.com:joana/repo.git\nssh joana@host.example.com -p 2222",
    "o código está em git@host.example.com:joana/contas.git e a base em postgres://joana:Abc#12@db.example.com/contas",
    '<form><label>Login</label><input name="user"><label>Senha</label><input type="password" placeholder="sua senha">'
    "<button>Entrar</button></form>",
    "Torneio domingo! Inscrição R$ 5, só até Ouro 2, precisa nível 20. Premiação 2.000 VP",
    "temos duas formas de pagamento, uma em 3x e outra em 10x",
    "a primeira e a segunda temporada foram as melhores, de segunda a sábado",
]


@pytest.mark.parametrize("game", ["fortnite", "valorant"])
@pytest.mark.parametrize("text", SILENT, ids=[text[:40] for text in SILENT])
def test_nothing_is_filled(text: str, game: str) -> None:
    [account] = analyse(text, game).accounts

    assert (account.credentials, account.account_data, account.counts) == ({}, {}, {})


@pytest.mark.parametrize("written", ["Senha: Farol#12 ou Farol#21", "password: Pine_44 or Pine_45 (one of these)"])
def test_one_of_two_passwords_is_none_and_its_line_is_shown(written: str) -> None:
    analysis = analyse(f"Login: bia.luz\n{written}", "fortnite")

    assert analysis.accounts[0].credentials == {"login": "bia.luz"}
    assert [line.text for line in analysis.unrecognized] == [written]


@pytest.mark.parametrize("name", ["ssid", "tdid", "clid", "csid", "asid", "ccid", "Cookie", "access token"])
def test_session_on_a_line_of_its_name_is_in_no_answer_and_is_warned_of(name: str) -> None:
    answer = analyse(f"Login: joana.fn\nSenha: Lua#2024\n{name}: Inventado.naoler456\nSkins: 40", "fortnite").as_json()

    assert "naoler456" not in json.dumps(answer)
    assert [warning["code"] for warning in answer["warnings"]] == ["session_cookie"]
    assert answer["accounts"][0]["credentials"] == {"login": "joana.fn", "password": "Lua#2024"}


def test_session_that_names_itself_in_a_sentence_is_in_no_answer_and_is_warned_of() -> None:
    text = "Ana: login joana_1\nAna: senha Abc#12\nAna: veio uma sessão do launcher junto, EG1SESS-77f0aa91c2d4"

    answer = analyse(text, "fortnite").as_json()

    assert "77f0aa91c2d4" not in json.dumps(answer)
    assert [warning["code"] for warning in answer["warnings"]] == ["session_cookie"]


@pytest.mark.parametrize("key", ["token", "ssid_cookie", "riot-session", "JWT", "access_token", "session"])
def test_session_in_an_object_is_in_no_answer_and_is_warned_of(key: str) -> None:
    answer = analyse(
        f'{{"user": "joana.fn", "{key}": "eyJfake.aa91KKd.zzQ20", "pass": "Lua#2024"}}', "fortnite"
    ).as_json()

    assert "aa91KKd" not in json.dumps(answer)
    assert [warning["code"] for warning in answer["warnings"]] == ["session_cookie"]
    assert answer["accounts"][0]["credentials"] == {"login": "joana.fn", "password": "Lua#2024"}
