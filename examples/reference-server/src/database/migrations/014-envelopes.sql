-- min_server 14
-- Each document is stored only once: in the event that announces it, `body` contains only the start of the envelope,
-- and the view appends the document. transaction_id names the document that is the data of the event; null: `body` is
-- complete.
ALTER TABLE events ADD COLUMN transaction_id text COLLATE "C";

CREATE VIEW envelopes AS
  SELECT e.business_id, e.id, e.type, e.created_at, e.test, e.feed_epoch, e.xid,
    CASE WHEN e.transaction_id IS NULL THEN e.body ELSE e.body || t.body || '}' END AS body
  FROM events e LEFT JOIN transactions t ON t.business_id = e.business_id AND t.id = e.transaction_id;
