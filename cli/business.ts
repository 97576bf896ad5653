import type { Business, LawPack, Registry } from '../src/index.js';
import { dutiesOf } from '../src/law/obligations.js';
import { isTable } from '../src/law/rates-on.js';
import type { ReceiptLaw } from '../src/law/types.js';
import { didYouMean, nearest } from '../src/text/nearest.js';
import type { Arguments } from './arguments.js';
import type { OptionSpec } from './command.js';
import { UsageError } from './usage-error.js';

/** The options that describe the business. */
export const BUSINESS_OPTIONS = {
  country: { type: 'string', value: 'CC', help: "The business's country, ISO 3166-1 alpha-2, such as SE. Required." },
  'multi-location': { type: 'boolean', help: 'The business has several locations.' },
  territory: {
    type: 'string',
    value: 'CODE',
    help: 'The part of the country that the business is in, where that has its own rates or rounding: PT-20, US-AL.',
  },
  regime: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'A tax regime of the business, such as farmer. Repeatable.',
  },
  duty: {
    type: 'string',
    multiple: true,
    value: 'NAME=yes|no',
    help: 'Whether the business has a duty of its country, such as tse=no or cashLimit=no. Repeatable.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** @throws UsageError for a country without a pack, and for names that its law does not have */
export function businessOf(args: Arguments, registry: Registry): Business {
  const country = countryOf(args, registry);
  const { law } = registry.resolve(country) as LawPack;
  const territory = args.text('territory');
  const regimes = args.list('regime');
  const duties = args.list('duty');
  if (territory !== undefined) check('--territory', territory, territoriesOf(law), country);
  for (const regime of regimes) check('--regime', regime, regimesOf(law), country);
  return {
    country,
    multiLocation: args.flag('multi-location'),
    ...(territory !== undefined && { territory }),
    ...(regimes.length > 0 && { regimes }),
    ...(duties.length > 0 && { duties: Object.fromEntries(duties.map((text) => dutyOf(text, law, country))) }),
  };
}

/** States without a law of their own are not in the law, but a business may be there. */
const territoriesOf = ({ territories = [], taxJurisdictions }: ReceiptLaw): readonly string[] | RegExp =>
  taxJurisdictions ? /^US-[A-Z]{2}$/ : territories.map(({ code }) => code);

const regimesOf = ({ rates }: ReceiptLaw): readonly string[] => [
  ...new Set((isTable(rates) ? rates : []).flatMap(({ regime }) => regime ?? [])),
];

function dutyOf(text: string, law: ReceiptLaw, country: string): [string, boolean] {
  const [name = '', value, ...more] = text.split('=');
  if ((value !== 'yes' && value !== 'no') || more.length > 0)
    throw new UsageError(`--duty takes NAME=yes|no, found '${text}'.`);
  check('--duty', name, dutiesOf(law), country);
  return [name, value === 'yes'];
}

function check(option: string, name: string, known: readonly string[] | RegExp, country: string): void {
  if (known instanceof RegExp) {
    if (known.test(name)) return;
    throw new UsageError(`${option} must be a state, such as US-AL, found '${name}'.`);
  }
  if (known.includes(name)) return;
  if (known.length === 0) throw new UsageError(`${option}: the law of ${country} has none, found '${name}'.`);
  throw new UsageError(
    `${option} must be one of ${known.join(', ')} in ${country}, found '${name}'.${didYouMean(nearest(name, known))}`,
  );
}

/** @throws UsageError for no country, or one without a pack */
export function countryOf(args: Arguments, registry: Registry): string {
  const country = args.text('country');
  const supported = registry.packs.map((pack) => pack.country);
  const all = `Supported: ${[...new Set(supported)].sort().join(', ')}.`;
  if (country === undefined) throw new UsageError(`--country is required. ${all}`);
  if (registry.resolve(country) !== undefined) return country;
  const meant = supported.filter((each) => each === country.toUpperCase());
  throw new UsageError(`There is no rule pack for the country '${country}'.${didYouMean(meant)} ${all}`);
}
