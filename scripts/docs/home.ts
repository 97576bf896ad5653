/**
 * The home page of the site: `site/home.md` with an editable receipt, the countries, and the evidence behind the
 * library.
 */
import { join } from 'node:path';
import { readReceipts } from '../../examples/lib/verdicts.mjs';
import { diagnose } from '../../src/diagnose/diagnose.js';
import { receiptStylesheet } from '../../src/draw/css.js';
import { drawReceipt } from '../../src/draw/html.js';
import { ISSUE_CODES } from '../../src/issues/issue-codes.js';
import { createRegistry } from '../../src/engine/registry.js';
import { isTable } from '../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../src/law/types.js';
import type { LawPack } from '../../src/rule/types.js';
import { CAUSE_TEXTS } from '../../cli/cause-texts.js';
import { changeLines } from '../generate/rule-catalogue/diagnosed.js';
import { evidenceMark } from '../generate/rule-catalogue/evidence.js';
import { obligationsIn } from '../generate/rule-catalogue/law-sections.js';
import { DARK } from '../pictures/svg.js';
import { playgroundAddress } from './playground-link.js';
import { readText } from './repository.js';

export const HOME = 'site/home.md';
const COUNTRY = 'NO';

/** The values to choose from, by the placeholder in `LINES`; the first is selected initially. */
export const CHOICES = {
  timestamp: ['"2026-11-21T14:32:10+01:00"', '"2026-11-21T14:32:10"'],
  taxRate: ['20', '15', '25'],
  taxAmount: ['1096', '1260'],
  total: ['8400', '84', '8500'],
} as const;
type Choice = keyof typeof CHOICES;
const NAMES = Object.keys(CHOICES) as Choice[];

/** A receipt in nine lines of JSON, with placeholders for the values that readers can change. */
export const LINES = [
  '{ "type": "sale", "settled": true, "receiptNumber": "871", "currency": "NOK",',
  '  "vendor": { "id": "biz_1" }, "source": { "platform": "fjell-pos", "externalId": "871" },',
  '  "timestamp": «timestamp»,',
  '  "items": [{ "name": "Kanelbolle", "quantity": 2, "unitPrice": 4200, "amount": 8400,',
  '    "taxRate": «taxRate», "taxCategory": "S", "taxAmount": «taxAmount» }],',
  '  "tax": { "scheme": "NO_MVA", "pricesIncludeTax": true, "summary": [',
  '    { "rate": 15, "category": "S", "taxableAmount": 7304, "taxAmount": 1096 }] },',
  '  "totals": { "subtotal": 8400, "discount": 0, "tax": 1096, "total": «total» },',
  '  "payment": { "method": "card" } }',
];

/** What the page shows for one choice of values. */
export interface State {
  /** The drawn receipt with its issues in the margin, as HTML. */
  readonly receipt: string;
  /** The verdict in one line. */
  readonly verdict: string;
  readonly causes: readonly { readonly code: string; readonly title: string; readonly changes: readonly string[] }[];
  /** The link that opens the receipt in the playground. */
  readonly open: string;
}

/** The state for every combination of choices, keyed by the indices of the chosen values: `0-1-0-2`. */
export function states(packs: readonly LawPack[]): Readonly<Record<string, State>> {
  const keys = NAMES.reduce<string[][]>(
    (found, name) => found.flatMap((key) => CHOICES[name].map((_, i) => [...key, String(i)])),
    [[]],
  );
  const shop = createRegistry(packs).shop({ country: COUNTRY }, { severities: { fiscal_missing: 'off' } });
  return Object.fromEntries(
    keys.map((key) => {
      const text = LINES.join('\n').replaceAll(
        /«(\w+)»/g,
        (_, name: Choice) => CHOICES[name][Number(key[NAMES.indexOf(name)])]!,
      );
      const document = JSON.parse(text) as unknown;
      const result = shop.validate(document);
      const { issues, warnings } = result;
      const { causes } = diagnose(shop, document, { result });
      const state: State = {
        receipt: drawReceipt(document, {
          country: COUNTRY,
          issues: [...issues, ...warnings],
          vendor: { name: 'Fjelltoppen Kafé' },
        }),
        verdict: result.valid
          ? warnings.length === 0
            ? 'Valid.'
            : `Valid, ${counted(warnings.length, 'warning')}.`
          : `Refused: ${counted(issues.length + warnings.length, 'problem')} from ${counted(causes.length, 'cause')}.`,
        causes: causes.map((cause) => ({
          code: cause.code,
          title: cause.title,
          changes: changeLines(cause, document),
        })),
        open: playgroundAddress({ document, business: { country: COUNTRY } })!,
      };
      return [key.join('-'), state];
    }),
  );
}

