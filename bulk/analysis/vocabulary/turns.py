"""Turns of a sentence to something that is not the account, and back to it. Verbose regular expressions over folded words."""

from bulk.analysis.vocabulary.times import OTHER_TIME as _OTHER

_KIN = r"""(?:amig[oa]|prim[oa]|irma[o]?|namorad[oa]|ex|pai|mae|filh[oa]|ti[oa]|vizinh[oa]|colega|parceir[oa]|duo|brother|bro|sister
    |cousin|friend|buddy|mate|dad|mom|son|roommate|boyfriend|girlfriend|teammate|streamer|youtuber
    |(?:main|principal)(?=.*\b(?:smurf|alt|second|this|esta|essa|a\ outra)\b))"""
_SELF = r"(?!\ (?:dinheiro|grana|vender|money|cash|to\ sell))"

# Someone asks for an account, or something is raffled, played for or done for others: nothing in the sentence is of this one.
NOTHING_OF_IT = r"""
    \b(?:(?:procur(?:o|ando)|busc(?:o|ando))(?!\ (?:um\ )?(?:comprador|interessad|dono|quem))|(?<!nao\ )compro(?!\ e\ vendo)|comprando
      |quer(?:o|ia)\ (?:comprar|uma)|alguem\ (?:tem|vende|vendendo)|v(?:c|oce)s?\ (?:ai\ )?te(?:m|riam?)\ (?:alguma?|conta|uma|a\ de|disponivel)
      |(?<!nao\ )tem\ (?:conta(?!\ (?:vinculad|linkad|conectad))|alguma)|teria\ (?:conta|alguma)|tem\ disponivel
      |looking\ (?:for(?!\ (?:an?\ )?(?:new\ )?(?:buyer|owner|home|offer))|to\ buy)|lf|lfb|wtb|want\ to\ buy|wanna\ buy|in\ search\ of
      |do\ (?:you|u)\ have|does\ anyone|anyone\ (?:have|selling)|got\ any|have\ any|can\ you\ get|interested\ in\ buying|pago\ ate
      |i\ want(?!\ (?:to\ (?:sell|trade)|\d|at\ least\ \d))|im\ after|searching\ for
      |sorte(?:io|ar|amos|ando)|giveaway|raffle|rifa|concorra|concorrer|marque\ \d|tag\ \d|indique|indicac(?:ao|oes)|refer\ a
      |pago\ (?:bem|quem|pra|para)|(?:para|pra)\ subir\ d[oe]|(?:vendo|vendemos|selling)\ (?:vp|v\ ?bucks|vbucks)
      |campeonatos?|torneios?|tournaments?|inscric(?:ao|oes)|premiac(?:ao|oes)|prize\ pool
      |(?<!sem\ )(?<!no\ )(?<!never\ )(?<!nunca\ )(?<!fiz\ )(?<!any\ )(?:elo\ ?job|boost(?:s|ing|amos|ers?)?|eloboost|duo\ ?boost)
      |loyalty|fidelidade|cashback|vip\ tiers?|(?:silver|gold|platinum|diamond|bronze|vip)\ members?|membros?\ (?:bronze|prata|ouro|platina|diamante|vip)
      |(?:contas?|accounts?|skins?|keys?|chaves?|boxes|box|caixas?)\ (?:aleatori[ao]s?|sortead[ao]s?|surpresa|misterios[ao]s?)
      |(?:random|mystery|surprise)\ (?:\w+\ ){0,2}?(?:accounts?|accs?|keys?|box|boxes)|(?:each|every|cada)\ (?:key|chave|box|caixa|code|codigo|purchase|compra)
      |chances?\ (?:de|of)|(?:one|1|uma?)\ (?:in|em)\ (?:cada\ |every\ )?(?:\d+|five|cinco|ten|dez|twenty|vinte|fifty|cinquenta|cem|a\ hundred)\b|(?:any|qualquer)\ (?:rank|elo)\ (?:from|de|entre|between)
      |upamos|coach|patch|hotfix|changelog|release\ notes|notas\ da\ atualizacao)\b
  | ^\W*(?:(?:the|today\ s|a)\ )?(?:item\ shop|shop\ (?:rotation|reset|update)|loja\ (?:de\ itens|do\ dia|de\ hoje|diaria)|night\ market|mercado\ noturno
      |rotacao\ da\ loja|(?:hoje|amanha|today|tomorrow)\ (?:na|in\ the)\ (?:loja|item\ shop|shop|store))\b
  | ^\W*(?:iso|wanted|exemplos?|ex|examples?|e\ \.\ g|modelo)\b(?=\W)
"""

