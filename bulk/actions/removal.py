"""What becomes of the runs and the key of somebody who is removed, and what is forgotten when."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.actions.people import Removal
from bulk import transitions
from bulk.actions.intake import delete_drafts
from bulk.actions.runs import UNSETTLED, cancel_run, hand_on_run
from bulk.engine.lane import adopt
from bulk.engine.settle import leave_to_people
from bulk.enums import Audited, OrphanState, RowState
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.queries import open_runs
from core import audit
from marketplace.queries import SYSTEM_USER_ID, configurations_with_own_keys, global_settings

SETTLES_WITHIN = timedelta(hours=24)
KEY_FORGOTTEN = "A chave de API foi apagada com a remoção da pessoa. Confira a conta no marketplace."
CONNECTIONS_KEPT = timedelta(days=1)


def follow_removal(removal: Removal) -> None:
    """Cancel the person's open runs or hand them on, delete their drafts, and retire the lanes of their key: what has no
    known outcome is looked up there, then the key is forgotten. Locks lanes, runs, rows."""
    person = removal.person
    runs = Run.objects.filter(owner=person)
    lane_ids = {*runs.values_list("lane", flat=True)}
    lane_ids |= {*Row.objects.filter(run__in=runs, sent_via__isnull=False).values_list("sent_via", flat=True)}
    saved = [(each.user_id, each.connection.lane_key) for each in configurations_with_own_keys()]
    # Runs that are handed on lock the heir's lane too.
    to = {SYSTEM_USER_ID, removal.runs_to.pk} if removal.runs_to else set()
    lanes = Lane.objects.filter(Q(pk__in=lane_ids) | Q(key__in=[key for owner, key in saved if owner in to]))
    list(lanes.select_for_update().order_by("pk").values_list("pk"))
    for run in open_runs(person.id).select_related("owner").order_by("lane", "pk"):
        if removal.runs_to is None:
            cancel_run(run=run, by=removal.by)
        else:
            hand_on_run(run=run, to=removal.runs_to, by=removal.by)
    delete_drafts(owner=person.id)
    others = {key for owner, key in saved if owner != person.id}
    going_on = Run.objects.filter(lane=OuterRef("pk"), finished_at=None, owner__is_active=True)
    theirs = Lane.objects.filter(pk__in=lane_ids)
    theirs.filter(~Exists(going_on), connection__isnull=False).exclude(key__in=others).update(retired_at=Now())
    # Only lanes that are locked already: others are the periodic job's.
    forget_keys(theirs)


def forget_keys(lanes: QuerySet[Lane] | None = None) -> int:
    """Forget the retired keys (of these lanes) that nothing is left to be asked with, and after a day the others too:
    what is unknown by then is a person's to decide. How many keys."""
    forgotten = 0
    overdue = Q(retired_at__lte=timezone.now() - SETTLES_WITHIN)
    among = Lane.objects.all() if lanes is None else lanes
    # Nothing is unknown and nothing asked for. That a run is looked over again for a day does not keep a key.
    rows = Row.objects.filter(Q(sent_via=OuterRef("pk")) | Q(run__lane=OuterRef("pk")))
    settled = ~(
        Q(Exists(rows.filter(state__in=UNSETTLED)))
        | Q(Exists(rows.filter(state=RowState.CREATED).exclude(withdrawal="")))
        | Q(Exists(OrphanListing.objects.filter(lane=OuterRef("pk"), state=OrphanState.PENDING)))
    )
    for lane in among.filter(settled | overdue, retired_at__isnull=False, connection__isnull=False).order_by("pk"):
        with transaction.atomic():
            forgotten += _forget(lane)
    return forgotten


def _forget(lane: Lane) -> int:
    """Delete the lane's key under its lock, and raise the fence against a holder. A key that somebody uses again stays."""
    mine = Lane.objects.filter(pk=lane.pk, retired_at__isnull=False, connection__isnull=False)
    if not mine.update(connection=None, owner="", lease_until=None, fence=F("fence") + 1):
        return 0
    adopt(lane.pk)
    in_doubt = Row.objects.filter(run=OuterRef("pk"), sent_via=lane, state=RowState.VERIFYING)
    for run in Run.objects.filter(Exists(in_doubt)).select_related("owner").order_by("pk"):
        transitions.touch(run.pk)
        rows = Row.objects.filter(run=run, sent_via=lane)
        transitions.move(rows, RowState.VERIFYING, RowState.UNCERTAIN, error=KEY_FORGOTTEN)
        transitions.finish_if_done(run)
    listed = Row.objects.filter(run__lane=lane, state=RowState.CREATED, closing_at=None).exclude(withdrawal="")
    listed.update(withdrawal="", error=KEY_FORGOTTEN)
    pending = OrphanListing.objects.filter(lane=lane, state=OrphanState.PENDING)
    pending.update(state=OrphanState.GIVEN_UP, last_error=KEY_FORGOTTEN)
    Run.objects.filter(lane=lane).update(reconcile_at=None)
    audit.record(Audited.KEY_FORGOTTEN, by=None, target=lane)
    return 1


def purge_credentials() -> int:
    """Forget the credentials and listings of runs that ended, or stood still, as many days ago as the global settings
    keep them (45); how many rows. A run that stood still is cancelled first."""
    before = timezone.now() - timedelta(days=global_settings().credential_days)
    for run in Run.objects.filter(paused_at__lte=before, finished_at=None, cancelled_at=None):
        with transaction.atomic():
            if transitions.touch(run.pk, only=Q(cancelled_at=None, finished_at=None), cancelled_at=Now()):
                transitions.move(Row.objects.filter(run=run), RowState.QUEUED, RowState.UNSENT, error="")
                leave_to_people(run)
    purged = 0
    for run in Run.objects.filter(finished_at__lte=before, credentials_purged_at=None):
        with transaction.atomic():
            transitions.touch(run.pk, credentials_purged_at=Now())
            purged += Row.objects.filter(run=run, credentials__isnull=False).update(credentials=None, listing=None)
    return purged


def purge_connections() -> int:
    """Forget the keys of lanes on which nothing is left to do; the next run brings its own. How many lanes."""
    unfinished = Run.objects.filter(Q(finished_at=None) | Q(reconcile_at__isnull=False), lane=OuterRef("pk"))
    idle = Lane.objects.filter(
        ~Exists(unfinished),
        ~Exists(Row.objects.filter(run__lane=OuterRef("pk")).exclude(withdrawal="")),
        ~Exists(Row.objects.filter(sent_via=OuterRef("pk"), state__in=(RowState.SENDING, RowState.VERIFYING))),
        ~Exists(OrphanListing.objects.filter(lane=OuterRef("pk"), state=OrphanState.PENDING)),
        # On the lane's own row, so that a start at this very moment makes it false.
        connected_at__lt=timezone.now() - CONNECTIONS_KEPT,
        connection__isnull=False,
    )
    return idle.update(connection=None)
