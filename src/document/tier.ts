/** A tier that packs exist for; the invoice tiers are reserved. */
export type DocumentTier = 'receipt';