# What stands between two bars is about something that is gone, or is kept.
GONE = r"""
    \b(?:vendid[oa]s?(?!\ (?:junto|com|assim|por|do\ jeito))|vendeu|vendi(?!\ (?:mais|varias|muitas|outras|\d))|ja\ era|sold(?!\ (?:by|as|with|over|more|\d))
      |already\ gone|is\ gone|its\ gone|gone\ already|no\ longer\ available|indisponivel|reservad[oa]|reserved|esgotad[oa]|out\ of\ stock
      |nao\ (?:vend[oe](?!\ (?:separad|so\b|por\ menos|fiado|as\ skins))|(?:ta|esta|e)\ a\ venda)|(?:not|isnt|isn\ t)\ for\ sale|not\ selling\ (?:it|that|this)
      |fica\ comigo|fico\ com|keeping\ (?:it|that|this)|stays\ with\ me|other\ listing|outro\ anuncio)\b
"""

# From here on the sentence is about what is wanted in exchange, or is a rule.
FOR_IT = r"""
    \b(?:troco\ por|trocar\ por|troca\ por|aceito\ (?:troca|conta|trade)|trade\ for|trading\ for|swap\ for|in\ exchange\ for|will\ trade\ for
      |em\ troca\ de|promocao|requisitos?|requirements?|anunciei)\b
"""

