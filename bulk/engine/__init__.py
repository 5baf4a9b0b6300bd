"""The run engine: rows are the queue, and a row is never sent twice on a guess. One worker thread holds one lane (a
marketplace key) and does one thing at a time with it:

    lane.take ──> worker.LaneSession ──┬─ a row to send:    settle.clear_to_send, lane.claim, send, settle
         ▲                             ├─ a row in doubt:   settle.verify
         │                             └─ nothing else:     reconcile
    lane.release <── nothing is due, the lane was lost, or the process is asked to stop

What holds it together is in docs/architecture.md (product: runs.once). Leases and times are the database's,
connections are returned between transactions, and no transaction is open while something waits for the marketplace.
Locks are taken in one order: lane, run, row, then what other apps lock (earning, notification)."""
