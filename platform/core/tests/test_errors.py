import pytest

from core.errors import (
    CODES,
    TEXTS,
    ActionError,
    Conflict,
    Forbidden,
    NotFound,
    NotSignedIn,
    TooLarge,
    TooManyRequests,
    Unprocessable,
    envelope,
)


@pytest.mark.parametrize(
    ("refusal", "status", "code", "message"),
    [
        (ActionError, 400, "invalid", "Dados inválidos fornecidos. Verifique os campos e tente novamente."),
        (NotSignedIn, 401, "not_authenticated", "Sessão expirada. Faça login novamente."),
        (Forbidden, 403, "forbidden", "Você não tem permissão para realizar esta ação."),
        (NotFound, 404, "not_found", "Recurso não encontrado."),
        (Conflict, 409, "conflict", "Conflito: Este item já existe ou está sendo usado."),
        (TooLarge, 413, "too_large", "O conteúdo enviado é grande demais."),
        (Unprocessable, 422, "unprocessable", "Dados não processáveis. Verifique os campos e tente novamente."),
        (TooManyRequests, 429, "too_many_requests", "Muitas tentativas. Aguarde um momento e tente novamente."),
    ],
)
def test_action_error_without_arguments_says_the_documented_text_of_its_status(
    refusal: type[ActionError], status: int, code: str, message: str
) -> None:
    """Each status has its text."""
    error = refusal()

    assert error.status == status
    assert str(error) == message
    assert error.envelope() == {"message": message, "errors": {}, "code": code}


def test_action_error_arguments_win_over_the_class() -> None:
    error = Conflict("Já paga.", code="already_paid", errors={"amount": ["Já paga."]})

    assert error.envelope() == {"message": "Já paga.", "errors": {"amount": ["Já paga."]}, "code": "already_paid"}


def test_action_error_subclass_names_its_own_code_and_text() -> None:
    class AlreadyDone(Conflict):
        code = "already_done"
        message = "Esta tarefa já foi concluída."

    assert AlreadyDone().envelope() == {
        "message": "Esta tarefa já foi concluída.",
        "errors": {},
        "code": "already_done",
    }


def test_action_error_extra_lands_beside_the_envelope() -> None:
    """'`attemptsRemaining`, `error` and `status` appear where they are documented'."""
    assert NotSignedIn("Segunda senha incorreta.", attemptsRemaining=1).envelope() == {
        "message": "Segunda senha incorreta.",
        "errors": {},
        "code": "not_authenticated",
        "attemptsRemaining": 1,
    }


def test_envelope_of_an_unknown_status_still_has_every_key() -> None:
    assert envelope(418) == {"message": TEXTS[400], "errors": {}, "code": "error"}


def test_every_status_with_a_text_has_a_code() -> None:
    assert set(CODES) == set(TEXTS)
