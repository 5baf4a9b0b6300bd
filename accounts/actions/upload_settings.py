"""A person's own descriptions of listings."""

from django.db import transaction

from accounts import queries
from accounts.models import UploadSettings


@transaction.atomic
def save_upload_settings(*, user_id: int, descriptions: dict[str, str]) -> UploadSettings:
    """Store the descriptions given, by column name (`fortnite_description` …); the others stay. Raises NotFound."""
    person = queries.person_by_id(user_id)
    stored, _ = UploadSettings.objects.update_or_create(user=person, defaults=descriptions)
    return stored
