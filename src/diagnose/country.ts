import type { Shop } from '../engine/shop.js';
import type { RulePack } from '../rule/types.js';
import type { CauseOption } from './types.js';
import type { Diagnosing, Verdict } from './diagnosing.js';
import { lossOf } from './loss.js';
import { difference, valueAt } from './revision.js';
import { fieldsOf, taxOf } from './view.js';
import { offsetFits } from './zones.js';

/** Issues that a receipt of another country has. */
const FOREIGN = new Set<string>([
  'profile_mismatch',
  'currency_not_allowed',
  'tax.scheme/scheme_not_allowed',
  'unsupported_country',
  'invalid_rate',
  'customer.country/required',
]);
/** Issues that say that a rate is not one of the country, or not there and then. */
const OF_RATES: readonly string[] = ['invalid_rate', 'rate_of_territory', 'rate_not_in_window'];
/** By how much another country has to be better where its currency fits and that of the shop does not. */
const CLEARLY = 20;
/** The same where the rates alone speak for it. */
const BY_RATES = 8;
/** Countries that are this close fit equally well. */
const TIE = 3;
/** What an offset of another zone counts. */
const OFFSET = 6;
const UNSUPPORTED = 1000;

interface Fit {
  readonly shop: Shop;
  readonly pack: RulePack;
  readonly document: unknown;
  readonly verdict: Verdict;
  readonly loss: number;
}

/** Whether the receipt is of another country, by what its law would leave of the issues. */
export function repairCountry(diagnosing: Diagnosing, profileId: unknown): void {
  const { verdict, shop } = diagnosing;
  const document = fieldsOf(diagnosing.document);
  const { currency } = document;
  const isForeign = verdict.issues.some(
    ({ code, field }) => FOREIGN.has(code) || (code === 'required' && field === 'extensions.se' && currency !== 'SEK'),
  );
  if (!isForeign || diagnosing.isSpent) return;
  const fits = fitsOf(diagnosing, profileId);
  const [best] = fits;
  if (best === undefined) return;
  const { pack } = shop;
  // A document of another member state looks like a sale abroad whose destination is missing.
  const lacksDestination =
    verdict.issues.some(({ code }) => code === 'customer.country/required') &&
    fieldsOf(document.tax).scheme !== pack?.law?.tax.scheme;
  const hasConflict = pack === undefined || !takesCurrency(pack, currency) || lacksDestination;
  const loss =
    lossOf(verdict.issues.filter(({ code }) => code !== 'unsupported_country')) +
    (pack === undefined ? UNSUPPORTED : offsetLoss(diagnosing, pack));
  const isClear = hasConflict && best.loss < loss && loss - best.loss >= CLEARLY;
  if (!isClear && (hasConflict || best.loss >= loss - BY_RATES || !hasItsRates(diagnosing, best))) return;
  const ties = fits.filter((fit) => fit.loss <= best.loss + TIE);
  const { country } = best.pack;
  const options = ties.map((fit): CauseOption => ({
    title: `A receipt of ${nameOf(fit.pack)}`,
    changes: difference(diagnosing.document, fit.document),
    country: fit.pack.country,
  }));
  const judged = pack === undefined ? shop.business.country : nameOf(pack);
  diagnosing.moveTo(best.shop);
  diagnosing.accept(
    {
      code: 'country',
      title: `This is a receipt of ${nameOf(best.pack)}, not of ${judged}`,
      confidence: ties.length > 1 ? 'choose' : isClear ? 'certain' : 'likely',
      field: '',
      country,
      ...(ties.length > 1 ? { options } : {}),
    },
    best.document,
    best.verdict,
  );
}

export const nameOf = ({ law, country }: RulePack): string => law?.name.en ?? country;

const takesCurrency = ({ law, currency }: RulePack, found: unknown): boolean =>
  law === undefined ? currency === found : law.currencies.some(({ code }) => code === found);

/** The countries whose currency and scheme are those of the document, the best first. */
export function candidatesOf(diagnosing: Diagnosing): RulePack[] {
  const { shop } = diagnosing;
  const document = fieldsOf(diagnosing.document);
  const { scheme } = fieldsOf(document.tax);
  return shop.registry.packs.filter(
    (pack) =>
      pack.country !== shop.pack?.country &&
      takesCurrency(pack, document.currency) &&
      (pack.law?.tax.scheme ?? pack.schemes[0]) === scheme,
  );
}

function fitsOf(diagnosing: Diagnosing, profileId: unknown): Fit[] {
  const fits: Fit[] = [];
  for (const pack of candidatesOf(diagnosing)) {
    if (diagnosing.isSpent) return [];
    const { cashRounding: _, ...options } = diagnosing.shop.options;
    const shop = diagnosing.shop.registry.shop({ country: pack.country }, options);
    const document = withoutOtherProfile(diagnosing, pack.id);
    const verdict = diagnosing.validate(document, diagnosing.judgeOf(shop));
    const { result } = verdict;
    if (!result.valid && (result.error.code === 'invalid_json' || result.error.code === 'profile_mismatch')) continue;
    // Which part of the country the business would be in is not known.
    const loss = lossOf(verdict.issues.filter(({ code }) => code !== 'rate_of_territory'));
    fits.push({ shop, pack, document, verdict, loss: loss + offsetLoss(diagnosing, pack) });
  }
  const isNamed = ({ pack }: Fit): number => Number(pack.id === profileId);
  return fits.sort((a, b) => isNamed(b) - isNamed(a) || a.loss - b.loss);
}

function withoutOtherProfile(diagnosing: Diagnosing, profile: string): unknown {
  const found = valueAt(diagnosing.document, ['profileId']);
  if (found === undefined || found === profile) return diagnosing.document;
  const revision = diagnosing.revise();
  revision.set(['profileId'], undefined);
  return revision.document;
}

function offsetLoss(diagnosing: Diagnosing, { country, law }: RulePack): number {
  const { timestamp } = fieldsOf(diagnosing.document);
  return law === undefined || offsetFits(timestamp, diagnosing.zonesIn(country, law.timeZone)) ? 0 : OFFSET;
}

/** Whether a country has the rates that the shop's refuses, and the stated taxes are of those rates. */
function hasItsRates(diagnosing: Diagnosing, { verdict }: Fit): boolean {
  const refused = refusedRates(diagnosing, OF_RATES);
  const view = diagnosing.reader.read(diagnosing.document);
  const used = new Set(view.lines.map(({ taxRate }) => taxRate).filter((rate) => rate > 0));
  const isMost = refused.size >= 2 || (refused.size > 0 && refused.size === used.size);
  return isMost && refusedTaxAgrees(diagnosing) && !verdict.issues.some(({ code }) => OF_RATES.includes(code));
}

/** The rates that the law of the shop does not have. */
export function refusedRates(
  { verdict, document }: Diagnosing,
  codes: readonly string[] = ['invalid_rate'],
): Set<number> {
  const refused = verdict.issues.filter(({ code }) => codes.includes(code));
  return new Set(refused.map(({ path }) => valueAt(document, path) as number));
}

/** Whether the tax of each line with a refused rate is the tax of that rate. */
export function refusedTaxAgrees(diagnosing: Diagnosing): boolean {
  const refused = refusedRates(diagnosing);
  const { lines, pricesIncludeTax } = diagnosing.reader.read(diagnosing.document);
  return lines.every(
    ({ taxRate, amount, taxAmount }) =>
      !refused.has(taxRate) ||
      !Number.isFinite(amount) ||
      Math.abs(taxOf(amount, taxRate, pricesIncludeTax) - taxAmount) <= 1,
  );
}
