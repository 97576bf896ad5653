/** A tier with rule packs. The invoice tiers are reserved. */
export type DocumentTier = 'receipt';
