/**
 * Writes the files that are made from the folders under packs/: law.generated.ts of every pack (its law as it is
 * bundled), index.ts, and packs/index.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { memberState } from '../../src/geography/member-states.js';
import { lawFault } from '../../src/law/law-fault.js';
import { schemesOf } from '../../src/law/schemes.js';
import type { CashLimit, Obligation, RateRange, RateRow, ReceiptLaw } from '../../src/law/types.js';
import { TOPICS_OF_SOME_LAWS } from '../../src/rules/some-laws.js';
import { checkLawFile } from './check-schemas.js';

const HEADER = 'by `npm run generate`. Do not edit.';

export const camelCase = (id: string): string =>
  id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The folders that have a law, in order. */
export function packIds(packs = 'packs'): string[] {
  return readdirSync(packs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${packs}/${entry.name}/law.json`))
    .map(({ name }) => name)
    .sort();
}

/** The law of a folder, whole: law.json and rates.json together. */
export function readLaw(id: string, packs = 'packs'): ReceiptLaw {
  const law = readJson(`${packs}/${id}/law.json`);
  checkLawFile(`${packs}/${id}/law.json`, law, 'law');
  const rates = readRates(`${packs}/${id}/rates.json`);
  const whole = withUnion({ ...(law as Omit<ReceiptLaw, 'rates'>), rates }, packs);
  const fault = whole.id === id ? lawFault(whole) : `the id is ${whole.id}`;
  if (fault !== undefined) throw new Error(`${packs}/${id}: ${fault}`);
  return whole;
}

/** What the law of the European Union adds to that of each member state. */
interface UnionLaw {
  readonly obligations: readonly Obligation[];
  readonly cashLimits: readonly CashLimit[];
}

export const readUnionLaw = (packs = 'packs'): UnionLaw | undefined =>
  existsSync(`${packs}/european-union.json`) ? (readJson(`${packs}/european-union.json`) as UnionLaw) : undefined;

/**
 * A member state has the cash limits of the Union behind its own. They are only listed where the state has another
 * currency, whose amount its own law says, or a limit that is as low.
 */
function withUnion(law: ReceiptLaw, packs: string): ReceiptLaw {
  const union = memberState(law.country) === law.country ? readUnionLaw(packs) : undefined;
  if (union === undefined) return law;
  const { cashLimits: own = [], currencies } = law;
  const added = union.cashLimits.map((row): CashLimit => {
    const isLower = own.some((one) => one.level === 'warning' && one.limit <= row.limit && one.until === undefined);
    return isLower || currencies.at(-1)!.code !== row.currency ? { ...row, level: 'listed' } : row;
  });
  return { ...law, cashLimits: [...own, ...added] };
}

export function readRates(path: string): readonly RateRow[] | RateRange {
  const rates = readJson(path);
  checkLawFile(path, rates, 'rates');
  return rates as readonly RateRow[] | RateRange;
}

/** Every generated file of the packs by its path. */
export function packFiles(): Record<string, string> {
  const ids = packIds();
  return Object.assign({ 'packs/index.ts': packIndex(ids) }, ...ids.map(filesOf)) as Record<string, string>;
}

function filesOf(id: string): Record<string, string> {
  const law = readLaw(id);
  const files = { [`packs/${id}/law.generated.ts`]: lawModule(law) };
  return { ...files, [`packs/${id}/index.ts`]: indexModule(law, topicsOf(law), existsSync(`packs/${id}/rules.ts`)) };
}

const NOT_BUNDLED = ['references', 'note', 'trade', 'article', 'url', 'readOn', 'who'];

/** Of the evidence of a row only that none was found is read: nobody checks such a row. */
const isBundled = (key: string, value: unknown): boolean =>
  !NOT_BUNDLED.includes(key) && (key !== 'evidence' || value === 'not found');

/** The law without the parts that are not bundled: its description, references and notes, and the labels of receipts. */
function lawModule({ labels: _, description: __, cashLimits = [], ...rest }: ReceiptLaw): string {
  const checked = cashLimits.filter(({ level }) => level === 'warning');
  const law = checked.length === 0 ? rest : { ...rest, cashLimits: checked };
  const text = JSON.stringify(law, (key, value: unknown) => (isBundled(key, value) ? value : undefined));
  return [
    `// Generated from law.json and rates.json, which hold the references, ${HEADER}`,
    "import type { ReceiptLaw } from '../../src/law/types.js';",
    '',
    `export const law: ReceiptLaw = ${text};`,
    '',
  ].join('\n');
}

/** The names of the topics of some laws that have rules under this one. */
function topicsOf(law: ReceiptLaw): string[] {
  return TOPICS_OF_SOME_LAWS.filter((topic) => topic(law).length > 0).map(({ name }) => name);
}

/**
 * The module of a pack. Its value is a literal, whose rules are made when they are first used: an import does no work,
 * and bundlers remove unused packs from the module that has all of them, also after it is minified.
 */
function indexModule(law: ReceiptLaw, topics: readonly string[], ownRules: boolean): string {
  const { id, country, name, documentTier, currencies } = law;
  const head = { id, country, documentTier, currency: currencies.at(-1)!.code, schemes: schemesOf(law) };
  return [
    `// Generated from the folder ${HEADER}`,
    "import { packOf } from '../../src/engine/pack-of.js';",
    "import type { LawPack } from '../../src/rule/types.js';",
    ...(topics.length > 0 ? [`import { ${topics.join(', ')} } from '../../src/rules/some-laws.js';`] : []),
    "import { law } from './law.generated.js';",
    ...(ownRules ? ["import { ownRules } from './rules.js';"] : []),
    '',
    'let made: LawPack | undefined;',
    `const pack = (): LawPack => (made ??= packOf(law, [${topics.join(', ')}]${ownRules ? ', ownRules()' : ''}));`,
    '',
    `/** The rule pack of ${name.en}: ${id}. */`,
    `export const ${camelCase(id)}: LawPack<'${country}'> = {`,
    ...Object.entries(head).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`),
    '  law,',
    '  get rules() {',
    '    return pack().rules;',
    '  },',
    '  check: (transaction, context) => pack().check(transaction, context),',
    '};',
    '',
  ].join('\n');
}

function packIndex(ids: readonly string[]): string {
  return [
    `// Generated from the folders under packs/ ${HEADER}`,
    "import type { LawPack } from '../src/rule/types.js';",
    ...ids.map((id) => `import { ${camelCase(id)} } from './${id}/index.js';`),
    '',
    ...ids.map((id) => `export { ${camelCase(id)} };`),
    '',
    '/** The countries of the built-in packs, ISO 3166-1 alpha-2. */',
    `export type Country = ${ids.map((id) => `'${readLaw(id).country}'`).join(' | ')};`,
    '',
    '/** All built-in rule packs. */',
    `export const packs: readonly LawPack<Country>[] = [${ids.map(camelCase).join(', ')}];`,
    '',
  ].join('\n');
}
