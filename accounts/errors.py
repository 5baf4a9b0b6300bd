from core.errors import ActionError, Conflict, NotSignedIn, TooManyRequests, refusal

USERNAME_TAKEN = "Este nome de usuário já está em uso."
SAME_PASSWORDS = "A segunda senha deve ser diferente da primeira."
SAME_AS_USERNAME = "A senha deve ser diferente do nome de usuário."
TOO_MUCH_NAME = "Use mais na senha do que o seu nome, o da empresa, o de um jogo ou o de um marketplace."
NO_EMPLOYEE = "Funcionário não encontrado."
SIGN_IN_LOCKED = "Muitas tentativas de login. Aguarde {} antes de tentar novamente."
SECOND_LOCKED = "Conta bloqueada por {} devido a múltiplas tentativas incorretas da segunda senha."


class WrongPassword(NotSignedIn):
    """Says after its message how many attempts are `remaining`."""

    def __init__(self, remaining: int) -> None:
        rest = f"{remaining} tentativa(s) restante(s)." if remaining else "Máximo de tentativas atingido."
        super().__init__(f"{self.message} {rest}", attemptsRemaining=remaining)


class Locked(TooManyRequests):
    """Too many failures; `seconds` until attempts are looked at. `lasts` is the period of the lock as people read it."""

    def __init__(self, seconds: int, lasts: str) -> None:
        super().__init__(self.message.format(lasts), headers={"Retry-After": str(seconds)})


class PasswordRefused(ActionError):
    """Too short, among the commonest, or the same as the person's other password; `field` is the input's name."""

    code = "password_refused"

    def __init__(self, field: str, *texts: str) -> None:
        super().__init__(texts[0], errors={field: list(texts)})


InvalidCredentials = refusal(WrongPassword, "invalid_credentials", "Usuário ou senha inválidos.")
InvalidSecondPassword = refusal(WrongPassword, "invalid_second_password", "Segunda senha incorreta.")
"""Also what a second step without a first, or of somebody else, is told."""
UsernameTaken = refusal(Conflict, "username_taken")
UnknownHeir = refusal(ActionError, "unknown_heir", "Escolha uma pessoa ativa para receber o que está aberto.")
SignInLocked = refusal(Locked, "sign_in_locked", SIGN_IN_LOCKED)
SecondPasswordLocked = refusal(Locked, "second_password_locked", SECOND_LOCKED, status=423)
CurrentPasswordLocked = refusal(Locked, "current_password_locked")
PasswordsChanged = refusal(Conflict, "passwords_changed", "Uma das senhas foi alterada ao mesmo tempo. Tente novamente.")
UnknownImage = refusal(ActionError, "unknown_image", "Envie a foto novamente.", field="profileImage")
WrongCurrentPassword = refusal(ActionError, "wrong_current_password", "Senha atual incorreta.", field="currentPassword")
CannotDeactivateAdmin = refusal(ActionError, "cannot_delete_admin", "Não é possível deletar administradores")
CannotDeactivateSelf = refusal(ActionError, "cannot_delete_self", "Você não pode deletar sua própria conta")
