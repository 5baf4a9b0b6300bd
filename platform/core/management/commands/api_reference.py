"""`manage.py api_reference`: docs/api.md from frontend/openapi.json (`make types`)."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from core.reference import reference


class Command(BaseCommand):
    help = "Escreve docs/api.md a partir de frontend/openapi.json."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        document = json.loads((settings.ROOT / "frontend/openapi.json").read_text("utf-8"))
        (settings.ROOT / "docs/api.md").write_text(reference(document), "utf-8")
