import type { COMPLETION_CODES } from '../../../src/complete/codes.js';
import { ISSUE_CODES } from '../../../src/issues/issue-codes.js';
import type { Rule } from '../../../src/rule/types.js';
import { createRegistry } from '../../../src/engine/registry.js';
import { explain, type CodeExplanation } from '../../../src/engine/explain.js';
import type { JudgedCase } from './judge.js';
import { anchor, code, codes, escape, page, wrap } from './markdown.js';
import { structureFields } from './structure-fields.js';
import type { Told, ToldRule } from './told.js';

/** Codes of the stages before structure and rules, with their fields. */
const STAGES: Readonly<Record<string, string>> = {
  unknown_field:
    'the first stage, which compares the fields with schema 2.1, at the field that may not be written; the answer is 400',
  duplicate_key:
    'the first stage, on JSON text, at the key that an object has more than once; the answer is 400, with the unknown fields in one list',
  profile_mismatch: 'the profile stage, at `profileId`, without other issues',
  unsupported_country: 'the profile stage, at `vendor.id`, without other issues',
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
/** The input lists of returned lines. */
const LISTS = ['lines', 'lines[]', 'returned', 'returned[]'];
const ofEach = (fields: readonly string[]): string[] =>
  ['lines', 'returned'].flatMap((list) => fields.map((field) => `${list}[].${field}`));
const inPrior = (fields: readonly string[]): string[] => fields.map((field) => `priorCorrections[].${field}`);

/** Functions that raise a code, its fields, and whether it is only a warning there. */
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
  original_mismatch: [[ALL, ['originalTransactionId', ...inPrior(OF_ORIGINAL)]]],
  discount_exceeds_amount: [['`complete`', ['discounts[].amount']]],
  not_computable: [
    ['`complete`', FIGURES],
    [ALL, ['priorCorrections[]']],
  ],
  differs_from_source: [['`complete`', ['totals.total', 'totals.tax', 'totals.subtotal', 'items[]']]],
  tenders_differ: [['`complete`', ['tenders']]],
  tenders_not_payable: [['`complete`', ['tenders']]],
};

const WITHOUT_LINKS =
  'The rule catalogue, with examples that break each rule and examples that do not, is on the documentation site, which `npm run docs` builds.';

function linksToRules({ packs }: Told): string {
  const ofPacks = packs.map(({ id }) => `[${id}](rules/${id}.md)`).sort();
  return `Rules with examples: those that [packs share](rules/shared.md), and those of ${ofPacks.join(', ')}.`;
}

/**
 * The page of all codes.
 *
 * @param linked whether to link rules to their pages, which exist only on the site
 */
export function codesPage(told: Told, linked: boolean): string {
  checkStructureFields(told.cases);
  const registry = createRegistry(told.packs);
  const own = told.packs.flatMap(({ rules }) => rules.flatMap(({ codes }) => codes.map(String)));
  const all = [...new Set([...Object.keys(ISSUE_CODES), ...own])];
  return page([
    '# Issue codes',
    '<!-- Generated from src/issues/issue-codes.json, the packs and their cases by `npm run generate`. Do not edit. -->',
    wrap(
      'Every code in `issues` and `warnings`: when it is raised, on which fields, how to fix the document, and which rules or stages raise it. `[]` means any index. Codes are part of the API: we may retire a code, but never change its meaning. `registry.explain(code)` and `receipt-rules explain` return the same texts.',
    ),
    wrap(
      'The code of a whole response, `error.code`, is different: `invalid_json` (400) if the document is not a JSON object or has read-only fields, `profile_mismatch` (422), and `validation_failed` (422) for everything else on this page. For the codes of rejected webhooks see the [guide on webhooks](guides/receive-webhooks.md#verify-by-yourself), for the code of a rejected list query the [guide on lists](guides/resume-a-list.md#serve-a-list).',
    ),
    wrap(linked ? linksToRules(told) : WITHOUT_LINKS),
    all.map((name) => `- [${code(name)}](#${anchor(name)})`).join('\n'),
    ...all.flatMap((name) => codeSection(explain(registry, name)!, told, linked)),
  ]);
}

function codeSection(explanation: CodeExplanation, told: Told, linked: boolean): string[] {
  const { code: name, meaning, remedy, rules } = explanation;
  const fields = structureFields(name);
  const stage =
    STAGES[name] ?? (fields.length === 0 ? undefined : `the structure of the document, at ${codes(fields)}`);
  const completion = Object.entries(COMPLETION).find(([raised]) => raised === name)?.[1] ?? [];
  const own = [...(stage === undefined ? [] : [stage]), ...completion.map(raisedIn)];
  const severities = new Set([
    ...(stage === undefined ? [] : ['error']),
    ...completion.map(([, , severity = 'error']) => severity),
    ...rules.map(({ severity }) => severity),
  ]);
  return [
    `## ${code(name)}`,
    wrap(escape(meaning)),
    [
      wrap(`Severity: ${[...severities].sort().join(' or ')}`, '- '),
      wrap(`To fix it: ${escape(remedy)}`, '- '),
      ...own.map((by) => wrap(`Raised by ${by}`, '- ')),
      ...rulesTold(told)
        .filter(({ rule }) => rule.codes.includes(name))
        .map((one) => wrap(raisedBy(one, name, told, linked), '- ')),
    ].join('\n'),
  ];
}

const raisedIn = ([functions, fields, severity]: RaisedIn): string =>
  `${functions}${severity === undefined ? '' : `, as a ${severity}`}, at ${codes(fields)}`;

const rulesTold = ({ shared, own }: Told): ToldRule[] => [...shared, ...[...own.values()].flat()];

function raisedBy(one: ToldRule, name: string, told: Told, linked: boolean): string {
  const { rule, heading, shownBy, packs, cases } = one;
  const alone = packs.length === 1;
  const page = alone ? shownBy.id : 'shared';
  const by = alone ? code(shownBy.id) : packs.length === told.packs.length ? 'every pack' : `${packs.length} packs`;
  const shown = linked ? `[${code(rule.id)}](rules/${page}.md#${anchor(heading)})` : code(rule.id);
  return `Raised by ${shown} of ${by}, at ${codes(fieldsOf(rule, name, cases))}`;
}

/** The fields at which a rule raised a code in the cases, in the order of its reads. */
function fieldsOf(rule: Rule, name: string, cases: readonly JudgedCase[]): string[] {
  const reads = rule.reads.map(String);
  const reported = cases
    .flatMap(({ reports }) => reports)
    .filter((report) => report.rule === rule.id && report.code === name);
  return [...new Set(reported.map(({ pattern }) => pattern))].sort((a, b) => reads.indexOf(a) - reads.indexOf(b));
}

/**
 * Checks that this page lists every field at which the structure stage raised a code in the cases.
 */
function checkStructureFields(cases: readonly JudgedCase[]): void {
  for (const { name, found, reports, pack } of cases) {
    for (const { field, code: raised } of found) {
      const pattern = field.replaceAll(/\[\d+\]/g, '[]');
      if (raised in STAGES || structureFields(raised).includes(pattern)) continue;
      if (reports.some((report) => report.code === raised && report.pattern === pattern)) continue;
      throw new Error(
        `packs/${pack}/cases: “${name}” raises ${raised} at ${field}, which docs/codes.md would not have`,
      );
    }
  }
}
