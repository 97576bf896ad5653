import type { Shop } from '../engine/shop.js';
import type { RulePack } from '../rule/types.js';
import type { CauseOption, Operation } from './types.js';
import type { Diagnosing, Verdict } from './diagnosing.js';
import { lossOf } from './loss.js';
import { difference, valueAt } from './revision.js';
import { fieldsOf, taxOf } from './view.js';
import { offsetFits } from './zones.js';

const SCHEME = 'tax.scheme/scheme_not_allowed';
/** Issues that suggest a receipt from another country. */
const FOREIGN = new Set<string>([
  'profile_mismatch',
  'currency_not_allowed',
  SCHEME,
  'unsupported_country',
  'invalid_rate',
  'rate_of_territory',
  'customer.country/required',
]);
/** Issues with a rate that does not exist in the country, or only in other territories or on other days. */
const OF_RATES: readonly string[] = ['invalid_rate', 'rate_of_territory', 'rate_not_in_window'];
/** How much better another country must fit if its currency matches and the shop's does not. */
const CLEARLY = 20;
/** How much better another country must fit if only the rates suggest it. */
const BY_RATES = 8;
/** Countries whose losses differ by at most this much fit equally well. */
const TIE = 3;
/** The loss for a timestamp whose offset does not belong to a time zone of the country. */
const OFFSET = 6;
const UNSUPPORTED = 1000;

interface Fit {
  readonly shop: Shop;
  readonly pack: RulePack;
  readonly document: unknown;
  readonly verdict: Verdict;
  readonly loss: number;
}

/**
 * Checks whether the receipt is from another country, by comparing the issues that remain under each law. If not,
 * removes a `profileId` other than the shop's.
 *
 * @param countries whether to consider other countries
 */
export function repairCountry(diagnosing: Diagnosing, profileId: unknown, countries: boolean): void {
  const { shop } = diagnosing;
  const document = fieldsOf(diagnosing.document);
  const own = ownOf(diagnosing);
  const isForeign = own.document !== document || own.verdict.issues.some(({ code }) => FOREIGN.has(code));
  if (!isForeign || diagnosing.isSpent) return;
  const fits = countries ? fitsOf(diagnosing, profileId) : [];
  const [best] = fits;
  if (best === undefined) {
    leaveProfileOut(diagnosing, own, []);
    return;
  }
  const { pack } = shop;
  const loss = own.verdict.loss + (pack === undefined ? UNSUPPORTED : offsetLoss(diagnosing, pack));
  const better = loss - best.loss;
  const isNamed = own.document !== document && best.pack.id === profileId;
  const isClear = (isNamed || hasConflict(diagnosing, own.verdict)) && better >= CLEARLY;
  const isLikely = isNamed
    ? better > TIE
    : better >= BY_RATES && (isItsScheme(diagnosing) || hasItsRates(diagnosing, own, best));
  const ties = isNamed ? [best] : fits.filter((fit) => fit.loss <= best.loss + TIE);
  const options = ties.map(({ pack, document }) => optionOf(pack, difference(diagnosing.document, document)));
  if (!isClear && !isLikely) {
    leaveProfileOut(diagnosing, own, isNamed && better >= -TIE ? options : []);
    return;
  }
  const { country } = best.pack;
  const judged = pack === undefined ? shop.business.country : nameOf(pack);
  diagnosing.moveTo(best.shop);
  diagnosing.accept(
    {
      code: 'country',
      title: `This receipt is from ${nameOf(best.pack)}, not ${judged}`,
      confidence: ties.length > 1 ? 'choose' : isClear ? 'certain' : 'likely',
      field: '',
      country,
      ...(ties.length > 1 ? { options } : {}),
    },
    best.document,
    best.verdict,
  );
}

/**
 * Replaces a tax scheme that is not allowed with the scheme of the shop's country. Runs early, because rate rules do
 * not run under the wrong scheme. Does not change a sale to another country, for which two schemes are possible.
 */
export function repairScheme(diagnosing: Diagnosing): void {
  if (!diagnosing.verdict.issues.some(({ code }) => code === SCHEME)) return;
  const { country, law } = diagnosing.today;
  const buyer = fieldsOf(fieldsOf(diagnosing.document).customer).country ?? country;
  if (law === undefined || buyer !== country) return;
  const revision = diagnosing.revise();
  revision.set(['tax', 'scheme'], law.tax.scheme);
  const { document } = revision;
  const title = `The scheme of ${law.name.en} is ${law.tax.scheme}`;
  diagnosing.accept({ code: 'scheme', title, confidence: 'likely' }, document, diagnosing.validate(document));
}

/** A document without another country's profile, and its verdict. */
interface Own {
  readonly document: unknown;
  readonly verdict: Verdict;
}

/**
 * Validates the document under the shop's law, without the profile of another country, which would hide all other
 * issues.
 */
function ownOf(diagnosing: Diagnosing): Own {
  const { verdict, shop, document } = diagnosing;
  const { result } = verdict;
  if (result.valid || result.error.code !== 'profile_mismatch' || diagnosing.isSpent) return { verdict, document };
  const bare = withoutOtherProfile(diagnosing, shop.pack?.id);
  return { document: bare, verdict: diagnosing.validate(bare) };
}

