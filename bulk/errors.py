"""Refusals of bulk creation. WrongState, NotConfirmed and TextsInvalid say one of the texts that come first."""

from core.errors import ActionError, Conflict, Errors, TooLarge, Unprocessable
from core.serializers import camel
from core.text import thousands

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
NO_LISTING = "Esta conta não tem anúncio para retirar."
ONLY_CREATED = "Uma conta duplicada só pode ser decidida como criada."
NOT_UNCERTAIN = "Esta conta não está mais incerta."
TOO_MANY_TEMPLATES = "Você já tem {most} modelos deste jogo."
TOO_MANY_LISTS = "Você já tem {most} listas deste jogo."
ENTRY_TWICE = "Cada conta da fila tem o próprio número."
QUEUE_TOO_LARGE = "A fila passa de 2 MB. Crie parte das contas antes de adicionar outras."
UNKNOWN_MARKET = "Marketplace desconhecido."
COOKIE_REFUSED = "Linha recusada: contém um cookie de sessão do Roblox. Cole apenas login e senha."
TEXT_TOO_LARGE = "O texto passa de 2 MB. Divida as contas em mais de uma execução."
ACCOUNTS_TOO_LARGE = "As contas passam de 2 MB. Divida-as em mais de uma execução."
LINE_TOO_LONG = "Linha muito longa: use no máximo 1.000 caracteres."
TOO_MANY_LINES = "O texto tem {lines} linhas; o máximo é {most} por execução."
TEXT_BLANK = "O texto está vazio. Cole ao menos uma conta."
ONLY_HEADER = "O arquivo só tem os nomes das colunas. Preencha ao menos uma conta."
FILE_WANTED = "Escolha um arquivo .txt, .csv ou .xlsx."


class ConfigurationMissing(ActionError):
    code = "configuration_missing"
    message = "Chave de API do GameBoost não encontrada. Configure-a nas configurações."


class UnsupportedGame(ActionError):
    """The marketplace does not take accounts of the game; the message is the marketplace's own sentence."""

    code = "unsupported_game"


class NoValidAccounts(ActionError):
    code = "no_valid_accounts"
    message = "Sem contas válidas"


class RunBusy(Conflict):
    """Two starts with the same logins kept colliding."""

    code = "run_busy"
    message = "Outra execução com as mesmas contas está sendo criada. Tente novamente."


class PreviewChanged(Conflict):
    """What would be sent is no longer what was shown: 'confirm exactly what was previewed'."""

    code = "preview_changed"
    message = "As contas ou os textos mudaram desde a prévia. Confira a nova prévia antes de criar."


class VersionInUse(Conflict):
    """A key cannot change to another version of the API while the outcome of some of its accounts is open."""

    code = "version_in_use"

    def __init__(self, count: int) -> None:
        open_ones = "1 conta enviada" if count == 1 else f"{count} contas enviadas"
        super().__init__(
            f"Esta chave tem {open_ones} sem resultado confirmado. Espere a verificação ou decida as incertas em "
            "Execuções; depois mude a versão."
        )


class WrongState(Conflict):
    """What was asked does not fit the state of the run or row; the message says why."""

    code = "wrong_state"


class QueueChanged(ActionError):
    status = 412
    code = "queue_changed"
    message = "A fila foi alterada em outra aba."


class TextChanged(ActionError):
    status = 412
    code = "text_changed"
    message = "O texto foi alterado em outra aba."


class VersionMissing(ActionError):
    status = 428
    code = "version_missing"
    message = "Informe em If-Match a versão que foi lida."


class NotConfirmed(Conflict):
    """The marketplace does not confirm the listing that a person names for an uncertain row."""

    code = "not_confirmed"


class NoDecision(ActionError):
    """An uncertain row becomes created or failed, nothing else."""

    message = "Escolha se a conta foi criada ou não."


class NoRemoteId(ActionError):
    message = "Informe o número do anúncio."
    field = "remoteId"


class CredentialsPurged(ActionError):
    status = 410
    code = "credentials_purged"
    message = "As credenciais desta conta já foram apagadas."


class LoginTaken(Conflict):
    """Another row holds the login of a duplicate that somebody wants to count as created."""

    code = "login_taken"
    message = "Outra linha já responde por esta conta."


class RemoteIdTaken(Conflict):
    code = "remote_id_taken"
    message = "Este anúncio já está ligado a outra linha."


# Lines and forms


class TextRefused(ActionError):
    """The whole paste cannot become a run; nothing of it is kept."""

    code = "text_refused"


class TextEmpty(TextRefused):
    code = "text_empty"
    message = "Por favor, insira os detalhes das contas para análise."


class SettingsInvalid(ActionError):
    """`errors` maps the JSON name of each wrong field, or `overrides.{line}.{name}`, to its texts."""

    code = "settings_invalid"


# Files


class FileRefused(ActionError):
    """The whole file cannot be read; nothing of it is kept."""

    code = "file_refused"


class FileEmpty(FileRefused):
    code = "file_empty"
    message = "O arquivo está vazio. Envie um arquivo com ao menos uma conta."


class FileTooLarge(FileRefused):
    code = "file_too_large"
    message = "O arquivo passa de 2 MB. Divida as contas em mais de um arquivo."


class FileTypeRefused(FileRefused):
    code = "file_type"
    message = "Este arquivo não é uma planilha .xlsx nem um texto .csv ou .txt."


class TooManyColumns(FileRefused):
    code = "too_many_columns"

    def __init__(self, most: int) -> None:
        super().__init__(f"O arquivo tem colunas demais; o máximo é {most}.")


class TooManyRows(FileRefused):
    code = "too_many_lines"

    def __init__(self, count: int) -> None:
        super().__init__(f"O arquivo tem {thousands(count)} linhas; o máximo é 5.000 por execução.")


class WorkbookTooLarge(FileRefused):
    code = "file_too_large"
    message = "A planilha é grande demais depois de descompactada. Copie só as linhas das contas para uma nova."


class WorkbookLocked(FileTypeRefused):
    message = "Esta planilha está em formato antigo (.xls) ou protegida por senha. Salve-a como .xlsx sem senha."


# Drafts


class CookieInQueue(ActionError):
    code = "session_cookie"
    message = "A conta contém um cookie de sessão e não foi guardada. Retire o cookie."


class CookieInText(CookieInQueue):
    message = "O texto contém um cookie de sessão e não foi guardado. Retire a linha."


# Templates of texts


class TextsInvalid(ActionError):
    """Unknown placeholders, a list that lacks; `errors` by our names of the fields."""

    code = "invalid"
    message = "Corrija os campos destacados."

    def __init__(self, errors: Errors) -> None:
        super().__init__(errors={camel(name): texts for name, texts in errors.items()})


class NameTaken(Conflict):
    code = "name_taken"
    message = "Você já tem um com este nome para este jogo."
    field = "name"


class TooMany(ActionError):
    code = "too_many"


# Analysis


class AnalysisFailed(ActionError):
    status = 500
    code = "analysis_failed"


class TextTooLong(TooLarge):
    code = "text_too_long"
    message = "O texto é grande demais para uma análise. Divida-o em partes."


class TooManyLabels(Unprocessable):
    code = "too_many_labels"
    message = "Você já ensinou o máximo de rótulos deste jogo. Esqueça algum antes de ensinar outro."
