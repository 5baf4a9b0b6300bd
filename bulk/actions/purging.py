"""What is forgotten, and when."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone

from bulk import transitions
from bulk.enums import OrphanState, RowState
from bulk.models import Lane, OrphanListing, Row, Run
from marketplace.queries import global_settings

CONNECTIONS_KEPT = timedelta(days=1)


def purge_credentials() -> int:
    """Forget the credentials and listings of runs that ended as many days ago as the global settings keep them (45), and of those
    that stood still for as long; how many rows.

    A run that nobody took up again by then is cancelled first: nothing can be sent without credentials.
    """
    before = timezone.now() - timedelta(days=global_settings().credential_days)
    for run in Run.objects.filter(paused_at__lte=before, finished_at=None, cancelled_at=None):
        _abandon(run)
    purged = 0
    for run in Run.objects.filter(finished_at__lte=before, credentials_purged_at=None):
        with transaction.atomic():
            transitions.touch(run.pk, credentials_purged_at=Now())
            purged += Row.objects.filter(run=run, credentials__isnull=False).update(credentials=None, listing=None)
    return purged


def purge_connections() -> int:
    """Forget the keys of lanes on which nothing is left to do; the next run brings its own. How many lanes."""
    unfinished = Run.objects.filter(Q(finished_at=None) | Q(reconcile_at__isnull=False), lane=OuterRef("pk"))
    rows = Row.objects.filter(run__lane=OuterRef("pk"))
    orphans = OrphanListing.objects.filter(lane=OuterRef("pk"), state=OrphanState.PENDING)
    idle = Lane.objects.filter(
        ~Exists(unfinished),
        ~Exists(rows.exclude(withdrawal="")),
        ~Exists(Row.objects.filter(sent_via=OuterRef("pk"), state__in=(RowState.SENDING, RowState.VERIFYING))),
        ~Exists(orphans),
        # On the lane's own row, so that a start at this very moment makes it false.
        vouched_at__lt=timezone.now() - CONNECTIONS_KEPT,
        connection__isnull=False,
    )
    return idle.update(connection=None)


def _abandon(run: Run) -> None:
    with transaction.atomic():
        if transitions.touch(run.pk, only=Q(cancelled_at=None, finished_at=None), cancelled_at=Now()):
            transitions.move(Row.objects.filter(run=run), RowState.QUEUED, RowState.UNSENT, error="")
            transitions.finish_if_done(run)
