"""The whole API surface. Paths have no trailing slash."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from accounts import api as accounts
from analytics import api as analytics
from bulk.api import games, intake, results, runs, stock
from bulk.games import GAMES
from earnings import api as earnings
from infra import api as infra
from loyalty import api as loyalty
from marketplace.api import integration, proxy
from notifications import api as notifications
from shell import api as shell
from tasks import api as tasks

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    # The viewer of the document styles itself inline; its script is a file.
    path("docs", csp_update({"style-src": [UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))),
    # People: signing in, one's sessions, the people, their settings
    path("auth/login", accounts.SignInApi.as_view({"post": "login"})),
    path("auth/verify-second-password", accounts.SignInApi.as_view({"post": "verify_second_password"})),
    path("auth/logout", accounts.SignInApi.as_view({"post": "logout"})),
    path("auth/me", accounts.SignInApi.as_view({"get": "me"})),
    path("auth/sessions", accounts.SignInApi.as_view({"get": "list_sessions"})),
    path("auth/sessions/end-others", accounts.SignInApi.as_view({"post": "end_others"})),
    path("users", accounts.PeopleApi.as_view({"get": "list", "post": "create"})),
    path("users/online", accounts.PeopleApi.as_view({"get": "online"})),
    path(
        "users/<int:user_id>",
        accounts.PeopleApi.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
    ),
    path("users/<int:user_id>/status", accounts.PeopleApi.as_view({"patch": "presence"})),
    path("users/<int:user_id>/password", accounts.PeopleApi.as_view({"post": "password"})),
    path("users/<int:user_id>/second-password", accounts.PeopleApi.as_view({"post": "second_password"})),
    path("users/<int:user_id>/sessions/end", accounts.PeopleApi.as_view({"post": "end_sessions"})),
    path("users/<int:user_id>/activity-trail", accounts.PeopleApi.as_view({"get": "trail"})),
    path("home", shell.ShellApi.as_view({"get": "home"})),
    path("users/<int:user_id>/removal", shell.ShellApi.as_view({"get": "removal"})),
    path("search", shell.ShellApi.as_view({"get": "search"})),
    path("users/<int:user_id>/export", shell.ShellApi.as_view({"get": "export"})),
    path("upload/profile-image", accounts.ProfileImageApi.as_view({"post": "create"})),
    path("employee-settings", runs.UploadSettingsApi.as_view({"post": "create"})),
    path(
        "employee-settings/<int:user_id>",
        runs.UploadSettingsApi.as_view({"get": "retrieve", "patch": "partial_update"}),
    ),
    # Notifications
    path("notifications", notifications.NotificationApi.as_view({"get": "list"})),
    path("notifications/read", notifications.NotificationApi.as_view({"delete": "delete_read"})),
    path("notifications/read-all", notifications.NotificationApi.as_view({"post": "read_all"})),
    path("notifications/<int:notification_id>", notifications.NotificationApi.as_view({"delete": "destroy"})),
    path("notifications/<int:notification_id>/read", notifications.NotificationApi.as_view({"post": "read"})),
    path("notifications/<int:user_id>/unread-count", notifications.NotificationApi.as_view({"get": "unread"})),
    path("notifications/channels", notifications.ChannelApi.as_view({"get": "retrieve"})),
    path("notifications/channels/email/confirm", notifications.ChannelApi.as_view({"post": "confirm"})),
    path(
        "notifications/channels/<str:kind>",
        notifications.ChannelApi.as_view({"post": "connect", "patch": "partial_update", "delete": "destroy"}),
    ),
    path("notifications/channels/<str:kind>/test", notifications.ChannelApi.as_view({"post": "test"})),
    # Errors nobody caught
    path("client-errors", infra.ErrorReportApi.as_view({"get": "list", "post": "create"})),
    # Analysis of what people do
    path("analytics/events", analytics.AnalyticsApi.as_view({"post": "events"})),
    path("analytics/summary", analytics.AnalyticsApi.as_view({"get": "summary"})),
    path("analytics/people", analytics.AnalyticsApi.as_view({"get": "people"})),
    # Marketplace: configurations, activities, global settings
    path(
        "configs/gameboost/webhook",
        integration.ConfigurationApi.as_view({"get": "webhook", "put": "save_webhook"}),
    ),
    path("configs/gameboost/use-v2", integration.ConfigurationApi.as_view({"post": "use_v2"})),
    path("configs/<str:service>", integration.ConfigurationApi.as_view({"get": "retrieve", "post": "save"})),
    path("configs/<str:service>/reset", integration.ConfigurationApi.as_view({"post": "reset"})),
    path("configs/<str:service>/test", integration.ConfigurationApi.as_view({"post": "test"})),
    path("configs/<str:service>/budget", integration.ConfigurationApi.as_view({"get": "budget"})),
    path("webhooks/gameboost", integration.WebhookApi.as_view({"post": "gameboost"})),
    path("activities", integration.ActivityApi.as_view({"get": "list", "post": "create"})),
    path("activities/figures", integration.ActivityApi.as_view({"get": "figures"})),
    path("settings", integration.GlobalSettingsApi.as_view({"get": "retrieve", "post": "save"})),
    # Marketplace: proxy calls. The fixed paths stand before those with an id.
    path("proxy/gameboost/accounts", proxy.GameBoostProxyApi.as_view({"post": "accounts"})),
    path("proxy/gameboost/accounts/template/<str:game>", proxy.GameBoostProxyApi.as_view({"post": "template"})),
    path("proxy/gameboost/accounts/by-login/<path:login>", proxy.GameBoostProxyApi.as_view({"post": "by_login"})),
    path("proxy/gameboost/accounts/status/bulk", proxy.GameBoostProxyApi.as_view({"post": "statuses"})),
    path("proxy/gameboost/accounts/<str:remote_id>", proxy.GameBoostProxyApi.as_view({"post": "account"})),
    path("proxy/gameboost/accounts/<str:remote_id>/status", proxy.GameBoostProxyApi.as_view({"post": "status"})),
    path("proxy/gameboost/games", proxy.GameBoostProxyApi.as_view({"post": "games"})),
    path("proxy/gameboost/games/<str:game_id>", proxy.GameBoostProxyApi.as_view({"post": "game"})),
    path("proxy/gameboost/orders", proxy.GameBoostProxyApi.as_view({"post": "orders"})),
    path("proxy/lztmarket/market/items", proxy.LztProxyApi.as_view({"post": "items"})),
    path("proxy/lztmarket/market/item/<int:item_id>", proxy.LztProxyApi.as_view({"post": "item"})),
    path("proxy/lztmarket/user/profile", proxy.LztProxyApi.as_view({"post": "profile"})),
    path("proxy/lztmarket/market/purchase", proxy.LztProxyApi.as_view({"post": "purchase"})),
    path("marketplace/templates", integration.TemplateApi.as_view({"get": "list"})),
    path("marketplace/templates/refresh", integration.TemplateApi.as_view({"post": "refresh"})),
    path("marketplace/templates/drift", integration.TemplateApi.as_view({"get": "drift"})),
    path("marketplace/changes", integration.ListingChangeApi.as_view({"get": "list"})),
    path("marketplace/changes/<int:change_id>/handle", integration.ListingChangeApi.as_view({"post": "handle"})),
    path("training", integration.TrainingApi.as_view({"get": "retrieve", "post": "save"})),
    path("marketplace/sync", integration.ListingChangeApi.as_view({"get": "sync"})),
    path("purchases", proxy.PurchaseApi.as_view({"get": "list"})),
    path("purchases/<int:purchase_id>/resolve", proxy.PurchaseApi.as_view({"post": "resolve"})),
    # Earnings: what is owed and paid, the payment date, the automatic earning
    path("earnings", earnings.EarningApi.as_view({"post": "add"})),
    path("earnings/all", earnings.EarningApi.as_view({"get": "everyone"})),
    path("earnings/totals", earnings.EarningApi.as_view({"get": "totals"})),
    path("earnings/balances", earnings.EarningApi.as_view({"get": "balances"})),
    path("earnings/transfer", earnings.EarningApi.as_view({"post": "transfer"})),
    path("earnings/pay", earnings.EarningApi.as_view({"post": "pay"})),
    path("earnings/payouts/<int:payout_id>/undo", earnings.EarningApi.as_view({"post": "undo"})),
    path("earnings/payouts/<int:payout_id>/receipt.pdf", earnings.EarningApi.as_view({"get": "receipt"})),
    path("earnings/payouts.csv", earnings.EarningApi.as_view({"get": "payouts_csv"})),
    path("earnings/<int:user_id>", earnings.EarningApi.as_view({"get": "of_person"})),
    path("earnings/<int:user_id>/pending", earnings.EarningApi.as_view({"get": "pending"})),
    path("earnings/<int:user_id>/paid", earnings.EarningApi.as_view({"get": "paid"})),
    path("earnings/<int:user_id>/groups", earnings.EarningApi.as_view({"get": "groups"})),
    path("earnings/<int:user_id>/credits", earnings.EarningApi.as_view({"get": "credits"})),
    path("earnings/<int:user_id>/payouts", earnings.EarningApi.as_view({"get": "payouts"})),
    path("earnings/<int:user_id>/statement.csv", earnings.EarningApi.as_view({"get": "statement_csv"})),
    path("earnings/<int:user_id>/statement.pdf", earnings.EarningApi.as_view({"get": "statement_pdf"})),
    path("earnings/<int:earning_id>/why", earnings.EarningApi.as_view({"get": "why"})),
    path("payment-schedule", earnings.PaymentScheduleApi.as_view({"get": "retrieve", "post": "create"})),
    path("payment-schedule/<int:schedule_id>", earnings.PaymentScheduleApi.as_view({"patch": "partial_update"})),
    path("settings/automatic-earning", earnings.AutomaticEarningApi.as_view({"get": "retrieve", "put": "update"})),
    path("settings/pay-schemes", earnings.PaySchemeApi.as_view({"get": "list", "post": "create"})),
    path("settings/pay-schemes/preview", earnings.PaySchemeApi.as_view({"post": "preview"})),
    # Loyalty: points, their history, their settings
    path("loyalty-points", loyalty.LoyaltyApi.as_view({"get": "everyone"})),
    path("loyalty-points/summary", loyalty.LoyaltyApi.as_view({"get": "summary"})),
    path("loyalty-points/settings", loyalty.LoyaltySettingsApi.as_view({"get": "retrieve"})),
    path("loyalty-points/settings/<int:settings_id>", loyalty.LoyaltySettingsApi.as_view({"put": "update"})),
    path("loyalty-points/settings/<int:settings_id>/effect", loyalty.LoyaltySettingsApi.as_view({"post": "effect"})),
    path("loyalty-points/<int:user_id>", loyalty.LoyaltyApi.as_view({"get": "retrieve"})),
    path("loyalty-points/<int:user_id>/history", loyalty.LoyaltyApi.as_view({"get": "history"})),
    path("loyalty-points/<int:user_id>/adjust", loyalty.LoyaltyApi.as_view({"post": "adjust"})),
    # Tasks
    path("tasks", tasks.TaskApi.as_view({"get": "list", "post": "create"})),
    path("tasks/summary", tasks.TaskApi.as_view({"get": "counts"})),
    path("tasks/assignee/<int:user_id>", tasks.TaskApi.as_view({"get": "of_person"})),
    path("tasks/<int:task_id>", tasks.TaskApi.as_view({"patch": "partial_update", "delete": "destroy"})),
    path("tasks/<int:task_id>/complete", tasks.TaskApi.as_view({"post": "complete"})),
    path("tasks/<int:task_id>/problem", tasks.TaskApi.as_view({"post": "report_problem"})),
    # Bulk runs: creation, dry run, history, statistics, images
    *(
        path(game.creation_path, runs.BulkCreateApi.as_view({"post": "create"}, game=game.slug))
        for game in GAMES.values()
    ),
    *(
        path(f"{game.slug}/analyze", intake.AnalysisApi.as_view({"post": "create"}, game=game.slug))
        for game in GAMES.values()
        if game.analysis_failed
    ),
    path("orders", stock.OrderApi.as_view({"get": "list"})),
    path("orders/effect", stock.OrderApi.as_view({"get": "effect"})),
    path("orders/<int:order_id>/decision", stock.OrderApi.as_view({"post": "decide"})),
    path("stock", stock.StockApi.as_view({"get": "list"})),
    path("stock/prices", stock.StockApi.as_view({"post": "prices"})),
    path("stock/prices/undo", stock.StockApi.as_view({"post": "undo_prices"})),
    path("stock/rules", stock.PriceRuleApi.as_view({"get": "list", "post": "create"})),
    path("stock/rules/<int:rule_id>", stock.PriceRuleApi.as_view({"put": "update", "delete": "destroy"})),
    path("stock/proposals", stock.ProposalApi.as_view({"get": "list"})),
    path("stock/proposals/apply", stock.ProposalApi.as_view({"post": "apply"})),
    path("stock/proposals/decline", stock.ProposalApi.as_view({"post": "decline"})),
    path("stock/close", stock.StockApi.as_view({"post": "close"})),
    path("results", results.ResultsApi.as_view({"get": "overview"})),
    path("results/groups", results.ResultsApi.as_view({"get": "groups"})),
    path("results/accounts", results.ResultsApi.as_view({"get": "accounts"})),
    path("results/accounts/<int:account_id>", results.ResultsApi.as_view({"get": "chain"})),
    path("results/export.csv", results.ResultsApi.as_view({"get": "csv"})),
    path("results/export.xlsx", results.ResultsApi.as_view({"get": "xlsx"})),
    path("rates", results.RatesApi.as_view({"get": "list", "post": "create"})),
    path("rates/preview", results.RatesApi.as_view({"post": "preview"})),
    path("results/mine", results.ResultsApi.as_view({"get": "mine"})),
    path("bulk/games", games.GameApi.as_view({"get": "search"})),
    path("bulk/games/<slug:game>", games.GameApi.as_view({"post": "open", "patch": "partial_update"})),
    path("bulk/games/<slug:game>/create", runs.BulkCreateApi.as_view({"post": "create"})),
    path("analysis/labels", intake.LabelApi.as_view({"get": "list", "post": "create"})),
    path("analysis/labels/<int:label_id>", intake.LabelApi.as_view({"delete": "destroy"})),
    path("bulk/preview", runs.PreviewApi.as_view({"post": "create"})),
    path("bulk/queue", intake.QueueApi.as_view({"get": "retrieve", "put": "update"})),
    path("bulk/text-draft", intake.TextDraftApi.as_view({"get": "retrieve", "put": "update"})),
    path("bulk/uploads/read", intake.SpreadsheetApi.as_view({"post": "read"})),
    path("bulk/uploads/template", intake.SpreadsheetApi.as_view({"get": "template"})),
    path("bulk/templates", intake.ContentTemplateApi.as_view({"get": "list", "post": "create"})),
    path("bulk/templates/placeholders", intake.ContentTemplateApi.as_view({"get": "placeholders"})),
    path("bulk/templates/example", intake.ContentTemplateApi.as_view({"post": "example"})),
    path(
        "bulk/templates/<int:template_id>",
        intake.ContentTemplateApi.as_view({"patch": "partial_update", "delete": "destroy"}),
    ),
    path("bulk/rare-lists", intake.RareListApi.as_view({"get": "list", "post": "create"})),
    path("bulk/rare-lists/<int:list_id>", intake.RareListApi.as_view({"patch": "partial_update", "delete": "destroy"})),
    path("bulk/runs", runs.RunApi.as_view({"get": "list"})),
    path("bulk/runs/going", runs.RunApi.as_view({"get": "going"})),
    path("bulk/runs/<int:run_id>", runs.RunApi.as_view({"get": "retrieve"})),
    path("bulk/runs/<int:run_id>/rows", runs.RunApi.as_view({"get": "rows"})),
    path("bulk/runs/<int:run_id>/report.csv", runs.RunApi.as_view({"get": "report"})),
    path("bulk/runs/<int:run_id>/corrections.csv", runs.RunApi.as_view({"get": "corrections"})),
    path("bulk/runs/<int:run_id>/receipt.json", runs.RunApi.as_view({"get": "receipt"})),
    path("bulk/runs/<int:run_id>/pause", runs.RunApi.as_view({"post": "pause"})),
    path("bulk/runs/<int:run_id>/resume", runs.RunApi.as_view({"post": "resume"})),
    path("bulk/runs/<int:run_id>/cancel", runs.RunApi.as_view({"post": "cancel"})),
    path("bulk/runs/<int:run_id>/retry", runs.RunApi.as_view({"post": "retry"})),
    path("bulk/runs/<int:run_id>/withdraw", runs.RunApi.as_view({"post": "withdraw"})),
    path("bulk/runs/<int:run_id>/rows/<int:row_id>/resolve", runs.RunApi.as_view({"post": "resolve"})),
    path("bulk/runs/<int:run_id>/rows/<int:row_id>/reveal", runs.RunApi.as_view({"post": "reveal"})),
    path("accounts/stats", runs.StatsApi.as_view({"get": "retrieve"})),
    path("upload/image", intake.UploadApi.as_view({"post": "create"})),
    path("upload/images", intake.UploadApi.as_view({"post": "create"})),
]
