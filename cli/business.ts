import { readFileSync } from 'node:fs';
import type { Business, LawPack, Registry } from '../src/index.js';
import { dutiesOf } from '../src/law/obligations.js';
import { isTable } from '../src/law/rates-on.js';
import type { ReceiptLaw } from '../src/law/types.js';
import { didYouMean, nearest } from '../src/text/nearest.js';
import { UsageError as MisuseError } from '../src/usage/usage-error.js';
import type { Arguments } from './arguments.js';
import type { OptionSpec } from './command.js';
import { UsageError } from './usage-error.js';

/** The options that describe the business. */
export const BUSINESS_OPTIONS = {
  business: {
    type: 'string',
    value: 'FILE',
    help:
      'JSON file with one object that describes the business: country, territory, regimes, duties, vatNumber, ' +
      'multiLocation. Ignores other fields. Options take precedence over the file.',
  },
  country: {
    type: 'string',
    value: 'CC',
    help: 'Country of the business: an ISO 3166-1 alpha-2 code, such as SE, or a name, such as Norway.',
  },
  'multi-location': { type: 'boolean', help: 'The business has several locations.' },
  territory: {
    type: 'string',
    value: 'CODE',
    help: 'Territory of the business, if it has special rates or rounding, such as PT-20 or US-AL.',
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
    help: 'Whether a national obligation applies to the business, such as tse=no or cashLimit=no. Repeatable.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/**
 * @param country the country; default: --country, then the country in the --business file
 * @throws UsageError if the country has no pack, its law does not define the territory, regime or duty, or the file
 *   cannot be read or does not describe a business
 */
export function businessOf(args: Arguments, registry: Registry, country = countryOf(args, registry)): Business {
  const { law } = registry.resolve(country) as LawPack;
  const file = args.text('business');
  const stated = file === undefined ? {} : checkedBusiness(args, file, registry, country);
  const territory = args.text('territory');
  const regimes = args.list('regime');
  const duties = Object.fromEntries(args.list('duty').map((text) => dutyOf(text, law, country)));
  if (territory !== undefined) check('--territory', territory, territoriesOf(law), country);
  for (const regime of regimes) check('--regime', regime, regimesOf(law), country);
  return {
    ...stated,
    country,
    multiLocation: args.flag('multi-location') || stated.multiLocation === true,
    ...(territory !== undefined && { territory }),
    ...(regimes.length > 0 && { regimes }),
    ...(Object.keys(duties).length > 0 && { duties: { ...stated.duties, ...duties } }),
  };
}

/** Whether an option states the country. */
export const hasCountry = (args: Arguments): boolean =>
  args.text('country') !== undefined || args.text('business') !== undefined;

/** The contents of the --business file, kept because a pipe can only be read once. */
const CONTENTS = new WeakMap<Arguments, Readonly<Record<string, unknown>>>();

function readBusiness(args: Arguments, file: string): Readonly<Record<string, unknown>> {
  const known = CONTENTS.get(args);
  if (known !== undefined) return known;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--business must name a JSON file, found ${file}: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`--business must name a file with one JSON object, found ${file}.`);
  CONTENTS.set(args, value as Readonly<Record<string, unknown>>);
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The fields of the file that describe the business. Treats null fields as absent, because database records contain
 * them.
 */
function checkedBusiness(args: Arguments, file: string, registry: Registry, country: string): Partial<Business> {
  const content = readBusiness(args, file);
  const fields = ['multiLocation', 'territory', 'regimes', 'duties', 'vatNumber'] as const;
  const stated = fields.filter((name) => content[name] !== undefined && content[name] !== null);
  const business = {
    ...(Object.fromEntries(stated.map((name) => [name, content[name]])) as Partial<Business>),
    country,
  };
  try {
    registry.shop(business);
  } catch (error) {
    if (!(error instanceof MisuseError)) throw error;
    throw new UsageError(`${file}: ${error.message.replace(/^business\./, '')}.`);
  }
  const { law } = registry.resolve(country) as LawPack;
  const { territory, regimes = [] } = business;
  if (territory !== undefined) check(`${file}: territory`, territory, territoriesOf(law), country);
  for (const regime of regimes) check(`${file}: regimes`, regime, regimesOf(law), country);
  return business;
}

/** US law lists only states with special rules, but a business may be in any state. */
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
  if (known.length === 0) throw new UsageError(`${option} is not used in ${country}, found '${name}'.`);
  throw new UsageError(
    `${option} must be one of ${known.join(', ')} in ${country}, found '${name}'.${didYouMean(nearest(name, known))}`,
  );
}

/** @throws UsageError if no option states the country, or there is no pack for it */
export function countryOf(args: Arguments, registry: Registry): string {
  const file = args.text('business');
  const stated = args.text('country') ?? (file === undefined ? undefined : readBusiness(args, file).country);
  const country = typeof stated === 'string' ? stated : undefined;
  const supported = registry.packs.map((pack) => pack.country);
  const all = `Supported: ${[...new Set(supported)].sort().join(', ')}.`;
  if (country === undefined)
    throw new UsageError(
      `--country is required${file === undefined ? '' : `, because ${file} has no country`}. ${all}`,
    );
  const found = countryCalled(country, registry);
  if (found !== undefined) return found;
  const named = registry.packs.flatMap(({ law }) => (law === undefined ? [] : namesOf(law)));
  const meant = supported.filter((each) => each === country.toUpperCase());
  const hint = didYouMean(meant.length > 0 ? meant : nearest(country, named));
  throw new UsageError(`There is no rule pack for the country '${country}'.${hint} ${all}`);
}

/**
 * Returns the code of a supported country, given its code, or its English or local name; undefined for any other text.
 */
export function countryCalled(text: string, registry: Registry): string | undefined {
  if (/^[A-Z]{2}$/.test(text) && registry.resolve(text) !== undefined) return text;
  const wanted = plainName(text);
  return registry.packs.find(({ law }) => law !== undefined && namesOf(law).some((name) => plainName(name) === wanted))
    ?.country;
}

const namesOf = ({ name }: ReceiptLaw): string[] => [name.en, name.local];

/** Ignores case, accents, spaces and hyphens, so that `united-kingdom` and `Osterreich` match. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s_-]/gu, '')
    .toLowerCase();