# Where what follows up to the next comma holds a value, the sentence is from here on about another account, another time, a wish.
AWAY = rf"""
    \b(?:need\ an?|preciso\ de{_SELF}|precisa\ ter|precisa\ (?:de\ )?(?:nivel|elo|rank)|so\ ate|regras?|rules
      |a\ outra|outra\ conta|my\ other|minha\ outra|other\ account|another\ account|other\ one\ (?:has|is|was)|minha\ conta\ pessoal
      |my\ (?:own|personal)|(?<!vendo\ )(?<!vendo\ a\ )conta\ (?:do\ meu|da\ minha|dele)|(?:his|her)\ (?:acc|account)
      |(?:meu|minha|my|um|uma|a|o|his|her)\ {_KIN}(?:\ \w+){{0,4}}?\ (?:s\ (?:acc|account)|tem|e|eh|ta|esta|joga|pegou|chegou|is(?!\ for\ sale)|has|was|got|plays|reached)
      |(?:my|a)\ (?:friend|brother|sister|cousin)
      |(?:buyer|cliente|comprador|he|she|ele|someone)\ (?:wants?|asked|quer|pediu|procura|precisa)|wish\ i\ had|i\ wish|queria\ ter
      |(?:he|she|they|someone|ele|ela|(?:o|the)\ (?:cara|guy|dude|vendedor|seller)(?:\ \w+){{0,4}})\ (?:said|says|swore|claimed|told|promised|diss(?:e|eram)|falou|jur(?:ou|ava)|prometeu|garantiu)
      |eu\ (?:disse|falei)|(?:ontem|antes)\ (?:eu\ )?(?:disse|falei)|i\ (?:said|wrote|listed)|o\ (?:titulo|anuncio|print)\ (?:diz|dizia|mostra|ta\ com)
      |onde\ (?:ta|esta|diz|se\ le)|where\ it\ says|anuncio\ (?:passado|anterior|antigo)|(?:last|previous|old)\ (?:listing|ad|post)
      |the\ (?:title|listing|screenshot)\ (?:says|said|shows)|last\ time|(?:da|na)\ ultima\ vez
      |for\ example|por\ exemplo|(?:melhor|best|pro)\ (?:jogador|player)|imagina|should\ be|would\ be|deveria|seria
      |nao\ tem\ mais|(?:es)?tava(?=\ (?:n[oa]\ |em\ )?(?:nivel|lvl|ferro|bronze|prata|ouro|platina|diamante|ascendente|imortal|radiante))|tinham?(?!\ (?:digitado|escrito|mandado|falado|dito|esquecido|errado))|had|ja\ te(?:ve|ria)|chegou\ a\ ter|once\ had|used\ to\ have
      |costumava|antigamente|antes(?=\s*(?::|era|tinha))|before(?=\s*:)|era(?=\ (?:nivel|nv|lvl|level))|eram(?=\ \d)|was(?=\ (?:level|lvl))
      |quando\ (?:eu\ )?(?:comprei|peguei|ganhei|comecei|chegar|tiver|bater|for)|when\ (?:(?:i|we)\ (?:bought|got|started)|it\ (?:gets|hits|reaches))
      |na\ epoca|at\ the\ time|back\ then|(?:ganhei|comprei|peguei|recebi)\ (?:(?:a\ conta|ela|essa)\ )?com|(?:bought|got)\ it\ (?:with|at)|comecei|comecou|started\ (?:at|as|in)
      |(?:dono|dona)\ anterior|(?:antig[oa]|ex|primeir[oa])\ don[oa]|(?:previous|old|first|former)\ owner
      |(?:foi|passou|subiu|subi|caiu|cai|desceu|went|dropped|fell|climbed|moved|up|down)\ (?:de|do|from)\ [^,;|]{{1,25}}?(?P<to>\ (?:para|pra|pro|to))
      |(?:mes|ano|semana|temporada|season|ato)\ passad[oa](?=\ :)|last\ (?:month|year|week|season|act)(?=\ :))\b
  | \(\ (?:{_OTHER.replace(" ", chr(92) + " ")})\ \)\ (?=:)
  | ^\W*(?:(?:he|she|ele|eles|they)\ (?:tem|e|eh|ta|has|have|is|are|was)\b
      |(?:(?:o|a|meu|minha|my)\ )?{_KIN}\ (?=:)
      |(?:ep|episode|episodio|act|ato|season|temporada)\ \d+(?:\W+(?:act|ato|a)\ \d)?\ (?=:))
"""

# What stands between the two nearest commas is a comparison, a wish, a condition or a rule.
ASIDE = r"""
    ^\W*(?:desejo|quero|wishlist|wish|target|alvo|need)\ (?=:)
  | (?<=\(\ )(?:ex|exemplo|example|p\ ex|like|tipo|como)\b
  | \b(?:enemy|inimig\w+|adversari\w+|opponents?|lobby\ (?:rank|elo|average|medio)|(?:average|avg|media|medio)\ (?:de\ )?(?:\w+\ )?(?:rank|elo|lobby|level|nivel|skins|\d)|(?:rank|elo|nivel|level)\ (?:medio|media|average))\b
  | \b(?:not\ (?:the|to\ be\ confused)|nao\ (?:confund\w+|eh?\ [oa])|aquel[ae]s?|estimad[oa]|estimated|expected|nao\ (?:chegou|passou|subiu)|nunca\ (?:chegou|passou|pegou|bateu|subiu)|never\ (?:been\ (?:above|over)|reached|hit)
      |posso\ (?:deixar|ativar|tirar|colocar)|can\ (?:add|remove|enable|disable)|melhor(?:es)?\ (?:do\ )?que|better\ than|more\ than\ most|unlike|diferente\ d[eao]
      |compared\ to|comparad[oa]|se\ (?:\w+\ ){0,3}?(?:tivesse|fosse|tiver|vier|for|estiver|faltar|voce|chegar|quiser|precisar|preferir)|if|in\ case|caso
      |nao\ tenho\ mais|no\ longer\ have|perdi|perdeu|lost|ignor[ea]|desconsidere|nao\ considere|nao\ anota
      |sonho|meta|objetivo|goal|quero\ chegar|pretendo|falta(?:m|ndo)?|to\ (?:reach|go|rank\ up|hit)|until\ (?:level|rank)|away\ from|ate\ o\ (?:nivel|elo)
      |de\ preferencia|preferencia\ por|preferably|needed|required|necessari[oa]s?|exigid[oa]s?|minimo\ de|no\ minimo|at\ least\ needed|must\ (?:be|have)
      |precisa\ ser|tem\ que\ (?:ser|ter)|so\ vale|only\ (?:valid|for)|quem\ (?:e|eh|tem|for|estiver)|anyone\ who|those\ who|whoever
      |nao\ (?:trocamos|fazemos|devolvemos|aceitamos|aceito|reembolsamos|nos\ responsabilizamos)|we\ do\ not|we\ dont|do\ not|dont
      |a\ partir\ d\w*|acima\ de|compras?\ acima|desconto|off\ na|cupom|coupon|garantia\ de|warranty\ of|servicos?|services?
      |(?:accounts|contas|players|jogadores|lobbies|orders|pedidos)\ (?:above|below|under|over|up\ to|from|ate|de|entre|abaixo|com)
      |(?:all|our|every|most|todas\ as|nossas)\ (?:our\ )?(?:accounts?|contas))\b
"""

