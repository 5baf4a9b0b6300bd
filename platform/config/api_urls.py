"""The whole API surface. Paths have no trailing slash."""

from collections.abc import Iterator

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from accounts import api as accounts
from analytics import api as analytics
from bulk.api import games, intake, results, runs, stock
from bulk.games import GAMES
from core.api import Api
from earnings import api as earnings
from infra import api as infra
from loyalty import api as loyalty
from marketplace.api import integration, proxy
from notifications import api as notifications
from shell import api as shell
from tasks import api as tasks


def route(address: str, api: type[Api], arguments: dict[str, str] | None = None, /, **actions: str) -> URLPattern:
    """The actions of a viewset that answer the methods of an address; `arguments` are the action's besides those in it."""
    return path(address, api.as_view({**actions}), arguments)


def below(address: str, api: type[Api], /, **actions: str) -> Iterator[URLPattern]:
    """Addresses below this one, each with the name of the one action that answers it: `get="pending paid"`."""
    for method, names in actions.items():
        for name in names.split():
            yield route(f"{address}/{name}".lstrip("/"), api, **{method: name.replace("-", "_")})


def routes(address: str, api: type[Api], names: dict[str, str], /, **actions: str) -> list[URLPattern]:
    """An address with its actions, then the addresses below it with these names of actions, by method."""
    return [route(address, api, **actions), *below(address, api, **names)]


