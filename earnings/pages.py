from django.http import HttpRequest, HttpResponse

from core.actor import actor
from core.events import publish
from core.pages import Query, island_page, list_path, page
from core.serializers import PersonOutput
from earnings.api import EarningApi, PaymentScheduleApi
from earnings.queries import person


@page()
def earnings(request: HttpRequest) -> HttpResponse:
    """One's own earnings; for admins whom to pay, or the earnings of the `?pessoa=` they look at."""
    me, chosen = actor(request), request.GET.get("pessoa", "")
    schedule = Query("/api/payment-schedule", PaymentScheduleApi, "retrieve")
    island, shown = "earnings", me
    if me.is_admin and not chosen:
        island = "payday"
        queries = [schedule, Query("/api/earnings/totals", EarningApi, "totals")]
        lists = [Query("/api/earnings/balances?limit=100&offset=0&due=true&sort=-pending", EarningApi, "balances")]
    else:
        # A number that is too long, or none, is nobody's.
        if me.is_admin:
            shown = person(int(chosen) if chosen.isdecimal() and len(chosen) < 10 else 0)
        own, path = {"user_id": shown.id}, f"/api/earnings/{shown.id}"
        groups = list_path(request, f"{path}/groups", limit=20, filters=("status", "start", "end"))
        pending = Query(f"{path}/pending?limit=1", EarningApi, "pending", own)
        queries = [schedule, pending, Query(f"{path}/paid", EarningApi, "paid", own)]
        lists = [
            Query(groups, EarningApi, "groups", own),
            Query(f"{path}/payouts?limit=5&offset=0", EarningApi, "payouts", own),
        ]
    return island_page(
        request,
        "earnings/earnings.html",
        island=island,
        title="Ganhos",
        queries=queries,
        lists=lists,
        context={"looked_at": shown if shown != me else None},
        production=next(iter(publish("production_wanted", shown.id)), None) if island == "earnings" else None,
        person=PersonOutput(shown).data,
    )
