"""Refusals of uploaded images, with the documented texts."""

from core.errors import ActionError


class NotAnImage(ActionError):
    code = "not_an_image"
    message = "Um ou mais arquivos não são imagens válidas."


class ImageTooLarge(ActionError):
    code = "image_too_large"

    def __init__(self, max_mb: int) -> None:
        super().__init__(f"Uma ou mais imagens excedem o tamanho máximo de {max_mb}MB.")


class WrongImageCount(ActionError):
    """None at all (`most` is 0 then), or more than `most`."""

    code = "wrong_image_count"

    def __init__(self, most: int) -> None:
        super().__init__(f"Envie no máximo {most} imagens por vez." if most else "Nenhuma imagem enviada.")


class NotAnAvatar(ActionError):
    code = "not_an_image"
    message = "Apenas arquivos JPEG, PNG e WebP são permitidos"


class AvatarTooLarge(ActionError):
    code = "image_too_large"
    message = "A imagem deve ter no máximo 5MB"
