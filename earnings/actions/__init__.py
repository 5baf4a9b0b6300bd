"""Writes of the money domain."""

from earnings.actions.ledger import (
    Transfer,
    add_balance,
    correct,
    credit,
    credit_account,
    note_look,
    replace_sealing_key,
    transfer,
)
from earnings.actions.schedule import advance_schedule, create_schedule, set_automatic_amount, update_schedule
from earnings.models import Earning
