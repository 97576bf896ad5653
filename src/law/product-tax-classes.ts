/**
 * The classes of goods that rates are bound to. One vocabulary for all countries: what each is, in English and in the
 * words of the countries, is in docs/guides/dated-rates.md.
 */
export const PRODUCT_TAX_CLASSES = [
  'accommodation',
  'camping',
  'restaurant_food',
  'restaurant_drink',
  'restaurant_alcohol',
  'hospitality',
  'food',
  'basic_food',
  'confectionery',
  'bread_flour',
  'olive_oil',
  'seed_oil_pasta',
  'alcohol_soft_drink',
  'book',
  'press',
  'culture',
  'cinema',
  'museum',
  'amusement_park',
  'sports_event',
  'dance_event',
  'passenger_transport',
  'hairdressing',
  'electricity',
  'housing',
  'taxi',
  'raw_fish',
] as const;

/** A class of goods that rates are bound to: one word in all countries. */
export type ProductTaxClass = (typeof PRODUCT_TAX_CLASSES)[number];
