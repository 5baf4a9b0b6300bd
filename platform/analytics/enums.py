"""Words of the analysis: the names of events, the ranges of the screen, what is timed."""

from django.db import models


class Name(models.TextChoices):
    """The names that an event may have; others are refused."""

    PAGE_VIEW = "page_view", "Página vista"
    PAGE_TIME = "page_time", "Tempo na página"
    TASK_VIEW = "task_view", "Tarefas vistas"
    TASK_ASSIGN = "task_assign", "Tarefa atribuída"
    TASK_COMPLETE = "task_complete", "Tarefa concluída"
    TASK_MISSED = "task_missed", "Prazo de tarefa perdido"
    LOGIN_SUCCESS = "login_success", "Login realizado"
    LOGIN_FAILURE = "login_failure", "Login recusado"
    LOGOUT = "logout", "Saída"
    ACCOUNT_CREATION_SUCCESS = "account_creation_success", "Contas criadas"
    ACCOUNT_CREATION_FAILURE = "account_creation_failure", "Contas não criadas"
    BULK_UPLOAD_START = "bulk_upload_start", "Execução iniciada"
    BULK_UPLOAD_COMPLETE = "bulk_upload_complete", "Execução concluída"
    API_CONFIG_UPDATE = "api_config_update", "Configuração de API alterada"
    API_CONFIG_TEST = "api_config_test", "Conexão de API testada"


# What the browser tells; the rest is told by the actions themselves, inside their transactions.
FROM_BROWSER = (Name.PAGE_VIEW, Name.PAGE_TIME, Name.TASK_VIEW)


class Outcome(models.TextChoices):
    """How an event ended. `opening` is given when events are counted: the page view that opens a session."""

    NONE = "", "—"
    OPENING = "opening", "abriu uma sessão"
    ON_TIME = "on_time", "no prazo"
    LATE = "late", "com atraso"
    SUCCESS = "success", "com sucesso"
    FAILURE = "failure", "sem sucesso"
    FIRST_STEP = "first_step", "na senha"
    SECOND_STEP = "second_step", "na segunda senha"


class Timing(models.TextChoices):
    LOAD = "load", "carregamento"
    PAINT = "paint", "maior elemento visível"


class Range(models.TextChoices):
    DAY = "1d", "Hoje"
    WEEK = "7d", "Últimos 7 dias"
    MONTH = "30d", "Últimos 30 dias"
    QUARTER = "90d", "Últimos 90 dias"

    @property
    def days(self) -> int:
        return int(self.value.removesuffix("d"))


class PersonSort(models.TextChoices):
    TIME = "seconds", "Tempo nas páginas"
    SESSIONS = "sessions", "Sessões"
    VIEWS = "views", "Páginas vistas"
    TASKS = "tasks", "Tarefas concluídas"
    ACCOUNTS = "accounts", "Contas criadas"
