"""Turns of phrase that change what a sentence states. Regular expressions over folded text."""

# The whole line is an offer of work, not of an account.
BOOSTING = r"\b(?:elo\ ?job|elo\ ?boost(?:ing)?|boost\ de\ elo|duo\ ?boost)\b"

BANNED = r"""
    \b(?:ban(?:ida|ido|idas|idos|iu)|banned|bani(?:ram|da)|banimento|perma(?:nently)?[\ -]?ban(?:ned)?|perma|suspens[ao]s?|suspended
      |suspension|suspensao|ban\ permanente|permanent\ ban|levou\ ban|tomou\ ban|pegou\ ban|got\ (?:a\ )?ban(?:ned)?|has\ a\ ban|tem\ ban
      |com\ ban|ban\ (?:ate|until|till|de|for|por|ativo|active|temporario|permanente|hwid)|hwid\ ban|vac\ ban|banned\ until|banida\ ate
      |ban:|bans?:|bloqueada|blocked|locked|restricted|restrita|disabled\ by|desativada\ pel[ao]|punida|punicao\ ativa)
"""
NOT_BANNED = r"""
    \b(?:nunca|never|nao|not|no|sem|without|zero|0|nenhum|nenhuma|none|isnt|wasnt|hasnt|livre|free|clean|limpa|limpo|jamais|nem|nada
      |unbanned|desbanida|desbanido|garantia|warranty|contra|against|evitar|avoid|risco|risk|anti|se\ (?:\w+\ ){0,3}(?:for|tomar|levar)|caso|if|chat|voice|voz
      |texto|comms|comunicacao|lobby|amigo|friend|false|off|falso|discord|forum|profile|perfil|zap|whats\w*|insta\w*|telegram|facebook|phone|numero|telefone)\b
"""
# 'Banned: No', 'ban: 0', but not 'banida no valorant'.
NOT_BANNED_AFTER = r"""
    ^\w*\W{1,5}(?:nao|no|n|nunca|never|jamais|none|nenhum\w*|zero|0|off|false|falso)\b(?!\s*\w)
    | \b(?:nunca|never|jamais|nao|zero)\b
    | \b(?:garantia|warranty|risco|risk|lobby|amigo|friend|free|livre|discord|grupo|group|forum|facebook|telegram|reddit|community|comunidade)\b
    | (?<!abuso\ de\ )(?<!abuso\ no\ )\b(?:chat|voice|voz|texto|comms|comunicacao)\b(?!\ (?:abuse|offen[cs]e|toxicity))
"""
SPENT = r"""
    (?:antes\ d|before\ (?:i|buy|the)|recarga\ de|top\W?up|gift\ ?card|brinde|de\ bonus|refund|reembolso|premio|prize|ganh(?:e|a|ar|ou)\b|receb\w+|(?:to|and)\ win
      |sai\ por|(?:por|com)\ mais\ $|(?:bundle|pacote|colecao|faca|knife)(?:\ \w+)?\ (?:of|is|for|por|a|sai|custa)|pacote\ de|for\ (?:free|your\ own)|gives?\ you|da\ direito|(?:per|a|every|each|por|todo|ao)\ (?:month|mes|day|dia|week|semana|match|partida|mission|missao)\b|daily\b|diari[oa]|mensa(?:l|is)|monthly|pass(?:e)?\ (?:is|e|eh)\ (?:now|agora)?) | \b(?:gast[oaei]\w*|spent|spend|usad[oa]s?|used|investid[oa]s?|invested|investi|worth|vale|valendo|avaliad[oa]|inventario|inventory
      |em\ skins|in\ skins|of\ skins|comprei|comprados|custa\w*|costs?|bought|purchased|ja\ passaram|no\ total\ gasto|de\ inventario|em\ itens)\b
"""
OTHER_LEVELS = r"(?:lego|festival|rocket\s?racing|reload|ballistic|criativo|creative|blitz|battle\s?pass|pass(?:e)?|bp|season|temporada|stw|salve\ o\ mundo|save\ the\ world|verifica\w*|verified|kyc|steam|lol|evento|event)\b"
PEOPLE = r"(?:support|suporte|vendedora?|seller|loja|store|shop|booster|member|membro)\b"
LEVEL_OF = rf"^[^\d|;\w]{{0,3}}(?:(?:de|of)\ \d+\ )?(?:do|no|de|da|na|in|of|on|for|para)\s+(?:(?:the|o|a|seu|this|current|de)\s+){{0,2}}(?:{OTHER_LEVELS}|{PEOPLE})|^\s(?:[a-z]+\s)?{PEOPLE}"
LEVEL_BEFORE = rf"{OTHER_LEVELS}[^(),;|]{{0,20}}\(\s*$|(?:{OTHER_LEVELS}|poder|power|minim[oa]|minimum|min|honra|honor)[^\w.!?,;|]{{0,3}}(?:de\ |do\ |da\ |no\ |em\ |of\ )?(?:\w+\ )?$|{PEOPLE}\s(?:\w+\ )?$|\b(?:opens?|unlock\w*|liber\w+|abre|stays?|starts?|comeca|needs?|requires?|exige|pede)\s(?:(?:at|no|em|with|an?|a\ partir\ do|conta|account)\s)*$"
LINKABLE = r"\b(?:linkab\w*|linkav\w*|vinculav\w*|vincular|linkar|connectab\w*|link(?:ed)?\ to|can\ link|pode\ linkar|vinculad\w+|linkad\w+|conectad\w+|conectav\w*)"

