from datetime import timedelta

from infra.schedule import periodic
from marketplace.actions import calls, orders, proxy, sync, webhooks
from marketplace.actions.templates import refresh_templates_with_the_system_key

kept = f"{calls.ACTIVITIES_KEPT.days} dias"
periodic("marketplace.purge_activities", calls.purge_activities, every=timedelta(days=1), forgets=kept)
kept = "Até o limite ser reposto"
periodic("marketplace.purge_listing_writes", calls.purge_listing_writes, every=timedelta(hours=1), forgets=kept)
periodic("marketplace.settle_abandoned_purchases", proxy.close_abandoned_purchases, every=timedelta(minutes=5))
periodic("marketplace.refresh_templates", refresh_templates_with_the_system_key, every=timedelta(hours=6))
periodic("marketplace.publish_drafts", sync.publish_drafts, every=timedelta(seconds=30))
periodic("marketplace.find_sales", sync.find_sales, every=timedelta(seconds=60), urgent=True)
periodic("marketplace.read_orders", orders.read_orders, every=timedelta(seconds=60))
periodic("marketplace.read_payments", orders.read_payments, every=timedelta(seconds=60))
periodic("marketplace.sync_listings", sync.sync_listings, every=timedelta(seconds=30))
periodic("marketplace.purge_webhook_calls", webhooks.purge_calls, every=timedelta(days=1))
