-- Records who changed what, and which secrets were shown. Rows can only be added: a trigger refuses all other changes.
CREATE TABLE audit (
  id text COLLATE "C" PRIMARY KEY, -- a prefix followed by a UUIDv7, so ids sort by time
  at timestamptz NOT NULL DEFAULT now(),
  scope text COLLATE "C" NOT NULL, -- the scope of the session: operator, owner:ID or app:ID
  session text NOT NULL, -- a fingerprint of the session, not its id
  address text NOT NULL,
  what text NOT NULL, -- see audit.ts
  subject text COLLATE "C" NOT NULL, -- endpoint:ID, business:ID, app:ID or dashboard
  tenant text COLLATE "C", -- owner:ID or app:ID, which may also read the row; null: only the operator may
  detail text
);

CREATE INDEX audit_of_subject ON audit (subject, what, id);

CREATE INDEX audit_of_tenant ON audit (tenant, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME; END$$;

CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
