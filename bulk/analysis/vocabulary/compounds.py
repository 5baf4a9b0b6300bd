"""Words that labels are put together from."""

from collections.abc import Mapping

from bulk.analysis.vocabulary.labels import OTHER
from bulk.analysis.vocabulary.words import word_set

SECRET, MAIL, USER = "secret", "mail", "user"

HEADS: Mapping[str, frozenset[str]] = {
    SECRET: word_set(
        "senha senhas password pass passwd pswd pwd psw pw passw passwrd pasword pword contrasena clave snh"
    )
    | {"palavra passe", "palavra chave", "p passe"},
    MAIL: word_set("email mail emails gmail hotmail outlook firstmail rambler notletters mailbox webmail emeil")
    | {"e mail", "correo electronico", "correio eletronico", "correio electronico", "correo", "correio"},
    USER: word_set("login user username usuario usuaria usr logon loguin utilizador") | {"log in", "user name"},
}
LINKS = word_set("do da de del dos das desse deste dessa desta nesse neste d to of for para pra no na the o a in")
LABEL_ADJECTIVES = word_set("""
    epic riot valorant fortnite games game jogo conta account acc acct original orig og principal main primary atual
    current cadastrado cadastrada registered registration cadastro vinculado vinculada linked acesso access primeiro
    primeira first novo nova new certo certa correto correta correct atualizada atualizado updated right caixa entrada inbox address endereco full native nativo nativa proprio propria box
""")
RANK, CURRENT, PEAK = "rank", "current", "peak"
RANK_WORDS: Mapping[str, str] = {
    **dict.fromkeys(word_set("rank ranque ranking elo tier liga patente divisao division rango"), RANK),
    **dict.fromkeys(word_set("atual current now agora hoje cur curr presente competitivo competitive"), CURRENT),
    **dict.fromkeys(
        word_set("""
            peak pico peek max maximo maxima maior melhor best highest top high alcancado alcancada atingido atingida
            reached achieved historico auge topo alto alta elevado elevada recorde record
        """),
        PEAK,
    ),
    **dict.fromkeys(
        word_set("""
            anterior passado passada previous last ultimo ultima past old ato act season temporada inicial start
            min minimo minimum lowest menor pior worst
        """),
        OTHER,
    ),
}
"""What the words of a label make of the rank it announces; OTHER wins over PEAK, and PEAK over CURRENT."""
RANK_LINKS = word_set("mais ja ever time all conta account")
"""What else may stand between them: 'ranque mais alto', 'highest ever rank'."""
QUANTITIES = word_set("total qtd qtde quantidade numero number amount num totals totais saldo current atual")
TRAILING = tuple(
    tuple(phrase.split())
    for phrase in (
        "na conta",
        "no total",
        "in total",
        "in account",
        "on account",
        "no inventario",
        "ao todo",
        "no armario",
        "in locker",
        "total",
        "totais",
        "count",
        "counts",
        "owned",
        "unlocked",
        "qtd",
        "desbloqueados",
        "desbloqueadas",
        "liberados",
        "liberadas",
        "comprados",
        "compradas",
        "disponivel",
        "disponiveis",
        "available",
        "da conta",
        "of the account",
        "atual",
        "atuais",
        "restante",
        "restantes",
        "remaining",
        "left",
        "balance",
        "na carteira",
        "in wallet",
        "in the wallet",
        "atingido",
        "alcancado",
        "reached",
    )
)
