-- Operational events; see endpoints/operational-events.ts.
ALTER TABLE endpoints
  ADD COLUMN last_business_id text COLLATE "C", -- the business of the last attempt; null: no attempt since this migration
  ADD COLUMN failing_reported_at timestamptz, -- when the endpoint was reported as failing; null: not since it last recovered
  -- The first success seen after the endpoint was last reported as failing.
  ADD COLUMN recovered_at timestamptz;
