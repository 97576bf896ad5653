-- There are few businesses, apps, credentials and endpoints, and every statement reads them: on a sharded PostgreSQL
-- they are copied to every node. There are many documents, events, deliveries and attempts: all their keys begin with
-- the business.

CREATE TABLE businesses (
  id text COLLATE "C" PRIMARY KEY,
  owner_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  legal_name text,
  org_number text,
  vat_number text,
  country text NOT NULL,
  address text, -- JSON
  locations integer NOT NULL DEFAULT 1,
  fixture text -- the fixture from which the row was last loaded, to detect whether the fixture has changed since
);

CREATE INDEX businesses_of_owner ON businesses (owner_id, id);

CREATE TABLE apps (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  partner boolean NOT NULL,
  fixture text
);

CREATE TABLE authorizations (
  business_id text COLLATE "C" NOT NULL REFERENCES businesses (id),
  id text COLLATE "C" NOT NULL,
  app_id text COLLATE "C" NOT NULL REFERENCES apps (id),
  scopes text[] NOT NULL,
  token_hash text NOT NULL UNIQUE, -- SHA-256 in hex: the token itself is not stored
  granted_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  fixture text,
  PRIMARY KEY (business_id, id)
);

CREATE TABLE personal_keys (
  key_hash text PRIMARY KEY, -- SHA-256 in hex
  owner_id text COLLATE "C" NOT NULL,
  business_id text COLLATE "C" REFERENCES businesses (id), -- null: all the owner's businesses
  revoked_at timestamptz,
  fixture text
);

CREATE INDEX personal_keys_of_owner ON personal_keys (owner_id);

CREATE TABLE endpoints (
  id text COLLATE "C" PRIMARY KEY,
  app_id text COLLATE "C" REFERENCES apps (id),
  owner_id text COLLATE "C",
  url text NOT NULL,
  secret text NOT NULL, -- in plain text, because signing needs the secret itself
  previous_secret text, -- also signs requests until previous_until, so that receivers can switch to the new secret
  previous_until timestamptz,
  events text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  fixture text,
  CHECK ((app_id IS NULL) <> (owner_id IS NULL))
);

CREATE INDEX endpoints_of_app ON endpoints (app_id);

CREATE INDEX endpoints_of_owner ON endpoints (owner_id);

CREATE TABLE sources (
  business_id text COLLATE "C" NOT NULL REFERENCES businesses (id),
  id text COLLATE "C" NOT NULL,
  platform text NOT NULL,
  connected_at timestamptz NOT NULL DEFAULT now(),
  disconnected_at timestamptz,
  backfill_complete boolean NOT NULL,
  PRIMARY KEY (business_id, id)
);

CREATE TABLE transactions (
  business_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  identity text NOT NULL, -- SHA-256 of writer, platform and externalId, which may be too long for an index
  idempotency_key text,
  instant_us bigint NOT NULL, -- microseconds since the epoch; lists are sorted by this column
  body text NOT NULL, -- the document, byte for byte as it is returned
  PRIMARY KEY (business_id, id) INCLUDE (instant_us),
  UNIQUE (business_id, identity)
);

CREATE INDEX transactions_newest_first ON transactions (business_id, instant_us DESC, id DESC);

CREATE TABLE events (
  business_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  created_at timestamptz NOT NULL,
  body text NOT NULL, -- the envelope, byte for byte as every attempt sends it
  PRIMARY KEY (business_id, id)
);

CREATE TABLE deliveries (
  business_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL REFERENCES endpoints (id),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled')),
  round integer NOT NULL DEFAULT 1, -- increases with every manual redelivery
  attempts integer NOT NULL DEFAULT 0, -- finished attempts in this round
  due_at timestamptz NOT NULL, -- for a claimed delivery: when its lease ends
  fence integer NOT NULL DEFAULT 0, -- increases with every claim: a result with an older fence is too late
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (business_id, event_id, endpoint_id),
  FOREIGN KEY (business_id, event_id) REFERENCES events (business_id, id)
);

CREATE INDEX deliveries_due ON deliveries (endpoint_id, due_at) WHERE state = 'pending';

CREATE INDEX deliveries_of_endpoint ON deliveries (endpoint_id, created_at DESC, event_id DESC);

CREATE INDEX deliveries_failed ON deliveries (endpoint_id, finished_at) WHERE state = 'failed';

CREATE TABLE attempts (
  business_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  round integer NOT NULL,
  attempt integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  address text,
  error_class text,
  answer text,
  PRIMARY KEY (business_id, event_id, endpoint_id, round, attempt),
  FOREIGN KEY (business_id, event_id, endpoint_id) REFERENCES deliveries (business_id, event_id, endpoint_id)
);

-- The dashboard's chart reads the newest attempts. Times only increase, so new entries are always added at the end of
-- the index.
CREATE INDEX attempts_by_time ON attempts (at DESC);

-- The businesses that each endpoint may read: an app's endpoints may read the businesses that grant the app access, and
-- an owner's endpoints may read the owner's businesses.
CREATE VIEW readable AS
  SELECT e.id AS endpoint_id, a.business_id
  FROM endpoints e JOIN authorizations a ON a.app_id = e.app_id AND a.revoked_at IS NULL
  UNION
  SELECT e.id, b.id
  FROM endpoints e JOIN businesses b ON b.owner_id = e.owner_id;
