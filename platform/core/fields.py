"""Encrypted columns. What is stored starts with a version prefix; lookups on it are refused."""

import json
from typing import Any

from django.core.exceptions import FieldError
from django.db import models

from core import crypto


class EncryptedTextField(models.TextField[Any, Any]):
    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return value if value is None else crypto.decrypt(value)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return None if value is None else crypto.encrypt(value)

    def get_lookup(self, lookup_name: str) -> Any:
        if lookup_name == "isnull":
            return super().get_lookup(lookup_name)
        raise FieldError(f"{self.name} is encrypted and cannot be searched; keep a blind index beside it.")


class EncryptedJSONField(EncryptedTextField):
    _pyi_private_set_type: Any  # these two are what django-stubs ask a field of its own types for
    _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        text = super().from_db_value(value, expression, connection)
        return json.loads(text) if text else None

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(None if value is None else json.dumps(value), connection, prepared)

    def to_python(self, value: Any) -> Any:
        return value
