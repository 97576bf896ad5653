-- backfill transactions
-- The digests of documents written before migration 008, so that `verify` can detect changes to these documents too.
-- Citus accepts the function only in a SELECT.
SELECT business_id, id, encode(sha256(convert_to(body, 'UTF8')), 'hex') AS digest FROM transactions
  WHERE (business_id, id) > ($1 COLLATE "C", $2 COLLATE "C") ORDER BY business_id, id LIMIT $3;

UPDATE transactions t SET digest = decode(k.digest, 'hex') FROM unnest($1::text[], $2::text[], $3::text[]) AS k (business_id, id, digest)
  WHERE t.business_id = k.business_id AND t.id = k.id AND t.digest IS NULL;
