import type { LawLabels } from '../law/types.js';

/** The titles and headings of a receipt that a law's labels state, for a country without a layout. */
export const labelWords = ({ receipt: sale, creditNote: credit_note, tax, net, total }: LawLabels) => ({
  sale,
  credit_note,
  due: total,
  rateHead: tax,
  netHead: net,
  taxHead: tax,
  grossHead: total,
});
