-- The dashboard's list of endpoints: failing ones first, paused ones last. The expression is that of queries/endpoints.ts.
CREATE INDEX endpoints_by_rank ON endpoints
  ((CASE WHEN NOT enabled THEN 2 WHEN failing_since IS NULL THEN 1 ELSE 0 END), id);

CREATE INDEX endpoints_failing ON endpoints (failing_since, id) WHERE enabled AND failing_since IS NOT NULL;

-- Its overview counts these. Both change seldom, so the indexes cost nothing.
CREATE INDEX endpoints_paused ON endpoints (id) WHERE NOT enabled;

CREATE INDEX endpoints_unused ON endpoints (id) WHERE enabled AND last_attempt_at IS NULL;

-- Refused writes are deleted by age, whichever business they are of.
CREATE INDEX refused_writes_by_time ON refused_writes (at);
