"""Reads of the marketplace integration used by more than one caller."""

from marketplace.queries.activities import CallFigures, activities, call_figures
from marketplace.queries.budget import BucketGauge, Gauge, gauge
from marketplace.queries.configurations import (
    SYSTEM_KEY,
    SYSTEM_USER_ID,
    configuration_in_effect,
    configurations_with_own_keys,
    global_settings,
    keys_of,
    saved_configuration,
    usd_eur_rate,
)
from marketplace.queries.effective import Effective
from marketplace.queries.listings import (
    CHANGES_STAMP,
    SyncState,
    change_for,
    changes_for,
    claimed_listings,
    sync_states,
    work_list_url,
)
from marketplace.queries.markets import canonical_market, older_spellings, respelled_markets, service_of, spellings_of
from marketplace.queries.purchases import purchase, purchases
from marketplace.queries.templates import (
    Drift,
    TemplateState,
    drifts,
    template_states,
)
from marketplace.queries.training import is_training, training_is_possible
