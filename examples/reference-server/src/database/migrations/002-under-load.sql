-- Deliveries are claimed by a walk over those that are ready: due now and not under way. What waits for a retry or the end of a lease is
-- not ready, and becomes so in batches when its time has come.
ALTER TABLE deliveries ADD COLUMN ready boolean NOT NULL DEFAULT false;

-- `held`: the event came while its endpoint was paused, and is delivered when that is resumed.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_state_check;

ALTER TABLE deliveries ADD CONSTRAINT deliveries_state_check
  CHECK (state IN ('pending', 'held', 'delivered', 'failed', 'cancelled'));

CREATE INDEX deliveries_ready ON deliveries (endpoint_id, due_at) WHERE state = 'pending' AND ready;

CREATE INDEX deliveries_waiting ON deliveries (due_at) WHERE state = 'pending' AND NOT ready;

CREATE INDEX deliveries_held ON deliveries (endpoint_id, created_at, event_id) WHERE state = 'held';

-- For retention: what is finished, oldest first.
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

ALTER TABLE endpoints
  ADD COLUMN hold boolean NOT NULL DEFAULT false, -- while it is paused new events are held; otherwise they are not for it
  ADD COLUMN failing_since timestamptz, -- begin of the first attempt that failed since the last that did not; null: it delivers
  ADD COLUMN failing_attempts integer NOT NULL DEFAULT 0, -- attempts since then
  ADD COLUMN last_attempt_at timestamptz, -- of the attempt that the next two are of; each null where there is none
  ADD COLUMN last_error_class text, -- null where it was delivered
  ADD COLUMN last_status integer;

-- Receipt number and external id as in transactions/search-key.ts: at most 200 characters, since an index takes no long values.
ALTER TABLE transactions
  ADD COLUMN event_id text COLLATE "C", -- the event that told of it
  ADD COLUMN receipt_number text,
  ADD COLUMN external_id text;

CREATE INDEX transactions_by_receipt_number ON transactions (business_id, receipt_number) WHERE receipt_number IS NOT NULL;

CREATE INDEX transactions_by_external_id ON transactions (business_id, external_id) WHERE external_id IS NOT NULL;

-- Sent by hand to one endpoint, with made-up data.
ALTER TABLE events ADD COLUMN test boolean NOT NULL DEFAULT false;

-- Writes that were refused for what they say. The id is a UUIDv7 behind a prefix: its order is that of time.
CREATE TABLE refused_writes (
  business_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  app_id text COLLATE "C" NOT NULL,
  code text NOT NULL, -- of the error: validation_failed, profile_mismatch
  issues text NOT NULL, -- JSON: the issues with their codes and paths, the first of them where there are many
  issue_count integer NOT NULL,
  receipt_number text, -- as in transactions
  external_id text,
  body text, -- what was sent, where that is kept
  PRIMARY KEY (business_id, id)
);

CREATE INDEX refused_writes_with_body ON refused_writes (at) WHERE body IS NOT NULL;

-- Sessions of the dashboard that were ended before they expire.
CREATE TABLE ended_sessions (
  id_hash text PRIMARY KEY, -- SHA-256 in hex
  expires_at timestamptz NOT NULL -- from then on the row is of no use
);

CREATE INDEX ended_sessions_expired ON ended_sessions (expires_at);
