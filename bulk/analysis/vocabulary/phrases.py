"""Turns of phrase that change what a sentence states. Regular expressions over folded text."""

# Someone asks for an account, or something is raffled, played for or done for others: nothing in the sentence is this one's.
NOTHING_OF_IT = r"""
    \b(?:(?:procur(?:o|ando)|busc(?:o|ando))(?!\ (?:um\ )?(?:comprador|interessad|dono|quem))|compro|comprando
      |quer(?:o|ia)\ (?:comprar|uma)|alguem\ (?:tem|vende|vendendo)|vcs?\ tem|voces?\ tem
      |vc\ tem|tem\ conta|tem\ alguma|teria\ (?:conta|alguma)|tem\ disponivel
      |looking\ (?:for(?!\ (?:an?\ )?(?:new\ )?(?:buyer|owner|home|offer))|to\ buy)|lf|lfb|wtb|want\ to\ buy|wanna\ buy|in\ search\ of
      |do\ (?:you|u)\ have|does\ anyone|anyone\ (?:have|selling)|got\ any|have\ any|can\ you\ get|interested\ in\ buying|pago\ ate|i\ want
      |im\ after|searching\ for
      |sorte(?:io|ar|amos|ando)|giveaway|raffle|rifa|concorra|concorrer|marque\ \d|tag\ \d|indique|indicac(?:ao|oes)|refer\ a
      |campeonatos?|torneios?|tournaments?|inscric(?:ao|oes)|premiac(?:ao|oes)|prize\ pool
      |elo\ ?job|boost(?:s|ing|amos|ers?)?|eloboost|duo\ ?boost|upamos|coach|patch|hotfix|changelog|release\ notes|notas\ da\ atualizacao)\b
  | ^\W*(?:iso|wanted|exemplos?|ex|examples?|e\ \.\ g|modelo)\b(?=\W)
"""

# The sentence up to the next bar is about something that is gone.
GONE = r"""
    \b(?:vendid[oa]s?|vendeu|vendi|ja\ era|sold(?!\ (?:by|as|with))|already\ gone|is\ gone|its\ gone|gone\ already|no\ longer\ available|indisponivel
      |reservad[oa]|reserved|esgotad[oa]|out\ of\ stock|nao\ (?:vendo|vende|(?:ta|esta)\ a\ venda|e\ a\ venda)
      |(?:not|isnt|isn\ t)\ for\ sale|fica\ comigo|other\ listing|outro\ anuncio)\b
"""

_KIN = r"""(?:amig[oa]|prim[oa]|irma[o]?|namorad[oa]|ex|pai|mae|filh[oa]|ti[oa]|vizinh[oa]|colega|parceir[oa]|duo|brother|bro|sister|cousin|friend|buddy|mate
      |dad|mom|son|roommate|boyfriend|girlfriend|teammate|streamer|youtuber|main|principal)"""

# From here on the sentence is about another account, another time, a wish or a condition.
AWAY = rf"""
    \b(?:troco\ por|trocar\ por|troca\ por|aceito\ (?:troca|conta|trade)|trade\ for|trading\ for|swap\ for|in\ exchange\ for|will\ trade\ for
      |em\ troca\ de|need\ an?|preciso\ de\ (?:uma|conta)|precisa\ ter|precisa\ (?:de\ )?(?:nivel|elo|rank)
      |so\ ate\ (?:o\ )?(?:nivel|elo|ferro|bronze|prata|ouro|platina|diamante|ascendente|imortal)|requisitos?|requirements?|regras?|rules|promocao
      |a\ outra|outra\ conta|my\ other|minha\ outra|other\ account|another\ account|other\ one\ (?:has|is|was)|minha\ conta\ pessoal
      |my\ (?:own|personal)|(?<!vendo\ )(?<!vendo\ a\ )conta\ (?:do\ meu|da\ minha|dele)|(?:his|her)\ (?:acc|account)
      |(?:meu|minha|my|um|uma|a|o|his|her)\ {_KIN}(?:\ \w+){{0,4}}?\ (?:s\ (?:acc|account)|tem|e|eh|ta|esta|joga|pegou|chegou|is|has|was|got|plays|reached)
      |(?:my|a)\ (?:friend|brother|sister|cousin)
      |(?:he|she|they|someone|ele|ela|(?:o|the)\ (?:cara|guy|dude|vendedor|seller)(?:\ \w+){{0,4}})\ (?:said|says|swore|claimed|told|promised|diss(?:e|eram)|falou|jur(?:ou|ava)|prometeu|garantiu)
      |eu\ (?:disse|falei)|(?:ontem|antes)\ (?:eu\ )?(?:disse|falei)|anunciei|i\ (?:said|wrote|listed)|o\ (?:titulo|anuncio|print)\ (?:diz|dizia|mostra|ta\ com)
      |the\ (?:title|listing|screenshot)\ (?:says|said|shows)|last\ time|(?:da|na)\ ultima\ vez
      |for\ example|por\ exemplo|(?:melhor|best|pro)\ (?:jogador|player)|imagina|se\ (?:tivesse|fosse|voce|chegar)|if\ (?:you|it|i)|should\ be|would\ be|deveria|seria
      |nao\ tem\ mais|tinham?(?!\ (?:digitado|escrito|mandado|falado|dito|esquecido|errado))|had|ja\ te(?:ve|ria)|chegou\ a\ ter|once\ had|used\ to\ have
      |costumava|antigamente|antes(?=\s*(?::|era|tinha))|before(?=\s*:)|era(?=\ (?:nivel|nv|lvl|level))|eram(?=\ \d)|was(?=\ (?:level|lvl))
      |quando\ (?:eu\ )?(?:comprei|peguei|ganhei|comecei)|when\ (?:i|we)\ (?:bought|got|started)|na\ epoca|at\ the\ time|back\ then|comecei|comecou|started\ (?:at|as|in)
      |(?:dono|dona)\ anterior|(?:antig[oa]|ex|primeir[oa])\ don[oa]|(?:previous|old|first|former)\ owner
      |(?:mes|ano|semana|temporada|season|ato)\ passad[oa](?=\ :)|last\ (?:month|year|week|season|act)(?=\ :))\b
"""

