/** A page for each issue code. */
import { ISSUE_CODES, type CodeMeaning, type IssueCode } from '../../../src/issues/issue-codes.js';
import { createRegistry, type Registry } from '../../../src/engine/registry.js';
import type { Cause } from '../../../src/diagnose/types.js';
import type { Issue } from '../../../src/issues/issue.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import { summaryOf } from '../../../src/rules/summaries.js';
import type { Transaction } from '../../../src/document/types.generated.js';
import { documentOf } from '../../../test/support/document-of.js';
import { playgroundLink } from '../../docs/playground-link.js';
import { CAUSE_TEXTS } from '../../../cli/cause-texts.js';
import { issueText } from './cause-page.js';
import { placesOfCode } from './codes-page.js';
import { computedExample, type ComputedExample } from './computed-examples.js';
import { changeLines, fieldsOf, mistaken } from './diagnosed.js';
import { examplesOf } from './examples.js';
import { excerpt } from './excerpt.js';
import type { JudgedCase } from './judge.js';
import { block, code, escape, list, page, wrap } from './markdown.js';
import { contextOf } from './rule-section.js';
import type { Told, ToldRule } from './told.js';

interface Pair {
  /** The text before the wrong document, or the call. */
  readonly intro: string;
  readonly wrong: string;
  readonly found: readonly Issue[];
  readonly open: string;
  readonly right: readonly string[];
  readonly causes: readonly Cause[];
}

/**
 * The page for each code, keyed by its path in the repository. Sections: wrong, right, why, fix, countries.
 *
 * @throws Error if a code has no example
 */
export function codePages(told: Told): Record<string, string> {
  const registry = createRegistry(told.packs);
  return Object.fromEntries(
    Object.keys(ISSUE_CODES).map((name) => [`docs/codes/${name}.md`, codePage(name as IssueCode, told, registry)]),
  );
}

function codePage(name: IssueCode, told: Told, registry: Registry): string {
  const { meaning, remedy }: CodeMeaning = ISSUE_CODES[name];
  const up = '../'.repeat(name.split('/').length);
  const rules = rulesOf(name, told);
  const computed = computedExample(name, told.packs);
  const pair =
    computed === undefined ? (pairOfStage(name, told, registry) ?? pairOf(name, told, registry)) : pairOfCall(computed);
  const places = placesOfCode(name, told, (path) => up + path);
  return page([
    `# ${code(name)}`,
    wrap(escape(meaning)),
    ...(OFTEN[name] === undefined ? [] : [wrap(OFTEN[name])]),
    wrap(`Severity: ${places.severity}.`),
    '## Wrong',
    wrap(pair.intro),
    pair.wrong,
    list(pair.found.slice(0, 5).map(issueText)),
    ...[pair.open].filter(Boolean),
    '## Right',
    ...pair.right,
    '## Why',
    ...rules.map(({ rule, shownBy }) =>
      wrap(
        `${escape(summaryOf(rule, shownBy.law))} ${rules.length > 1 || rule.source !== '' ? `Source: ${escape(rule.source)}${hasOwnSource(rule.source) ? '' : '.'}` : ''}`,
      ),
    ),
    list(places.lines),
    '## Fix',
    wrap(escape(remedy)),
    ...(pair.causes.length === 0
      ? []
      : [
          wrap(
            `In this example, the mistake behind it is ${pair.causes.map((one) => `[${escape(CAUSE_TEXTS[one.code].title)}](${up}causes/${one.code}.md)`).join(', ')}.`,
          ),
        ]),
    '## Countries',
    wrap(countriesOf(rules, told, up)),
    `[All codes](${up}codes.md)`,
  ]);
}

/** For codes raised at many fields: the most frequent mistake, in words that people search for. */
const OFTEN: Partial<Record<IssueCode, string>> = {
  invalid_format:
    "Most often, this is the timestamp: a local time without its time zone, that is, its offset from UTC, such as +01:00. Send the shop's offset on the day of the sale.",
};

const hasOwnSource = (source: string): boolean => /[.!?]$/.test(source);

const rulesOf = (name: string, { shared, own }: Told): ToldRule[] =>
  [...shared, ...[...own.values()].flat()].filter(({ rule }) => rule.codes.includes(name));

function countriesOf(rules: readonly ToldRule[], { packs }: Told, up: string): string {
  const having = packs.filter((pack) => rules.some((one) => one.packs.includes(pack)));
  if (having.length === 0 || having.length === packs.length) return `Every country. [All countries](${up}countries.md)`;
  return having
    .map(({ country, law }) => [law.name.en, `[${law.name.en}](${up}countries/${country.toLowerCase()}.md)`] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, link]) => link)
    .join(', ');
}

function pairOfCall({ call, wrong, right, found }: ComputedExample): Pair {
  return {
    intro: `${call} with:`,
    wrong: excerpt(wrong, []),
    found,
    open: '',
    right: [excerpt(right, [])],
    causes: [],
  };
}

