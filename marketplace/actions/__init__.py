"""Writes of the marketplace integration, one module a noun."""

from marketplace.actions.calls import (
    ConnectionTest,
    adapter_for,
    block_key,
    purge_activities,
    purge_listing_writes,
    report_activity,
    try_connection,
)
from marketplace.actions.configurations import (
    reset_configuration,
    save_configuration,
    save_global_settings,
    seed_demo,
    set_training,
    unsaved_connection,
    use_v2,
)
from marketplace.actions.listings import claim_listing, claim_unexplained, handle_change, note_listing
from marketplace.actions.proxy import (
    ProxyCall,
    proxied_creation,
    proxied_read,
    proxied_write,
    purchase_lot,
    resolve_purchase,
    settle_abandoned_purchases,
)
from marketplace.actions.sync import publish_drafts, sync_listings
from marketplace.actions.templates import Refreshed, refresh_templates, refresh_templates_with_the_system_key
