"""What a form of a game refuses in a field; a label or a bound stands for each {}."""

NOT_TEXT, NOT_OBJECT, NOT_SWITCH = "Informe um texto", "Informe um objeto", "Informe verdadeiro ou falso"
NOT_NAMES, NOT_OPTIONS, NOT_IMAGES = (f"Informe uma lista de {what}" for what in ("nomes", "opções", "imagens"))
NOT_DATA, NOT_A_LINE = "Informe os dados da conta como um objeto", "Informe o número da linha"
TOO_FEW_CHARACTERS, TOO_MANY_CHARACTERS = "{} deve ter pelo menos {} caracteres", "{} deve ter no máximo {} caracteres"
TOO_LOW, TOO_HIGH = "{} deve ser pelo menos {}", "{} deve ser no máximo {}"
NOT_WHOLE, COST_BOUNDS = "{} deve ser um número inteiro", "Custo deve ser um valor de 0 a 10.000"
NO_OPTION, UNKNOWN_OPTION, ACCEPTED = "Selecione uma das opções", "Opção desconhecida: {}", "Valores aceitos: {}"
TOO_MANY_IMAGES, BAD_IMAGE = "No máximo 10 imagens por conta", "Endereço de imagem inválido"
BAD_VALUE, UNKNOWN_FIELD = "Valor inválido", "Campo desconhecido"
EMAIL_ALONE = "Informe a senha do e-mail, ou deixe os dois em branco."
NO_EMAIL = "Informe o e-mail desta senha, ou deixe os dois em branco."
LOGIN_TWICE = "Login duplicado: já está na linha {}."
