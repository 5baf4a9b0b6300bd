"""What a label announces, be it several joined ('Login/Senha') or one with a remark, and the sign that gives it its value."""

from collections.abc import Sequence

from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexing import ORNAMENTS, Token, Type
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, MAIL_COMBO
from bulk.analysis.vocabulary.words import JOINERS

Tokens = Sequence[Token]

_REMARKED = {
    ("login", "email_login"): "email_login",
    ("password", "email_login"): "email_password",
    ("email_login", "password"): "email_password",
    (ACCOUNT, "login"): "login",
    (ACCOUNT, "password"): "password",
}
"""What a label is with another one in brackets behind it."""
_GATHERED = {
    frozenset({"login", "password"}): COMBO,
    frozenset({ACCOUNT, "password"}): COMBO,
    frozenset({"login", "password", "email_login"}): COMBO,
    frozenset({"login", "password", "email_login", "email_password"}): COMBO,
    frozenset({"email_login", "password"}): MAIL_COMBO,
    frozenset({"email_login", "email_password"}): "email_login",
    frozenset({"login", "email_login"}): "login",
    frozenset({ACCOUNT, "login"}): "login",
    frozenset({ACCOUNT, "email_login"}): "login",
}
"""What 'Login/Senha:' and the like announce."""
MAX_LABELS = 12
_LEADERS = ("..", "…")


def announced(tokens: Tokens, index: int) -> tuple[str, int]:
    """(what is announced, index of the last token) of the credential label at `index`, or ("", 0)."""
    if not _is_credential(tokens[index]):
        return "", 0
    names, last = [tokens[index].value], index
    while last + 2 < len(tokens) and _joins(tokens, last) and _is_credential(tokens[last + 2]):
        if tokens[last + 2].value in names:
            break
        last += 2
        names.append(tokens[last].value)
    if len(names) == 1:
        return _with_remark(tokens, index), index
    return _GATHERED.get(frozenset(names), ""), last


def _with_remark(tokens: Tokens, index: int) -> str:
    """'Senha (e-mail)' is the e-mail's, 'Conta (senha)' a password."""
    name = tokens[index].value
    remark = tokens[index + 1 : index + 3]
    if [token.type for token in remark] != [Type.OPEN, Type.LABEL]:
        return name
    return _REMARKED.get((name, remark[1].value), name)


def _is_credential(token: Token) -> bool:
    return token.type is Type.LABEL and token.value in (*CREDENTIALS, ACCOUNT, COMBO)


def _joins(tokens: Tokens, index: int) -> bool:
    """Whether 'Login/Senha', 'Conta:Senha', 'login e senha' go on after the label at `index`."""
    joiner, other = tokens[index + 1 : index + 3]
    if joiner.type is Type.WORD:
        return joiner.folded in JOINERS
    if joiner.type is Type.ASSIGN:
        is_glued = joiner.folded == ":" and other.start == joiner.end
        return (is_glued or joiner.folded.startswith(_LEADERS)) and _only_labels(tokens[: index + 1])
    if joiner.type is not Type.SEPARATOR or joiner.value not in "-.,":
        return joiner.type is Type.SEPARATOR and joiner.value in "/|+&;"
    following = tokens[index + 3 : index + 4]  # 'login - senha: joana / abc#1'
    return bool(following) and following[0].type is Type.ASSIGN and tokens[index].value != other.value


def _only_labels(tokens: Tokens) -> bool:
    return len(tokens) < MAX_LABELS and all(_is_credential(token) for token in tokens[::2])


def after_sign(tokens: Tokens, last: int) -> int:
    """The index after the sign that gives the label at `last` its value, or 0."""
    if last + 1 >= len(tokens):
        return 0
    sign = tokens[last + 1]
    starts = last == 0 or tokens[last - 1].is_boundary or tokens[last - 1].type is Type.MARK
    if sign.type is Type.ASSIGN:
        return last + 2
    if sign.type is Type.NUMBER and tokens[last].value == ACCOUNT:  # 'Conta 1: joana:abc#1'
        following = [token.type for token in tokens[last + 2 : last + 4]]
        return last + 3 if following[:1] == [Type.ASSIGN] and following[1:] != [Type.LABEL] else 0
    if sign.type is Type.OPEN:
        closing = next((index for index in range(last + 3, min(last + 7, len(tokens))) if _closes(tokens, index)), 0)
        return closing + 2 if closing else 0
    if sign.type is not Type.SEPARATOR or last + 2 >= len(tokens):
        return 0
    if sign.value in ("-", "\t", ">") and starts:
        return last + 2
    if sign.value in ORNAMENTS and starts and tokens[last + 2].type is not Type.LABEL:
        return last + 2
    return last + 1 if sign.value == '"' else 0


def _closes(tokens: Tokens, index: int) -> bool:
    """Whether a remark in brackets, and then the sign of the label before it, end here."""
    return tokens[index].type is Type.CLOSE and index + 1 < len(tokens) and tokens[index + 1].type is Type.ASSIGN
