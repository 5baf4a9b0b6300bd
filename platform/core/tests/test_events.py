"""Who subscribes to what."""

import re

from django.conf import settings
from django.utils.module_loading import import_string

from config.tests.house import require_none, sources


def test_every_subscriber_exists_and_its_event_is_published() -> None:
    published = {event for path in sources() for event in re.findall(r"publish\(f?\"([\w:]+)", path.read_text("utf-8"))}
    subscribers = [path for paths in settings.SUBSCRIBERS.values() for path in paths]

    assert all(callable(import_string(path)) for path in subscribers)
    kinds = {re.sub(r"(?<=:).*", "", event) for event in settings.SUBSCRIBERS}
    require_none(sorted(kinds - published), "nobody publishes these events:")
