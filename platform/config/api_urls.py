"""The whole API surface. Paths have no trailing slash."""

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


urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    # The viewer of the document styles itself inline; its script is a file.
    path("docs", csp_update({"style-src": [UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))),
    # People: signing in, one's sessions, the people, their settings
    route("auth/login", accounts.SignInApi, post="login"),
    route("auth/verify-second-password", accounts.SignInApi, post="verify_second_password"),
    route("auth/logout", accounts.SignInApi, post="logout"),
    route("auth/me", accounts.SignInApi, get="me"),
    route("auth/sessions", accounts.SignInApi, get="list_sessions"),
    route("auth/sessions/end-others", accounts.SignInApi, post="end_others"),
    route("users", accounts.PeopleApi, get="list", post="create"),
    route("users/online", accounts.PeopleApi, get="online"),
    route("users/<int:user_id>", accounts.PeopleApi, get="retrieve", patch="partial_update", delete="destroy"),
    route("users/<int:user_id>/status", accounts.PeopleApi, patch="presence"),
    route("users/<int:user_id>/password", accounts.PeopleApi, post="password"),
    route("users/<int:user_id>/second-password", accounts.PeopleApi, post="second_password"),
    route("users/<int:user_id>/sessions/end", accounts.PeopleApi, post="end_sessions"),
    route("users/<int:user_id>/activity-trail", accounts.PeopleApi, get="trail"),
    route("home", shell.ShellApi, get="home"),
    route("users/<int:user_id>/removal", shell.ShellApi, get="removal"),
    route("search", shell.ShellApi, get="search"),
    route("users/<int:user_id>/export", shell.ShellApi, get="export"),
    route("upload/profile-image", accounts.ProfileImageApi, post="create"),
    route("employee-settings", runs.UploadSettingsApi, post="create"),
    route("employee-settings/<int:user_id>", runs.UploadSettingsApi, get="retrieve", patch="partial_update"),
    # Notifications
    route("notifications", notifications.NotificationApi, get="list"),
    route("notifications/read", notifications.NotificationApi, delete="delete_read"),
    route("notifications/read-all", notifications.NotificationApi, post="read_all"),
    route("notifications/<int:notification_id>", notifications.NotificationApi, delete="destroy"),
    route("notifications/<int:notification_id>/read", notifications.NotificationApi, post="read"),
    route("notifications/<int:user_id>/unread-count", notifications.NotificationApi, get="unread"),
    route("notifications/channels", notifications.ChannelApi, get="retrieve"),
    route("notifications/channels/email/confirm", notifications.ChannelApi, post="confirm"),
    route(
        "notifications/channels/<str:kind>",
        notifications.ChannelApi,
        post="connect",
        patch="partial_update",
        delete="destroy",
    ),
    route("notifications/channels/<str:kind>/test", notifications.ChannelApi, post="test"),
    # Errors nobody caught
    route("client-errors", infra.ErrorReportApi, get="list", post="create"),
    # Analysis of what people do
    route("analytics/events", analytics.AnalyticsApi, post="events"),
    route("analytics/summary", analytics.AnalyticsApi, get="summary"),
    route("analytics/people", analytics.AnalyticsApi, get="people"),
    # Marketplace: configurations, activities, global settings
    route("configs/gameboost/webhook", integration.ConfigurationApi, get="webhook", put="save_webhook"),
    route("configs/gameboost/use-v2", integration.ConfigurationApi, post="use_v2"),
    route("configs/<str:service>", integration.ConfigurationApi, get="retrieve", post="save"),
    route("configs/<str:service>/reset", integration.ConfigurationApi, post="reset"),
    route("configs/<str:service>/test", integration.ConfigurationApi, post="test"),
    route("configs/<str:service>/budget", integration.ConfigurationApi, get="budget"),
    route("webhooks/gameboost", integration.WebhookApi, post="gameboost"),
    route("activities", integration.ActivityApi, get="list", post="create"),
    route("activities/figures", integration.ActivityApi, get="figures"),
    route("settings", integration.GlobalSettingsApi, get="retrieve", post="save"),
    # Marketplace: proxy calls. The fixed paths stand before those with an id.
    route("proxy/gameboost/accounts", proxy.GameBoostProxyApi, post="accounts"),
    route("proxy/gameboost/accounts/template/<str:game>", proxy.GameBoostProxyApi, post="template"),
    route("proxy/gameboost/accounts/by-login/<path:login>", proxy.GameBoostProxyApi, post="by_login"),
    route("proxy/gameboost/accounts/status/bulk", proxy.GameBoostProxyApi, post="statuses"),
    route("proxy/gameboost/accounts/<str:remote_id>", proxy.GameBoostProxyApi, post="account"),
    route("proxy/gameboost/accounts/<str:remote_id>/status", proxy.GameBoostProxyApi, post="status"),
    route("proxy/gameboost/games", proxy.GameBoostProxyApi, post="games"),
    route("proxy/gameboost/games/<str:game_id>", proxy.GameBoostProxyApi, post="game"),
    route("proxy/gameboost/orders", proxy.GameBoostProxyApi, post="orders"),
    route("proxy/lztmarket/market/items", proxy.LztProxyApi, post="items"),
    route("proxy/lztmarket/market/item/<int:item_id>", proxy.LztProxyApi, post="item"),
    route("proxy/lztmarket/user/profile", proxy.LztProxyApi, post="profile"),
    route("proxy/lztmarket/market/purchase", proxy.LztProxyApi, post="purchase"),
    route("marketplace/templates", integration.TemplateApi, get="list"),
    route("marketplace/templates/refresh", integration.TemplateApi, post="refresh"),
    route("marketplace/templates/drift", integration.TemplateApi, get="drift"),
    route("marketplace/changes", integration.ListingChangeApi, get="list"),
    route("marketplace/changes/<int:change_id>/handle", integration.ListingChangeApi, post="handle"),
    route("training", integration.TrainingApi, get="retrieve", post="save"),
    route("marketplace/sync", integration.ListingChangeApi, get="sync"),
    route("purchases", proxy.PurchaseApi, get="list"),
    route("purchases/<int:purchase_id>/resolve", proxy.PurchaseApi, post="resolve"),
    # Earnings: what is owed and paid, the payment date, the automatic earning
    route("earnings", earnings.EarningApi, post="add"),
    route("earnings/all", earnings.EarningApi, get="everyone"),
    route("earnings/totals", earnings.EarningApi, get="totals"),
    route("earnings/balances", earnings.EarningApi, get="balances"),
    route("earnings/transfer", earnings.EarningApi, post="transfer"),
    route("earnings/pay", earnings.EarningApi, post="pay"),
    route("earnings/payouts/<int:payout_id>/undo", earnings.EarningApi, post="undo"),
    route("earnings/payouts/<int:payout_id>/receipt.pdf", earnings.EarningApi, get="receipt"),
    route("earnings/payouts.csv", earnings.EarningApi, get="payouts_csv"),
    route("earnings/<int:user_id>", earnings.EarningApi, get="of_person"),
    route("earnings/<int:user_id>/pending", earnings.EarningApi, get="pending"),
    route("earnings/<int:user_id>/paid", earnings.EarningApi, get="paid"),
    route("earnings/<int:user_id>/groups", earnings.EarningApi, get="groups"),
    route("earnings/<int:user_id>/credits", earnings.EarningApi, get="credits"),
    route("earnings/<int:user_id>/payouts", earnings.EarningApi, get="payouts"),
    route("earnings/<int:user_id>/statement.csv", earnings.EarningApi, get="statement_csv"),
    route("earnings/<int:user_id>/statement.pdf", earnings.EarningApi, get="statement_pdf"),
    route("earnings/<int:earning_id>/why", earnings.EarningApi, get="why"),
    route("payment-schedule", earnings.PaymentScheduleApi, get="retrieve", post="create"),
    route("payment-schedule/<int:schedule_id>", earnings.PaymentScheduleApi, patch="partial_update"),
    route("settings/automatic-earning", earnings.AutomaticEarningApi, get="retrieve", put="update"),
    route("settings/pay-schemes", earnings.PaySchemeApi, get="list", post="create"),
    route("settings/pay-schemes/preview", earnings.PaySchemeApi, post="preview"),
    # Loyalty: points, their history, their settings
    route("loyalty-points", loyalty.LoyaltyApi, get="everyone"),
    route("loyalty-points/summary", loyalty.LoyaltyApi, get="summary"),
    route("loyalty-points/settings", loyalty.LoyaltySettingsApi, get="retrieve"),
    route("loyalty-points/settings/<int:settings_id>", loyalty.LoyaltySettingsApi, put="update"),
    route("loyalty-points/settings/<int:settings_id>/effect", loyalty.LoyaltySettingsApi, post="effect"),
    route("loyalty-points/<int:user_id>", loyalty.LoyaltyApi, get="retrieve"),
    route("loyalty-points/<int:user_id>/history", loyalty.LoyaltyApi, get="history"),
    route("loyalty-points/<int:user_id>/adjust", loyalty.LoyaltyApi, post="adjust"),
    # Tasks
    route("tasks", tasks.TaskApi, get="list", post="create"),
    route("tasks/summary", tasks.TaskApi, get="counts"),
    route("tasks/assignee/<int:user_id>", tasks.TaskApi, get="of_person"),
    route("tasks/<int:task_id>", tasks.TaskApi, patch="partial_update", delete="destroy"),
    route("tasks/<int:task_id>/complete", tasks.TaskApi, post="complete"),
    route("tasks/<int:task_id>/problem", tasks.TaskApi, post="report_problem"),
    # Bulk runs: creation, dry run, history, statistics, images
    *(route(game.creation_path, runs.BulkCreateApi, {"game": game.slug}, post="create") for game in GAMES.values()),
    *(
        route(f"{game.slug}/analyze", intake.AnalysisApi, {"game": game.slug}, post="create")
        for game in GAMES.values()
        if game.analysis_failed
    ),
    route("orders", stock.OrderApi, get="list"),
    route("orders/effect", stock.OrderApi, get="effect"),
    route("orders/<int:order_id>/decision", stock.OrderApi, post="decide"),
    route("stock", stock.StockApi, get="list"),
    route("stock/prices", stock.StockApi, post="prices"),
    route("stock/prices/undo", stock.StockApi, post="undo_prices"),
    route("stock/rules", stock.PriceRuleApi, get="list", post="create"),
    route("stock/rules/<int:rule_id>", stock.PriceRuleApi, put="update", delete="destroy"),
    route("stock/proposals", stock.ProposalApi, get="list"),
    route("stock/proposals/apply", stock.ProposalApi, post="apply"),
    route("stock/proposals/decline", stock.ProposalApi, post="decline"),
    route("stock/close", stock.StockApi, post="close"),
    route("results", results.ResultsApi, get="overview"),
    route("results/groups", results.ResultsApi, get="groups"),
    route("results/accounts", results.ResultsApi, get="accounts"),
    route("results/accounts/<int:account_id>", results.ResultsApi, get="chain"),
    route("results/export.csv", results.ResultsApi, get="csv"),
    route("results/export.xlsx", results.ResultsApi, get="xlsx"),
    route("rates", results.RatesApi, get="list", post="create"),
    route("rates/preview", results.RatesApi, post="preview"),
    route("results/mine", results.ResultsApi, get="mine"),
    route("bulk/games", games.GameApi, get="search"),
    route("bulk/games/<slug:game>", games.GameApi, post="open", patch="partial_update"),
    route("bulk/games/<slug:game>/create", runs.BulkCreateApi, post="create"),
    route("analysis/labels", intake.LabelApi, get="list", post="create"),
    route("analysis/labels/<int:label_id>", intake.LabelApi, delete="destroy"),
    route("bulk/preview", runs.PreviewApi, post="create"),
    route("bulk/queue", intake.QueueApi, get="retrieve", put="update"),
    route("bulk/text-draft", intake.TextDraftApi, get="retrieve", put="update"),
    route("bulk/uploads/read", intake.SpreadsheetApi, post="read"),
    route("bulk/uploads/template", intake.SpreadsheetApi, get="template"),
    route("bulk/templates", intake.ContentTemplateApi, get="list", post="create"),
    route("bulk/templates/placeholders", intake.ContentTemplateApi, get="placeholders"),
    route("bulk/templates/example", intake.ContentTemplateApi, post="example"),
    route("bulk/templates/<int:template_id>", intake.ContentTemplateApi, patch="partial_update", delete="destroy"),
    route("bulk/rare-lists", intake.RareListApi, get="list", post="create"),
    route("bulk/rare-lists/<int:list_id>", intake.RareListApi, patch="partial_update", delete="destroy"),
    route("bulk/runs", runs.RunApi, get="list"),
    route("bulk/runs/going", runs.RunApi, get="going"),
    route("bulk/runs/<int:run_id>", runs.RunApi, get="retrieve"),
    route("bulk/runs/<int:run_id>/rows", runs.RunApi, get="rows"),
    route("bulk/runs/<int:run_id>/report.csv", runs.RunApi, get="report"),
    route("bulk/runs/<int:run_id>/corrections.csv", runs.RunApi, get="corrections"),
    route("bulk/runs/<int:run_id>/receipt.json", runs.RunApi, get="receipt"),
    route("bulk/runs/<int:run_id>/pause", runs.RunApi, post="pause"),
    route("bulk/runs/<int:run_id>/resume", runs.RunApi, post="resume"),
    route("bulk/runs/<int:run_id>/cancel", runs.RunApi, post="cancel"),
    route("bulk/runs/<int:run_id>/retry", runs.RunApi, post="retry"),
    route("bulk/runs/<int:run_id>/withdraw", runs.RunApi, post="withdraw"),
    route("bulk/runs/<int:run_id>/rows/<int:row_id>/resolve", runs.RunApi, post="resolve"),
    route("bulk/runs/<int:run_id>/rows/<int:row_id>/reveal", runs.RunApi, post="reveal"),
    route("accounts/stats", runs.StatsApi, get="retrieve"),
    route("upload/image", intake.UploadApi, post="create"),
    route("upload/images", intake.UploadApi, post="create"),
]
