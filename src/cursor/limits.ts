/** Bounds of the list query. Source: service interface, Limits. */
export const MIN_LIMIT = 1;
export const MAX_LIMIT = 50;
export const DEFAULT_LIMIT = 25;
