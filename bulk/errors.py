"""Refusals of bulk creation. WrongState and NotConfirmed say one of the texts that come first."""

from core.errors import ActionError, Conflict, TooLarge, Unprocessable, refusal

OVER = "Esta execução já terminou."
CANCELLED = "Esta execução foi cancelada."
OWNER_REMOVED = "A pessoa desta execução foi removida. Cole as contas em uma nova execução."
OTHER_MARKET = "A configuração agora aponta para outro marketplace. Cancele esta execução e inicie outra."
UNREACHABLE = "Não foi possível confirmar o anúncio no marketplace."
NO_SUCH_LISTING = "O marketplace não tem o anúncio {id}."
OTHER_ACCOUNT = "O anúncio {id} é de outra conta."
REASON_WANTED = "Informe o motivo para decidir sem a confirmação do marketplace."
ONLY_ADMINS = "Só um administrador pode decidir uma conta duplicada."
ASK_AN_ADMIN = "Sem essa confirmação, só um administrador pode decidir."
NO_TEXT = "Preencha o título, a descrição ou as instruções."
NO_LIST = "Escolha a lista de itens raros que este modelo usa."
PRIVATE_LIST = "Compartilhe também a lista de itens raros."
SHARED_USES = "Um modelo compartilhado usa esta lista."
ALREADY_PAUSED = "Esta execução já está pausada."
NOT_PAUSED = "Esta execução não está pausada."
NOTHING_FAILED = "Não há falhas para repetir."
NO_LISTINGS = "Esta execução não tem anúncios para retirar."
PRICES_MOVED = "Um dos anúncios ou preços mudou. Confira a lista e peça de novo."
PRICE_BOUNDS = "O {} aceita preços de {} a {}, em passos de {}."
PRICE_DECLINED = "Recusada por um administrador."
RULE_DELETED = "A regra foi excluída."
RULES_STOPPED = "As regras de preço foram paradas antes de ir."
RULES_STOPPED_UNSURE = "As regras de preço foram paradas; uma tentativa pode ter mudado o preço. Confira no marketplace."
DAY_IS_FULL = "Por hoje as regras já mudaram tantos preços quanto podem. Aumente o limite ou aplique amanhã."
NO_PROPOSAL = "Estas propostas não valem mais. Confira a lista."
PRICE_UNDONE = "Desfeita antes de ir."
PRICE_REPLACED = "Outra mudança foi pedida depois."
NOTHING_TO_UNDO = "Não há nada para desfazer: o preço não mudou, outra mudança veio depois ou o anúncio saiu do ar."
NO_LISTING = "Esta conta não tem anúncio para retirar."
ONLY_CREATED = "Uma conta duplicada só pode ser decidida como criada."
NO_SHARE_TO_GIVE = "Hoje vale um esquema por lucro, e o lucro de um anúncio sem execução não é conhecido. Salve antes uma versão com valor."
NOT_UNCERTAIN = "Esta conta não está mais incerta."
TOO_MANY_TEMPLATES = "Você já tem {most} modelos deste jogo."
TOO_MANY_LISTS = "Você já tem {most} listas deste jogo."
ENTRY_TWICE = "Cada conta da fila tem o próprio número."
QUEUE_TOO_LARGE = "A fila passa de 2 MB. Crie parte das contas antes de adicionar outras."
SETTINGS_TOO_LARGE = "As configurações do rascunho passam de 64 KB."
NO_SUCH_FIELD = "Este jogo não tem esse campo."
UNKNOWN_MARKET = "Marketplace desconhecido."
TERMS_BOUNDS = "Informe um valor de {least} a {most}."
NOT_TO_MARKET = "Não vai para o {market}: {text}"
OUT_OF_REACH = (
    "O marketplace não consegue buscar as imagens: elas estão em {origin}, que só existe nesta máquina. "
    "Defina PUBLIC_BASE_URL com o endereço público da plataforma."
)
TOO_DEAR = "Com o ajuste deste marketplace, o preço passa de € 10.000."
ALREADY_SOLD = "Conta já vendida em {day:%d/%m/%Y}: anunciada de novo, sairia do ar na hora. Retire esta linha."
LOGIN_HELD = "Login duplicado: já está na execução {}, linha {}{}."
COOKIE_REFUSED = "Linha recusada: contém um cookie de sessão do Roblox. Cole apenas login e senha."
TEXT_TOO_LARGE = "O texto passa de 2 MB. Divida as contas em mais de uma execução."
ACCOUNTS_TOO_LARGE = "As contas passam de 2 MB. Divida-as em mais de uma execução."
LINE_TOO_LONG = "Linha muito longa: use no máximo 1.000 caracteres."
TOO_MANY_LINES = "O texto tem {lines} linhas; o máximo é {most} por execução."
TEXT_BLANK = "O texto está vazio. Cole ao menos uma conta."
ONLY_HEADER = "O arquivo só tem os nomes das colunas. Preencha ao menos uma conta."
TOO_MANY_ROWS = "O arquivo tem {rows} linhas; o máximo é {most} por execução."
TOO_MANY_COLUMNS = "O arquivo tem colunas demais; o máximo é {most}."
VERSION_IN_USE = (
    "Esta chave tem {} sem resultado confirmado. Espere a verificação ou decida as incertas em Execuções; depois mude a "
    "versão."
)
TEMPLATE_CHANGED = "O modelo deste jogo mudou no marketplace. Confira os campos antes de criar."
NO_GAMEBOOST_KEY = "Chave de API do GameBoost não encontrada. Configure-a nas configurações."
PREVIEW_CHANGED = "As contas ou os textos mudaram desde a prévia. Confira a nova prévia antes de criar."
CREDENTIALS_PURGED = "As credenciais desta conta já foram apagadas."
FILE_TOO_LARGE = "O arquivo passa de 2 MB. Divida as contas em mais de um arquivo."
WORKBOOK_TOO_LARGE = "A planilha é grande demais depois de descompactada. Copie só as linhas das contas para uma nova."
WORKBOOK_LOCKED = "Esta planilha está em formato antigo (.xls) ou protegida por senha. Salve-a como .xlsx sem senha."
TOO_MUCH_DEDUCTED = "Só o que ainda está pendente pode ser descontado."
WRONG_RATE_DAYS = "Informe até 366 dias seguidos, o último hoje ou antes."
COOKIE_IN_QUEUE = "A conta contém um cookie de sessão e não foi guardada. Retire o cookie."
COOKIE_IN_TEXT = "O texto contém um cookie de sessão e não foi guardado. Retire a linha."
TOO_MANY_LABELS = "Você já ensinou o máximo de rótulos deste jogo. Esqueça algum antes de ensinar outro."
FILE_WANTED = "Escolha um arquivo .txt, .csv ou .xlsx."


