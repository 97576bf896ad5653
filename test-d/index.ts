import {
  createRegistry,
  definePack,
  fieldPath,
  flattenIssues,
  fromStored,
  isIssueCode,
  lawChanges,
  prettifyIssues,
  ratesOn,
  defineReceiptPack,
  toErrorResponse,
  toStored,
  UsageError,
  type Issue,
  type IssueCode,
  type LawChange,
  type ProductTaxClass,
  type RatesOfDay,
  type Registry,
  type Shop,
  type StoredTransaction,
  type Transaction,
  type UsageErrorCode,
  explain,
} from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { deReceipt1 } from 'receipt-rule-packs/packs/de-receipt-1';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { holds, type Equal } from './holds.js';

const two = createRegistry([seReceipt1, deReceipt1]);
holds<Equal<typeof two, Registry<'SE' | 'DE'>>>();
const all = createRegistry(packs);
holds<Equal<typeof all, Registry<(typeof packs)[number]['country']>>>();

// @ts-expect-error a pack is not an array
createRegistry(seReceipt1);

// A country in the registry.
const se = two.shop({ country: 'SE', multiLocation: false });
holds<Equal<typeof se, Shop>>();
two.shop({ country: 'DE', duties: { tse: false } });
// @ts-expect-error a duty must be true or false
two.shop({ country: 'DE', duties: { tse: 'no' } });
// @ts-expect-error absent is not one of the five states
se.obligations({}).some(({ state }) => state === 'absent');
// @ts-expect-error no pack for CH in this registry
two.shop({ country: 'CH' });
// Codes of territories and aliases such as EL select the law of their country.
all.shop({ country: 'MQ' });
all.shop({ country: 'EL', territory: 'GR-I', regimes: ['farmer'] });
// @ts-expect-error this registry has no pack for EL
two.shop({ country: 'EL' });
// @ts-expect-error regimes must be an array
two.shop({ country: 'DE', regimes: 'farmer' });
// @ts-expect-error the country code must be in upper case
two.shop({ country: 'se' });
// @ts-expect-error the country is missing
two.shop({});
// A country read from a database is any string.
declare const stored: string;
const any: Shop = two.shop({ country: stored });
// @ts-expect-error the registry has no pack for CH
two.shop({ country: stored as 'SE' | 'CH' });
declare const either: 'SE' | 'DE';
two.shop({ country: either });
// The rates on a day, and the product tax classes.
holds<Equal<ReturnType<typeof two.ratesFor>, RatesOfDay>>();
two.ratesFor('SE', 'food', '2026-05-01');
two.ratesFor('SE', undefined, '2026-05-01');
// @ts-expect-error the day is missing
two.ratesFor('SE', 'food');
holds<Equal<ReturnType<typeof two.classesOf>, readonly string[]>>();
lawChanges(packs, '2026-01-01', '2026-12-31', ['SE']);
holds<Equal<ReturnType<typeof lawChanges>, LawChange[]>>();
// @ts-expect-error the last day is missing
lawChanges(packs, '2026-01-01');
const food: ProductTaxClass = 'food';
// @ts-expect-error not a product tax class of the vocabulary
const fodd: ProductTaxClass = 'fodd';
void [food, fodd];

// A shop and a registry for one country are assignable to `Shop` and `Registry`.
const helper = (shop: Shop, registry: Registry) => [shop, registry];
helper(se, two);
helper(any, all);
// Registries of packs with unknown countries accept any country.
createRegistry(packs as readonly (typeof packs)[number][]).shop({ country: 'SE' });

// As in 0.1, looking up a country returns a pack or undefined.
// @ts-expect-error may be undefined
two.resolve('SE').id;
two.resolve(stored)?.id;

// Options.
two.shop({ country: 'SE' }, { rateWindows: 'enforce', taxRounding: 'group', productTaxClass: (item) => item.category });
// @ts-expect-error no such option
two.shop({ country: 'SE' }, { taxRoundng: 'line' });
// @ts-expect-error not a valid value
two.shop({ country: 'SE' }, { rateWindows: 'warning' });
// @ts-expect-error options of a single document do not belong to the shop
two.shop({ country: 'SE' }, { original: { timestamp: '' } });
se.validate({}, { original: { timestamp: '2026-01-01T10:00:00+01:00' } });
// @ts-expect-error rateWindows is an option of the shop, not of a single document
se.validate({}, { rateWindows: 'off' });
two.validate({}, { country: 'SE' }, { rateWindows: 'off', original: { timestamp: '' } });
// @ts-expect-error no pack for CH
two.validate({}, { country: 'CH' });

// Results.
const result = se.validate({});
if (result.valid) {
  holds<Equal<typeof result.transaction, Transaction>>();
  holds<Equal<typeof result.issues, readonly []>>();
} else {
  holds<Equal<typeof result.document, unknown>>();
  const issues: readonly Issue[] = result.issues;
  void issues;
  // @ts-expect-error an invalid result has no transaction
  result.transaction.totals;
}
// @ts-expect-error valid has not been checked
result.transaction.totals;
// @ts-expect-error results are read-only
result.issues.push(result.warnings[0]!);

// ---- the other functions
declare const transaction: Transaction;
declare const document: StoredTransaction;
const issues: readonly Issue[] = result.issues;
if (!result.valid) toErrorResponse(result).status.toFixed();
// @ts-expect-error an unchecked result may be valid
toErrorResponse(result);
// @ts-expect-error a path must be an array
fieldPath('items');
fieldPath(['items', 0]).length.toFixed();
flattenIssues(issues).formErrors.join();
// @ts-expect-error an issue is not an array
flattenIssues(issues[0]!);
prettifyIssues(issues).trim();
// @ts-expect-error the issues are missing
prettifyIssues();
holds<Equal<ReturnType<typeof fromStored>, Transaction>>();
fromStored(document);
// @ts-expect-error a sent document has not been stored
fromStored(transaction);
// @ts-expect-error the fields that the service adds are missing
toStored(transaction, {});
toStored(transaction, {
  id: 'txn_1',
  createdAt: '',
  syncedAt: '',
  profileId: 'se-receipt-1',
  documentTier: 'receipt',
  vendor: { name: 'Demo AB', country: 'SE' },
});
// @ts-expect-error some fields that the service adds are missing
toStored(document);
declare const word: string;
if (isIssueCode(word)) holds<Equal<typeof word, IssueCode>>();
// @ts-expect-error an argument is required
isIssueCode();
explain(createRegistry([seReceipt1]), 'invalid_rate')?.remedy.at(0);
// @ts-expect-error the first argument must be a registry or a shop
explain('invalid_rate');
ratesOn(seReceipt1.law, '2026-01-01', 'food')[0]?.rate.toFixed();
// @ts-expect-error the date must be a string
ratesOn(seReceipt1.law, new Date());
// @ts-expect-error a pack is not its law
ratesOn(seReceipt1, '2026-01-01');
holds<Equal<(typeof own)['country'], 'SE'>>();
const own = defineReceiptPack(seReceipt1.law as typeof seReceipt1.law & { readonly country: 'SE' });
// @ts-expect-error a law needs more than a country
defineReceiptPack({ country: 'SE' });
createRegistry([definePack({ ...seReceipt1, rules: [] })]);
// @ts-expect-error a pack needs more than an id
definePack({ id: 'se-receipt-1' });
const wrong: TypeError = new UsageError('unknown_option', 'options.x', 'x');
if (wrong instanceof UsageError) holds<Equal<typeof wrong.code, UsageErrorCode>>();
// @ts-expect-error no such code
new UsageError('wrong', 'options.x', 'x');