# Whose ban, or loss, is none of this account.
OTHER_ACCOUNT = rf"""
    \b(?:(?:minha|my|a|an)\ (?:outra|other|another|old|antiga|main|principal|primeira|first|last|alt|smurf|second)|outra\ conta|another\ account
      |(?:conta|account)\ (?:antiga|anterior|do\ meu|da\ minha)|(?:meu|minha|my|um|o)\ {_KIN})\b
"""

# The sentence comes back to the account itself.
BACK = r"""
    (?:(?:^|[,;:|/-]\ |\b(?:e|and|but|mas|so|que)\ )
        (?:hoje|agora|atualmente|currently|today|now|por\ enquanto|for\ now|so\ far|atual|na\ conta|o\ certo|errei|sobr(?:ou|aram)|resta(?:m|ram)?|left
          |(?:a\ )?minha(?=\ (?:e|eh|ta|tem|:))|mine|nessa|esta\ aqui|its|it\ s|conta(?=\ :)|saldo|tenho(?=\ :)|eu\ (?:so\ )?tenho|ainda\ tenho|still\ have|i\ (?:only\ )?have|(?:voltou|caiu|cai|subiu|subi|desceu)\ (?:para|pra|pro)|(?:fell|dropped|went|climbed|back)\ (?:down\ |up\ )?to)\b
      | [,;]\ (?:ta|esta|sou|eh|im|i\ m)\ | \be\ essa\b
      | \b(?:essa|esta|this)\ (?:aqui\ |one\ |acc\ |account\ |conta\ )?(?:tem|e|eh|vai|vem|ta|esta|has|is|:)(?=\s)
      | \b(?:a|essa)\ que\ (?:eu\ )?(?:(?:to|estou)\ )?vend\w+ | \b(?:the\ one|this)\ i\ ?m\ selling
      | \b(?:conta|account|acc|smurf|alt)\ (?:que\ (?:eu\ )?(?:(?:to|estou)\ )?vend\w+|a\ venda|for\ sale)\b
      | \bmas\ sao\b)
"""

_GAMES = r"""(?:lol|league\ of\ legends|wild\ rift|tft|rocket\ league|fall\ guys|cs\ ?(?:2|go)|counter\ strike|apex(?:\ legends)?|roblox|minecraft|gta(?:\ v|\ online)?
    |free\ fire|pubg|overwatch|clash\ (?:royale|of\ clans)|brawl\ stars|genshin(?:\ impact)?|call\ of\ duty|warzone|rainbow\ six|dota(?:\ 2)?|fifa|war\ thunder
    |marvel\ rivals|faceit"""
GAME_TURNS = {"fortnite": rf"{_GAMES}|valorant)", "valorant": rf"{_GAMES}|fortnite)"}
"""Other games than the one that is read."""
