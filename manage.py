#!/usr/bin/env python3
"""Django's command line for this project. `platform/` is a plain source root, so it is put at the front of the path
before anything is imported."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "platform"))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Configuração inválida: {error}")
    except DatabaseError as error:
        if "--traceback" in sys.argv:
            raise
        text = str(error).partition("\n")[0]
        sys.exit(f"Banco de dados: {text}. Confira DATABASE_URL, o disco e `manage.py migrate` (--traceback diz onde).")


if __name__ == "__main__":
    main()
