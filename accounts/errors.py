from accounts import rules
from core.errors import ActionError, Conflict, NotSignedIn, TooManyRequests, refusal

USERNAME_TAKEN = "Este nome de usuário já está em uso."
SAME_PASSWORDS = "A segunda senha deve ser diferente da primeira."
SAME_AS_USERNAME = "A senha deve ser diferente do nome de usuário."


class WrongPassword(NotSignedIn):
    """Says after its message how many attempts are `remaining`."""

    def __init__(self, remaining: int) -> None:
        rest = f"{remaining} tentativa(s) restante(s)." if remaining else "Máximo de tentativas atingido."
        super().__init__(f"{self.message} {rest}", attemptsRemaining=remaining)


class Locked(TooManyRequests):
    """Too many failures; `seconds` are left until attempts are looked at again."""

    def __init__(self, seconds: int, text: str = "") -> None:
        super().__init__(text, headers={"Retry-After": str(seconds)})


class SignInLocked(Locked):
    code = "sign_in_locked"

    def __init__(self, seconds: int) -> None:
        text = f"Muitas tentativas de login. Aguarde {rules.PAIR.minutes()} antes de tentar novamente."
        super().__init__(seconds, text)


class SecondPasswordLocked(Locked):
    status = 423
    code = "second_password_locked"

    def __init__(self, seconds: int) -> None:
        lasts = f"por {rules.SECOND.minutes()} devido a múltiplas tentativas incorretas da segunda senha."
        super().__init__(seconds, f"Conta bloqueada {lasts}")


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
CurrentPasswordLocked = refusal(Locked, "current_password_locked")
PasswordsChanged = refusal(
    Conflict, "passwords_changed", "Uma das senhas foi alterada ao mesmo tempo. Tente novamente."
)
UnknownImage = refusal(ActionError, "unknown_image", "Envie a foto novamente.", field="profileImage")
WrongCurrentPassword = refusal(ActionError, "wrong_current_password", "Senha atual incorreta.", field="currentPassword")
CannotDeactivateAdmin = refusal(ActionError, "cannot_delete_admin", "Não é possível deletar administradores")
CannotDeactivateSelf = refusal(ActionError, "cannot_delete_self", "Você não pode deletar sua própria conta")
