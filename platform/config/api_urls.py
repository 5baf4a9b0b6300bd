"""The whole API surface. Paths have no trailing slash."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from accounts.api import PeopleApi, ProfileImageApi, SignInApi
from analytics.api import AnalyticsApi
from bulk.api import (
    AnalysisApi,
    BulkCreateApi,
    ContentTemplateApi,
    LabelApi,
    PreviewApi,
    QueueApi,
    RareListApi,
    RunApi,
    SpreadsheetApi,
    StatsApi,
    TextDraftApi,
    UploadApi,
    UploadSettingsApi,
)
from bulk.games import GAMES
from earnings.api import AutomaticEarningApi, EarningApi, PaymentScheduleApi
from infra.api import ErrorReportApi
from loyalty.api import LoyaltyApi, LoyaltySettingsApi
from marketplace.api import (
    ActivityApi,
    ConfigurationApi,
    GameBoostProxyApi,
    GlobalSettingsApi,
    ListingChangeApi,
    LztProxyApi,
    PurchaseApi,
    TemplateApi,
    TrainingApi,
)
from notifications.api import NotificationApi
from shell.api import PrivacyApi, RemovalApi
from tasks.api import TaskApi

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    # The viewer of the document styles itself inline; its script is a file.
    path("docs", csp_update({"style-src": [UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))),
    # People: signing in, one's sessions, the people, their settings
    path("auth/login", SignInApi.as_view({"post": "login"})),
    path("auth/verify-second-password", SignInApi.as_view({"post": "verify_second_password"})),
    path("auth/logout", SignInApi.as_view({"post": "logout"})),
    path("auth/me", SignInApi.as_view({"get": "me"})),
    path("auth/sessions", SignInApi.as_view({"get": "list_sessions"})),
    path("auth/sessions/end-others", SignInApi.as_view({"post": "end_others"})),
    path("users", PeopleApi.as_view({"get": "list", "post": "create"})),
    path("users/online", PeopleApi.as_view({"get": "online"})),
    path(
        "users/<int:user_id>",
        PeopleApi.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
    ),
    path("users/<int:user_id>/status", PeopleApi.as_view({"patch": "presence"})),
    path("users/<int:user_id>/password", PeopleApi.as_view({"post": "password"})),
    path("users/<int:user_id>/second-password", PeopleApi.as_view({"post": "second_password"})),
    path("users/<int:user_id>/activity-trail", PeopleApi.as_view({"get": "trail"})),
    path("users/<int:user_id>/removal", RemovalApi.as_view({"get": "retrieve"})),
    path("users/<int:user_id>/export", PrivacyApi.as_view({"get": "export"})),
    path("upload/profile-image", ProfileImageApi.as_view({"post": "create"})),
    path("employee-settings", UploadSettingsApi.as_view({"post": "create"})),
    path(
        "employee-settings/<int:user_id>",
        UploadSettingsApi.as_view({"get": "retrieve", "patch": "partial_update"}),
    ),
    # Notifications
    path("notifications", NotificationApi.as_view({"get": "list"})),
    path("notifications/read", NotificationApi.as_view({"delete": "delete_read"})),
    path("notifications/read-all", NotificationApi.as_view({"post": "read_all"})),
    path("notifications/<int:notification_id>", NotificationApi.as_view({"delete": "destroy"})),
    path("notifications/<int:notification_id>/read", NotificationApi.as_view({"post": "read"})),
    path("notifications/<int:user_id>/unread-count", NotificationApi.as_view({"get": "unread"})),
    # Errors nobody caught
    path("client-errors", ErrorReportApi.as_view({"get": "list", "post": "create"})),
    # Analysis of what people do
    path("analytics/events", AnalyticsApi.as_view({"post": "events"})),
    path("analytics/summary", AnalyticsApi.as_view({"get": "summary"})),
    path("analytics/people", AnalyticsApi.as_view({"get": "people"})),
    # Marketplace: configurations, activities, global settings
    path("configs/gameboost/use-v2", ConfigurationApi.as_view({"post": "use_v2"})),
    path("configs/<str:service>", ConfigurationApi.as_view({"get": "retrieve", "post": "save"})),
    path("configs/<str:service>/reset", ConfigurationApi.as_view({"post": "reset"})),
    path("configs/<str:service>/test", ConfigurationApi.as_view({"post": "test"})),
    path("configs/<str:service>/budget", ConfigurationApi.as_view({"get": "budget"})),
    path("activities", ActivityApi.as_view({"get": "list", "post": "create"})),
    path("activities/figures", ActivityApi.as_view({"get": "figures"})),
    path("settings", GlobalSettingsApi.as_view({"get": "retrieve", "post": "save"})),
    # Marketplace: proxy calls. The fixed paths stand before those with an id.
    path("proxy/gameboost/accounts", GameBoostProxyApi.as_view({"post": "accounts"})),
    path("proxy/gameboost/accounts/template/<str:game>", GameBoostProxyApi.as_view({"post": "template"})),
    path("proxy/gameboost/accounts/by-login/<path:login>", GameBoostProxyApi.as_view({"post": "by_login"})),
    path("proxy/gameboost/accounts/status/bulk", GameBoostProxyApi.as_view({"post": "statuses"})),
    path("proxy/gameboost/accounts/<str:remote_id>", GameBoostProxyApi.as_view({"post": "account"})),
    path("proxy/gameboost/accounts/<str:remote_id>/status", GameBoostProxyApi.as_view({"post": "status"})),
    path("proxy/gameboost/games", GameBoostProxyApi.as_view({"post": "games"})),
    path("proxy/gameboost/games/<str:game_id>", GameBoostProxyApi.as_view({"post": "game"})),
    path("proxy/gameboost/orders", GameBoostProxyApi.as_view({"post": "orders"})),
    path("proxy/lztmarket/market/items", LztProxyApi.as_view({"post": "items"})),
    path("proxy/lztmarket/market/item/<int:item_id>", LztProxyApi.as_view({"post": "item"})),
    path("proxy/lztmarket/user/profile", LztProxyApi.as_view({"post": "profile"})),
    path("proxy/lztmarket/market/purchase", LztProxyApi.as_view({"post": "purchase"})),
    path("marketplace/templates", TemplateApi.as_view({"get": "list"})),
    path("marketplace/templates/refresh", TemplateApi.as_view({"post": "refresh"})),
    path("marketplace/templates/drift", TemplateApi.as_view({"get": "drift"})),
    path("marketplace/changes", ListingChangeApi.as_view({"get": "list"})),
    path("marketplace/changes/<int:change_id>/handle", ListingChangeApi.as_view({"post": "handle"})),
    path("training", TrainingApi.as_view({"get": "retrieve", "post": "save"})),
    path("marketplace/sync", ListingChangeApi.as_view({"get": "sync"})),
    path("purchases", PurchaseApi.as_view({"get": "list"})),
    path("purchases/<int:purchase_id>/resolve", PurchaseApi.as_view({"post": "resolve"})),
    # Earnings: what is owed and paid, the payment date, the automatic earning
    path("earnings", EarningApi.as_view({"post": "add"})),
    path("earnings/all", EarningApi.as_view({"get": "everyone"})),
    path("earnings/totals", EarningApi.as_view({"get": "totals"})),
    path("earnings/balances", EarningApi.as_view({"get": "balances"})),
    path("earnings/transfer", EarningApi.as_view({"post": "transfer"})),
    path("earnings/payouts.csv", EarningApi.as_view({"get": "payouts_csv"})),
    path("earnings/<int:user_id>", EarningApi.as_view({"get": "of_person"})),
    path("earnings/<int:user_id>/pending", EarningApi.as_view({"get": "pending"})),
    path("earnings/<int:user_id>/paid", EarningApi.as_view({"get": "paid"})),
    path("earnings/<int:user_id>/statement.csv", EarningApi.as_view({"get": "statement_csv"})),
    path("earnings/<int:user_id>/statement.pdf", EarningApi.as_view({"get": "statement_pdf"})),
    path("earnings/<int:earning_id>/why", EarningApi.as_view({"get": "why"})),
    path("payment-schedule", PaymentScheduleApi.as_view({"get": "retrieve", "post": "create"})),
    path("payment-schedule/<int:schedule_id>", PaymentScheduleApi.as_view({"patch": "partial_update"})),
    path("settings/automatic-earning", AutomaticEarningApi.as_view({"get": "retrieve", "put": "update"})),
    # Loyalty: points, their history, their settings
    path("loyalty-points", LoyaltyApi.as_view({"get": "everyone"})),
    path("loyalty-points/summary", LoyaltyApi.as_view({"get": "summary"})),
    path("loyalty-points/settings", LoyaltySettingsApi.as_view({"get": "retrieve"})),
    path("loyalty-points/settings/<int:settings_id>", LoyaltySettingsApi.as_view({"put": "update"})),
    path("loyalty-points/settings/<int:settings_id>/effect", LoyaltySettingsApi.as_view({"post": "effect"})),
    path("loyalty-points/<int:user_id>", LoyaltyApi.as_view({"get": "retrieve"})),
    path("loyalty-points/<int:user_id>/history", LoyaltyApi.as_view({"get": "history"})),
    path("loyalty-points/<int:user_id>/adjust", LoyaltyApi.as_view({"post": "adjust"})),
    # Tasks
    path("tasks", TaskApi.as_view({"get": "list", "post": "create"})),
    path("tasks/summary", TaskApi.as_view({"get": "counts"})),
    path("tasks/assignee/<int:user_id>", TaskApi.as_view({"get": "of_person"})),
    path("tasks/<int:task_id>", TaskApi.as_view({"patch": "partial_update"})),
    path("tasks/<int:task_id>/complete", TaskApi.as_view({"post": "complete"})),
    path("tasks/<int:task_id>/problem", TaskApi.as_view({"post": "report_problem"})),
    # Bulk runs: creation, dry run, history, statistics, images
    *(path(game.creation_path, BulkCreateApi.as_view({"post": "create"}, game=game.slug)) for game in GAMES.values()),
    *(
        path(f"{game.slug}/analyze", AnalysisApi.as_view({"post": "create"}, game=game.slug))
        for game in GAMES.values()
        if game.analysis_failed
    ),
    path("analysis/labels", LabelApi.as_view({"get": "list", "post": "create"})),
    path("analysis/labels/<int:label_id>", LabelApi.as_view({"delete": "destroy"})),
    path("bulk/preview", PreviewApi.as_view({"post": "create"})),
    path("bulk/queue", QueueApi.as_view({"get": "retrieve", "put": "update"})),
    path("bulk/text-draft", TextDraftApi.as_view({"get": "retrieve", "put": "update"})),
    path("bulk/uploads/read", SpreadsheetApi.as_view({"post": "read"})),
    path("bulk/uploads/template", SpreadsheetApi.as_view({"get": "template"})),
    path("bulk/templates", ContentTemplateApi.as_view({"get": "list", "post": "create"})),
    path("bulk/templates/placeholders", ContentTemplateApi.as_view({"get": "placeholders"})),
    path("bulk/templates/example", ContentTemplateApi.as_view({"post": "example"})),
    path(
        "bulk/templates/<int:template_id>",
        ContentTemplateApi.as_view({"patch": "partial_update", "delete": "destroy"}),
    ),
    path("bulk/rare-lists", RareListApi.as_view({"get": "list", "post": "create"})),
    path("bulk/rare-lists/<int:list_id>", RareListApi.as_view({"patch": "partial_update", "delete": "destroy"})),
    path("bulk/runs", RunApi.as_view({"get": "list"})),
    path("bulk/runs/<int:run_id>", RunApi.as_view({"get": "retrieve"})),
    path("bulk/runs/<int:run_id>/rows", RunApi.as_view({"get": "rows"})),
    path("bulk/runs/<int:run_id>/report.csv", RunApi.as_view({"get": "report"})),
    path("bulk/runs/<int:run_id>/corrections.csv", RunApi.as_view({"get": "corrections"})),
    path("bulk/runs/<int:run_id>/receipt.json", RunApi.as_view({"get": "receipt"})),
    path("bulk/runs/<int:run_id>/pause", RunApi.as_view({"post": "pause"})),
    path("bulk/runs/<int:run_id>/resume", RunApi.as_view({"post": "resume"})),
    path("bulk/runs/<int:run_id>/cancel", RunApi.as_view({"post": "cancel"})),
    path("bulk/runs/<int:run_id>/retry", RunApi.as_view({"post": "retry"})),
    path("bulk/runs/<int:run_id>/withdraw", RunApi.as_view({"post": "withdraw"})),
    path("bulk/runs/<int:run_id>/rows/<int:row_id>/resolve", RunApi.as_view({"post": "resolve"})),
    path("bulk/runs/<int:run_id>/rows/<int:row_id>/reveal", RunApi.as_view({"post": "reveal"})),
    path("accounts/stats", StatsApi.as_view({"get": "retrieve"})),
    path("upload/image", UploadApi.as_view({"post": "create"})),
    path("upload/images", UploadApi.as_view({"post": "create"})),
]
