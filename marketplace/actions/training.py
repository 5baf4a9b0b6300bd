"""Going into training and leaving it ('Ensaio')."""

from django.db import transaction

from core import audit
from core.actor import Actor
from marketplace.enums import Audited
from marketplace.errors import TrainingUnavailable
from marketplace.models import TrainingMode
from marketplace.queries.training import training_is_possible


def set_training(*, active: bool, by: Actor) -> bool:
    """Let the person's runs and calls go to the sandbox from now on, or no longer. Runs that were started stay where
    they were started.

    Setting what is set already changes nothing. Raises TrainingUnavailable where there is no sandbox.
    """
    if active and not training_is_possible():
        raise TrainingUnavailable()
    with transaction.atomic():
        if active:
            _, changed = TrainingMode.objects.get_or_create(user_id=by.id)
        else:
            changed = TrainingMode.objects.filter(pk=by.id).delete()[0] > 0
        if changed:
            audit.record(Audited.TRAINING_STARTED if active else Audited.TRAINING_ENDED, by=by, subject=by.id)
    return active
