"""Reads of the marketplace integration used by more than one caller."""

from marketplace.queries.activities import activities, call_figures
from marketplace.queries.budget import gauge
from marketplace.queries.configurations import (
    SYSTEM_KEY,
    SYSTEM_USER_ID,
    Effective,
    canonical_market,
    configuration_in_effect,
    configurations_with_own_keys,
    global_settings,
    is_training,
    keys_of,
    older_spellings,
    respelled_markets,
    saved_configuration,
    service_of,
    spellings_of,
    training_is_possible,
    usd_eur_rate,
)
from marketplace.queries.listings import (
    CHANGES_STAMP,
    SyncState,
    changes_for,
    claimed_listings,
    purchases,
    sync_states,
    work_list_url,
)
from marketplace.queries.templates import (
    TemplateState,
    template_states,
)
