from django.db import models


class ErrorReport(models.Model):
    """An error that nobody caught, in a browser or on the server, with secrets removed. It names no person."""

    class Source(models.TextChoices):
        BROWSER = "browser", "Navegador"
        SERVER = "server", "Servidor"

    source = models.CharField("origem", max_length=10, choices=Source.choices)
    message = models.CharField("mensagem", max_length=300)
    stack = models.TextField("pilha", blank=True)
    page = models.CharField("página", max_length=200, blank=True)
    release = models.CharField("versão", max_length=40, blank=True)
    created_at = models.DateTimeField("quando", auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = "erro"
        verbose_name_plural = "erros"
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.message


class Logo(models.Model):
    """The one row that names the company's logo; see infra.brand."""

    image = models.CharField("imagem", max_length=200, blank=True)
    updated_at = models.DateTimeField("alterado em", auto_now=True)

    class Meta:
        verbose_name = "logo da empresa"
        verbose_name_plural = "logo da empresa"

    def __str__(self) -> str:
        return "Logo" if self.image else "Sem logo"
