"""Refusals of uploaded images, with the documented texts."""

from core.errors import ActionError


class NotAnImage(ActionError):
    code = "not_an_image"
    message = "Um ou mais arquivos não são imagens válidas."


class ImageTooLarge(ActionError):
    code = "image_too_large"
    message = "Uma ou mais imagens excedem o tamanho máximo de 5MB."


class WrongImageCount(ActionError):
    code = "wrong_image_count"
    message = "Envie no máximo 10 imagens por vez."


class NoImage(WrongImageCount):
    message = "Nenhuma imagem enviada."


class NotAnAvatar(ActionError):
    code = "not_an_image"
    message = "Apenas arquivos JPEG, PNG e WebP são permitidos"


class AvatarTooLarge(ActionError):
    code = "image_too_large"
    message = "A imagem deve ter no máximo 5MB"
