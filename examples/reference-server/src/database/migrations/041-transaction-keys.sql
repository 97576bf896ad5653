-- min_server 41
-- The identity of every document ever stored, and the id of that document. A partitioned table cannot keep identities
-- unique across its partitions, so this table does. A key outlives its document: writing a deleted document again
-- returns 409. The next migrations copy the keys of older documents.
CREATE TABLE transaction_keys (
  business_id text COLLATE "C" NOT NULL,
  identity bytea NOT NULL, -- SHA-256 of writer, platform and externalId
  id text COLLATE "C", -- null if the document was deleted before this migration
  PRIMARY KEY (business_id, identity)
);

INSERT INTO transaction_keys (business_id, identity) SELECT business_id, decode(identity, 'hex') FROM removed_keys;

DROP TABLE removed_keys;

-- Documents stored from now on have no identity here. The new name stops earlier servers, whose documents would have no
-- key.
ALTER TABLE transactions RENAME COLUMN identity TO old_identity;

ALTER TABLE transactions ALTER COLUMN old_identity DROP NOT NULL;

-- Documents whose identity may not have been copied yet.
CREATE VIEW unkeyed_transactions AS
  SELECT business_id, id, old_identity AS identity FROM transactions WHERE old_identity IS NOT NULL;

-- Earlier servers read documents through this view.
DROP VIEW envelopes;

-- Bounds the ids, which begin with the time, so that this table can become a partition without being read again. The
-- bound is the start of a year, at least a month from now.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE transactions ADD CONSTRAINT transactions_before_year CHECK (id < %L) NOT VALID', (
    SELECT 'txn_' || left(ms, 8) || '-' || right(ms, 4) || '-' FROM (
      SELECT lpad(to_hex((extract(epoch FROM (date_trunc('year', now() AT TIME ZONE 'UTC' + interval '1 month')
        + interval '1 year') AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') AS ms
    ) AS bound));
END
$$;
