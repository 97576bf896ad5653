/**
 * Writes the files generated from the folders under packs/: every pack's law.generated.ts (the law as bundled),
 * index.ts, and packs/index.ts.
 */
import { existsSync } from 'node:fs';
import { schemesOf } from '../../src/law/schemes.js';
import { isTable } from '../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../src/law/types.js';
import { TOPICS_OF_SOME_LAWS } from '../../src/rules/some-laws.js';
import { bundled } from './bundled.js';
import { shortRows } from './rate-rows.js';
import { camelCase, packIds, readLaw } from './read-law.js';

const HEADER = 'by `npm run generate`. Do not edit.';

/** Every generated pack file, by path. */
export function packFiles(): Record<string, string> {
  const ids = packIds();
  return Object.assign({ 'packs/index.ts': packIndex(ids) }, ...ids.map(filesOf)) as Record<string, string>;
}

function filesOf(id: string): Record<string, string> {
  const law = readLaw(id);
  const files = { [`packs/${id}/law.generated.ts`]: lawModule(law) };
  return { ...files, [`packs/${id}/index.ts`]: indexModule(law, topicsOf(law), existsSync(`packs/${id}/rules.ts`)) };
}

/**
 * The law as bundled: without description, references, notes and receipt labels, and without the limits and states that
 * no rule checks.
 */
function lawModule({ labels: _, description: __, cashLimits = [], stateRounding = [], ...rest }: ReceiptLaw): string {
  const checked = cashLimits.filter(({ level }) => level === 'warning');
  const states = stateRounding.filter(({ level }) => level === 'rule');
  const law: ReceiptLaw = {
    ...rest,
    ...(checked.length > 0 && { cashLimits: checked }),
    ...(states.length > 0 && { stateRounding: states }),
  };
  const { rates, ...others } = law;
  const asIs = isTable(rates) ? others : law;
  const text = JSON.stringify(asIs, bundled);
  const heading = `// Generated from law.json and rates.json, which contain the references, ${HEADER}`;
  if (!isTable(rates)) {
    return [
      heading,
      "import type { ReceiptLaw } from '../../src/law/types.js';",
      '',
      `export const law: ReceiptLaw = ${text};`,
      '',
    ].join('\n');
  }
  const citations = [...new Set(rates.map(({ citation }) => citation))];
  return [
    heading,
    "import { rateRows } from '../../src/law/rate-rows.js';",
    "import type { RateRow, ReceiptLaw } from '../../src/law/types.js';",
    '',
    'let rates: readonly RateRow[] | undefined;',
    '',
    `export const law: ReceiptLaw = {${text.slice(1, -1)},`,
    '  get rates() {',
    `    return (rates ??= rateRows(${JSON.stringify(shortRows(rates, citations))}, ${JSON.stringify(citations)}));`,
    '  },',
    '};',
    '',
  ].join('\n');
}

/** The optional topics that have rules under this law. */
function topicsOf(law: ReceiptLaw): string[] {
  return TOPICS_OF_SOME_LAWS.filter((topic) => topic(law).length > 0).map(({ name }) => name);
}

/**
 * The module of a pack. The module exports a literal and builds the rules on first use: importing it does no work, and
 * bundlers can drop unused packs from the module with all packs, even after it is minified.
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
