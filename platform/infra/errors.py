"""Refusals of uploaded images, with the documented texts."""

from core.errors import ActionError


class NotAnImage(ActionError):
    """An image uploaded for listings."""

    code = "not_an_image"
    message = "Um ou mais arquivos não são imagens válidas."


class ImageTooLarge(ActionError):
    """'each at most maxSize MB, default 5'."""

    code = "image_too_large"

    def __init__(self, max_mb: int) -> None:
        super().__init__(f"Uma ou mais imagens excedem o tamanho máximo de {max_mb}MB.")


class WrongImageCount(ActionError):
    """'Several files at once, a maximum of 10 per account'."""

    code = "wrong_image_count"


class NotAnAvatar(ActionError):
    """'only JPEG, PNG, WebP'."""

    code = "not_an_image"
    message = "Apenas arquivos JPEG, PNG e WebP são permitidos"


class AvatarTooLarge(ActionError):
    """'Profile image: max 5MB'."""

    code = "image_too_large"
    message = "A imagem deve ter no máximo 5MB"
