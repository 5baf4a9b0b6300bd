"""Turns of phrase that change what a sentence states. Regular expressions over folded text."""

# Someone asks for an account, or says what is wanted for this one.
REQUEST = r"""
    \b(?:procuro|procurando|busco|buscando|compro|comprando|quero\ comprar|queria\ comprar|queria\ uma|quero\ uma|preciso\ de
      |alguem\ (?:tem|vende|vendendo)|vcs?\ tem|voces?\ tem|vc\ tem|tem\ conta|tem\ alguma|teria\ (?:conta|alguma)|tem\ disponivel
      |looking\ for|looking\ to\ buy|lf|lfb|wtb|want\ to\ buy|wanna\ buy|need\ an?|in\ search\ of|iso|do\ (?:you|u)\ have|does\ anyone
      |anyone\ (?:have|selling)|got\ any|have\ any|can\ you\ get|interested\ in\ buying|pago\ ate|i\ want|im\ after|searching\ for
      |troco\ por|trocar\ por|troca\ por|aceito\ troca|aceito\ conta|trade\ for|trading\ for|swap\ for|in\ exchange\ for|will\ trade\ for
      |em\ troca\ de|de\ preferencia|preferencia\ por|preferably|needed|required|necessari[oa]s?|exigid[oa]s?|precisa\ ter|precisa\ (?:de\ )?(?:nivel|elo|rank)|so\ ate\ (?:o\ )?(?:nivel|elo|ferro|bronze|prata|ouro|platina|diamante|ascendente|imortal)|requisitos?|requirements?|minimo\ de|no\ minimo|at\ least\ needed)\b
"""

# What is said belongs to another account, another time, another thing.
ELSEWHERE = r"""
    \b(?:vendida|vendido|vendeu|vendi|ja\ era|foi\ vendida|sold|already\ gone|is\ gone|its\ gone|gone\ already|no\ longer\ available
      |indisponivel|reservada|reservado|reserved|esgotada|esgotado|out\ of\ stock|a\ outra|outra\ conta|my\ other|other\ listing|minha\ outra|outro\ anuncio|other\ account|another\ account
      |other\ one\ (?:has|is|was)|minha\ conta\ pessoal|my\ (?:own|personal)|conta\ (?:do\ meu|da\ minha)
      |for\ example|por\ exemplo|(?:my|a)\ (?:friend|brother|sister|cousin)|(?:amig[oa]|irma[o]?|prim[oa])\ tem|(?:melhor|best|pro)\ (?:jogador|player)|imagina|compared\ to|comparad[oa]|se\ (?:tivesse|fosse|voce)
      |nao\ tenho\ mais|nao\ tem\ mais|no\ longer\ have|tinha(?!\ (?:digitado|escrito|mandado|falado|dito|esquecido|errado))|had|costumava|antigamente|antes(?=\s*(?::|era|tinha))|before(?=\s*:)|perdi|perdeu|lost|ignore|desconsidere|nao\ considere|nao\ anota
      |sonho|meta|objetivo|goal|quero\ chegar|pretendo|falta(?:m)?|to\ reach|until\ (?:level|rank)|ate\ o\ (?:nivel|elo))\b
"""

# The rules of a shop, not the state of an account.
RULES = r"""
    \b(?:nao\ (?:trocamos|fazemos|devolvemos|aceitamos|aceito|reembolsamos|nos\ responsabilizamos)|we\ do\ not|we\ dont|regras?
      |a\ partir\ d\w*|acima\ de|compras?\ acima|desconto|off\ na|cupom|coupon|garantia\ de|warranty\ of|promocao|sorteio|giveaway
      |elo\ ?job|campeonatos?|torneios?|tournaments?|inscric(?:ao|oes)|premiac(?:ao|oes)|boost(?:ing)?|eloboost|duo\ ?boost|servico|services?|upamos|coach)\b
"""

# The whole line is an offer of work, not of an account.
SERVICE = r"\b(?:elo\ ?job|elo\ ?boost(?:ing)?|boost\ de\ elo|duo\ ?boost)\b"

BANNED = r"""
    \b(?:ban(?:ida|ido|idas|idos|iu)|banned|bani(?:ram|da)|banimento|perma(?:nently)?[\ -]?ban(?:ned)?|perma|suspens[ao]s?|suspended
      |suspension|suspensao|ban\ permanente|permanent\ ban|levou\ ban|tomou\ ban|pegou\ ban|got\ (?:a\ )?ban(?:ned)?|has\ a\ ban|tem\ ban
      |com\ ban|ban\ (?:ate|until|till|de|for|por|ativo|active|temporario|permanente|hwid)|hwid\ ban|vac\ ban|banned\ until|banida\ ate
      |ban:|bans?:|bloqueada|blocked|locked|restricted|restrita|disabled\ by|desativada\ pel[ao]|punida|punicao\ ativa)
"""
NOT_BANNED = r"""
    \b(?:nunca|never|nao|not|no|sem|without|zero|0|nenhum|nenhuma|none|isnt|wasnt|hasnt|livre|free|clean|limpa|limpo|jamais|nem|nada
      |unbanned|desbanida|desbanido|garantia|warranty|contra|against|evitar|avoid|risco|risk|anti|se\ (?:\w+\ ){0,3}(?:for|tomar|levar)|caso|if|chat|voice|voz
      |texto|comms|comunicacao|lobby|amigo|friend|false|off|falso)\b
"""
# 'Banned: No', 'ban: 0', but not 'banida no valorant'.
NOT_BANNED_AFTER = r"""
    ^\w*\W{1,5}(?:nao|no|n|nunca|never|jamais|none|nenhum\w*|zero|0|off|false|falso)\b(?!\s*\w)
    | \b(?:nunca|never|jamais|nao|zero)\b
    | \b(?:garantia|warranty|risco|risk|chat|voice|voz|texto|comms|comunicacao|lobby|amigo|friend|free|livre)\b
"""
SPENT = r"""
    \b(?:gast[oaei]\w*|spent|spend|usad[oa]s?|used|investid[oa]s?|invested|investi|worth|vale|valendo|avaliad[oa]|inventario|inventory
      |em\ skins|in\ skins|of\ skins|comprei|comprados|custa\w*|costs?|bought|purchased|ja\ passaram|no\ total\ gasto|de\ inventario|em\ itens)\b
"""
OTHER_LEVELS = r"(?:battle\s?pass|pass(?:e)?|bp|season|temporada|stw|salve\ o\ mundo|save\ the\ world|verifica\w*|verified|kyc|steam|lol|evento|event|vendedora?|seller|loja|store|shop)\b"
LEVEL_OF = rf"^[^\d|;\w]{{0,3}}(?:do|no|de|da|na|in|of|on|for|para)\s+(?:(?:the|o|a|seu|this|current|de)\s+){{0,2}}{OTHER_LEVELS}"
LEVEL_BEFORE = rf"{OTHER_LEVELS}[^(),;|]{{0,20}}\(\s*$|(?:{OTHER_LEVELS}|poder|power|minim[oa]|minimum|min|honra|honor)\W{{0,3}}(?:de\ |do\ |da\ |no\ |em\ |of\ )?(?:\w+\ )?$"
LINKABLE = r"\b(?:linkab\w*|linkav\w*|vinculav\w*|vincular|linkar|connectab\w*|link(?:ed)?\ to|can\ link|pode\ linkar|vinculad\w+|linkad\w+|conectad\w+|conectav\w*)"
