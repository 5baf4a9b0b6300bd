"""Writes of bulk runs, as people and other apps ask for them."""

from bulk.actions.intake import (
    change_content,
    create_content,
    delete_content,
    forget_label,
    purge_drafts,
    save_queue,
    save_text,
    teach_label,
)
from bulk.actions.removal import forget_keys, purge_connections, purge_credentials
from bulk.actions.rows import assign_listing, export_corrections, proof_of, resolve_row, reveal_credentials
from bulk.actions.runs import (
    cancel_run,
    hand_on_run,
    pause_key,
    pause_run,
    release_key,
    resume_run,
    retry_run,
    start_run,
    wait_for_run,
    withdraw_row,
    withdraw_run,
)
