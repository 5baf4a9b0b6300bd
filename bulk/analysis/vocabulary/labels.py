"""Labels: what stands before, or after, a value. Written without accents; `lexicon` folds them and adds glued spellings.

A name in capitals is no field of ours but says what a value means: ACCOUNT a login when a password goes with it,
COMBO login and password in one value, MAIL_COMBO an address and a password that may be its own, OTHER a value that describes something we do not sell by.
"""

from collections.abc import Mapping

ACCOUNT = "ACCOUNT"
COMBO = "COMBO"
MAIL_COMBO = "MAIL_COMBO"
OTHER = "OTHER"

Labels = Mapping[str, str]

COMMON: Labels = {
    "login": """
        login, log in, user, username, user name, usuario, usuaria, usr, nome de usuario, nome do usuario, user login,
        login da conta, login conta, account name, account login, account username, acc login, acc name, nome da conta,
        login name, login id, lgn, lgin, логин, sign in, signin, sign in id, sign in name, userid login, acct name, usuario da conta, usuario de acesso, login de acesso, conta login, game login""",
    "password": """
        senha, password, pass, passwd, пароль, pswd, pwd, psw, pw, passw, senha da conta, senha conta, senha de acesso,
        senha do jogo, account password, account pass, acc password, acc pass, login password, game password,
        senha atual, current password, contrasena, senha login, senha do login, palavra passe""",
    "email_login": """
        email, e mail, mail, почта, email login, e mail login, mail login, login do email, login do e mail, login email,
        login e mail, email da conta, e mail da conta, account email, acc email, linked email, linked mail,
        email vinculado, e mail vinculado, email address, endereco de email, email de acesso, email original,
        original email, email principal, e mail principal, conta do email, conta de email, conta do e mail, og email,
        addr, address, email user, email username, usuario do email, user email, email id, email account, mail account, gmail,
        hotmail, outlook, firstmail, rambler, notletters, caixa de email, caixa de entrada, inbox, mailbox, webmail, registered email, registration email,
        email cadastrado, email de cadastro, first email, first mail, main email""",
    "email_password": """
        senha do email, senha do e mail, senha email, пароль от почты, senha e mail, senha de email, senha da caixa de email,
        senha do mail, senha mail, senha emeil, s email, s mail, s do email, p email, p mail, sen email, sn email, email password, e mail password, mail password, email pass, e mail pass,
        mail pass, email pw, mail pw, email pwd, mail pwd, email passwd, password email, password e mail, pass email,
        pass e mail, pass mail, pw email, pw mail, pwd email, epass, mpass, mpw, mpwd, epwd, epw, chave do email, chave do e mail, chave do mail, chave email, email key, mail key, email senha, e mail senha, mail senha,
        pass do email, pass do e mail, password do email, password do e mail, senha da conta de email,
        senha do webmail, webmail password, senha gmail, senha do gmail, gmail password, senha hotmail,
        hotmail password, senha outlook, senha do outlook, outlook password, senha firstmail, senha rambler,
        senha notletters, firstmail password, rambler password, notletters password, email account password,
        password for email, password of email, password of the email, senha original do email, first mail pass,
        senha caixa de entrada""",
    ACCOUNT: "conta, account, acc, acct, acesso, access, id",
    COMBO: """
        creds, cred,        login senha, login e senha, login password, login pass, login and password, user pass, user password,
        username password, usuario senha, usuario e senha, conta senha, conta e senha, account password combo, combo,
        credenciais, credentials, credential, dados de acesso, dados de login, dados da conta, email pass combo,
        dados, login data, access data, login details, log pass, logpass, acesso da conta, userpass""",
    OTHER: """
        price, preco, valor, value, price usd, price eur, valor total, desconto, discount, garantia, warranty, entrega,
        delivery, tempo de entrega, delivery time, prazo, pix, paypal, pagamento, payment, formas de pagamento, parcelas,
        contato, contact, whatsapp, whats, zap, wpp, wa, telefone, phone, celular, tel, telegram, tg, discord, disc, dc,
        instagram, insta, ig, facebook, fb, twitter, youtube, twitch, site, website, link, url, loja, shop, store,
        vendedor, vendedora, seller, atendimento, suporte, support, horario, comprador, buyer, cliente, customer,
        email do vendedor, e mail do vendedor, seller email, email de contato, e mail de contato, contact email,
        email para contato, e mail para contato, email do suporte, support email, email da loja, e mail da loja,
        meu email, my email, email pessoal, e mail pessoal, personal email, email pix, chave pix, pix key, paypal email,
        email de recuperacao, e mail de recuperacao, recovery email, recovery mail, email reserva, backup email,
        email domain, dominio do email, email provider, provedor de email, provedor do email, provedor, provider,
        imap, email status, email verified, email verificado, e mail verificado, verified email,
        email confirmado, email verification, email verificado nivel, nivel de verificacao, verification level,
        email access, acesso ao email, troca de email, troca de e mail, mudar email, email changeable,
        nick, nickname, nome, name, ign, gamertag, psn id, apelido, display name, player name, in game name, gamename,
        game name, nick do jogo, nome no jogo, nome de exibicao, nick atual, current nick, change nick, troca de nick,
        account id, epic id, epic games id, user id, uid, puuid, profile, perfil, profile link, tracker, referencia, ref, codigo, sku, lote, pedido,
        order, anuncio, listing, item, categoria, category, game, jogo, tipo, type, status, situacao, condicao, condition,
        pais, country, idioma, language, cidade, city, cep, ip, full access, full acesso, acesso total, fa, full mail,
        old pass, old password, senha errada, senha velha, wrong password, incorrect password, login errado, wrong login, senha antiga, antiga senha, senha anterior, previous password, old login, login antigo, old email,
        email antigo, e mail antigo, created, criada, criada em, criado em, data de criacao, creation date, created at, registered, register date,
        registration date, data de registro, account age, acc age, idade da conta, idade, age, birthday, birth date,
        date of birth, dob, data de nascimento, nascimento, ano, year,
        last played, last login, last seen, last online, ultima partida, ultimo login, ultimo acesso, last activity,
        last match, played, playtime, play time, hours, horas, horas jogadas, hours played, tempo de jogo, time played,
        amigos, friends, xp, exp, experiencia, total xp, matches, partidas, games played, jogos, total matches,
        wins, win, vitorias, victories, vitoria, total wins, vitorias totais, losses, derrotas, kills, abates,
        eliminacoes, eliminations, deaths, mortes, kd, k d, kda, k d a, kd ratio, headshot, hs, hs percent, adr, acs,
        bans, ban, banned, banida, punicoes, punishments, penalties, restricoes, restrictions, historico de punicoes,
        obs, observacao, observacoes, nota, notas, note, notes, comentario, aviso, atencao, warning, info, informacoes,
        regras, rules, faq, bonus, brinde, gift, brindes, gifts, presentes, motivo, reason,
        backup code, backup codes, codigos de backup, recovery code, recovery codes, codigo de recuperacao, secret,
        2fa secret, secret 2fa, 2fa key, chave 2fa, otp, pin, security question, pergunta secreta, proxy, hwid,
        phone verified, telefone verificado, phone linked, telefone vinculado, numero vinculado, sms,
        inventory price, inventory value, valor do inventario, valor inventario, inventory, inventario, inventory worth,
        valor em skins, total spent, gasto total, gastos, total gasto, spent, account value, account worth, valor da conta,
        season level, nivel da temporada, nivel de temporada, season lvl, nivel temporada, temporada atual,
        current season, season, temporada, ato, act, ato atual, current act, episodio, episode, capitulo, chapter,
        battle pass level, battle pass lvl, battlepass level, battlepass lvl, battle pass tier, pass level, pass lvl,
        bp level, bp lvl, bp tier, nivel do passe, nivel de passe, nivel passe, lvl do passe, level do passe, lv do passe,
        nivel do battle pass, nivel bp, passe nivel, passe lvl, passe lv, battle pass nivel, nivel do passe de batalha,
        nivel passe de batalha, tier do passe, passe de batalha nivel, passe de batalha lvl, level battle pass,
        lvl battle pass, nivel no passe, nivel minimo, minimum level, min level, nivel maximo, max level, nivel min,
        proximo nivel, next level, honor level, nivel de honra, honra, steam level, nivel steam, steam, epic level,
        level required, required level, nivel necessario, nivel exigido, nivel de experiencia, level cap""",
}

