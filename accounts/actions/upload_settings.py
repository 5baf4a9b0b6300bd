"""A person's own descriptions of listings."""

from django.db import transaction

from accounts import queries
from accounts.models import UploadSettings


@transaction.atomic
def save_upload_settings(*, user_id: int, descriptions: dict[str, str]) -> UploadSettings:
    """Store the descriptions given, by the slug of their game; the others stay. Locks the row. Raises NotFound."""
    person = queries.person_by_id(user_id)
    stored, _ = UploadSettings.objects.select_for_update().get_or_create(user=person)
    stored.descriptions |= descriptions
    stored.save()
    return stored
