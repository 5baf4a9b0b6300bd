"""Writes of the money domain."""

from earnings.actions.automatic import set_automatic_amount
from earnings.actions.credits import add_balance, correct, credit
from earnings.actions.looks import note_look
from earnings.actions.payouts import Transfer, transfer
from earnings.actions.schedule import advance_schedule, create_schedule, update_schedule
from earnings.actions.volume import credit_many
from earnings.models import Earning
