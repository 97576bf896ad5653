-- Workers claim deliveries from those that are ready: due now and not in progress. Deliveries that are waiting for a
-- retry or for the end of a lease are not ready; they become ready in batches when they are due.
ALTER TABLE deliveries ADD COLUMN ready boolean NOT NULL DEFAULT false;

-- `held`: the event occurred while the endpoint was paused, and is delivered when the endpoint is resumed.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_state_check;

ALTER TABLE deliveries ADD CONSTRAINT deliveries_state_check
  CHECK (state IN ('pending', 'held', 'delivered', 'failed', 'cancelled'));

CREATE INDEX deliveries_ready ON deliveries (endpoint_id, due_at) WHERE state = 'pending' AND ready;

CREATE INDEX deliveries_waiting ON deliveries (due_at) WHERE state = 'pending' AND NOT ready;

CREATE INDEX deliveries_held ON deliveries (endpoint_id, created_at, event_id) WHERE state = 'held';

-- For retention: finished deliveries, oldest first.
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

ALTER TABLE endpoints
  ADD COLUMN hold boolean NOT NULL DEFAULT false, -- whether new events are held while the endpoint is paused
  ADD COLUMN failing_since timestamptz, -- start of the first failure since the last success; null: no failure
  ADD COLUMN failing_attempts integer NOT NULL DEFAULT 0, -- failed attempts since then
  ADD COLUMN last_attempt_at timestamptz, -- the last attempt, described by the next two columns; null: none yet
  ADD COLUMN last_error_class text, -- null if the attempt succeeded
  ADD COLUMN last_status integer;

-- Receipt number and external id as in transactions/search-key.ts: at most 200 characters, because indexed values must
-- be short.
ALTER TABLE transactions
  ADD COLUMN event_id text COLLATE "C", -- the event that announced the document
  ADD COLUMN receipt_number text,
  ADD COLUMN external_id text;

CREATE INDEX transactions_by_receipt_number ON transactions (business_id, receipt_number) WHERE receipt_number IS NOT NULL;

CREATE INDEX transactions_by_external_id ON transactions (business_id, external_id) WHERE external_id IS NOT NULL;

-- Whether this is a test event: sent manually to one endpoint, with made-up data.
ALTER TABLE events ADD COLUMN test boolean NOT NULL DEFAULT false;

-- Writes that were rejected because of their content. The id is a prefix followed by a UUIDv7, so ids sort by time.
CREATE TABLE refused_writes (
  business_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  app_id text COLLATE "C" NOT NULL,
  code text NOT NULL, -- the error code: validation_failed or profile_mismatch
  issues text NOT NULL, -- JSON: the issues with their codes and paths; if there are many, only the first ones
  issue_count integer NOT NULL,
  receipt_number text, -- as in transactions
  external_id text,
  body text, -- the request body, if it is kept
  PRIMARY KEY (business_id, id)
);

CREATE INDEX refused_writes_with_body ON refused_writes (at) WHERE body IS NOT NULL;

-- Dashboard sessions that ended before they expired.
CREATE TABLE ended_sessions (
  id_hash text PRIMARY KEY, -- SHA-256 in hex
  expires_at timestamptz NOT NULL -- after this time the row is not needed
);

CREATE INDEX ended_sessions_expired ON ended_sessions (expires_at);