# What stands between the two nearest commas is a comparison, a wish or a rule.
ASIDE = r"""
    \b(?:not\ (?:the|to\ be\ confused)|nao\ (?:confund\w+|eh?\ [oa])|melhor(?:es)?\ (?:do\ )?que|better\ than|more\ than\ most|unlike|diferente\ d[eao]|compared\ to|comparad[oa]
      |nao\ tenho\ mais|no\ longer\ have|perdi|perdeu|lost|ignor[ea]|desconsidere|nao\ considere|nao\ anota
      |sonho|meta|objetivo|goal|quero\ chegar|pretendo|falta(?:m|ndo)?|to\ (?:reach|go|rank\ up|hit)|until\ (?:level|rank)|away\ from|ate\ o\ (?:nivel|elo)
      |de\ preferencia|preferencia\ por|preferably|needed|required|necessari[oa]s?|exigid[oa]s?|minimo\ de|no\ minimo|at\ least\ needed|must\ (?:be|have)
      |precisa\ ser|tem\ que\ (?:ser|ter)|so\ vale|only\ (?:valid|for)|quem\ (?:e|eh|tem|for|estiver)|anyone\ who|those\ who|whoever
      |nao\ (?:trocamos|fazemos|devolvemos|aceitamos|aceito|reembolsamos|nos\ responsabilizamos)|we\ do\ not|we\ dont|do\ not|dont
      |a\ partir\ d\w*|acima\ de|compras?\ acima|desconto|off\ na|cupom|coupon|garantia\ de|warranty\ of|servicos?|services?
      |(?:accounts|contas|players|jogadores|lobbies|orders|pedidos)\ (?:above|below|under|over|up\ to|from|ate|de|entre|abaixo|com)
      |(?:all|our|every|most|todas\ as|nossas)\ (?:our\ )?(?:accounts?|contas))\b
"""

