"""What of the marketplace integration is read and written over the API, under the API's field names."""

from marketplace.serializers.activities import (
    ActivityInput,
    ActivityOutput,
    ActivityQuery,
    CallFiguresOutput,
    activity_rows,
)
from marketplace.serializers.configurations import (
    ConfigurationInput,
    ConfigurationOutput,
    ConnectionTestInput,
    ConnectionTestOutput,
    GaugeOutput,
    SavedConfigurationOutput,
)
from marketplace.serializers.fields import WhoseInput
from marketplace.serializers.listings import (
    HandleInput,
    ListingChangeOutput,
    ListingChangeQuery,
    SyncStateOutput,
    change_rows,
)
from marketplace.serializers.proxy import BulkStatusInput, ListingInput, ListParams, ProxyInput, StatusInput
from marketplace.serializers.purchases import (
    LotParams,
    PurchaseInput,
    PurchaseOutput,
    PurchaseResolveInput,
    purchase_rows,
)
from marketplace.serializers.settings import GlobalSettingsInput, GlobalSettingsOutput
from marketplace.serializers.templates import DriftOutput, RefreshedOutput, TemplateOutput
from marketplace.serializers.training import TrainingInput, TrainingOutput