# Runs and rows
WrongState = refusal(Conflict, "wrong_state")  # the message says why it does not fit the state of the run or row
# The marketplace does not confirm the listing that a person names for an uncertain row.
NotConfirmed = refusal(Conflict, "not_confirmed")
# `errors` maps the JSON name of each wrong field, or `overrides.{line}.{name}`, to its texts.
SettingsInvalid = refusal(ActionError, "settings_invalid")
TemplateChanged = refusal(Conflict, "template_changed", TEMPLATE_CHANGED)
TemplateVersionMissing = refusal(
    ActionError, "template_version_missing", "Informe a versão do modelo que foi preenchido.", field="templateVersion"
)
ConfigurationMissing = refusal(ActionError, "configuration_missing", NO_GAMEBOOST_KEY)
UnsupportedGame = refusal(ActionError, "unsupported_game")  # in the marketplace's own words
NoValidAccounts = refusal(ActionError, "no_valid_accounts", "Sem contas válidas")
# A key cannot change to another version of the API while the outcome of some of its accounts is open.
VersionInUse = refusal(Conflict, "version_in_use")
RunBusy = refusal(Conflict, "run_busy", "Outra execução com as mesmas contas está sendo criada. Tente novamente.")
PreviewChanged = refusal(Conflict, "preview_changed", PREVIEW_CHANGED)
NoDecision = refusal(ActionError, "invalid", "Escolha se a conta foi criada ou não.")
NoRemoteId = refusal(ActionError, "invalid", "Informe o número do anúncio.", field="remoteId")
CredentialsPurged = refusal(ActionError, "credentials_purged", CREDENTIALS_PURGED, status=410)
LoginTaken = refusal(Conflict, "login_taken", "Outra linha já responde por esta conta.")
RemoteIdTaken = refusal(Conflict, "remote_id_taken", "Este anúncio já está ligado a outra linha.")

# Texts and files: the whole paste, or file, cannot become a run; nothing of it is kept
TextRefused = refusal(ActionError, "text_refused")
FileRefused = refusal(ActionError, "file_refused")
TextEmpty = refusal(TextRefused, "text_empty", "Por favor, insira os detalhes das contas para análise.")
FileEmpty = refusal(FileRefused, "file_empty", "O arquivo está vazio. Envie um arquivo com ao menos uma conta.")
FileTooLarge = refusal(FileRefused, "file_too_large", FILE_TOO_LARGE)
FileTypeRefused = refusal(FileRefused, "file_type", "Este arquivo não é uma planilha .xlsx nem um texto .csv ou .txt.")
WorkbookTooLarge = refusal(FileRefused, "file_too_large", WORKBOOK_TOO_LARGE)
WorkbookLocked = refusal(FileTypeRefused, "file_type", WORKBOOK_LOCKED)

# Decisions about orders
NothingToDecide = refusal(Conflict, "nothing_to_decide", "Este pedido não foi reembolsado nem multado.")
AlreadyDecided = refusal(Conflict, "already_decided", "Este pedido já foi decidido. Corrija o ganho, se preciso.")
TooMuchDeducted = refusal(ActionError, "too_much_deducted", TOO_MUCH_DEDUCTED, field="amount")

# Results
WrongRateDays = refusal(ActionError, "wrong_rate_days", WRONG_RATE_DAYS, field="last")

# Drafts, templates of texts, labels
QueueChanged = refusal(ActionError, "queue_changed", "A fila foi alterada em outra aba.", status=412)
TextChanged = refusal(ActionError, "text_changed", "O texto foi alterado em outra aba.", status=412)
FieldUnknown = refusal(ActionError, "invalid")
VersionMissing = refusal(ActionError, "version_missing", "Informe em If-Match a versão que foi lida.", status=428)
CookieInQueue = refusal(ActionError, "session_cookie", COOKIE_IN_QUEUE)
CookieInText = refusal(ActionError, "session_cookie", COOKIE_IN_TEXT)
TextsInvalid = refusal(ActionError, "invalid", "Corrija os campos destacados.")  # unknown placeholders, no list
TooMany = refusal(ActionError, "too_many")
PriceRefused = refusal(Unprocessable, "price_refused")
NameTaken = refusal(Conflict, "name_taken", "Você já tem um com este nome para este jogo.", field="name")
AnalysisFailed = refusal(ActionError, "analysis_failed", status=500)
TextTooLong = refusal(TooLarge, "text_too_long", "O texto é grande demais para uma análise. Divida-o em partes.")
TooManyLabels = refusal(Unprocessable, "too_many_labels", TOO_MANY_LABELS)
