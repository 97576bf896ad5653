import { ISSUE_CODES, type COMPLETION_CODES } from '../../../src/issues/issue-codes.js';
import type { Rule } from '../../../src/rule/types.js';
import { createRegistry } from '../../../src/engine/registry.js';
import { explain, type CodeExplanation } from '../../../src/engine/explain.js';
import type { JudgedCase } from './judge.js';
import { anchor, code, codes, escape, list, page, table, wrap } from './markdown.js';
import { structureFields } from './structure-fields.js';
import { countryPath, RULES_PATH, type Told, type ToldRule } from './told.js';

/** The codes that are raised before the structure check and the rules, with their stage and field. */
const STAGES: Readonly<Record<string, string>> = {
  unknown_field:
    'the first validation stage, at any field that clients may not send according to schema 2.1; the response is a 400',
  duplicate_key:
    'the first validation stage, on JSON text, at the repeated key; the 400 response also lists unknown fields',
  profile_mismatch: 'the check that selects the rule pack, at `profileId`; it is then the only issue reported',
  unsupported_country: 'the check that selects the rule pack, at `vendor.id`; it is then the only issue reported',
};

const OF_ORIGINAL = ['type', 'linkedTransaction.originalTransactionId', 'vendor.id', 'currency'];
const FIGURES = [
  ...['amount', 'taxAmount', 'discount.amount'].map((name) => `items[].${name}`),
  ...['taxableAmount', 'taxAmount'].map((name) => `tax.summary[].${name}`),
  ...['subtotal', 'discount', 'tax', 'total'].map((name) => `totals.${name}`),
  ...['discounts[]', 'charges[]'],
];
const CORRECTIONS = '`createRefund`, `createCreditNote`, `createVoid` and `createExchange`';
const BALANCE = '`refundableBalance`';
const ALL = `${CORRECTIONS.replace(' and ', ', ')} and ${BALANCE}`;
/** The input fields that list returned lines. */
const LISTS = ['lines', 'lines[]', 'returned', 'returned[]'];
const ofEach = (fields: readonly string[]): string[] =>
  ['lines', 'returned'].flatMap((list) => fields.map((field) => `${list}[].${field}`));
const inPrior = (fields: readonly string[]): string[] => fields.map((field) => `priorCorrections[].${field}`);

/** Which functions raise a code, at which fields, and whether only as a warning. */
type RaisedIn = readonly [functions: string, fields: readonly string[], severity?: 'warning'];

/** The functions of receipt-rule-packs/complete that raise a code. */
const COMPLETION: Readonly<Record<(typeof COMPLETION_CODES)[number], readonly RaisedIn[]>> = {
  over_refund: [
    [CORRECTIONS, [...LISTS, ...ofEach(['quantity', 'amount']), 'amount', 'priorCorrections']],
    [BALANCE, inPrior(['items[].quantity', 'tax.summary', 'tax.summary[]', 'totals.total'])],
  ],
  not_refundable: [
    [ALL, ['sale', 'sale.type']],
    [CORRECTIONS, ofEach(['line'])],
  ],
  line_not_found: [
    ['`complete`', ['discounts[].lines[]', 'expect.lines[]']],
    [CORRECTIONS, ofEach(['line'])],
    [BALANCE, inPrior(['items[]']), 'warning'],
  ],
  rate_differs_from_sale: [[BALANCE, inPrior(['items[].taxRate', 'items[].taxCategory'])]],
  original_mismatch: [
    [ALL, ['originalTransactionId', ...inPrior(OF_ORIGINAL)]],
    ['`createExchanges`', ['sales[]']],
  ],
  discount_exceeds_amount: [['`complete`', ['discounts[].amount']]],
  not_computable: [
    ['`complete`', FIGURES],
    [ALL, ['priorCorrections[]']],
    ['`createExchanges`', ['sales[]']],
  ],
  differs_from_source: [[`\`complete\`, ${CORRECTIONS}`, ['totals.total', 'totals.tax', 'totals.subtotal', 'items[]']]],
  tenders_differ: [[`\`complete\`, ${CORRECTIONS}`, ['tenders']]],
  tenders_not_payable: [[`\`complete\`, ${CORRECTIONS}`, ['tenders']]],
};

const ADAPTERS = '`toDraft`, `toCorrection` and `completeFrom` in `receipt-rule-packs/from/*`';

/** The adapters' codes, at fields of the payload. */
const FROM: readonly string[] = [
  'source_not_understood',
  'source_not_final',
  'source_incomplete',
  'source_needs_option',
];

const INTRO = [
  wrap(
    'Every code in `issues` and `warnings`: when it is raised, on which fields, how to fix the document, and which rules or other checks raise it. `[]` means any index. Codes are part of the API: we may retire a code, but never change its meaning. `registry.explain(code)` and `receipt-rules explain` return the same texts.',
  ),
  wrap(
    'A whole response has a different code, `error.code`: `invalid_json` (400) if the document is not a JSON object or has read-only fields, `profile_mismatch` (422), and `validation_failed` (422) for everything else on this page. For the codes of rejected webhooks, see the [guide on webhooks](guides/receive-webhooks.md#verify-deliveries-yourself); for the code of a rejected list query, see the [guide on lists](guides/resume-a-list.md#serve-a-list).',
  ),
];