FORTNITE_LABELS: Labels = {
    "login": "login epic, epic login, login da epic, usuario epic, epic user, epic username, username epic, epic id login",
    "password": "senha epic, senha da epic, epic password, epic pass, epic games password, senha epic games, epic pw",
    "email_login": "epic email, email epic, epic mail, email da epic, epic games email, e mail epic, e mail da epic",
    ACCOUNT: "conta epic, conta da epic, epic account, epic, epic games, conta epic games, epic acc",
    "skins": """
        skins, skin, outfits, outfit, fits, fatos, roupinhas, trajes, traje, roupas, roupa, fantasias, personagens, characters, visuais,
        skin count, skins count, outfit count, outfits count, total skins, total de skins, skins total, total outfits,
        total de trajes, quantidade de skins, qtd skins, qtd de skins, qtde skins, numero de skins, n de skins, skns,
        skinz, sk, sks, number of skins, amount of skins, skins totais, all skins, locker skins, cosmetic skins, num skins,
        skins no total, skins in total, n skins, skins amount, skin total, contagem de skins, aparencias""",
    "pickaxes": """
        pickaxes, pickaxe, picks, pick, pic, picareta, picaretas, pickaxe count, pickaxes count, harvesting tools,
        harvesting tool, ferramentas de coleta, ferramenta de coleta, ferramentas, machados, axes, total pickaxes,
        total de picaretas, qtd picaretas, quantidade de picaretas, numero de picaretas, pics, pickaxs, picaxes,
        number of pickaxes, picas""",
    "emotes": """
        emotes, emote, gestos, gesto, gest, gests, dancas, danca, dancinhas, dances, dance, emotes count, emote count, total emotes,
        emt, emts, dance count, total de gestos, total de emotes, quantidade de gestos, qtd gestos, gestos e dancas,
        dancas e gestos, emotes dances, dances emotes, emotes e dancas, number of emotes, qtd emotes""",
    "backblings": """
        back blings, back bling, backblings, backbling, blings, bling, backpacks, backpack, back packs, mochila,
        mochilas, acessorios para as costas, acessorio para as costas, acessorios de costas, acessorio de costas, acessorios para costas,
        acessorios das costas, acessorios costas, adornos para as costas, adornos para costas, adornos de costas,
        back accessories, backbling count, back bling count, backblings count, backpack count, qtd mochilas,
        total back blings, total de mochilas, retro mochilas, apetrechos, bblings, b blings, bbs""",
    "wraps": """
        wraps, wrap, envelopamento, envelopamentos, involucro, involucros, weapon wraps, weapon wrap, wraps count,
        wrap count, revestimentos, revestimento, envoltorios, envoltorio, capas de arma, capas de armas, embalagens,
        qtd envelopamentos, total wraps, item wraps, peliculas""",
    "gliders": """
        gliders, glider, asa delta, asas delta, asas deltas, asa deltas, planador, planadores, glider count,
        gliders count, paraquedas, parapente, parapentes, total gliders, total de asas delta, qtd asas delta, asas,
        asadelta, guarda chuvas e asas delta""",
    "sprays": "sprays, spray, spray count, sprays count, grafite, grafites, pichacoes, total sprays, total de sprays",
    "loading_screens": """
        loading screens, loading screen, loadings, loading, loads, telas de carregamento, tela de carregamento,
        telas de loading, ecras de carregamento, ecra de carregamento, load screens, load screen, loadscreens, loading screens count, loading count, telas,
        loadings count, total loading screens, telas de carga, carregamentos, loading scr, ls""",
    "vbucks": """
        v bucks, v buck, vb, vbs, pavos, pavo, v buck balance, v bucks balance, saldo de v bucks, saldo v bucks,
        saldo em v bucks, v bucks atuais, v bucks atual, current v bucks, v bucks count, v bucks available, v bucks left,
        v bucks disponiveis, available v bucks, total v bucks, vbucks total, v bux, v bucks na conta, v bucks in account,
        v bucks on account, vebucks, saldo vbucks, saldo de pavos, vbks, v coins, saldo vb, fortnite balance""",
    "account_level": """
        level, lvl, lv, nivel, nv, niv, nvl, niveu, niveu da conta, account level, account lvl, account lv, acc level, acc lvl, acc lv,
        nivel da conta, nvl da conta, niv da conta, lv da conta, nivel conta, nivel de conta, lvl da conta, lvl conta, level da conta, level conta, nv da conta,
        nivel atual, current level, player level, nivel do jogador, conta nivel, conta lvl, conta level, conta nv,
        nivel geral, overall level, level account, level acc, lvl acc, nivel acc, nivel total, total level""",
    "platform": """
        plataforma, plataformas, platform, platforms, plataforma principal, main platform, console, device,
        dispositivo, aparelho, plat, plataforma de origem, plataforma original, origin platform, original platform,
        jogada em, jogada no, played on, plays on, primary platform, plataforma usada, created on, criada no""",
    "has_2fa": """
        2fa, tfa, mfa, a2f, 2 fa, 2 step, 2 step verification, 2 step auth, two steps, 2fa status, 2fa method, 2fa methods, two factor,
        two factor authentication, two factor auth, two step, two step verification, dois fatores, 2 fatores, 2 steps,
        autenticacao de dois fatores, autenticacao em dois fatores, autenticacao de 2 fatores, autenticacao 2 fatores,
        autenticacao em duas etapas, verificacao em duas etapas, verificacao de duas etapas, verificacao em 2 etapas,
        verificacao de dois fatores, duas etapas, 2 etapas, autenticador, authenticator, dupla autenticacao,
        two fa, 2 factor, 2 factor authentication, double auth, verificacao de 2 etapas, etapas""",
    "battlepass": """
        battle pass, battle passes, bp, passe de batalha, passe, passe batalha, passe atual, passe de batalha atual,
        current battle pass, battle pass atual, passe da temporada, passe de temporada, bpass, season pass,
        passe de batalha da temporada, passe de batalha desta temporada, current bp,
        battle pass this season, battle pass current season, battle pass status, bp atual, bp current,
        bp current season, bp this season, bp da temporada, bp da temporada atual, battle pass for the current season,
        battle pass for this season, battle pass of the current season, passe de batalha da temporada atual,
        passe da temporada atual, passe dessa temporada, passe desta temporada, passe de batalha dessa temporada,
        passe de batalha nessa temporada, passe de batalha nesta temporada, passe nessa temporada""",
    "seasons_played": """
        seasons, temporadas, seasons played, temporadas jogadas, played seasons, temporadas completas, season played,
        temporadas jogada, seasons completed, qtd temporadas, seasons owned, temporadas completadas, total seasons""",
    "rare_items": """
        rare items, og, itens raros, item raro, rare, raro, rara, raros, raras, rares, rare skins, skins raras, skin rara, exclusives,
        exclusivas, exclusivos, exclusive skins, exclusive skin, skins exclusivas, itens exclusivos, exclusive items,
        og skins, skins og, og items, itens og, destaques, highlights, top skins, principais skins, melhores skins,
        best skins, skins principais, notable skins, notable items, skins destaque, destaque, rarest, mais raras,
        skins mais raras, rare cosmetics, cosmeticos raros, raridades, featured skins, key skins, hot skins, main skins""",
    OTHER: """
        banners, banner, emoticons, emoticon, emojis, musicas, musica, music, music packs, music pack, pacotes de musica,
        rastros, rastro, contrails, contrail, rastros de fumaca, toys, brinquedos, pets, mascotes, mascote, companions,
        sidekicks, carros, cars, car, veiculos, instrumentos, instruments, lego, lego kits, kits lego, jam tracks,
        faixas, sapatos, kicks, tenis, auras, aura, styles, estilos, variantes, bundles, bundle, pacote, pacotes, crew,
        fortnite crew, clube, lego pass, music pass, og pass, decorations, decoracoes, victory crowns, coroas, crowns,
        coroas de vitoria, crown wins, top 1, top1, refunds, refund, refund tickets, restituicoes, reembolsos, tickets,
        stw, save the world, salve o mundo, has stw, stw power level, stw level, stw lvl, power level, power lvl, pl,
        poder, nivel de poder, poder no salve o mundo, nivel stw, nivel salve o mundo, nivel no salve o mundo,
        stw edition, founder, fundador, psn connectable, psn linkable, xbox linkable, xbox connectable,
        nintendo connectable, switch linkable, linkable, linkable platforms, linkaveis, linkavel, vinculavel,
        plataformas vinculaveis, plataformas linkaveis, connectable, conexoes, connections, connected, linked, vinculos,
        linked accounts, linked platforms, contas vinculadas, plataformas vinculadas, linked to, vinculada a,
        v bucks gastos, v bucks gasto, gastos em v bucks, spent v bucks, v bucks spent, v bucks usados, used v bucks,
        total v bucks spent, vbucks spent, v bucks value, valor em v bucks, v bucks worth, worth, v bucks comprados,
        v bucks recebidos, v bucks earned, v bucks ganhos, v bucks purchased, lifetime v bucks, v bucks investidos,
        v bucks do salve o mundo, v bucks por dia, rank, ranque, ranked, elo, arena, hype, hype points, arena points,
        earnings, premiacao, dupes, itens, items, cosmetics, cosmeticos, total de itens, total items, total cosmetics,
        exclusive count, rare count, emotes raros, rare emotes, rare pickaxes, picaretas raras, gestos raros, mochilas raras,
        rare gliders, lendarias, legendary skins, legendary, icon skins, icon series, marvel skins, skins marvel,
        skins de passe, battle pass skins, skins do passe, crew skins, skins crew, shop skins, skins da loja""",
}