CHANNEL = {"post": "connect", "patch": "partial_update", "delete": "destroy"}
ANALYSED = [game.slug for game in GAMES.values() if game.analysis_failed]

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    # The viewer of the document styles itself inline; its script is a file.
    path("docs", csp_update({"style-src": [UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))),
    # People: signing in, one's sessions, the people, their settings
    *below("auth", accounts.SignInApi, post="login verify-second-password logout", get="me"),
    route("auth/sessions", accounts.SignInApi, get="list_sessions"),
    route("auth/sessions/end-others", accounts.SignInApi, post="end_others"),
    *routes("users", accounts.PeopleApi, {"get": "online"}, get="list", post="create"),
    route("users/<int:user_id>", accounts.PeopleApi, get="retrieve", patch="partial_update", delete="destroy"),
    *below("users/<int:user_id>", accounts.PeopleApi, post="password second-password"),
    route("users/<int:user_id>/status", accounts.PeopleApi, patch="presence"),
    route("users/<int:user_id>/sessions/end", accounts.PeopleApi, post="end_sessions"),
    route("users/<int:user_id>/activity-trail", accounts.PeopleApi, get="trail"),
    *below("users/<int:user_id>", shell.ShellApi, get="removal export"),
    *below("", shell.ShellApi, get="home search"),
    route("upload/profile-image", accounts.ProfileImageApi, post="create"),
    route("employee-settings", runs.UploadSettingsApi, post="create"),
    route("employee-settings/<int:user_id>", runs.UploadSettingsApi, get="retrieve", patch="partial_update"),
    # Notifications
    *routes("notifications", notifications.NotificationApi, {"post": "read-all"}, get="list"),
    route("notifications/read", notifications.NotificationApi, delete="delete_read"),
    *routes("notifications/<int:notification_id>", notifications.NotificationApi, {"post": "read"}, delete="destroy"),
    route("notifications/<int:user_id>/unread-count", notifications.NotificationApi, get="unread"),
    route("notifications/channels", notifications.ChannelApi, get="retrieve"),
    *below("notifications/channels/email", notifications.ChannelApi, post="confirm"),
    *routes("notifications/channels/<str:kind>", notifications.ChannelApi, {"post": "test"}, **CHANNEL),
    # Errors nobody caught
    route("client-errors", infra.ErrorReportApi, get="list", post="create"),
    # Analysis of what people do
    *below("analytics", analytics.AnalyticsApi, post="events", get="summary people"),
    # Marketplace: configurations, activities, global settings
    route("configs/gameboost/webhook", integration.ConfigurationApi, get="webhook", put="save_webhook"),
    *below("configs/gameboost", integration.ConfigurationApi, post="use-v2"),
    route("configs/<str:service>", integration.ConfigurationApi, get="retrieve", post="save"),
    *below("configs/<str:service>", integration.ConfigurationApi, post="reset test", get="budget"),
    *below("webhooks", integration.WebhookApi, post="gameboost"),
    *routes("activities", integration.ActivityApi, {"get": "figures"}, get="list", post="create"),
    route("settings", integration.GlobalSettingsApi, get="retrieve", post="save"),
    # Marketplace: proxy calls. The fixed paths stand before those with an id.
    *below("proxy/gameboost", proxy.GameBoostProxyApi, post="accounts games orders"),
    route("proxy/gameboost/accounts/template/<str:game>", proxy.GameBoostProxyApi, post="template"),
    route("proxy/gameboost/accounts/by-login/<path:login>", proxy.GameBoostProxyApi, post="by_login"),
    route("proxy/gameboost/accounts/status/bulk", proxy.GameBoostProxyApi, post="statuses"),
    *routes("proxy/gameboost/accounts/<str:remote_id>", proxy.GameBoostProxyApi, {"post": "status"}, post="account"),
    route("proxy/gameboost/games/<str:game_id>", proxy.GameBoostProxyApi, post="game"),
    *below("proxy/lztmarket/market", proxy.LztProxyApi, post="items purchase"),
    route("proxy/lztmarket/market/item/<int:item_id>", proxy.LztProxyApi, post="item"),
    *below("proxy/lztmarket/user", proxy.LztProxyApi, post="profile"),
    *routes("marketplace/templates", integration.TemplateApi, {"post": "refresh", "get": "drift"}, get="list"),
    route("marketplace/changes", integration.ListingChangeApi, get="list"),
    *below("marketplace/changes/<int:change_id>", integration.ListingChangeApi, post="handle"),
    *below("marketplace", integration.ListingChangeApi, get="sync"),
    route("training", integration.TrainingApi, get="retrieve", post="save"),
    route("purchases", proxy.PurchaseApi, get="list"),
    *below("purchases/<int:purchase_id>", proxy.PurchaseApi, post="resolve"),
    # Earnings: what is owed and paid, the payment date, the automatic earning
    *routes("earnings", earnings.EarningApi, {"get": "totals balances", "post": "transfer pay"}, post="add"),
    route("earnings/all", earnings.EarningApi, get="everyone"),
    *below("earnings/payouts/<int:payout_id>", earnings.EarningApi, post="undo"),
    route("earnings/payouts/<int:payout_id>/receipt.pdf", earnings.EarningApi, get="receipt"),
    route("earnings/payouts.csv", earnings.EarningApi, get="payouts_csv"),
    route("earnings/<int:user_id>", earnings.EarningApi, get="of_person"),
    *below("earnings/<int:user_id>", earnings.EarningApi, get="pending paid groups credits payouts"),
    route("earnings/<int:user_id>/statement.csv", earnings.EarningApi, get="statement_csv"),
    route("earnings/<int:user_id>/statement.pdf", earnings.EarningApi, get="statement_pdf"),
    *below("earnings/<int:earning_id>", earnings.EarningApi, get="why"),
    route("payment-schedule", earnings.PaymentScheduleApi, get="retrieve", post="create"),
    route("payment-schedule/<int:schedule_id>", earnings.PaymentScheduleApi, patch="partial_update"),
    route("settings/automatic-earning", earnings.AutomaticEarningApi, get="retrieve", put="update"),
    *routes("settings/pay-schemes", earnings.PaySchemeApi, {"post": "preview"}, get="list", post="create"),
    # Loyalty: points, their history, their settings
    *routes("loyalty-points", loyalty.LoyaltyApi, {"get": "summary"}, get="everyone"),
    route("loyalty-points/settings", loyalty.LoyaltySettingsApi, get="retrieve"),
    *routes("loyalty-points/settings/<int:settings_id>", loyalty.LoyaltySettingsApi, {"post": "effect"}, put="update"),
    *routes("loyalty-points/<int:user_id>", loyalty.LoyaltyApi, {"get": "history", "post": "adjust"}, get="retrieve"),
    # Tasks
    route("tasks", tasks.TaskApi, get="list", post="create"),
    route("tasks/summary", tasks.TaskApi, get="counts"),
    route("tasks/assignee/<int:user_id>", tasks.TaskApi, get="of_person"),
    *routes("tasks/<int:task_id>", tasks.TaskApi, {"post": "complete"}, patch="partial_update", delete="destroy"),
    route("tasks/<int:task_id>/problem", tasks.TaskApi, post="report_problem"),
    # Bulk runs: creation, dry run, history, statistics, images
    *(route(game.creation_path, runs.BulkCreateApi, {"game": game.slug}, post="create") for game in GAMES.values()),
    *(route(f"{game}/analyze", intake.AnalysisApi, {"game": game}, post="create") for game in ANALYSED),
    *routes("orders", stock.OrderApi, {"get": "effect"}, get="list"),
    route("orders/<int:order_id>/decision", stock.OrderApi, post="decide"),
    *routes("stock", stock.StockApi, {"post": "prices close"}, get="list"),
    route("stock/prices/undo", stock.StockApi, post="undo_prices"),
    route("stock/rules", stock.PriceRuleApi, get="list", post="create"),
    route("stock/rules/<int:rule_id>", stock.PriceRuleApi, put="update", delete="destroy"),
    *routes("stock/proposals", stock.ProposalApi, {"post": "apply decline"}, get="list"),
    *routes("results", results.ResultsApi, {"get": "groups accounts mine"}, get="overview"),
    route("results/accounts/<int:account_id>", results.ResultsApi, get="chain"),
    route("results/export.csv", results.ResultsApi, get="csv"),
    route("results/export.xlsx", results.ResultsApi, get="xlsx"),
    *routes("rates", results.RatesApi, {"post": "preview"}, get="list", post="create"),
    route("bulk/games", games.GameApi, get="search"),
    route("bulk/games/<slug:game>", games.GameApi, post="open", patch="partial_update"),
    *below("bulk/games/<slug:game>", runs.BulkCreateApi, post="create"),
    route("analysis/labels", intake.LabelApi, get="list", post="create"),
    route("analysis/labels/<int:label_id>", intake.LabelApi, delete="destroy"),
    route("bulk/preview", runs.PreviewApi, post="create"),
    route("bulk/queue", intake.QueueApi, get="retrieve", put="update"),
    route("bulk/text-draft", intake.TextDraftApi, get="retrieve", put="update"),
    *below("bulk/uploads", intake.SpreadsheetApi, post="read", get="template"),
    route("bulk/templates", intake.ContentTemplateApi, get="list", post="create"),
    *below("bulk/templates", intake.ContentTemplateApi, get="placeholders", post="example"),
    route("bulk/templates/<int:template_id>", intake.ContentTemplateApi, patch="partial_update", delete="destroy"),
    route("bulk/rare-lists", intake.RareListApi, get="list", post="create"),
    route("bulk/rare-lists/<int:list_id>", intake.RareListApi, patch="partial_update", delete="destroy"),
    *routes("bulk/runs", runs.RunApi, {"get": "going"}, get="list"),
    route("bulk/runs/<int:run_id>", runs.RunApi, get="retrieve"),
    *below("bulk/runs/<int:run_id>", runs.RunApi, get="rows", post="pause resume cancel retry withdraw"),
    route("bulk/runs/<int:run_id>/report.csv", runs.RunApi, get="report"),
    route("bulk/runs/<int:run_id>/corrections.csv", runs.RunApi, get="corrections"),
    route("bulk/runs/<int:run_id>/receipt.json", runs.RunApi, get="receipt"),
    *below("bulk/runs/<int:run_id>/rows/<int:row_id>", runs.RunApi, post="resolve reveal"),
    route("accounts/stats", runs.StatsApi, get="retrieve"),
    *(route(f"upload/{images}", intake.UploadApi, post="create") for images in ("image", "images")),
]
