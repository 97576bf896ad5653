/** The receipt on a country's page, with a number at each part that the law requires. */
import { drawReceiptText } from '../../../src/draw/text.js';
import type { Transaction } from '../../../src/document/types.generated.js';
import type { DrawIssue } from '../../../src/draw/options.js';
import { isTable } from '../../../src/law/rates-on.js';
import type { Obligation, ReceiptLaw } from '../../../src/law/types.js';
import type { LawPack } from '../../../src/rule/types.js';
import { DAY, documentOf, ratesOf } from '../../../test/support/document-of.js';
import { block, code, escape, table, wrap } from './markdown.js';
import type { Cite } from './sources.js';

const WIDTH = 100;

interface Callout {
  readonly field: string;
  readonly requirement: string;
  /** `✓` refused if it is wrong, `warned`, or `✗` not checked. */
  readonly checked: '✓' | 'warned' | '✗';
  readonly law: string;
}

const CHECKED = { rule: '✓', warning: 'warned', listed: '✗' } as const;

export function exampleReceipt(pack: LawPack, law: ReceiptLaw, cite: Cite): string[] {
  const [rate] = ratesOf(law, DAY);
  const made = documentOf(law, { tender: 'cash', extensions: true, lines: [{ unitPrice: 9876, rate }] });
  // Names that are the same in every language; all other words are in the country's language.
  const document = { ...made, vendor: { ...made.vendor, name: 'ABC' }, items: made.items.map(named) };
  const all = calloutsOf(law, cite);
  const issues = all.map(({ field, requirement, checked }): DrawIssue => ({
    field,
    code: checked,
    message: requirement,
  }));
  const { language } = law.labels ?? {};
  const text = drawReceiptText(document, { pack, country: law.country, issues, locale: language, width: WIDTH });
  return [
    wrap(
      'A sale in cash. ✓: the pack refuses a document in which this part is wrong. “warned”: such a document gets a warning. ✗: not checked. The device data are examples, and do not match the figures.',
    ),
    block(text.trimEnd().split('\n')),
    table(
      ['no.', 'requirement', 'field', 'checked', 'law'],
      all.map((one, i) => [String(i + 1), escape(one.requirement), code(one.field), one.checked, one.law]),
    ),
  ];
}

const named = (line: Transaction['items'][number]) => ({ ...line, name: 'A1' });

function calloutsOf(law: ReceiptLaw, cite: Cite): Callout[] {
  const rounding = law.cashRounding.at(-1);
  const rates = isTable(law.rates) ? law.rates[0]! : law.rates;
  return [
    { field: 'items[0].taxRate', requirement: `a rate of ${law.tax.name}`, checked: '✓', law: cite(rates) },
    {
      field: 'totals.rounding',
      requirement: rounding === undefined ? 'no rounding' : 'by how much cash was rounded',
      checked: '✓',
      law: rounding === undefined ? '' : cite(rounding),
    },
    ...(law.obligations ?? []).flatMap((row): Callout[] => {
      const field = fieldOf(row);
      return field === undefined
        ? []
        : [{ field, requirement: row.description, checked: CHECKED[row.level], law: cite(row) }];
    }),
  ];
}

const fieldOf = ({ anyOf, when }: Obligation): string | undefined =>
  anyOf.find((set) => set.length > 0)?.[0] ?? when?.present;