# The sentence comes back to the account itself.
BACK = r"""
    (?:(?:^|[,;:|/-]\ |\b(?:e|and|but|mas|so|que)\ )
        (?:hoje|agora|atualmente|currently|today|now|por\ enquanto|for\ now|so\ far|atual|na\ conta|o\ certo|errei|sobr(?:ou|aram)|resta(?:m|ram)?|left
          |(?:a\ )?minha(?=\ (?:e|eh|ta|tem|:))|mine|nessa|esta\ aqui|its|it\ s|conta(?=\ :)|saldo)\b
      | \b(?:essa|esta|this)\ (?:aqui\ |one\ |acc\ |account\ |conta\ )?(?:tem|e|eh|vai|vem|ta|esta|has|is|:)(?=\s)
      | \b(?:a|essa)\ que\ (?:eu\ )?(?:(?:to|estou)\ )?vend\w+ | \b(?:the\ one|this)\ i\ ?m\ selling
      | \b(?:conta|account|acc|smurf|alt)\ (?:que\ (?:eu\ )?(?:(?:to|estou)\ )?vend\w+|a\ venda|for\ sale)\b
      | \bmas\ sao\b)
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
    | \b(?:garantia|warranty|risco|risk|lobby|amigo|friend|free|livre)\b
    | (?<!abuso\ de\ )(?<!abuso\ no\ )\b(?:chat|voice|voz|texto|comms|comunicacao)\b(?!\ (?:abuse|offen[cs]e|toxicity))
"""
SPENT = r"""
    (?:antes\ d|before\ (?:i|buy|the)|recarga\ de|top\W?up|gift\ ?card|brinde|de\ bonus|refund|reembolso|premio|prize|ganh(?:e|a|ar|ou)\b|receb\w+|(?:to|and)\ win
      |sai\ por|por\ mais|com\ mais|(?:bundle|pacote)\ (?:of|is|for|de|por|a|sai|custa)|for\ (?:free|your\ own)|pass(?:e)?\ (?:is|e|eh)\ (?:now|agora)?) | \b(?:gast[oaei]\w*|spent|spend|usad[oa]s?|used|investid[oa]s?|invested|investi|worth|vale|valendo|avaliad[oa]|inventario|inventory
      |em\ skins|in\ skins|of\ skins|comprei|comprados|custa\w*|costs?|bought|purchased|ja\ passaram|no\ total\ gasto|de\ inventario|em\ itens)\b
"""
OTHER_LEVELS = r"(?:battle\s?pass|pass(?:e)?|bp|season|temporada|stw|salve\ o\ mundo|save\ the\ world|verifica\w*|verified|kyc|steam|lol|evento|event)\b"
PEOPLE = r"(?:support|suporte|vendedora?|seller|loja|store|shop|booster|member|membro)\b"
LEVEL_OF = rf"^[^\d|;\w]{{0,3}}(?:do|no|de|da|na|in|of|on|for|para)\s+(?:(?:the|o|a|seu|this|current|de)\s+){{0,2}}(?:{OTHER_LEVELS}|{PEOPLE})|^\s(?:[a-z]+\s)?{PEOPLE}"
LEVEL_BEFORE = rf"{OTHER_LEVELS}[^(),;|]{{0,20}}\(\s*$|(?:{OTHER_LEVELS}|poder|power|minim[oa]|minimum|min|honra|honor)\W{{0,3}}(?:de\ |do\ |da\ |no\ |em\ |of\ )?(?:\w+\ )?$|{PEOPLE}\s(?:\w+\ )?$|\b(?:opens?|unlock\w*|liber\w+|abre|stays?|starts?|comeca)\s(?:at|no|em|with|a partir do)\s$"
LINKABLE = r"\b(?:linkab\w*|linkav\w*|vinculav\w*|vincular|linkar|connectab\w*|link(?:ed)?\ to|can\ link|pode\ linkar|vinculad\w+|linkad\w+|conectad\w+|conectav\w*)"

# What was said before was wrong, and what follows is right.
CORRECTION = r"""
    \b(?:edit(?:ado|ei|ed)?|corrig\w+|corre(?:cao|ction|cting)|errata|na\ verdade|actually|ops|oops|errei|typo|quis\ dizer|quero\ dizer|i\ meant?|digo
      |my\ bad|foi\ mal|retific\w+|updated?|atualiz(?:ad[oa]|ando|acao|ei)|ou\ melhor|melhor\ dizendo|sorry|desculpa|o\ certo|scratch\ that|mas\ sao)\b
  | ^\*(?=\ )
"""

# What ends an offer: whether somebody wants it, and for how much.
OFFER = r"""
    \b(?:(?:e\ ai\ |so\ )?(?:alguem|algum|quem)\ (?:interess\w+|quer|leva|afim|a\ fim|vai|anima)\b[^,|]* | alguem | interess\w+ | bora | fech(?:ou|a|amos) | blz | beleza | ok | topa\w* | aceita\w*
      | anyone(?:\ (?:interested|want\w*)[^,|]*)? | interested | deal | any\ (?:offers?|takers?) | ofertas? | o\ que\ acham?
      | quanto\ (?:vale|custa|sai|da|pag\w+|voces|vcs|cobra\w*|consigo|ofere\w+)\b[^,|]* | vale\ quanto
      | (?:how\ much|what)(?:\ (?:is|are|would|s|can|could|do)\b[^,|]*)? | worth\b[^,|]*)\s*\?+\W*$
"""

# A line that heads what somebody wants, or an example.
WANTED = r"""
    ^\W*(?:procuro|compro|busco|wanted|wtb|lf|looking\ (?:for|to\ buy)|requisitos?|requirements?|o\ que\ (?:eu\ )?(?:procuro|busco|quero)
      |what\ i\ ?(?:want|need|m\ looking\ for)|exemplos?|examples?|modelo|sample)(?!.*(?:vend|troc|sell|owner|buyer|dono|comprador))(?:\W+\w++){0,5}\W*$
"""

# A line that heads rules, prices or news.
NEWS = r"""
    ^(?!.*(?:vend|sell)\w*\ (?:conta|acc))(?:\W*\w++){0,4}?\W*\b(?:regras?|rules|polic(?:y|ies)|politicas?|termos|terms|faq|perguntas|tabela|price\ list|precos?|prices|leia\ antes|read\ (?:before|first)|how\ (?:to|it\ works)
      |como\ (?:comprar|funciona)|sorteio|giveaway|recargas?|top\W?up|(?:loja|mercado|market|shop|store)\ (?:de\ hoje|de\ itens|diaria|noturno|of\ the\ day)
      |(?:night|item|daily|gift)\ (?:market|shop|cards?)|premios?|prizes|dicas|tips|changelog|patch|novidades|servicos|services|boost\w*)\b(?:\W+\w++){0,4}\W*$
"""
