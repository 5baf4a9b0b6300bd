"""Periodic work of the marketplace integration."""

from datetime import timedelta

from infra.schedule import periodic
from marketplace.actions import calls, orders, proxy, sync, webhooks
from marketplace.actions.templates import refresh_templates_with_the_system_key

kept = f"{calls.ACTIVITIES_KEPT.days} dias"
periodic(name="marketplace.purge_activities", every=timedelta(days=1), forgets=kept)(calls.purge_activities)
kept = "Até o limite ser reposto"
periodic(name="marketplace.purge_listing_writes", every=timedelta(hours=1), forgets=kept)(calls.purge_listing_writes)
periodic(name="marketplace.settle_abandoned_purchases", every=timedelta(minutes=5))(proxy.settle_abandoned_purchases)
periodic(name="marketplace.refresh_templates", every=timedelta(hours=6))(refresh_templates_with_the_system_key)
periodic(name="marketplace.publish_drafts", every=timedelta(seconds=30))(sync.publish_drafts)
periodic(name="marketplace.find_sales", every=timedelta(seconds=60), urgent=True)(sync.find_sales)
periodic(name="marketplace.read_orders", every=timedelta(seconds=60))(orders.read_orders)
periodic(name="marketplace.read_payments", every=timedelta(seconds=60))(orders.read_payments)
periodic(name="marketplace.sync_listings", every=timedelta(seconds=30))(sync.sync_listings)
periodic(name="marketplace.purge_webhook_calls", every=timedelta(days=1))(webhooks.purge_calls)