/** The simplest case that raises the code, and the most similar document that does not raise it. */
function pairOf(name: IssueCode, told: Told, registry: Registry): Pair {
  const raising = told.cases.filter((one) => one.found.some((issue) => issue.code === name));
  const [plainest] = raising
    .filter(({ input }) => 'document' in input)
    .sort((a, b) => ranked(a, name) - ranked(b, name));
  if (plainest === undefined) throw new Error(`no case shows the code ${name}`);
  const pack = told.packs.find(({ id }) => id === plainest.pack)!;
  const context = contextOf(plainest);
  const intro = `A receipt from ${pack.law.name.en}${context.length === 0 ? ':' : `, with ${context.map(code).join(' and ')}:`}`;
  const { document } = plainest.input as { readonly document: unknown };
  const fixed = repaired(plainest, document, name, registry);
  const right = fixed?.document ?? rightFor(name, plainest, pack.law, told, registry);
  const fields = [
    ...plainest.found.map(({ field }) => field),
    ...(plainest.changes ?? []).map(({ field }) => field),
    ...(fixed?.fields ?? []),
  ];
  const { rateWindows, original, business, productTaxClass } = plainest;
  return {
    intro,
    wrong: excerpt(document, fields),
    found: plainest.found,
    // The playground does not support product tax classes.
    open:
      productTaxClass === undefined
        ? playgroundLink({
            document,
            business,
            options: { rateWindows, ...(original !== undefined && { original: { timestamp: original } }) },
          })
        : '',
    right: [excerpt(right, fields), ...(fixed === undefined ? [] : [block(fixed.lines)])].filter(Boolean),
    causes: fixed?.causes ?? [],
  };
}

const ranked = ({ found, changes, kind, productTaxClass }: JudgedCase, name: string): number =>
  Number(productTaxClass !== undefined) * 10_000 +
  // Of all fields, mappers most often get the format of the timestamp wrong.
  Number(name === 'invalid_format' && found[0]?.field !== 'timestamp') * 2000 +
  Number(kind === 'silent') * 5000 +
  found.filter((issue) => issue.code !== name).length * 100 +
  found.length * 10 +
  (changes?.length ?? 9);

/** The repair that `diagnose` finds; undefined if issues remain after it. */
function repaired({ business, rateWindows }: JudgedCase, document: unknown, name: string, registry: Registry) {
  const { found, diagnosis } = mistaken(registry, document, business, { rateWindows });
  const { causes, result } = diagnosis;
  const changing = causes.filter(({ changes, code }) => changes.length > 0 && code !== 'recompute');
  const isWhole = result.valid && result.warnings.every((issue) => issue.code !== name);
  if (!found.some((issue) => issue.code === name) || changing.length === 0 || !isWhole) return undefined;
  return {
    document: diagnosis.document,
    causes: changing,
    fields: changing.flatMap(({ changes }) => fieldsOf(changes)),
    lines: changing.flatMap((cause) => changeLines(cause, document)),
  };
}

/**
 * A document that does not raise the code: from the rule's most similar negative case, or a plain sale.
 *
 * @throws Error if each of these documents raises the code for the case's business
 */
function rightFor(
  name: string,
  { reports, business, rateWindows }: JudgedCase,
  law: ReceiptLaw,
  told: Told,
  registry: Registry,
): unknown {
  const ids = new Set(reports.filter((report) => report.code === name).map(({ rule }) => rule));
  const shown = rulesOf(name, told).find(({ rule }) => ids.has(rule.id));
  const input = shown === undefined ? undefined : examplesOf(shown.shownBy, shown.rule, shown.cases).silent.input;
  const nearest = input !== undefined && 'document' in input ? [input.document] : [];
  const right = [...nearest, documentOf(law, {}), documentOf(law, { extensions: true })].find((document) => {
    const { issues, warnings } = registry.validate(document, business, { rateWindows });
    return [...issues, ...warnings].every((issue) => issue.code !== name);
  });
  if (right === undefined) throw new Error(`no document is valid for ${name}`);
  return right;
}

/** The country of the example sales whose faults are found before the rules run. */
const COUNTRY = 'NO';

/** Faults found before the rules run, which the rules' cases therefore do not include. */
const STAGES: Partial<Record<IssueCode, (sale: Transaction) => object>> = {
  unknown_field: ({ items: [first, ...others], ...sale }) => ({ ...sale, items: [{ ...first, vat: 25 }, ...others] }),
  profile_mismatch: (sale) => ({ ...sale, profileId: 'se-receipt-1' }),
  too_few_items: (sale) => ({ ...sale, items: [] }),
  unsupported_country: (sale) => sale,
};

function pairOfStage(name: IssueCode, told: Told, registry: Registry): Pair | undefined {
  if (name === 'duplicate_key') return pairOfKeys(registry);
  const change = STAGES[name];
  if (change === undefined) return undefined;
  const { law } = told.packs.find((pack) => pack.country === COUNTRY)!;
  const sale = documentOf(law, {});
  const document = change(sale);
  const abroad = name === 'unsupported_country';
  const business = { country: abroad ? 'ZZ' : COUNTRY };
  const { found, diagnosis } = mistaken(registry, document, business);
  if (!found.some((issue) => issue.code === name)) throw new Error(`the example of ${name} does not raise it`);
  const fields = found.map(({ field }) => field);
  return {
    intro: abroad
      ? 'A receipt from a country that no pack covers, here `ZZ`, which is not assigned to any country:'
      : `A receipt from ${law.name.en}:`,
    wrong: excerpt(document, fields),
    found,
    open: abroad ? '' : playgroundLink({ document, business }),
    right: abroad
      ? ['`createRegistry` with a [custom pack](../guides/write-a-pack.md) for the country.']
      : [excerpt(sale, [...fields, 'receiptNumber'])],
    causes: diagnosis.causes.filter(({ changes }) => changes.length > 0),
  };
}

function pairOfKeys(registry: Registry): Pair {
  const text = '{ "receiptNumber": "1001", "receiptNumber": "1002" }';
  const { issues } = registry.shop({ country: COUNTRY }).validateJson(text);
  return {
    intro: 'JSON text, read with `validateJson`: `JSON.parse` silently keeps the last value.',
    wrong: block([text]),
    found: issues.filter(({ code: raised }) => raised === 'duplicate_key'),
    open: '',
    right: [block(['{ "receiptNumber": "1002" }'])],
    causes: [],
  };
}
