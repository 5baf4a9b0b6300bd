from core.errors import ActionError, refusal

NotAnImage = refusal(ActionError, "not_an_image", "Um ou mais arquivos não são imagens válidas.")
ImageTooLarge = refusal(ActionError, "image_too_large", "Uma ou mais imagens excedem o tamanho máximo de 5MB.")
WrongImageCount = refusal(ActionError, "wrong_image_count", "Envie no máximo 10 imagens por vez.")
NoImage = refusal(WrongImageCount, "wrong_image_count", "Nenhuma imagem enviada.")
NotAnAvatar = refusal(ActionError, "not_an_image", "Apenas arquivos JPEG, PNG e WebP são permitidos")
AvatarTooLarge = refusal(ActionError, "image_too_large", "A imagem deve ter no máximo 5MB")
