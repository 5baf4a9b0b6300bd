"""Small words: yes and no, what may stand between a label and its value, numbers written out. All without accents."""

from collections.abc import Iterator, Mapping


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _numbered(text: str) -> Mapping[str, int]:
    """'2 dois duas two; 3 tres three': each word with its number."""

    def pairs() -> Iterator[tuple[str, int]]:
        for group in text.split(";"):
            number, *words = group.split()
            yield from ((word, int(number)) for word in words)

    return dict(pairs())


YES = word_set("""
    sim yes on true ativo ativa ativado ativada active enabled habilitado habilitada ligado ligada ok s y yep yeah possui tem
    comprado comprada completo completa complete full owned incluso inclusa included purchased bought email mail app sms
    authenticator autenticador totp adquirido adquirida acquired atual current max maxado configurado configurada set
""")
NO = word_set("""
    nao no off false nenhum nenhuma none desativado desativada disabled inativo inativa inactive sem without n nope not
    desabilitado desabilitada desligado desligada zero never nunca expirado expirada expired removed removido removida
""")
MAYBE = word_set("pode podem can could may might possivel possible disponivel available changeable")
WITHOUT = word_set("sem no without zero nenhum nenhuma nem not nao")
WITH = word_set("com with tem has inclui includes possui")
ARTICLES = word_set("e and mais o a os as the seu sua meu minha my your c")

FILLERS = word_set("""
    acho que uns umas cerca de do da dos das mais menos quase about around approx approximately aprox aproximadamente over
    atual atualmente current currently total totais no ao todo in is are e eh sao tem has tipo por volta mto so only apenas
    exatamente exactly like roughly somewhere some beirando os perto near hoje now agora already ja esta ta more than at least pelo almost nearly
    em valorant fortnite riot epic stands sits fica chegou chega a deve devem ter sobrou sobraram resta restam restou of x qtd quantidade count contagem amount number numero n nr
""")
"""What may stand between a label and its number: 'picaretas acho que 24', 'nível: uns 80'."""
ADJECTIVES = word_set("""
    lindas lindos boas bons premium total totais different diferentes good nice great epic unique unicas unicos de of fortnite
    valorant cool weapon owned desbloqueadas desbloqueados unlocked tops top insanas brabas novas incriveis account conta x
""")
"""What may stand between a number and its label: '57 lindas skins', '10 mil de VP'."""
RARE = word_set("rara raras raro raros rare rares exclusiva exclusivas exclusivo exclusivos exclusive og lendarias")
NEUTRAL = word_set(
    "conta account acc valorant fortnite smurf fresh full acesso server servidor regiao riot epic nfa fa region"
)
"""What says nothing of a place or a rank beside it: 'conta BR', 'smurf ouro'."""

UNITS = _numbered("""
    0 zero; 2 dois duas two; 3 tres three; 4 quatro four; 5 cinco five; 6 seis six; 7 sete seven; 8 oito eight; 9 nove nine;
    10 dez ten; 11 onze eleven; 12 doze twelve; 13 treze thirteen; 14 quatorze catorze fourteen; 15 quinze fifteen;
    16 dezesseis sixteen; 17 dezessete seventeen; 18 dezoito eighteen; 19 dezenove nineteen
""")
ONES = _numbered("1 um uma one")
"""Articles as well: they count only after a ten or a hundred ('vinte e uma skins')."""
TENS = _numbered("""
    20 vinte twenty; 30 trinta thirty; 40 quarenta forty; 50 cinquenta fifty; 60 sessenta sixty; 70 setenta seventy;
    80 oitenta eighty; 90 noventa ninety
""")
HUNDREDS = _numbered("""
    100 cem cento; 200 duzentos duzentas; 300 trezentos trezentas; 400 quatrocentos quatrocentas; 500 quinhentos quinhentas;
    600 seiscentos seiscentas; 700 setecentos setecentas; 800 oitocentos oitocentas; 900 novecentos novecentas
""")
SCALES = _numbered("100 hundred; 1000 mil thousand; 1000000 milhao milhoes million")

PREPOSITIONS = word_set("no na on for pra para pro do em at in")
ENGLISH = word_set(
    "my the is it its with for selling sell account acc and currently right now rn peaked was has have got im"
)
PORTUGUESE = word_set(
    "de do da em com para pra que conta nivel ate vendo servidor elo pico entrego entrega hoje ta e uma nao"
)
"""Words that tell in which language a line is."""
NEGATIONS = word_set("nao not never nunca")
LEAST = word_set("minimo minima minimum")
OTHER_RANKS = word_set("rank elo act ato ranque tier lol tft premier duo")
"""In a label that is none of ours: it names a rank of another time, game or person."""
BEFORE_A_RANK = NEUTRAL | word_set("""
    ta esta e eh is hoje atual atualmente now currently presently com sou no na em ainda still yet por enquanto momento far so agora segue
""")
JOINERS = word_set("e and ou or y")
PLAYED = word_set(
    "usa uso usava usado joga jogo jogava jogado jogada roda rodava played play plays used based baseada located"
)
"""'usa no ps5' says where the account is."""
CORRECTING = word_set("correta correto certa certo correct right nova novo new atualizada atualizado updated")
"""In a label, they say that its value counts instead of another one."""
SPOKEN = word_set(
    "continua mesmo mesma segue permanece esta ta is eh e sao are dela dele dessa desta ela sera seria its his her sendo fica ficou agora aqui o a eu"
)
"""What may stand between 'senha' and the password itself when somebody tells it."""
ADVERSATIVES = word_set("but mas porem however although entretanto")
TRANSPARENT = word_set(
    "anuncio listing item itens items produto product titulo oferta offer cosmeticos cosmetics locker armario stats lote pedido"
    " order lot info informacoes obs observacao observacoes nota notas note notes game jogo"
)
"""What is listed: the value of such a label describes the account."""
PURSE = word_set(
    "saldo carteira wallet balance tenho tem sobrou sobra resta restam restante moedas moeda coins dinheiro grana left have has"
)
"""Words of what is in the account, not of what something costs."""
SPEAKERS = word_set(
    "loja shop store vendedor vendedora seller cliente client customer comprador buyer suporte support atendimento"
)
"""Who speaks in a chat: 'Loja: prata 3'."""
SERVICE = word_set("support suporte customer sales booking live help")
"""Whose agents are no agents of the game."""
NO_SLIPS = word_set("""
    peca pecas passo passos passei posse posses conto conte contos contas cars carts tiles gesta gestor gestao gosto gostos gasto gastos
    sinha sonha picos serve servir stats state posts traps spins skips lever lists rates ranked users pasta pastas notas nivelar
""")
"""What is spelled as it is meant, however near to the word of a label."""
HAS = word_set("has is tem possui")
"""What keys begin with: 'has_2fa'."""
GAMES = word_set("fortnite fn valorant val riot epic")
"""What keys begin with as well: 'fortnite_skin_count'."""
KNOWN_NAMES = word_set("""
    classic shorty frenzy ghost sheriff stinger spectre bucky judge bulldog guardian phantom vandal marshal outlaw operator ares odin
    knife faca dagger karambit blade axe machado sword espada katana fan claw baton hammer martelo scythe foice butterfly wand bat
    jett sage omen raze sova phoenix brimstone viper cypher reyna killjoy breach skye yoru astra kay chamber neon fade harbor gekko
    deadlock iso clove vyse tejo waylay buddy chaveiro card cartao spray grafite title titulo
""")
"""Weapons, agents and kinds of things: a list without a label is one of names where these are in it."""
