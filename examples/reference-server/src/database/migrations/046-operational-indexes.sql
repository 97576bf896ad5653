-- concurrent
-- The endpoints whose state may have to be reported. The expression is the same as in endpoints/operational-events.ts.
CREATE INDEX CONCURRENTLY endpoints_to_report ON endpoints (id)
  WHERE enabled AND (failing_since IS NULL) <> (failing_reported_at IS NULL);

-- The endpoints that get operational events: an app may have very many endpoints, few of which subscribe to these.
CREATE INDEX CONCURRENTLY endpoints_for_operational_events ON endpoints (app_id, owner_id)
  WHERE events && '{endpoint.failing,endpoint.paused,endpoint.recovered}'::text[];
