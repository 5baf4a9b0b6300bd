"""Labels that people teach the analysis by correcting it."""

from django.db import transaction

from bulk.analysis.folding import fold_label
from bulk.errors import TooManyLabels
from bulk.models import LabelAlias
from core.actor import Actor
from core.errors import NotFound

MAX_LABELS = 200
"""For each person and game: every analysis reads all of them."""


@transaction.atomic
def teach_label(*, by: Actor, game: str, label: str, field: str) -> LabelAlias:
    """From now on `label` announces `field` in this person's analyses; what it announced before is forgotten."""
    of_game = LabelAlias.objects.filter(owner=by.id, game=game)
    folded = fold_label(label)
    if not of_game.filter(folded=folded).exists() and of_game.count() >= MAX_LABELS:
        raise TooManyLabels
    taught, _ = LabelAlias.objects.update_or_create(
        owner_id=by.id, game=game, folded=folded, defaults={"label": label, "field": field}
    )
    return taught


def forget_label(*, by: Actor, label_id: int) -> None:
    """NotFound, too, for the label of somebody else."""
    forgotten, _ = LabelAlias.objects.filter(owner=by.id, pk=label_id).delete()
    if not forgotten:
        raise NotFound
