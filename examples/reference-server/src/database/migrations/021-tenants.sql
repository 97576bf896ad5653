-- Tokens with which the developers of an app open the dashboard. They are not API credentials.
CREATE TABLE app_tokens (
  token_hash text PRIMARY KEY, -- SHA-256 in hex
  app_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

CREATE INDEX app_tokens_of_app ON app_tokens (app_id);

-- For the dashboard's search, which does not know the business.
CREATE INDEX refused_writes_by_receipt_number ON refused_writes (receipt_number) WHERE receipt_number IS NOT NULL;

CREATE INDEX refused_writes_by_external_id ON refused_writes (external_id) WHERE external_id IS NOT NULL;
