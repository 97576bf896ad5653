/** A tier that packs are made for; the invoice tiers are reserved. */
export type DocumentTier = 'receipt';
