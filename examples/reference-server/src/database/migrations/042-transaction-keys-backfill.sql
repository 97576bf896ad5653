-- backfill transactions
-- The keys of documents stored before migration 41.
SELECT business_id, id, old_identity AS identity FROM transactions
  WHERE (business_id, id) > ($1 COLLATE "C", $2 COLLATE "C") AND old_identity IS NOT NULL ORDER BY business_id, id LIMIT $3;

INSERT INTO transaction_keys (business_id, identity, id)
  SELECT business_id, decode(identity, 'hex'), id FROM unnest($1::text[], $2::text[], $3::text[]) AS k (business_id, id, identity)
  ON CONFLICT DO NOTHING;
