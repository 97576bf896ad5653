-- concurrent
-- Documents are partitioned by the year of their id, see partitions.ts. The existing table becomes the first partition.
-- Reading its rows once does not block other statements; the change itself reads no rows. Both steps do nothing if they
-- run again.
DO $$
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'transactions'::regclass) = 'r' THEN
    ALTER TABLE transactions VALIDATE CONSTRAINT transactions_before_year;
  END IF;
END
$$;

DO $$
DECLARE
  first boolean;
  ends text;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'transactions'::regclass) = 'p' THEN
    RETURN;
  END IF;
  PERFORM set_config('lock_timeout', '2s', true);
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
  END IF;
  LOCK TABLE transactions IN ACCESS EXCLUSIVE MODE;
  SELECT NOT EXISTS (SELECT 1 FROM transactions) INTO first;
  SELECT substring(pg_get_constraintdef(oid) FROM '''(txn_.+?)''') INTO ends
    FROM pg_constraint WHERE conrelid = 'transactions'::regclass AND conname = 'transactions_before_year';
  -- All identities have been copied.
  DROP VIEW unkeyed_transactions;
  ALTER TABLE transactions DROP COLUMN old_identity;
  ALTER TABLE transactions RENAME TO transactions_before;
  ALTER INDEX transactions_pkey RENAME TO transactions_before_pkey;
  ALTER INDEX transactions_by_instant RENAME TO transactions_before_by_instant;
  ALTER INDEX transactions_by_receipt_number RENAME TO transactions_before_by_receipt_number;
  ALTER INDEX transactions_by_external_id RENAME TO transactions_before_by_external_id;
  ALTER INDEX transactions_feed RENAME TO transactions_before_feed;
  CREATE TABLE transactions (
    business_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    idempotency_key text,
    instant_us bigint NOT NULL, -- microseconds since the epoch; lists are sorted by this column
    body text, -- the document as text; null: the document is in `packed`
    event_id text COLLATE "C", -- the event that announced the document; null if the document is its own event
    receipt_number text,
    external_id text,
    digest bytea, -- SHA-256 of the document in UTF-8
    coding smallint, -- how the document is encoded in `packed`; null: the document is in `body`
    bytes integer, -- length of the document in UTF-8; this and the next four: null if it is not packed
    packed bytea,
    created_at timestamptz, -- of the event transaction.created, whose id is evt_ and the document's UUID
    feed_epoch integer, -- the order of the feed, as in events
    xid xid8 DEFAULT pg_current_xact_id(),
    PRIMARY KEY (business_id, id) INCLUDE (instant_us)
  ) PARTITION BY RANGE (id);
  EXECUTE format('ALTER TABLE transactions ALTER COLUMN feed_epoch SET DEFAULT %s', (SELECT feed_epoch FROM schema_info));
  CREATE INDEX transactions_by_instant ON transactions (business_id, instant_us, id);
  CREATE INDEX transactions_by_receipt_number ON transactions (business_id, receipt_number) WHERE receipt_number IS NOT NULL;
  CREATE INDEX transactions_by_external_id ON transactions (business_id, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX transactions_feed ON transactions (business_id, feed_epoch, xid) WHERE coding IS NOT NULL;
  -- On Citus, a distributed table can only become a partition of another distributed table.
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'transactions_before'::regclass) THEN
      PERFORM create_distributed_table('transactions', 'business_id', colocate_with => 'events');
    END IF;
  END IF;
  IF first THEN
    DROP TABLE transactions_before;
  ELSE
    EXECUTE format('ALTER TABLE transactions ATTACH PARTITION transactions_before FOR VALUES FROM (MINVALUE) TO (%L)', ends);
    ALTER TABLE transactions_before DROP CONSTRAINT transactions_before_year;
  END IF;
  -- Servers query this view until the next release.
  CREATE VIEW unkeyed_transactions AS SELECT business_id, id, NULL::text AS identity FROM transaction_keys WHERE false;
END
$$;
