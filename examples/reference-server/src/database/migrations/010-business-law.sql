-- The territory of a business within its country, its tax regimes, and its duties, as JSON.
ALTER TABLE businesses ADD COLUMN law text;
