"""Refusals of the analysis, with the documented texts."""

from core.errors import ActionError, TooLarge, Unprocessable


class AnalysisFailed(ActionError):
    status = 500
    code = "analysis_failed"


class TextTooLong(TooLarge):
    code = "text_too_long"
    message = "O texto é grande demais para uma análise. Divida-o em partes."


class TooManyLabels(Unprocessable):
    code = "too_many_labels"
    message = "Você já ensinou o máximo de rótulos deste jogo. Esqueça algum antes de ensinar outro."