VALORANT_LABELS: Labels = {
    "login": """
        riot username, riot login, riot user, login riot, login da riot, usuario riot, usuario da riot, username riot,
        riot account name, valorant login, login valorant, riot games login, riot games username""",
    "password": """
        riot password, riot pass, riot pw, senha riot, senha da riot, valorant password, senha valorant, senha do valorant,
        riot account password, riot games password, pass riot""",
    "email_login": "riot email, email riot, email da riot, riot mail, e mail da riot, e mail riot, riot games email",
    ACCOUNT: "conta riot, conta da riot, riot account, riot, riot acc, riot games",
    "level": """
        level, lvl, lv, nivel, nv, niv, nvl, niveu, niveu da conta, account level, account lvl, account lv, acc level, acc lvl, acc lv,
        nivel da conta, nvl da conta, niv da conta, lv da conta, nivel conta, nivel de conta, lvl da conta, lvl conta, level da conta, level conta, nv da conta,
        nivel atual, current level, player level, nivel do jogador, conta nivel, conta lvl, conta level, conta nv,
        nivel geral, nivel do jogo, nivel no jogo, game level, in game level, level in game, level account, level acc, lvl acc, nivel acc, nivel total, total level, valorant level""",
    "current": """
        rank, rk, ranque, ranking, elo, tier, liga, patente, act rank, current rank, current tier, current elo, rank atual, elo atual,
        ranque atual, tier atual, liga atual, rank now, elo agora, now, atual, current, rank valorant, elo da conta,
        rank da conta, divisao, division, current division, competitive rank, comp rank, rank competitivo,
        elo competitivo, competitive tier, ranked, atualmente, currently, hoje, hj, rank comp, cur rank, curr rank""",
    "peak": """
        peak, pk, peak rank, peak elo, peak tier, pico, elo pico, rank pico, ranque pico, pico de elo, pico de rank, max,
        maximo, maxima, elo maximo, elo max, rank maximo, rank max, ranque maximo, ranque max, max rank, max elo,
        max tier, maior elo, maior rank, maior ranque, maior, highest, highest rank, highest elo, highest tier,
        melhor, best, melhor elo, melhor rank, melhor ranque, best rank, best elo, top rank, top elo, elo mais alto, rank mais alto,
        rank peak, elo peak, all time, all time best, recorde, seu recorde, rank recorde, elo recorde, career high, career best, personal best, all time peak, peak all time, all time high, lifetime peak, peaked, peaked at, peak act rank,
        tier maximo, liga maxima, patente maxima, peak division, ja foi, ja chegou, ja pegou, chegou a, was, used to be,
        former, ex, high, era, ja peguei, ja bati, ja cheguei, peguei, bati, bateu, ja bateu, pegou, atingiu, ja atingiu, foi ate, subiu ate, chegou no, chegou em, chegou ao, hit, reached, got to, made it to, topped out at, ja alcancou, alcancou, historico maximo, elo historico, maior elo alcancado, elo maximo alcancado, rank maximo alcancado,
        melhor elo alcancado, peek, peek rank, peak current act, peak historico, pico historico, topo, auge, top""",
    "server": """
        regiao, region, servidor, server, sv, srv, serv, reg, regiao da conta, account region, server region,
        regiao do servidor, riot region, shard, regiao servidor, region server, server location, local do servidor""",
    "platforms": "plataforma, plataformas, platform, platforms, device, dispositivo, console, plataforma de jogo",
    "valorant_points": """
        vp, vps, valorant points, valorant point, valorants points, pontos valorant, pontos de valorant,
        pontos do valorant, val points, v points, vp balance, saldo de vp, saldo vp, vp atual, vp na conta, vp wallet,
        wallet vp, vp na carteira, saldo de valorant points, points valorant, vpoints, vp disponivel, vp disponiveis""",
    "radianite_points": """
        rp, rps, radianite, radianite points, radianita, radianitas, pontos de radianita, pontos radianita,
        pontos de radianite, pontos radianite, rad points, radianites, saldo de radianita, rp balance, saldo rp,
        wallet rp, rad pts, radianite point, radianite balance""",
    "winrate": """
        winrate, win rate, wr, taxa de vitoria, taxa de vitorias, win ratio, win percentage, win percent, win pct,
        percentual de vitorias, porcentagem de vitorias, aproveitamento, taxa de win, w r, taxa vitoria""",
    "agents": """
        agents, agentes, agente, agent, ag, ags, agents unlocked, agentes desbloqueados, agentes liberados, unlocked agents,
        agent count, agents count, total agents, total de agentes, qtd agentes, personagens, characters, bonecos""",
    "weapon_skins": """
        skins, skin, weapon skins, weapon skin, skins de armas, skins de arma, skins armas, gun skins, gun skin,
        skin count, skins count, total skins, total de skins, qtd skins, quantidade de skins, qtd de skins,
        numero de skins, armas, weapons, skins total, skins totais, arma skins, skin list, lista de skins, skins list,
        weapon skins count, inventory skins, skins de vandal e phantom, number of skins, skins premium, premium skins""",
    "buddies": """
        buddies, buddy, gun buddies, gun buddy, chaveiro, chaveiros, amuleto, amuletos, acompanhantes, buddies count,
        penduricalhos, buddy count, pingentes, gunbuddies, pendentes""",
    "cards": """
        cards, card, player cards, player card, cartoes, cartoes de jogador, cartoes do jogador, cards count,
        playercards, cards de jogador, banners, card count, cartas""",
    "sprays": "sprays, spray, sprays count, spray count, grafites, grafite, pichacoes, total sprays",
    "titles": "titles, titulos, player titles, titulos de jogador, titulos do jogador, titles count, player title, title count",
    OTHER: """
        riot id, riotid, tagline, tag, game tag, rr, rank rating, rank points, elo points, pontos de elo, pdl, mmr,
        hidden mmr, knives, knife, facas, faca, melee, melees, melee skins, corpo a corpo, skins corpo a corpo,
        knife skins, skins de faca, battle pass, battle passes, battlepass, bp, passe, passe de batalha, passes,
        agent contracts, contratos, contracts, contract, kingdom credits, creditos do reino, kc, kcs, kingdom, creditos,
        credits, collections, collection, colecao, colecoes, bundles, bundle, pacotes, pacote, flex, flexes, crosshair,
        mira, skins value, skin value, valor das skins, valor de skins, skins worth, rank ready, 2fa, linked to,
        elo do ato passado, rank do ato passado, ranque do ato passado, ato passado, last act, last act rank, last rank,
        previous rank, previous act, previous act rank, rank anterior, elo anterior, ato anterior, ultimo rank,
        ultimo elo, rank passado, elo passado, last season rank, last season, previous season, temporada passada,
        elo do ato anterior, rank do ato anterior, ultimo ato, rank last act, elo ultimo ato, past rank, old rank,
        act ranks, ranked history, rank history, historico de elo, historico de rank, elos passados, ranks passados,
        premier, premier division, divisao premier, premier rank, premier tier, elo premier, tft, lol, league of legends, tft rank,
        lol rank, lol level, elo lol, elo no lol, rank lol, elo do lol, wild rift, vitorias no ato, act wins, ranked wins,
        wins no ato, games, vp gastos, vp gasto, gastos em vp, vp spent, spent vp, total vp spent, valor em vp,
        inventory vp, vp em skins, inventario vp, vp investidos, vp value, vp worth, valor do inventario em vp, worth,
        variants, variantes, chromas, cromas, exclusive, exclusivas, dupes, champions, vct, arcane, smurf rank, elo duo, duo rank""",
}

OF_GAME: Mapping[str, tuple[Labels, ...]] = {
    "fortnite": (COMMON, FORTNITE_LABELS),
    "valorant": (COMMON, VALORANT_LABELS),
}
