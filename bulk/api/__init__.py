"""Viewsets of bulk runs; the routes are in config/api_urls.py."""

from bulk.api.games import GameApi
from bulk.api.intake import (
    AnalysisApi,
    ContentTemplateApi,
    LabelApi,
    QueueApi,
    RareListApi,
    SpreadsheetApi,
    TextDraftApi,
    UploadApi,
)
from bulk.api.orders import OrderApi
from bulk.api.runs import BulkCreateApi, PreviewApi, RunApi, StatsApi, UploadSettingsApi
from bulk.api.stock import StockApi
