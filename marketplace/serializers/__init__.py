"""What of the marketplace integration is read and written over the API, under the API's field names."""

from marketplace.serializers.activities import (
    ActivityInput,
    ActivityOutput,
    ActivityQuery,
    CallFiguresOutput,
    DriftOutput,
    HandleInput,
    ListingChangeOutput,
    ListingChangeQuery,
    RefreshedOutput,
    SyncStateOutput,
    TemplateOutput,
    activity_rows,
    change_rows,
)
from marketplace.serializers.configurations import (
    ConfigurationInput,
    ConfigurationOutput,
    ConnectionTestInput,
    ConnectionTestOutput,
    GaugeOutput,
    GlobalSettingsInput,
    GlobalSettingsOutput,
    SavedConfigurationOutput,
    TrainingInput,
    TrainingOutput,
    WhoseInput,
)
from marketplace.serializers.proxy import (
    BulkStatusInput,
    ListingInput,
    ListParams,
    LotParams,
    ProxyInput,
    PurchaseInput,
    PurchaseOutput,
    PurchaseResolveInput,
    StatusInput,
    purchase_rows,
)
