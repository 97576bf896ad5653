// One string, because it is smaller in a bundle than an array.
const NAMES =
  'accommodation camping restaurant_food restaurant_drink restaurant_alcohol hospitality food basic_food confectionery bread_flour olive_oil seed_oil_pasta alcohol_soft_drink book press culture cinema museum amusement_park sports_event dance_event passenger_transport hairdressing electricity housing taxi raw_fish';

/** The names in a string of names separated by spaces, as a union. */
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** A product tax class: a kind of goods that can have special rates. All countries use the same names. */
export type ProductTaxClass = Words<typeof NAMES>;

/**
 * The product tax classes: one vocabulary for all countries. docs/guides/dated-rates.md describes each class, in
 * English and with the local terms.
 */
export const PRODUCT_TAX_CLASSES = NAMES.split(' ') as readonly ProductTaxClass[];
