"""Answers as JSON, in the API and in the pages' first data alike."""

from decimal import Decimal
from typing import Any

from rest_framework import renderers
from rest_framework.utils import encoders


class JSONEncoder(encoders.JSONEncoder):
    """REST framework's, but a decimal is written with its digits: 'never a float' (decisions §5)."""

    def default(self, obj: Any) -> Any:
        return str(obj) if isinstance(obj, Decimal) else super().default(obj)


class JSONRenderer(renderers.JSONRenderer):
    encoder_class = JSONEncoder
