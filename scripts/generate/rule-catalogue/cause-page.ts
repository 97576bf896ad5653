/** A page for each cause code, and the list of all cause codes. */
import type { Cause, CauseCode } from '../../../src/diagnose/types.js';
import { playgroundLink } from '../../docs/playground-link.js';
import { CAUSE_TEXTS } from '../../../cli/cause-texts.js';
import { CAUSE_ADVICE } from './cause-advice.js';
import { changeLines, fieldsOf, type Mistaken } from './diagnosed.js';
import { excerpt } from './excerpt.js';
import { block, code, codes, escape, list, page, table, wrap } from './markdown.js';
import type { Told } from './told.js';

const CAUSE_CODES = Object.keys(CAUSE_TEXTS) as CauseCode[];

/**
 * Every cause page by its path in the repository.
 *
 * @throws Error if no example has a code
 */
export function causePages(examples: ReadonlyMap<string, Mistaken>, { packs }: Told): Record<string, string> {
  const countryOf = (country: string): string => packs.find((pack) => pack.country === country)!.law.name.en;
  return {
    'docs/causes.md': listPage(),
    ...Object.fromEntries(
      CAUSE_CODES.map((name) => {
        const example = examples.get(name);
        if (example === undefined) throw new Error(`no vector, case or other mistake has the cause ${name}`);
        return [`docs/causes/${name}.md`, causePage(name, example, countryOf(example.business.country))];
      }),
    ),
  };
}

function listPage(): string {
  return page([
    '# Codes of causes',
    wrap(
      'A cause is one mistake, with the issues that follow from it and the change that repairs it: [Causes](guides/causes.md). Cause codes are stable: we may retire a code, but never change its meaning.',
    ),
    table(
      ['code', 'mistake'],
      CAUSE_CODES.map((name) => [`[${code(name)}](causes/${name}.md)`, escape(CAUSE_TEXTS[name].title)]),
    ),
  ]);
}

function causePage(name: CauseCode, example: Mistaken, country: string): string {
  const { title, repair } = CAUSE_TEXTS[name];
  const { found, fix } = CAUSE_ADVICE[name];
  const { document, diagnosis, business } = example;
  const cause = diagnosis.causes.find((one) => one.code === name)!;
  const fields = [...example.found.map(({ field }) => field), ...fieldsOf(cause.changes)];
  const explained = [...new Set([...cause.explains, ...cause.leaves].map((issue) => issue.code))];
  return page([
    `# ${code(name)}: ${escape(title)}`,
    wrap(escapeProse(found)),
    '## Wrong',
    wrap(`A receipt of ${country}:`),
    excerpt(document, fields),
    list(example.found.slice(0, MOST).map(issueText)),
    ...(example.found.length > MOST ? [`And ${example.found.length - MOST} more.`] : []),
    ...[playgroundLink({ document, business })].filter(Boolean),
    '## Right',
    wrap(escapeProse(repair)),
    ...rightSections(cause, example, fields),
    '## Why',
    wrap(
      `The diagnosis of this receipt: ${escape(cause.title.replace(/\.$/, ''))}. ${escape(cause.why)} It is ${CONFIDENCE[cause.confidence]}.`,
    ),
    wrap(`It explains ${explained.map((one) => `[${code(one)}](../codes/${one}.md)`).join(', ')}.`),
    '## Fix',
    wrap(escapeProse(fix)),
    wrap(HOW[cause.changes.length === 0 ? 'open' : cause.confidence]),
    '## Countries',
    wrap(
      name === 'jurisdiction_tax'
        ? 'The [United States](../countries/us.md): no other pack has jurisdictions.'
        : "Every country: the library finds causes by validating the changed document under the country's law. [All countries](../countries.md)",
    ),
    '[All causes](../causes.md) · [How causes are found](../guides/causes.md)',
  ]);
}

/** The maximum number of issues listed. */
const MOST = 6;

/** Escapes prose for Markdown, except code in backticks. */
const escapeProse = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : escape(part)))
    .join('');

export const issueText = ({
  field,
  code: raised,
  severity,
  message,
}: {
  readonly field: string;
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}): string =>
  `${codes([field, raised].filter(Boolean))}${severity === 'warning' ? ', a warning' : ''}: ${escape(message)}`;

const CONFIDENCE: Readonly<Record<Cause['confidence'], string>> = {
  certain: 'certain: no other repair comes close',
  likely: 'likely: another repair comes close, or a word was interpreted',
  choose: 'your choice: repairs fit equally well, or nothing proves the value',
};

const HOW: Readonly<Record<Cause['confidence'] | 'open', string>> = {
  certain: '`receipt-rules validate --fix` writes the repair; `applyCauses` applies it in a program.',
  likely: '`receipt-rules validate --fix=likely` writes the repair; `applyCauses` applies it in a program.',
  choose:
    '`receipt-rules validate` shows the choices and changes nothing; in a program, they are the `options` of the cause.',
  open: '`receipt-rules validate` names the field. No program can repair it.',
};

function rightSections(cause: Cause, { document, diagnosis }: Mistaken, fields: readonly string[]): string[] {
  const options = cause.options ?? [];
  if (cause.country !== undefined)
    return [
      'The document is right for a shop in another country:',
      list([code(`registry.shop({ country: '${cause.country}' })`), ...options.map(({ title }) => escape(title))]),
    ];
  if (cause.changes.length === 0) return ['Nothing in the document shows the correct value.'];
  return [
    ...(diagnosis.result.valid ? [excerpt(diagnosis.document, fields)].filter(Boolean) : []),
    block(changeLines(cause, document)),
    ...(options.length === 0 ? [] : ['Or:', list(options.map(({ title }) => escape(title)))]),
  ];
}