# What was said before was wrong, and what follows is right.
CORRECTION = r"""
    \b(?:edit(?:ado|ei|ed)?|corrig\w+|corre(?:cao|ction|cting)|errata|na\ verdade|actually|ops|oops|errei|typo|quis\ dizer|quero\ dizer|i\ meant?|digo
      |my\ bad|foi\ mal|retific\w+|updated?|atualiz(?:ad[oa]|ando|acao|ei)|ou\ melhor|melhor\ dizendo|sorry|desculpa|o\ certo|leia\ se|should\ read|contei\ de\ novo|recont\w+|counted\ again|conferi|scratch\ that|mas\ sao)\b
  | (?:^|:\ )\*(?=\ )
"""

# What ends an offer: whether somebody wants it, and for how much.
OFFER = r"""
    \b(?:(?:e\ ai\ |so\ )?(?:alguem|algum|quem)\ (?:interess\w+|quer|leva|afim|a\ fim|vai|anima)\b[^,|]* | alguem | interess\w+ | bora | fech(?:ou|a|amos) | blz | beleza | ok | topa\w* | aceita\w*
      | anyone(?:\ (?:interested|want\w*)[^,|]*)? | interested | deal | any\ (?:offers?|takers?) | ofertas? | o\ que\ acham?
      | quanto\ (?:vale|custa|sai|da|pag\w+|voces|vcs|cobra\w*|consigo|ofere\w+)\b[^,|]* | vale\ quanto
      | (?:how\ much|what)(?:\ (?:is|are|would|s|can|could|do)\b[^,|]*)? | worth\b[^,|]*)\s*\?+\W*$
"""

# A line that heads what somebody wants, an example, or what else a shop has.
WANTED = r"""
    ^\W*(?:procuro|compro|busco|wanted|wtb|lf|looking\ (?:for|to\ buy)|requisitos?|requirements?|o\ que\ (?:eu\ )?(?:procuro|busco|quero)
      |what\ i\ ?(?:want|need|m\ looking\ for)|exemplos?|examples?|(?:modelo|sample)(?!\s*:\s*\w)
      |voce\ tambem\ pode|veja\ tambem|see\ also|quem\ (?:viu|comprou)|(?:you|customers)\ (?:(?:may|might)\ )?also|(?:similar|related|recommended)\ (?:offers?|listings?|products?|accounts?|items?)|(?:other|more)\ (?:offers?|listings?|products?)
      |(?:mais|outr[ao]s)\ (?:anuncios|ofertas|produtos)|(?:contas|anuncios|ofertas|produtos)\ (?:relacionad|similar|semelhante|parecid|recomendad)\w*)(?!.*(?:vend|troc|sell|owner|buyer|dono|comprador))(?:\W+\w++){0,5}\W*$
"""

# A line that heads rules, prices or news.
NEWS = r"""
    ^(?!.*(?:vend|sell)\w*\ (?:conta|acc))(?:\W*\w++){0,4}?\W*\b(?:regras?|rules|polic(?:y|ies)|politicas?|termos|terms|faq|perguntas|tabela|price\ list|precos?|prices|leia\ antes|read\ (?:before|first)|how\ (?:to|it\ works)
      |como\ (?:comprar|funciona)|sorteio|giveaway|recargas?|top\W?up|(?:loja|mercado|market|shop|store)\ (?:de\ hoje|de\ itens|diaria|noturno|of\ the\ day)
      |(?:night|item|daily|gift)\ (?:market|shop|cards?)|premios?|prizes|dicas|tips|changelog|patch|novidades|servicos|services|boost\w*)\b(?:\W+\w++){0,4}\W*$
"""
