"""Writes of bulk runs, as people and other apps ask for them."""

from bulk.actions.assigning import assign_listing
from bulk.actions.content import (
    change_list,
    change_template,
    create_list,
    create_template,
    delete_list,
    delete_template,
)
from bulk.actions.control import cancel_run, hand_on_run, pause_run, resume_run, retry_run, withdraw_row, withdraw_run
from bulk.actions.drafts import purge_drafts, save_queue, save_text
from bulk.actions.labels import forget_label, teach_label
from bulk.actions.lanes import pause_key, release_key
from bulk.actions.proof import proof_of
from bulk.actions.purging import purge_connections, purge_credentials
from bulk.actions.removal import forget_keys
from bulk.actions.rows import export_corrections, resolve_row, reveal_credentials
from bulk.actions.starting import start_run
from bulk.actions.waiting import wait_for_run
