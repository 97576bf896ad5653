import { didYouMean, nearest } from '../text/nearest.js';
import type {
  CashLimit,
  CashRounding,
  CountryAlias,
  CountryName,
  ExtensionField,
  ExtensionNamespace,
  CurrencySuccessor,
  LawCurrency,
  LawLabels,
  LawTax,
  Obligation,
  OutsideArea,
  RateRange,
  RateRow,
  ReceiptLaw,
  Reference,
  StateRounding,
  Territory,
} from './types.js';

/** All fields of a type. If the type gets a new field, the compiler requires an entry for it here. */
type Fields<Part> = Readonly<Record<keyof Part, 1>>;

const DATED = { from: 1, until: 1 } as const;
const CITED = { citation: 1, references: 1 } as const;
const LOCATED = { act: 1, article: 1, url: 1, evidence: 1, articleEvidence: 1, readOn: 1 } as const;
const EVIDENCED = { citation: 1, article: 1, url: 1, evidence: 1, articleEvidence: 1, readOn: 1, note: 1 } as const;

const LAW: Fields<ReceiptLaw> = {
  ...{ id: 1, country: 1, name: 1, description: 1, timeZone: 1, documentTier: 1, currencies: 1, tax: 1, rates: 1 },
  ...{ distanceSales: 1, cashRounding: 1, taxJurisdictions: 1, extensions: 1, corrections: 1, labels: 1 },
  ...{ disabledRules: 1, ratesSince: 1, territories: 1, aliases: 1, outside: 1, obligations: 1, cashLimits: 1 },
  ...{ reviewed: 1, nextKnownChange: 1, stateRounding: 1, otherTimeZones: 1 },
};
const NAME: Fields<CountryName> = { en: 1, local: 1 };
const CURRENCY: Fields<LawCurrency> = { code: 1, unit: 1, successor: 1, ...DATED };
const SUCCESSOR: Fields<CurrencySuccessor> = { code: 1, perUnit: 1, bothUntil: 1 };
const TAX: Fields<LawTax> = { scheme: 1, name: 1, pricesIncludeTax: 1, lineTolerance: 1, ...CITED };
const RATE: Fields<RateRow> = {
  ...{ rate: 1, productTaxClass: 1, regime: 1, part: 1, enforce: 1, note: 1 },
  ...DATED,
  ...CITED,
  ...LOCATED,
};
const TERRITORY: Fields<Territory> = { code: 1, name: 1, rates: 1, ...CITED };
const ALIAS: Fields<CountryAlias> = { code: 1, territory: 1 };
const OUTSIDE: Fields<OutsideArea> = { code: 1, rates: 1, reason: 1 };
const RANGE: Fields<RateRange> = { min: 1, max: 1, usual: 1, ...CITED };
const ROUNDING: Fields<CashRounding> = {
  ...{ increment: 1, halfway: 1, cash: 1, electronic: 1, other: 1, maxRounding: 1, smallTotals: 1, business: 1 },
  ...{ transfer: 1, unlessAgreed: 1, channels: 1 },
  ...DATED,
  ...CITED,
  ...LOCATED,
};
const SMALL_TOTALS: Fields<NonNullable<CashRounding['smallTotals']>> = { upTo: 1, mayBecome: 1 };
const NAMESPACE: Fields<ExtensionNamespace> = { namespace: 1, description: 1, required: 1, fields: 1, ...CITED };
const FIELD: Fields<ExtensionField> = {
  ...{ name: 1, type: 1, description: 1, required: 1, pattern: 1, warningCode: 1, example: 1 },
  ...CITED,
};
const OBLIGATION: Fields<Obligation> = {
  ...{ id: 1, description: 1, code: 1, anyOf: 1, tenders: 1, channels: 1, duty: 1, assumed: 1, unless: 1, when: 1 },
  ...{ trade: 1, level: 1 },
  ...DATED,
  ...EVIDENCED,
};
const LIMIT: Fields<CashLimit> = { limit: 1, currency: 1, forbids: 1, who: 1, level: 1, ...DATED, ...EVIDENCED };
const STATE: Fields<StateRounding> = {
  ...{ code: 1, name: 1, from: 1, maxUp: 1, maxDown: 1, cashOnly: 1, level: 1 },
  ...EVIDENCED,
};
const LABELS: Fields<LawLabels> = {
  ...{ language: 1, receipt: 1, refund: 1, creditNote: 1, exchange: 1, void: 1, subtotal: 1, discount: 1, rounding: 1 },
  ...{ total: 1, tax: 1, net: 1, cash: 1, card: 1, mobile: 1, transfer: 1, other: 1, number: 1 },
};
const REFERENCE: Fields<Reference> = { url: 1, title: 1, note: 1, checkedOn: 1 };

export const FIELDS = {
  ...{ LAW, NAME, CURRENCY, SUCCESSOR, TAX, RATE, RANGE, ROUNDING, SMALL_TOTALS, NAMESPACE, FIELD, LABELS, REFERENCE },
  ...{ TERRITORY, ALIAS, OUTSIDE, OBLIGATION, LIMIT, STATE },
} as const;

/** Names an unknown field in a part of a law, and suggests a known field. */
export function unknownFieldFault(name: string, part: object, fields: object): string | undefined {
  const key = Object.keys(part).find((one) => !Object.hasOwn(fields, one));
  if (key === undefined) return undefined;
  const known = Object.keys(fields);
  const advice = didYouMean(nearest(key, known)) || ` The fields here are ${known.join(', ')}.`;
  return `${name === '' ? '' : `${name}.`}${key} is not a field of a law.${advice}`;
}