/** @param countries options for the countries that the profile might indicate */
function leaveProfileOut(diagnosing: Diagnosing, own: Own, countries: readonly CauseOption[]): void {
  if (own.document === diagnosing.document) return;
  const title = 'Leave profileId out';
  const options = [{ title, changes: difference(diagnosing.document, own.document) }, ...countries];
  const isOpen = countries.length > 0;
  diagnosing.accept(
    { code: 'profile_id', title, confidence: isOpen ? 'choose' : 'certain', ...(isOpen ? { options } : {}) },
    own.document,
    own.verdict,
  );
}

/** Whether the document cannot be from the shop's country unless something in it is wrong. */
function hasConflict({ shop: { pack }, document }: Diagnosing, { issues }: Verdict): boolean {
  const { currency, tax } = fieldsOf(document);
  // A document from another member state looks like a sale to another country that does not state which.
  const lacksDestination =
    issues.some(({ code }) => code === 'customer.country/required') && fieldsOf(tax).scheme !== schemeOf(pack);
  return pack === undefined || !takesCurrency(pack, currency) || lacksDestination;
}

const schemeOf = (pack: RulePack | undefined): unknown => pack?.law?.tax.scheme ?? pack?.schemes[0];

/** Whether only one country uses the scheme, which then is that of the only candidate. */
function isItsScheme({ shop, document }: Diagnosing): boolean {
  const { scheme } = fieldsOf(fieldsOf(document).tax);
  return shop.registry.packs.filter((pack) => schemeOf(pack) === scheme).length === 1;
}

const nameOf = ({ law, country }: RulePack): string => law?.name.en ?? country;

/** The option to treat the receipt as one from a different country. */
export const optionOf = (pack: RulePack, changes: readonly Operation[] = []): CauseOption => ({
  title: `A receipt from ${nameOf(pack)}`,
  changes,
  country: pack.country,
});

const takesCurrency = ({ law, currency }: RulePack, found: unknown): boolean =>
  law === undefined ? currency === found : law.currencies.some(({ code }) => code === found);

/** The other countries with the document's currency and scheme. */
export function candidatesOf(diagnosing: Diagnosing): RulePack[] {
  const { shop } = diagnosing;
  const document = fieldsOf(diagnosing.document);
  const { scheme } = fieldsOf(document.tax);
  return shop.registry.packs.filter(
    (pack) =>
      pack.country !== shop.pack?.country && takesCurrency(pack, document.currency) && schemeOf(pack) === scheme,
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
    if (!result.valid && result.error.code === 'profile_mismatch') continue;
    // The business's territory in the other country is unknown.
    const loss = lossOf(verdict.issues.filter(({ code }) => code !== 'rate_of_territory'));
    fits.push({ shop, pack, document, verdict, loss: loss + offsetLoss(diagnosing, pack) });
  }
  const isNamed = ({ pack }: Fit): number => Number(pack.id === profileId);
  return fits.sort((a, b) => isNamed(b) - isNamed(a) || a.loss - b.loss);
}

function withoutOtherProfile(diagnosing: Diagnosing, profile: string | undefined): unknown {
  const found = valueAt(diagnosing.document, ['profileId']);
  if (found === undefined || found === profile) return diagnosing.document;
  const revision = diagnosing.revise();
  revision.set(['profileId'], undefined);
  return revision.document;
}

function offsetLoss(diagnosing: Diagnosing, { law }: RulePack): number {
  const { timestamp } = fieldsOf(diagnosing.document);
  return law === undefined || offsetFits(timestamp, diagnosing.zonesIn(law)) ? 0 : OFFSET;
}

/** Whether a country has the rates that the shop's law rejects, and the stated taxes match those rates. */
function hasItsRates(diagnosing: Diagnosing, own: Own, { verdict }: Fit): boolean {
  const refused = refusedRates(own, OF_RATES);
  const view = diagnosing.reader.read(diagnosing.document);
  const used = new Set(view.lines.map(({ taxRate }) => taxRate).filter((rate) => rate > 0));
  const isMost = refused.size >= 2 || (refused.size > 0 && refused.size === used.size);
  // If a territory of the shop's country has those rates, the time must also point to another country.
  const { pack } = diagnosing.shop;
  const isElsewhere = pack === undefined || refusedRates(own).size > 0 || offsetLoss(diagnosing, pack) > 0;
  const isRefused = verdict.issues.some(({ code }) => OF_RATES.includes(code));
  return isMost && isElsewhere && refusedTaxAgrees(diagnosing, own) && !isRefused;
}

/** The rates that the shop's law rejects. */
export function refusedRates({ verdict, document }: Own, codes: readonly string[] = ['invalid_rate']): Set<number> {
  const refused = verdict.issues.filter(({ code }) => codes.includes(code));
  return new Set(refused.map(({ path }) => valueAt(document, path) as number));
}

/** Whether the tax of each line with a rejected rate matches that rate. */
export function refusedTaxAgrees(diagnosing: Diagnosing, own: Own = diagnosing): boolean {
  const refused = refusedRates(own);
  const { lines, pricesIncludeTax } = diagnosing.reader.read(diagnosing.document);
  return lines.every(
    ({ taxRate, amount, taxAmount }) =>
      !refused.has(taxRate) || Math.abs(taxOf(amount, taxRate, pricesIncludeTax) - taxAmount) <= 1,
  );
}
