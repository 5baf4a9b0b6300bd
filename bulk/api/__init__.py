"""Viewsets of bulk runs; the routes are in config/api_urls.py."""

from bulk.api.analysis import AnalysisApi, LabelApi
from bulk.api.content import ContentTemplateApi, RareListApi
from bulk.api.creation import BulkCreateApi, PreviewApi
from bulk.api.drafts import QueueApi, TextDraftApi
from bulk.api.runs import RunApi
from bulk.api.spreadsheets import SpreadsheetApi
from bulk.api.stats import StatsApi
from bulk.api.upload_settings import UploadSettingsApi
from bulk.api.uploads import UploadApi
