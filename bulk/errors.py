"""Refusals of bulk runs."""

from core.errors import ActionError, Conflict


class ConfigurationMissing(ActionError):
    """'Creating requires an API key ('Configuração incompleta', …)'."""

    code = "configuration_missing"
    message = "Chave de API do GameBoost não encontrada. Configure-a nas configurações."


class UnsupportedGame(ActionError):
    """The marketplace does not take accounts of the game; the message is the marketplace's own sentence."""

    code = "unsupported_game"


class NoValidAccounts(ActionError):
    """'at least one valid account ('Sem contas válidas')'."""

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
    """Created needs the listing's id."""

    def __init__(self) -> None:
        text = "Informe o número do anúncio."
        super().__init__(text, errors={"remoteId": [text]})


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
