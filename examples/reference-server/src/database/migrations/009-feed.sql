-- The order of the event feed, see events/feed.ts: the epoch, and the transaction that stored the event. A new epoch
-- begins whenever transaction ids start again. Events stored before this migration come first, in the order of their
-- ids.
ALTER TABLE events
  ADD COLUMN feed_epoch integer NOT NULL DEFAULT 0,
  ADD COLUMN xid xid8 NOT NULL DEFAULT '0';

ALTER TABLE events ALTER COLUMN xid SET DEFAULT pg_current_xact_id();

CREATE INDEX events_feed ON events (business_id, feed_epoch, xid, id);

CREATE TABLE feed (
  epoch integer NOT NULL -- also the default of events.feed_epoch
);

INSERT INTO feed VALUES (0);
