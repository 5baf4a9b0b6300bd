"""What columns and rows are headed with that hold now, or at another time. Regular expressions over folded words."""

_OF = r"(?:n?est[ae] |n?ess[ae] |this |current )"
_SPAN = r"(?:mes|ano|semana|temporada|season|ato|act|month|week|year|split|episodio|episode)"
NOW = rf"hoje|agora|atual(?:mente)?|now|today|current(?:ly)?|nov[oa]|new|depois|after|corret[oa]|certo|real|correct|right|atualizad[oa]|updated|{_OF}{_SPAN}|{_OF}?(?:conta|account)|(?:valor|value) (?:atual|now)|current value|(?:a )?minha(?: conta)?|mine|my account|(?:conta )?a venda|for sale|disponive(?:l|is)|available|em estoque|in stock"
OTHER_TIME = rf"antes|before|antig[oa]|old|anterior|previous|past|passad[oa]|inicial|inicio|start|initial|original|ontem|yesterday|errad[oa]|wrong|anunciad[oa]|listed|anuncio(?: antigo)?|{_SPAN} passad[oa]|{_SPAN} anterior|(?:last|previous|past) {_SPAN}|(?:ultim[oa]) {_SPAN}|meta|objetivo|alvo|goal|target|minim[oa]|min|minimum|requisito|required|exigido|media|average|avg|exemplo|example|valor (?:antigo|anterior)|old value|(?:19|20)\d\d|[a-z]+ (?:antig[oa]|anterior|passad[oa])|(?:old|previous) [a-z]+|vendid[oa]s?|sold(?: out)?|indisponive(?:l|is)|reservad[oa]s?|esgotad[oa]s?|conta d[oae] \w+(?: \w+)?|my \w+ s account"
_MONTH = (
    r"(?:jan(?:eiro|uary)?|fev(?:ereiro)?|feb(?:ruary)?|mar(?:co|ch)?|abr(?:il)?|apr(?:il)?|mai(?:o)?|may|jun(?:ho|e)?|jul(?:ho|y)?"
    r"|ago(?:sto)?|aug(?:ust)?|set(?:embro)?|sep(?:tember)?|out(?:ubro)?|oct(?:ober)?|nov(?:embro|ember)?|dez(?:embro)?|dec(?:ember)?)"
)
DATE = rf"20[12]\d|{_MONTH}(?:[ /]\d{{2,4}})?"
"""What a line of a history begins with."""