/** The page with all codes in the repository, where codes have no separate pages. */
export function codesPage(told: Told): string {
  checkStructureFields(told.cases);
  const registry = createRegistry(told.packs);
  const all = codesOf(told);
  return page([
    '# Issue codes',
    '<!-- Generated from src/issues/issue-codes.json, the packs and their cases by `npm run generate`. Do not edit. -->',
    ...INTRO,
    'The documentation site, which `npm run docs` builds, has a page for each code, with a wrong document and a correct one.',
    all.map((name) => `- [${code(name)}](#${anchor(name)})`).join('\n'),
    ...all.flatMap((name) => codeSection(explain(registry, name)!, told)),
  ]);
}

/** The list of codes on the site, each with a link to its page. */
export function codesIndex(told: Told): string {
  const registry = createRegistry(told.packs);
  return page([
    '# Issue codes',
    ...INTRO,
    'One mistake often causes several issues: the [cause codes](causes.md) identify the mistakes.',
    table(
      ['code', 'severity', 'when'],
      codesOf(told).map((name) => [
        `[${code(name)}](codes/${name}.md)`,
        placesOfCode(name, told).severity,
        escape(explain(registry, name)!.meaning),
      ]),
    ),
  ]);
}

const codesOf = ({ packs }: Told): string[] => [
  ...new Set([
    ...Object.keys(ISSUE_CODES),
    ...packs.flatMap(({ rules }) => rules.flatMap(({ codes }) => codes.map(String))),
  ]),
];

/** What raises a code, at which fields, and how severe it is there. */
export interface CodePlaces {
  readonly severity: string;
  /** `Raised by …`: a line for each check, function and rule. */
  readonly lines: readonly string[];
}

/** @param at a function that returns the link to a page under docs/; undefined if rules have no pages */
export function placesOfCode(name: string, told: Told, at?: (path: string) => string): CodePlaces {
  const fields = structureFields(name);
  const stage = STAGES[name] ?? (fields.length === 0 ? undefined : `the structure check, at ${codes(fields)}`);
  const raised = Object.entries(COMPLETION).find(([one]) => one === name)?.[1] ?? [];
  const completion: readonly RaisedIn[] = FROM.includes(name) ? [[ADAPTERS, ['payload']]] : raised;
  const own = [...(stage === undefined ? [] : [stage]), ...completion.map(raisedIn)];
  const rules = rulesTold(told).filter(({ rule }) => rule.codes.includes(name));
  const severities = new Set([
    ...(stage === undefined ? [] : ['error']),
    ...completion.map(([, , severity = 'error']) => severity),
    ...rules.flatMap(({ rule, packs }) => packs.map((pack) => pack.rules.find(({ id }) => id === rule.id)!.severity)),
  ]);
  return {
    severity: [...severities].sort().join(' or '),
    lines: [...own.map((by) => `Raised by ${by}`), ...rules.map((one) => raisedBy(one, name, told, at))],
  };
}

function codeSection({ code: name, meaning, remedy }: CodeExplanation, told: Told): string[] {
  const { severity, lines } = placesOfCode(name, told);
  return [
    `## ${code(name)}`,
    wrap(escape(meaning)),
    list([`Severity: ${severity}`, `To fix it: ${escape(remedy)}`, ...lines]),
  ];
}

const raisedIn = ([functions, fields, severity]: RaisedIn): string =>
  `${functions}${severity === undefined ? '' : `, as a ${severity}`}, at ${codes(fields)}`;

const rulesTold = ({ shared, own }: Told): ToldRule[] => [...shared, ...[...own.values()].flat()];

function raisedBy(one: ToldRule, name: string, told: Told, at?: (path: string) => string): string {
  const { rule, heading, shownBy, packs, cases } = one;
  const alone = packs.length === 1;
  const page = alone ? countryPath(shownBy) : RULES_PATH;
  const by = alone ? code(shownBy.id) : packs.length === told.packs.length ? 'every pack' : `${packs.length} packs`;
  const shown = at === undefined ? code(rule.id) : `[${code(rule.id)}](${at(page)}#${anchor(heading)})`;
  return `Raised by ${shown} in ${by}, at ${codes(fieldsOf(rule, name, cases))}`;
}

/** The fields at which a rule raised a code in the cases, in the order in which the rule reads them. */
function fieldsOf(rule: Rule, name: string, cases: readonly JudgedCase[]): string[] {
  const reads = rule.reads.map(String);
  const reported = cases
    .flatMap(({ reports }) => reports)
    .filter((report) => report.rule === rule.id && report.code === name);
  return [...new Set(reported.map(({ pattern }) => pattern))].sort((a, b) => reads.indexOf(a) - reads.indexOf(b));
}

/**
 * Checks that the page lists every field at which the structure check raised a code in the cases.
 */
function checkStructureFields(cases: readonly JudgedCase[]): void {
  for (const { name, found, reports, pack } of cases) {
    for (const { field, code: raised } of found) {
      const pattern = field.replaceAll(/\[\d+\]/g, '[]');
      if (raised in STAGES || structureFields(raised).includes(pattern)) continue;
      if (reports.some((report) => report.code === raised && report.pattern === pattern)) continue;
      throw new Error(
        `packs/${pack}/cases: “${name}” raises ${raised} at ${field}, which docs/codes.md would not list`,
      );
    }
  }
}