/** The drawn receipt's style sheet: dark if the reader chose the dark theme, whatever the system setting. */
export const receiptSheet = receiptStylesheet.replace(DARK, (_, dark: string) =>
  dark.replace('.receipt {', '.dark .receipt {'),
);

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** The home page in Markdown, at docs/index.md. */
export function homePage(root: string, packs: readonly LawPack[], laws: readonly ReceiptLaw[]): string {
  const parts: Readonly<Record<string, () => string>> = {
    live: () => live(states(packs)[NAMES.map(() => '0').join('-')]!),
    count: () => String(laws.length),
    countries: () => countries(laws),
    proof: () => proof(root, laws),
  };
  const filled = readText(root, HOME).replaceAll(/<!-- (live|count|countries|proof) -->/g, (_, name: string) =>
    parts[name]!(),
  );
  return `---\naside: false\nprev: false\n---\n\n${filled}`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The initial state as HTML: the script only changes it. */
function live({ receipt, verdict, causes }: State): string {
  const json = LINES.map((line) =>
    escapeHtml(line)
      .replace(/^ +/, (indent) => '&nbsp;'.repeat(indent.length))
      .replaceAll(/«(\w+)»/g, (_, name: Choice) => {
        const options = CHOICES[name].map((value) => `<option>${escapeHtml(value)}</option>`);
        return `<select aria-label="${name}" data-choice="${name}">${options.join('')}</select>`;
      }),
  );
  const shown = causes.map(
    ({ code, title, changes }) =>
      `<li><a href="./causes/${code}.html">${code}</a>: ${escapeHtml(title)}<br><code>${changes.map(escapeHtml).join('<br>')}</code></li>`,
  );
  return [
    '<div class="live" v-pre>',
    `<div class="live-json">${json.map((line) => `<div>${line}</div>`).join('')}</div>`,
    '<div class="live-answer">',
    `<div class="live-receipt vp-raw">${receipt}</div>`,
    `<p class="live-verdict" role="status">${escapeHtml(verdict)}</p>`,
    `<ul class="live-causes">${shown.join('')}</ul>`,
    '<p><a class="live-open" href="./playground/index.html" target="_self">Open in playground</a></p>',
    '</div>',
    '</div>',
  ].join('\n');
}

function countries(laws: readonly ReceiptLaw[]): string {
  const links = [...laws]
    .sort((a, b) => (a.name.en < b.name.en ? -1 : 1))
    .map(({ name, country }) => `[${name.en}](countries/${country.toLowerCase()}.md)`);
  return `${links.join(' · ')}\n\n[Compare their rates, rounding, devices and evidence](countries.md)`;
}

function proof(root: string, laws: readonly ReceiptLaw[]): string {
  const rows = laws.flatMap((law) => [
    ...(isTable(law.rates) ? law.rates : []),
    ...law.cashRounding,
    ...obligationsIn(law),
    ...(law.cashLimits ?? []),
  ]);
  const read = rows.filter((row) => evidenceMark(row) === '●').length;
  return [
    `- ${rows.length} dated rows of law, of which we read ${read} in the act or on the authority's page; each country page shows which.`,
    `- A page with a wrong and a correct document for each of [${Object.keys(ISSUE_CODES).length} codes](codes.md) and [${Object.keys(CAUSE_TEXTS).length} causes](causes.md). The build fails if the library's results differ from these pages.`,
    `- [${readReceipts(join(root, 'examples/receipts')).length} receipts](../examples/receipts/README.md) from public documentation and the press, or derived from them, with verdicts worked out by hand.`,
    '- [Other implementations](internals/proof.md) of JSON Schema and of the arithmetic validate the same documents; that page has the command and the latest result of every long-running test.',
    '- [Speed, memory and size](../bench/README.md), measured against other libraries.',
  ].join('\n');
}
