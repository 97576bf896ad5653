-- min_server 37
-- Documents are stored deflated, and a document's row also serves as its event; see transactions/packed.ts and
-- events/stored-envelope.ts. The view `envelopes` and the columns body, event_id and events.transaction_id remain for
-- older documents.
ALTER TABLE transactions
  ALTER COLUMN body DROP NOT NULL, -- the document as text; null: the document is in `packed`
  ADD COLUMN coding smallint, -- how the document is encoded in `packed`; null: the document is in `body`
  ADD COLUMN bytes integer, -- length of the document in UTF-8; this and the next four: null if it is not packed
  ADD COLUMN packed bytea,
  ADD COLUMN created_at timestamptz, -- of the event transaction.created, whose id is evt_ and the document's UUID
  ADD COLUMN feed_epoch integer, -- the order of the feed, as in events
  ADD COLUMN xid xid8;

ALTER TABLE transactions ALTER COLUMN xid SET DEFAULT pg_current_xact_id();

DO $$
BEGIN
  EXECUTE format('ALTER TABLE transactions ALTER COLUMN feed_epoch SET DEFAULT %s', (SELECT feed_epoch FROM schema_info));
END
$$;
