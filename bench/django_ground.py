"""Django in this process, on a database of its own."""

import os
import sys
import tempfile

from e2e.installation import ROOT


def ready() -> None:
    """Set Django up once; the temporary folder lives as long as the process."""
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        return
    sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="bench-"))
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    import django

    django.setup()
