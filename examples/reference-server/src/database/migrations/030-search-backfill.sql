-- backfill transactions
-- The receipt number and external id of documents written before migration 002, so that a search finds these documents.
-- Same rules as in transactions/search-key.ts. The type json does not accept escaped NUL characters or lone surrogates:
-- documents that contain one remain unchanged.
SELECT business_id, id, CASE WHEN wanted THEN left(body::json ->> 'receiptNumber', 200) END AS receipt_number,
    CASE WHEN wanted THEN left(body::json -> 'source' ->> 'externalId', 200) END AS external_id
  FROM (SELECT business_id, id, body, external_id IS NULL AND body !~* '\\u(0000|d[89a-f])' AS wanted FROM transactions
    WHERE (business_id, id) > ($1 COLLATE "C", $2 COLLATE "C") ORDER BY business_id, id LIMIT $3) AS batch
  ORDER BY business_id, id;

UPDATE transactions t SET receipt_number = k.receipt_number, external_id = k.external_id
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS k (business_id, id, receipt_number, external_id)
  WHERE t.business_id = k.business_id AND t.id = k.id AND t.external_id IS NULL AND k.external_id IS NOT NULL;
