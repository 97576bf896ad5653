-- The dashboard's list of endpoints: failing ones first, paused ones last. The expression is the same as in
-- read-model/endpoints.ts.
CREATE INDEX endpoints_by_rank ON endpoints
  ((CASE WHEN NOT enabled THEN 2 WHEN failing_since IS NULL THEN 1 ELSE 0 END), id);

CREATE INDEX endpoints_failing ON endpoints (failing_since, id) WHERE enabled AND failing_since IS NOT NULL;

-- The dashboard's overview counts these rows. Both conditions rarely change, so the indexes cost almost nothing.
CREATE INDEX endpoints_paused ON endpoints (id) WHERE NOT enabled;

CREATE INDEX endpoints_unused ON endpoints (id) WHERE enabled AND last_attempt_at IS NULL;

-- Rejected writes are deleted by age, regardless of the business.
CREATE INDEX refused_writes_by_time ON refused_writes (at);
