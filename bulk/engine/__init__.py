"""The run engine: rows are the queue, and a row is never sent twice on a guess.

One worker thread holds one lane (a marketplace key) and does one thing at a time with it:

    lane.take ──> worker.LaneSession ──┬─ a row to send:    verify.clear_to_send, lane.claim, worker.send, settle
         ▲                             ├─ a row in doubt:   verify.verify
         │                             └─ nothing else:     reconcile
    lane.release <── nothing is due, the lane was lost, or the process is asked to stop

What holds it together (the recipe that survived 301 kills without a duplicate):

1. `sending` is committed before a byte leaves (lane.claim), so a killed worker leaves a trace.
2. Whoever takes a lane turns every trace of the former holder into `verifying` (lane.take). It is looked up on the
   marketplace after BULK_VERIFY_AFTER_S, never sent again on a guess.
3. Answers are written by compare-and-set on (state, fence) together with the earning (settle). A holder that was frozen
   and lost its lane finds another fence; if its answer was a success, the listing becomes the row's or an orphan.
4. Leases and times are the database's, connections are returned between transactions, and no transaction is open while
   something waits for the marketplace.

Locks are taken in one order: lane, run, row, then what other apps lock (earning, notification).
"""
