const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether `day` is from `from` to `until`, inclusive. A missing bound sets no limit. All are YYYY-MM-DD. */
export function holdsOn(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  date: string,
): boolean {
  return (from === undefined || from <= date) && (until === undefined || date <= until);
}

/** Whether a period has a first day or a last day. */
export function hasDays({
  from,
  until,
}: {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}): boolean {
  return from !== undefined || until !== undefined;
}

/** Whether a value is a valid calendar date in the form YYYY-MM-DD. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return Number.isFinite(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

/** The date in the time zone of the timestamp. */
export function localDate(timestamp: string): string {
  return timestamp.slice(0, 10);
}
