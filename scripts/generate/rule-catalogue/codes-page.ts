import { ISSUE_CODES } from '../../../src/issue-codes.js';
import type { RulePack } from '../../../src/pack/types.js';
import { createRegistry } from '../../../src/registry.js';
import type { CodeExplanation, RaisingRule } from '../../../src/explain.js';
import type { JudgedCase } from './judge.js';
import { anchor, code, codes, escape, page, wrap } from './markdown.js';
import { structureFields } from './structure-fields.js';

/** Codes of the stages before structure and rules, with the fields they are raised at. */
const STAGES: Readonly<Record<string, string>> = {
  unknown_field:
    'the first stage, which compares the fields with schema 2.1, at the field that may not be written; the answer is 400',
  profile_mismatch: 'the profile stage, at `profileId`, alone',
  unsupported_country: 'the profile stage, at `vendor.id`, alone',
};

export interface JudgedPack {
  readonly pack: RulePack;
  readonly cases: readonly JudgedCase[];
}

/** The page of all codes. */
export function codesPage(judged: readonly JudgedPack[]): string {
  checkStructureFields(judged);
  const registry = createRegistry(judged.map(({ pack }) => pack));
  const own = judged.flatMap(({ pack }) => pack.rules.flatMap(({ codes }) => codes.map(String)));
  const all = [...new Set([...Object.keys(ISSUE_CODES), ...own])];
  return page([
    '# Issue codes',
    '<!-- Generated from src/issue-codes.ts, the packs and their cases by `npm run generate`. Do not edit. -->',
    wrap(
      'Every code that stands in `issues` or `warnings`: when it is raised, at which fields, how to mend the document, and who raises it. `[]` stands for any index. Codes are part of the interface: one may be retired, but is never given another meaning. `registry.explain(code)` and `receipt-rules explain` say the same.',
    ),
    wrap(
      'The code of an answer as a whole, `error.code`, is another matter: `invalid_json` (400) where the document is no JSON object or has fields that may not be written, `profile_mismatch` (422), and `validation_failed` (422) for everything else on this page. Codes of refused webhooks are in the [guide on receiving them](guides/receive-webhooks.md#what-is-refused-and-what-to-answer), the code of a refused list query is in the [guide on lists](guides/resume-a-list.md#on-the-side-of-the-service).',
    ),
    wrap(`Rules by pack, with examples: ${judged.map(({ pack: { id } }) => `[${id}](rules/${id}.md)`).join(', ')}.`),
    all.map((name) => `- [${code(name)}](#${anchor(name)})`).join('\n'),
    ...all.flatMap((name) => codeSection(registry.explain(name)!, judged)),
  ]);
}

function codeSection({ code: name, meaning, remedy, rules }: CodeExplanation, judged: readonly JudgedPack[]): string[] {
  const fields = structureFields(name);
  const stage =
    STAGES[name] ?? (fields.length === 0 ? undefined : `the structure of the document, at ${codes(fields)}`);
  const severities = new Set([...(stage === undefined ? [] : ['error']), ...rules.map(({ severity }) => severity)]);
  return [
    `## ${code(name)}`,
    wrap(escape(meaning)),
    [
      wrap(`Severity: ${[...severities].sort().join(' or ')}`, '- '),
      wrap(`To mend it: ${escape(remedy)}`, '- '),
      ...(stage === undefined ? [] : [wrap(`Raised by ${stage}`, '- ')]),
      ...byRule(rules).map((same) => wrap(raisedBy(same, name, judged), '- ')),
    ].join('\n'),
  ];
}

/** Rules of one id, which is the same in every pack that has them. */
function byRule(rules: readonly RaisingRule[]): RaisingRule[][] {
  return [...new Set(rules.map(({ id }) => id))].map((id) => rules.filter((rule) => rule.id === id));
}

function raisedBy(same: readonly RaisingRule[], name: string, judged: readonly JudgedPack[]): string {
  const [first] = same;
  const packs = same.length === judged.length ? 'every pack' : same.map(ruleLink).join(', ');
  const fields = [...new Set(same.flatMap((rule) => fieldsOf(rule, name, judged)))];
  return `Raised by ${code(first!.id)} of ${packs}, at ${codes(fields)}`;
}

const ruleLink = ({ pack, id }: RaisingRule): string => `[${pack}](rules/${pack}.md#${anchor(id)})`;

/** Where a rule raised a code in the cases of its pack, in the order in which it reads its fields. */
function fieldsOf({ pack: packId, id }: RaisingRule, name: string, judged: readonly JudgedPack[]): string[] {
  const { pack, cases } = judged.find(({ pack }) => pack.id === packId)!;
  const reads = pack.rules.find((rule) => rule.id === id)!.reads.map(String);
  const reported = cases
    .flatMap(({ reports }) => reports)
    .filter((report) => report.rule === id && report.code === name);
  return [...new Set(reported.map(({ pattern }) => pattern))].sort((a, b) => reads.indexOf(a) - reads.indexOf(b));
}

/** What the structure stage raised in the cases must be among the fields that this page says it raises them at. */
function checkStructureFields(judged: readonly JudgedPack[]): void {
  for (const { name, found, reports, pack } of judged.flatMap(({ cases }) => cases)) {
    for (const { field, code: raised } of found) {
      const pattern = field.replaceAll(/\[\d+\]/g, '[]');
      if (raised in STAGES || structureFields(raised).includes(pattern)) continue;
      if (reports.some((report) => report.code === raised && report.pattern === pattern)) continue;
      throw new Error(
        `packs/${pack}/cases: “${name}” raises ${raised} at ${field}, which docs/codes.md would not tell`,
      );
    }
  }
}
