-- The identities of deleted documents, kept forever: writing such a document again returns 409.
CREATE TABLE removed_keys (
  business_id text COLLATE "C" NOT NULL,
  identity text NOT NULL, -- as in transactions
  PRIMARY KEY (business_id, identity)
);
