from io import StringIO

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def test_no_migration_is_missing() -> None:
    written = StringIO()
    try:
        call_command("makemigrations", check=True, dry_run=True, stdout=written)
    except SystemExit:
        pytest.fail(f"run manage.py makemigrations:\n{written.getvalue()}", pytrace=False)
